// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/draw.h"

#include "base/options.h"
#include "glvk/gpu/gpu.h"
#include "glvk/record/calling_context.h"

#include <algorithm>

namespace glvk {

namespace {

using gl::Dirty;

/// The dirty bits that change nothing but which buffers a program reads.
constexpr uint32_t kBufferBits =
    gl::DirtyBits::mask(Dirty::Uniforms) | gl::DirtyBits::mask(Dirty::UniformBuffers);

/// The dirty bits that change nothing but which arrays a program reads.
constexpr uint32_t kArrayBits =
    gl::DirtyBits::mask(Dirty::VertexBuffers) | gl::DirtyBits::mask(Dirty::CurrentAttribs);

/// The dirty bits of state that a command buffer has apart, where the device lets it.
constexpr uint32_t kDynamicBits =
    gl::DirtyBits::mask(Dirty::Viewport) | gl::DirtyBits::mask(Dirty::Scissor) |
    gl::DirtyBits::mask(Dirty::Cull) | gl::DirtyBits::mask(Dirty::DepthBias) |
    gl::DirtyBits::mask(Dirty::LineWidth) | gl::DirtyBits::mask(Dirty::DepthStencil) |
    gl::DirtyBits::mask(Dirty::Blend) | gl::DirtyBits::mask(Dirty::BlendColor) |
    gl::DirtyBits::mask(Dirty::ColorMask);

/// The dirty bits that change nothing where there is one sample for each pixel.
constexpr uint32_t kSampleBits =
    gl::DirtyBits::mask(Dirty::Multisample) | gl::DirtyBits::mask(Dirty::Samples);

/// The dirty bits that may change what a draw reads through descriptors.
constexpr uint32_t kDescriptorBits =
    kBufferBits | gl::DirtyBits::mask(Dirty::Program) | gl::DirtyBits::mask(Dirty::Textures);

/// The dirty bits that may change the pipeline key: what this device sets dynamically is not among
/// them.
uint32_t keyBits(const Features& features) {
    uint32_t bits = gl::DirtyBits::mask(Dirty::Framebuffer) | gl::DirtyBits::mask(Dirty::Raster) |
                    gl::DirtyBits::mask(Dirty::Multisample) | gl::DirtyBits::mask(Dirty::Samples) |
                    gl::DirtyBits::mask(Dirty::LogicOp) | gl::DirtyBits::mask(Dirty::Program);
    if (!features.extendedDynamicState) {
        bits |= gl::DirtyBits::mask(Dirty::DepthStencil) | gl::DirtyBits::mask(Dirty::Cull);
    }
    if (!features.extendedDynamicState2) {
        bits |= gl::DirtyBits::mask(Dirty::DepthBias);
    }
    if (!features.dynamicBlend) {
        bits |= gl::DirtyBits::mask(Dirty::Blend) | gl::DirtyBits::mask(Dirty::ColorMask);
    }
    return bits;
}

VkDeviceSize streamChunk_B() {
    return base::options().tinyRings ? 16384 : VkDeviceSize(1) << 20;
}

} // namespace

DrawRecorder::DrawRecorder(Means means)
    : m_context(means.context),
      m_gpu(means.context.gpu()),
      m_vk(m_gpu.vk()),
      m_features(m_gpu.features()),
      m_keyBits(keyBits(m_features)),
      m_dynamicBits(kBufferBits | kArrayBits | gl::DirtyBits::mask(Dirty::Textures) |
                    (kDynamicBits & ~m_keyBits)),
      m_quickBits(m_dynamicBits),
      m_recorder(means.context.recorder()),
      m_stream(m_recorder,
               streamChunk_B(),
               VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                   VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
               MemoryUse::DeviceHost),
      m_pipelines(means.pipelines),
      m_bound(VK_PIPELINE_BIND_POINT_GRAPHICS,
              std::move(means.programs),
              {means.context, means.samplers, means.placeholders},
              m_stream,
              m_reads),
      m_vertexInput(m_context, m_gpu, m_stream),
      m_queries(m_recorder),
      m_feedback(m_recorder) {
    m_recorder.setListener(this);
}

DrawRecorder::~DrawRecorder() {
    m_recorder.setListener(nullptr);
}

bool DrawRecorder::draw(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call) {
    const bool quick = !dirty.anyOf(~m_quickBits) && !m_dirty.any() && m_simple &&
                       call.mode != GL_LINE_LOOP && m_recorder.rendering() && !m_recorder.large();
    const bool restart = restartsOnDevice(state, call, m_features);
    const bool samePrimitive = call.mode == m_mode && restart == m_restart;
    if (dirty.any() || !quick || !samePrimitive) {
        if (!(quick ? prepareQuickly(state, dirty, call, restart) : prepare(state, dirty, call))) {
            m_reads.forget();
            return false;
        }
    }
    if (m_targets.empty() || !m_bound.program()) {
        return true;
    }
    // In place: a copy would wait for the stores of its parts.
    const IndexSource direct =
        call.indexType ? m_vertexInput.directIndices(state, call, restart) : IndexSource();
    if (m_simple && !call.indirect && !call.feedback && (!call.indexType || direct.storage))
        [[likely]] {
        m_recorder.countDraw();
        emitDirect(call, direct, 0);
        return true;
    }
    if (call.indirect &&
        (!m_simple || (call.indexType && (state.robustAccess || !direct.storage)))) {
        return drawIndirectOnHost(state, dirty, call);
    }
    if (call.feedback && (!m_simple || !m_gpu.feedbackLimits().transformFeedbackDraw)) {
        // The host has to know which vertices there are.
        gl::DrawCall counted = call;
        counted.count = GLsizei(
            std::min<uint64_t>(call.feedback->vertices(m_context, call.feedbackStream), INT32_MAX));
        counted.feedback = nullptr;
        return counted.count == 0 || draw(state, dirty, counted);
    }
    if (!m_simple || (call.indexType && !direct.storage)) {
        // Looking at what a buffer holds may wait for the device, and that ends the batch.
        m_vertexInput.fetchHostCopies(state, call);
        if (!m_recorder.batch() && !prepare(state, dirty, call)) {
            m_reads.forget();
            return false;
        }
    }
    return emit(state, call, direct);
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
        m_quickBits = m_dynamicBits | (m_targets.samples > 1 ? 0 : kSampleBits);
        m_dirty.set(Dirty::Viewport); // The rest of what depends on the targets.
        m_dirty.set(Dirty::Scissor);
        m_dirty.set(Dirty::DepthStencil);
        m_dirty.set(Dirty::Blend);
        m_dirty.set(Dirty::ColorMask);
        m_dirty.set(Dirty::Multisample);
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
        m_bound.noteBatch(m_batchGeneration);
        invalidate();
        for (const uint64_t program : m_pipelines.purge(m_recorder)) {
            m_bound.forgetProgram(program);
        }
        m_pipelines.adoptOptimized(m_recorder);
    }
}

