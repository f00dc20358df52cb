// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/meta.h"

#include "glvk/gpu/gpu.h"
#include "glvk/record/recorder.h"
#include "report/stalls.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

namespace glvk {

namespace {

// clang-format off
constexpr uint32_t kVertex[] =
#include "shaders/meta.vert.inc"
    ;
constexpr uint32_t kClearFloat[] =
#include "shaders/clear_float.inc"
    ;
constexpr uint32_t kClearInt[] =
#include "shaders/clear_int.inc"
    ;
constexpr uint32_t kClearUint[] =
#include "shaders/clear_uint.inc"
    ;
constexpr uint32_t kBlitFloat[] =
#include "shaders/blit_float.inc"
    ;
constexpr uint32_t kBlitInt[] =
#include "shaders/blit_int.inc"
    ;
constexpr uint32_t kBlitUint[] =
#include "shaders/blit_uint.inc"
    ;
constexpr uint32_t kBlitDepth[] =
#include "shaders/blit_depth.inc"
    ;
constexpr uint32_t kBlitStencil[] =
#include "shaders/blit_stencil.inc"
    ;
constexpr uint32_t kBlitFloatMs[] =
#include "shaders/blit_float_ms.inc"
    ;
constexpr uint32_t kBlitIntMs[] =
#include "shaders/blit_int_ms.inc"
    ;
constexpr uint32_t kBlitUintMs[] =
#include "shaders/blit_uint_ms.inc"
    ;
constexpr uint32_t kBlitDepthMs[] =
#include "shaders/blit_depth_ms.inc"
    ;
constexpr uint32_t kBlitStencilMs[] =
#include "shaders/blit_stencil_ms.inc"
    ;
// clang-format on

using Words = std::span<const uint32_t>;
/// By gl::ClearKind.
constexpr Words kClear[] = {kClearFloat, kClearInt, kClearUint};
/// By MetaBlitKind, then of multisampled sources.
constexpr Words kBlit[] = {kBlitFloat,
                           kBlitInt,
                           kBlitUint,
                           kBlitDepth,
                           kBlitStencil,
                           kBlitFloatMs,
                           kBlitIntMs,
                           kBlitUintMs,
                           kBlitDepthMs,
                           kBlitStencilMs};

/// The state of a pipeline that draws a rectangle, with what differs between them left open.
struct MetaState {
    VkPipelineShaderStageCreateInfo stages[2]{};
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendAttachmentState blends[gl::kMaxColorAttachments]{};
    VkFormat formats[gl::kMaxColorAttachments]{};
    VkPipelineColorBlendStateCreateInfo cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    VkDynamicState dynamic[4] = {VK_DYNAMIC_STATE_VIEWPORT,
                                 VK_DYNAMIC_STATE_SCISSOR,
                                 VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                                 VK_DYNAMIC_STATE_STENCIL_REFERENCE};
    VkPipelineDynamicStateCreateInfo dynamicState{
        VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};

    MetaState(VkShaderModule vertex, VkShaderModule fragment, VkPipelineLayout layout) {
        for (size_t i = 0; i < 2; ++i) {
            stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
            stages[i].stage = i ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_VERTEX_BIT;
            stages[i].module = i ? fragment : vertex;
            stages[i].pName = "main";
        }
        ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        vp.viewportCount = 1;
        vp.scissorCount = 1;
        rs.lineWidth = 1;
        ds.depthCompareOp = VK_COMPARE_OP_ALWAYS;
        ds.front.passOp = ds.front.failOp = ds.front.depthFailOp = VK_STENCIL_OP_REPLACE;
        ds.front.compareOp = VK_COMPARE_OP_ALWAYS;
        ds.front.compareMask = 0xff;
        ds.back = ds.front;
        cb.pAttachments = blends;
        dynamicState.dynamicStateCount = 4;
        dynamicState.pDynamicStates = dynamic;
        rendering.pColorAttachmentFormats = formats;
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
        info.layout = layout;
    }
    MetaState(const MetaState&) = delete;
    MetaState& operator=(const MetaState&) = delete;

