// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/edges.h"
#include "cpu/raster/fan.h"
#include "cpu/raster/setup_run.h"

#include <algorithm>
#include <cmath>

namespace cpu::raster {

namespace {

Corner cornerOf(const ScreenVertex& vertex) {
    Corner corner;
    corner.x = vertex.x;
    corner.y = vertex.y;
    corner.inverseW = vertex.inverseW;
    corner.depth = vertex.depth;
    return corner;
}

} // namespace

void SetupRun::triangles(std::span<const uint32_t> vertices, uint32_t primitiveId) {
    for (size_t i = 0; i + 3 <= vertices.size(); i += 3, ++primitiveId) {
        Source from;
        if (source(vertices.data() + i, 3, primitiveId, from)) {
            triangle(from);
        }
    }
}

void SetupRun::triangle(Source& source) {
    if ((source.screens[0]->clip | source.screens[1]->clip | source.screens[2]->clip) != 0) {
        clippedTriangle(source);
        return;
    }
    ++m_counters.clippingPrimitives;
    const Corner own[3] = {
        cornerOf(*source.screens[0]), cornerOf(*source.screens[1]), cornerOf(*source.screens[2])};
    const Corner* const corners[3] = {own, own + 1, own + 2};
    const int64_t area = areaOf(own[0], own[1], own[2]);
    if (!facing(source, area)) {
        return;
    }
    setBias(source, corners);
    if (m_state.polygonMode == exec::PolygonMode::Fill) {
        fill(source, corners, true, area > 0);
    } else {
        outline(source);
    }
}

void SetupRun::clippedTriangle(Source& source) {
    ClipPolygon polygon;
    polygon.count = 3;
    for (uint32_t i = 0; i < 3; ++i) {
        toClip(source, i, polygon.vertices[i]);
    }
    clipPolygon(*source.screen, m_setup.m_outputs.clipDistances, polygon);
    Corner corners[ClipPolygon::kMaxVertices];
    for (uint32_t i = 0; i < polygon.count; ++i) {
        toCorner(source, polygon.vertices[i], corners[i]);
    }
    Fan fan;
    fan.build(corners, polygon.count);
    if (!facing(source, fan.area)) {
        return;
    }
    ++m_counters.clippingPrimitives;
    if (fan.area == 0) {
        source.bias = 0;
        outline(source);
        return;
    }
    bool biased = false;
    for (uint32_t i = 1; i + 1 < fan.count; ++i) {
        const int64_t area = fan.triangleArea(fan.apex, i);
        if (area == 0 || (area > 0) != (fan.area > 0)) {
            continue;
        }
        const Corner* const parts[3] = {fan.corners[fan.apex],
                                        fan.corners[(fan.apex + i) % fan.count],
                                        fan.corners[(fan.apex + i + 1) % fan.count]};
        if (!biased) {
            setBias(source, parts);
            biased = true;
        }
        if (m_state.polygonMode != exec::PolygonMode::Fill) {
            outline(source);
            return;
        }
        fill(source, parts, false, area > 0);
    }
}

// "Basic Polygon Rasterization": what is not front-facing is back-facing, "including zero-area
// triangles". Those cover nothing, but they have an outline.
bool SetupRun::facing(Source& source, int64_t area) const {
    if (area == 0 && m_state.polygonMode == exec::PolygonMode::Fill) {
        return false;
    }
    source.front = area != 0 && (area > 0) == m_state.frontIsClockwise;
    return !(source.front ? m_state.cullFront : m_state.cullBack);
}

// "Depth Bias": o = clamp(m × slope + r × constant).
void SetupRun::setBias(Source& source, const Corner* const (&corners)[3]) const {
    if (!m_state.depthBias) {
        return;
    }
    const Corner& a = *corners[0];
    const Corner& b = *corners[1];
    const Corner& c = *corners[2];
    const int64_t area = areaOf(a, b, c);
    const double scale = area == 0 ? 0 : kSubpixels / double(area);
    const double d1 = b.depth - a.depth;
    const double d2 = c.depth - a.depth;
    const double x = (d1 * (c.y - a.y) - d2 * (b.y - a.y)) * scale;
    const double y = (d2 * (b.x - a.x) - d1 * (c.x - a.x)) * scale;
    const double slope = std::max(std::fabs(x), std::fabs(y));
    double unit = m_setup.m_target.biasUnit;
    if (unit == 0) {
        // Of floats: one in the last place of the greatest depth.
        const double most =
            std::max({std::fabs(a.depth), std::fabs(b.depth), std::fabs(c.depth), 0x1p-126});
        unit = std::isfinite(most) ? std::ldexp(1.0, std::ilogb(most) - 23) : 0;
    }
    double bias = slope * m_state.biasSlope + unit * m_state.biasConstant;
    if (m_state.biasClamp > 0) {
        bias = std::min(bias, double(m_state.biasClamp));
    } else if (m_state.biasClamp < 0) {
        bias = std::max(bias, double(m_state.biasClamp));
    }
    source.bias = float(bias);
}

void SetupRun::fill(const Source& source,
                    const Corner* const (&corners)[3],
                    bool whole,
                    bool clockwise) {
    const Corner& a = *corners[0];
    const Corner& b = *corners[clockwise ? 1 : 2];
    const Corner& c = *corners[clockwise ? 2 : 1];
    const exec::Rectangle bounds = pixelsBetween(std::min({a.x, b.x, c.x}),
                                                 std::min({a.y, b.y, c.y}),
                                                 std::max({a.x, b.x, c.x}),
                                                 std::max({a.y, b.y, c.y}),
                                                 m_setup.m_target.samples);
    Primitive* const primitive = begin(source, common(bounds, source.screen->bounds), 3);
    if (primitive == nullptr) {
        return;
    }
    primitive->edges[0] = edgeFrom(a.x, a.y, b.x, b.y);
    primitive->edges[1] = edgeFrom(b.x, b.y, c.x, c.y);
    primitive->edges[2] = edgeFrom(c.x, c.y, a.x, a.y);
    const Piece piece = {{source.rows[0], source.rows[1], source.rows[2]},
                         source.provoking,
                         {corners[0], corners[1], corners[2]},
                         whole};
    setTrianglePlanes(m_setup.m_planes, m_rows, piece, *primitive);
    primitive->data.depth.atOrigin += source.bias;
}

} // namespace cpu::raster
