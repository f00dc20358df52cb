// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/commands/command_buffer.h"

#include "cpu/exec/secondary.h"
#include "cpu/icd/api/entry_points.h"

namespace cpu::icd {

CommandBuffer::CommandBuffer(Device& device, VkCommandBufferLevel level)
    : m_device(device), m_level(level) {}

void CommandBuffer::begin() {
    reset(false);
}

VkResult CommandBuffer::end() {
    if (m_arena.outOfMemory() || m_failed) {
        m_arena.release();
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    m_executable = true;
    return VK_SUCCESS;
}

void CommandBuffer::reset(bool releasesMemory) {
    m_executable = false;
    m_failed = false;
    m_renderPass = {};
    m_descriptorBuffers.clear();
    for (PushedSet& pushed : m_pushedSets) {
        pushed.memory.clear();
        if (releasesMemory) {
            pushed.memory.shrink_to_fit();
        }
    }
    if (releasesMemory) {
        m_arena.release();
    } else {
        m_arena.reset();
    }
}

void CommandBuffer::trim() {
    if (m_arena.empty()) {
        m_arena.release();
    }
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL BeginCommandBuffer(VkCommandBuffer commandBuffer,
                                                  const VkCommandBufferBeginInfo* pBeginInfo) {
    cast(commandBuffer)->begin();
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EndCommandBuffer(VkCommandBuffer commandBuffer) {
    return cast(commandBuffer)->end();
}

VKAPI_ATTR VkResult VKAPI_CALL ResetCommandBuffer(VkCommandBuffer commandBuffer,
                                                  VkCommandBufferResetFlags flags) {
    cast(commandBuffer)->reset(flags & VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL CmdExecuteCommands(VkCommandBuffer commandBuffer,
                                              uint32_t commandBufferCount,
                                              const VkCommandBuffer* pCommandBuffers) {
    for (uint32_t i = 0; i < commandBufferCount; ++i) {
        cast(commandBuffer)->record(exec::ExecuteSecondary{&cast(pCommandBuffers[i])->commands()});
    }
}

/// There is one device in the group.
VKAPI_ATTR void VKAPI_CALL CmdSetDeviceMask(VkCommandBuffer commandBuffer, uint32_t deviceMask) {}

} // namespace entry
} // namespace cpu::icd
