// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/query.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/device/query_form.h"
#include "cpu/icd/device/sync_objects.h"
#include "cpu/icd/resources/buffer.h"

#include <algorithm>

namespace cpu::icd::entry {

VKAPI_ATTR void VKAPI_CALL CmdResetQueryPool(VkCommandBuffer commandBuffer,
                                             VkQueryPool queryPool,
                                             uint32_t firstQuery,
                                             uint32_t queryCount) {
    cast(commandBuffer)->record(exec::ResetQueries{cast(queryPool), firstQuery, queryCount});
}

VKAPI_ATTR void VKAPI_CALL CmdBeginQuery(VkCommandBuffer commandBuffer,
                                         VkQueryPool queryPool,
                                         uint32_t query,
                                         VkQueryControlFlags flags) {
    CmdBeginQueryIndexedEXT(commandBuffer, queryPool, query, flags, 0);
}

VKAPI_ATTR void VKAPI_CALL CmdEndQuery(VkCommandBuffer commandBuffer,
                                       VkQueryPool queryPool,
                                       uint32_t query) {
    CmdEndQueryIndexedEXT(commandBuffer, queryPool, query, 0);
}

VKAPI_ATTR void VKAPI_CALL CmdBeginQueryIndexedEXT(VkCommandBuffer commandBuffer,
                                                   VkQueryPool queryPool,
                                                   uint32_t query,
                                                   VkQueryControlFlags flags,
                                                   uint32_t index) {
    const bool precise = flags & VK_QUERY_CONTROL_PRECISE_BIT;
    const uint32_t stream = std::min(index, kMaxStreams - 1);
    cast(commandBuffer)->record(exec::BeginQuery{cast(queryPool), precise, stream});
}

VKAPI_ATTR void VKAPI_CALL CmdEndQueryIndexedEXT(VkCommandBuffer commandBuffer,
                                                 VkQueryPool queryPool,
                                                 uint32_t query,
                                                 uint32_t index) {
    const uint32_t stream = std::min(index, kMaxStreams - 1);
    cast(commandBuffer)->record(exec::EndQuery{cast(queryPool), query, stream});
}

VKAPI_ATTR void VKAPI_CALL CmdWriteTimestamp(VkCommandBuffer commandBuffer,
                                             VkPipelineStageFlagBits pipelineStage,
                                             VkQueryPool queryPool,
                                             uint32_t query) {
    cast(commandBuffer)->record(exec::WriteTimestamp{cast(queryPool), query});
}

VKAPI_ATTR void VKAPI_CALL CmdWriteTimestamp2(VkCommandBuffer commandBuffer,
                                              VkPipelineStageFlags2 stage,
                                              VkQueryPool queryPool,
                                              uint32_t query) {
    cast(commandBuffer)->record(exec::WriteTimestamp{cast(queryPool), query});
}

VKAPI_ATTR void VKAPI_CALL CmdCopyQueryPoolResults(VkCommandBuffer commandBuffer,
                                                   VkQueryPool queryPool,
                                                   uint32_t firstQuery,
                                                   uint32_t queryCount,
                                                   VkBuffer dstBuffer,
                                                   VkDeviceSize dstOffset,
                                                   VkDeviceSize stride,
                                                   VkQueryResultFlags flags) {
    auto* to = reinterpret_cast<std::byte*>(cast(dstBuffer)->data() + dstOffset);
    cast(commandBuffer)
        ->record(exec::CopyQueryResults{
            cast(queryPool), firstQuery, queryCount, to, stride, resultForm(flags)});
}

} // namespace cpu::icd::entry
