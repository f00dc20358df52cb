// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// DrawRecorder: the pipeline's key, and the state that is set dynamically.
#include "glvk/draw/draw.h"
#include "glvk/draw/write_mask.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/gpu.h"
#include "glvk/gpu/translate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

namespace glvk {

namespace {

using gl::Dirty;

/// Vulkan's viewports are not empty.
constexpr float kLeastViewport_px = 1.0f / 256;

/// What updateKey() writes, and what updateTopology() does.
constexpr KeyWords kStateWords = PipelineKey::kAllWords & ~PipelineKey::kArrayWords;
constexpr KeyWords kPrimitiveWords = PipelineKey::wordsOf(8, 8);
constexpr KeyWords kFragmentWords = PipelineKey::wordsOf(16, 4);

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
    key.program = m_bound.program()->id();
    const bool dynamic = m_features.extendedDynamicState;
    key.polygonMode = m_features.core.fillModeNonSolid && !m_features.dynamicPolygonMode
                          ? translate::polygonMode(state.polygonMode())
                          : VK_POLYGON_MODE_FILL;
    key.alphaToCoverage = !m_features.dynamicAlphaToCoverage && alphaToCoverage(state);
    key.alphaToOne = !m_features.dynamicAlphaToOne && alphaToOne(state);
    key.secondAlphaToOne = m_bound.program()->hasSecondAlpha() && alphaToOne(state);
    key.shadedSamples = shadedSamples(state);
    // Shading by sample needs to know the share.
    key.samples = m_features.dynamicSamples && !key.shadedSamples ? 1 : m_targets.samples;
    if (m_features.usesShaderObjects() && key.shadedSamples) { // All or one, in the code.
        key.shadedSamples = key.samples = 1;
    }
    key.depthClamp =
        state.depthClamp && m_features.core.depthClamp && !m_features.dynamicDepthClamp;
    // What all pipelines of a rendering have to share is told to the recorder, dynamic or not.
    key.provokingFirst = m_features.provokingVertexLast &&
                         (!m_features.dynamicProvokingVertex || m_features.oneProvokingVertex) &&
                         state.provokingVertex == GL_FIRST_VERTEX_CONVENTION;
    key.clipDistancesOff = m_bound.program()->clipDistances() & ~state.clipDistanceMask;
    key.layerIgnored = m_bound.program()->writesLayer() && m_targets.layers == 1;
    key.clipPlanes = m_bound.program()->takesClipPlanes() ? state.clipDistanceMask : 0;
    key.clampOutputs = state.clampOutputs && !state.fixedFragments();
    key.alphaTest = state.alphaTest && m_bound.program()->takesAlphaTest();
    key.flatColors = state.flatColors && m_bound.program()->hasShadedColors();
    key.twoSidedColors = state.twoSided() && m_bound.program()->hasBackColors();
    key.logicOpEnabled =
        state.logicOpEnabled && m_features.core.logicOp && !m_features.dynamicLogicOp;
    key.logicOp = key.logicOpEnabled ? translate::logicOp(state.logicOp) : 0;
    key.sampleMask =
        m_features.dynamicSamples ? 0 : translate::sampleMask(state, m_targets.samples);
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
    if (m_features.usesShaderObjects()) { // One colour goes to all targets: in the code.
        key.colorCount = m_bound.program()->broadcasts() && m_targets.colorCount > 1 ? 2 : 0;
    } else {
        updateFormats(key);
    }
    if (!m_features.dynamicBlend) {
        key.blend = {};
        key.writeMask = {};
        for (uint32_t i = 0; i < m_targets.colorCount; ++i) {
            key.writeMask[i] = uint8_t(writeMask(state, m_targets, i, *m_bound.program()));
            key.blend[i] = blendOf(state, i);
        }
    }
    if (const KeyWords changed = key.differing(m_key, kStateWords)) {
        m_key = key;
        m_keyChanged |= changed;
    }
}

void DrawRecorder::updateFormats(PipelineKey& key) const {
    key.colorCount = uint8_t(m_targets.colorCount);
    key.colorFormat = {};
    key.depthFormat = m_targets.depth ? m_targets.depth.storage : format::Id::None;
    key.stencilFormat = m_targets.stencil ? m_targets.stencil.storage : format::Id::None;
    for (uint32_t i = 0; i < m_targets.colorCount; ++i) {
        if (m_targets.color[i]) {
            key.colorFormat[i] = m_targets.color[i].storage;
        }
    }
}

/// Alphas count in the targets: not those of integers (OpenGL 3.3 section 4.1.3).
bool DrawRecorder::hasAlphas(const gl::State& state) const {
    return m_targets.samples > 1 && state.multisample &&
           !(m_targets.color[0] && m_targets.color[0].format->integer());
}

bool DrawRecorder::alphaToCoverage(const gl::State& state) const {
    return state.sampleAlphaToCoverage && hasAlphas(state) && m_bound.program()->hasCoverageAlpha();
}

bool DrawRecorder::alphaToOne(const gl::State& state) const {
    return state.sampleAlphaToOne && hasAlphas(state) && m_features.core.alphaToOne;
}

/// At least so many samples of a pixel are shaded; 0: one.
uint32_t DrawRecorder::shadedSamples(const gl::State& state) const {
    if (m_targets.samples < 2 || !state.multisample || !state.sampleShading ||
        !m_features.core.sampleRateShading) {
        return 0;
    }
    const auto count = uint32_t(std::ceil(state.minSampleShading * float(m_targets.samples)));
    return count > 1 ? count : 0;
}

/// What of the key the draw call itself decides.
/// Lines are smooth or stippled in pipelines; what primitives of other kinds have does not count.
/// The same goes for the pattern of polygons, and for points that are disks or sprites.
void DrawRecorder::updateKinds(const gl::State& state, VkPrimitiveTopology topology) {
    const VkPrimitiveTopology kind = translate::topologyClass(topology);
    const bool polygons = kind == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    const bool draws = m_targets.samples == 1 && (kind == VK_PRIMITIVE_TOPOLOGY_LINE_LIST ||
                                                  (polygons && state.polygonMode() == GL_LINE));
    const bool smooth =
        draws && state.lineSmooth && m_features.smoothLines && !m_features.dynamicLineMode;
    const bool stippled =
        draws && state.lineStipple && m_features.stippledLines && !m_features.usesShaderObjects();
    if (m_key.smoothLines != smooth || m_key.stippledLines != stippled) {
        m_key.smoothLines = smooth;
        m_key.stippledLines = stippled;
        m_keyChanged |= kPrimitiveWords;
    }
    const bool pattern = state.polygonStipple && polygons && state.polygonMode() == GL_FILL &&
                         m_bound.program()->takesPolygonStipple();
    const bool disks =
        state.pointSmooth && m_targets.samples == 1 && kind == VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    const bool points =
        kind == VK_PRIMITIVE_TOPOLOGY_POINT_LIST || (polygons && state.polygonMode() == GL_POINT);
    const uint8_t sprites = points && m_bound.program()->readsTexCoords() ? state.spriteSets : 0;
    const bool fromTop = sprites != 0 && state.pointSpriteOrigin == GL_UPPER_LEFT;
    if (m_key.polygonStipple != pattern || m_key.smoothPoints != disks ||
        m_key.spriteSets != sprites || m_key.spritesFromTop != fromTop) {
        m_key.polygonStipple = pattern;
        m_key.smoothPoints = disks;
        m_key.spriteSets = sprites;
        m_key.spritesFromTop = fromTop;
        m_keyChanged |= kFragmentWords;
    }
}

void DrawRecorder::updateTopology(const gl::State& state) {
    const VkPrimitiveTopology topology = translate::topology(m_mode);
    updateKinds(state, topology);
    const bool dynamic = m_features.extendedDynamicState;
    const uint32_t keyTopology = m_features.usesShaderObjects() ? 0
                                 : dynamic                      ? translate::topologyClass(topology)
                                                                : topology;
    const bool patches = m_mode == GL_PATCHES;
    // Where the size of patches is dynamic, a control shader that we supply still has it.
    const uint32_t patchVertices =
        patches && (!m_features.dynamicPatchVertices || m_bound.program()->suppliesControl())
            ? state.patchVertices
            : 0;
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
    if (patches && m_features.dynamicPatchVertices &&
        differs(m_recorded.patchVertices, state.patchVertices)) {
        m_vk.vkCmdSetPatchControlPointsEXT(m_recorder.commands(), state.patchVertices);
    }
}

/// The draw's primitive, where nothing else is another.
void DrawRecorder::changePrimitive(const gl::State& state, GLenum mode, bool restart) {
    const bool otherMode = mode != m_mode;
    const bool otherRestart = restart != m_restart;
    if (!otherMode && !otherRestart) {
        return;
    }
    m_mode = mode;
    m_restart = restart;
    if (!m_features.extendedDynamicState2) {
        updateTopology(state);
        return;
    }
    if (otherRestart) {
        setRestart();
    }
    if (otherMode) {
        changeTopology(state);
    }
}

/// Where a command sets it.
void DrawRecorder::setRestart() {
    if (differs(m_recorded.restart, m_restart)) {
        m_vk.vkCmdSetPrimitiveRestartEnable(m_recorder.commands(), m_restart);
    }
}

/// One of the same class changes nothing of the key where commands set the rest.
void DrawRecorder::changeTopology(const gl::State& state) {
    const VkPrimitiveTopology topology = translate::topology(m_mode);
    const bool sameClass = m_recorded.topology >= 0 &&
                           translate::topologyClass(topology) ==
                               translate::topologyClass(VkPrimitiveTopology(m_recorded.topology));
    if (!sameClass) {
        updateTopology(state);
    } else if (differs(m_recorded.topology, topology)) {
        m_vk.vkCmdSetPrimitiveTopology(m_recorder.commands(), topology);
    }
}

/// How attachment `i` is blended; zeros where it is not, integers for example.
PipelineKey::Blend DrawRecorder::blendOf(const gl::State& state, uint32_t i) const {
    PipelineKey::Blend blend;
    // Without independent blending all attachments do as the first.
    const gl::BlendState& b = state.blends[m_features.core.independentBlend ? i : 0];
    if (!b.enabled || state.logicOpEnabled || !m_targets.color[i] ||
        !(m_gpu.formatFeatures(m_targets.color[i].storage) &
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
    const Pipeline* const pipeline = m_pipelines.get(m_key, m_keyChanged, *m_bound.program());
    if (!pipeline) {
        return false;
    }
    m_keyChanged = 0;
    if (pipeline != m_pipeline) {
        m_recorder.provoke(m_key.provokingFirst || !m_features.provokingVertexLast);
        m_feedback.suspend();
        if (pipeline->handle) {
            m_vk.vkCmdBindPipeline(
                m_recorder.commands(), VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->handle);
            m_vertexInput.notePipeline();
        } else {
            bindShaders(*pipeline);
        }
        m_pipeline = pipeline;
    }
    return true;
}

/// Binds the stages that differ from those that are bound, and the lack of others.
void DrawRecorder::bindShaders(const Pipeline& pipeline) {
    VkShaderStageFlagBits stages[spirv::kGraphicsStageCount];
    VkShaderEXT shaders[spirv::kGraphicsStageCount];
    uint32_t count = 0;
    const bool none = !m_pipeline; // Nothing is known of what is bound.
    if (none) {
        setFixed(m_recorder.commands());
    }
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        const auto stage = spirv::Stage(i);
        if ((none || m_pipeline->shaders[i] != pipeline.shaders[i]) && m_gpu.has(stage)) {
            stages[count] = stageBit(stage);
            shaders[count++] = pipeline.shaders[i];
        }
    }
    if (count) {
        m_gpu.shaderCommands().bind(m_recorder.commands(), count, stages, shaders);
    }
    if (pipeline.label) {
        labelDraws(m_recorder.commands(), pipeline.label);
    }
}

/// What pipelines have the same for all draws, and shader objects want to be told.
void DrawRecorder::setFixed(VkCommandBuffer commands) {
    if (m_features.core.tessellationShader) {
        m_vk.vkCmdSetTessellationDomainOriginEXT(commands,
                                                 VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT);
    }
    if (m_features.geometryStreams) {
        m_vk.vkCmdSetRasterizationStreamEXT(commands, 0);
    }
    if (m_features.depthClipControl) {
        m_vk.vkCmdSetDepthClipNegativeOneToOneEXT(commands, VK_TRUE);
    }
    if (m_features.lineRasterization && !m_features.stippledLines) {
        m_vk.vkCmdSetLineStippleEnableEXT(commands, VK_FALSE);
    }
}

void DrawRecorder::updateDynamicState(const gl::State& state) {
    const VkCommandBuffer commands = m_recorder.commands();
    const bool otherViewports = m_recorded.viewports != m_bound.program()->viewportCount();
    if (m_dirty.test(Dirty::Viewport) || otherViewports) {
        setViewport(commands, state);
    }
    if (m_dirty.test(Dirty::Scissor) || m_dirty.test(Dirty::Viewport) || otherViewports) {
        setScissor(commands, state);
    }
    if (m_dirty.test(Dirty::LineWidth)) {
        const std::array<float, 2> range = m_gpu.lineWidthRange_px();
        m_vk.vkCmdSetLineWidth(commands, std::clamp(state.lineWidth_px, range[0], range[1]));
        if (m_features.stippledLines) {
            m_vk.vkCmdSetLineStippleEXT(
                commands, state.lineStippleFactor, state.lineStipplePattern);
        }
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
        setRestart();
    } else {
        noteStaticDiscard();
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
        setMultisample(commands, state);
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

/// A pipeline that discards all primitives has no state behind that, and is not to be told of any
/// (VUID-vkCmdDraw-None-08608): the next one is that has.
void DrawRecorder::noteStaticDiscard() {
    constexpr Dirty kBehind[] = {Dirty::DepthStencil, Dirty::Blend, Dirty::BlendColor};
    const bool before = std::exchange(m_recorded.discards, bool(m_key.discard));
    for (const Dirty bit : kBehind) {
        if (m_key.discard) {
            m_dirty.clear(bit);
        } else if (before) {
            m_dirty.set(bit);
        }
    }
}

/// What extended dynamic state 3 has of rasterisation.
void DrawRecorder::setRaster(VkCommandBuffer commands, const gl::State& state) {
    if (m_features.dynamicPolygonMode) {
        const VkPolygonMode mode = m_features.core.fillModeNonSolid
                                       ? translate::polygonMode(state.polygonMode())
                                       : VK_POLYGON_MODE_FILL;
        if (differs(m_recorded.polygonMode, mode)) {
            m_vk.vkCmdSetPolygonModeEXT(commands, mode);
        }
    }
    if (m_features.dynamicDepthClamp && differs(m_recorded.depthClamp, state.depthClamp)) {
        m_vk.vkCmdSetDepthClampEnableEXT(commands, state.depthClamp);
        if (m_features.depthClipEnable) {
            m_vk.vkCmdSetDepthClipEnableEXT(commands, !state.depthClamp);
        }
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
        const bool smooth = state.lineSmooth && m_features.smoothLines;
        const VkLineRasterizationModeEXT mode =
            m_targets.samples > 1 ? VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT
            : smooth              ? VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT
                                  : VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
        if (differs(m_recorded.lineMode, mode)) {
            m_vk.vkCmdSetLineRasterizationModeEXT(commands, mode);
        }
    }
    if (m_features.usesShaderObjects() && m_features.stippledLines) {
        const bool stippled = state.lineStipple && m_targets.samples == 1;
        if (differs(m_recorded.stippledLines, stippled)) {
            m_vk.vkCmdSetLineStippleEnableEXT(commands, stippled);
        }
    }
}

/// What extended dynamic state 3 has of samples, and 2 and 3 of the logic operation.
void DrawRecorder::setMultisample(VkCommandBuffer commands, const gl::State& state) {
    if (m_features.dynamicSamples) {
        const auto samples = VkSampleCountFlagBits(m_targets.samples);
        const bool otherSamples = differs(m_recorded.samples, samples);
        if (otherSamples) {
            m_vk.vkCmdSetRasterizationSamplesEXT(commands, samples);
        }
        const uint32_t wanted = translate::sampleMask(state, m_targets.samples);
        const VkSampleMask mask = wanted ? wanted : ~0u;
        if (differs(m_recorded.sampleMask, mask) || otherSamples) {
            m_vk.vkCmdSetSampleMaskEXT(commands, samples, &mask);
        }
    }
    if (m_features.dynamicAlphaToCoverage) {
        const bool enabled = alphaToCoverage(state);
        if (differs(m_recorded.alphaToCoverage, enabled)) {
            m_vk.vkCmdSetAlphaToCoverageEnableEXT(commands, enabled);
        }
    }
    if (m_features.dynamicAlphaToOne) {
        const bool enabled = alphaToOne(state);
        if (differs(m_recorded.alphaToOne, enabled)) {
            m_vk.vkCmdSetAlphaToOneEnableEXT(commands, enabled);
        }
    }
    if (m_features.dynamicLogicOp) {
        if (differs(m_recorded.logicOpEnabled, state.logicOpEnabled)) {
            m_vk.vkCmdSetLogicOpEnableEXT(commands, state.logicOpEnabled);
        }
        const VkLogicOp op = translate::logicOp(state.logicOp);
        if (differs(m_recorded.logicOp, op)) {
            m_vk.vkCmdSetLogicOpEXT(commands, op);
        }
    }
}

void DrawRecorder::setViewport(VkCommandBuffer commands, const gl::State& state) {
    VkViewport viewports[gl::kMaxViewports];
    const uint32_t count = m_bound.program()->viewportCount();
    const auto& bounds = m_gpu.limits().viewportBoundsRange;
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
    if (m_features.usesShaderObjects()) {
        m_vk.vkCmdSetViewportWithCount(commands, count, viewports);
    } else {
        m_vk.vkCmdSetViewport(commands, 0, count, viewports);
    }
}

void DrawRecorder::setScissor(VkCommandBuffer commands, const gl::State& state) {
    const uint32_t count = m_bound.program()->viewportCount();
    VkRect2D* const scissors = m_recorded.scissors.data();
    bool others = m_recorded.viewports != count;
    for (uint32_t i = 0; i < count; ++i) {
        gl::Rect area{0, 0, m_targets.width_px, m_targets.height_px};
        if (state.scissorMask >> i & 1) {
            area = translate::intersect(area, state.scissors[i]);
        }
        const gl::Viewport& v = state.viewports[i];
        if (!(v.width_px > 0) || !(v.height_px > 0)) {
            area = {};
        }
        // Word by word: what was just stored so is not there yet for wider loads.
        others |= differs(scissors[i].offset.x, area.x);
        others |= differs(scissors[i].offset.y, area.y);
        others |= differs(scissors[i].extent.width, area.width_px);
        others |= differs(scissors[i].extent.height, area.height_px);
    }
    if (!others) { // Another viewport seldom makes another box.
        return;
    }
    if (m_features.usesShaderObjects()) {
        m_vk.vkCmdSetScissorWithCount(commands, count, scissors);
    } else {
        m_vk.vkCmdSetScissor(commands, 0, count, scissors);
    }
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
    auto& [front, back] = m_recorded.stencil;
    // Mostly both are alike, and were: one command does.
    if (state.stencilFront == state.stencilBack && front == back) {
        setStencil(commands, VK_STENCIL_FACE_FRONT_AND_BACK, front, state.stencilFront);
        back = front;
        return;
    }
    setStencil(commands, VK_STENCIL_FACE_FRONT_BIT, front, state.stencilFront);
    setStencil(commands, VK_STENCIL_FACE_BACK_BIT, back, state.stencilBack);
}

void DrawRecorder::setStencil(VkCommandBuffer commands,
                              VkStencilFaceFlags which,
                              RecordedStencil& recorded,
                              const gl::StencilFace& f) {
    if (recorded.face == f) {
        return;
    }
    recorded.face = f;
    if (m_features.extendedDynamicState) {
        const VkStencilOp fail = translate::stencilOp(f.fail);
        const VkStencilOp pass = translate::stencilOp(f.depthPass);
        const VkStencilOp depthFail = translate::stencilOp(f.depthFail);
        const VkCompareOp compare = translate::compareOp(f.func);
        if (differs(recorded.operations, fail | pass << 4 | depthFail << 8 | compare << 12)) {
            m_vk.vkCmdSetStencilOp(commands, which, fail, pass, depthFail, compare);
        }
    }
    if (differs(recorded.readMask, f.readMask & 0xff)) {
        m_vk.vkCmdSetStencilCompareMask(commands, which, f.readMask & 0xff);
    }
    if (differs(recorded.writeMask, f.writeMask & 0xff)) {
        m_vk.vkCmdSetStencilWriteMask(commands, which, f.writeMask & 0xff);
    }
    const uint32_t reference = uint32_t(std::clamp(f.ref, 0, 255));
    if (differs(recorded.reference, reference)) {
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
        masks[i] = writeMask(state, m_targets, i, *m_bound.program());
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
