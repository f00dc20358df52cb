// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/bind.h"

#include "cpu/exec/bind_graphics.h"
#include "cpu/exec/bind_shaders.h"
#include "cpu/exec/check_set.h"
#include "cpu/exec/live_objects.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/pipelines/pipeline.h"
#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/pipelines/shader_object.h"
#include "cpu/icd/pipelines/stage_bit.h"
#include "cpu/icd/resources/buffer.h"
#include "cpu/icd/resources/descriptor_set.h"
#include "cpu/icd/resources/descriptor_set_layout.h"
#include "cpu/icd/resources/descriptor_update_template.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cpu::icd {

namespace {

constexpr VkShaderStageFlags kDrawStages = VK_SHADER_STAGE_ALL_GRAPHICS;
constexpr size_t kStages = 6; ///< With compute.

exec::BindPoint pointOf(VkPipelineBindPoint point) {
    return point == VK_PIPELINE_BIND_POINT_GRAPHICS ? exec::BindPoint::Graphics
                                                    : exec::BindPoint::Compute;
}

/// What of the set's bindings is descriptors of buffers and images.
void recordCheck(CommandBuffer& commands, uint32_t number, const DescriptorSet& set) {
    using Kind = exec::DescriptorArray::Kind;
    std::vector<exec::DescriptorArray> arrays;
    for (const SetDescription::Binding& binding : set.description().bindings) {
        switch (binding.type) {
        case VK_DESCRIPTOR_TYPE_SAMPLER:
        case VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK:
            break;
        case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
        case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
            arrays.push_back({binding.binding, binding.offset_B, binding.count, Kind::Image});
            break;
        default:
            arrays.push_back({binding.binding, binding.offset_B, binding.count, Kind::Buffer});
        }
    }
    const auto copied = commands.copy(arrays.data(), arrays.size());
    commands.record(exec::CheckSet{number, set.data(), set.size_B(), copied});
}

/// The sets are consecutive; their dynamic offsets are as well.
void recordSets(CommandBuffer& commands,
                exec::BindPoint point,
                const PipelineLayout& layout,
                uint32_t firstSet,
                std::span<const VkDescriptorSet> sets,
                std::span<const uint32_t> dynamicOffsets_B) {
    if (firstSet >= kMaxSets || firstSet >= layout.setCount()) {
        return;
    }
    const size_t count = std::min<size_t>(sets.size(), kMaxSets - firstSet);
    std::array<const uint8_t*, kMaxSets> memory{};
    std::array<uint32_t, kMaxSets> sizes_B{};
    std::array<uint32_t, kMaxSets> firstDynamics{};
    for (uint32_t i = 0; i < count; ++i) {
        memory[i] = sets[i] ? cast(sets[i])->data() : nullptr;
        sizes_B[i] = sets[i] ? cast(sets[i])->size_B() : 0;
        firstDynamics[i] = firstSet + i < layout.setCount() ? layout.firstDynamic(firstSet + i) : 0;
    }
    const uint32_t firstDynamic = std::min(layout.firstDynamic(firstSet), kMaxDynamicBuffers);
    const size_t dynamicCount =
        std::min<size_t>(dynamicOffsets_B.size(), kMaxDynamicBuffers - firstDynamic);
    if (exec::liveObjects()) {
        for (uint32_t i = 0; i < count; ++i) {
            if (sets[i]) {
                recordCheck(commands, firstSet + i, *cast(sets[i]));
            }
        }
    }
    const auto copiedSets = commands.copy(memory.data(), count);
    const auto copiedSizes = commands.copy(sizes_B.data(), count);
    const auto copiedFirst = commands.copy(firstDynamics.data(), count);
    const auto copiedOffsets = commands.copy(dynamicOffsets_B.data(), dynamicCount);
    commands.record(exec::BindSets{
        point, firstSet, copiedSets, copiedSizes, copiedFirst, firstDynamic, copiedOffsets});
}

/// Sets of which `memory(i)` says where they lie; null: nowhere.
template <typename Memory>
void recordPlaces(CommandBuffer& commands,
                  exec::BindPoint point,
                  const PipelineLayout& layout,
                  uint32_t firstSet,
                  uint32_t setCount,
                  Memory&& memory) {
    const uint32_t end = std::min(layout.setCount(), kMaxSets);
    const uint32_t count = std::min(setCount, end - std::min(firstSet, end));
    std::array<const uint8_t*, kMaxSets> places{};
    std::array<uint32_t, kMaxSets> sizes_B{};
    for (uint32_t i = 0; i < count; ++i) {
        places[i] = memory(i);
        sizes_B[i] = layout.set(firstSet + i).size_B;
    }
    if (count) {
        commands.record(exec::BindSets{point,
                                       firstSet,
                                       commands.copy(places.data(), count),
                                       commands.copy(sizes_B.data(), count),
                                       {},
                                       0,
                                       {}});
    }
}

/// What is pushed replaces some descriptors of the pushed set; those pushed before it remain. Each
/// time the whole set is recorded anew, for what follows.
template <typename Write>
void pushSet(CommandBuffer& commands,
             exec::BindPoint point,
             const PipelineLayout& layout,
             uint32_t set,
             Write&& write) {
    if (set >= kMaxSets || set >= layout.setCount()) {
        return;
    }
    const SetDescription& description = layout.set(set);
    uint8_t* const pushed = commands.pushedSet(point, description);
    write(description, pushed);
    const std::span<const CommandBuffer::DescriptorBytes> copied = commands.copyPushedSet(point);
    if (!copied.empty()) {
        const uint8_t* const memory = copied.front().bytes;
        commands.record(exec::BindSets{point,
                                       set,
                                       commands.copy(&memory, 1),
                                       commands.copy(&description.size_B, 1),
                                       {},
                                       0,
                                       {}});
    }
}

exec::BoundBuffer rangeOf(VkBuffer handle, uint64_t offset_B, uint64_t size_B) {
    const Buffer* const buffer = cast(handle);
    if (!buffer || !buffer->data() || offset_B >= buffer->size_B()) {
        return {};
    }
    return {buffer->data() + offset_B, buffer->range_B(offset_B, size_B)};
}

} // namespace

