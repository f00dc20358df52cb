// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/render_targets.h"
#include "glvk/vulkan.h"

#include <array>
#include <map>
#include <mutex>

namespace glvk {

class Device;

/// What a masked clear's pipeline depends on.
struct MaskedClearKey {
    std::array<format::Id, gl::kMaxColorAttachments> colorFormat{};
    std::array<uint8_t, gl::kMaxColorAttachments> writeMask{};
    format::Id depthFormat{};
    format::Id stencilFormat{};
    uint8_t colorCount = 0;
    uint8_t samples = 1;
    bool depth = false;
    bool stencil = false;

    auto operator<=>(const MaskedClearKey&) const = default;
};

/// Pipelines of the driver's own draws. Vulkan's clears know no component masks, GL's do: such
/// clears are drawn. Thread-safe; built on first use.
class MetaPipelines {
public:
    struct Push {
        float color[4];
        float depth;
    };

    explicit MetaPipelines(Device& device) : m_device(device) {}
    ~MetaPipelines();

    /// Null: out of memory. Viewport, scissor and the stencil values are dynamic.
    VkPipeline maskedClear(const MaskedClearKey& key);
    VkPipelineLayout layout() const { return m_layout; }

private:
    bool prepareLocked();
    VkPipeline buildLocked(const MaskedClearKey& key);

    Device& m_device;
    std::mutex m_mutex;
    VkShaderModule m_vertex = VK_NULL_HANDLE;
    VkShaderModule m_fragment = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    std::map<MaskedClearKey, VkPipeline> m_clears;
};

} // namespace glvk
