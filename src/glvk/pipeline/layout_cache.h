// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/set_plan.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace glvk {

class Gpu;
struct SetLayout;

/// Layouts of descriptor sets as a stage is compiled for them; null behind the last.
using StageLayouts = std::array<const SetLayout*, kMaxSets>;

enum class DescriptorKind : uint8_t { Block, DynamicBlock, Image, Texels };
VkDescriptorType descriptorType(DescriptorKind kind);

/// One set: its bindings in order.
struct SetBinding {
    uint16_t binding = 0;
    uint16_t count = 1;
    DescriptorKind kind = DescriptorKind::Image;
    VkShaderStageFlags stages = 0;

    auto operator<=>(const SetBinding&) const = default;
};
using SetShape = std::vector<SetBinding>;

/// Where one descriptor of a set is.
struct DescriptorPlace {
    uint16_t binding = 0;
    uint16_t element = 0;
    DescriptorKind kind = DescriptorKind::Image;
    // In descriptor buffers. Arrays may have all images before all samplers.
    uint32_t offset_B = 0;
    uint32_t samplerOffset_B = 0; ///< 0: the sampler follows its image.
};

struct SetLayout {
    VkDescriptorSetLayout handle = VK_NULL_HANDLE;
    uint32_t id = 0; ///< Part of descriptor cache keys.
    SetShape shape;
    bool pushed = false;
    std::vector<DescriptorPlace> images; ///< And texels; arrays flattened.
    std::vector<DescriptorPlace> buffers;
    VkDeviceSize size_B = 0; ///< In descriptor buffers.
};

/// Interned descriptor set layouts and pipeline layouts; they live as long as the device.
/// Thread-safe.
class LayoutCache {
public:
    explicit LayoutCache(Gpu& gpu);
    ~LayoutCache();

    const SetPlan& plan() const { return m_plan; }
    /// Null: out of memory. `pushed`: for vkCmdPushDescriptorSetKHR.
    const SetLayout* setLayout(const SetShape& shape, bool pushed);
    /// Sets that are null belong to other parts of a pipeline; such layouts are for libraries.
    VkPipelineLayout pipelineLayout(std::span<const SetLayout* const> sets);

private:
    void measure(SetLayout& layout) const;

    Gpu& m_gpu;
    const SetPlan m_plan;
    std::mutex m_mutex;
    std::map<std::pair<SetShape, bool>, SetLayout> m_sets;
    std::map<std::vector<uint32_t>, VkPipelineLayout> m_pipelines;
};

} // namespace glvk
