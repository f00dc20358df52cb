// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/bins.h"

#include <algorithm>
#include <limits>

namespace cpu::raster {

namespace {

Bins::Tiles tilesOf(const Rectangle& bounds) {
    return {bounds.x0 >> kTileBits,
            bounds.y0 >> kTileBits,
            (bounds.x1 + kTile_px - 1) >> kTileBits,
            (bounds.y1 + kTile_px - 1) >> kTileBits};
}

/// Of the bounds, within the tile.
uint32_t pixelsIn(const Rectangle& bounds, int32_t tileX, int32_t tileY) {
    const int32_t x = tileX * kTile_px;
    const int32_t y = tileY * kTile_px;
    const int32_t width = std::min(bounds.x1, x + kTile_px) - std::max(bounds.x0, x);
    const int32_t height = std::min(bounds.y1, y + kTile_px) - std::max(bounds.y0, y);
    return uint32_t(width * height);
}

/// Whether some edge has all of the tile outside.
bool misses(const Primitive& primitive, int32_t tileX, int32_t tileY) {
    constexpr int64_t kTile = int64_t(kTile_px) * kSubpixels;
    const int64_t x = tileX * kTile;
    const int64_t y = tileY * kTile;
    for (uint32_t i = 0; i < primitive.edgeCount; ++i) {
        const Edge& edge = primitive.edges[i];
        const int64_t atCorner =
            edge.a * (edge.a > 0 ? x + kTile : x) + edge.b * (edge.b > 0 ? y + kTile : y) + edge.c;
        if (atCorner < 0) {
            return true;
        }
    }
    return false;
}

} // namespace

void Bins::build(std::span<Primitive* const> primitives) {
    m_tiles = {};
    m_entries.clear();
    if (primitives.empty()) {
        return;
    }
    constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
    Tiles all = {kMost, kMost, 0, 0};
    for (const Primitive* primitive : primitives) {
        const Tiles tiles = tilesOf(primitive->bounds);
        all = {std::min(all.x0, tiles.x0),
               std::min(all.y0, tiles.y0),
               std::max(all.x1, tiles.x1),
               std::max(all.y1, tiles.y1)};
    }
    m_tiles = all;
    if (all.x1 - all.x0 == 1 && all.y1 - all.y0 == 1) {
        buildOne(primitives);
        return;
    }
    const auto width = uint32_t(all.x1 - all.x0);
    m_starts.assign(size_t(width) * uint32_t(all.y1 - all.y0) + 1, 0);
    m_pixels.assign(m_starts.size() - 1, 0);
    m_pairs.clear();
    const auto add = [&](const Primitive* primitive, int32_t x, int32_t y, uint32_t pixels) {
        const uint32_t tile = uint32_t(y - all.y0) * width + uint32_t(x - all.x0);
        m_pairs.push_back({primitive, tile});
        ++m_starts[tile];
        m_pixels[tile] += pixels;
    };
    for (const Primitive* primitive : primitives) {
        const Rectangle& bounds = primitive->bounds;
        const Tiles tiles = tilesOf(bounds);
        if (tiles.x1 - tiles.x0 == 1 && tiles.y1 - tiles.y0 == 1) { // Most small ones.
            const int32_t pixels = (bounds.x1 - bounds.x0) * (bounds.y1 - bounds.y0);
            add(primitive, tiles.x0, tiles.y0, uint32_t(pixels));
            continue;
        }
        for (int32_t y = tiles.y0; y < tiles.y1; ++y) {
            for (int32_t x = tiles.x0; x < tiles.x1; ++x) {
                if (!misses(*primitive, x, y)) {
                    add(primitive, x, y, pixelsIn(bounds, x, y));
                }
            }
        }
    }
    // Starts from counts, backwards: filling counts them down again.
    uint32_t end = 0;
    for (uint32_t& start : m_starts) {
        end += start;
        start = end;
    }
    m_entries.resize(m_pairs.size());
    for (size_t i = m_pairs.size(); i-- > 0;) {
        m_entries[--m_starts[m_pairs[i].tile]] = m_pairs[i].primitive;
    }
}

/// All in one tile: what small draws are.
void Bins::buildOne(std::span<Primitive* const> primitives) {
    uint32_t pixels = 0;
    for (const Primitive* primitive : primitives) {
        pixels += pixelsIn(primitive->bounds, m_tiles.x0, m_tiles.y0);
    }
    m_entries.assign(primitives.begin(), primitives.end());
    m_starts.assign({0, uint32_t(primitives.size())});
    m_pixels.assign({pixels});
}

std::span<const Primitive* const> Bins::tile(int32_t x, int32_t y) const {
    if (x < m_tiles.x0 || x >= m_tiles.x1 || y < m_tiles.y0 || y >= m_tiles.y1) {
        return {};
    }
    const size_t tile =
        size_t(y - m_tiles.y0) * uint32_t(m_tiles.x1 - m_tiles.x0) + uint32_t(x - m_tiles.x0);
    return std::span(m_entries).subspan(m_starts[tile], m_starts[tile + 1] - m_starts[tile]);
}

} // namespace cpu::raster
