// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/vulkan.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace glvk {

class Device;

/// The stages that own a descriptor set, in set order. Sets are stage-major: what one stage's set
/// looks like does not depend on the other stages, so stages can be compiled alone.
enum class ShaderSet : uint8_t { Vertex, Fragment, Count };
inline constexpr size_t kShaderSets = size_t(ShaderSet::Count);

/// One stage's set: binding 0 the default uniform block (if any), 1… combined image samplers.
struct SetShape {
    bool uniformBlock = false;
    std::vector<uint16_t> samplerCounts; ///< Of bindings 1….

    auto operator<=>(const SetShape&) const = default;
};

struct SetLayout {
    VkDescriptorSetLayout handle = VK_NULL_HANDLE;
    uint32_t id = 0;           ///< Part of descriptor cache keys.
    uint32_t samplerCount = 0; ///< Sum over bindings.
    SetShape shape;
};

/// Interned descriptor set layouts and pipeline layouts; they live as long as the device.
/// Thread-safe.
class LayoutCache {
public:
    explicit LayoutCache(Device& device) : m_device(device) {}
    ~LayoutCache();

    /// Null: out of memory.
    const SetLayout* setLayout(const SetShape& shape, VkShaderStageFlags stages);
    VkPipelineLayout pipelineLayout(const std::array<const SetLayout*, kShaderSets>& sets);

private:
    Device& m_device;
    std::mutex m_mutex;
    std::map<std::pair<SetShape, VkShaderStageFlags>, SetLayout> m_sets;
    std::map<std::array<uint32_t, kShaderSets>, VkPipelineLayout> m_pipelines;
};

} // namespace glvk
