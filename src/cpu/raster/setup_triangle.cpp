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

/// In 1/256 pixels; whether missesCentres() is to be asked.
bool isSmall(const Rectangle& reach, const Rectangle& bounds) {
    return reach.x1 - reach.x0 <= kSmallTriangle && reach.y1 - reach.y0 <= kSmallTriangle &&
           bounds.x1 - bounds.x0 <= 2 && bounds.y1 - bounds.y0 <= 2;
}

/// Whether some edge has it outside, for each of the centres of the first two by two pixels.
bool missesCentres(const Edge (&edges)[3], const Rectangle& bounds) {
    for (int32_t i = 0; i < 4; ++i) {
        const int64_t x = (bounds.x0 + i % 2) * kSubpixels + kSubpixels / 2;
        const int64_t y = (bounds.y0 + i / 2) * kSubpixels + kSubpixels / 2;
        if (std::all_of(std::begin(edges), std::end(edges), [&](const Edge& edge) {
                return edge.a * x + edge.b * y + edge.c >= 0;
            })) {
            return false;
        }
    }
    return true;
}

} // namespace

void SetupRun::triangles(std::span<const uint32_t> vertices, uint32_t primitiveId) {
    if (areSimple()) {
        manyTriangles(vertices, primitiveId);
        return;
    }
    for (size_t i = 0; i + 3 <= vertices.size(); i += 3, ++primitiveId) {
        Source from;
        if (source(vertices.data() + i, 3, primitiveId, from)) {
            triangle(from);
        }
    }
}

bool SetupRun::areSimple() const {
    return m_scratch.kernels.sortTriangles != nullptr && m_state.polygonMode == PolygonMode::Fill &&
           !m_ownViewports && !m_setup.m_outputs.layer;
}

void SetupRun::manyTriangles(std::span<const uint32_t> vertices, uint32_t primitiveId) {
    const auto count = uint32_t(vertices.size() / 3);
    m_scratch.kept.resize(count);
    const SampleReach reach = sampleReach(m_setup.m_target.samples);
    TriangleWork work = {
        .screen = m_scratch.vertices.rows(),
        .corners = vertices.data(),
        .triangleCount = count,
        .samples = m_setup.m_target.samples,
        .leastSample = reach.least,
        .mostSample = reach.most,
        .bounds = m_setup.m_screens[0].bounds,
        .frontIsClockwise = m_state.frontIsClockwise,
        .cullFront = m_state.cullFront,
        .cullBack = m_state.cullBack,
        .discard = m_state.discard,
        .kept = m_scratch.kept.data(),
        .planes = &m_setup.m_planes,
        .rows = m_rows.rows,
        .slotCount = m_rows.slotCount,
        .firstPrimitiveId = primitiveId,
        .provokingLast = m_state.provokingLast,
        .readsPointCoord = m_setup.m_outputs.readsPointCoord,
    };
    m_scratch.kernels.sortTriangles(&work);
    m_counters.clippingInvocations += work.clippingInvocations;
    m_counters.clippingPrimitives += work.clippingPrimitives;
    // Those that are clipped in their places between the others.
    const std::span<const uint32_t> kept = std::span(m_scratch.kept).first(work.keptCount);
    const auto isClipped = [](uint32_t triangle) { return (triangle & kTriangleIsClipped) != 0; };
    for (auto from = kept.begin(); from != kept.end();) {
        const auto to = std::find_if(from, kept.end(), isClipped);
        setUp(work, {from, to});
        from = to;
        for (; from != kept.end() && isClipped(*from); ++from) {
            const uint32_t triangle = *from & ~kTriangleIsClipped;
            Source clipped;
            if (source(
                    vertices.data() + 3 * size_t(triangle), 3, primitiveId + triangle, clipped)) {
                clippedTriangle(clipped);
            }
        }
    }
}

