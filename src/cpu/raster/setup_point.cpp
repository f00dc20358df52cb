// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/edges.h"
#include "cpu/raster/setup_run.h"

#include <cmath>

namespace cpu::raster {

void SetupRun::points(std::span<const uint32_t> vertices, uint32_t primitiveId) {
    for (const uint32_t& vertex : vertices) {
        Source from;
        if (source(&vertex, 1, primitiveId++, from) && from.screens[0]->clip == 0) {
            ++m_counters.clippingPrimitives;
            point(from, 0);
        }
    }
}

void SetupRun::outline(const Source& source) {
    double stipple_px = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        if (m_state.polygonMode == PolygonMode::Line) {
            line(source, i, (i + 1) % 3, stipple_px);
        } else if (source.screens[i]->clip == 0 && source.screens[i]->volume == 0) {
            point(source, i);
        }
    }
}

/// "Basic Point Rasterization": the samples in a square around the position.
void SetupRun::point(const Source& source, uint32_t i) {
    const ScreenVertex& vertex = *source.screens[i];
    float size_px = kMinPointSize_px;
    if (m_setup.m_outputs.pointSize) {
        const float asked_px = m_rows.number(source.rows[i], kPointSizeSlot);
        size_px =
            asked_px >= kMinPointSize_px ? std::min(asked_px, kMaxPointSize_px) : kMinPointSize_px;
    }
    const auto half = int32_t(std::lrint(size_px * (kSubpixels / 2)));
    const int32_t x0 = vertex.x - half;
    const int32_t y0 = vertex.y - half;
    const int32_t x1 = vertex.x + half;
    const int32_t y1 = vertex.y + half;
    const Rectangle bounds = pixelsBetween(x0, y0, x1, y1, m_setup.m_target.samples);
    Primitive* const primitive = begin(source, common(bounds, source.screen->wideBounds), 4);
    if (primitive == nullptr) {
        return;
    }
    primitive->edges[0] = {1, 0, -int64_t(x0)};
    primitive->edges[1] = {0, 1, -int64_t(y0)};
    primitive->edges[2] = {-1, 0, int64_t(x1) - 1};
    primitive->edges[3] = {0, -1, int64_t(y1) - 1};
    const Corner corner = {vertex.x, vertex.y, vertex.inverseW, vertex.depth, {}, {}};
    const uint32_t* const row = source.rows[i];
    const Piece piece = {{row, row, row}, source.provoking, {&corner, &corner, &corner}, true};
    setPointPlanes(m_setup.m_planes, m_rows, piece, *primitive);
    primitive->data.depth.atOrigin += source.bias;
    if (m_setup.m_outputs.readsPointCoord) {
        const float step = float(kSubpixels / 2) / float(half);
        primitive->data.pointCoord[0] = {0.5f, step, 0};
        primitive->data.pointCoord[1] = {0.5f, 0, step};
    }
}

} // namespace cpu::raster
