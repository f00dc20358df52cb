// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/coverage.h"

#include <algorithm>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cpu::raster {

namespace {

/// Values of an edge beyond this have the same sign everywhere in a tile: |a| + |b| is less than
/// 2^24 + 2^16 (primitive.h's edges come from within the guard band), times 63 pixels.
constexpr int64_t kFar = int64_t(1) << 30;

/// The numbers of 16 lanes: a row of the vector for each quad.
using Quad = int32_t __attribute__((vector_size(16), may_alias));
struct Lanes {
    Quad quads[4];
};

/// value + a x + b y at the lanes' places, 2^shift pixels apart.
inline Lanes lanesOf(const int32_t* quad, int32_t a, int32_t b, int32_t value, int32_t shift) {
    const Quad inner = *reinterpret_cast<const Quad*>(quad) << shift;
    const int32_t right = int32_t(uint32_t(a) << (shift + 1));
    const int32_t down = int32_t(uint32_t(b) << (shift + 1));
    const Quad upper = inner + value;
    const Quad lower = upper + down;
    return {{upper, upper + right, lower, lower + right}};
}

inline void unite(Lanes& lanes, const Lanes& other) {
    for (int32_t q = 0; q < 4; ++q) {
        lanes.quads[q] |= other.quads[q];
    }
}

/// Bits of the lanes that are not negative.
inline uint16_t inside(const Lanes& lanes) {
#ifdef __SSE2__
    const __m128i upper = _mm_packs_epi32(__m128i(lanes.quads[0]), __m128i(lanes.quads[1]));
    const __m128i lower = _mm_packs_epi32(__m128i(lanes.quads[2]), __m128i(lanes.quads[3]));
    return uint16_t(~_mm_movemask_epi8(_mm_packs_epi16(upper, lower)));
#else
    uint32_t negative = 0;
    for (int32_t lane = 0; lane < 16; ++lane) {
        negative |= uint32_t(lanes.quads[lane / 4][lane % 4] < 0) << lane;
    }
    return uint16_t(~negative);
#endif
}

/// Lanes of the first so many columns and rows.
constexpr uint16_t kColumns[5] = {0, 0x0505, 0x0f0f, 0x5f5f, 0xffff};
constexpr uint16_t kRows[5] = {0, 0x0033, 0x00ff, 0x33ff, 0xffff};

inline uint16_t lanesBetween(int32_t x0, int32_t x1, int32_t y0, int32_t y1) {
    const auto part = [](int32_t place) { return std::clamp(place, 0, 4); };
    const auto columns = uint32_t(kColumns[part(x1)] & ~kColumns[part(x0)]);
    return uint16_t(columns & kRows[part(y1)] & ~kRows[part(y0)]);
}

} // namespace

TileCoverage::TileCoverage(const Primitive& primitive, int32_t x, int32_t y, uint32_t samples)
    : m_x(x),
      m_y(y),
      m_samples(samples),
      m_samplesTested(primitive.wholePixels ? 1 : samples),
      m_extent(Extent::Nothing),
      m_primitive(primitive) {
    const exec::Rectangle& bounds = primitive.bounds;
    m_bounds = {std::max(bounds.x0 - x, 0),
                std::max(bounds.y0 - y, 0),
                std::min(bounds.x1 - x, kTile_px),
                std::min(bounds.y1 - y, kTile_px)};
    if (m_bounds.x0 >= m_bounds.x1 || m_bounds.y0 >= m_bounds.y1) {
        return;
    }
    m_clipped =
        m_bounds.x0 > 0 || m_bounds.y0 > 0 || m_bounds.x1 < kTile_px || m_bounds.y1 < kTile_px;
    const int32_t right = m_bounds.x1 - 1;
    const int32_t bottom = m_bounds.y1 - 1;
    for (uint32_t i = 0; i < primitive.edgeCount; ++i) {
        const Edge& edge = primitive.edges[i];
        TileEdge& to = m_edges[m_edgeCount];
        to.a = edge.a;
        to.b = edge.b;
        const int64_t atTile = edge.a * (int64_t(x) << kSubpixelBits) +
                               edge.b * (int64_t(y) << kSubpixelBits) + edge.c;
        const auto valueAt = [&](int64_t sampleX, int64_t sampleY) {
            // Steps of pixels are multiples of 256: what lies below them never changes the sign.
            const int64_t value = (atTile + edge.a * sampleX + edge.b * sampleY) >> kSubpixelBits;
            return int32_t(std::clamp(value, -kFar, kFar));
        };
        if (m_samplesTested == 1) {
            to.value[0] = valueAt(kSubpixels / 2, kSubpixels / 2);
            to.least = to.most = to.value[0];
        } else {
            for (uint32_t sample = 0; sample < 4; ++sample) {
                to.value[sample] = valueAt(kSampleX[sample], kSampleY[sample]);
            }
            const auto [least, most] = std::minmax_element(to.value, to.value + 4);
            to.least = *least;
            to.most = *most;
        }
        const int32_t mostOffset =
            to.a * (to.a > 0 ? right : m_bounds.x0) + to.b * (to.b > 0 ? bottom : m_bounds.y0);
        if (to.most + mostOffset < 0) {
            return;
        }
        const int32_t leastOffset =
            to.a * (to.a > 0 ? m_bounds.x0 : right) + to.b * (to.b > 0 ? m_bounds.y0 : bottom);
        if (to.least + leastOffset < 0) {
            to.quad[0] = 0;
            to.quad[1] = to.a;
            to.quad[2] = to.b;
            to.quad[3] = to.a + to.b;
            ++m_edgeCount;
        }
    }
    m_extent = m_edgeCount == 0 && !m_clipped && !primitive.stippled ? Extent::All : Extent::Part;
}

