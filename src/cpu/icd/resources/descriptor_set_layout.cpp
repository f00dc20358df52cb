// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/descriptor_set_layout.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/limits.h"
#include "cpu/icd/resources/sampler.h"

#include <algorithm>
#include <array>
#include <bit>

namespace cpu::icd {
namespace {

uint32_t bindingSize_B(VkDescriptorType type, uint32_t count) {
    constexpr auto kStride_B = uint32_t(kDescriptor_B);
    return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
               ? (count + kStride_B - 1) / kStride_B * kStride_B
               : count * kStride_B;
}

} // namespace

bool isDynamic(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
           type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

const SetDescription::Binding* SetDescription::find(uint32_t binding) const {
    const auto at = std::lower_bound(
        bindings.begin(), bindings.end(), binding, [](const Binding& candidate, uint32_t number) {
            return candidate.binding < number;
        });
    return at != bindings.end() && at->binding == binding ? &*at : nullptr;
}

uint32_t SetDescription::size_B_of(uint32_t variableCount) const {
    if (bindings.empty() ||
        !(bindings.back().flags & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT)) {
        return size_B;
    }
    const Binding& last = bindings.back();
    return last.offset_B + bindingSize_B(last.type, std::min(variableCount, last.count));
}

namespace {

std::shared_ptr<const SetDescription> describe(const VkDescriptorSetLayoutCreateInfo& info) {
    const auto* flags = find<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
        info.pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    auto description = std::make_shared<SetDescription>();
    description->push = info.flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    auto& bindings = description->bindings;
    bindings.reserve(info.bindingCount);
    for (uint32_t i = 0; i < info.bindingCount; ++i) {
        const VkDescriptorSetLayoutBinding& from = info.pBindings[i];
        if (from.descriptorCount == 0) {
            continue;
        }
        SetDescription::Binding binding{};
        binding.binding = from.binding;
        binding.type = from.descriptorType;
        binding.count = from.descriptorCount;
        binding.flags = flags && i < flags->bindingCount ? flags->pBindingFlags[i]
                                                         : VkDescriptorBindingFlags(0);
        const bool samples = from.descriptorType == VK_DESCRIPTOR_TYPE_SAMPLER ||
                             from.descriptorType == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        if (samples && from.pImmutableSamplers) {
            for (uint32_t s = 0; s < from.descriptorCount; ++s) {
                binding.immutableSamplers.push_back(cast(from.pImmutableSamplers[s])->sharedData());
            }
        }
        bindings.push_back(std::move(binding));
    }
    std::sort(bindings.begin(), bindings.end(), [](const auto& a, const auto& b) {
        return a.binding < b.binding;
    });
    for (SetDescription::Binding& binding : bindings) {
        binding.offset_B = description->size_B;
        description->size_B += bindingSize_B(binding.type, binding.count);
        if (isDynamic(binding.type)) {
            binding.firstDynamic = description->dynamicCount;
            description->dynamicCount += binding.count;
        }
        auto& definition = description->definition;
        definition.insert(definition.end(),
                          {binding.binding, uint32_t(binding.type), binding.count});
        for (const auto& sampler : binding.immutableSamplers) {
            binding.immutablePointers.push_back(sampler.get());
            const auto words =
                std::bit_cast<std::array<uint32_t, sizeof(SamplerData) / 4>>(*sampler);
            definition.insert(definition.end(), words.begin(), words.end());
        }
    }
    return description;
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL
CreateDescriptorSetLayout(VkDevice device,
                          const VkDescriptorSetLayoutCreateInfo* pCreateInfo,
                          const VkAllocationCallbacks* pAllocator,
                          VkDescriptorSetLayout* pSetLayout) {
    try {
        auto* layout = make<DescriptorSetLayout>(pAllocator, describe(*pCreateInfo));
        if (layout) {
            *pSetLayout = handleOf<VkDescriptorSetLayout>(layout);
            return VK_SUCCESS;
        }
    } catch (const std::bad_alloc&) {
    }
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

VKAPI_ATTR void VKAPI_CALL DestroyDescriptorSetLayout(VkDevice device,
                                                      VkDescriptorSetLayout descriptorSetLayout,
                                                      const VkAllocationCallbacks* pAllocator) {
    destroy(cast(descriptorSetLayout), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL
GetDescriptorSetLayoutSupport(VkDevice device,
                              const VkDescriptorSetLayoutCreateInfo* pCreateInfo,
                              VkDescriptorSetLayoutSupport* pSupport) {
    const auto* flags = find<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
        pCreateInfo->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    uint64_t descriptors = 0; // Without those of a variable count.
    uint64_t variable = 0;
    uint64_t mostVariable = 0;
    bool supported = true;
    for (uint32_t i = 0; i < pCreateInfo->bindingCount; ++i) {
        const VkDescriptorSetLayoutBinding& binding = pCreateInfo->pBindings[i];
        const bool block = binding.descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        if (flags && i < flags->bindingCount &&
            (flags->pBindingFlags[i] & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT)) {
            variable = binding.descriptorCount;
            mostVariable = block ? kMaxInlineUniformBlock_B : kMaxDescriptors;
            supported = supported && variable <= mostVariable;
        } else if (block) {
            supported = supported && binding.descriptorCount <= kMaxInlineUniformBlock_B;
            ++descriptors;
        } else {
            descriptors += binding.descriptorCount;
        }
    }
    // A block counts as one descriptor (maxPerSetDescriptors).
    const bool bytes = mostVariable == kMaxInlineUniformBlock_B;
    supported = supported && descriptors + (bytes ? 1 : variable) <= kMaxDescriptors;
    pSupport->supported = supported;
    for (auto* at = static_cast<VkBaseOutStructure*>(pSupport->pNext); at; at = at->pNext) {
        if (at->sType ==
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT) {
            const uint64_t most =
                bytes ? mostVariable : mostVariable - std::min(mostVariable, descriptors);
            reinterpret_cast<VkDescriptorSetVariableDescriptorCountLayoutSupport*>(at)
                ->maxVariableDescriptorCount = supported ? uint32_t(most) : 0;
        }
    }
}

} // namespace entry
} // namespace cpu::icd
