// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_counters.h"
#include "cpu/exec/scene.h"

#include <vector>

namespace cpu::exec {

/// The second half of draws, on one worker: all that a scene has in a tile.
class TileShader {
public:
    using Kernel = void (*)(const FragmentWork*,
                            const shader::WorkerData*,
                            const shader::PrimitiveData*,
                            const CoveredBlock*,
                            uint32_t,
                            shader::FragmentLanes*,
                            FragmentCounters*);

    explicit TileShader(Kernel drawBlocks) : m_drawBlocks(drawBlocks) {}

    /// There is room to count so many segments.
    void reserveCounts(uint32_t segments);
    void shade(const SceneTile& tile, const shader::WorkerData& worker);
    /// Adds what was counted since the last call.
    void addCounts(DrawCounters& counters);

private:
    void enter(const SceneDraw& draw, const shader::WorkerData& worker);
    void draw(const TileRun& run);

    const Kernel m_drawBlocks;
    shader::WorkerData m_worker;
    shader::FragmentLanes m_lanes;
    std::vector<FragmentCounters> m_counts; ///< By segment.
};

} // namespace cpu::exec