TileCoverage::Blocks TileCoverage::blocks(int32_t x, int32_t y, int32_t shift) const {
    Blocks result = {0xffff, 0xffff};
    if (m_clipped) {
        const int32_t last = (1 << shift) - 1;
        const int32_t x0 = m_bounds.x0 - x;
        const int32_t x1 = m_bounds.x1 - x;
        const int32_t y0 = m_bounds.y0 - y;
        const int32_t y1 = m_bounds.y1 - y;
        result.some =
            lanesBetween(x0 >> shift, (x1 + last) >> shift, y0 >> shift, (y1 + last) >> shift);
        result.all =
            lanesBetween((x0 + last) >> shift, x1 >> shift, (y0 + last) >> shift, y1 >> shift);
    }
    const int32_t size = (1 << shift) - 1;
    for (uint32_t i = 0; i < m_edgeCount; ++i) {
        const TileEdge& edge = m_edges[i];
        const int32_t at = edge.a * x + edge.b * y;
        const int32_t most = (std::max(edge.a, 0) + std::max(edge.b, 0)) * size;
        const int32_t least = (std::min(edge.a, 0) + std::min(edge.b, 0)) * size;
        result.some &= inside(lanesOf(edge.quad, edge.a, edge.b, edge.most + at + most, shift));
        result.all &= inside(lanesOf(edge.quad, edge.a, edge.b, edge.least + at + least, shift));
    }
    if (m_primitive.stippled) {
        result.all = 0;
    }
    return result;
}

bool TileCoverage::block(int32_t x, int32_t y, uint16_t* coverage) const {
    if (m_extent == Extent::Nothing) {
        return false;
    }
    const int32_t inTileX = x - m_x;
    const int32_t inTileY = y - m_y;
    uint32_t clip = 0xffff;
    if (m_clipped) {
        clip = lanesBetween(m_bounds.x0 - inTileX,
                            m_bounds.x1 - inTileX,
                            m_bounds.y0 - inTileY,
                            m_bounds.y1 - inTileY);
    }
    if (m_primitive.stippled) {
        clip &= stippleMask(x, y);
    }
    uint32_t any = 0;
    for (uint32_t sample = 0; sample < m_samplesTested; ++sample) {
        uint32_t mask = clip;
        if (m_edgeCount > 0) {
            const auto lanes = [&](const TileEdge& edge) {
                const int32_t at = edge.value[sample] + edge.a * inTileX + edge.b * inTileY;
                return lanesOf(edge.quad, edge.a, edge.b, at, 0);
            };
            Lanes outside = lanes(m_edges[0]);
            for (uint32_t i = 1; i < m_edgeCount; ++i) {
                unite(outside, lanes(m_edges[i]));
            }
            mask &= inside(outside);
        }
        coverage[sample] = uint16_t(mask);
        any |= mask;
    }
    for (uint32_t sample = m_samplesTested; sample < m_samples; ++sample) {
        coverage[sample] = coverage[0];
    }
    return any != 0;
}

uint16_t TileCoverage::stippleMask(int32_t x, int32_t y) const {
    uint32_t mask = 0;
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t place = (m_primitive.stippleByRow ? y : x) + i;
        const int32_t steps = m_primitive.stippleBackwards ? m_primitive.stippleOrigin - place
                                                           : place - m_primitive.stippleOrigin;
        const uint32_t fragment = m_primitive.stippleFirst + uint32_t(steps);
        const uint32_t bit = fragment / m_primitive.stippleFactor % 16;
        if ((m_primitive.stipplePattern >> bit & 1) != 0) {
            const uint16_t* const lanes = m_primitive.stippleByRow ? kRows : kColumns;
            mask |= uint32_t(lanes[i + 1] & ~lanes[i]);
        }
    }
    return uint16_t(mask);
}

} // namespace cpu::raster
