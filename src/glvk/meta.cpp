// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/meta.h"

#include "glvk/device.h"
#include "glvk/pipeline_store.h"

#include <cstdint>

namespace glvk {

namespace {

constexpr uint32_t kVertexWords[] =
#include "shaders/meta.vert.inc"
    ;
constexpr uint32_t kFragmentWords[] =
#include "shaders/clear.frag.inc"
    ;

} // namespace

MetaPipelines::~MetaPipelines() {
    const VolkDeviceTable& vk = m_device.vk();
    for (const auto& [key, pipeline] : m_clears) {
        vk.vkDestroyPipeline(m_device.handle(), pipeline, nullptr);
    }
    vk.vkDestroyPipelineLayout(m_device.handle(), m_layout, nullptr);
    vk.vkDestroyShaderModule(m_device.handle(), m_vertex, nullptr);
    vk.vkDestroyShaderModule(m_device.handle(), m_fragment, nullptr);
}

bool MetaPipelines::prepareLocked() {
    if (m_layout) {
        return true;
    }
    const VolkDeviceTable& vk = m_device.vk();
    const auto module = [&](const uint32_t* words, size_t size_B, VkShaderModule& out) {
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = size_B;
        info.pCode = words;
        return out ||
               vk.vkCreateShaderModule(m_device.handle(), &info, nullptr, &out) == VK_SUCCESS;
    };
    const VkPushConstantRange range{
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(Push)};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    return module(kVertexWords, sizeof kVertexWords, m_vertex) &&
           module(kFragmentWords, sizeof kFragmentWords, m_fragment) &&
           vk.vkCreatePipelineLayout(m_device.handle(), &info, nullptr, &m_layout) == VK_SUCCESS;
}

VkPipeline MetaPipelines::maskedClear(const MaskedClearKey& key) {
    const std::lock_guard lock(m_mutex);
    if (!prepareLocked()) {
        return VK_NULL_HANDLE;
    }
    VkPipeline& pipeline = m_clears[key];
    if (!pipeline) {
        pipeline = buildLocked(key);
    }
    return pipeline;
}

VkPipeline MetaPipelines::buildLocked(const MaskedClearKey& key) {
    VkPipelineShaderStageCreateInfo stages[2]{};
    for (size_t i = 0; i < 2; ++i) {
        stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stages[i].stage = i ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_VERTEX_BIT;
        stages[i].module = i ? m_fragment : m_vertex;
        stages[i].pName = "main";
    }
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    vp.viewportCount = 1;
    vp.scissorCount = 1;
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    rs.lineWidth = 1;
    VkPipelineMultisampleStateCreateInfo ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    ms.rasterizationSamples = VkSampleCountFlagBits(key.samples);
    VkPipelineDepthStencilStateCreateInfo ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    ds.depthTestEnable = key.depth;
    ds.depthWriteEnable = key.depth;
    ds.depthCompareOp = VK_COMPARE_OP_ALWAYS;
    ds.stencilTestEnable = key.stencil;
    ds.front.passOp = ds.front.failOp = ds.front.depthFailOp = VK_STENCIL_OP_REPLACE;
    ds.front.compareOp = VK_COMPARE_OP_ALWAYS;
    ds.front.compareMask = 0xff;
    ds.back = ds.front;
    VkPipelineColorBlendAttachmentState blends[gl::kMaxColorAttachments]{};
    VkFormat formats[gl::kMaxColorAttachments]{};
    for (size_t i = 0; i < key.colorCount; ++i) {
        blends[i].colorWriteMask = key.writeMask[i];
        formats[i] = m_device.vkFormat(key.colorFormat[i]);
    }
    VkPipelineColorBlendStateCreateInfo cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    cb.attachmentCount = key.colorCount;
    cb.pAttachments = blends;
    const VkDynamicState dynamic[] = {VK_DYNAMIC_STATE_VIEWPORT,
                                      VK_DYNAMIC_STATE_SCISSOR,
                                      VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                                      VK_DYNAMIC_STATE_STENCIL_REFERENCE};
    VkPipelineDynamicStateCreateInfo dynamicState{
        VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamicState.dynamicStateCount = 4;
    dynamicState.pDynamicStates = dynamic;
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    rendering.colorAttachmentCount = key.colorCount;
    rendering.pColorAttachmentFormats = formats;
    rendering.depthAttachmentFormat = m_device.vkFormat(key.depthFormat);
    rendering.stencilAttachmentFormat = m_device.vkFormat(key.stencilFormat);

    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};
    info.stageCount = 2;
    info.pStages = stages;
    info.pVertexInputState = &vi;
    info.pInputAssemblyState = &ia;
    info.pViewportState = &vp;
    info.pRasterizationState = &rs;
    info.pMultisampleState = &ms;
    info.pDepthStencilState = &ds;
    info.pColorBlendState = &cb;
    info.pDynamicState = &dynamicState;
    info.layout = m_layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result = m_device.vk().vkCreateGraphicsPipelines(
        m_device.handle(), m_device.pipelines().cache(), 1, &info, nullptr, &pipeline);
    m_device.noteResult(result);
    return result == VK_SUCCESS ? pipeline : VK_NULL_HANDLE;
}

} // namespace glvk
