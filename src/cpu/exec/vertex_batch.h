// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_counters.h"
#include "cpu/exec/rows.h"
#include "cpu/exec/scene.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cpu::exec {

/// The first half of a draw, on one worker: vertices to primitives, sorted by tiles.
class VertexBatch {
public:
    using Kernel = void (*)(const VertexWork*);

    VertexBatch(Kernel drawVertices, const raster::SetupKernels& setup, uint32_t lanes)
        : m_drawVertices(drawVertices),
          m_lanes(lanes),
          m_setup{.kernels = setup},
          m_stages(lanes) {}

    /// Fills the item's runs. Throws std::bad_alloc. `worker` lacks the slots.
    void run(SceneItem& item, const WorkerData& worker);

    /// What runs lead to is no longer needed.
    void clear() { m_arena.clear(); }
    size_t used_B() const { return m_arena.used_B(); }
    /// Adds what was counted since the last call.
    void addCounts(DrawCounters& counters);
    /// Primitives that were set up since the last call.
    uint64_t takeMade() { return std::exchange(m_made, 0); }

private:
    void assemble(const SceneDraw& draw, uint32_t first, uint32_t count);
    void runInstance(const SceneDraw& draw, uint32_t instance, uint32_t firstPrimitive);
    void runStages(const SceneDraw& draw, const VertexRows& rows, uint32_t firstPrimitive);
    std::span<TileRun> makeRuns(const SceneDraw& draw);
    DrawSums& counts(uint32_t segment);

    const Kernel m_drawVertices;
    const uint32_t m_lanes;
    WorkerData m_worker;
    std::vector<uint32_t> m_elements;
    std::vector<uint32_t> m_vertices; ///< gl_VertexIndex, up to a whole vector.
    uint32_t m_vertexCount = 0;
    raster::VertexBatch m_sharing;
    raster::SetupScratch m_setup;
    raster::PrimitiveArena m_arena;
    raster::Bins m_bins;
    Rows m_attributes;
    Rows m_outputs;
    PrimitiveStages m_stages;
    uint64_t m_made = 0;
    std::vector<DrawSums> m_counts; ///< By segment.
};

} // namespace cpu::exec
