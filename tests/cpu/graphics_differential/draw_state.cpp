// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "draw_state.h"

#include <algorithm>

namespace pictures {

DrawState::DrawState(const Device& device, const Case& test, const Step& step)
    : m_device(device),
      m_case(test),
      m_step(step),
      m_state(step.state),
      m_viewports(m_state.viewports),
      m_scissors(m_state.scissors),
      m_blends(m_state.blends),
      m_sampleMask(m_state.sampleMask) {
    if (m_viewports.empty()) {
        m_viewports.push_back(test.wholeViewport());
    }
    if (m_scissors.empty()) {
        m_scissors.push_back({{0, 0}, test.extent});
    }
    m_scissors.resize(m_viewports.size(), m_scissors.back());
    if (m_blends.empty()) {
        VkPipelineColorBlendAttachmentState blend{};
        blend.colorWriteMask = 0xf;
        m_blends.assign(test.colors.size(), blend);
    }
    for (uint32_t i = 0; i < step.bindings.size(); ++i) {
        if (step.bindings[i].rate == VK_VERTEX_INPUT_RATE_INSTANCE &&
            step.bindings[i].divisor != 1) {
            m_divisors.push_back({i, step.bindings[i].divisor});
        }
    }
    chooseDynamicStates(m_dynamic);
}

bool DrawState::has(VkDynamicState state) const {
    return std::find(m_dynamic.begin(), m_dynamic.end(), state) != m_dynamic.end();
}

void DrawState::chooseDynamicStates(std::vector<VkDynamicState>& to) const {
    if (!m_case.dynamicState) {
        return;
    }
    to = {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT,
          VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
          VK_DYNAMIC_STATE_LINE_WIDTH,
          VK_DYNAMIC_STATE_DEPTH_BIAS,
          VK_DYNAMIC_STATE_BLEND_CONSTANTS,
          VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
          VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
          VK_DYNAMIC_STATE_STENCIL_REFERENCE,
          VK_DYNAMIC_STATE_CULL_MODE,
          VK_DYNAMIC_STATE_FRONT_FACE,
          VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
          VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
          VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
          VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
          VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
          VK_DYNAMIC_STATE_STENCIL_OP,
          VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE,
          VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE,
          VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE};
    const auto addIf = [&](VkBool32 feature, VkDynamicState state) {
        if (feature) {
            to.push_back(state);
        }
    };
    const MoreFeatures& more = m_device.more();
    const auto& three = more.dynamicState3;
    addIf(more.vertexInput.vertexInputDynamicState, VK_DYNAMIC_STATE_VERTEX_INPUT_EXT);
    addIf(more.dynamicState2.extendedDynamicState2LogicOp, VK_DYNAMIC_STATE_LOGIC_OP_EXT);
    addIf(m_device.features().depthClamp && three.extendedDynamicState3DepthClampEnable,
          VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT);
    if (m_state.patchControlPoints > 0) {
        addIf(more.dynamicState2.extendedDynamicState2PatchControlPoints,
              VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT);
        addIf(three.extendedDynamicState3TessellationDomainOrigin,
              VK_DYNAMIC_STATE_TESSELLATION_DOMAIN_ORIGIN_EXT);
    }
    addIf(three.extendedDynamicState3PolygonMode, VK_DYNAMIC_STATE_POLYGON_MODE_EXT);
    addIf(three.extendedDynamicState3SampleMask, VK_DYNAMIC_STATE_SAMPLE_MASK_EXT);
    addIf(three.extendedDynamicState3AlphaToCoverageEnable,
          VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT);
    addIf(m_device.features().alphaToOne && three.extendedDynamicState3AlphaToOneEnable,
          VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT);
    addIf(m_device.features().logicOp && three.extendedDynamicState3LogicOpEnable,
          VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT);
    if (!m_case.colors.empty()) {
        addIf(three.extendedDynamicState3ColorBlendEnable, VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT);
        addIf(three.extendedDynamicState3ColorBlendEquation,
              VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT);
        addIf(three.extendedDynamicState3ColorWriteMask, VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT);
    }
    addIf(three.extendedDynamicState3DepthClipEnable, VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT);
    addIf(three.extendedDynamicState3ProvokingVertexMode,
          VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT);
    addIf(three.extendedDynamicState3LineRasterizationMode,
          VK_DYNAMIC_STATE_LINE_RASTERIZATION_MODE_EXT);
    addIf(three.extendedDynamicState3LineStippleEnable, VK_DYNAMIC_STATE_LINE_STIPPLE_ENABLE_EXT);
    addIf(three.extendedDynamicState3DepthClipNegativeOneToOne,
          VK_DYNAMIC_STATE_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT);
}

const VkGraphicsPipelineCreateInfo& DrawState::pipelineInfo(vkt::PipelineMaker& maker) {
    maker.dynamicStates = m_dynamic;
    fillVertexInput(maker);
    fillRasterization(maker);
    fillOutput(maker);
    if (m_case.dynamicState) {
        spoil(maker);
    }
    const VkGraphicsPipelineCreateInfo& info = maker.info();
    if (!has(VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT)) {
        maker.vp.viewportCount = uint32_t(m_viewports.size());
        maker.vp.scissorCount = uint32_t(m_scissors.size());
        maker.vp.pViewports = m_viewports.data();
        maker.vp.pScissors = m_scissors.data();
    }
    return info;
}

void DrawState::fillVertexInput(vkt::PipelineMaker& maker) {
    for (uint32_t i = 0; i < m_step.bindings.size(); ++i) {
        maker.addBinding(i, m_step.bindings[i].stride_B, m_step.bindings[i].rate);
    }
    for (const VertexAttribute& attribute : m_step.attributes) {
        maker.addAttribute(
            attribute.location, attribute.binding, attribute.format, attribute.offset_B);
    }
    if (!m_divisors.empty()) {
        m_chains.divisors.vertexBindingDivisorCount = uint32_t(m_divisors.size());
        m_chains.divisors.pVertexBindingDivisors = m_divisors.data();
        maker.vi.pNext = &m_chains.divisors;
    }
    maker.ia.topology = m_state.topology;
    maker.ia.primitiveRestartEnable = m_state.primitiveRestart;
}

void DrawState::fillRasterization(vkt::PipelineMaker& maker) {
    VkPipelineRasterizationStateCreateInfo& rs = maker.rs;
    rs.depthClampEnable = m_state.depthClamp;
    rs.rasterizerDiscardEnable = m_state.rasterizerDiscard;
    rs.polygonMode = m_state.polygonMode;
    rs.cullMode = m_state.cullMode;
    rs.frontFace = m_state.frontFace;
    rs.depthBiasEnable = m_state.depthBias;
    rs.depthBiasConstantFactor = m_state.biasConstant;
    rs.depthBiasClamp = m_state.biasClamp;
    rs.depthBiasSlopeFactor = m_state.biasSlope;
    rs.lineWidth = m_state.lineWidth;
    const auto chain = [&](auto& structure) {
        structure.pNext = rs.pNext;
        rs.pNext = &structure;
    };
    if (m_state.depthClip || has(VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT)) {
        m_chains.depthClip.depthClipEnable = m_state.depthClip.value_or(!m_state.depthClamp);
        chain(m_chains.depthClip);
    }
    if (m_device.has(VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME)) {
        m_chains.line.lineRasterizationMode = m_state.lineMode;
        m_chains.line.stippledLineEnable = m_state.stipple;
        m_chains.line.lineStippleFactor = m_state.stippleFactor;
        m_chains.line.lineStipplePattern = m_state.stipplePattern;
        chain(m_chains.line);
    }
    if (m_state.provokingVertexLast) {
        m_chains.provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        chain(m_chains.provoking);
    }
    if (m_state.negativeOneToOne) {
        m_chains.depthControl.negativeOneToOne = VK_TRUE;
        maker.vp.pNext = &m_chains.depthControl;
    }
}

void DrawState::fillOutput(vkt::PipelineMaker& maker) {
    maker.ms.rasterizationSamples = m_case.samples;
    maker.ms.sampleShadingEnable = m_state.sampleShading;
    maker.ms.minSampleShading = m_state.minSampleShading;
    maker.ms.pSampleMask = &m_sampleMask;
    maker.ms.alphaToCoverageEnable = m_state.alphaToCoverage;
    maker.ms.alphaToOneEnable = m_state.alphaToOne;
    maker.ds.depthTestEnable = m_state.depthTest;
    maker.ds.depthWriteEnable = m_state.depthWrite;
    maker.ds.depthCompareOp = m_state.depthCompare;
    maker.ds.stencilTestEnable = m_state.stencilTest;
    maker.ds.front = m_state.front;
    maker.ds.back = m_state.back;
    maker.cb.logicOpEnable = m_state.logicOpEnable;
    maker.cb.logicOp = m_state.logicOp;
    std::copy(m_state.blendConstants, m_state.blendConstants + 4, maker.cb.blendConstants);
    maker.blends = m_blends;
    maker.rendering.viewMask = m_case.viewMask;
}

void DrawState::spoil(vkt::PipelineMaker& maker) {
    maker.vp.viewportCount = maker.vp.scissorCount = 0;
    maker.rs.lineWidth = 7;
    maker.rs.depthBiasConstantFactor = 1000;
    maker.rs.depthBiasEnable = !m_state.depthBias;
    maker.rs.cullMode = VK_CULL_MODE_FRONT_AND_BACK;
    maker.rs.frontFace = VkFrontFace(1 - int(m_state.frontFace));
    maker.rs.rasterizerDiscardEnable = VK_TRUE;
    maker.ia.primitiveRestartEnable = VK_FALSE;
    maker.ds.depthTestEnable = !m_state.depthTest;
    maker.ds.depthWriteEnable = !m_state.depthWrite;
    maker.ds.depthCompareOp = VK_COMPARE_OP_NEVER;
    maker.ds.stencilTestEnable = !m_state.stencilTest;
    maker.ds.front = {VK_STENCIL_OP_INVERT,
                      VK_STENCIL_OP_INVERT,
                      VK_STENCIL_OP_INVERT,
                      VK_COMPARE_OP_NEVER,
                      0x55,
                      0x55,
                      0x55};
    maker.ds.back = maker.ds.front;
    maker.cb.blendConstants[0] = maker.cb.blendConstants[3] = 0.3f;
    if (has(VK_DYNAMIC_STATE_SAMPLE_MASK_EXT)) {
        maker.ms.pSampleMask = &m_spoiltMask;
    }
    if (has(VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT)) {
        maker.ms.alphaToCoverageEnable = !m_state.alphaToCoverage;
    }
    if (has(VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT)) {
        for (auto& blend : maker.blends) {
            blend.colorWriteMask = ~blend.colorWriteMask & 0xf;
        }
    }
    if (has(VK_DYNAMIC_STATE_LOGIC_OP_EXT)) {
        maker.cb.logicOp = VK_LOGIC_OP_CLEAR;
    }
}

void DrawState::set(VkCommandBuffer commands) const {
    if (!m_case.dynamicState) {
        return;
    }
    vkCmdSetViewportWithCount(commands, uint32_t(m_viewports.size()), m_viewports.data());
    vkCmdSetScissorWithCount(commands, uint32_t(m_scissors.size()), m_scissors.data());
    vkCmdSetPrimitiveTopology(commands, m_state.topology);
    vkCmdSetPrimitiveRestartEnable(commands, m_state.primitiveRestart);
    setVertexInput(commands);
    setRasterization(commands);
    setTests(commands);
    setOutput(commands);
}

void DrawState::setWithoutPipeline(VkCommandBuffer commands) const {
    vkCmdSetRasterizationSamplesEXT(commands, m_case.samples);
    vkCmdSetDepthBoundsTestEnable(commands, VK_FALSE);
    vkCmdSetLineStippleEXT(commands, m_state.stippleFactor, m_state.stipplePattern);
}

void DrawState::setVertexInput(VkCommandBuffer commands) const {
    if (!has(VK_DYNAMIC_STATE_VERTEX_INPUT_EXT)) {
        return;
    }
    std::vector<VkVertexInputBindingDescription2EXT> bindings;
    for (uint32_t i = 0; i < m_step.bindings.size(); ++i) {
        const VertexBinding& binding = m_step.bindings[i];
        bindings.push_back({VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT,
                            nullptr,
                            i,
                            binding.stride_B,
                            binding.rate,
                            binding.rate == VK_VERTEX_INPUT_RATE_INSTANCE ? binding.divisor : 1});
    }
    std::vector<VkVertexInputAttributeDescription2EXT> attributes;
    for (const VertexAttribute& attribute : m_step.attributes) {
        attributes.push_back({VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
                              nullptr,
                              attribute.location,
                              attribute.binding,
                              attribute.format,
                              attribute.offset_B});
    }
    vkCmdSetVertexInputEXT(commands,
                           uint32_t(bindings.size()),
                           bindings.data(),
                           uint32_t(attributes.size()),
                           attributes.data());
}

void DrawState::setRasterization(VkCommandBuffer commands) const {
    vkCmdSetLineWidth(commands, m_state.lineWidth);
    vkCmdSetDepthBiasEnable(commands, m_state.depthBias);
    vkCmdSetDepthBias(commands, m_state.biasConstant, m_state.biasClamp, m_state.biasSlope);
    vkCmdSetCullMode(commands, m_state.cullMode);
    vkCmdSetFrontFace(commands, m_state.frontFace);
    vkCmdSetRasterizerDiscardEnable(commands, m_state.rasterizerDiscard);
    if (has(VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT)) {
        vkCmdSetDepthClampEnableEXT(commands, m_state.depthClamp);
    }
    if (has(VK_DYNAMIC_STATE_POLYGON_MODE_EXT)) {
        vkCmdSetPolygonModeEXT(commands, m_state.polygonMode);
    }
    if (has(VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT)) {
        vkCmdSetDepthClipEnableEXT(commands, m_state.depthClip.value_or(!m_state.depthClamp));
    }
    if (has(VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT)) {
        vkCmdSetPatchControlPointsEXT(commands, m_state.patchControlPoints);
    }
    if (has(VK_DYNAMIC_STATE_TESSELLATION_DOMAIN_ORIGIN_EXT)) {
        vkCmdSetTessellationDomainOriginEXT(commands,
                                            m_state.lowerLeftOrigin
                                                ? VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
                                                : VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT);
    }
    if (has(VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT)) {
        vkCmdSetProvokingVertexModeEXT(commands,
                                       m_state.provokingVertexLast
                                           ? VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT
                                           : VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT);
    }
    if (has(VK_DYNAMIC_STATE_LINE_RASTERIZATION_MODE_EXT)) {
        vkCmdSetLineRasterizationModeEXT(commands, m_state.lineMode);
    }
    if (has(VK_DYNAMIC_STATE_LINE_STIPPLE_ENABLE_EXT)) {
        vkCmdSetLineStippleEnableEXT(commands, m_state.stipple);
    }
    if (has(VK_DYNAMIC_STATE_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT)) {
        vkCmdSetDepthClipNegativeOneToOneEXT(commands, m_state.negativeOneToOne);
    }
}

void DrawState::setTests(VkCommandBuffer commands) const {
    vkCmdSetDepthTestEnable(commands, m_state.depthTest);
    vkCmdSetDepthWriteEnable(commands, m_state.depthWrite);
    vkCmdSetDepthCompareOp(commands, m_state.depthCompare);
    vkCmdSetStencilTestEnable(commands, m_state.stencilTest);
    for (const bool front : {true, false}) {
        const VkStencilFaceFlags face =
            front ? VK_STENCIL_FACE_FRONT_BIT : VK_STENCIL_FACE_BACK_BIT;
        const VkStencilOpState& s = front ? m_state.front : m_state.back;
        vkCmdSetStencilOp(commands, face, s.failOp, s.passOp, s.depthFailOp, s.compareOp);
        vkCmdSetStencilCompareMask(commands, face, s.compareMask);
        vkCmdSetStencilWriteMask(commands, face, s.writeMask);
        vkCmdSetStencilReference(commands, face, s.reference);
    }
}

void DrawState::setOutput(VkCommandBuffer commands) const {
    const auto count = uint32_t(m_blends.size());
    vkCmdSetBlendConstants(commands, m_state.blendConstants);
    if (has(VK_DYNAMIC_STATE_SAMPLE_MASK_EXT)) {
        vkCmdSetSampleMaskEXT(commands, m_case.samples, &m_sampleMask);
    }
    if (has(VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT)) {
        vkCmdSetAlphaToCoverageEnableEXT(commands, m_state.alphaToCoverage);
    }
    if (has(VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT)) {
        vkCmdSetAlphaToOneEnableEXT(commands, m_state.alphaToOne);
    }
    if (has(VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT)) {
        vkCmdSetLogicOpEnableEXT(commands, m_state.logicOpEnable);
    }
    if (has(VK_DYNAMIC_STATE_LOGIC_OP_EXT)) {
        vkCmdSetLogicOpEXT(commands, m_state.logicOp);
    }
    for (uint32_t i = 0; i < count; ++i) {
        const VkPipelineColorBlendAttachmentState& blend = m_blends[i];
        if (has(VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT)) {
            vkCmdSetColorBlendEnableEXT(commands, i, 1, &blend.blendEnable);
        }
        if (has(VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT)) {
            const VkColorBlendEquationEXT equation{blend.srcColorBlendFactor,
                                                   blend.dstColorBlendFactor,
                                                   blend.colorBlendOp,
                                                   blend.srcAlphaBlendFactor,
                                                   blend.dstAlphaBlendFactor,
                                                   blend.alphaBlendOp};
            vkCmdSetColorBlendEquationEXT(commands, i, 1, &equation);
        }
        if (has(VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT)) {
            vkCmdSetColorWriteMaskEXT(commands, i, 1, &blend.colorWriteMask);
        }
    }
}

} // namespace pictures