/// Everything a draw needs, from top to bottom; what is clean is skipped.
bool DrawRecorder::prepare(const gl::State& state,
                           gl::DirtyBits& dirty,
                           const gl::DrawCall& call,
                           Attempt attempt) {
    if (m_recorder.large()) {
        m_recorder.submit();
    }
    if (!targets(state, dirty)) {
        return false;
    }
    if (m_dirty.test(Dirty::Program)) {
        m_bound.select(state);
    }
    if (!m_bound.program() || m_targets.empty()) {
        m_simple = false;
        return true;
    }
    m_bound.noteDirty(m_dirty);
    if (m_dirty.test(Dirty::Program)) {
        m_bound.useState(state);
        m_vertexInput.keepVertexNumbers(m_bound.program()->readsVertexIndex());
        m_recorder.joinDraws(!m_features.numbersOnInRuns || !m_bound.program()->readsPrimitiveId());
        m_dirty.set(Dirty::Uniforms);
        m_dirty.set(Dirty::VertexBuffers);
        m_keyChanged |=
            m_vertexInput.useAttributes(state.stages[size_t(glsl::Stage::Vertex)], m_key);
    }
    if (m_dirty.test(Dirty::VertexBuffers)) {
        m_keyChanged |= m_vertexInput.updateArrays(state, m_dirty, m_key);
    }
    if (m_bound.hasOtherTextures()) {
        const WhenFull whenFull =
            attempt == Attempt::Settling ? WhenFull::TakeStandardBorder : WhenFull::Refuse;
        const SamplingResult result = m_bound.updateTextures(state, m_dirty, whenFull);
        if (result != SamplingResult::Ready) {
            return result == SamplingResult::SamplersFull && attempt == Attempt::First &&
                   prepareWithFewerSamplers(state, dirty, call);
        }
    }
    if (m_dirty.test(Dirty::Framebuffer) || m_batchGeneration != m_recorder.generation() ||
        !m_recorder.batch()) {
        // Making a texture whole moved what is drawn to, or waited for the device. A texture that
        // has to lie in two images at once, one to be drawn to and one to be read, cannot be had.
        return attempt == Attempt::First && prepare(state, dirty, call, Attempt::Again);
    }
    if (m_dirty.test(Dirty::Uniforms) && !m_bound.updateUniforms(state)) {
        return false;
    }
    if (!m_bound.updateBlocks(state, m_dirty)) {
        return false;
    }
    const bool restart = restartsOnDevice(state, call, m_features);
    // The polygon mode is that of the face that is drawn.
    const bool rasterChanged =
        m_dirty.anyOf(m_keyBits) ||
        (m_dirty.test(Dirty::Cull) && state.polygonModeFront != state.polygonModeBack);
    if (rasterChanged || call.mode != m_mode || restart != m_restart) {
        m_mode = call.mode;
        m_restart = restart;
        updateTopology(state);
    }
    if (rasterChanged) {
        updateKey(state);
    }
    if (!bindArrays(state)) {
        return false;
    }
    m_simple = !m_vertexInput.perDraw() && call.mode != GL_LINE_LOOP;
    if (m_dirty.test(Dirty::Feedback)) {
        m_feedback.set(state.feedback);
        m_queries.countPrimitives(state.countsPrimitives);
    }
    if ((m_keyChanged || !m_pipeline) && !bindPipeline()) {
        return false;
    }
    enterRendering();
    updateDynamicState(state);
    if (m_dirty.anyOf(kDescriptorBits) && !m_bound.bindDescriptors()) {
        return false;
    }
    m_dirty.clearAll();
    return true;
}

