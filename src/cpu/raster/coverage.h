// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/draw_work.h"
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
    /// forEachBlocks() calls once, for a few blocks.
    bool few() const { return m_few; }

    /// The samples covered of the block of 4 × 4 pixels at (x, y), multiples of four within the
    /// tile: a mask for each sample, bit 4 q + 2 j + i for the pixel (i, j) of quad q, quads upper
    /// left, upper right, lower left, lower right. False: there are none (and no masks).
    bool block(int32_t x, int32_t y, uint16_t* coverage) const;

    /// Calls visit(const CoveredBlock*, count) with blocks of which something is covered, up to
    /// sixteen at a time.
    template <class Visit>
    void forEachBlocks(Visit&& visit) const;
    /// Calls visit(x, y, const uint16_t* coverage) for each of them.
    template <class Visit>
    void forEachBlock(Visit&& visit) const {
        forEachBlocks([&](const CoveredBlock* blocks, uint32_t count) {
            for (uint32_t i = 0; i < count; ++i) {
                visit(blocks[i].x, blocks[i].y, blocks[i].coverage);
            }
        });
    }

private:
    /// Numbers of a quad's lanes.
    using Quad = int32_t __attribute__((vector_size(16)));
    /// An edge at the tile's samples, in steps of pixels: value + a i + b j >= 0 is inside. Exact,
    /// or saturated where the sign is the same in all of the tile.
    struct TileEdge {
        Quad lanes[4]; ///< a i + b j at the places of the lanes of a block.
        int32_t a, b;
        int32_t value[4];    ///< By sample, for pixel (0, 0) of the tile.
        int32_t least, most; ///< Of value.
    };
    /// The 4 × 4 squares of 2^shift pixels from (x, y) in the tile, a bit for each in the order of
    /// lanes.
    struct Squares {
        uint32_t some; ///< Not certainly nothing of them is covered.
        uint32_t all;  ///< Certainly all is.
    };
    using Block = CoveredBlock;
    /// Of so many it is quicker to look at each than to find out which are covered.
    static constexpr int kFew_blocks = 4;

    /// The edge in this tile: all but the lanes and the extremes.
    void place(const Edge& edge, TileEdge& to) const;
    static void step(TileEdge& edge); ///< The lanes.
    /// Takes away what edges have outside.
    void narrow(Squares& squares, int32_t x, int32_t y, int32_t shift) const;
    /// Of 16 × 16 pixels.
    Squares squares() const;
    uint32_t clipOf(int32_t x, int32_t y) const;
    /// Of 16 × 16 pixels at (x, y) in the tile, those blocks of which something is covered.
    uint32_t collect(int32_t x, int32_t y, Block* blocks) const;
    /// All, where there may be few.
    uint32_t collectFew(Block* blocks) const;
    uint32_t masks(int32_t x, int32_t y, uint32_t clip, uint16_t* coverage) const;
    uint32_t stippleMask(int32_t x, int32_t y) const;

    int32_t m_x, m_y;
    uint32_t m_samples;
    uint32_t m_samplesTested; ///< 1 where all samples are as the centre is.
    Extent m_extent;
    bool m_few = false;      ///< The bounds have kFew_blocks at most.
    uint8_t m_edgeCount = 0; ///< Edges that cross the tile; all where there are few blocks.
    Rectangle m_bounds;      ///< Relative to the tile, within it.
    /// The bounds' columns and rows, a bit for each; by pixels and by blocks, in part and whole.
    uint64_t m_columns, m_rows;
    uint32_t m_someColumns, m_someRows, m_allColumns, m_allRows;
    TileEdge m_edges[4];
    const Primitive& m_primitive;
};

template <class Visit>
void TileCoverage::forEachBlocks(Visit&& visit) const {
    if (m_extent == Extent::Nothing) {
        return;
    }
    Block blocks[16];
    if (m_extent == Extent::All) {
        for (int32_t i = 0; i < 16; ++i) {
            blocks[i] = {m_x + i * 4, m_y, {0xffff, 0xffff, 0xffff, 0xffff}};
        }
        for (int32_t y = 0; y < kTile_px; y += 4) {
            visit(static_cast<const Block*>(blocks), 16u);
            for (Block& block : blocks) {
                block.y += 4;
            }
        }
        return;
    }
    const auto visitSome = [&](uint32_t count) {
        if (count != 0) {
            visit(static_cast<const Block*>(blocks), count);
        }
    };
    if (m_few) {
        visitSome(collectFew(blocks));
        return;
    }
    Squares squares = this->squares();
    for (; squares.some != 0; squares.some &= squares.some - 1) {
        const auto square = uint32_t(std::countr_zero(squares.some));
        visitSome(collect(laneX(square) << 4, laneY(square) << 4, blocks));
    }
}

} // namespace cpu::raster
