// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_info.h"

#include "base/bits.h"
#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/vertex_format.h"

#include <initializer_list>

namespace glvk {

namespace {

constexpr uint32_t bitOf(PipelinePart part) {
    return 1u << uint32_t(part);
}

bool belongsTo(spirv::Stage stage, uint32_t parts) {
    return parts & bitOf(stage == spirv::Stage::Fragment ? PipelinePart::Fragment
                                                         : PipelinePart::PreRaster);
}

} // namespace

PipelineInfo::PipelineInfo(const Gpu& gpu,
                           const PipelineKey& key,
                           const PipelineStages& stages,
                           uint32_t parts)
    : m_gpu(gpu) {
    const auto has = [&](PipelinePart part) { return (parts & bitOf(part)) != 0; };
    addStages(key, stages, parts);
    if (has(PipelinePart::VertexInput)) {
        addVertexInput(key, stages);
    }
    if (has(PipelinePart::PreRaster)) {
        addPreRaster(key, stages);
    }
    // A library of fragments has to know of samples only where it is shaded by sample.
    if (has(PipelinePart::Output) || (has(PipelinePart::Fragment) && key.shadedSamples)) {
        addMultisample(key);
    }
    if (has(PipelinePart::Fragment)) {
        addFragment(key);
    }
    if (has(PipelinePart::Output)) {
        addOutput(key);
    }
    addDynamic();
    if (has(PipelinePart::PreRaster) || has(PipelinePart::Fragment)) {
        m_info.layout = stages.layout;
    }
    m_info.flags = gpu.features().descriptors.pipelineFlags();
    m_info.pNext = &m_rendering;
    if (parts != kAllPipelineParts) {
        constexpr VkFlags kBits[] = {
            VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
            VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
            VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
            VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT};
        base::forEachBit(parts, [&](unsigned part) { m_library.flags |= kBits[part]; });
        m_rendering.pNext = &m_library;
        m_info.flags |= VK_PIPELINE_CREATE_LIBRARY_BIT_KHR |
                        VK_PIPELINE_CREATE_RETAIN_LINK_TIME_OPTIMIZATION_INFO_BIT_EXT;
    }
}

void PipelineInfo::addStages(const PipelineKey& key, const PipelineStages& stages, uint32_t parts) {
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        if (!stages.modules[i] || !belongsTo(spirv::Stage(i), parts)) {
            continue;
        }
        VkPipelineShaderStageCreateInfo& info = m_stages[m_info.stageCount++];
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        info.stage = stageBit(spirv::Stage(i));
        info.module = stages.modules[i];
        info.pName = "main";
    }
    m_info.pStages = m_stages.data();
    if (parts & bitOf(PipelinePart::PreRaster) &&
        stages.modules[size_t(spirv::Stage::TessEvaluation)]) {
        m_ts.patchControlPoints = key.patchVertices ? key.patchVertices : 1; // Dynamic then.
        m_ts.pNext = &m_domainOrigin;
        m_info.pTessellationState = &m_ts;
    }
}

void PipelineInfo::addVertexInput(const PipelineKey& key, const PipelineStages& stages) {
    uint32_t count = 0;
    uint32_t attributeCount = 0;
    uint32_t divisorCount = 0;
    for (uint32_t location = 0; location < 16; ++location) {
        if (!key.attributeFormat[location]) {
            continue;
        }
        const uint32_t divisor = key.divisor[location];
        m_bindings[count] = {location,
                             key.stride_B[location],
                             divisor ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX};
        m_attributes[attributeCount++] = {
            location, location, vertexFormat(key.attributeFormat[location]).vkFormat, 0};
        if (stages.secondHalves >> location & 1) {
            const auto halves = VertexFormats::halvesOf(key.attributeFormat[location]);
            m_attributes[attributeCount++] = {
                location + gl::kMaxVertexAttribs, location, halves.second, halves.secondOffset_B};
        }
        if (divisor > 1 && m_gpu.features().attributeDivisor) {
            m_divisors[divisorCount++] = {location, divisor};
        }
        ++count;
    }
    m_vi.vertexBindingDescriptionCount = count;
    m_vi.pVertexBindingDescriptions = m_bindings.data();
    m_vi.vertexAttributeDescriptionCount = attributeCount;
    m_vi.pVertexAttributeDescriptions = m_attributes.data();
    if (divisorCount) {
        m_divisorState.vertexBindingDivisorCount = divisorCount;
        m_divisorState.pVertexBindingDivisors = m_divisors.data();
        m_vi.pNext = &m_divisorState;
    }
    m_ia.topology = VkPrimitiveTopology(key.topology);
    m_ia.primitiveRestartEnable = key.primitiveRestart;
    m_info.pVertexInputState = &m_vi;
    m_info.pInputAssemblyState = &m_ia;
}

