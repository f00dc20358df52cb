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

/// The numbers of 16 lanes: a quad in each.
template <class Quad>
struct Lanes {
    Quad quads[4];
};

/// Bits of the lanes that are not negative.
template <class Quad>
inline uint32_t inside(const Lanes<Quad>& lanes) {
#ifdef __SSE2__
    const __m128i upper = _mm_packs_epi32(__m128i(lanes.quads[0]), __m128i(lanes.quads[1]));
    const __m128i lower = _mm_packs_epi32(__m128i(lanes.quads[2]), __m128i(lanes.quads[3]));
    return uint32_t(_mm_movemask_epi8(_mm_packs_epi16(upper, lower))) ^ 0xffff;
#else
    uint32_t negative = 0;
    for (int32_t lane = 0; lane < 16; ++lane) {
        negative |= uint32_t(lanes.quads[lane / 4][lane % 4] < 0) << lane;
    }
    return negative ^ 0xffff;
#endif
}

/// Lanes of columns and of rows, by four bits for those that are meant.
constexpr uint16_t kColumns[16] = {0x0000,
                                   0x0505,
                                   0x0a0a,
                                   0x0f0f,
                                   0x5050,
                                   0x5555,
                                   0x5a5a,
                                   0x5f5f,
                                   0xa0a0,
                                   0xa5a5,
                                   0xaaaa,
                                   0xafaf,
                                   0xf0f0,
                                   0xf5f5,
                                   0xfafa,
                                   0xffff};
constexpr uint16_t kRows[16] = {0x0000,
                                0x0033,
                                0x00cc,
                                0x00ff,
                                0x3300,
                                0x3333,
                                0x33cc,
                                0x33ff,
                                0xcc00,
                                0xcc33,
                                0xcccc,
                                0xccff,
                                0xff00,
                                0xff33,
                                0xffcc,
                                0xffff};

inline uint32_t lanesAt(uint64_t columns, uint64_t rows, int32_t x, int32_t y) {
    return uint32_t(kColumns[columns >> x & 15] & kRows[rows >> y & 15]);
}

/// Bits from first to end, 64 at most; none where the end is not behind the first.
inline uint64_t bits(int32_t first, int32_t end) {
    return first < end ? ~uint64_t(0) >> (64 - (end - first)) << first : 0;
}

/// More than two: so many that it is quicker to ask which of them edges leave.
inline bool isMany(uint32_t bits) {
    bits &= bits - 1;
    return (bits & (bits - 1)) != 0;
}

} // namespace

TileCoverage::TileCoverage(const Primitive& primitive, int32_t x, int32_t y, uint32_t samples)
    : m_x(x),
      m_y(y),
      m_samples(samples),
      m_samplesTested(primitive.wholePixels ? 1 : samples),
      m_extent(Extent::Nothing),
      m_primitive(primitive) {
    const Rectangle& bounds = primitive.bounds;
    m_bounds = {std::max(bounds.x0 - x, 0),
                std::max(bounds.y0 - y, 0),
                std::min(bounds.x1 - x, kTile_px),
                std::min(bounds.y1 - y, kTile_px)};
    if (m_bounds.x0 >= m_bounds.x1 || m_bounds.y0 >= m_bounds.y1) {
        return;
    }
    m_columns = bits(m_bounds.x0, m_bounds.x1);
    m_rows = bits(m_bounds.y0, m_bounds.y1);
    const Rectangle some = {
        m_bounds.x0 >> 2, m_bounds.y0 >> 2, (m_bounds.x1 + 3) >> 2, (m_bounds.y1 + 3) >> 2};
    if ((some.x1 - some.x0) * (some.y1 - some.y0) <= kFew_blocks) {
        m_few = true;
        m_extent = Extent::Part;
        for (uint32_t i = 0; i < primitive.edgeCount; ++i) {
            place(primitive.edges[i], m_edges[m_edgeCount]);
            step(m_edges[m_edgeCount++]);
        }
        return;
    }
    m_someColumns = uint32_t(bits(some.x0, some.x1));
    m_someRows = uint32_t(bits(some.y0, some.y1));
    m_allColumns = uint32_t(bits((m_bounds.x0 + 3) >> 2, m_bounds.x1 >> 2));
    m_allRows = uint32_t(bits((m_bounds.y0 + 3) >> 2, m_bounds.y1 >> 2));
    const int32_t right = m_bounds.x1 - 1;
    const int32_t bottom = m_bounds.y1 - 1;
    for (uint32_t i = 0; i < primitive.edgeCount; ++i) {
        TileEdge& to = m_edges[m_edgeCount];
        place(primitive.edges[i], to);
        if (m_samplesTested == 1) {
            to.least = to.most = to.value[0];
        } else {
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
            step(to);
            ++m_edgeCount;
        }
    }
    m_extent = m_edgeCount == 0 && !primitive.stippled && (m_columns & m_rows) == ~uint64_t(0)
                   ? Extent::All
                   : Extent::Part;
}