uint8_t* CommandBuffer::pushedSet(exec::BindPoint point, const SetDescription& description) {
    PushedSet& pushed = m_pushedSets[size_t(point)];
    const size_t count =
        std::max<size_t>(1, (description.size_B + kDescriptor_B - 1) / kDescriptor_B);
    // For another layout nothing was pushed yet.
    if (pushed.memory.empty() || pushed.definition != description.definition) {
        pushed.memory.assign(count, {}); // First: it is as large as the definition says.
        pushed.definition = description.definition;
        clearDescriptors(description, pushed.memory.front().bytes, description.size_B);
    } else {
        // Of the same state, but maybe other objects than those of an earlier push.
        setImmutableSamplers(description, pushed.memory.front().bytes, description.size_B);
    }
    return pushed.memory.front().bytes;
}

void CommandBuffer::bindDescriptorBuffers(
    std::span<const VkDescriptorBufferBindingInfoEXT> buffers) {
    m_descriptorBuffers.clear();
    for (const VkDescriptorBufferBindingInfoEXT& buffer : buffers) {
        m_descriptorBuffers.push_back(reinterpret_cast<uint8_t*>(buffer.address));
    }
}

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdBindPipeline(VkCommandBuffer commandBuffer,
                                           VkPipelineBindPoint pipelineBindPoint,
                                           VkPipeline pipeline) {
    if (pipelineBindPoint == VK_PIPELINE_BIND_POINT_GRAPHICS) {
        const GraphicsPipeline& graphics = *cast(pipeline)->graphics();
        cast(commandBuffer)
            ->record(exec::BindGraphicsPipeline{graphics.stages(), &graphics.staticState()});
    } else {
        cast(commandBuffer)->record(exec::BindComputePipeline{cast(pipeline)->compute()});
    }
}

