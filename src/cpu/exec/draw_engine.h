// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"
#include "cpu/exec/feedback.h"
#include "cpu/exec/held_routines.h"
#include "cpu/exec/scene.h"
#include "cpu/exec/tile_shader.h"
#include "cpu/exec/vertex_batch.h"
#include "cpu/exec/workers.h"

#include <memory>
#include <vector>

namespace cpu::exec {

/// Draws: first notes them down in a scene, then has workers turn vertices into primitives, and
/// then shades tiles of the framebuffer, each by one worker that takes what lies in it in its order
/// (docs/graphics-cpu.md). What nobody has finish()ed need not have happened yet.
class DrawEngine {
public:
    /// Scratch memory of `workers`, one for each of Workers, is looked at when work is done; slots
    /// are the stages' matter. Draws are counted in `counters`.
    DrawEngine(Workers& workers,
               Level level,
               routine::KeyedRoutines& routines,
               const WorkerData* workerData,
               DrawCounters& counters);
    ~DrawEngine();

    // False: out of memory, and the scene is lost.

    /// Before a draw: finishes what takes too much memory.
    bool makeRoom();
    /// What the next draws need has to be set, whether it changed or not.
    bool wantsAll() const { return !m_state; }
    /// What workers keep across barriers in the stages of the last state, or of any before it in
    /// the scene: reserved by the caller before the next draw.
    size_t frames_B() const { return m_frames_B; }

    struct Stages {
        stage::VertexRoutine& vertex;
        // Null: there is no such stage. The two of tessellation come together.
        stage::ControlRoutine* control;
        stage::EvaluationRoutine* evaluation;
        stage::GeometryRoutine* geometry;
        stage::FragmentRoutine* fragment;
    };
    /// All of these are copied.
    bool setState(const GraphicsState& state, const Stages& stages);
    bool setAttributes(const VertexInput& input);
    /// Descriptor sets and push constants, as the stages have them.
    struct Data {
        const DispatchData& vertex;
        PrimitiveStageData stages;
        const DispatchData& fragment;
    };
    bool setData(const Data& data);

    /// After the three. Index buffer: as bound.
    bool
    draw(const DrawCall& call, const raster::IndexBuffer& indices, TransformFeedback& feedback);
    bool clear(const SceneClear& clear);

    /// All draws and clears so far are carried out.
    bool finish();
    bool empty() const { return m_scene.empty(); }

private:
    static constexpr uint64_t kUnknownGrowth = 1024;

    template <typename Work>
    bool guarded(Work&& work);
    const PrimitiveStageState* stagesOf(const GraphicsState& state, const Stages& stages);
    void record(SceneDraw& draw);
    void addBatches(const SceneDraw& draw);
    void runVertices();
    void verticesAreDone();
    void shade();
    void forget();
    size_t used_B() const { return m_scene.used_B() + m_batches_B; }

    Workers& m_workers;
    const WorkerData* const m_workerData;
    DrawCounters& m_counters;
    HeldRoutines m_routines;
    std::vector<std::unique_ptr<VertexBatch>> m_batches; ///< By worker.
    std::vector<std::unique_ptr<TileShader>> m_shaders;  ///< By worker.

    Scene m_scene;
    size_t m_firstPending = 0;        ///< Item whose vertices are not done.
    size_t m_batches_B = 0;           ///< What the vertices of the others came to.
    uint64_t m_pendingPrimitives = 0; ///< With what stages may make of them.
    uint64_t m_pendingInputs = 0;
    uint64_t m_growth = kUnknownGrowth; ///< Primitives that tessellation makes of a patch, about.
    // What the next draw has. Null: not set in this scene.
    const DrawState* m_state = nullptr;
    size_t m_frames_B = 0;
    std::span<const AttributeWork> m_attributes;
    const DispatchData* m_vertexData = nullptr;
    PrimitiveStageData m_stageData;
    const DispatchData* m_fragmentData = nullptr;
    /// Of m_state and m_fragmentData, for each view. Empty: to be made.
    std::span<const FragmentWork> m_fragments;
};

} // namespace cpu::exec
