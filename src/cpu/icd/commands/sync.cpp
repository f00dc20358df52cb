// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/sync.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/device/sync_objects.h"

namespace cpu::icd {

namespace {

void waitEvents(VkCommandBuffer commandBuffer, uint32_t count, const VkEvent* handles) {
    CommandBuffer& commands = *cast(commandBuffer);
    // Handles are pointers to objects.
    static_assert(sizeof(VkEvent) == sizeof(exec::Event*));
    commands.record(
        exec::WaitEvents{commands.copy(reinterpret_cast<exec::Event* const*>(handles), count)});
}

/// Those that a fragment goes through (Vulkan 1.3, 7.1.4 "Framebuffer Region Dependencies").
constexpr VkPipelineStageFlags2 kFramebufferSpaceStages =
    VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT |
    VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;

/// A pixel's fragments run one after the other anyway: a barrier that asks for no more than their
/// order is none.
void pipelineBarrier(VkCommandBuffer commandBuffer,
                     VkDependencyFlags flags,
                     VkPipelineStageFlags2 stages) {
    const bool local =
        (flags & VK_DEPENDENCY_BY_REGION_BIT) && !(stages & ~kFramebufferSpaceStages);
    if (!local) {
        cast(commandBuffer)->record(exec::PipelineBarrier{});
    }
}

template <typename Barrier>
VkPipelineStageFlags2 stagesOf(const Barrier* barriers, uint32_t count) {
    VkPipelineStageFlags2 stages = 0;
    for (uint32_t i = 0; i < count; ++i) {
        stages |= barriers[i].srcStageMask | barriers[i].dstStageMask;
    }
    return stages;
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdSetEvent(VkCommandBuffer commandBuffer,
                                       VkEvent event,
                                       VkPipelineStageFlags stageMask) {
    cast(commandBuffer)->record(exec::SetEvent{cast(event), true});
}

VKAPI_ATTR void VKAPI_CALL CmdSetEvent2(VkCommandBuffer commandBuffer,
                                        VkEvent event,
                                        const VkDependencyInfo* pDependencyInfo) {
    cast(commandBuffer)->record(exec::SetEvent{cast(event), true});
}

VKAPI_ATTR void VKAPI_CALL CmdResetEvent(VkCommandBuffer commandBuffer,
                                         VkEvent event,
                                         VkPipelineStageFlags stageMask) {
    cast(commandBuffer)->record(exec::SetEvent{cast(event), false});
}

VKAPI_ATTR void VKAPI_CALL CmdResetEvent2(VkCommandBuffer commandBuffer,
                                          VkEvent event,
                                          VkPipelineStageFlags2 stageMask) {
    cast(commandBuffer)->record(exec::SetEvent{cast(event), false});
}

VKAPI_ATTR void VKAPI_CALL CmdWaitEvents(VkCommandBuffer commandBuffer,
                                         uint32_t eventCount,
                                         const VkEvent* pEvents,
                                         VkPipelineStageFlags srcStageMask,
                                         VkPipelineStageFlags dstStageMask,
                                         uint32_t memoryBarrierCount,
                                         const VkMemoryBarrier* pMemoryBarriers,
                                         uint32_t bufferMemoryBarrierCount,
                                         const VkBufferMemoryBarrier* pBufferMemoryBarriers,
                                         uint32_t imageMemoryBarrierCount,
                                         const VkImageMemoryBarrier* pImageMemoryBarriers) {
    waitEvents(commandBuffer, eventCount, pEvents);
}

VKAPI_ATTR void VKAPI_CALL CmdWaitEvents2(VkCommandBuffer commandBuffer,
                                          uint32_t eventCount,
                                          const VkEvent* pEvents,
                                          const VkDependencyInfo* pDependencyInfos) {
    waitEvents(commandBuffer, eventCount, pEvents);
}

// Images have the same layout in memory whatever their layout is.

VKAPI_ATTR void VKAPI_CALL CmdPipelineBarrier(VkCommandBuffer commandBuffer,
                                              VkPipelineStageFlags srcStageMask,
                                              VkPipelineStageFlags dstStageMask,
                                              VkDependencyFlags dependencyFlags,
                                              uint32_t memoryBarrierCount,
                                              const VkMemoryBarrier* pMemoryBarriers,
                                              uint32_t bufferMemoryBarrierCount,
                                              const VkBufferMemoryBarrier* pBufferMemoryBarriers,
                                              uint32_t imageMemoryBarrierCount,
                                              const VkImageMemoryBarrier* pImageMemoryBarriers) {
    pipelineBarrier(commandBuffer, dependencyFlags, srcStageMask | dstStageMask);
}

VKAPI_ATTR void VKAPI_CALL CmdPipelineBarrier2(VkCommandBuffer commandBuffer,
                                               const VkDependencyInfo* pDependencyInfo) {
    const VkDependencyInfo& info = *pDependencyInfo;
    pipelineBarrier(commandBuffer,
                    info.dependencyFlags,
                    stagesOf(info.pMemoryBarriers, info.memoryBarrierCount) |
                        stagesOf(info.pBufferMemoryBarriers, info.bufferMemoryBarrierCount) |
                        stagesOf(info.pImageMemoryBarriers, info.imageMemoryBarrierCount));
}

} // namespace entry

} // namespace cpu::icd