void SetupRun::setUp(const TriangleWork& work, std::span<const uint32_t> triangles) {
    if (triangles.empty()) {
        return;
    }
    const float* bias = nullptr;
    if (m_state.depthBias) {
        m_scratch.bias.clear();
        for (const uint32_t triangle : triangles) {
            const auto corner = [&](uint32_t i) {
                return cornerOf(m_scratch.vertices.at(work.corners[3 * size_t(triangle) + i]));
            };
            m_scratch.bias.push_back(biasOf(corner(0), corner(1), corner(2)));
        }
        bias = m_scratch.bias.data();
    }
    const std::span<Primitive* const> primitives =
        m_arena.append(uint32_t(triangles.size()), m_setup.planeCount());
    const TriangleRun run = {triangles.data(), bias, primitives.data(), uint32_t(triangles.size())};
    m_scratch.kernels.setUpTriangles(&work, &run);
    if (m_setup.m_outputs.primitiveId) {
        for (size_t i = 0; i < triangles.size(); ++i) {
            const uint32_t provoking =
                work.corners[3 * size_t(triangles[i]) + (m_state.provokingLast ? 2 : 0)];
            primitives[i]->data.primitiveId =
                m_rows.bits(m_rows.vertex(provoking), kPrimitiveIdSlot);
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
    source.bias = biasOf(own[0], own[1], own[2]);
    if (m_state.polygonMode == PolygonMode::Fill) {
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
            source.bias = biasOf(*parts[0], *parts[1], *parts[2]);
            biased = true;
        }
        if (m_state.polygonMode != PolygonMode::Fill) {
            outline(source);
            return;
        }
        fill(source, parts, false, area > 0);
    }
}

/// "Basic Polygon Rasterization": what is not front-facing is back-facing, "including zero-area
/// triangles". Those cover nothing, but they have an outline.
bool SetupRun::facing(Source& source, int64_t area) const {
    if (area == 0 && m_state.polygonMode == PolygonMode::Fill) {
        return false;
    }
    source.front = area != 0 && (area > 0) == m_state.frontIsClockwise;
    return !(source.front ? m_state.cullFront : m_state.cullBack);
}

/// "Depth Bias": o = clamp(m × slope + r × constant).
float SetupRun::biasOf(const Corner& a, const Corner& b, const Corner& c) const {
    if (!m_state.depthBias) {
        return 0;
    }
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
    return float(bias);
}

void SetupRun::fill(const Source& source,
                    const Corner* const (&corners)[3],
                    bool whole,
                    bool clockwise) {
    const Corner& a = *corners[0];
    const Corner& b = *corners[clockwise ? 1 : 2];
    const Corner& c = *corners[clockwise ? 2 : 1];
    const Rectangle reach = {std::min({a.x, b.x, c.x}),
                             std::min({a.y, b.y, c.y}),
                             std::max({a.x, b.x, c.x}),
                             std::max({a.y, b.y, c.y})};
    const Rectangle bounds =
        common(pixelsBetween(reach.x0, reach.y0, reach.x1, reach.y1, m_setup.m_target.samples),
               source.screen->bounds);
    const Edge edges[3] = {
        edgeFrom(a.x, a.y, b.x, b.y), edgeFrom(b.x, b.y, c.x, c.y), edgeFrom(c.x, c.y, a.x, a.y)};
    if (m_setup.m_target.samples == 1 && isSmall(reach, bounds) && missesCentres(edges, bounds)) {
        return;
    }
    Primitive* const primitive = begin(source, bounds, 3);
    if (primitive == nullptr) {
        return;
    }
    std::copy_n(edges, 3, primitive->edges);
    const Piece piece = {{source.rows[0], source.rows[1], source.rows[2]},
                         source.provoking,
                         {corners[0], corners[1], corners[2]},
                         whole};
    setTrianglePlanes(m_setup.m_planes, m_rows, piece, *primitive);
    primitive->data.depth.atOrigin += source.bias;
}

} // namespace cpu::raster
