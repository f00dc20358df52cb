// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graphics_test.h"

#include <string>

namespace vkt {

/// Tests that lose their device. What shaders loop on is in a storage buffer, set 0, binding 0,
/// which holds zeros and says so to nobody who compiles.
class WatchdogTest : public GraphicsTest {
protected:
    void SetUp() override;

    const DescriptorSet& words() const { return m_words; }
    VkPipelineLayout layout() const { return m_layout; }
    /// The buffer's beginning.
    volatile uint32_t* mapped() const { return static_cast<volatile uint32_t*>(m_buffer.mapped); }

    VkPipeline makeComputePipeline(const std::string& glsl);
    /// Binds both and dispatches.
    void dispatch(VkCommandBuffer commands, VkPipeline pipeline, uint32_t groups);

    /// Submits, waits, and expects the device to be lost with `fault` in what it says of that.
    void expectLost(const std::function<void(VkCommandBuffer)>& commands, const std::string& fault);
    /// What VK_EXT_device_fault says.
    std::string fault();

private:
    Buffer m_buffer;
    DescriptorSet m_words;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
};

/// For shaders: `until` is a number that is never there.
inline constexpr char kWords[] = R"(#version 460
layout(set = 0, binding = 0) buffer Words { uint until; uint counter; uint wide[]; };
)";

} // namespace vkt
