// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw.h"
#include "cpu/exec/draw_counters.h"
#include "cpu/exec/draw_work.h"
#include "cpu/exec/stage_routine.h"
#include "cpu/exec/workers.h"
#include "cpu/jit/level.h"
#include "cpu/raster/assembly.h"
#include "cpu/raster/bins.h"
#include "cpu/raster/setup.h"

#include <functional>
#include <memory>
#include <vector>

namespace cpu::exec {

/// Runs draws on the worker threads: vertices and primitives in batches, then tiles of the
/// framebuffer, each by one worker that takes what lies in it in the order of the draw.
class DrawEngine {
public:
    DrawEngine(Workers& workers, jit::Level level);
    ~DrawEngine();

    struct Input {
        const GraphicsState& state;
        VertexRoutine& vertex;
        const shader::DispatchData& vertexData; ///< Descriptor sets, push constants.
        FragmentRoutine* fragment;              ///< Null: there is no such stage.
        const shader::DispatchData& fragmentData;
        DrawRoutines& routines;
        const shader::WorkerData* workers; ///< One for each; slots are the stages' matter.
    };
    /// False: out of memory. All of its work is done on return.
    bool draw(const Input& input, const DrawCall& call, DrawCounters& counters);

private:
    struct Batch;
    struct WorkerState;
    struct Draw;

    bool drawInstances(Draw& draw);
    void addCounters(DrawCounters& counters) const;
    void processBatch(const Draw& draw, uint64_t item, Batch& batch, uint32_t worker);
    void shadeTiles(const Draw& draw, uint32_t batchCount);
    void shadeTile(const Draw& draw, uint32_t batchCount, int32_t x, int32_t y, uint32_t worker);
    /// On all workers, or here if there is only one item.
    void forEach(uint64_t items, const std::function<void(uint64_t item, uint32_t worker)>& task);

    Workers& m_workers;
    const uint32_t m_lanes;
    void (*const m_drawVertices)(const VertexWork*);
    void (*const m_drawBlock)(const FragmentWork*,
                              const shader::WorkerData*,
                              const shader::PrimitiveData*,
                              int32_t,
                              int32_t,
                              const uint16_t*,
                              shader::FragmentLanes*,
                              FragmentCounters*);
    std::vector<std::unique_ptr<WorkerState>> m_states;
    std::vector<std::unique_ptr<Batch>> m_batches;
};

} // namespace cpu::exec