void PipelineInfo::addPreRaster(const PipelineKey& key, const PipelineStages& stages) {
    m_vp.viewportCount = stages.viewportCount;
    m_vp.scissorCount = stages.viewportCount;
    if (m_gpu.features().depthClipControl) {
        m_depthClip.negativeOneToOne = VK_TRUE;
        m_vp.pNext = &m_depthClip;
    }
    m_rs.polygonMode = VkPolygonMode(key.polygonMode);
    m_rs.cullMode = key.cullMode;
    m_rs.frontFace = key.clockwise ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
    m_rs.depthBiasEnable = key.depthBias;
    m_rs.depthClampEnable = key.depthClamp;
    m_rs.rasterizerDiscardEnable = key.discard;
    m_rs.lineWidth = 1;
    const bool multisampled = key.samples > 1;
    if (m_gpu.features().lineRasterization && !multisampled) {
        m_line.lineRasterizationMode = key.smoothLines
                                           ? VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT
                                           : VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
        m_line.stippledLineEnable = key.stippledLines;
        m_line.lineStippleFactor = 1; // Dynamic.
        m_rs.pNext = &m_line;
    }
    if (m_gpu.features().provokingVertexLast && !key.provokingFirst) {
        m_provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        m_provoking.pNext = m_rs.pNext;
        m_rs.pNext = &m_provoking;
    }
    m_info.pViewportState = &m_vp;
    m_info.pRasterizationState = &m_rs;
}

void PipelineInfo::addMultisample(const PipelineKey& key) {
    m_ms.rasterizationSamples = VkSampleCountFlagBits(key.samples);
    m_ms.alphaToCoverageEnable = key.alphaToCoverage;
    m_ms.alphaToOneEnable = key.alphaToOne;
    m_ms.sampleShadingEnable = key.shadedSamples != 0;
    m_ms.minSampleShading = float(key.shadedSamples) / float(key.samples);
    m_sampleMask = key.sampleMask ? key.sampleMask : ~0u;
    m_ms.pSampleMask = &m_sampleMask;
    m_info.pMultisampleState = &m_ms;
}

void PipelineInfo::addFragment(const PipelineKey& key) {
    m_ds.depthTestEnable = key.depthTest;
    m_ds.depthWriteEnable = key.depthWrite;
    m_ds.depthCompareOp = VkCompareOp(key.depthOp);
    m_ds.stencilTestEnable = key.stencilTest;
    const auto face = [](const PipelineKey::Stencil& s) {
        VkStencilOpState state{};
        state.failOp = VkStencilOp(s.fail);
        state.depthFailOp = VkStencilOp(s.depthFail);
        state.passOp = VkStencilOp(s.pass);
        state.compareOp = VkCompareOp(s.compare);
        return state;
    };
    m_ds.front = face(key.stencil[0]);
    m_ds.back = face(key.stencil[1]);
    m_info.pDepthStencilState = &m_ds;
}

