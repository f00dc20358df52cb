// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw.h"

#include "base/bits.h"
#include "base/log.h"
#include "base/options.h"
#include "glsl/program.h"
#include "glvk/buffer.h"
#include "glvk/context.h"
#include "glvk/device.h"
#include "glvk/translate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace glvk {

namespace {

using gl::Dirty;

/// The dirty bits that may change the pipeline key: what this device sets dynamically is not among
/// them.
uint32_t keyBits(const Features& features) {
    uint32_t bits = gl::DirtyBits::mask(Dirty::Framebuffer) | gl::DirtyBits::mask(Dirty::Raster) |
                    gl::DirtyBits::mask(Dirty::Multisample) | gl::DirtyBits::mask(Dirty::Samples) |
                    gl::DirtyBits::mask(Dirty::LogicOp) | gl::DirtyBits::mask(Dirty::Program);
    if (!features.extendedDynamicState) {
        bits |= gl::DirtyBits::mask(Dirty::DepthStencil);
    }
    if (!features.extendedDynamicState2) {
        bits |= gl::DirtyBits::mask(Dirty::DepthBias);
    }
    if (!features.dynamicBlend) {
        bits |= gl::DirtyBits::mask(Dirty::Blend) | gl::DirtyBits::mask(Dirty::ColorMask);
    }
    return bits;
}

/// More than any block that GL_MAX_UNIFORM_BLOCK_SIZE allows.
constexpr VkDeviceSize kMaxZeros_B = 65536;

/// Vulkan's viewports are not empty.
constexpr float kLeastViewport_px = 1.0f / 256;

VkDeviceSize streamChunk_B() {
    return base::options().tinyRings ? 16384 : VkDeviceSize(1) << 20;
}

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

DrawRecorder::DrawRecorder(Context& context, Device& device, Recorder& recorder)
    : m_context(context),
      m_device(device),
      m_vk(device.vk()),
      m_features(device.features()),
      m_keyBits(keyBits(device.features())),
      m_recorder(recorder),
      m_stream(recorder,
               streamChunk_B(),
               VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                   VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
               MemoryUse::DeviceHost),
      m_pipelines(device),
      m_descriptors(recorder),
      m_vertexInput(context, device, m_stream),
      m_queries(recorder),
      m_feedback(recorder) {
    m_recorder.setListener(this);
}

DrawRecorder::~DrawRecorder() {
    m_recorder.setListener(nullptr);
}

bool DrawRecorder::draw(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call) {
    const bool same = !dirty.any() && !m_dirty.any() && m_simple && call.mode == m_mode &&
                      m_recorder.rendering() && !m_recorder.large() &&
                      restartsOnDevice(state, call, m_features) == m_restart;
    if (!same && !prepare(state, dirty, call)) {
        return false;
    }
    if (m_targets.empty() || !m_program) {
        return true;
    }
    if (call.indirect &&
        (!m_simple || (call.indexType && !m_vertexInput.indicesDirect(state, call)))) {
        return drawIndirectOnHost(state, dirty, call);
    }
    if (call.feedback && (!m_simple || !m_device.feedbackLimits().transformFeedbackDraw)) {
        // The host has to know which vertices there are.
        gl::DrawCall counted = call;
        counted.count = GLsizei(
            std::min<uint64_t>(call.feedback->vertices(m_context, call.feedbackStream), INT32_MAX));
        counted.feedback = nullptr;
        return counted.count == 0 || draw(state, dirty, counted);
    }
    if (!m_simple || call.indexType) {
        // Looking at what a buffer holds may wait for the device, and that ends the batch.
        m_vertexInput.fetchHostCopies(state, call);
        if (!m_recorder.batch() && !prepare(state, dirty, call)) {
            return false;
        }
    }
    return emit(state, call);
}

const RenderTargets* DrawRecorder::targets(const gl::State& state, gl::DirtyBits& dirty) {
    m_dirty |= dirty;
    dirty.clearAll();
    noteNewBatch();
    if (m_dirty.test(Dirty::Framebuffer)) {
        m_recorder.endRendering();
        if (!resolveTargets(m_context, *state.drawFramebuffer, state.framebufferSrgb, m_targets)) {
            return nullptr;
        }
        noteNewBatch(); // Making a texture whole may have waited for the device.
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
    if (m_feedback.open() || m_queries.counting()) {
        beforeRenderingEnds();
        m_dirty.set(Dirty::Feedback);
    }
    beginRenderingOnce();
}

void DrawRecorder::beginRenderingOnce() {
    if (!m_recorder.rendering()) {
        beginRendering(m_recorder, m_targets, {});
    }
}

void DrawRecorder::beforeRenderingEnds() {
    m_feedback.suspend();
    m_queries.suspend();
}

void DrawRecorder::beginQuery(Query& query, uint32_t stream) {
    m_queries.begin(query, stream);
    m_dirty.set(Dirty::Feedback); // The next draw opens it.
}

void DrawRecorder::leaveFeedback(const Feedback& feedback) {
    m_feedback.leave(feedback);
    m_dirty.set(Dirty::Feedback);
}

void DrawRecorder::noteNewBatch() {
    m_recorder.commands();
    if (m_batchGeneration != m_recorder.generation()) {
        m_batchGeneration = m_recorder.generation();
        invalidate();
        for (const uint64_t program : m_pipelines.purge(m_recorder)) {
            m_programStates.erase(program);
            std::erase_if(m_combinations, [&](const auto& pair) {
                return std::find(pair.first.begin(), pair.first.end(), program) != pair.first.end();
            });
        }
    }
}

/// Everything a draw needs, from top to bottom; what is clean is skipped.
bool DrawRecorder::prepare(const gl::State& state,
                           gl::DirtyBits& dirty,
                           const gl::DrawCall& call,
                           bool again) {
    if (m_recorder.large()) {
        m_recorder.submit();
    }
    if (!targets(state, dirty)) {
        return false;
    }
    if (m_dirty.test(Dirty::Program)) {
        m_program = programOf(state);
    }
    if (!m_program || m_targets.empty()) {
        m_simple = false;
        return true;
    }
    if (m_dirty.test(Dirty::Textures)) {
        ++m_textureStamp;
    }
    if (m_dirty.test(Dirty::UniformBuffers)) {
        ++m_blockStamp;
    }
    if (m_dirty.test(Dirty::Program)) {
        useProgramState(state);
        m_vertexInput.keepVertexNumbers(m_program->readsVertexIndex());
        m_dirty.set(Dirty::Uniforms);
        m_dirty.set(Dirty::VertexFormat);
    }
    if (m_dirty.test(Dirty::VertexFormat) || m_dirty.test(Dirty::VertexBuffers)) {
        if (m_dirty.test(Dirty::VertexFormat)) {
            m_dirty.set(Dirty::VertexBuffers);
        }
        m_keyDirty |= m_vertexInput.updateArrays(state, m_dirty, m_key);
    }
    if (m_programState->textureStamp != m_textureStamp && !updateTextures(state)) {
        return false;
    }
    if (m_dirty.test(Dirty::Framebuffer) || m_batchGeneration != m_recorder.generation() ||
        !m_recorder.batch()) {
        // Making a texture whole moved what is drawn to, or waited for the device. A texture that
        // has to lie in two images at once, one to be drawn to and one to be read, cannot be had.
        return !again && prepare(state, dirty, call, true);
    }
    if (m_dirty.test(Dirty::Uniforms) && !updateUniforms(state)) {
        return false;
    }
    if (m_programState->blockStamp != m_blockStamp && !updateBlocks(state)) {
        return false;
    }
    const bool restart = restartsOnDevice(state, call, m_features);
    if (m_dirty.anyOf(m_keyBits) || call.mode != m_mode || restart != m_restart) {
        m_mode = call.mode;
        m_restart = restart;
        updateKey(state);
    }
    const VkCommandBuffer commands = m_recorder.commands();
    if (m_dirty.test(Dirty::VertexBuffers) || m_dirty.test(Dirty::CurrentAttribs)) {
        if (!m_vertexInput.bindBuffers(commands, state, m_dirty, m_newReads)) {
            m_newReads.clear();
            m_usedEpoch = 0;
            return false;
        }
    }
    m_simple = !m_vertexInput.perDraw() && call.mode != GL_LINE_LOOP;
    if (m_dirty.test(Dirty::Feedback)) {
        m_feedback.set(state.feedback);
    }
    if (m_keyDirty && !bindPipeline()) {
        return false;
    }
    enterRendering();
    updateDynamicState(state);
    if (!bindSets()) {
        return false;
    }
    m_dirty.clearAll();
    return true;
}

/// The program whose stages are drawn with; null: none, or out of memory.
const Program* DrawRecorder::programOf(const gl::State& state) {
    const gl::Executable* one = nullptr;
    for (const gl::Executable* executable : state.stages) {
        if (executable && one && executable != one) {
            return combination(state);
        }
        one = executable ? executable : one;
    }
    return one ? static_cast<const Program*>(one->backend.get()) : nullptr;
}

const Program* DrawRecorder::combination(const gl::State& state) {
    std::array<const Program*, kShaderStages> programs{};
    std::array<uint64_t, kShaderStages> key{};
    for (size_t i = 0; i < kShaderStages; ++i) {
        if (const gl::Executable* executable = state.stages[size_t(glslStage(ShaderStage(i)))]) {
            programs[i] = static_cast<const Program*>(executable->backend.get());
            key[i] = programs[i] ? programs[i]->id() : 0;
        }
    }
    std::unique_ptr<Program>& made = m_combinations[key];
    if (!made) {
        made = Program::combine(m_device.shared_from_this(), programs);
    }
    return made.get();
}

void DrawRecorder::useProgramState(const gl::State& state) {
    constexpr size_t kMaxStates = 2048; // Programs come and go: start over now and then.
    if (m_programStates.size() >= kMaxStates) {
        m_programStates.clear();
    }
    std::unique_ptr<ProgramState>& slot = m_programStates[m_program->id()];
    if (!slot) {
        slot = std::make_unique<ProgramState>();
        slot->uniformSerials.resize(m_program->defaultBlocks().size());
        slot->sets.resize(m_program->sets().size());
        for (size_t i = 0; i < slot->sets.size(); ++i) {
            const Program::Set& set = m_program->sets()[i];
            slot->sets[i].images.resize(set.slots.size());
            slot->sets[i].used.resize(set.slots.size());
            slot->sets[i].buffers.resize(set.bufferCount);
            for (size_t k = 0; k < set.bufferCount; ++k) {
                slot->sets[i].buffers[k].dynamic = set.dynamic[k];
            }
        }
    }
    m_programState = slot.get();
    if (m_programState->batch != m_batchGeneration) {
        m_programState->batch = m_batchGeneration;
        m_programState->textureStamp = 0; // The new batch has to keep images and buffers.
        m_programState->blockStamp = 0;
        for (BoundSet& set : m_programState->sets) {
            set.dirty = true;
            for (BoundBuffer& buffer : set.buffers) {
                buffer.storage = nullptr;
            }
        }
    }
    // What samplers and blocks are mapped to may have changed while the program was not current.
    uint64_t mapping = 0;
    for (const gl::Executable* executable : state.stages) {
        mapping += executable ? executable->samplerSerial + executable->blockSerial : 0;
    }
    if (m_programState->mappingSerial != mapping) {
        m_programState->mappingSerial = mapping;
        m_programState->textureStamp = 0;
        m_programState->blockStamp = 0;
    }
    m_setsDirty = true;
    m_usedEpoch = 0;
}

bool DrawRecorder::updateTextures(const gl::State& state) {
    for (size_t i = 0; i < m_program->sets().size(); ++i) {
        const auto& slots = m_program->sets()[i].slots;
        if (slots.empty()) {
            continue;
        }
        BoundSet& set = m_programState->sets[i];
        set.dirty = true;
        for (size_t s = 0; s < slots.size(); ++s) {
            const Program::SampledSlot slot = slots[s];
            const gl::Executable& executable = *state.stages[size_t(slot.stage)];
            const gl::TextureUnit& unit = state.textureUnits[executable.samplerUnits[slot.sampler]];
            const gl::Texture& texture = *unit.bound[size_t(slot.type)];
            auto& backend = static_cast<Texture&>(texture.backend());
            if (slot.type == gl::TextureType::Buffer) {
                TexelBuffer texels;
                if (!backend.prepareTexels(m_context, texture, slot.kind, texels)) {
                    return false;
                }
                set.images[s] = {
                    texels.view.id, 0, VK_NULL_HANDLE, VK_NULL_HANDLE, texels.view.handle};
                set.used[s] = texels.storage;
                continue;
            }
            Image* image = nullptr;
            if (!backend.prepareSampling(m_context,
                                         texture,
                                         unit.sampler.get(),
                                         {unit.lodBias, state.seamlessCubes},
                                         slot.kind,
                                         image,
                                         set.images[s])) {
                return false;
            }
            set.used[s] = image;
        }
    }
    m_programState->textureStamp = m_textureStamp;
    m_usedEpoch = 0;
    return true;
}

bool DrawRecorder::updateUniforms(const gl::State& state) {
    const auto& blocks = m_program->defaultBlocks();
    for (size_t i = 0; i < blocks.size(); ++i) {
        const Program::DefaultBlock& block = blocks[i];
        // Without a control shader there are the default levels.
        const gl::Executable* executable = state.stages[size_t(block.stage)];
        BoundSet& set = m_programState->sets[block.set];
        BoundBuffer& buffer = set.buffers[block.buffer];
        const uint64_t serial =
            executable ? executable->uniformSerials[size_t(block.stage)] : state.patchLevelSerial;
        if (buffer.storage && m_programState->uniformSerials[i] == serial) {
            continue;
        }
        const StreamPiece piece =
            m_stream.allocate(block.size_B, m_device.limits().minUniformBufferOffsetAlignment);
        if (!piece.storage) {
            return false;
        }
        if (executable) {
            const auto& bytes = executable->uniforms[size_t(block.stage)];
            std::memcpy(piece.data, bytes.data(), std::min<size_t>(bytes.size(), block.size_B));
        } else {
            std::memcpy(piece.data, state.patchOuterLevels.data(), 16);
            std::memcpy(piece.data + 16, state.patchInnerLevels.data(), 8);
        }
        set.dirty |= piece.storage != buffer.storage;
        buffer.storage = piece.storage;
        buffer.offset_B = piece.offset_B;
        buffer.range_B = block.size_B;
        m_programState->uniformSerials[i] = serial;
        m_setsDirty = true;
    }
    return true;
}

/// Finds the buffers of the program's uniform blocks. A block is as large as the shader declares it
/// however much of the buffer is bound, so that another offset changes nothing but a dynamic
/// offset.
bool DrawRecorder::updateBlocks(const gl::State& state) {
    for (const Program::Block& block : m_program->blocks()) {
        const gl::Executable& executable = *state.stages[size_t(block.stage)];
        const gl::BufferBinding& binding =
            state.uniformBuffers[executable.blockBindings[block.block]];
        BufferStorage* storage =
            binding.buffer ? static_cast<Buffer&>(binding.buffer->backend()).storage() : nullptr;
        VkDeviceSize offset_B = binding.offset_B;
        VkDeviceSize range_B = block.size_B;
        if (!storage || offset_B >= storage->size_B()) {
            storage = zeros();
            offset_B = 0;
            if (!storage) {
                return false;
            }
        }
        range_B = std::min(range_B, storage->size_B() - offset_B);
        BoundSet& set = m_programState->sets[block.set];
        BoundBuffer& buffer = set.buffers[block.buffer];
        if (buffer.storage != storage || buffer.range_B != range_B) {
            set.dirty = true;
            if (buffer.storage != storage) {
                m_newReads.push_back(storage);
            }
        } else if (buffer.offset_B != offset_B) {
            set.dirty |= !buffer.dynamic;
            m_setsDirty = true;
        }
        buffer.storage = storage;
        buffer.offset_B = offset_B;
        buffer.range_B = range_B;
    }
    m_programState->blockStamp = m_blockStamp;
    return true;
}

BufferStorage* DrawRecorder::zeros() {
    if (!m_zeros) {
        m_zeros = BufferStorage::create(m_device,
                                        m_device.limits().maxUniformBufferRange < kMaxZeros_B
                                            ? m_device.limits().maxUniformBufferRange
                                            : kMaxZeros_B,
                                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                        MemoryUse::DeviceHost);
        if (m_zeros && m_zeros->mapped()) {
            std::memset(m_zeros->mapped(), 0, m_zeros->size_B());
        }
    }
    return m_zeros.get();
}

void DrawRecorder::useResources() {
    if (m_usedEpoch == m_recorder.epoch() && m_usedEpoch != 0) {
        if (m_newReads.empty()) {
            return;
        }
        m_recorder.use(m_newReads, {});
        m_newReads.clear();
        if (m_usedEpoch == m_recorder.epoch()) {
            return;
        }
    }
    m_newReads.clear();
    m_reads.clear();
    for (const BoundSet& set : m_programState->sets) {
        for (Resource* used : set.used) {
            if (used) { // Nothing keeps the zeros that a buffer texture without a buffer reads.
                m_reads.push_back(used);
            }
        }
    }
    for (const Program::Block& block : m_program->blocks()) {
        m_reads.push_back(m_programState->sets[block.set].buffers[block.buffer].storage);
    }
    m_vertexInput.appendReads(m_reads);
    m_recorder.use(m_reads, {});
    m_usedEpoch = m_recorder.epoch();
}

/// Declares what the draw reads and makes sure that rendering is under way.
void DrawRecorder::enterRendering() {
    useResources();
    m_feedback.declare();
    beginRenderingOnce();
    useResources(); // Beginning may have put a barrier in between.
    m_feedback.declare();
    // What is sampled and drawn to at once ended rendering again. Its texels are undefined (ES 2.0
    // section 4.4.4), the draw itself is not.
    beginRenderingOnce();
    if (m_queries.pending()) {
        m_queries.resume();
    }
    m_feedback.resume();
}

void DrawRecorder::updateKey(const gl::State& state) {
    PipelineKey key = m_key;
    key.program = m_program->id();
    const bool dynamic = m_features.extendedDynamicState;
    const VkPrimitiveTopology topology = translate::topology(m_mode);
    key.topology = dynamic ? translate::topologyClass(topology) : topology;
    key.patchVertices = m_mode == GL_PATCHES ? state.patchVertices : 0;
    key.samples = m_targets.samples;
    key.polygonMode = m_features.core.fillModeNonSolid ? translate::polygonMode(state.polygonMode())
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
    key.depthClamp = state.depthClamp && m_features.core.depthClamp;
    key.provokingFirst =
        m_features.provokingVertexLast && state.provokingVertex == GL_FIRST_VERTEX_CONVENTION;
    key.clipDistancesOff = m_program->clipDistances() & ~state.clipDistanceMask;
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
        key.primitiveRestart = m_restart;
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
    if (!(key == m_key)) {
        m_key = key;
        m_keyDirty = true;
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
    const VkPipeline pipeline = m_pipelines.get(m_key, *m_program);
    if (!pipeline) {
        return false;
    }
    m_keyDirty = false;
    if (pipeline != m_pipeline) {
        m_feedback.suspend();
        m_vk.vkCmdBindPipeline(m_recorder.commands(), VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        m_pipeline = pipeline;
    }
    return true;
}

bool DrawRecorder::bindSets() {
    ProgramState& programState = *m_programState;
    const uint32_t count = uint32_t(programState.sets.size());
    bool any = m_setsDirty;
    for (uint32_t i = 0; i < count; ++i) {
        BoundSet& set = programState.sets[i];
        if (!set.dirty && programState.setGeneration == m_descriptors.generation()) {
            continue;
        }
        const VkDescriptorSet before = set.set;
        set.set = m_descriptors.get({m_program->sets()[i].layout, set.buffers, set.images});
        if (!set.set) {
            return false;
        }
        set.dirty = false;
        any |= before != set.set;
    }
    if (programState.setGeneration != m_descriptors.generation()) {
        // Looking one set up may have retired all sets, this program's other ones among them.
        const bool again = programState.setGeneration != 0;
        programState.setGeneration = m_descriptors.generation();
        if (again) {
            for (BoundSet& set : programState.sets) {
                set.dirty = true;
            }
            return bindSets();
        }
    }
    if (!any || count == 0) {
        return true;
    }
    VkDescriptorSet sets[kMaxSets];
    m_offsets.clear();
    for (uint32_t i = 0; i < count; ++i) {
        sets[i] = programState.sets[i].set;
        for (const BoundBuffer& buffer : programState.sets[i].buffers) {
            if (buffer.dynamic) {
                m_offsets.push_back(uint32_t(buffer.offset_B));
            }
        }
    }
    m_setsDirty = false;
    m_vk.vkCmdBindDescriptorSets(m_recorder.commands(),
                                 VK_PIPELINE_BIND_POINT_GRAPHICS,
                                 m_program->layout(),
                                 0,
                                 count,
                                 sets,
                                 uint32_t(m_offsets.size()),
                                 m_offsets.data());
    return true;
}

// Dynamic state.

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
    if (m_dirty.test(Dirty::Raster) && m_features.extendedDynamicState) {
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
        // What is not blended may keep any equation; this one has been set before.
        if (b.enabled || m_recorded.blendEquations[i] < 0) {
            otherEquations |= differs(m_recorded.blendEquations[i], std::bit_cast<uint32_t>(b));
        }
    }
    if (differs(m_recorded.blendEnables, packedEnables)) {
        m_vk.vkCmdSetColorBlendEnableEXT(commands, 0, count, enables);
    }
    if (otherEquations) {
        m_vk.vkCmdSetColorBlendEquationEXT(commands, 0, count, equations);
        for (uint32_t i = 0; i < count; ++i) {
            m_recorded.blendEquations[i] = std::bit_cast<uint32_t>(blendOf(state, i));
        }
    }
    if (differs(m_recorded.writeMasks, packedMasks)) {
        m_vk.vkCmdSetColorWriteMaskEXT(commands, 0, count, masks);
    }
}

bool DrawRecorder::emit(const gl::State& state, const gl::DrawCall& call) {
    if (call.feedback) [[unlikely]] {
        return emitFeedback(state, call);
    }
    if (call.indirect) [[unlikely]] {
        return emitIndirect(state, call);
    }
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
                m_recorder.commands(), state, first, last, instances, call.baseInstance, shift)) {
            return false;
        }
        vertexShift = shift ? -int32_t(first) : 0;
    }
    if (!call.indexType && call.mode != GL_LINE_LOOP) {
        m_recorder.draw(
            uint32_t(call.first + vertexShift), uint32_t(call.count), instances, call.baseInstance);
        return true;
    }
    return emitIndexed(state, call, vertexShift);
}

