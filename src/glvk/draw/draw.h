// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/dirty.h"
#include "gl/context/state.h"
#include "glvk/draw/bound_program.h"
#include "glvk/draw/reads.h"
#include "glvk/draw/transform_feedback.h"
#include "glvk/draw/vertex_input.h"
#include "glvk/gpu/features.h"
#include "glvk/image/render_targets.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/pipeline_lookup.h"
#include "glvk/record/query.h"
#include "glvk/record/recorder.h"
#include "glvk/record/stream.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace glvk {

class Buffer;
class CallingContext;
class PipelineStore;

/// The life of a draw, from GL state to vkCmdDraw: one straight function, each step of which looks
/// at its own dirty bits. docs/draw.md walks through it.
class DrawRecorder final : RenderingListener {
public:
    /// What it draws with.
    struct Means {
        CallingContext& context;
        std::shared_ptr<ProgramHost> programs;
        PipelineStore& pipelines;
        SamplerCache& samplers;
        Placeholders& placeholders;
    };
    explicit DrawRecorder(Means means);
    ~DrawRecorder();

    bool draw(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call);

    /// Takes over the framebuffer's dirty bit, for clears: what rendering goes to now.
    /// Null: out of memory.
    const RenderTargets* targets(const gl::State& state, gl::DirtyBits& dirty);
    /// Makes sure rendering to the targets is under way, for commands that are no draws of GL:
    /// queries and transform feedback do not see them.
    void ensureRendering();
    QueryRecorder& queries() { return m_queries; }
    void beginQuery(Query& query, uint32_t stream);
    /// No draw is captured with `feedback` any more.
    void leaveFeedback(const Feedback& feedback);
    /// A texture got another image: what holds on to the old one is looked up again.
    void noteMovedStorage() {
        m_dirty.set(gl::Dirty::Framebuffer);
        m_dirty.set(gl::Dirty::Textures);
    }
    /// The caller recorded state of its own (meta draws): everything is set again.
    void invalidate() {
        m_dirty = gl::DirtyBits::all();
        m_pipeline = nullptr;
        m_recorded = {};
        m_bound.invalidate();
        m_vertexInput.invalidate();
        m_mode = GL_NONE;
        m_boundIndices = {};
    }

private:
    /// The stencil state of a face, likewise.
    struct RecordedStencil {
        std::optional<gl::StencilFace> face; ///< What follows, as GL has it.
        int64_t operations = -1;             ///< Three and a function, packed.
        int64_t readMask = -1;
        int64_t writeMask = -1;
        int64_t reference = -1;
        bool operator==(const RecordedStencil&) const = default;
    };
    /// Dynamic state as the command buffer has it: only differences are recorded. -1: unknown.
    struct Recorded {
        int topology = -1;
        int64_t cullMode = -1;
        int clockwise = -1;
        int depthBias = -1;
        int depthTest = -1;
        int depthWrite = -1;
        int depthOp = -1;
        int stencilTest = -1;
        std::array<RecordedStencil, 2> stencil;                         ///< Front, back.
        int64_t blendEnables = -1;                                      ///< A bit per attachment.
        std::array<int64_t, gl::kMaxColorAttachments> blendEquations{}; ///< Packed.
        int64_t writeMasks = -1; ///< Four bits per attachment.
        uint32_t blendCount = 0; ///< Attachments that the three above were set for.
        int discard = -1;
        int restart = -1;
        int polygonMode = -1;
        int depthClamp = -1;
        int provokingMode = -1;
        int lineMode = -1;
        int stippledLines = -1;
        int samples = -1;
        int64_t sampleMask = -1;
        int alphaToCoverage = -1;
        int alphaToOne = -1;
        int logicOpEnabled = -1;
        int logicOp = -1;
        int patchVertices = -1;
        bool discards = false;  ///< The pipeline does, whatever follows it.
        uint32_t viewports = 0; ///< So many are set; the same number of scissor boxes.
        std::array<VkRect2D, gl::kMaxViewports> scissors{};
    };