inline void TileCoverage::place(const Edge& edge, TileEdge& to) const {
    to.a = edge.a;
    to.b = edge.b;
    const int64_t atTile = edge.a * (int64_t(m_x) << kSubpixelBits) +
                           edge.b * (int64_t(m_y) << kSubpixelBits) + edge.c;
    const auto valueAt = [&](int64_t sampleX, int64_t sampleY) {
        // Steps of pixels are multiples of 256: what lies below them never changes the sign.
        const int64_t value = (atTile + edge.a * sampleX + edge.b * sampleY) >> kSubpixelBits;
        return int32_t(std::clamp(value, -kFar, kFar));
    };
    if (m_samplesTested == 1) {
        to.value[0] = valueAt(kSubpixels / 2, kSubpixels / 2);
        return;
    }
    for (uint32_t sample = 0; sample < 4; ++sample) {
        to.value[sample] = valueAt(kSampleX[sample], kSampleY[sample]);
    }
}

inline void TileCoverage::step(TileEdge& edge) {
    const Quad upper = {0, edge.a, edge.b, edge.a + edge.b};
    edge.lanes[0] = upper;
    edge.lanes[1] = upper + 2 * edge.a;
    edge.lanes[2] = upper + 2 * edge.b;
    edge.lanes[3] = edge.lanes[1] + 2 * edge.b;
}

TileCoverage::Squares TileCoverage::squares() const {
    const uint64_t columns = bits(m_bounds.x0 >> 4, (m_bounds.x1 + 15) >> 4);
    const uint64_t rows = bits(m_bounds.y0 >> 4, (m_bounds.y1 + 15) >> 4);
    Squares squares = {lanesAt(columns, rows, 0, 0), 0};
    if (isMany(squares.some)) {
        narrow(squares, 0, 0, 4);
    }
    return squares;
}

inline uint32_t TileCoverage::clipOf(int32_t x, int32_t y) const {
    const uint32_t clip = lanesAt(m_columns, m_rows, x, y);
    return m_primitive.stippled ? clip & stippleMask(m_x + x, m_y + y) : clip;
}

void TileCoverage::narrow(Squares& squares, int32_t x, int32_t y, int32_t shift) const {
    const int32_t size = (1 << shift) - 1;
    for (uint32_t i = 0; i < m_edgeCount; ++i) {
        const TileEdge& edge = m_edges[i];
        const int32_t at = edge.a * x + edge.b * y;
        // The samples of each square that are most and least inside.
        const int32_t most = edge.most + at + (std::max(edge.a, 0) + std::max(edge.b, 0)) * size;
        const int32_t least = edge.least + at + (std::min(edge.a, 0) + std::min(edge.b, 0)) * size;
        Lanes<Quad> some;
        Lanes<Quad> all;
        for (int32_t q = 0; q < 4; ++q) {
            const Quad lanes = edge.lanes[q] << shift;
            some.quads[q] = lanes + most;
            all.quads[q] = lanes + least;
        }
        squares.some &= inside(some);
        squares.all &= inside(all);
    }
}

