// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_counters.h"
#include "cpu/exec/rows.h"
#include "cpu/raster/planes.h"
#include "cpu/raster/tessellate.h"
#include "cpu/stage/stage_routine.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

/// Tessellation and geometry: what happens between a batch's vertices and their set-up
/// (docs/primitive-stages.md).
namespace cpu::exec {

/// What a stage is called with.
template <typename Stage>
struct StageCall {
    stage::StageRoutine<Stage>* routine = nullptr; ///< Null: there is no such stage.
    typename Stage::Function function = nullptr;
};

/// Of a word that evaluation shaders read, where control shaders leave it.
struct PatchRoute {
    const shader::Cell* to;
    const shader::Cell* from; ///< Null: they do not, it is zero.
};

/// The stages of a draw's state. There is one of them at least, and the two of tessellation come
/// together.
struct PrimitiveStageState {
    StageCall<stage::ControlStage> control;
    StageCall<stage::EvaluationStage> evaluation;
    StageCall<stage::GeometryStage> geometry;
    raster::PatchShape shape;
    uint32_t patchVertices; ///< Out of the control shader.
    /// Of what each vertex, or each patch, has.
    std::span<const PatchRoute> routes;
    std::array<const shader::Cell*, 6> levels; ///< The outer four first. Null: not written.
    bool provokingLast;

    const shader::VertexOutputImage& last() const {
        return geometry.routine
                   ? static_cast<const shader::VertexOutputImage&>(geometry.routine->image())
                   : evaluation.routine->image();
    }
    /// Of what the last stage gives: 1, 2, 3.
    uint32_t corners() const {
        return geometry.routine ? geometry.routine->image().outputCorners : shape.corners();
    }
};
/// Where the shaders find each other: the routes that a state has. Images outlive them.
std::vector<PatchRoute> routesBetween(const shader::ControlImage& control,
                                      const shader::EvaluationImage& evaluation);
std::array<const shader::Cell*, 6> levelsOf(const shader::ControlImage& control);
raster::PatchShape shapeOf(const shader::ControlImage& control,
                           const shader::EvaluationImage& evaluation,
                           bool lowerLeft);

/// Descriptor sets and push constants as the stages have them; null: there is no such stage.
struct PrimitiveStageData {
    const DispatchData* control = nullptr;
    const DispatchData* evaluation = nullptr;
    const DispatchData* geometry = nullptr;
};

/// Vertices, and primitives of them: `corners` elements each, numbers in the rows.
struct StagePrimitives {
    VertexRows rows;
    std::span<const uint32_t> elements;
    uint32_t corners;
    uint32_t stream = 0;
};

/// The stages at work, on one worker. Keeps its memory between batches.
class PrimitiveStages {
public:
    /// Primitives in their order, some at a time; those of streams other than 0 are not rasterised.
    using Sink = std::function<void(const StagePrimitives&)>;

    explicit PrimitiveStages(uint32_t lanes) : m_lanes(lanes) {}

    struct Batch {
        const PrimitiveStageState& state;
        PrimitiveStageData data;
        /// Lacks the slots.
        WorkerData worker;
        uint32_t firstPrimitive; ///< Its gl_PrimitiveID.
        uint32_t view;
        bool streams; ///< Those other than 0 are asked for.
        DrawSums& sums;
        const Sink& sink;
    };
    /// Of what vertices and assembly came to: primitives with their adjacency, or patches. Throws
    /// std::bad_alloc.
    void run(const Batch& batch, const StagePrimitives& from);

private:
    void tessellate(const Batch& batch, const StagePrimitives& patches);
    void
    control(const Batch& batch, const StagePrimitives& patches, uint32_t first, uint32_t count);
    void evaluate(const Batch& batch, uint32_t lane, uint32_t primitiveId);
    void fillEvaluationInputs(const Batch& batch, uint32_t lane);
    void endPatches(const Batch& batch);

    void geometry(const Batch& batch, const StagePrimitives& from, bool tessellated);
    void callGeometry(const Batch& batch, GeometryLanes& lanes, uint32_t count);
    void
    collect(const Batch& batch, const uint32_t* vertices, uint32_t count, uint32_t primitiveId);
    void endPrimitives(const Batch& batch);

    /// Vertices of `count` primitives, one in each lane, into a stage's memory.
    void gather(const shader::Cells& cells,
                const StagePrimitives& from,
                uint32_t first,
                uint32_t count,
                uint8_t* to);

    const uint32_t m_lanes;
    raster::Tessellator m_tessellator;
    std::vector<const uint32_t*> m_gathered;
    Rows m_controlInputs, m_controlOutputs, m_evaluationInputs;
    // What evaluation shaders made.
    Rows m_patchRows;
    uint32_t m_patchVertices = 0;
    std::vector<uint32_t> m_patchElements;

    Rows m_geometryInputs, m_geometryOutputs;
    std::array<std::array<uint32_t, kMaxLanes>, kMaxGeometryInvocations>
        m_emitted; ///< By invocation and lane.
    // What was emitted, one vertex behind the other.
    Rows m_rows;
    uint32_t m_vertices = 0;
    std::vector<uint8_t> m_slots; ///< Those that the geometry shader writes.
    std::array<std::vector<uint32_t>, kMaxStreams> m_elements;
};

} // namespace cpu::exec