    /// Preparing may make what it has prepared worthless: then it is done a second time, and not a
    /// third.
    enum class Attempt : uint8_t {
        First,
        Again,
        Settling, ///< Again, with other border colors where samplers are full.
    };
    bool prepare(const gl::State& state,
                 gl::DirtyBits& dirty,
                 const gl::DrawCall& call,
                 Attempt attempt = Attempt::First);
    bool prepareQuickly(const gl::State& state,
                        gl::DirtyBits& dirty,
                        const gl::DrawCall& call,
                        bool restart);
    bool bindArrays(const gl::State& state);
    bool prepareWithFewerSamplers(const gl::State& state,
                                  gl::DirtyBits& dirty,
                                  const gl::DrawCall& call);
    void noteNewBatch();
    void useResources();
    void enterRendering();
    void beginRenderingOnce();
    void beforeRenderingEnds() override;
    void updateKey(const gl::State& state);
    void updateFormats(PipelineKey& key) const;
    void updateTopology(const gl::State& state);
    void changePrimitive(const gl::State& state, GLenum mode, bool restart);
    void changeTopology(const gl::State& state);
    void setRestart();
    void updateKinds(const gl::State& state, VkPrimitiveTopology topology);
    void updateDynamicState(const gl::State& state);
    void noteStaticDiscard();
    void setRaster(VkCommandBuffer commands, const gl::State& state);
    void setViewport(VkCommandBuffer commands, const gl::State& state);
    void setScissor(VkCommandBuffer commands, const gl::State& state);
    void setDepthStencil(VkCommandBuffer commands, const gl::State& state);
    void setStencil(VkCommandBuffer commands,
                    VkStencilFaceFlags which,
                    RecordedStencil& recorded,
                    const gl::StencilFace& face);
    void setBlend(VkCommandBuffer commands, const gl::State& state);
    void setMultisample(VkCommandBuffer commands, const gl::State& state);
    void setFixed(VkCommandBuffer commands);
    bool hasAlphas(const gl::State& state) const;
    bool alphaToCoverage(const gl::State& state) const;
    bool alphaToOne(const gl::State& state) const;
    uint32_t shadedSamples(const gl::State& state) const;
    PipelineKey::Blend blendOf(const gl::State& state, uint32_t attachment) const;
    bool bindPipeline();
    void bindShaders(const Pipeline& pipeline);
    bool emit(const gl::State& state, const gl::DrawCall& call, const IndexSource& direct);
    bool emitFeedback(const gl::State& state, const gl::DrawCall& call);
    bool emitIndirect(const gl::State& state, const gl::DrawCall& call);
    bool drawIndirectOnHost(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call);
    bool hasIndices(const IndexSource& indices) const {
        return m_boundIndices.storage == indices.storage && m_boundIndices.type == indices.type;
    }
    void bindIndices(const IndexSource& indices);
    void restartAt(const IndexSource& indices);
    void useIndices(const IndexSource& indices) {
        if (!hasIndices(indices)) {
            bindIndices(indices);
        }
        if (m_boundIndices.restart != indices.restart && m_restart) [[unlikely]] {
            restartAt(indices);
        }
    }
    /// Vertices in their order, or by `indices` where these have a storage.
    void emitDirect(const gl::DrawCall& call, const IndexSource& indices, uint32_t vertexShift) {
        const auto instances = uint32_t(call.instances);
        if (!indices.storage) {
            m_recorder.draw(uint32_t(call.first) + vertexShift,
                            uint32_t(call.count),
                            instances,
                            call.baseInstance);
            return;
        }
        if (indices.storage->readEpoch != m_recorder.epoch()) {
            m_recorder.read(*indices.storage);
            if (!m_recorder.rendering()) { // A barrier ended it; what is bound stays bound.
                enterRendering();
            }
        }
        useIndices(indices);
        m_recorder.drawIndexed(
            {indices.first(), indices.count, int32_t(uint32_t(call.baseVertex) + vertexShift)},
            instances,
            call.baseInstance);
    }

    CallingContext& m_context;
    Gpu& m_gpu;
    const VolkDeviceTable& m_vk;
    const Features& m_features;
    const uint32_t m_keyBits;
    const uint32_t m_dynamicBits; ///< Dirty bits of what the command buffer has apart.
    uint32_t m_quickBits;         ///< Those that prepareQuickly() is enough for.
    Recorder& m_recorder;
    Stream m_stream; ///< Uniforms, client arrays, converted indices.
    PipelineLookup m_pipelines;
    Reads m_reads;
    BoundProgram m_bound;
    VertexInput m_vertexInput;
    QueryRecorder m_queries;
    FeedbackRecorder m_feedback;
    RenderTargets m_targets;

    gl::DirtyBits m_dirty = gl::DirtyBits::all();
    uint64_t m_batchGeneration = 0;
    PipelineKey m_key;
    /// Words of the key that may differ from the last pipeline's.
    KeyWords m_keyChanged = PipelineKey::kAllWords;
    const Pipeline* m_pipeline = nullptr; ///< That is bound; null: none is.
    Recorded m_recorded;
    GLenum m_mode = GL_NONE; ///< Of the last draw.
    bool m_restart = false;  ///< The device restarted primitives in the last draw.
    bool m_simple =
        false; ///< The last draw needed nothing per call: no client arrays, no conversion.
    struct {
        BufferStorage* storage = nullptr;
        VkIndexType type = VK_INDEX_TYPE_UINT16;
        uint32_t restart = IndexSource::kHighestRestarts;
    } m_boundIndices; ///< Bound from its start: draws name their first index.
};

} // namespace glvk