VKAPI_ATTR void VKAPI_CALL CmdBindShadersEXT(VkCommandBuffer commandBuffer,
                                             uint32_t stageCount,
                                             const VkShaderStageFlagBits* pStages,
                                             const VkShaderEXT* pShaders) {
    std::array<exec::StageToBind, kStages> stages;
    size_t count = 0;
    for (uint32_t i = 0; i < stageCount && count < stages.size(); ++i) {
        const ShaderObject* const shader = pShaders ? cast(pShaders[i]) : nullptr;
        // Of stages that the device does not have there is nothing to unbind.
        callWithStage(pStages[i], [&]<typename Stage>(Stage) {
            stages[count++] = shader ? shader->bound<Stage>() : stage::BoundStage<Stage>();
        });
    }
    CommandBuffer& commands = *cast(commandBuffer);
    commands.record(exec::BindShaders{commands.copy(stages.data(), count)});
}

VKAPI_ATTR void VKAPI_CALL CmdBindVertexBuffers(VkCommandBuffer commandBuffer,
                                                uint32_t firstBinding,
                                                uint32_t bindingCount,
                                                const VkBuffer* pBuffers,
                                                const VkDeviceSize* pOffsets) {
    CmdBindVertexBuffers2(
        commandBuffer, firstBinding, bindingCount, pBuffers, pOffsets, nullptr, nullptr);
}

VKAPI_ATTR void VKAPI_CALL CmdBindVertexBuffers2(VkCommandBuffer commandBuffer,
                                                 uint32_t firstBinding,
                                                 uint32_t bindingCount,
                                                 const VkBuffer* pBuffers,
                                                 const VkDeviceSize* pOffsets,
                                                 const VkDeviceSize* pSizes,
                                                 const VkDeviceSize* pStrides) {
    if (firstBinding >= exec::kMaxVertexBindings) {
        return;
    }
    const uint32_t count = std::min(bindingCount, exec::kMaxVertexBindings - firstBinding);
    std::array<exec::BoundBuffer, exec::kMaxVertexBindings> buffers{};
    std::array<uint32_t, exec::kMaxVertexBindings> strides_B{};
    for (uint32_t i = 0; i < count; ++i) {
        buffers[i] = rangeOf(pBuffers[i], pOffsets[i], pSizes ? pSizes[i] : VK_WHOLE_SIZE);
        strides_B[i] = pStrides ? uint32_t(pStrides[i]) : 0;
    }
    CommandBuffer& commands = *cast(commandBuffer);
    commands.record(exec::BindVertexBuffers{firstBinding,
                                            commands.copy(buffers.data(), count),
                                            commands.copy(strides_B.data(), pStrides ? count : 0)});
}

VKAPI_ATTR void VKAPI_CALL CmdBindIndexBuffer(VkCommandBuffer commandBuffer,
                                              VkBuffer buffer,
                                              VkDeviceSize offset,
                                              VkIndexType indexType) {
    CmdBindIndexBuffer2KHR(commandBuffer, buffer, offset, VK_WHOLE_SIZE, indexType);
}

VKAPI_ATTR void VKAPI_CALL CmdBindIndexBuffer2KHR(VkCommandBuffer commandBuffer,
                                                  VkBuffer buffer,
                                                  VkDeviceSize offset,
                                                  VkDeviceSize size,
                                                  VkIndexType indexType) {
    const uint32_t index_B = indexType == VK_INDEX_TYPE_UINT8_EXT ? 1
                             : indexType == VK_INDEX_TYPE_UINT16  ? 2
                                                                  : 4;
    cast(commandBuffer)->record(exec::BindIndexBuffer{rangeOf(buffer, offset, size), index_B});
}

VKAPI_ATTR void VKAPI_CALL CmdSetPrimitiveRestartIndexEXT(VkCommandBuffer commandBuffer,
                                                          uint32_t primitiveRestartIndex) {
    cast(commandBuffer)->record(exec::SetRestartIndex{primitiveRestartIndex});
}

VKAPI_ATTR void VKAPI_CALL CmdBindDescriptorSets(VkCommandBuffer commandBuffer,
                                                 VkPipelineBindPoint pipelineBindPoint,
                                                 VkPipelineLayout layout,
                                                 uint32_t firstSet,
                                                 uint32_t descriptorSetCount,
                                                 const VkDescriptorSet* pDescriptorSets,
                                                 uint32_t dynamicOffsetCount,
                                                 const uint32_t* pDynamicOffsets) {
    recordSets(*cast(commandBuffer),
               pointOf(pipelineBindPoint),
               *cast(layout),
               firstSet,
               {pDescriptorSets, descriptorSetCount},
               {pDynamicOffsets, dynamicOffsetCount});
}

