// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// DrawRecorder: the pipeline's key, and the state that is set dynamically.
#include "glvk/device.h"
#include "glvk/draw.h"
#include "glvk/translate.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace glvk {

namespace {

using gl::Dirty;

/// Vulkan's viewports are not empty.
constexpr float kLeastViewport_px = 1.0f / 256;

/// What updateKey() writes, and what updateTopology() does.
constexpr KeyWords kStateWords = PipelineKey::kAllWords & ~PipelineKey::kArrayWords;
constexpr KeyWords kPrimitiveWords = PipelineKey::wordsOf(8, 8);

/// Stores `now`; true where it differs from what was recorded.
template <class T, class U>
bool differs(T& recorded, U now) {
    if (recorded == T(now)) {
        return false;
    }
    recorded = T(now);
    return true;
}

} // namespace

void DrawRecorder::updateKey(const gl::State& state) {
    PipelineKey key = m_key;
    key.program = m_program->id();
    const bool dynamic = m_features.extendedDynamicState;
    key.samples = m_targets.samples;
    key.polygonMode = m_features.core.fillModeNonSolid && !m_features.dynamicPolygonMode
                          ? translate::polygonMode(state.polygonMode())
                          : VK_POLYGON_MODE_FILL;
    const bool multisampled = m_targets.samples > 1 && state.multisample;
    // Not of integers (OpenGL 3.3 section 4.1.3).
    const bool alphas =
        multisampled && !(m_targets.color[0] && m_targets.color[0].format->integer());
    key.alphaToCoverage = alphas && state.sampleAlphaToCoverage && m_program->hasCoverageAlpha();
    key.alphaToOne = alphas && state.sampleAlphaToOne && m_features.core.alphaToOne;
    key.shadedSamples = 0;
    if (multisampled && state.sampleShading && m_features.core.sampleRateShading) {
        key.shadedSamples = uint32_t(std::ceil(state.minSampleShading * float(m_targets.samples)));
        key.shadedSamples = key.shadedSamples > 1 ? key.shadedSamples : 0;
    }
    key.depthClamp =
        state.depthClamp && m_features.core.depthClamp && !m_features.dynamicDepthClamp;
    key.provokingFirst = m_features.provokingVertexLast && !m_features.dynamicProvokingVertex &&
                         state.provokingVertex == GL_FIRST_VERTEX_CONVENTION;
    key.clipDistancesOff = m_program->clipDistances() & ~state.clipDistanceMask;
    key.layerIgnored = m_program->writesLayer() && m_targets.layers == 1;
    key.clipPlanes = m_program->takesClipPlanes() ? state.clipDistanceMask : 0;
    key.flatColors = state.flatColors && m_program->hasShadedColors();
    key.twoSidedColors = state.twoSidedColors && m_program->hasBackColors();
    key.logicOpEnabled = state.logicOpEnabled && m_features.core.logicOp;
    key.logicOp = key.logicOpEnabled ? translate::logicOp(state.logicOp) : 0;
    key.sampleMask = translate::sampleMask(state, m_targets.samples);
    if (!dynamic) {
        key.cullMode = translate::cullMode(state);
        key.clockwise = translate::clockwise(state);
        const bool depth = m_targets.depth && state.depthTest;
        key.depthTest = depth;
        key.depthWrite = depth && state.depthMask;
        key.depthOp = depth ? translate::compareOp(state.depthFunc) : 0;
        const bool stencil = m_targets.stencil && state.stencilTest;
        key.stencilTest = stencil;
        key.stencil = {};
        if (stencil) {
            const auto face = [](const gl::StencilFace& f) {
                PipelineKey::Stencil s;
                s.fail = translate::stencilOp(f.fail);
                s.depthFail = translate::stencilOp(f.depthFail);
                s.pass = translate::stencilOp(f.depthPass);
                s.compare = translate::compareOp(f.func);
                return s;
            };
            key.stencil = {face(state.stencilFront), face(state.stencilBack)};
        }
    }
    if (!m_features.extendedDynamicState2) {
        key.depthBias = translate::depthBias(state);
        key.discard = state.rasterizerDiscard;
    }
    key.colorCount = uint8_t(m_targets.colorCount);
    key.colorFormat = {};
    key.writeMask = {};
    key.depthFormat = m_targets.depth ? m_targets.depth.storage : format::Id::None;
    key.stencilFormat = m_targets.stencil ? m_targets.stencil.storage : format::Id::None;
    for (uint32_t i = 0; i < m_targets.colorCount; ++i) {
        if (m_targets.color[i]) {
            key.colorFormat[i] = m_targets.color[i].storage;
        }
    }
    if (!m_features.dynamicBlend) {
        key.blend = {};
        for (uint32_t i = 0; i < m_targets.colorCount; ++i) {
            key.writeMask[i] = uint8_t(translate::writeMask(state, m_targets, i, *m_program));
            key.blend[i] = blendOf(state, i);
        }
    }
    if (const KeyWords changed = key.differing(m_key, kStateWords)) {
        m_key = key;
        m_keyChanged |= changed;
    }
}