void PipelineInfo::addOutput(const PipelineKey& key) {
    for (size_t i = 0; i < key.colorCount; ++i) {
        const PipelineKey::Blend& b = key.blend[i];
        m_blends[i].blendEnable = b.enabled;
        m_blends[i].srcColorBlendFactor = VkBlendFactor(b.srcColor);
        m_blends[i].dstColorBlendFactor = VkBlendFactor(b.dstColor);
        m_blends[i].colorBlendOp = VkBlendOp(b.colorOp);
        m_blends[i].srcAlphaBlendFactor = VkBlendFactor(b.srcAlpha);
        m_blends[i].dstAlphaBlendFactor = VkBlendFactor(b.dstAlpha);
        m_blends[i].alphaBlendOp = VkBlendOp(b.alphaOp);
        m_blends[i].colorWriteMask = key.writeMask[i];
        m_colorFormats[i] = m_gpu.vkFormat(key.colorFormat[i]);
    }
    m_cb.attachmentCount = key.colorCount;
    m_cb.pAttachments = m_blends.data();
    m_cb.logicOpEnable = key.logicOpEnabled;
    m_cb.logicOp = VkLogicOp(key.logicOp);
    m_rendering.colorAttachmentCount = key.colorCount;
    m_rendering.pColorAttachmentFormats = m_colorFormats.data();
    m_rendering.depthAttachmentFormat = m_gpu.vkFormat(key.depthFormat);
    m_rendering.stencilAttachmentFormat = m_gpu.vkFormat(key.stencilFormat);
    m_info.pColorBlendState = &m_cb;
}

/// What the device sets dynamically of the parts that are there.
void PipelineInfo::addDynamic() {
    const Features& features = m_gpu.features();
    const auto add = [&](const void* part, std::initializer_list<VkDynamicState> states) {
        if (part) {
            m_dynamic.insert(m_dynamic.end(), states);
        }
    };
    const void* const input = m_info.pInputAssemblyState;
    const void* const raster = m_info.pRasterizationState;
    const void* const fragment = m_info.pDepthStencilState;
    const void* const output = m_info.pColorBlendState;
    add(raster,
        {VK_DYNAMIC_STATE_VIEWPORT,
         VK_DYNAMIC_STATE_SCISSOR,
         VK_DYNAMIC_STATE_LINE_WIDTH,
         VK_DYNAMIC_STATE_DEPTH_BIAS});
    add(fragment,
        {VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
         VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
         VK_DYNAMIC_STATE_STENCIL_REFERENCE});
    add(output, {VK_DYNAMIC_STATE_BLEND_CONSTANTS});
    if (features.strategy.dynamicVertexInput) {
        add(input, {VK_DYNAMIC_STATE_VERTEX_INPUT_EXT});
    }
    if (features.extendedDynamicState) {
        add(input, {VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY});
        // Without a binding there is no stride to set, and what is dynamic must be set.
        if (m_vi.vertexBindingDescriptionCount) {
            add(input, {VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE});
        }
        add(raster, {VK_DYNAMIC_STATE_CULL_MODE, VK_DYNAMIC_STATE_FRONT_FACE});
        add(fragment,
            {VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
             VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
             VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
             VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
             VK_DYNAMIC_STATE_STENCIL_OP});
    }
    if (features.extendedDynamicState2) {
        add(input, {VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE});
        add(raster,
            {VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE, VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE});
    }
    const auto addIf = [&](bool dynamic, const void* part, VkDynamicState state) {
        if (dynamic) {
            add(part, {state});
        }
    };
    addIf(features.dynamicPolygonMode, raster, VK_DYNAMIC_STATE_POLYGON_MODE_EXT);
    addIf(features.dynamicDepthClamp, raster, VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT);
    addIf(features.dynamicProvokingVertex, raster, VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT);
    addIf(features.stippledLines, raster, VK_DYNAMIC_STATE_LINE_STIPPLE_EXT);
    addIf(features.dynamicLineMode, raster, VK_DYNAMIC_STATE_LINE_RASTERIZATION_MODE_EXT);
    if (features.dynamicBlend) {
        add(output,
            {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT,
             VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT,
             VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT});
    }
    if (features.dynamicPatchVertices) {
        add(m_info.pTessellationState, {VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT});
    }
    const void* const samples = m_info.pMultisampleState;
    if (features.dynamicSamples) {
        add(samples,
            {VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT, VK_DYNAMIC_STATE_SAMPLE_MASK_EXT});
    }
    if (features.dynamicAlphaToCoverage) {
        add(samples, {VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT});
    }
    if (features.dynamicAlphaToOne) {
        add(samples, {VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT});
    }
    if (features.dynamicLogicOp) {
        add(output, {VK_DYNAMIC_STATE_LOGIC_OP_EXT, VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT});
    }
    m_dynamicState.dynamicStateCount = uint32_t(m_dynamic.size());
    m_dynamicState.pDynamicStates = m_dynamic.data();
    m_info.pDynamicState = &m_dynamicState;
}

