// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw_commands.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/buffer.h"

#include <algorithm>

namespace cpu::icd {

namespace {

/// As many calls as lie in the buffer, `most` at most.
void recordIndirect(VkCommandBuffer commands,
                    bool indexed,
                    VkBuffer handle,
                    uint64_t offset_B,
                    uint32_t stride_B,
                    uint32_t most,
                    const uint8_t* actualCount) {
    const Buffer& buffer = *cast(handle);
    const uint32_t call_B =
        indexed ? sizeof(VkDrawIndexedIndirectCommand) : sizeof(VkDrawIndirectCommand);
    if (!buffer.data() || most == 0 || offset_B > buffer.size_B() ||
        buffer.size_B() - offset_B < call_B) {
        return;
    }
    const uint64_t room_B = buffer.size_B() - offset_B - call_B;
    const uint64_t inside = stride_B ? room_B / stride_B + 1 : most;
    cast(commands)->record(exec::DrawIndirect{indexed,
                                              buffer.data() + offset_B,
                                              stride_B,
                                              uint32_t(std::min<uint64_t>(most, inside)),
                                              actualCount});
}

/// Null: the word does not lie in the buffer.
const uint8_t* wordIn(VkBuffer handle, uint64_t offset_B) {
    const Buffer& buffer = *cast(handle);
    const bool inside = buffer.data() && offset_B <= buffer.size_B() &&
                        buffer.size_B() - offset_B >= sizeof(uint32_t);
    return inside ? buffer.data() + offset_B : nullptr;
}

template <typename Info>
const Info& elementOf(const Info* first, uint32_t index, uint32_t stride_B) {
    return *reinterpret_cast<const Info*>(reinterpret_cast<const std::byte*>(first) +
                                          size_t(index) * stride_B);
}

/// Records the draws that `read(i)` gives.
template <typename Read>
void recordMulti(VkCommandBuffer handle,
                 bool indexed,
                 uint32_t drawCount,
                 uint32_t instanceCount,
                 uint32_t firstInstance,
                 const Read& read) {
    CommandBuffer& commands = *cast(handle);
    std::vector<exec::MultiDraw> draws;
    draws.reserve(drawCount);
    for (uint32_t i = 0; i < drawCount; ++i) {
        draws.push_back(read(i));
    }
    commands.record(exec::DrawMulti{{indexed, 0, instanceCount, 0, firstInstance, 0, 0},
                                    commands.copy(draws.data(), draws.size())});
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdDraw(VkCommandBuffer commandBuffer,
                                   uint32_t vertexCount,
                                   uint32_t instanceCount,
                                   uint32_t firstVertex,
                                   uint32_t firstInstance) {
    cast(commandBuffer)
        ->record(exec::Draw{{false, vertexCount, instanceCount, firstVertex, firstInstance, 0, 0}});
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndexed(VkCommandBuffer commandBuffer,
                                          uint32_t indexCount,
                                          uint32_t instanceCount,
                                          uint32_t firstIndex,
                                          int32_t vertexOffset,
                                          uint32_t firstInstance) {
    cast(commandBuffer)
        ->record(exec::Draw{
            {true, indexCount, instanceCount, firstIndex, firstInstance, vertexOffset, 0}});
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndirect(VkCommandBuffer commandBuffer,
                                           VkBuffer buffer,
                                           VkDeviceSize offset,
                                           uint32_t drawCount,
                                           uint32_t stride) {
    recordIndirect(commandBuffer, false, buffer, offset, stride, drawCount, nullptr);
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndexedIndirect(VkCommandBuffer commandBuffer,
                                                  VkBuffer buffer,
                                                  VkDeviceSize offset,
                                                  uint32_t drawCount,
                                                  uint32_t stride) {
    recordIndirect(commandBuffer, true, buffer, offset, stride, drawCount, nullptr);
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndirectCount(VkCommandBuffer commandBuffer,
                                                VkBuffer buffer,
                                                VkDeviceSize offset,
                                                VkBuffer countBuffer,
                                                VkDeviceSize countBufferOffset,
                                                uint32_t maxDrawCount,
                                                uint32_t stride) {
    if (const uint8_t* count = wordIn(countBuffer, countBufferOffset)) {
        recordIndirect(commandBuffer, false, buffer, offset, stride, maxDrawCount, count);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndexedIndirectCount(VkCommandBuffer commandBuffer,
                                                       VkBuffer buffer,
                                                       VkDeviceSize offset,
                                                       VkBuffer countBuffer,
                                                       VkDeviceSize countBufferOffset,
                                                       uint32_t maxDrawCount,
                                                       uint32_t stride) {
    if (const uint8_t* count = wordIn(countBuffer, countBufferOffset)) {
        recordIndirect(commandBuffer, true, buffer, offset, stride, maxDrawCount, count);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdDrawMultiEXT(VkCommandBuffer commandBuffer,
                                           uint32_t drawCount,
                                           const VkMultiDrawInfoEXT* pVertexInfo,
                                           uint32_t instanceCount,
                                           uint32_t firstInstance,
                                           uint32_t stride) {
    recordMulti(commandBuffer, false, drawCount, instanceCount, firstInstance, [&](uint32_t i) {
        const VkMultiDrawInfoEXT& info = elementOf(pVertexInfo, i, stride);
        return exec::MultiDraw{info.firstVertex, info.vertexCount, 0};
    });
}

VKAPI_ATTR void VKAPI_CALL CmdDrawMultiIndexedEXT(VkCommandBuffer commandBuffer,
                                                  uint32_t drawCount,
                                                  const VkMultiDrawIndexedInfoEXT* pIndexInfo,
                                                  uint32_t instanceCount,
                                                  uint32_t firstInstance,
                                                  uint32_t stride,
                                                  const int32_t* pVertexOffset) {
    recordMulti(commandBuffer, true, drawCount, instanceCount, firstInstance, [&](uint32_t i) {
        const VkMultiDrawIndexedInfoEXT& info = elementOf(pIndexInfo, i, stride);
        return exec::MultiDraw{
            info.firstIndex, info.indexCount, pVertexOffset ? *pVertexOffset : info.vertexOffset};
    });
}

VKAPI_ATTR void VKAPI_CALL CmdBeginConditionalRenderingEXT(
    VkCommandBuffer commandBuffer,
    const VkConditionalRenderingBeginInfoEXT* pConditionalRenderingBegin) {
    const VkConditionalRenderingBeginInfoEXT& info = *pConditionalRenderingBegin;
    if (const uint8_t* condition = wordIn(info.buffer, info.offset)) {
        const bool inverted = info.flags & VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT;
        cast(commandBuffer)->record(exec::BeginCondition{condition, inverted});
    }
}

VKAPI_ATTR void VKAPI_CALL CmdEndConditionalRenderingEXT(VkCommandBuffer commandBuffer) {
    cast(commandBuffer)->record(exec::EndCondition{});
}

} // namespace entry
} // namespace cpu::icd
