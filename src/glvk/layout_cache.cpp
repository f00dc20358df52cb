// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/layout_cache.h"

#include "glvk/device.h"

namespace glvk {

LayoutCache::~LayoutCache() {
    for (const auto& [key, layout] : m_pipelines) {
        m_device.vk().vkDestroyPipelineLayout(m_device.handle(), layout, nullptr);
    }
    for (const auto& [key, set] : m_sets) {
        m_device.vk().vkDestroyDescriptorSetLayout(m_device.handle(), set.handle, nullptr);
    }
}

const SetLayout* LayoutCache::setLayout(const SetShape& shape, VkShaderStageFlags stages) {
    const std::lock_guard lock(m_mutex);
    const auto key = std::make_pair(shape, stages);
    if (const auto found = m_sets.find(key); found != m_sets.end()) {
        return &found->second;
    }
    SetLayout layout;
    layout.shape = shape;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    if (shape.uniformBlock) {
        bindings.push_back({0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, stages, nullptr});
    }
    for (uint32_t i = 0; i < shape.samplerCounts.size(); ++i) {
        bindings.push_back({i + 1,
                            VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                            shape.samplerCounts[i],
                            stages,
                            nullptr});
        layout.samplerCount += shape.samplerCounts[i];
    }
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = uint32_t(bindings.size());
    info.pBindings = bindings.data();
    if (m_device.vk().vkCreateDescriptorSetLayout(
            m_device.handle(), &info, nullptr, &layout.handle) != VK_SUCCESS) {
        return nullptr;
    }
    layout.id = uint32_t(m_sets.size() + 1);
    return &m_sets.emplace(key, std::move(layout)).first->second;
}

VkPipelineLayout
LayoutCache::pipelineLayout(const std::array<const SetLayout*, kShaderSets>& sets) {
    const std::lock_guard lock(m_mutex);
    std::array<uint32_t, kShaderSets> key{};
    std::array<VkDescriptorSetLayout, kShaderSets> handles{};
    for (size_t i = 0; i < kShaderSets; ++i) {
        key[i] = sets[i]->id;
        handles[i] = sets[i]->handle;
    }
    if (const auto found = m_pipelines.find(key); found != m_pipelines.end()) {
        return found->second;
    }
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = uint32_t(handles.size());
    info.pSetLayouts = handles.data();
    VkPipelineLayout layout = VK_NULL_HANDLE;
    if (m_device.vk().vkCreatePipelineLayout(m_device.handle(), &info, nullptr, &layout) !=
        VK_SUCCESS) {
        return VK_NULL_HANDLE;
    }
    m_pipelines.emplace(key, layout);
    return layout;
}

} // namespace glvk
