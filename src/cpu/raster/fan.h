// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/clip.h"
#include "cpu/raster/planes.h"

#include <cstdint>

namespace cpu::raster {

/// Twice the area, in 1/65536 square pixels; positive where the corners go clockwise as seen with y
/// down.
inline int64_t areaOf(const Corner& a, const Corner& b, const Corner& c) {
    return int64_t(b.x - a.x) * (c.y - a.y) - int64_t(c.x - a.x) * (b.y - a.y);
}

/// Cuts a polygon whose corners lie on the grid into triangles. It is convex but for what rounding
/// to the grid did: from some corner, a fan has all its triangles turn the same way and covers
/// every place once.
struct Fan {
    const Corner* corners[ClipPolygon::kMaxVertices];
    uint32_t count = 0;
    int64_t area = 0;
    uint32_t apex = 0;

    void build(const Corner* from, uint32_t fromCount) {
        for (uint32_t i = 0; i < fromCount; ++i) {
            const Corner& before = from[i > 0 ? i - 1 : fromCount - 1];
            if (from[i].x != before.x || from[i].y != before.y) {
                corners[count++] = from + i;
            }
        }
        for (uint32_t i = 1; i + 1 < count; ++i) {
            area += areaOf(*corners[0], *corners[i], *corners[i + 1]);
        }
        uint32_t fewest = ~0u;
        for (uint32_t candidate = 0; candidate < count; ++candidate) {
            uint32_t wrong = 0;
            for (uint32_t i = 1; i + 1 < count; ++i) {
                const int64_t part = triangleArea(candidate, i);
                wrong += area > 0 ? part < 0 : part > 0;
            }
            if (wrong < fewest) {
                fewest = wrong;
                apex = candidate;
            }
        }
    }
    int64_t triangleArea(uint32_t first, uint32_t i) const {
        return areaOf(
            *corners[first], *corners[(first + i) % count], *corners[(first + i + 1) % count]);
    }
};

} // namespace cpu::raster
