// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "pipeline_maker.h"

namespace vkt {

PipelineMaker::PipelineMaker() {
    ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    rs.lineWidth = 1;
    rs.cullMode = VK_CULL_MODE_NONE;
    ms.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    ds.depthCompareOp = VK_COMPARE_OP_ALWAYS;
    ds.maxDepthBounds = 1;
    ds.front.compareOp = ds.back.compareOp = VK_COMPARE_OP_ALWAYS;
    vp.viewportCount = vp.scissorCount = 1;
    VkPipelineColorBlendAttachmentState blend{};
    blend.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                           VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    blends.assign(1, blend);
    setFormats({VK_FORMAT_R8G8B8A8_UNORM});
}

void PipelineMaker::addStage(VkShaderStageFlagBits stage,
                             VkShaderModule module,
                             const VkSpecializationInfo* specialization) {
    std::erase_if(m_stages, [&](const auto& other) { return other.stage == stage; });
    VkPipelineShaderStageCreateInfo& info = m_stages.emplace_back();
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage = stage;
    info.module = module;
    info.pName = "main";
    info.pSpecializationInfo = specialization;
}

void PipelineMaker::setFormats(std::vector<VkFormat> colors, VkFormat depth, VkFormat stencil) {
    m_colors = std::move(colors);
    blends.resize(m_colors.size(),
                  blends.empty() ? VkPipelineColorBlendAttachmentState{} : blends[0]);
    rendering.depthAttachmentFormat = depth;
    rendering.stencilAttachmentFormat = stencil;
}

void PipelineMaker::setViewport(uint32_t width, uint32_t height) {
    viewport = {0, 0, float(width), float(height), 0, 1};
    scissor = {{0, 0}, {width, height}};
}

void PipelineMaker::addBinding(uint32_t binding, uint32_t stride_B, VkVertexInputRate rate) {
    m_bindings.push_back({binding, stride_B, rate});
}

void PipelineMaker::addAttribute(uint32_t location,
                                 uint32_t binding,
                                 VkFormat format,
                                 uint32_t offset_B) {
    m_attributes.push_back({location, binding, format, offset_B});
}

const VkGraphicsPipelineCreateInfo& PipelineMaker::info() {
    rendering.colorAttachmentCount = uint32_t(m_colors.size());
    rendering.pColorAttachmentFormats = m_colors.data();
    rendering.pNext = next;
    vi.vertexBindingDescriptionCount = uint32_t(m_bindings.size());
    vi.pVertexBindingDescriptions = m_bindings.data();
    vi.vertexAttributeDescriptionCount = uint32_t(m_attributes.size());
    vi.pVertexAttributeDescriptions = m_attributes.data();
    vp.pViewports = &viewport;
    vp.pScissors = &scissor;
    cb.attachmentCount = uint32_t(blends.size());
    cb.pAttachments = blends.data();
    m_dynamic.dynamicStateCount = uint32_t(dynamicStates.size());
    m_dynamic.pDynamicStates = dynamicStates.data();
    m_info.pNext = renderPass ? next : &rendering;
    m_info.flags = flags;
    m_info.stageCount = uint32_t(m_stages.size());
    m_info.pStages = m_stages.data();
    m_info.pVertexInputState = &vi;
    m_info.pInputAssemblyState = &ia;
    m_info.pTessellationState = ts.patchControlPoints ? &ts : nullptr;
    m_info.pViewportState = &vp;
    m_info.pRasterizationState = &rs;
    m_info.pMultisampleState = &ms;
    m_info.pDepthStencilState = &ds;
    m_info.pColorBlendState = &cb;
    m_info.pDynamicState = dynamicStates.empty() ? nullptr : &m_dynamic;
    m_info.layout = layout;
    m_info.renderPass = renderPass;
    m_info.subpass = subpass;
    return m_info;
}

} // namespace vkt
