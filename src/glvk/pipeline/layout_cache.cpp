// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/layout_cache.h"

#include "glvk/gpu/gpu.h"

#include <algorithm>

namespace glvk {

VkDescriptorType descriptorType(DescriptorKind kind) {
    switch (kind) {
    case DescriptorKind::Block:
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case DescriptorKind::DynamicBlock:
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    case DescriptorKind::Texels:
        return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    default:
        return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    }
}

LayoutCache::LayoutCache(Gpu& gpu)
    : m_gpu(gpu),
      m_plan(gpu.limits().maxBoundDescriptorSets,
             gpu.limits().maxDescriptorSetUniformBuffersDynamic,
             gpu.features().descriptors) {}

LayoutCache::~LayoutCache() {
    for (const auto& [key, layout] : m_pipelines) {
        m_gpu.vk().vkDestroyPipelineLayout(m_gpu.handle(), layout, nullptr);
    }
    for (const auto& [key, set] : m_sets) {
        m_gpu.vk().vkDestroyDescriptorSetLayout(m_gpu.handle(), set.handle, nullptr);
    }
}

const SetLayout* LayoutCache::setLayout(const SetShape& shape, bool pushed) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_sets.find({shape, pushed}); found != m_sets.end()) {
        return &found->second;
    }
    SetLayout layout;
    layout.shape = shape;
    layout.pushed = pushed;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const SetBinding& b : shape) {
        bindings.push_back({b.binding, descriptorType(b.kind), b.count, b.stages, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    if (pushed) {
        info.flags |= VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    }
    if (m_gpu.features().descriptors.way == DescriptorWay::Buffer) {
        info.flags |= VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT;
    }
    info.bindingCount = uint32_t(bindings.size());
    info.pBindings = bindings.data();
    if (m_gpu.vk().vkCreateDescriptorSetLayout(m_gpu.handle(), &info, nullptr, &layout.handle) !=
        VK_SUCCESS) {
        return nullptr;
    }
    layout.id = uint32_t(m_sets.size() + 1);
    measure(layout);
    return &m_sets.emplace(std::pair(shape, pushed), std::move(layout)).first->second;
}

/// Finds out where each descriptor is.
void LayoutCache::measure(SetLayout& layout) const {
    const VolkDeviceTable& vk = m_gpu.vk();
    const DescriptorChoice& descriptors = m_gpu.features().descriptors;
    const bool inBuffer = descriptors.way == DescriptorWay::Buffer;
    if (inBuffer) {
        vk.vkGetDescriptorSetLayoutSizeEXT(m_gpu.handle(), layout.handle, &layout.size_B);
    }
    for (const SetBinding& b : layout.shape) {
        VkDeviceSize first_B = 0;
        if (inBuffer) {
            vk.vkGetDescriptorSetLayoutBindingOffsetEXT(
                m_gpu.handle(), layout.handle, b.binding, &first_B);
        }
        const bool image = b.kind == DescriptorKind::Image;
        const bool buffer =
            b.kind == DescriptorKind::Block || b.kind == DescriptorKind::DynamicBlock;
        const bool apart = image && descriptors.samplersApart;
        const uint32_t step_B = apart    ? descriptors.image_B
                                : image  ? descriptors.combined_B
                                : buffer ? descriptors.uniformBuffer_B
                                         : descriptors.texels_B;
        const uint32_t sampler_B = descriptors.combined_B - descriptors.image_B;
        for (uint16_t i = 0; i < b.count; ++i) {
            DescriptorPlace place{b.binding, i, b.kind, uint32_t(first_B) + i * step_B};
            if (apart) {
                place.samplerOffset_B = uint32_t(first_B) + b.count * step_B + i * sampler_B;
            }
            (buffer ? layout.buffers : layout.images).push_back(place);
        }
    }
}

VkPipelineLayout LayoutCache::pipelineLayout(std::span<const SetLayout* const> sets) {
    const std::lock_guard lock(m_mutex);
    std::vector<uint32_t> key;
    std::vector<VkDescriptorSetLayout> handles;
    for (const SetLayout* set : sets) {
        key.push_back(set ? set->id : 0);
        handles.push_back(set ? set->handle : VK_NULL_HANDLE);
    }
    if (const auto found = m_pipelines.find(key); found != m_pipelines.end()) {
        return found->second;
    }
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    if (m_gpu.features().usesLibraries()) {
        info.flags = VK_PIPELINE_LAYOUT_CREATE_INDEPENDENT_SETS_BIT_EXT;
    }
    info.setLayoutCount = uint32_t(handles.size());
    info.pSetLayouts = handles.data();
    VkPipelineLayout layout = VK_NULL_HANDLE;
    if (m_gpu.vk().vkCreatePipelineLayout(m_gpu.handle(), &info, nullptr, &layout) != VK_SUCCESS) {
        return VK_NULL_HANDLE;
    }
    m_pipelines.emplace(key, layout);
    return layout;
}

} // namespace glvk
