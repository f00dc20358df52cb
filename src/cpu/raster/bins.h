// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/primitive.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cpu::raster {

inline constexpr int32_t kTileBits = 6;
inline constexpr int32_t kTile_px = 1 << kTileBits;

/// The primitives of a batch by tile, those of a tile in their order. A tile is walked batch by
/// batch. Reusable.
class Bins {
public:
    /// Tiles, the ends excluded.
    struct Tiles {
        int32_t x0, y0, x1, y1;
    };

    /// The primitives stay where they are until the bins are used no more.
    void build(std::span<Primitive* const> primitives);
    /// Where there are primitives; empty (x0 == x1) where there are none.
    const Tiles& tiles() const { return m_tiles; }
    /// Primitives that cover something, or seem to, of the tile at (64 x, 64 y). Any x and y.
    std::span<const Primitive* const> tile(int32_t x, int32_t y) const;
    /// Calls visit(x, y, tile(x, y), pixels) for each tile that has primitives, row by row.
    /// `pixels` of their bounds lie in it: what they cover at most, all together.
    template <class Visit>
    void forEachTile(Visit&& visit) const;

private:
    struct Pair {
        const Primitive* primitive;
        uint32_t tile;
    };
    void buildOne(std::span<Primitive* const> primitives);

    Tiles m_tiles = {};
    std::vector<uint32_t> m_pixels; ///< By tile.
    std::vector<uint32_t> m_starts; ///< By tile, row by row, and the end.
    std::vector<const Primitive*> m_entries;
    std::vector<Pair> m_pairs; ///< Of build() alone.
};

template <class Visit>
void Bins::forEachTile(Visit&& visit) const {
    size_t tile = 0;
    for (int32_t y = m_tiles.y0; y < m_tiles.y1; ++y) {
        for (int32_t x = m_tiles.x0; x < m_tiles.x1; ++x, ++tile) {
            const uint32_t start = m_starts[tile];
            const uint32_t count = m_starts[tile + 1] - start;
            if (count > 0) {
                visit(x, y, std::span(m_entries).subspan(start, count), m_pixels[tile]);
            }
        }
    }
}

} // namespace cpu::raster
