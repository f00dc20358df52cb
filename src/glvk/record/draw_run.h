// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

#include <array>

namespace glvk {

/// Draws with nothing recorded between them. They are held back and become one command where the
/// device has VK_EXT_multi_draw, since a device pays for each command that it reads.
class DrawRun {
public:
    /// `maxDraws`: VkPhysicalDeviceMultiDrawPropertiesEXT::maxMultiDrawCount, 0 without the
    /// extension.
    DrawRun(const VolkDeviceTable& vk, uint32_t maxDraws);

    bool empty() const { return m_count == 0; }
    /// Whether the draws that follow become one command.
    void join(bool joins) { m_limit = joins ? m_most : 1; }
    void draw(VkCommandBuffer commands,
              uint32_t firstVertex,
              uint32_t vertices,
              uint32_t instances,
              uint32_t firstInstance) {
        hold(commands, {instances, firstInstance, false}, {firstVertex, vertices, 0});
    }
    void drawIndexed(VkCommandBuffer commands,
                     const VkMultiDrawIndexedInfoEXT& indices,
                     uint32_t instances,
                     uint32_t firstInstance) {
        hold(commands, {instances, firstInstance, true}, indices);
    }
    /// Records what is held. Has to come before every other command.
    void record(VkCommandBuffer commands);

private:
    static constexpr uint32_t kCapacity = 512;

    /// What the draws of a run share.
    struct Common {
        uint32_t instances = 0;
        uint32_t firstInstance = 0;
        bool indexed = false;

        bool operator==(const Common&) const = default;
    };

    void hold(VkCommandBuffer commands,
              const Common& common,
              const VkMultiDrawIndexedInfoEXT& arguments) {
        if (m_count >= m_limit || (m_count != 0 && common != m_common)) {
            record(commands);
        }
        m_common = common;
        m_draws[m_count++] = arguments;
    }

    const VolkDeviceTable& m_vk;
    const uint32_t m_most;
    uint32_t m_limit = m_most;
    uint32_t m_count = 0;
    Common m_common;
    std::array<VkMultiDrawIndexedInfoEXT, kCapacity> m_draws;
};

} // namespace glvk
