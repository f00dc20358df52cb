// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/bind.h"
#include "cpu/exec/dispatch.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/buffer.h"
#include "cpu/icd/command_buffer.h"
#include "cpu/icd/descriptor_set.h"
#include "cpu/icd/descriptor_set_layout.h"
#include "cpu/icd/descriptor_update_template.h"
#include "cpu/icd/pipeline.h"
#include "cpu/icd/pipeline_layout.h"

#include <algorithm>
#include <array>

namespace cpu::icd {

namespace {

/// The sets are consecutive; their dynamic offsets are as well.
void recordSets(CommandBuffer& commands,
                const PipelineLayout& layout,
                uint32_t firstSet,
                std::span<const VkDescriptorSet> sets,
                std::span<const uint32_t> dynamicOffsets_B) {
    if (firstSet >= shader::kMaxSets || firstSet >= layout.setCount()) {
        return;
    }
    const size_t count = std::min<size_t>(sets.size(), shader::kMaxSets - firstSet);
    std::array<const uint8_t*, shader::kMaxSets> memory{};
    std::array<uint32_t, shader::kMaxSets> sizes_B{};
    for (size_t i = 0; i < count; ++i) {
        memory[i] = sets[i] ? cast(sets[i])->data() : nullptr;
        sizes_B[i] = sets[i] ? cast(sets[i])->size_B() : 0;
    }
    const uint32_t firstDynamic =
        std::min(layout.firstDynamic(firstSet), shader::kMaxDynamicBuffers);
    const size_t dynamicCount =
        std::min<size_t>(dynamicOffsets_B.size(), shader::kMaxDynamicBuffers - firstDynamic);
    const auto copiedSets = commands.copy(memory.data(), count);
    const auto copiedSizes = commands.copy(sizes_B.data(), count);
    const auto copiedOffsets = commands.copy(dynamicOffsets_B.data(), dynamicCount);
    commands.record(
        exec::BindComputeSets{firstSet, copiedSets, copiedSizes, firstDynamic, copiedOffsets});
}

/// What is pushed replaces some descriptors of the pushed set; those pushed before it remain. Each
/// time the whole set is recorded anew, for the dispatches that follow.
template <typename Write>
void pushSet(CommandBuffer& commands, const PipelineLayout& layout, uint32_t set, Write&& write) {
    if (set >= shader::kMaxSets || set >= layout.setCount()) {
        return;
    }
    const SetDescription& description = layout.set(set);
    uint8_t* const pushed = commands.pushedSet(description);
    if (!pushed) {
        return;
    }
    write(description, pushed);
    const std::span<const CommandBuffer::DescriptorBytes> copied = commands.copyPushedSet();
    if (!copied.empty()) {
        const uint8_t* const memory = copied.front().bytes;
        commands.record(exec::BindComputeSets{
            set, commands.copy(&memory, 1), commands.copy(&description.size_B, 1), 0, {}});
    }
}

} // namespace

uint8_t* CommandBuffer::pushedSet(const SetDescription& description) {
    const size_t count =
        std::max<size_t>(1, (description.size_B + kDescriptor_B - 1) / kDescriptor_B);
    // For another layout nothing was pushed yet.
    if (m_pushedSet.empty() || m_pushedDefinition != description.definition) {
        try {
            m_pushedDefinition = description.definition;
            m_pushedSet.assign(count, {});
        } catch (const std::bad_alloc&) {
            m_failed = true;
            return nullptr;
        }
        clearDescriptors(description, m_pushedSet.front().bytes, description.size_B);
    } else {
        // Of the same state, but maybe other objects than those of an earlier push.
        setImmutableSamplers(description, m_pushedSet.front().bytes, description.size_B);
    }
    return m_pushedSet.front().bytes;
}

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdBindPipeline(VkCommandBuffer commandBuffer,
                                           VkPipelineBindPoint pipelineBindPoint,
                                           VkPipeline pipeline) {
    if (pipelineBindPoint == VK_PIPELINE_BIND_POINT_COMPUTE) {
        cast(commandBuffer)->record(exec::BindComputePipeline{cast(pipeline)});
    }
}

VKAPI_ATTR void VKAPI_CALL CmdBindDescriptorSets(VkCommandBuffer commandBuffer,
                                                 VkPipelineBindPoint pipelineBindPoint,
                                                 VkPipelineLayout layout,
                                                 uint32_t firstSet,
                                                 uint32_t descriptorSetCount,
                                                 const VkDescriptorSet* pDescriptorSets,
                                                 uint32_t dynamicOffsetCount,
                                                 const uint32_t* pDynamicOffsets) {
    if (pipelineBindPoint == VK_PIPELINE_BIND_POINT_COMPUTE) {
        recordSets(*cast(commandBuffer),
                   *cast(layout),
                   firstSet,
                   {pDescriptorSets, descriptorSetCount},
                   {pDynamicOffsets, dynamicOffsetCount});
    }
}

VKAPI_ATTR void VKAPI_CALL CmdPushConstants(VkCommandBuffer commandBuffer,
                                            VkPipelineLayout layout,
                                            VkShaderStageFlags stageFlags,
                                            uint32_t offset,
                                            uint32_t size,
                                            const void* pValues) {
    if (!(stageFlags & VK_SHADER_STAGE_COMPUTE_BIT) || offset >= shader::kPushConstants_B) {
        return;
    }
    CommandBuffer& commands = *cast(commandBuffer);
    const uint32_t size_B = std::min(size, shader::kPushConstants_B - offset);
    commands.record(exec::PushComputeConstants{
        offset, commands.copy(static_cast<const uint8_t*>(pValues), size_B)});
}

VKAPI_ATTR void VKAPI_CALL CmdPushDescriptorSetKHR(VkCommandBuffer commandBuffer,
                                                   VkPipelineBindPoint pipelineBindPoint,
                                                   VkPipelineLayout layout,
                                                   uint32_t set,
                                                   uint32_t descriptorWriteCount,
                                                   const VkWriteDescriptorSet* pDescriptorWrites) {
    if (pipelineBindPoint != VK_PIPELINE_BIND_POINT_COMPUTE) {
        return;
    }
    pushSet(*cast(commandBuffer),
            *cast(layout),
            set,
            [&](const SetDescription& description, uint8_t* memory) {
                for (uint32_t i = 0; i < descriptorWriteCount; ++i) {
                    writeDescriptors(description, memory, description.size_B, pDescriptorWrites[i]);
                }
            });
}

VKAPI_ATTR void VKAPI_CALL
CmdPushDescriptorSetWithTemplateKHR(VkCommandBuffer commandBuffer,
                                    VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                    VkPipelineLayout layout,
                                    uint32_t set,
                                    const void* pData) {
    pushSet(
        *cast(commandBuffer),
        *cast(layout),
        set,
        [&](const SetDescription& description, uint8_t* memory) {
            cast(descriptorUpdateTemplate)->apply(description, memory, description.size_B, pData);
        });
}

VKAPI_ATTR void VKAPI_CALL CmdDispatch(VkCommandBuffer commandBuffer,
                                       uint32_t groupCountX,
                                       uint32_t groupCountY,
                                       uint32_t groupCountZ) {
    cast(commandBuffer)->record(exec::Dispatch{{}, {groupCountX, groupCountY, groupCountZ}});
}

VKAPI_ATTR void VKAPI_CALL CmdDispatchBase(VkCommandBuffer commandBuffer,
                                           uint32_t baseGroupX,
                                           uint32_t baseGroupY,
                                           uint32_t baseGroupZ,
                                           uint32_t groupCountX,
                                           uint32_t groupCountY,
                                           uint32_t groupCountZ) {
    cast(commandBuffer)
        ->record(exec::Dispatch{{baseGroupX, baseGroupY, baseGroupZ},
                                {groupCountX, groupCountY, groupCountZ}});
}

VKAPI_ATTR void VKAPI_CALL CmdDispatchIndirect(VkCommandBuffer commandBuffer,
                                               VkBuffer buffer,
                                               VkDeviceSize offset) {
    const Buffer& counts = *cast(buffer);
    if (counts.data() && offset <= counts.size_B() &&
        counts.size_B() - offset >= sizeof(VkDispatchIndirectCommand)) {
        cast(commandBuffer)->record(exec::DispatchIndirect{counts.data() + offset});
    }
}

} // namespace entry
} // namespace cpu::icd