/// As many vertices as transform feedback wrote: the device knows, the host has to wait for it.
bool DrawRecorder::emitFeedback(const gl::State& state, const gl::DrawCall& call) {
    Feedback& feedback = static_cast<Feedback&>(*call.feedback);
    const Feedback::Written written = feedback.written(call.feedbackStream);
    if (!written.counters) {
        return true;
    }
    m_recorder.read(*written.counters);
    if (!m_recorder.rendering()) { // A barrier ended it; what is bound stays bound.
        enterRendering();
    }
    m_recorder.countDraw();
    m_vk.vkCmdDrawIndirectByteCountEXT(m_recorder.commands(),
                                       uint32_t(call.instances),
                                       call.baseInstance,
                                       written.counters->handle(),
                                       written.offset_B,
                                       0,
                                       written.stride_B);
    return true;
}

/// What is rewritten or streamed for each draw needs its arguments on the host.
bool DrawRecorder::drawIndirectOnHost(const gl::State& state,
                                      gl::DirtyBits& dirty,
                                      const gl::DrawCall& call) {
    Buffer& buffer = static_cast<Buffer&>(*call.indirect);
    const size_t words = call.indexType ? 5 : 4;
    std::vector<uint32_t> c(words);
    bool ok = true;
    for (GLsizei i = 0; i < call.drawCount && ok; ++i) {
        buffer.read(m_context,
                    call.indirectOffset_B + size_t(i) * size_t(call.indirectStride_B),
                    std::as_writable_bytes(std::span(c)));
        gl::DrawCall direct = call;
        direct.indirect = nullptr;
        direct.drawCount = 1;
        direct.count = GLsizei(std::min<uint32_t>(c[0], INT32_MAX));
        direct.instances = GLsizei(std::min<uint32_t>(c[1], INT32_MAX));
        direct.baseInstance = c[words - 1];
        if (call.indexType) {
            const size_t size_B = call.indexType == GL_UNSIGNED_INT     ? 4
                                  : call.indexType == GL_UNSIGNED_SHORT ? 2
                                                                        : 1;
            direct.indices = reinterpret_cast<const void*>(size_t(c[2]) * size_B);
            direct.baseVertex = int32_t(c[3]);
        } else {
            direct.first = GLint(c[2]);
        }
        ok = direct.count == 0 || direct.instances == 0 || draw(state, dirty, direct);
    }
    return ok;
}