/// What of the key the draw call itself decides.
void DrawRecorder::updateTopology(const gl::State& state) {
    const VkPrimitiveTopology topology = translate::topology(m_mode);
    const bool dynamic = m_features.extendedDynamicState;
    const uint32_t keyTopology = dynamic ? translate::topologyClass(topology) : topology;
    const uint32_t patchVertices = m_mode == GL_PATCHES ? state.patchVertices : 0;
    const bool restart = !m_features.extendedDynamicState2 && m_restart;
    if (m_key.topology != keyTopology || m_key.patchVertices != patchVertices ||
        m_key.primitiveRestart != restart) {
        m_key.topology = keyTopology;
        m_key.patchVertices = patchVertices;
        m_key.primitiveRestart = restart;
        m_keyChanged |= kPrimitiveWords;
    }
    if (dynamic && differs(m_recorded.topology, topology)) {
        m_vk.vkCmdSetPrimitiveTopology(m_recorder.commands(), topology);
    }
}

/// How attachment `i` is blended; zeros where it is not, integers for example.
PipelineKey::Blend DrawRecorder::blendOf(const gl::State& state, uint32_t i) const {
    PipelineKey::Blend blend;
    // Without independent blending all attachments do as the first.
    const gl::BlendState& b = state.blends[m_features.core.independentBlend ? i : 0];
    if (!b.enabled || state.logicOpEnabled || !m_targets.color[i] ||
        !(m_device.formatFeatures(m_targets.color[i].storage) &
          VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT)) {
        return blend;
    }
    blend.enabled = 1;
    blend.colorOp = translate::blendOp(b.equationRgb);
    blend.alphaOp = translate::blendOp(b.equationAlpha);
    blend.srcColor = translate::blendFactor(b.srcRgb);
    blend.dstColor = translate::blendFactor(b.dstRgb);
    blend.srcAlpha = translate::blendFactor(b.srcAlpha);
    blend.dstAlpha = translate::blendFactor(b.dstAlpha);
    return blend;
}

