// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/vertex_batch.h"

#include "cpu/abi/interruption.h"

#include <algorithm>

namespace cpu::exec {

void VertexBatch::run(SceneItem& item, const WorkerData& worker) {
    const SceneDraw& draw = *item.draw;
    m_worker = worker;
    draw.state->vertex->enter(m_worker);
    m_arena.startBatch();
    const uint32_t end = item.firstPrimitive + item.primitiveCount;
    for (uint32_t first = item.firstPrimitive; first < end;) {
        uint32_t count = end - first;
        if (draw.state->sequential) {
            // Line stipples begin anew with each strip, wherever batches end.
            const raster::Assembly::Strip strip = draw.assembly.stripOf(first);
            if (strip.first == first) {
                m_setup.stipple_px = 0;
            }
            count = std::min(count, strip.end - first);
        }
        assemble(draw, first, count);
        for (uint32_t i = 0; i < item.instanceCount; ++i) {
            runInstance(draw, item.firstInstance + i, first);
        }
        first += count;
    }
    item.runs = makeRuns(draw);
}

/// The vertices that the primitives have, each once.
void VertexBatch::assemble(const SceneDraw& draw, uint32_t first, uint32_t count) {
    const raster::IndexReader* const indices = draw.indices ? &*draw.indices : nullptr;
    m_sharing.build(draw.assembly, first, count, indices, m_elements);
    const std::vector<uint32_t>& vertices = m_sharing.vertices();
    const uint32_t offset = draw.indices ? uint32_t(draw.call.vertexOffset) : draw.call.first;
    m_vertexCount = uint32_t(vertices.size());
    m_vertices.resize((vertices.size() + m_lanes - 1) / m_lanes * m_lanes);
    std::transform(vertices.begin(), vertices.end(), m_vertices.begin(), [&](uint32_t vertex) {
        return vertex + offset;
    });
}

void VertexBatch::runInstance(const SceneDraw& draw, uint32_t instance, uint32_t firstPrimitive) {
    const DrawState& state = *draw.state;
    const shader::VertexImage& image = state.vertex->image();
    VertexWork work = {};
    work.function = state.vertexFunction;
    work.data = draw.vertexData;
    work.worker = &m_worker;
    work.attributes = draw.attributes.data();
    work.attributeCount = uint32_t(draw.attributes.size());
    work.slotCount = image.slotCount;
    work.rows = m_attributes.reserve(kMaxLocations * 4 * kMaxLanes);
    work.vertices = m_vertices.data();
    work.vertexCount = m_vertexCount;
    work.outputs = m_outputs.reserve(m_vertices.size() * image.slotCount);
    work.instance = draw.call.firstInstance + instance;
    work.baseVertex = draw.indices ? uint32_t(draw.call.vertexOffset) : draw.call.first;
    work.baseInstance = draw.call.firstInstance;
    work.drawIndex = draw.call.drawIndex;
    work.viewIndex = draw.view;
    work.writesPointSize = image.writesPointSize;
    m_drawVertices(&work);
    if (m_worker.interruption->isWanted()) {
        return; // The rows may be what they were before.
    }

    DrawSums& sums = counts(draw.segment);
    sums.add(Statistic::VertexInvocations, m_vertexCount);
    const VertexRows rows = {work.outputs, m_lanes, image.slotCount, m_vertexCount};
    if (state.stages) {
        runStages(draw, rows, firstPrimitive);
        return;
    }
    if (draw.feedback) {
        draw.feedback->write(
            rows, m_elements, uint64_t(instance) * draw.assembly.primitiveCount() + firstPrimitive);
    }
    if (state.setsUp) {
        const raster::SetupCounters counted =
            state.setup.run(rows, m_elements, firstPrimitive, m_arena, m_setup);
        sums.add(Statistic::ClippingInvocations, counted.clippingInvocations);
        sums.add(Statistic::ClippingPrimitives, counted.clippingPrimitives);
    }
}

void VertexBatch::runStages(const SceneDraw& draw,
                            const VertexRows& rows,
                            uint32_t firstPrimitive) {
    const DrawState& state = *draw.state;
    DrawSums& sums = counts(draw.segment);
    const PrimitiveStages::Sink sink = [&](const StagePrimitives& made) {
        if (m_worker.interruption->isWanted()) {
            return; // As above.
        }
        m_made += made.elements.size() / made.corners;
        if (draw.capture) {
            capture(*draw.capture, state.stages->last(), made);
        }
        if (state.setsUp && made.stream == 0) {
            const raster::SetupCounters counted =
                state.setup.run(made.rows, made.elements, 0, m_arena, m_setup);
            sums.add(Statistic::ClippingInvocations, counted.clippingInvocations);
            sums.add(Statistic::ClippingPrimitives, counted.clippingPrimitives);
        }
    };
    m_stages.run({*state.stages,
                  draw.stageData,
                  m_worker,
                  firstPrimitive,
                  draw.view,
                  draw.capture != nullptr,
                  sums,
                  sink},
                 {rows, m_elements, draw.assembly.corners()});
}

std::span<TileRun> VertexBatch::makeRuns(const SceneDraw& draw) {
    m_bins.build(m_arena.primitives());
    size_t runCount = 0;
    size_t entryCount = 0;
    m_bins.forEachTile([&](int32_t, int32_t, auto primitives, uint32_t) {
        ++runCount;
        entryCount += primitives.size();
    });
    raster::Chunks& memory = m_arena.memory();
    auto* run = memory.allocateArray<TileRun>(runCount);
    auto* entries = memory.allocateArray<const Primitive*>(entryCount);
    const std::span<TileRun> runs(run, runCount);
    m_bins.forEachTile([&](int32_t x, int32_t y, auto primitives, uint32_t pixels) {
        *run++ = {&draw, nullptr, entries, uint32_t(primitives.size()), pixels, x, y, nullptr};
        entries = std::copy(primitives.begin(), primitives.end(), entries);
    });
    return runs;
}

DrawSums& VertexBatch::counts(uint32_t segment) {
    if (segment >= m_counts.size()) {
        m_counts.resize(segment + 1);
    }
    return m_counts[segment];
}

void VertexBatch::addCounts(DrawCounters& counters) {
    for (uint32_t segment = 0; segment < m_counts.size(); ++segment) {
        counters.sums(segment).add(m_counts[segment]);
    }
    m_counts.clear();
}

} // namespace cpu::exec
