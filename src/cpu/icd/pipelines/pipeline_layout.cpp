// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/pipelines/pipeline_layout.h"

#include "cpu/icd/api/entry_points.h"

#include <algorithm>

namespace cpu::icd {
namespace {

shader::BindingKind kindOf(VkDescriptorType type) {
    using enum shader::BindingKind;
    switch (type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        return Sampler;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        return CombinedImageSampler;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
        return SampledImage;
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        return StorageImage;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        return UniformTexelBuffer;
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return StorageTexelBuffer;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
        return UniformBuffer;
    case VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK:
        return InlineUniformBlock;
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
        return InputAttachment;
    default:
        return StorageBuffer;
    }
}

} // namespace

PipelineLayout::PipelineLayout(const VkPipelineLayoutCreateInfo& info) {
    uint32_t dynamic = 0;
    for (uint32_t i = 0; i < info.setLayoutCount; ++i) {
        // Null: a set that the pipelines of this layout do not use (pipeline libraries).
        static const auto kNone = std::make_shared<const SetDescription>();
        m_sets.push_back(info.pSetLayouts[i] ? cast(info.pSetLayouts[i])->description() : kNone);
        m_firstDynamic.push_back(dynamic);
        dynamic += m_sets.back()->dynamicCount;
    }
}

stage::SetPlaces PipelineLayout::setPlaces() const {
    std::vector<stage::SetPlaces::Set> sets;
    uint32_t largest_B = 0;
    for (uint32_t i = 0; i < m_sets.size(); ++i) {
        const SetDescription& set = *m_sets[i];
        largest_B = std::max(largest_B, set.size_B);
        sets.push_back({.required_B = set.size_B_of(0),
                        .firstDynamic = m_firstDynamic[i],
                        .dynamicCount = set.dynamicCount});
    }
    return stage::SetPlaces(sets, largest_B);
}

shader::InterfaceLayout PipelineLayout::interfaceLayout() const {
    shader::InterfaceLayout layout;
    for (uint32_t s = 0; s < m_sets.size(); ++s) {
        for (const SetDescription::Binding& from : m_sets[s]->bindings) {
            shader::Binding binding{};
            binding.set = s;
            binding.binding = from.binding;
            binding.kind = kindOf(from.type);
            binding.count = from.count;
            binding.offset_B = from.offset_B;
            binding.firstDynamic =
                isDynamic(from.type) ? int32_t(m_firstDynamic[s] + from.firstDynamic) : -1;
            binding.immutableSamplers =
                from.immutablePointers.empty() ? nullptr : from.immutablePointers.data();
            binding.variableCount =
                from.flags & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
            binding.partiallyBound = from.flags & VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT;
            layout.bindings.push_back(binding);
        }
    }
    return layout;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreatePipelineLayout(VkDevice device,
                                                    const VkPipelineLayoutCreateInfo* pCreateInfo,
                                                    const VkAllocationCallbacks* pAllocator,
                                                    VkPipelineLayout* pPipelineLayout) {
    auto* layout = make<PipelineLayout>(pAllocator, *pCreateInfo);
    if (!layout) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pPipelineLayout = handleOf<VkPipelineLayout>(layout);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyPipelineLayout(VkDevice device,
                                                 VkPipelineLayout pipelineLayout,
                                                 const VkAllocationCallbacks* pAllocator) {
    destroy(cast(pipelineLayout), pAllocator);
}

} // namespace entry
} // namespace cpu::icd