bool DrawRecorder::emitIndirect(const gl::State& state, const gl::DrawCall& call) {
    BufferStorage* commandsIn = static_cast<Buffer&>(*call.indirect).storage();
    IndexSource indices;
    if (call.indexType) {
        gl::DrawCall whole = call;
        whole.count = 0;
        indices = m_vertexInput.indices(state, whole);
    }
    if (!commandsIn || (call.indexType && !indices.storage)) {
        return true;
    }
    m_reads.assign({commandsIn});
    if (indices.storage) {
        m_reads.push_back(indices.storage);
    }
    m_recorder.use(m_reads, {});
    if (!m_recorder.rendering()) { // A barrier ended it; what is bound stays bound.
        enterRendering();
    }
    m_recorder.countDraw();
    if (indices.storage) {
        bindIndices(indices);
    }
    const VkCommandBuffer commands = m_recorder.commands();
    const bool many = m_features.core.multiDrawIndirect;
    const uint32_t step = many ? uint32_t(call.drawCount) : 1;
    for (uint32_t i = 0; i < uint32_t(call.drawCount); i += step) {
        const VkDeviceSize offset_B =
            call.indirectOffset_B + VkDeviceSize(i) * uint32_t(call.indirectStride_B);
        const auto record = call.indexType ? m_vk.vkCmdDrawIndexedIndirect : m_vk.vkCmdDrawIndirect;
        record(commands, commandsIn->handle(), offset_B, step, uint32_t(call.indirectStride_B));
    }
    return true;
}

void DrawRecorder::bindIndices(const IndexSource& indices) {
    if (m_boundIndices.storage != indices.storage || m_boundIndices.type != indices.type) {
        m_vk.vkCmdBindIndexBuffer(
            m_recorder.commands(), indices.storage->handle(), 0, indices.type);
        m_boundIndices = {indices.storage, indices.type};
    }
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
            enterRendering();
        }
    }
    bindIndices(indices);
    const uint32_t size_B = indices.type == VK_INDEX_TYPE_UINT32   ? 4
                            : indices.type == VK_INDEX_TYPE_UINT16 ? 2
                                                                   : 1;
    m_recorder.drawIndexed(
        {uint32_t(indices.offset_B / size_B), indices.count, call.baseVertex + vertexShift},
        uint32_t(call.instances),
        call.baseInstance);
    return true;
}

} // namespace glvk
