// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/layout_cache.h"
#include "glvk/pipeline/pipeline_key.h"

#include <array>
#include <cstdint>
#include <vector>

namespace glvk {

class Gpu;
class Program;

/// The parts of a pipeline, as VK_EXT_graphics_pipeline_library divides it.
enum class PipelinePart : uint8_t { VertexInput, PreRaster, Fragment, Output, Count };
inline constexpr size_t kPipelineParts = size_t(PipelinePart::Count);
inline constexpr uint32_t kAllPipelineParts = (1u << kPipelineParts) - 1;

/// What a program contributes to a pipeline. Canonical as a key is: zeros where a part has no use
/// for it.
struct PipelineStages {
    std::array<VkShaderModule, spirv::kGraphicsStageCount>
        modules{}; ///< By spirv::Stage; null: no such stage.
    VkPipelineLayout layout = VK_NULL_HANDLE;
    uint32_t viewportCount = 0;
    /// Locations whose doubles go on at the location plus gl::kMaxVertexAttribs.
    uint32_t secondHalves = 0;

    bool operator==(const PipelineStages&) const = default;
};

/// VkGraphicsPipelineCreateInfo and everything that it points to, of a pipeline or of some of its
/// parts.
class PipelineInfo {
public:
    /// `parts`: bits, by PipelinePart. All of them make a pipeline, others a library.
    PipelineInfo(const Gpu& gpu,
                 const PipelineKey& key,
                 const PipelineStages& stages,
                 uint32_t parts);
    PipelineInfo(const PipelineInfo&) = delete;
    PipelineInfo& operator=(const PipelineInfo&) = delete;

    const VkGraphicsPipelineCreateInfo& info() const { return m_info; }

private:
    void addStages(const PipelineKey& key, const PipelineStages& stages, uint32_t parts);
    void addVertexInput(const PipelineKey& key, const PipelineStages& stages);
    void addPreRaster(const PipelineKey& key, const PipelineStages& stages);
    void addMultisample(const PipelineKey& key);
    void addFragment(const PipelineKey& key);
    void addOutput(const PipelineKey& key);
    void addDynamic();

    const Gpu& m_gpu;
    std::array<VkPipelineShaderStageCreateInfo, spirv::kGraphicsStageCount> m_stages{};
    std::array<VkVertexInputBindingDescription, 16> m_bindings{};
    std::array<VkVertexInputAttributeDescription, 32> m_attributes{};
    std::array<VkVertexInputBindingDivisorDescriptionEXT, 16> m_divisors{};
    VkPipelineVertexInputDivisorStateCreateInfoEXT m_divisorState{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT};
    VkPipelineVertexInputStateCreateInfo m_vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo m_ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    /// GL's patches turn as (u, v) with v upwards do (GL 4.6 section 11.2.2).
    VkPipelineTessellationDomainOriginStateCreateInfo m_domainOrigin{
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO,
        nullptr,
        VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT};
    VkPipelineTessellationStateCreateInfo m_ts{
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
    VkPipelineViewportDepthClipControlCreateInfoEXT m_depthClip{
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT};
    VkPipelineViewportStateCreateInfo m_vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationLineStateCreateInfoEXT m_line{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT m_provoking{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationStateCreateInfo m_rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo m_ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkSampleMask m_sampleMask = 0;
    VkPipelineDepthStencilStateCreateInfo m_ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    std::array<VkPipelineColorBlendAttachmentState, 8> m_blends{};
    VkPipelineColorBlendStateCreateInfo m_cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    std::vector<VkDynamicState> m_dynamic;
    VkPipelineDynamicStateCreateInfo m_dynamicState{
        VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    std::array<VkFormat, 8> m_colorFormats{};
    VkGraphicsPipelineLibraryCreateInfoEXT m_library{
        VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
    VkPipelineRenderingCreateInfo m_rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    VkGraphicsPipelineCreateInfo m_info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
};

/// The fields of `key` and `stages` that this part of a pipeline depends on; zeros elsewhere.
struct PartState {
    PipelineKey key;
    PipelineStages stages;
    bool operator==(const PartState&) const = default;
};
PartState stateOfPart(PipelinePart part,
                      const Gpu& gpu,
                      const PipelineKey& key,
                      const PipelineStages& stages);

} // namespace glvk
