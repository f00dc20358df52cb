// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "case.h"
#include "cpu/graphics/pipeline_maker.h"

namespace pictures {

/// Brings a step's state into a pipeline, or into commands as far as a device can.
class DrawState {
public:
    DrawState(const Device& device, const Case& test, const Step& step);

    /// `maker` has stages, layout and render pass already. The info points into both objects.
    const VkGraphicsPipelineCreateInfo& pipelineInfo(vkt::PipelineMaker& maker);
    /// After the pipeline was bound.
    void set(VkCommandBuffer commands) const;
    /// The rest of what shader objects need.
    void setWithoutPipeline(VkCommandBuffer commands) const;
    /// Whether commands set it.
    bool has(VkDynamicState state) const;

private:
    struct Chains {
        VkPipelineRasterizationDepthClipStateCreateInfoEXT depthClip{
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT};
        VkPipelineRasterizationLineStateCreateInfoEXT line{
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
        VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
        VkPipelineViewportDepthClipControlCreateInfoEXT depthControl{
            VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT};
        VkPipelineVertexInputDivisorStateCreateInfoEXT divisors{
            VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT};
    };

    void chooseDynamicStates(std::vector<VkDynamicState>& to) const;
    void fillVertexInput(vkt::PipelineMaker& maker);
    void fillRasterization(vkt::PipelineMaker& maker);
    void fillOutput(vkt::PipelineMaker& maker);
    /// Values that would be seen if commands did not replace them.
    void spoil(vkt::PipelineMaker& maker);
    void setVertexInput(VkCommandBuffer commands) const;
    void setRasterization(VkCommandBuffer commands) const;
    void setTests(VkCommandBuffer commands) const;
    void setOutput(VkCommandBuffer commands) const;

    const Device& m_device;
    const Case& m_case;
    const Step& m_step;
    const State& m_state;
    std::vector<VkDynamicState> m_dynamic;
    std::vector<VkViewport> m_viewports;
    std::vector<VkRect2D> m_scissors;
    std::vector<VkPipelineColorBlendAttachmentState> m_blends;
    std::vector<VkVertexInputBindingDivisorDescriptionEXT> m_divisors;
    VkSampleMask m_sampleMask;
    VkViewport m_spoiltViewport{0, 0, 1, 1, 0, 1};
    VkRect2D m_spoiltScissor{{0, 0}, {1, 1}};
    VkSampleMask m_spoiltMask = 0;
    Chains m_chains;
};

} // namespace pictures
