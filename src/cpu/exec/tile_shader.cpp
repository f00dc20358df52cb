// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/tile_shader.h"

#include "cpu/abi/interruption.h"
#include "cpu/exec/lines_ahead.h"
#include "cpu/raster/coverage.h"

#include <algorithm>
#include <utility>

namespace cpu::exec {

namespace {

/// Primitives lie in memory in the order of batches, and tiles pick theirs: they are asked for so
/// many before their turn.
constexpr size_t kAhead = 3;

/// What TileCoverage::forEachBlocks() tells at a time.
struct Batch {
    CoveredBlock blocks[16];
    uint32_t count = 0;
};

} // namespace

void TileShader::reserveCounts(uint32_t segments) {
    if (segments > m_counts.size()) {
        m_counts.resize(segments);
    }
}

void TileShader::shade(const SceneTile& tile, const WorkerData& worker) {
    constexpr int32_t kTile_px = raster::kTile_px;
    const Rectangle area = {
        tile.x * kTile_px, tile.y * kTile_px, (tile.x + 1) * kTile_px, (tile.y + 1) * kTile_px};
    const SceneDraw* entered = nullptr;
    for (const TileRun* run = tile.first; run && !worker.interruption->isWanted();
         run = run->next) {
        if (run->clear) {
            clearPart(*run->clear, area);
            continue;
        }
        if (run->draw != entered) {
            entered = run->draw;
            enter(*entered, worker);
        }
        draw(*run);
    }
}

void TileShader::enter(const SceneDraw& draw, const WorkerData& worker) {
    const FragmentWork& work = *draw.fragments;
    m_worker = worker;
    if (draw.state->fragment) {
        draw.state->fragment->enter(m_worker);
    }
    m_lanes.sampleCount = work.samples;
    m_lanes.viewIndex = work.viewIndex;
    std::copy_n(work.sampleX, kMaxSamples, m_lanes.sampleX);
    std::copy_n(work.sampleY, kMaxSamples, m_lanes.sampleY);
}

void TileShader::draw(const TileRun& run) {
    const FragmentWork& work = *run.draw->fragments;
    FragmentCounters counters = {};
    const LinesAhead lines(work);
    bool reachesColors = true; // As far as the last blocks told.
    const std::span<const Primitive* const> primitives(run.primitives, run.count);
    for (size_t i = 0; i < primitives.size(); ++i) {
        if (i + kAhead < primitives.size()) {
            primitives[i + kAhead]->prefetch();
        }
        const Primitive* const primitive = primitives[i];
        const raster::TileCoverage coverage(
            *primitive, run.x * raster::kTile_px, run.y * raster::kTile_px, work.samples);
        if (coverage.extent() == raster::Extent::Nothing) {
            continue;
        }
        const auto drawBlocks = [&](const CoveredBlock* blocks, uint32_t count) {
            if (count == 0) {
                return;
            }
            const uint64_t passed = counters.samplesPassed;
            m_drawBlocks(&work, &m_worker, &primitive->data, blocks, count, &m_lanes, &counters);
            reachesColors = counters.samplesPassed != passed;
        };
        if (coverage.few()) {
            coverage.forEachBlocks(drawBlocks);
            continue;
        }
        // Each batch is drawn when the next one is known.
        Batch batches[2];
        Batch* now = &batches[0];
        Batch* next = &batches[1];
        coverage.forEachBlocks([&](const CoveredBlock* blocks, uint32_t count) {
            next->count = count;
            std::copy_n(blocks, count, next->blocks);
            lines.ask(primitive->data, {blocks, count}, reachesColors);
            drawBlocks(now->blocks, now->count);
            std::swap(now, next);
        });
        drawBlocks(now->blocks, now->count);
    }
    FragmentCounters& sums = m_counts[run.draw->segment];
    sums.samplesPassed += counters.samplesPassed;
    sums.invocations += counters.invocations;
}

void TileShader::addCounts(DrawCounters& counters) {
    for (uint32_t segment = 0; segment < m_counts.size(); ++segment) {
        DrawSums& sums = counters.sums(segment);
        sums.add(Statistic::FragmentInvocations, m_counts[segment].invocations);
        sums.samplesPassed += m_counts[segment].samplesPassed;
    }
    m_counts.clear();
}

} // namespace cpu::exec
