// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw.h"

#include "base/bits.h"
#include "base/log.h"
#include "base/options.h"
#include "glsl/program.h"
#include "glvk/context.h"
#include "glvk/device.h"
#include "glvk/translate.h"

#include <algorithm>
#include <cstring>

namespace glvk {

namespace {

using gl::Dirty;

constexpr uint32_t kKeyBits =
    gl::DirtyBits::mask(Dirty::Framebuffer) | gl::DirtyBits::mask(Dirty::Raster) |
    gl::DirtyBits::mask(Dirty::DepthBias) | gl::DirtyBits::mask(Dirty::DepthStencil) |
    gl::DirtyBits::mask(Dirty::Blend) | gl::DirtyBits::mask(Dirty::ColorMask) |
    gl::DirtyBits::mask(Dirty::Multisample) | gl::DirtyBits::mask(Dirty::Program);

VkDeviceSize streamChunk_B() {
    return base::options().tinyRings ? 16384 : VkDeviceSize(1) << 20;
}

gl::TextureType textureType(glsl::SamplerDim dim) {
    switch (dim) {
    case glsl::SamplerDim::Cube:
        return gl::TextureType::Cube;
    case glsl::SamplerDim::Dim3D:
        return gl::TextureType::Tex3D;
    case glsl::SamplerDim::Dim1D:
        return gl::TextureType::Tex1D;
    default:
        return gl::TextureType::Tex2D;
    }
}

} // namespace

DrawRecorder::DrawRecorder(Context& context, Device& device, Recorder& recorder)
    : m_context(context),
      m_device(device),
      m_vk(device.vk()),
      m_features(device.features()),
      m_recorder(recorder),
      m_stream(recorder,
               streamChunk_B(),
               VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                   VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
               MemoryUse::DeviceHost),
      m_pipelines(device),
      m_descriptors(recorder),
      m_vertexInput(context, device, m_stream) {}

bool DrawRecorder::draw(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call) {
    const bool same =
        !dirty.any() && !m_dirty.any() && m_simple && call.mode == m_mode && m_recorder.rendering();
    if (!same && !prepare(state, dirty, call)) {
        return false;
    }
    if (m_viewportEmpty || m_targets.empty() || !m_program) {
        return true;
    }
    return emit(state, call);
}

const RenderTargets* DrawRecorder::targets(const gl::State& state, gl::DirtyBits& dirty) {
    m_dirty |= dirty;
    dirty.clearAll();
    noteNewBatch();
    if (m_dirty.test(Dirty::Framebuffer)) {
        m_recorder.endRendering();
        if (!resolveTargets(m_context, *state.drawFramebuffer, m_targets)) {
            return nullptr;
        }
        m_dirty.clear(Dirty::Framebuffer);
        m_dirty.set(Dirty::Viewport); // The rest of what depends on the targets.
        m_dirty.set(Dirty::Scissor);
        m_dirty.set(Dirty::DepthStencil);
        m_dirty.set(Dirty::Blend);
        m_dirty.set(Dirty::ColorMask);
        m_dirty.set(Dirty::Multisample);
        m_keyDirty = true;
    }
    return &m_targets;
}

void DrawRecorder::ensureRendering() {
    if (!m_recorder.rendering()) {
        beginRendering(m_recorder, m_targets, {});
    }
}

void DrawRecorder::noteNewBatch() {
    m_recorder.commands();
    if (m_batchGeneration != m_recorder.generation()) {
        m_batchGeneration = m_recorder.generation();
        invalidate();
        for (StageSet& set : m_sets) {
            set.setDirty = true;
            set.uniforms.storage = nullptr;
        }
    }
}

/// Everything a draw needs, from top to bottom; what is clean is skipped.
bool DrawRecorder::prepare(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call) {
    if (m_recorder.large()) {
        m_recorder.submit();
    }
    if (!targets(state, dirty)) {
        return false;
    }
    m_program =
        state.executable ? static_cast<const Program*>(state.executable->backend.get()) : nullptr;
    if (!m_program || m_targets.empty()) {
        m_simple = false;
        return true;
    }
    if (m_dirty.test(Dirty::Program)) {
        m_dirty.set(Dirty::Textures);
        m_dirty.set(Dirty::Uniforms);
        m_dirty.set(Dirty::VertexFormat);
    }
    if (m_dirty.test(Dirty::VertexFormat) || m_dirty.test(Dirty::VertexBuffers)) {
        const PipelineKey before = m_key;
        m_vertexInput.updateFormats(state, m_key);
        m_keyDirty |= !(before == m_key);
        m_dirty.set(Dirty::VertexBuffers);
    }
    if (m_dirty.test(Dirty::Textures) && !updateTextures(state)) {
        return false;
    }
    if (m_dirty.test(Dirty::Uniforms) && !updateUniforms(state)) {
        return false;
    }
    if (m_dirty.anyOf(kKeyBits) || call.mode != m_mode) {
        m_mode = call.mode;
        updateKey(state);
    }
    const VkCommandBuffer commands = m_recorder.commands();
    if (m_dirty.test(Dirty::VertexBuffers) || m_dirty.test(Dirty::CurrentAttribs)) {
        if (!m_vertexInput.bindBuffers(commands, state)) {
            return false;
        }
        m_usedEpoch = 0;
    }
    m_simple = !m_vertexInput.perDraw() && call.mode != GL_LINE_LOOP;
    useResources();
    ensureRendering();
    useResources(); // Beginning may have put a barrier in between.
    if (m_keyDirty && !bindPipeline()) {
        return false;
    }
    updateDynamicState(state);
    if (!bindSets()) {
        return false;
    }
    m_dirty.clearAll();
    return true;
}

bool DrawRecorder::updateTextures(const gl::State& state) {
    const gl::Executable& executable = *state.executable;
    for (size_t i = 0; i < kShaderSets; ++i) {
        const Program::Stage& stage = m_program->stage(ShaderSet(i));
        StageSet& set = m_sets[i];
        set.setDirty = true;
        set.images.clear();
        set.used.clear();
        for (const Program::SamplerBinding& binding : stage.samplers) {
            for (uint16_t element = 0; element < binding.count; ++element) {
                const uint32_t index = binding.firstSampler + element;
                const glsl::SamplerInfo& info = executable.linked->samplers[index];
                const gl::TextureUnit& unit = state.textureUnits[executable.samplerUnits[index]];
                const gl::Texture& texture = *unit.bound[size_t(textureType(info.dim))];
                Image* image = nullptr;
                View view;
                Sampler sampler;
                if (!static_cast<Texture&>(texture.backend())
                         .prepareSampling(m_context, texture, unit.lodBias, image, view, sampler)) {
                    return false;
                }
                set.images.push_back({view.id, sampler.id, view.handle, sampler.handle});
                set.used.push_back(image);
            }
        }
    }
    m_usedEpoch = 0;
    return true;
}

bool DrawRecorder::updateUniforms(const gl::State& state) {
    const gl::Executable& executable = *state.executable;
    const VkDeviceSize alignment_B = m_device.limits().minUniformBufferOffsetAlignment;
    for (size_t i = 0; i < kShaderSets; ++i) {
        const Program::Stage& stage = m_program->stage(ShaderSet(i));
        StageSet& set = m_sets[i];
        if (!stage.blockSize_B) {
            set.uniforms = {};
            set.uniformOwner = &executable;
            continue;
        }
        const uint64_t serial = executable.uniformSerials[stage.glslStage];
        if (set.uniforms.storage && set.uniformOwner == &executable &&
            set.uniformSerial == serial) {
            continue;
        }
        const StreamPiece piece = m_stream.allocate(stage.blockSize_B, alignment_B);
        if (!piece.storage) {
            return false;
        }
        const auto& bytes = executable.uniforms[stage.glslStage];
        std::memcpy(piece.data, bytes.data(), std::min<size_t>(bytes.size(), stage.blockSize_B));
        set.setDirty |= piece.storage != set.uniforms.storage;
        set.bindDirty = true;
        set.uniforms = piece;
        set.uniformSerial = serial;
        set.uniformOwner = &executable;
    }
    return true;
}

void DrawRecorder::useResources() {
    if (m_usedEpoch == m_recorder.epoch() && m_usedEpoch != 0) {
        return;
    }
    m_reads.clear();
    for (const StageSet& set : m_sets) {
        m_reads.insert(m_reads.end(), set.used.begin(), set.used.end());
    }
    m_vertexInput.appendReads(m_reads);
    m_recorder.use(m_reads, {});
    m_usedEpoch = m_recorder.epoch();
}

void DrawRecorder::updateKey(const gl::State& state) {
    PipelineKey key = m_key;
    key.program = m_program->id();
    const bool dynamic = m_features.extendedDynamicState;
    const VkPrimitiveTopology topology = translate::topology(m_mode);
    key.topology = dynamic ? translate::topologyClass(topology) : topology;
    key.samples = m_targets.samples;
    key.polygonMode = m_features.core.fillModeNonSolid ? translate::polygonMode(state.polygonMode)
                                                       : VK_POLYGON_MODE_FILL;
    key.alphaToCoverage = m_targets.samples > 1 && state.sampleAlphaToCoverage;
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
    key.depthBias = !m_features.extendedDynamicState2 && state.polygonOffsetFill;
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
        for (uint32_t i = 0; i < m_targets.colorCount; ++i) {
            key.writeMask[i] = uint8_t(translate::writeMask(state, m_targets, i, *m_program));
        }
        const gl::BlendState& b = state.blend;
        key.blend = b.enabled;
        key.colorOp = b.enabled ? translate::blendOp(b.equationRgb) : 0;
        key.alphaOp = b.enabled ? translate::blendOp(b.equationAlpha) : 0;
        key.srcColor = b.enabled ? translate::blendFactor(b.srcRgb) : 0;
        key.dstColor = b.enabled ? translate::blendFactor(b.dstRgb) : 0;
        key.srcAlpha = b.enabled ? translate::blendFactor(b.srcAlpha) : 0;
        key.dstAlpha = b.enabled ? translate::blendFactor(b.dstAlpha) : 0;
    }
    if (!(key == m_key)) {
        m_key = key;
        m_keyDirty = true;
    }
    if (dynamic && int(topology) != m_topology) {
        m_vk.vkCmdSetPrimitiveTopology(m_recorder.commands(), topology);
        m_topology = int(topology);
    }
}