VKAPI_ATTR void VKAPI_CALL
CmdBindDescriptorBuffersEXT(VkCommandBuffer commandBuffer,
                            uint32_t bufferCount,
                            const VkDescriptorBufferBindingInfoEXT* pBindingInfos) {
    cast(commandBuffer)->bindDescriptorBuffers({pBindingInfos, bufferCount});
}

VKAPI_ATTR void VKAPI_CALL CmdSetDescriptorBufferOffsetsEXT(VkCommandBuffer commandBuffer,
                                                            VkPipelineBindPoint pipelineBindPoint,
                                                            VkPipelineLayout layout,
                                                            uint32_t firstSet,
                                                            uint32_t setCount,
                                                            const uint32_t* pBufferIndices,
                                                            const VkDeviceSize* pOffsets) {
    CommandBuffer& commands = *cast(commandBuffer);
    const auto place = [&](uint32_t i) -> const uint8_t* {
        const uint8_t* const buffer = commands.descriptorBuffer(pBufferIndices[i]);
        return buffer ? buffer + pOffsets[i] : nullptr;
    };
    recordPlaces(commands, pointOf(pipelineBindPoint), *cast(layout), firstSet, setCount, place);
}

VKAPI_ATTR void VKAPI_CALL
CmdBindDescriptorBufferEmbeddedSamplersEXT(VkCommandBuffer commandBuffer,
                                           VkPipelineBindPoint pipelineBindPoint,
                                           VkPipelineLayout layout,
                                           uint32_t set) {
    CommandBuffer& commands = *cast(commandBuffer);
    const PipelineLayout& pipelineLayout = *cast(layout);
    if (set >= pipelineLayout.setCount()) {
        return;
    }
    const SetDescription& description = pipelineLayout.set(set);
    std::vector<CommandBuffer::DescriptorBytes> samplers(
        std::max<size_t>(1, description.size_B / kDescriptor_B));
    clearDescriptors(description, samplers.front().bytes, description.size_B);
    const auto copied = commands.copy(samplers.data(), samplers.size());
    if (!copied.empty()) {
        recordPlaces(commands, pointOf(pipelineBindPoint), pipelineLayout, set, 1, [&](size_t) {
            return copied.front().bytes;
        });
    }
}

VKAPI_ATTR void VKAPI_CALL CmdPushConstants(VkCommandBuffer commandBuffer,
                                            VkPipelineLayout layout,
                                            VkShaderStageFlags stageFlags,
                                            uint32_t offset,
                                            uint32_t size,
                                            const void* pValues) {
    if (offset >= kPushConstants_B) {
        return;
    }
    CommandBuffer& commands = *cast(commandBuffer);
    const uint32_t size_B = std::min(size, kPushConstants_B - offset);
    const auto bytes = commands.copy(static_cast<const uint8_t*>(pValues), size_B);
    if (stageFlags & VK_SHADER_STAGE_COMPUTE_BIT) {
        commands.record(exec::PushConstants{exec::BindPoint::Compute, offset, bytes});
    }
    if (stageFlags & kDrawStages) {
        commands.record(exec::PushConstants{exec::BindPoint::Graphics, offset, bytes});
    }
}

VKAPI_ATTR void VKAPI_CALL CmdPushDescriptorSetKHR(VkCommandBuffer commandBuffer,
                                                   VkPipelineBindPoint pipelineBindPoint,
                                                   VkPipelineLayout layout,
                                                   uint32_t set,
                                                   uint32_t descriptorWriteCount,
                                                   const VkWriteDescriptorSet* pDescriptorWrites) {
    pushSet(*cast(commandBuffer),
            pointOf(pipelineBindPoint),
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
    const DescriptorUpdateTemplate& update = *cast(descriptorUpdateTemplate);
    pushSet(*cast(commandBuffer),
            pointOf(update.bindPoint()),
            *cast(layout),
            set,
            [&](const SetDescription& description, uint8_t* memory) {
                update.apply(description, memory, description.size_B, pData);
            });
}

} // namespace entry
} // namespace cpu::icd
