// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/bins.h"
#include "cpu/raster/primitive.h"

#include <bit>
#include <cstdint>

namespace cpu::raster {

/// Vulkan's standard sample locations for four samples, in 1/256 pixels.
inline constexpr int32_t kSampleX[4] = {96, 224, 32, 160};
inline constexpr int32_t kSampleY[4] = {32, 96, 160, 224};

/// Where lanes lie in a block.
constexpr int32_t laneX(uint32_t lane) {
    return int32_t((lane >> 1 & 2) | (lane & 1));
}
constexpr int32_t laneY(uint32_t lane) {
    return int32_t((lane >> 2 & 2) | (lane >> 1 & 1));
}

enum class Extent : uint8_t { Nothing, Part, All };

/// What a primitive covers of a tile of 64 × 64 pixels.
class TileCoverage {
public:
    /// At (x, y), multiples of 64; `samples`: 1 (pixel centres) or 4 (kSampleX, kSampleY).
    TileCoverage(const Primitive& primitive, int32_t x, int32_t y, uint32_t samples);

    /// Of the whole tile. Part says nothing: it may be nothing.
    Extent extent() const { return m_extent; }

    /// The samples covered of the block of 4 × 4 pixels at (x, y), multiples of four within the
    /// tile: a mask for each sample, bit 4 q + 2 j + i for the pixel (i, j) of quad q, quads upper
    /// left, upper right, lower left, lower right. False: there are none (and no masks).
    bool block(int32_t x, int32_t y, uint16_t* coverage) const;

    /// Calls visit(x, y, const uint16_t* coverage) for each block of which something is covered.
    template <class Visit>
    void forEachBlock(Visit&& visit) const;

private:
    /// An edge at the tile's samples, in steps of pixels: value + a i + b j >= 0 is inside. Exact,
    /// or saturated where the sign is the same in all of the tile.
    struct TileEdge {
        alignas(16) int32_t quad[4]; ///< Of the pixels of a quad: 0, a, b, a + b.
        int32_t a, b;
        int32_t value[4];    ///< By sample, for pixel (0, 0) of the tile.
        int32_t least, most; ///< Of value.
    };
    /// Blocks of 4 × 4 that edges may cover, a bit for each in the order of lanes.
    struct Blocks {
        uint16_t some; ///< Not certainly nothing.
        uint16_t all;  ///< Certainly everything.
    };
    /// Of the 4 × 4 squares of 2^shift pixels from (x, y) in the tile.
    Blocks blocks(int32_t x, int32_t y, int32_t shift) const;
    uint16_t stippleMask(int32_t x, int32_t y) const;

    int32_t m_x, m_y;
    uint32_t m_samples;
    uint32_t m_samplesTested; ///< 1 where all samples are as the centre is.
    Extent m_extent;
    uint8_t m_edgeCount = 0;  ///< Edges that cross the tile.
    bool m_clipped;           ///< The bounds do not hold all of the tile.
    exec::Rectangle m_bounds; ///< Relative to the tile, within it.
    TileEdge m_edges[4];
    const Primitive& m_primitive;
};

template <class Visit>
void TileCoverage::forEachBlock(Visit&& visit) const {
    if (m_extent == Extent::Nothing) {
        return;
    }
    // 4 × 4 squares of 4 × 4 blocks, in the order of lanes at both levels.
    const uint32_t squares = blocks(0, 0, 4).some;
    for (uint32_t left = squares; left != 0; left &= left - 1) {
        const auto square = uint32_t(std::countr_zero(left));
        const int32_t squareX = laneX(square) << 4;
        const int32_t squareY = laneY(square) << 4;
        const Blocks inside = blocks(squareX, squareY, 2);
        for (uint32_t some = inside.some; some != 0; some &= some - 1) {
            const auto lane = uint32_t(std::countr_zero(some));
            const int32_t x = m_x + squareX + (laneX(lane) << 2);
            const int32_t y = m_y + squareY + (laneY(lane) << 2);
            uint16_t coverage[4] = {0xffff, 0xffff, 0xffff, 0xffff};
            if ((inside.all >> lane & 1) != 0 || block(x, y, coverage)) {
                visit(x, y, static_cast<const uint16_t*>(coverage));
            }
        }
    }
}

} // namespace cpu::raster
