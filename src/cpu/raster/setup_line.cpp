// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/edges.h"
#include "cpu/raster/setup_run.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace cpu::raster {

void SetupRun::lines(std::span<const uint32_t> vertices, uint32_t primitiveId) {
    const bool strip =
        m_state.topology == Topology::LineStrip || m_state.topology == Topology::LineStripAdjacency;
    for (size_t i = 0; i + 2 <= vertices.size(); i += 2, ++primitiveId) {
        // Other primitives of strips go on where the one before ended, but after a restart.
        if (!strip || primitiveId == 0 || (i > 0 && vertices[i] != vertices[i - 1])) {
            m_scratch.stipple_px = 0;
        }
        Source from;
        if (source(vertices.data() + i, 2, primitiveId, from)) {
            line(from, 0, 1, m_scratch.stipple_px);
        }
    }
}

void SetupRun::line(const Source& source, uint32_t from, uint32_t to, double& stipple_px) {
    const bool whole = (source.screens[from]->clip | source.screens[to]->clip) == 0;
    Corner ends[2];
    if (whole) {
        for (uint32_t i = 0; i < 2; ++i) {
            const ScreenVertex& vertex = *source.screens[i == 0 ? from : to];
            ends[i] = {vertex.x, vertex.y, vertex.inverseW, vertex.depth, {}, {}};
        }
    } else {
        ClipVertex clipped[2];
        toClip(source, from, clipped[0]);
        toClip(source, to, clipped[1]);
        if (!clipLine(*source.screen, m_setup.m_outputs.clipDistances, clipped)) {
            return;
        }
        toCorner(source, clipped[0], ends[0]);
        toCorner(source, clipped[1], ends[1]);
    }
    m_counters.clippingPrimitives += source.count == 2;
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y) {
        return;
    }
    Piece piece = {{source.rows[0], source.rows[1], source.rows[2]},
                   source.provoking,
                   {ends, ends + 1, ends + 1},
                   whole};
    if (whole) {
        piece.vertices[0] = source.rows[from];
        piece.vertices[1] = piece.vertices[2] = source.rows[to];
    }
    drawLine(source, piece, stipple_px);
}

float SetupRun::lineWidth_px() const {
    const float asked_px = m_state.lineWidth_px;
    return asked_px >= kMinLineWidth_px ? std::min(asked_px, kMaxLineWidth_px) : kMinLineWidth_px;
}

Rectangle SetupRun::lineBounds(const Source& source) const {
    const float width_px = lineWidth_px() + (m_setup.m_smooth ? 1 : 0);
    const int32_t beyond = width_px > 1 ? int32_t(std::ceil(width_px / 2)) : 0;
    const Rectangle& viewport = source.screen->viewport;
    return common(
        source.screen->wideBounds,
        {viewport.x0 - beyond, viewport.y0 - beyond, viewport.x1 + beyond, viewport.y1 + beyond});
}

void SetupRun::drawLine(const Source& source, const Piece& piece, double& stipple_px) {
    const Corner& a = *piece.corners[0];
    const Corner& b = *piece.corners[1];
    const double x_px = double(b.x - a.x) / kSubpixels;
    const double y_px = double(b.y - a.y) / kSubpixels;
    double length_px;
    if (m_state.lineMode == LineMode::Bresenham) {
        length_px = std::max(std::fabs(x_px), std::fabs(y_px));
        bresenham(source, piece, stipple_px);
    } else {
        length_px = std::sqrt(x_px * x_px + y_px * y_px);
        if (m_state.stippled) {
            dashes(source, piece, length_px, stipple_px);
        } else {
            rectangle(source, piece, a.x, a.y, b.x, b.y);
        }
    }
    stipple_px += length_px;
}

/// "Line Stipple": of rectangles, each bit of the pattern has `factor` pixels of the length.
void SetupRun::dashes(const Source& source,
                      const Piece& piece,
                      double length_px,
                      double stipple_px) {
    const Corner& a = *piece.corners[0];
    const Corner& b = *piece.corners[1];
    const double factor_px = std::max(m_state.stippleFactor, 1u);
    const auto isOn = [&](int64_t bit) { return (m_state.stipplePattern >> (bit & 15) & 1) != 0; };
    const auto at = [&](double along_px, int32_t from, int32_t to) {
        return from + int32_t(std::lrint(along_px / length_px * (to - from)));
    };
    const auto first = int64_t(stipple_px / factor_px);
    const auto end = int64_t(std::ceil((stipple_px + length_px) / factor_px));
    for (int64_t bit = first; bit < end;) {
        if (!isOn(bit)) {
            ++bit;
            continue;
        }
        const int64_t start = bit;
        while (bit < end && isOn(bit)) {
            ++bit;
        }
        const double from_px = std::max(double(start) * factor_px - stipple_px, 0.0);
        const double to_px = std::min(double(bit) * factor_px - stipple_px, length_px);
        const int32_t x0 = at(from_px, a.x, b.x);
        const int32_t y0 = at(from_px, a.y, b.y);
        const int32_t x1 = at(to_px, a.x, b.x);
        const int32_t y1 = at(to_px, a.y, b.y);
        if (x0 != x1 || y0 != y1) {
            rectangle(source, piece, x0, y0, x1, y1);
        }
    }
}