    VkPipeline build(Gpu& gpu, VkPipelineCache cache) {
        VkPipeline pipeline = VK_NULL_HANDLE;
        const VkResult result =
            gpu.vk().vkCreateGraphicsPipelines(gpu.handle(), cache, 1, &info, nullptr, &pipeline);
        gpu.noteResult(result);
        return result == VK_SUCCESS ? pipeline : VK_NULL_HANDLE;
    }
};

} // namespace

MetaSets::~MetaSets() {
    m_gpu.vk().vkDestroyDescriptorPool(m_gpu.handle(), m_pool, nullptr);
}

VkDescriptorSet MetaSets::get(VkImageView view) {
    const VolkDeviceTable& vk = m_gpu.vk();
    if (!m_pool) {
        const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kSets};
        VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        info.maxSets = kSets;
        info.poolSizeCount = 1;
        info.pPoolSizes = &size;
        if (vk.vkCreateDescriptorPool(m_gpu.handle(), &info, nullptr, &m_pool) != VK_SUCCESS) {
            return VK_NULL_HANDLE;
        }
    }
    const VkDescriptorSetLayout layout = m_pipelines.setLayout();
    if (m_used == kSets || !layout) {
        return VK_NULL_HANDLE;
    }
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = m_pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &layout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    if (vk.vkAllocateDescriptorSets(m_gpu.handle(), &allocate, &set) != VK_SUCCESS) {
        return VK_NULL_HANDLE;
    }
    ++m_used;
    VkDescriptorImageInfo image{VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &image;
    vk.vkUpdateDescriptorSets(m_gpu.handle(), 1, &write, 0, nullptr);
    return set;
}

MetaPipelines::~MetaPipelines() {
    const VolkDeviceTable& vk = m_gpu.vk();
    for (const auto& [key, pipeline] : m_clears) {
        vk.vkDestroyPipeline(m_gpu.handle(), pipeline, nullptr);
    }
    for (const auto& [key, pipeline] : m_blits) {
        vk.vkDestroyPipeline(m_gpu.handle(), pipeline, nullptr);
    }
    for (const VkShaderModule shader : m_clearShaders) {
        vk.vkDestroyShaderModule(m_gpu.handle(), shader, nullptr);
    }
    for (const VkShaderModule shader : m_blitShaders) {
        vk.vkDestroyShaderModule(m_gpu.handle(), shader, nullptr);
    }
    vk.vkDestroyShaderModule(m_gpu.handle(), m_vertex, nullptr);
    vk.vkDestroyPipelineLayout(m_gpu.handle(), m_layout, nullptr);
    vk.vkDestroyDescriptorSetLayout(m_gpu.handle(), m_setLayout, nullptr);
    vk.vkDestroySampler(m_gpu.handle(), m_sampler, nullptr);
}

VkShaderModule
MetaPipelines::moduleLocked(VkShaderModule& slot, const uint32_t* words, size_t size_B) {
    if (!slot) {
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = size_B;
        info.pCode = words;
        if (m_gpu.vk().vkCreateShaderModule(m_gpu.handle(), &info, nullptr, &slot) != VK_SUCCESS) {
            slot = VK_NULL_HANDLE;
        }
    }
    return slot;
}

bool MetaPipelines::prepareLocked() {
    if (m_layout) {
        return true;
    }
    const VolkDeviceTable& vk = m_gpu.vk();
    if (!moduleLocked(m_vertex, kVertex, sizeof kVertex)) {
        return false;
    }
    if (!m_sampler) {
        VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
        sampler.addressModeU = sampler.addressModeV = sampler.addressModeW =
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        if (vk.vkCreateSampler(m_gpu.handle(), &sampler, nullptr, &m_sampler) != VK_SUCCESS) {
            return false;
        }
    }
    if (!m_setLayout) {
        VkDescriptorSetLayoutBinding binding{};
        binding.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        binding.descriptorCount = 1;
        binding.stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT;
        binding.pImmutableSamplers = &m_sampler;
        VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        set.bindingCount = 1;
        set.pBindings = &binding;
        if (vk.vkCreateDescriptorSetLayout(m_gpu.handle(), &set, nullptr, &m_setLayout) !=
            VK_SUCCESS) {
            return false;
        }
    }
    const VkPushConstantRange range{VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                    0,
                                    std::max(sizeof(MetaClearPush), sizeof(MetaBlitPush))};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &m_setLayout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    return vk.vkCreatePipelineLayout(m_gpu.handle(), &info, nullptr, &m_layout) == VK_SUCCESS;
}

VkDescriptorSetLayout MetaPipelines::setLayout() {
    const std::lock_guard lock(m_mutex);
    return prepareLocked() ? m_setLayout : VK_NULL_HANDLE;
}

VkPipeline MetaPipelines::clear(const MetaClearKey& key) {
    const std::lock_guard lock(m_mutex);
    if (!prepareLocked()) {
        return VK_NULL_HANDLE;
    }
    VkPipeline& pipeline = m_clears[key];
    if (!pipeline) {
        report::StallTimer timer(report::StallKind::Pipelines);
        pipeline = buildClearLocked(key);
        timer.stop([] { return std::string("a pipeline that clears with masks was built"); });
    }
    return pipeline;
}

VkPipeline MetaPipelines::blit(const MetaBlitKey& key) {
    const std::lock_guard lock(m_mutex);
    if (!prepareLocked()) {
        return VK_NULL_HANDLE;
    }
    VkPipeline& pipeline = m_blits[key];
    if (!pipeline) {
        report::StallTimer timer(report::StallKind::Pipelines);
        pipeline = buildBlitLocked(key);
        timer.stop([] { return std::string("a pipeline that copies by drawing was built"); });
    }
    return pipeline;
}

VkPipeline MetaPipelines::buildClearLocked(const MetaClearKey& key) {
    const Words words = kClear[size_t(key.numbers)];
    const VkShaderModule fragment =
        moduleLocked(m_clearShaders[size_t(key.numbers)], words.data(), words.size_bytes());
    if (!fragment) {
        return VK_NULL_HANDLE;
    }
    MetaState state(m_vertex, fragment, m_layout);
    state.ms.rasterizationSamples = VkSampleCountFlagBits(key.samples);
    state.ds.depthTestEnable = key.depth;
    state.ds.depthWriteEnable = key.depth;
    state.ds.stencilTestEnable = key.stencil;
    for (size_t i = 0; i < key.colorCount; ++i) {
        state.blends[i].colorWriteMask = key.writeMask[i];
        state.formats[i] = m_gpu.vkFormat(key.colorFormat[i]);
    }
    state.cb.attachmentCount = key.colorCount;
    state.rendering.colorAttachmentCount = key.colorCount;
    state.rendering.depthAttachmentFormat = m_gpu.vkFormat(key.depthFormat);
    state.rendering.stencilAttachmentFormat = m_gpu.vkFormat(key.stencilFormat);
    return state.build(m_gpu, m_cache);
}

VkPipeline MetaPipelines::buildBlitLocked(const MetaBlitKey& key) {
    const size_t shader =
        size_t(key.kind) + (key.multisampledSource ? size_t(MetaBlitKind::Count) : 0);
    const VkShaderModule fragment =
        moduleLocked(m_blitShaders[shader], kBlit[shader].data(), kBlit[shader].size_bytes());
    if (!fragment) {
        return VK_NULL_HANDLE;
    }
    MetaState state(m_vertex, fragment, m_layout);
    state.ms.rasterizationSamples = VkSampleCountFlagBits(key.samples);
    state.ms.pSampleMask = key.sampleMask ? &key.sampleMask : nullptr;
    const VkFormat format = m_gpu.vkFormat(key.target);
    switch (key.kind) {
    case MetaBlitKind::Depth:
        state.ds.depthTestEnable = VK_TRUE;
        state.ds.depthWriteEnable = VK_TRUE;
        state.rendering.depthAttachmentFormat = format;
        break;
    case MetaBlitKind::Stencil:
        state.ds.stencilTestEnable = VK_TRUE;
        state.rendering.stencilAttachmentFormat = format;
        break;
    default:
        state.blends[0].colorWriteMask = key.writeMask;
        state.formats[0] = format;
        state.cb.attachmentCount = 1;
        state.rendering.colorAttachmentCount = 1;
        break;
    }
    return state.build(m_gpu, m_cache);
}

void setMetaArea(Recorder& recorder, const RenderTargets& targets, const gl::Rect& area) {
    // The viewport is what is drawn. Scissor boxes would do as well, but lavapipe loses samples of
    // the pixels at their ends.
    const VkViewport viewport{
        float(area.x), float(area.y), float(area.width_px), float(area.height_px), 0, 1};
    const VkRect2D scissor{{0, 0}, {uint32_t(targets.width_px), uint32_t(targets.height_px)}};
    const VolkDeviceTable& vk = recorder.gpu().vk();
    vk.vkCmdSetViewport(recorder.commands(), 0, 1, &viewport);
    vk.vkCmdSetScissor(recorder.commands(), 0, 1, &scissor);
}

} // namespace glvk