PartState stateOfPart(PipelinePart part,
                      const Gpu& gpu,
                      const PipelineKey& key,
                      const PipelineStages& stages) {
    PartState of;
    of.key.samples = 0;
    const auto copyModules = [&](bool fragment) {
        of.stages.layout = stages.layout;
        for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
            if ((spirv::Stage(i) == spirv::Stage::Fragment) == fragment) {
                of.stages.modules[i] = stages.modules[i];
            }
        }
    };
    const auto copyMultisample = [&] {
        of.key.samples = key.samples;
        of.key.shadedSamples = key.shadedSamples;
        of.key.alphaToCoverage = key.alphaToCoverage;
        of.key.alphaToOne = key.alphaToOne;
        of.key.sampleMask = key.sampleMask;
    };
    switch (part) {
    case PipelinePart::VertexInput:
        of.key.topology = key.topology;
        of.key.primitiveRestart = key.primitiveRestart;
        of.key.attributeFormat = key.attributeFormat;
        of.key.divisor = key.divisor;
        of.key.stride_B = key.stride_B;
        of.stages.secondHalves =
            gpu.features().strategy.dynamicVertexInput ? 0 : stages.secondHalves;
        break;
    case PipelinePart::PreRaster: // Clipping and layers are in the code.
        of.key.patchVertices = key.patchVertices;
        of.key.cullMode = key.cullMode;
        of.key.clockwise = key.clockwise;
        of.key.depthBias = key.depthBias;
        of.key.polygonMode = key.polygonMode;
        of.key.depthClamp = key.depthClamp;
        of.key.discard = key.discard;
        of.key.provokingFirst = key.provokingFirst;
        of.key.smoothLines = key.smoothLines;
        of.key.stippledLines = key.stippledLines;
        // Lines are of another kind with several samples, whatever their number.
        of.key.samples =
            gpu.features().lineRasterization && !gpu.features().dynamicLineMode && key.samples > 1
                ? 2
                : 1;
        copyModules(false);
        of.stages.viewportCount = stages.viewportCount;
        break;
    case PipelinePart::Fragment: // Colours' sides and shading model are in the code.
        of.key.depthTest = key.depthTest;
        of.key.depthWrite = key.depthWrite;
        of.key.depthOp = key.depthOp;
        of.key.stencilTest = key.stencilTest;
        of.key.stencil = key.stencil;
        if (key.shadedSamples) {
            copyMultisample();
        }
        copyModules(true);
        break;
    default:
        copyMultisample();
        of.key.logicOpEnabled = key.logicOpEnabled;
        of.key.logicOp = key.logicOp;
        of.key.colorCount = key.colorCount;
        of.key.depthFormat = key.depthFormat;
        of.key.stencilFormat = key.stencilFormat;
        of.key.colorFormat = key.colorFormat;
        of.key.writeMask = key.writeMask;
        of.key.blend = key.blend;
        break;
    }
    return of;
}

} // namespace glvk
