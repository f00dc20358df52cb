// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/draw_run.h"

#include <algorithm>
#include <cstddef>

namespace glvk {

// Draws without indices are kept in the same places: the stride steps over the vertex offset.
static_assert(offsetof(VkMultiDrawInfoEXT, firstVertex) ==
                  offsetof(VkMultiDrawIndexedInfoEXT, firstIndex) &&
              offsetof(VkMultiDrawInfoEXT, vertexCount) ==
                  offsetof(VkMultiDrawIndexedInfoEXT, indexCount));

DrawRun::DrawRun(const VolkDeviceTable& vk, uint32_t maxDraws)
    : m_vk(vk), m_most(std::clamp(maxDraws, 1u, kCapacity)) {}

void DrawRun::record(VkCommandBuffer commands) {
    if (m_count == 0) {
        return;
    }
    const VkMultiDrawIndexedInfoEXT& first = m_draws[0];
    const auto [instances, firstInstance, indexed] = m_common;
    if (m_count == 1 && indexed) {
        m_vk.vkCmdDrawIndexed(commands,
                              first.indexCount,
                              instances,
                              first.firstIndex,
                              first.vertexOffset,
                              firstInstance);
    } else if (m_count == 1) {
        m_vk.vkCmdDraw(commands, first.indexCount, instances, first.firstIndex, firstInstance);
    } else if (indexed) {
        m_vk.vkCmdDrawMultiIndexedEXT(commands,
                                      m_count,
                                      m_draws.data(),
                                      instances,
                                      firstInstance,
                                      sizeof(VkMultiDrawIndexedInfoEXT),
                                      nullptr);
    } else {
        m_vk.vkCmdDrawMultiEXT(commands,
                               m_count,
                               reinterpret_cast<const VkMultiDrawInfoEXT*>(m_draws.data()),
                               instances,
                               firstInstance,
                               sizeof(VkMultiDrawIndexedInfoEXT));
    }
    m_count = 0;
}

} // namespace glvk