inline uint32_t TileCoverage::masks(int32_t x, int32_t y, uint32_t clip, uint16_t* coverage) const {
    uint32_t any = 0;
    for (uint32_t sample = 0; sample < m_samplesTested; ++sample) {
        Lanes<Quad> outside = {};
        for (uint32_t i = 0; i < m_edgeCount; ++i) {
            const TileEdge& edge = m_edges[i];
            const int32_t at = edge.value[sample] + edge.a * x + edge.b * y;
            for (int32_t q = 0; q < 4; ++q) {
                outside.quads[q] |= edge.lanes[q] + at;
            }
        }
        const uint32_t mask = inside(outside) & clip;
        coverage[sample] = uint16_t(mask);
        any |= mask;
    }
    for (uint32_t sample = m_samplesTested; sample < m_samples; ++sample) {
        coverage[sample] = coverage[0];
    }
    return any;
}

bool TileCoverage::block(int32_t x, int32_t y, uint16_t* coverage) const {
    if (m_extent == Extent::Nothing) {
        return false;
    }
    x -= m_x;
    y -= m_y;
    return masks(x, y, clipOf(x, y), coverage) != 0;
}

uint32_t TileCoverage::collectFew(Block* blocks) const {
    uint32_t count = 0;
    for (int32_t y = m_bounds.y0 & ~3; y < m_bounds.y1; y += 4) {
        for (int32_t x = m_bounds.x0 & ~3; x < m_bounds.x1; x += 4) {
            Block& to = blocks[count];
            to.x = m_x + x;
            to.y = m_y + y;
            count += masks(x, y, clipOf(x, y), to.coverage) != 0;
        }
    }
    return count;
}

uint32_t TileCoverage::collect(int32_t x, int32_t y, Block* blocks) const {
    Squares squares = {lanesAt(m_someColumns, m_someRows, x >> 2, y >> 2),
                       lanesAt(m_allColumns, m_allRows, x >> 2, y >> 2)};
    if (isMany(squares.some)) {
        narrow(squares, x, y, 2);
    } else if (m_edgeCount > 0) {
        squares.all = 0;
    }
    if (m_primitive.stippled) {
        squares.all = 0;
    }
    uint32_t count = 0;
    for (; squares.some != 0; squares.some &= squares.some - 1) {
        const auto lane = uint32_t(std::countr_zero(squares.some));
        const int32_t inTileX = x + (laneX(lane) << 2);
        const int32_t inTileY = y + (laneY(lane) << 2);
        Block& to = blocks[count];
        to.x = m_x + inTileX;
        to.y = m_y + inTileY;
        if ((squares.all >> lane & 1) != 0) {
            std::fill_n(to.coverage, 4, uint16_t(0xffff));
            ++count;
            continue;
        }
        count += masks(inTileX, inTileY, clipOf(inTileX, inTileY), to.coverage) != 0;
    }
    return count;
}

uint32_t TileCoverage::stippleMask(int32_t x, int32_t y) const {
    uint32_t mask = 0;
    const uint16_t* const lines = m_primitive.stippleByRow ? kRows : kColumns;
    // Unsigned: lines of clipped-off places may begin anywhere.
    const auto origin = uint32_t(m_primitive.stippleOrigin);
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t place = uint32_t(m_primitive.stippleByRow ? y : x) + i;
        const uint32_t steps = m_primitive.stippleBackwards ? origin - place : place - origin;
        const uint32_t fragment = m_primitive.stippleFirst + steps;
        const uint32_t bit = fragment / m_primitive.stippleFactor % 16;
        if ((m_primitive.stipplePattern >> bit & 1) != 0) {
            mask |= lines[1u << i];
        }
    }
    return mask;
}

} // namespace cpu::raster