/// False: out of memory.
bool DrawRecorder::bindArrays(const gl::State& state) {
    const VkCommandBuffer commands = m_recorder.commands();
    if ((m_dirty.test(Dirty::VertexBuffers) || m_dirty.test(Dirty::CurrentAttribs)) &&
        !m_vertexInput.bindBuffers(commands, state, m_dirty, m_reads)) {
        return false;
    }
    if (m_features.strategy.dynamicVertexInput) {
        m_vertexInput.setFormats(commands, m_bound.program()->secondHalves());
    }
    return true;
}

/// The same for a draw into the rendering of the one before, where nothing is another but what the
/// command buffer has apart (m_quickBits, the primitive).
bool DrawRecorder::prepareQuickly(const gl::State& state,
                                  gl::DirtyBits& dirty,
                                  const gl::DrawCall& call,
                                  bool restart) {
    m_dirty |= dirty;
    dirty.clearAll();
    changePrimitive(state, call.mode, restart);
    if (m_dirty.test(Dirty::VertexBuffers)) {
        m_keyChanged |= m_vertexInput.updateArrays(state, m_dirty, m_key);
    }
    // The polygon mode is that of the face that is drawn.
    if (m_keyChanged ||
        (m_dirty.test(Dirty::Cull) && state.polygonModeFront != state.polygonModeBack)) {
        return prepare(state, dirty, call);
    }
    m_bound.noteDirty(m_dirty);
    if (m_dirty.test(Dirty::Textures)) {
        const SamplingResult result = m_bound.updateTextures(state, m_dirty, WhenFull::Refuse);
        // Another variant of the program, another image to draw to, or the batch has ended.
        if (result != SamplingResult::Ready || m_dirty.test(Dirty::Program) ||
            m_dirty.test(Dirty::Framebuffer) || m_batchGeneration != m_recorder.generation() ||
            !m_recorder.batch()) {
            return prepare(state, dirty, call);
        }
    }
    if (m_dirty.test(Dirty::Uniforms) && !m_bound.updateUniforms(state)) {
        return false;
    }
    if (m_dirty.test(Dirty::UniformBuffers) && !m_bound.updateBlocks(state, m_dirty)) {
        return false;
    }
    if (m_dirty.anyOf(kArrayBits)) {
        if (!bindArrays(state)) {
            return false;
        }
        m_simple = !m_vertexInput.perDraw();
    }
    if (m_reads.anyAdded() || !m_recorder.rendering()) {
        enterRendering();
    }
    if (m_dirty.anyOf(kDynamicBits)) {
        updateDynamicState(state);
    }
    if (m_dirty.anyOf(kDescriptorBits) && !m_bound.bindDescriptors()) {
        return false;
    }
    m_dirty.clearAll();
    return true;
}

/// Where all samplers that the device allows are held: lets go of those that were drawn with, waits
/// until the device did as well, and starts over.
bool DrawRecorder::prepareWithFewerSamplers(const gl::State& state,
                                            gl::DirtyBits& dirty,
                                            const gl::DrawCall& call) {
    m_bound.releaseSamplers();
    m_dirty.set(Dirty::Program);
    return m_recorder.finish("samplers, of which the device allows no more") &&
           prepare(state, dirty, call, Attempt::Settling);
}

void DrawRecorder::useResources() {
    m_reads.declare(m_recorder, [this](std::vector<Resource*>& all) {
        m_bound.appendReads(all);
        m_vertexInput.appendReads(all);
    });
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

} // namespace glvk