namespace {

/// Fills the planes of a smooth line: the one from (x0, y0) to (x1, y1), in the direction of the
/// unit (alongX, alongY).
void setSmoothPlanes(Plane* planes,
                     const PrimitiveData& data,
                     const double (&ends_px)[4],
                     double alongX,
                     double alongY,
                     double width_px) {
    const double x = data.originX - (ends_px[0] + ends_px[2]) / 2;
    const double y = data.originY - (ends_px[1] + ends_px[3]) / 2;
    const double length_px = std::hypot(ends_px[2] - ends_px[0], ends_px[3] - ends_px[1]);
    planes[kAcrossLine] = {float(y * alongX - x * alongY), float(-alongY), float(alongX)};
    planes[kAlongLine] = {float(x * alongX + y * alongY), float(alongX), float(alongY)};
    planes[kLineExtent] = {float(width_px / 2), float(length_px / 2), 0};
}

} // namespace

void SetupRun::rectangle(
    const Source& source, const Piece& piece, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    const Corner& a = *piece.corners[0];
    const Corner& b = *piece.corners[1];
    const double alongX = b.x - a.x;
    const double alongY = b.y - a.y;
    const double length = std::sqrt(alongX * alongX + alongY * alongY);
    const double ends_px[4] = {double(x0) / kSubpixels,
                               double(y0) / kSubpixels,
                               double(x1) / kSubpixels,
                               double(y1) / kSubpixels};
    // Half a pixel around smooth lines lie those pixels of which they cover a part.
    const double around_px = m_setup.m_smooth ? 0.5 : 0;
    if (m_setup.m_smooth) {
        const auto moreX = int32_t(std::lrint(alongX * around_px * kSubpixels / length));
        const auto moreY = int32_t(std::lrint(alongY * around_px * kSubpixels / length));
        x0 -= moreX;
        y0 -= moreY;
        x1 += moreX;
        y1 += moreY;
    }
    const double scale = (lineWidth_px() + 2 * around_px) * (kSubpixels / 2) / length;
    // Across the line, to the right of its direction as seen with y down.
    const auto acrossX = int32_t(std::lrint(-alongY * scale));
    const auto acrossY = int32_t(std::lrint(alongX * scale));
    const int32_t x[4] = {x0 - acrossX, x1 - acrossX, x1 + acrossX, x0 + acrossX};
    const int32_t y[4] = {y0 - acrossY, y1 - acrossY, y1 + acrossY, y0 + acrossY};
    const auto [left, right] = std::minmax({x[0], x[1], x[2], x[3]});
    const auto [top, bottom] = std::minmax({y[0], y[1], y[2], y[3]});
    const Rectangle bounds = pixelsBetween(left, top, right, bottom, m_setup.m_target.samples);
    Primitive* const primitive = begin(source, common(bounds, lineBounds(source)), 4);
    if (primitive == nullptr) {
        return;
    }
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t next = (i + 1) % 4;
        primitive->edges[i] = edgeFrom(x[i], y[i], x[next], y[next]);
    }
    setLinePlanes(m_setup.m_planes, m_rows, piece, *primitive);
    primitive->data.depth.atOrigin += source.bias;
    if (m_setup.m_smooth) {
        primitive->wholePixels = true;
        setSmoothPlanes(primitive->planes() + m_setup.m_planes.planeCount,
                        primitive->data,
                        ends_px,
                        alongX / length,
                        alongY / length,
                        lineWidth_px());
    }
}