bool DrawRecorder::bindPipeline() {
    const VkPipeline pipeline = m_pipelines.get(m_key, *m_program);
    if (!pipeline) {
        return false;
    }
    m_keyDirty = false;
    if (pipeline != m_pipeline) {
        m_vk.vkCmdBindPipeline(m_recorder.commands(), VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        m_pipeline = pipeline;
    }
    return true;
}

bool DrawRecorder::bindSets() {
    VkDescriptorSet sets[kShaderSets];
    uint32_t offsets[kShaderSets];
    bool any = m_dirty.test(Dirty::Program);
    for (size_t i = 0; i < kShaderSets; ++i) {
        const Program::Stage& stage = m_program->stage(ShaderSet(i));
        StageSet& set = m_sets[i];
        if (set.setDirty) {
            const VkDescriptorSet before = set.set;
            set.set = m_descriptors.get({stage.set,
                                         stage.blockSize_B ? set.uniforms.storage : nullptr,
                                         stage.blockSize_B,
                                         set.images});
            if (!set.set) {
                return false;
            }
            set.setDirty = false;
            set.bindDirty |= before != set.set;
        }
        any |= set.bindDirty;
    }
    if (!any) {
        return true;
    }
    uint32_t offsetCount = 0;
    for (size_t i = 0; i < kShaderSets; ++i) {
        StageSet& set = m_sets[i];
        sets[i] = set.set;
        if (m_program->stage(ShaderSet(i)).blockSize_B) {
            offsets[offsetCount++] = uint32_t(set.uniforms.offset_B);
        }
        set.bindDirty = false;
    }
    m_vk.vkCmdBindDescriptorSets(m_recorder.commands(),
                                 VK_PIPELINE_BIND_POINT_GRAPHICS,
                                 m_program->layout(),
                                 0,
                                 kShaderSets,
                                 sets,
                                 offsetCount,
                                 offsets);
    return true;
}

// Dynamic state.

void DrawRecorder::updateDynamicState(const gl::State& state) {
    const VkCommandBuffer commands = m_recorder.commands();
    if (m_dirty.test(Dirty::Viewport)) {
        setViewport(commands, state);
    }
    if (m_dirty.test(Dirty::Scissor)) {
        setScissor(commands, state);
    }
    if (m_dirty.test(Dirty::LineWidth)) {
        const auto& range = m_device.caps().lineWidthRange_px;
        m_vk.vkCmdSetLineWidth(commands, std::clamp(state.lineWidth_px, range[0], range[1]));
    }
    if (m_dirty.test(Dirty::DepthBias)) {
        m_vk.vkCmdSetDepthBias(commands, state.polygonOffsetUnits, 0, state.polygonOffsetFactor);
        if (m_features.extendedDynamicState2) {
            m_vk.vkCmdSetDepthBiasEnable(commands, state.polygonOffsetFill);
        }
    }
    if (m_dirty.test(Dirty::Raster) && m_features.extendedDynamicState) {
        m_vk.vkCmdSetCullMode(commands, translate::cullMode(state));
        m_vk.vkCmdSetFrontFace(commands,
                               translate::clockwise(state) ? VK_FRONT_FACE_CLOCKWISE
                                                           : VK_FRONT_FACE_COUNTER_CLOCKWISE);
    }
    if (m_dirty.test(Dirty::DepthStencil)) {
        setDepthStencil(commands, state);
    }
    if (m_dirty.test(Dirty::BlendColor)) {
        m_vk.vkCmdSetBlendConstants(commands, state.blendColor.data());
    }
    if (m_features.dynamicBlend && (m_dirty.test(Dirty::Blend) || m_dirty.test(Dirty::ColorMask) ||
                                    m_dirty.test(Dirty::Program))) {
        setBlend(commands, state);
    }
}

void DrawRecorder::setViewport(VkCommandBuffer commands, const gl::State& state) {
    const gl::Rect& v = state.viewport;
    m_viewportEmpty = v.width_px <= 0 || v.height_px <= 0;
    if (m_viewportEmpty) {
        return;
    }
    // No flip: rows are stored bottom first, so GL's window coordinates are Vulkan's.
    const VkViewport viewport{float(v.x),
                              float(v.y),
                              float(v.width_px),
                              float(v.height_px),
                              state.depthRange[0],
                              state.depthRange[1]};
    m_vk.vkCmdSetViewport(commands, 0, 1, &viewport);
}

void DrawRecorder::setScissor(VkCommandBuffer commands, const gl::State& state) {
    gl::Rect area{0, 0, m_targets.width_px, m_targets.height_px};
    if (state.scissorEnabled) {
        area = translate::intersect(area, state.scissor);
    }
    const VkRect2D scissor{{area.x, area.y}, {uint32_t(area.width_px), uint32_t(area.height_px)}};
    m_vk.vkCmdSetScissor(commands, 0, 1, &scissor);
}

void DrawRecorder::setDepthStencil(VkCommandBuffer commands, const gl::State& state) {
    if (m_features.extendedDynamicState) {
        const bool depth = m_targets.depth && state.depthTest;
        m_vk.vkCmdSetDepthTestEnable(commands, depth);
        m_vk.vkCmdSetDepthWriteEnable(commands, depth && state.depthMask);
        m_vk.vkCmdSetDepthCompareOp(commands, translate::compareOp(state.depthFunc));
        m_vk.vkCmdSetStencilTestEnable(commands, m_targets.stencil && state.stencilTest);
    }
    const auto face = [&](VkStencilFaceFlags which, const gl::StencilFace& f) {
        if (m_features.extendedDynamicState) {
            m_vk.vkCmdSetStencilOp(commands,
                                   which,
                                   translate::stencilOp(f.fail),
                                   translate::stencilOp(f.depthPass),
                                   translate::stencilOp(f.depthFail),
                                   translate::compareOp(f.func));
        }
        m_vk.vkCmdSetStencilCompareMask(commands, which, f.readMask & 0xff);
        m_vk.vkCmdSetStencilWriteMask(commands, which, f.writeMask & 0xff);
        m_vk.vkCmdSetStencilReference(commands, which, uint32_t(std::clamp(f.ref, 0, 255)));
    };
    face(VK_STENCIL_FACE_FRONT_BIT, state.stencilFront);
    face(VK_STENCIL_FACE_BACK_BIT, state.stencilBack);
}

void DrawRecorder::setBlend(VkCommandBuffer commands, const gl::State& state) {
    // Without colour targets the state must be set all the same.
    const uint32_t count = std::max(1u, m_targets.colorCount);
    const gl::BlendState& b = state.blend;
    VkBool32 enables[gl::kMaxColorAttachments];
    VkColorBlendEquationEXT equations[gl::kMaxColorAttachments];
    VkColorComponentFlags masks[gl::kMaxColorAttachments];
    for (uint32_t i = 0; i < count; ++i) {
        enables[i] = b.enabled;
        equations[i] = {translate::blendFactor(b.srcRgb),
                        translate::blendFactor(b.dstRgb),
                        translate::blendOp(b.equationRgb),
                        translate::blendFactor(b.srcAlpha),
                        translate::blendFactor(b.dstAlpha),
                        translate::blendOp(b.equationAlpha)};
        masks[i] = translate::writeMask(state, m_targets, i, *m_program);
    }
    m_vk.vkCmdSetColorBlendEnableEXT(commands, 0, count, enables);
    m_vk.vkCmdSetColorBlendEquationEXT(commands, 0, count, equations);
    m_vk.vkCmdSetColorWriteMaskEXT(commands, 0, count, masks);
}

bool DrawRecorder::emit(const gl::State& state, const gl::DrawCall& call) {
    const VkCommandBuffer commands = m_recorder.commands();
    m_recorder.countDraw();
    const uint32_t instances = uint32_t(call.instances);
    int32_t vertexShift = 0;
    if (m_vertexInput.perDraw()) {
        uint32_t first = 0;
        uint32_t last = 0;
        bool shift = false;
        if (!m_vertexInput.vertexRange(state, call, first, last)) {
            return true;
        }
        if (!m_vertexInput.streamArrays(
                commands, state, first, last, instances, call.baseInstance, shift)) {
            return false;
        }
        vertexShift = shift ? -int32_t(first) : 0;
    }
    if (!call.indexType && call.mode != GL_LINE_LOOP) {
        m_vk.vkCmdDraw(commands,
                       uint32_t(call.count),
                       instances,
                       uint32_t(call.first + vertexShift),
                       call.baseInstance);
        return true;
    }
    return emitIndexed(state, call, vertexShift);
}

bool DrawRecorder::emitIndexed(const gl::State& state,
                               const gl::DrawCall& call,
                               int32_t vertexShift) {
    const IndexSource indices = m_vertexInput.indices(state, call);
    if (!indices.storage) {
        return true;
    }
    if (indices.storage->readEpoch != m_recorder.epoch()) {
        m_recorder.read(*indices.storage);
        if (!m_recorder.rendering()) { // A barrier ended it; what is bound stays bound.
            useResources();
            ensureRendering();
            useResources();
        }
    }
    const VkCommandBuffer commands = m_recorder.commands();
    if (m_boundIndices.storage != indices.storage || m_boundIndices.type != indices.type) {
        m_vk.vkCmdBindIndexBuffer(commands, indices.storage->handle(), 0, indices.type);
        m_boundIndices = {indices.storage, indices.type};
    }
    const uint32_t size_B = indices.type == VK_INDEX_TYPE_UINT32   ? 4
                            : indices.type == VK_INDEX_TYPE_UINT16 ? 2
                                                                   : 1;
    m_vk.vkCmdDrawIndexed(commands,
                          indices.count,
                          uint32_t(call.instances),
                          uint32_t(indices.offset_B / size_B),
                          call.baseVertex + vertexShift,
                          call.baseInstance);
    return true;
}

} // namespace glvk
