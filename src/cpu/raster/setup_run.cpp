// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/setup_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cpu::raster {

SetupRun::SetupRun(const Setup& setup,
                   const VertexRows& rows,
                   PrimitiveArena& arena,
                   SetupScratch& scratch)
    : m_setup(setup),
      m_state(setup.m_state),
      m_rows(rows),
      m_arena(arena),
      m_scratch(scratch),
      m_ownViewports(setup.m_outputs.viewportIndex && setup.m_state.viewportCount > 1) {
    if (!m_ownViewports) {
        placeAll();
    }
}

void SetupRun::placeAll() {
    const Screen& screen = m_setup.m_screens[0];
    m_scratch.vertices.resize(m_rows.vertexCount);
    if (m_scratch.kernels.placeVertices != nullptr) {
        const PlaceWork work = {&screen,
                                m_rows.rows,
                                m_rows.slotCount,
                                m_rows.vertexCount,
                                m_setup.m_outputs.clipDistances,
                                m_setup.m_distances,
                                m_scratch.vertices.rows()};
        m_scratch.kernels.placeVertices(&work);
        return;
    }
    for (uint32_t vertex = 0; vertex < m_rows.vertexCount; ++vertex) {
        ScreenVertex placed;
        place(screen, vertex, placed);
        m_scratch.vertices.set(vertex, placed);
    }
}

void SetupRun::place(const Screen& screen, uint32_t vertex, ScreenVertex& to) const {
    const uint32_t* const row = m_rows.vertex(vertex);
    const auto position = [&](uint32_t i) { return m_rows.number(row, kPositionSlot + i); };
    to = raster::place(screen, position(0), position(1), position(2), position(3));
    for (uint32_t i = 0; i < m_setup.m_distances; ++i) {
        const float distance = m_rows.number(row, kClipDistanceSlot + i);
        const bool clips = i < m_setup.m_outputs.clipDistances;
        if (distance < 0) {
            to.volume |= kOutsideDistance << i;
            to.clip |= clips ? kClipDistance << i : 0;
        } else if (clips && std::isnan(distance)) {
            to.clip |= kClipInvalid;
        }
    }
}

bool SetupRun::source(const uint32_t* vertices,
                      uint32_t count,
                      uint32_t primitiveId,
                      Source& source) {
    source.count = count;
    for (uint32_t i = 0; i < count; ++i) {
        source.rows[i] = m_rows.vertex(vertices[i]);
    }
    for (uint32_t i = count; i < 3; ++i) {
        source.rows[i] = source.rows[0];
    }
    source.provoking = source.rows[m_state.provokingLast ? count - 1 : 0];
    source.primitiveId = m_setup.m_outputs.primitiveId
                             ? m_rows.bits(source.provoking, kPrimitiveIdSlot)
                             : primitiveId;
    source.layer = 0;
    source.viewportIndex = 0;
    if (m_setup.m_outputs.layer) {
        source.layer = m_rows.bits(source.provoking, kLayerSlot);
        if (source.layer >= m_setup.m_target.layers) {
            return false;
        }
    }
    if (m_ownViewports) {
        source.viewportIndex = m_rows.bits(source.provoking, kViewportSlot);
        if (source.viewportIndex >= m_state.viewportCount) {
            source.viewportIndex = 0;
        }
    }
    source.screen = &m_setup.m_screens[source.viewportIndex];
    uint32_t outside = ~0u;
    uint32_t clip = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (m_ownViewports) {
            place(*source.screen, vertices[i], m_placed[i]);
        } else {
            m_placed[i] = m_scratch.vertices.at(vertices[i]);
        }
        source.screens[i] = &m_placed[i];
        outside &= source.screens[i]->volume;
        clip |= source.screens[i]->clip;
    }
    ++m_counters.clippingInvocations;
    return outside == 0 && (clip & kClipInvalid) == 0;
}

void SetupRun::toClip(const Source& source, uint32_t i, ClipVertex& to) const {
    const uint32_t* const row = source.rows[i];
    to.x = m_rows.number(row, kPositionSlot);
    to.y = m_rows.number(row, kPositionSlot + 1);
    to.z = m_rows.number(row, kPositionSlot + 2);
    to.w = m_rows.number(row, kPositionSlot + 3);
    for (uint32_t k = 0; k < 3; ++k) {
        to.weights[k] = k == i ? 1 : 0;
    }
    constexpr float kMost = std::numeric_limits<float>::max();
    for (uint32_t k = 0; k < m_setup.m_outputs.clipDistances; ++k) {
        const float distance = m_rows.number(row, kClipDistanceSlot + k);
        to.distances[k] = std::clamp(distance, -kMost, kMost);
    }
    to.clip = source.screens[i]->clip;
    to.own = int32_t(i);
}

void SetupRun::toCorner(const Source& source, const ClipVertex& from, Corner& to) const {
    ScreenVertex placed;
    const ScreenVertex* vertex = &placed;
    if (from.own >= 0) {
        vertex = source.screens[from.own];
    } else {
        placed = placeClipped(*source.screen, from.x, from.y, from.z, from.w);
    }
    to.x = vertex->x;
    to.y = vertex->y;
    to.inverseW = vertex->inverseW;
    to.depth = vertex->depth;
    // Weights in the framebuffer are only known where all vertices are in front of the viewer.
    bool projected = true;
    for (uint32_t i = 0; i < source.count; ++i) {
        projected &= source.screens[i]->inverseW > 0;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        const double weight = i < source.count ? from.weights[i] : 0;
        to.weights[i] = weight;
        to.linearWeights[i] = projected && i < source.count
                                  ? weight * (to.inverseW / source.screens[i]->inverseW)
                                  : weight;
    }
}

Primitive* SetupRun::begin(const Source& source, const Rectangle& bounds, uint32_t edgeCount) {
    if (m_state.discard || bounds.x0 >= bounds.x1 || bounds.y0 >= bounds.y1) {
        return nullptr;
    }
    Primitive& primitive = m_arena.append(m_setup.planeCount());
    primitive.bounds = bounds;
    primitive.edgeCount = uint8_t(edgeCount);
    primitive.wholePixels = false;
    primitive.stippled = false;
    PrimitiveData& data = primitive.data;
    data.frontFacing = source.front;
    data.primitiveId = source.primitiveId;
    data.layer = source.layer;
    data.viewportIndex = source.viewportIndex;
    if (m_setup.m_outputs.readsPointCoord) {
        data.pointCoord[0] = data.pointCoord[1] = {};
    }
    return &primitive;
}

SetupCounters Setup::run(const VertexRows& rows,
                         std::span<const uint32_t> vertices,
                         uint32_t firstPrimitiveId,
                         PrimitiveArena& arena,
                         SetupScratch& scratch) const {
    SetupRun run(*this, rows, arena, scratch);
    switch (m_state.topology) {
    case Topology::PointList:
        run.points(vertices, firstPrimitiveId);
        break;
    case Topology::LineList:
    case Topology::LineStrip:
    case Topology::LineListAdjacency:
    case Topology::LineStripAdjacency:
        run.lines(vertices, firstPrimitiveId);
        break;
    default:
        run.triangles(vertices, firstPrimitiveId);
        break;
    }
    return run.counters();
}

} // namespace cpu::raster