namespace {

/// A line along its longer axis: u is x and v is y, or the other way round.
struct MajorLine {
    int32_t u0, v0, u1, v1;
    bool alongX;
};

/// "Bresenham Line Segment Rasterization": both ends count as moved by (-e, -e²), e tiny. Whether
/// the end at (u, v) then lies in the diamond of the pixel that has it, and which that is.
bool inDiamond(const MajorLine& line, int32_t u, int32_t v, int32_t& pixelU) {
    constexpr int32_t kHalf = kSubpixels / 2;
    const auto pixelOf = [](int32_t at) { return (at - 1) >> kSubpixelBits; };
    pixelU = pixelOf(u);
    const int32_t fromU = u - ((pixelU << kSubpixelBits) + kHalf);
    const int32_t fromV = v - ((pixelOf(v) << kSubpixelBits) + kHalf);
    const int32_t distance = std::abs(fromU) + std::abs(fromV);
    return distance < kHalf || (distance == kHalf && (line.alongX ? fromU : fromV) > 0);
}

/// The first and the last column (row) with a fragment; the last is before the first where there is
/// none. In the direction of the line.
void fragmentsOf(const MajorLine& line, int32_t& first, int32_t& last) {
    constexpr int32_t kHalf = kSubpixels / 2;
    // Columns whose centres are passed: from the start's, the end's excluded.
    const auto fromCentre = [](int32_t u) { return (u + kHalf - 1) >> kSubpixelBits; };
    int32_t startPixel;
    int32_t endPixel;
    const bool startsInside = inDiamond(line, line.u0, line.v0, startPixel);
    const bool endsInside = inDiamond(line, line.u1, line.v1, endPixel);
    if (line.u1 > line.u0) {
        first = fromCentre(line.u0);
        last = fromCentre(line.u1) - 1;
        first -= startsInside && startPixel == first - 1;
        last -= endsInside && endPixel == last;
    } else {
        first = fromCentre(line.u0) - 1;
        last = fromCentre(line.u1);
        first += startsInside && startPixel == first + 1;
        last += endsInside && endPixel == last;
    }
}

} // namespace

void SetupRun::bresenham(const Source& source, const Piece& piece, double stipple_px) {
    constexpr int32_t kHalf = kSubpixels / 2;
    const Corner& a = *piece.corners[0];
    const Corner& b = *piece.corners[1];
    const auto width = int32_t(std::lrint(lineWidth_px()));
    const bool alongX = std::abs(b.x - a.x) >= std::abs(b.y - a.y);
    MajorLine line =
        alongX ? MajorLine{a.x, a.y, b.x, b.y, true} : MajorLine{a.y, a.x, b.y, b.x, false};
    line.v0 -= kHalf * (width - 1);
    line.v1 -= kHalf * (width - 1);

    int32_t first;
    int32_t last;
    fragmentsOf(line, first, last);
    const bool forward = line.u1 > line.u0;
    const int32_t lowU = forward ? first : last;
    const int32_t highU = forward ? last : first;
    const int32_t lowV = (std::min(line.v0, line.v1) >> kSubpixelBits) - 1;
    const int32_t highV = (std::max(line.v0, line.v1) >> kSubpixelBits) + 1 + width;
    const Rectangle bounds =
        alongX ? Rectangle{lowU, lowV, highU + 1, highV} : Rectangle{lowV, lowU, highV, highU + 1};
    Primitive* const primitive = begin(source, common(bounds, lineBounds(source)), 2);
    if (primitive == nullptr) {
        return;
    }
    // In a column, the line passes the centre's line within the pixel: two parallel edges. On the
    // border, the tiny move decides to which of two pixels it belongs.
    const int32_t run = std::abs(line.u1 - line.u0);
    const int32_t rise = forward ? line.v1 - line.v0 : line.v0 - line.v1;
    const bool upwards = alongX && rise > 0;
    const int64_t atZero = int64_t(line.v0) * run - int64_t(line.u0) * rise;
    const int64_t half = int64_t(kHalf) * run;
    const Edge low = {-rise, run, half - atZero - (upwards ? 1 : 0)};
    const Edge high = {
        rise, -run, atZero + half + int64_t(kSubpixels) * (width - 1) * run - (upwards ? 0 : 1)};
    const auto turned = [&](const Edge& edge) {
        return alongX ? edge : Edge{edge.b, edge.a, edge.c};
    };
    primitive->edges[0] = turned(low);
    primitive->edges[1] = turned(high);
    primitive->wholePixels = true;
    if (m_state.stippled) {
        primitive->stippled = true;
        primitive->stippleByRow = !alongX;
        primitive->stippleBackwards = !forward;
        primitive->stipplePattern = m_state.stipplePattern;
        primitive->stippleFactor = std::max(m_state.stippleFactor, 1u);
        primitive->stippleOrigin = first;
        primitive->stippleFirst = uint32_t(std::fmod(stipple_px, 0x1p32));
    }
    setLinePlanes(m_setup.m_planes, m_rows, piece, *primitive);
    primitive->data.depth.atOrigin += source.bias;
}

} // namespace cpu::raster
