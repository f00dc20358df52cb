// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/transform_feedback.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/buffer.h"

#include <algorithm>

namespace cpu::icd {

namespace {

using Counters = std::array<uint8_t*, shader::kMaxCaptureBuffers>;

/// Null: there is none, or it does not lie in the buffer.
uint8_t* counterIn(VkBuffer handle, uint64_t offset_B) {
    const Buffer* const buffer = cast(handle);
    const bool inside = buffer && buffer->data() && offset_B <= buffer->size_B() &&
                        buffer->size_B() - offset_B >= sizeof(uint32_t);
    return inside ? buffer->data() + offset_B : nullptr;
}

Counters
countersOf(uint32_t first, uint32_t count, const VkBuffer* buffers, const VkDeviceSize* offsets_B) {
    Counters counters{};
    for (uint32_t i = 0; buffers && i < count && first + i < counters.size(); ++i) {
        counters[first + i] = counterIn(buffers[i], offsets_B ? offsets_B[i] : 0);
    }
    return counters;
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdBindTransformFeedbackBuffersEXT(VkCommandBuffer commandBuffer,
                                                              uint32_t firstBinding,
                                                              uint32_t bindingCount,
                                                              const VkBuffer* pBuffers,
                                                              const VkDeviceSize* pOffsets,
                                                              const VkDeviceSize* pSizes) {
    std::array<exec::BindFeedbackBuffers::Bound, shader::kMaxCaptureBuffers> bound{};
    if (firstBinding >= bound.size()) {
        return;
    }
    const uint32_t count = std::min<uint32_t>(bindingCount, uint32_t(bound.size()) - firstBinding);
    for (uint32_t i = 0; i < count; ++i) {
        const Buffer* const buffer = cast(pBuffers[i]);
        if (buffer && buffer->data() && pOffsets[i] < buffer->size_B()) {
            bound[i] = {buffer->data() + pOffsets[i],
                        buffer->range_B(pOffsets[i], pSizes ? pSizes[i] : VK_WHOLE_SIZE)};
        }
    }
    CommandBuffer& commands = *cast(commandBuffer);
    commands.record(exec::BindFeedbackBuffers{firstBinding, commands.copy(bound.data(), count)});
}

VKAPI_ATTR void VKAPI_CALL CmdBeginTransformFeedbackEXT(VkCommandBuffer commandBuffer,
                                                        uint32_t firstCounterBuffer,
                                                        uint32_t counterBufferCount,
                                                        const VkBuffer* pCounterBuffers,
                                                        const VkDeviceSize* pCounterBufferOffsets) {
    cast(commandBuffer)
        ->record(exec::BeginFeedback{countersOf(
            firstCounterBuffer, counterBufferCount, pCounterBuffers, pCounterBufferOffsets)});
}

VKAPI_ATTR void VKAPI_CALL CmdEndTransformFeedbackEXT(VkCommandBuffer commandBuffer,
                                                      uint32_t firstCounterBuffer,
                                                      uint32_t counterBufferCount,
                                                      const VkBuffer* pCounterBuffers,
                                                      const VkDeviceSize* pCounterBufferOffsets) {
    cast(commandBuffer)
        ->record(exec::EndFeedback{countersOf(
            firstCounterBuffer, counterBufferCount, pCounterBuffers, pCounterBufferOffsets)});
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndirectByteCountEXT(VkCommandBuffer commandBuffer,
                                                       uint32_t instanceCount,
                                                       uint32_t firstInstance,
                                                       VkBuffer counterBuffer,
                                                       VkDeviceSize counterBufferOffset,
                                                       uint32_t counterOffset,
                                                       uint32_t vertexStride) {
    if (const uint8_t* const counter = counterIn(counterBuffer, counterBufferOffset)) {
        cast(commandBuffer)
            ->record(exec::DrawByteCount{{false, 0, instanceCount, 0, firstInstance, 0, 0},
                                         counter,
                                         counterOffset,
                                         vertexStride});
    }
}

} // namespace entry
} // namespace cpu::icd
