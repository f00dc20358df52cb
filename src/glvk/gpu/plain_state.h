// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

namespace glvk {

/// The state of pipelines that are made to measure a driver: no arrays, triangles, one sample, no
/// tests, one target that is not blended.
class PlainState {
public:
    explicit PlainState(uint32_t target_px)
        : m_viewport{0, 0, float(target_px), float(target_px), 0, 1},
          m_scissor{{0, 0}, {target_px, target_px}} {
        m_ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        m_vp.viewportCount = m_vp.scissorCount = 1;
        m_vp.pViewports = &m_viewport;
        m_vp.pScissors = &m_scissor;
        m_rs.lineWidth = 1;
        m_ms.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
        m_blend.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                                 VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
        m_cb.attachmentCount = 1;
        m_cb.pAttachments = &m_blend;
    }
    PlainState(const PlainState&) = delete;
    PlainState& operator=(const PlainState&) = delete;

    /// `info` points at what this holds.
    void fill(VkGraphicsPipelineCreateInfo& info) const {
        info.pVertexInputState = &m_vi;
        info.pInputAssemblyState = &m_ia;
        info.pViewportState = &m_vp;
        info.pRasterizationState = &m_rs;
        info.pMultisampleState = &m_ms;
        info.pDepthStencilState = &m_ds;
        info.pColorBlendState = &m_cb;
    }

private:
    const VkViewport m_viewport;
    const VkRect2D m_scissor;
    VkPipelineColorBlendAttachmentState m_blend{};
    VkPipelineVertexInputStateCreateInfo m_vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo m_ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineViewportStateCreateInfo m_vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo m_rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo m_ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo m_ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendStateCreateInfo m_cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
};

} // namespace glvk
