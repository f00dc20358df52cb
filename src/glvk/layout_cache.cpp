// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/layout_cache.h"

#include "base/options.h"
#include "glvk/device.h"

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

glsl::Stage glslStage(ShaderStage stage) {
    constexpr glsl::Stage kStages[] = {glsl::Stage::Vertex,
                                       glsl::Stage::Fragment,
                                       glsl::Stage::TessControl,
                                       glsl::Stage::TessEvaluation,
                                       glsl::Stage::Geometry};
    return kStages[size_t(stage)];
}

VkShaderStageFlagBits stageBit(ShaderStage stage) {
    constexpr VkShaderStageFlagBits kBits[] = {VK_SHADER_STAGE_VERTEX_BIT,
                                               VK_SHADER_STAGE_FRAGMENT_BIT,
                                               VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                                               VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                                               VK_SHADER_STAGE_GEOMETRY_BIT};
    return kBits[size_t(stage)];
}

SetPlan::SetPlan(uint32_t maxBoundSets, uint32_t maxDynamic) {
    constexpr uint16_t kApart = 128; // More bindings than any stage has.
    const bool folded = maxBoundSets < kShaderStages || base::options().foldSets;
    for (size_t i = 0; i < kShaderStages; ++i) {
        const bool between = i >= size_t(ShaderStage::TessControl);
        m_places[i] = {uint8_t(i), 0};
        if (folded && between) {
            const size_t nth = i - size_t(ShaderStage::TessControl);
            m_places[i] = {uint8_t(ShaderStage::TessControl), uint16_t(nth * kApart)};
        }
    }
    // Default blocks come first, one a stage. A stage must not take from what its partners have.
    uint32_t left = maxDynamic - std::min(maxDynamic, uint32_t(kShaderStages));
    const uint32_t rarely = left / 8;
    for (const ShaderStage stage :
         {ShaderStage::TessControl, ShaderStage::TessEvaluation, ShaderStage::Geometry}) {
        m_dynamic[size_t(stage)] = rarely;
        left -= rarely;
    }
    m_dynamic[size_t(ShaderStage::Fragment)] = left / 2;
    m_dynamic[size_t(ShaderStage::Vertex)] = left - left / 2;
}

LayoutCache::LayoutCache(Device& device)
    : m_device(device),
      m_plan(device.limits().maxBoundDescriptorSets,
             device.limits().maxDescriptorSetUniformBuffersDynamic) {}

LayoutCache::~LayoutCache() {
    for (const auto& [key, layout] : m_pipelines) {
        m_device.vk().vkDestroyPipelineLayout(m_device.handle(), layout, nullptr);
    }
    for (const auto& [key, set] : m_sets) {
        m_device.vk().vkDestroyDescriptorSetLayout(m_device.handle(), set.handle, nullptr);
    }
}

const SetLayout* LayoutCache::setLayout(const SetShape& shape) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_sets.find(shape); found != m_sets.end()) {
        return &found->second;
    }
    SetLayout layout;
    layout.shape = shape;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const SetBinding& b : shape) {
        bindings.push_back({b.binding, descriptorType(b.kind), b.count, b.stages, nullptr});
    }
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = uint32_t(bindings.size());
    info.pBindings = bindings.data();
    if (m_device.vk().vkCreateDescriptorSetLayout(
            m_device.handle(), &info, nullptr, &layout.handle) != VK_SUCCESS) {
        return nullptr;
    }
    layout.id = uint32_t(m_sets.size() + 1);
    return &m_sets.emplace(shape, std::move(layout)).first->second;
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
    if (m_device.features().graphicsPipelineLibrary) {
        info.flags = VK_PIPELINE_LAYOUT_CREATE_INDEPENDENT_SETS_BIT_EXT;
    }
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
