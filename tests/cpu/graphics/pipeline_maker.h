// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#define VK_NO_PROTOTYPES
#include <volk.h>

#include <array>
#include <cstdint>
#include <vector>

namespace vkt {

/// The create infos of a graphics pipeline, with the defaults of a test that draws triangles into
/// one color attachment. A test changes what it is about; info() points into this object.
struct PipelineMaker {
    PipelineMaker();
    PipelineMaker(const PipelineMaker&) = delete;
    PipelineMaker& operator=(const PipelineMaker&) = delete;

    /// In place of an earlier one.
    void addStage(VkShaderStageFlagBits stage,
                  VkShaderModule module,
                  const VkSpecializationInfo* specialization = nullptr);
    /// Dynamic rendering. VK_FORMAT_UNDEFINED depth and stencil: there is none.
    void setFormats(std::vector<VkFormat> colors,
                    VkFormat depth = VK_FORMAT_UNDEFINED,
                    VkFormat stencil = VK_FORMAT_UNDEFINED);
    void setViewport(uint32_t width, uint32_t height);
    void addBinding(uint32_t binding,
                    uint32_t stride_B,
                    VkVertexInputRate rate = VK_VERTEX_INPUT_RATE_VERTEX);
    void addAttribute(uint32_t location, uint32_t binding, VkFormat format, uint32_t offset_B);

    /// Valid until something is changed.
    const VkGraphicsPipelineCreateInfo& info();

    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkRenderPass renderPass = VK_NULL_HANDLE; ///< Instead of formats.
    uint32_t subpass = 0;
    VkPipelineCreateFlags flags = 0;
    const void* next = nullptr; ///< More of the create info's chain.
    std::vector<VkDynamicState> dynamicStates;
    std::vector<VkPipelineColorBlendAttachmentState> blends; ///< One for each color attachment.

    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    /// Without control points there is none.
    VkPipelineTessellationStateCreateInfo ts{
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendStateCreateInfo cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    VkViewport viewport{};
    VkRect2D scissor{};

private:
    std::vector<VkFormat> m_colors;
    std::vector<VkPipelineShaderStageCreateInfo> m_stages;
    std::vector<VkVertexInputBindingDescription> m_bindings;
    std::vector<VkVertexInputAttributeDescription> m_attributes;
    VkPipelineDynamicStateCreateInfo m_dynamic{
        VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    VkGraphicsPipelineCreateInfo m_info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
};

} // namespace vkt