bool DrawRecorder::bindPipeline() {
    const VkPipeline pipeline = m_pipelines.get(m_key, m_keyChanged, *m_program);
    if (!pipeline) {
        return false;
    }
    m_keyChanged = 0;
    if (pipeline != m_pipeline) {
        m_recorder.provoke(m_key.provokingFirst || !m_features.provokingVertexLast);
        m_feedback.suspend();
        m_vk.vkCmdBindPipeline(m_recorder.commands(), VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        m_pipeline = pipeline;
    }
    return true;
}

void DrawRecorder::updateDynamicState(const gl::State& state) {
    const VkCommandBuffer commands = m_recorder.commands();
    const bool moreViewports = m_recorded.viewports < m_program->viewportCount();
    if (m_dirty.test(Dirty::Viewport) || moreViewports) {
        setViewport(commands, state);
    }
    if (m_dirty.test(Dirty::Scissor) || m_dirty.test(Dirty::Viewport) || moreViewports) {
        setScissor(commands, state);
    }
    if (m_dirty.test(Dirty::LineWidth)) {
        const auto& range = m_device.caps().lineWidthRange_px;
        m_vk.vkCmdSetLineWidth(commands, std::clamp(state.lineWidth_px, range[0], range[1]));
    }
    if (m_dirty.test(Dirty::DepthBias)) {
        m_vk.vkCmdSetDepthBias(commands, state.polygonOffsetUnits, 0, state.polygonOffsetFactor);
        const bool enabled = translate::depthBias(state);
        if (m_features.extendedDynamicState2 && differs(m_recorded.depthBias, enabled)) {
            m_vk.vkCmdSetDepthBiasEnable(commands, enabled);
        }
    }
    if (m_features.extendedDynamicState2) {
        if (differs(m_recorded.discard, state.rasterizerDiscard)) {
            m_vk.vkCmdSetRasterizerDiscardEnable(commands, state.rasterizerDiscard);
        }
        if (differs(m_recorded.restart, m_restart)) {
            m_vk.vkCmdSetPrimitiveRestartEnable(commands, m_restart);
        }
    }
    if (m_dirty.test(Dirty::Cull) && m_features.extendedDynamicState) {
        const VkCullModeFlags cullMode = translate::cullMode(state);
        if (differs(m_recorded.cullMode, cullMode)) {
            m_vk.vkCmdSetCullMode(commands, cullMode);
        }
        const bool clockwise = translate::clockwise(state);
        if (differs(m_recorded.clockwise, clockwise)) {
            m_vk.vkCmdSetFrontFace(
                commands, clockwise ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE);
        }
    }
    if (m_dirty.anyOf(m_keyBits) || m_dirty.test(Dirty::Cull)) {
        setRaster(commands, state);
    }
    if (m_dirty.test(Dirty::DepthStencil)) {
        setDepthStencil(commands, state);
    }
    if (m_dirty.test(Dirty::BlendColor)) {
        m_vk.vkCmdSetBlendConstants(commands, state.blendColor.data());
    }
    if (m_features.dynamicBlend && (m_dirty.test(Dirty::Blend) || m_dirty.test(Dirty::ColorMask) ||
                                    m_dirty.test(Dirty::Program) || m_dirty.test(Dirty::LogicOp))) {
        setBlend(commands, state);
    }
}

/// What extended dynamic state 3 has of rasterisation.
void DrawRecorder::setRaster(VkCommandBuffer commands, const gl::State& state) {
    if (m_features.dynamicPolygonMode) {
        const VkPolygonMode mode = translate::polygonMode(state.polygonMode());
        if (differs(m_recorded.polygonMode, mode)) {
            m_vk.vkCmdSetPolygonModeEXT(commands, mode);
        }
    }
    if (m_features.dynamicDepthClamp && differs(m_recorded.depthClamp, state.depthClamp)) {
        m_vk.vkCmdSetDepthClampEnableEXT(commands, state.depthClamp);
    }
    if (m_features.dynamicProvokingVertex) {
        const VkProvokingVertexModeEXT mode = state.provokingVertex == GL_FIRST_VERTEX_CONVENTION
                                                  ? VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT
                                                  : VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        if (differs(m_recorded.provokingMode, mode)) {
            m_vk.vkCmdSetProvokingVertexModeEXT(commands, mode);
        }
    }
    if (m_features.dynamicLineMode) {
        const VkLineRasterizationModeEXT mode = m_targets.samples > 1
                                                    ? VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT
                                                    : VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
        if (differs(m_recorded.lineMode, mode)) {
            m_vk.vkCmdSetLineRasterizationModeEXT(commands, mode);
        }
    }
}

void DrawRecorder::setViewport(VkCommandBuffer commands, const gl::State& state) {
    VkViewport viewports[gl::kMaxViewports];
    const uint32_t count = m_program->viewportCount();
    const auto& bounds = m_device.limits().viewportBoundsRange;
    for (uint32_t i = 0; i < count; ++i) {
        // No flip: rows are stored bottom first, so GL's window coordinates are Vulkan's. Empty
        // ones have an empty scissor box instead.
        const gl::Viewport& v = state.viewports[i];
        const float x = std::clamp(v.x, bounds[0], bounds[1] - 1);
        const float y = std::clamp(v.y, bounds[0], bounds[1] - 1);
        viewports[i] = {x,
                        y,
                        std::clamp(v.width_px, kLeastViewport_px, bounds[1] - x),
                        std::clamp(v.height_px, kLeastViewport_px, bounds[1] - y),
                        float(v.depthRange[0]),
                        float(v.depthRange[1])};
    }
    m_vk.vkCmdSetViewport(commands, 0, count, viewports);
}

void DrawRecorder::setScissor(VkCommandBuffer commands, const gl::State& state) {
    VkRect2D scissors[gl::kMaxViewports];
    const uint32_t count = m_program->viewportCount();
    for (uint32_t i = 0; i < count; ++i) {
        gl::Rect area{0, 0, m_targets.width_px, m_targets.height_px};
        if (state.scissorMask >> i & 1) {
            area = translate::intersect(area, state.scissors[i]);
        }
        const gl::Viewport& v = state.viewports[i];
        if (!(v.width_px > 0) || !(v.height_px > 0)) {
            area = {};
        }
        scissors[i] = {{area.x, area.y}, {uint32_t(area.width_px), uint32_t(area.height_px)}};
    }
    m_vk.vkCmdSetScissor(commands, 0, count, scissors);
    m_recorded.viewports = count;
}

void DrawRecorder::setDepthStencil(VkCommandBuffer commands, const gl::State& state) {
    const bool stencil = m_targets.stencil && state.stencilTest;
    if (m_features.extendedDynamicState) {
        const bool depth = m_targets.depth && state.depthTest;
        if (differs(m_recorded.depthTest, depth)) {
            m_vk.vkCmdSetDepthTestEnable(commands, depth);
        }
        if (differs(m_recorded.depthWrite, depth && state.depthMask)) {
            m_vk.vkCmdSetDepthWriteEnable(commands, depth && state.depthMask);
        }
        const VkCompareOp op = translate::compareOp(state.depthFunc);
        if (differs(m_recorded.depthOp, op)) {
            m_vk.vkCmdSetDepthCompareOp(commands, op);
        }
        if (differs(m_recorded.stencilTest, stencil)) {
            m_vk.vkCmdSetStencilTestEnable(commands, stencil);
        }
    }
    setStencilFace(commands, 0, state.stencilFront);
    setStencilFace(commands, 1, state.stencilBack);
}

void DrawRecorder::setStencilFace(VkCommandBuffer commands,
                                  size_t index,
                                  const gl::StencilFace& f) {
    if (m_recorded.stencilFace[index] == f) {
        return;
    }
    m_recorded.stencilFace[index] = f;
    const VkStencilFaceFlags which = index ? VK_STENCIL_FACE_BACK_BIT : VK_STENCIL_FACE_FRONT_BIT;
    if (m_features.extendedDynamicState) {
        const VkStencilOp fail = translate::stencilOp(f.fail);
        const VkStencilOp pass = translate::stencilOp(f.depthPass);
        const VkStencilOp depthFail = translate::stencilOp(f.depthFail);
        const VkCompareOp compare = translate::compareOp(f.func);
        if (differs(m_recorded.stencilOps[index],
                    fail | pass << 4 | depthFail << 8 | compare << 12)) {
            m_vk.vkCmdSetStencilOp(commands, which, fail, pass, depthFail, compare);
        }
    }
    if (differs(m_recorded.stencilReadMask[index], f.readMask & 0xff)) {
        m_vk.vkCmdSetStencilCompareMask(commands, which, f.readMask & 0xff);
    }
    if (differs(m_recorded.stencilWriteMask[index], f.writeMask & 0xff)) {
        m_vk.vkCmdSetStencilWriteMask(commands, which, f.writeMask & 0xff);
    }
    const uint32_t reference = uint32_t(std::clamp(f.ref, 0, 255));
    if (differs(m_recorded.stencilRef[index], reference)) {
        m_vk.vkCmdSetStencilReference(commands, which, reference);
    }
}

void DrawRecorder::setBlend(VkCommandBuffer commands, const gl::State& state) {
    // Without colour targets the state must be set all the same.
    const uint32_t count = std::max(1u, m_targets.colorCount);
    if (differs(m_recorded.blendCount, count)) {
        m_recorded.blendEnables = -1;
        m_recorded.blendEquations.fill(-1);
        m_recorded.writeMasks = -1;
    }
    VkBool32 enables[gl::kMaxColorAttachments];
    VkColorBlendEquationEXT equations[gl::kMaxColorAttachments];
    VkColorComponentFlags masks[gl::kMaxColorAttachments];
    int64_t packedEnables = 0;
    int64_t packedMasks = 0;
    bool otherEquations = false;
    for (uint32_t i = 0; i < count; ++i) {
        const PipelineKey::Blend b = blendOf(state, i);
        enables[i] = b.enabled;
        equations[i] = {VkBlendFactor(b.srcColor),
                        VkBlendFactor(b.dstColor),
                        VkBlendOp(b.colorOp),
                        VkBlendFactor(b.srcAlpha),
                        VkBlendFactor(b.dstAlpha),
                        VkBlendOp(b.alphaOp)};
        masks[i] = translate::writeMask(state, m_targets, i, *m_program);
        packedEnables |= int64_t(enables[i]) << i;
        packedMasks |= int64_t(masks[i]) << (4 * i);
        // Zeros where it is not blended: devices that compile blending see one state then.
        otherEquations |= differs(m_recorded.blendEquations[i], std::bit_cast<uint32_t>(b));
    }
    if (differs(m_recorded.blendEnables, packedEnables)) {
        m_vk.vkCmdSetColorBlendEnableEXT(commands, 0, count, enables);
    }
    if (otherEquations) {
        m_vk.vkCmdSetColorBlendEquationEXT(commands, 0, count, equations);
    }
    if (differs(m_recorded.writeMasks, packedMasks)) {
        m_vk.vkCmdSetColorWriteMaskEXT(commands, 0, count, masks);
    }
}

} // namespace glvk
