// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/clip.h"

#include <algorithm>
#include <limits>

namespace cpu::raster {

namespace {

/// The planes in the order in which they cut; then come the clip distances.
constexpr ClipBit kPlanes[] = {
    kClipW, kClipNear, kClipFar, kClipLeft, kClipRight, kClipTop, kClipBottom};
constexpr uint32_t kPlaneCount = std::size(kPlanes);

uint32_t bitOf(uint32_t plane) {
    return plane < kPlaneCount ? uint32_t(kPlanes[plane])
                               : uint32_t(kClipDistance) << (plane - kPlaneCount);
}

bool applies(const Screen& screen, uint32_t plane) {
    return screen.depthClip || (plane != 1 && plane != 2);
}

/// Not negative: inside.
double distance(const Screen& screen, const ClipVertex& at, uint32_t plane) {
    const auto rawDistance = [&] {
        switch (plane) {
        case 0:
            return at.w - kLeastW;
        case 1:
            return screen.negativeOneToOne ? at.z + at.w : at.z;
        case 2:
            return at.w - at.z;
        case 3:
            return at.x * screen.scaleX + at.w * (screen.offsetX - kGuardLow_px);
        case 4:
            return at.w * (kGuardHigh_px - screen.offsetX) - at.x * screen.scaleX;
        case 5:
            return at.y * screen.scaleY + at.w * (screen.offsetY - kGuardLow_px);
        case 6:
            return at.w * (kGuardHigh_px - screen.offsetY) - at.y * screen.scaleY;
        default:
            return at.distances[plane - kPlaneCount];
        }
    };
    const double raw = rawDistance();
    if (at.own < 0) {
        return raw;
    }
    // A vertex must be inside here exactly if primitives that need no clipping have it inside. Of
    // those that cannot be projected, only this tells on which side of the guard band they are.
    if ((at.clip & bitOf(plane)) != 0) {
        return std::min(raw, -std::numeric_limits<double>::min());
    }
    return (at.clip & kClipW) != 0 && plane >= 3 && plane < kPlaneCount ? raw : std::max(raw, 0.0);
}

/// Where the edge is cut.
ClipVertex cut(const ClipVertex& inside,
               double insideDistance,
               const ClipVertex& outside,
               double outsideDistance,
               uint32_t distances) {
    const double t = insideDistance / (insideDistance - outsideDistance);
    const auto at = [&](double from, double to) { return from + t * (to - from); };
    ClipVertex vertex;
    vertex.x = at(inside.x, outside.x);
    vertex.y = at(inside.y, outside.y);
    vertex.z = at(inside.z, outside.z);
    vertex.w = at(inside.w, outside.w);
    for (uint32_t i = 0; i < 3; ++i) {
        vertex.weights[i] = at(inside.weights[i], outside.weights[i]);
    }
    for (uint32_t i = 0; i < distances; ++i) {
        vertex.distances[i] = at(inside.distances[i], outside.distances[i]);
    }
    vertex.clip = 0;
    vertex.own = -1;
    return vertex;
}

} // namespace

void clipPolygon(const Screen& screen, uint32_t distances, ClipPolygon& polygon) {
    ClipPolygon other;
    ClipPolygon* from = &polygon;
    ClipPolygon* to = &other;
    for (uint32_t plane = 0; plane < kPlaneCount + distances; ++plane) {
        if (!applies(screen, plane)) {
            continue;
        }
        double values[ClipPolygon::kMaxVertices];
        bool anyOutside = false;
        for (uint32_t i = 0; i < from->count; ++i) {
            values[i] = distance(screen, from->vertices[i], plane);
            anyOutside |= !(values[i] >= 0);
        }
        if (!anyOutside) {
            continue;
        }
        to->count = 0;
        const auto add = [&](const ClipVertex& vertex) {
            // A convex polygon gains at most one vertex for each plane; rounding might fold it.
            if (to->count < ClipPolygon::kMaxVertices) {
                to->vertices[to->count++] = vertex;
            }
        };
        for (uint32_t i = 0; i < from->count; ++i) {
            const uint32_t next = i + 1 < from->count ? i + 1 : 0;
            const ClipVertex& a = from->vertices[i];
            const ClipVertex& b = from->vertices[next];
            const bool aInside = values[i] >= 0;
            const bool bInside = values[next] >= 0;
            if (aInside) {
                add(a);
            }
            if (aInside && !bInside) {
                add(cut(a, values[i], b, values[next], distances));
            } else if (!aInside && bInside) {
                add(cut(b, values[next], a, values[i], distances));
            }
        }
        std::swap(from, to);
    }
    if (from != &polygon) {
        std::copy_n(from->vertices, from->count, polygon.vertices);
        polygon.count = from->count;
    }
    if (polygon.count < 3) {
        polygon.count = 0;
    }
}

bool clipLine(const Screen& screen, uint32_t distances, ClipVertex (&ends)[2]) {
    for (uint32_t plane = 0; plane < kPlaneCount + distances; ++plane) {
        if (!applies(screen, plane)) {
            continue;
        }
        const double a = distance(screen, ends[0], plane);
        const double b = distance(screen, ends[1], plane);
        if (!(a >= 0) && !(b >= 0)) {
            return false;
        }
        if (!(b >= 0)) {
            ends[1] = cut(ends[0], a, ends[1], b, distances);
        } else if (!(a >= 0)) {
            ends[0] = cut(ends[1], b, ends[0], a, distances);
        }
    }
    return true;
}

} // namespace cpu::raster
