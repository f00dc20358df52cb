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
                            const WorkerData*,
                            const PrimitiveData*,
                            const CoveredBlock*,
                            uint32_t,
                            FragmentLanes*,
                            FragmentCounters*);

    explicit TileShader(Kernel drawBlocks) : m_drawBlocks(drawBlocks) {}

    /// There is room to count so many segments.
    void reserveCounts(uint32_t segments);
    void shade(const SceneTile& tile, const WorkerData& worker);
    /// Adds what was counted since the last call.
    void addCounts(DrawCounters& counters);

private:
    void enter(const SceneDraw& draw, const WorkerData& worker);
    void draw(const TileRun& run);

    const Kernel m_drawBlocks;
    WorkerData m_worker;
    FragmentLanes m_lanes;
    std::vector<FragmentCounters> m_counts; ///< By segment.
};

} // namespace cpu::exec
