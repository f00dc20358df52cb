// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/scene.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

namespace cpu::exec {

namespace {

using raster::kTile_px;

/// What a primitive costs besides its pixels, in pixels.
constexpr uint64_t kPrimitive_px = 16;
/// What a clear costs, in pixels that are shaded.
constexpr uint32_t kClear_px = 4 * kTile_px;

raster::Bins::Tiles tilesOf(const Rectangle& area) {
    return {area.x0 / kTile_px,
            area.y0 / kTile_px,
            (area.x1 + kTile_px - 1) / kTile_px,
            (area.y1 + kTile_px - 1) / kTile_px};
}

template <typename Routine>
void endAll(std::vector<Routine*>& routines) {
    std::sort(routines.begin(), routines.end());
    routines.erase(std::unique(routines.begin(), routines.end()), routines.end());
    for (Routine* routine : routines) {
        routine->end();
    }
    routines.clear();
}

} // namespace

void Scene::addClear(const SceneClear& clear) {
    m_items.push_back({nullptr, &keep(clear), 0, 0, 0, 0, {}});
}

size_t Scene::clearsAtOnce() const {
    constexpr uint64_t kLittle = 4;
    size_t count = 0;
    uint64_t cleared_px = 0;
    for (; count < m_items.size() && m_items[count].clear; ++count) {
        const Rectangle& area = m_items[count].clear->area;
        cleared_px += uint64_t(area.x1 - area.x0) * uint64_t(area.y1 - area.y0);
    }
    uint64_t drawn_px = 0;
    for (const SceneItem& item : std::span(m_items).subspan(count)) {
        for (const TileRun& run : item.runs) {
            drawn_px += run.pixels;
        }
    }
    return drawn_px * kLittle < cleared_px ? count : 0;
}

void Scene::addClearRuns(SceneItem& item) {
    const raster::Bins::Tiles tiles = tilesOf(item.clear->area);
    const size_t count = size_t(tiles.x1 - tiles.x0) * size_t(tiles.y1 - tiles.y0);
    TileRun* run = m_memory.allocateArray<TileRun>(count);
    item.runs = {run, count};
    for (int32_t y = tiles.y0; y < tiles.y1; ++y) {
        for (int32_t x = tiles.x0; x < tiles.x1; ++x) {
            *run++ = {nullptr, item.clear, nullptr, 0, kClear_px, x, y, nullptr};
        }
    }
}

std::span<const SceneTile> Scene::makeTiles() {
    constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
    raster::Bins::Tiles all = {kMost, kMost, 0, 0};
    for (SceneItem& item : m_items) {
        if (item.clear) {
            addClearRuns(item);
        }
        if (!item.runs.empty()) { // They come row by row.
            all.y0 = std::min(all.y0, item.runs.front().y);
            all.y1 = std::max(all.y1, item.runs.back().y + 1);
        }
        for (const TileRun& run : item.runs) {
            all.x0 = std::min(all.x0, run.x);
            all.x1 = std::max(all.x1, run.x + 1);
        }
    }
    m_tiles.clear();
    if (all.x0 >= all.x1) {
        return {};
    }
    const auto width = uint32_t(all.x1 - all.x0);
    m_tiles.resize(size_t(width) * uint32_t(all.y1 - all.y0));
    for (const SceneItem& item : m_items) {
        for (TileRun& run : item.runs) {
            SceneTile& tile = m_tiles[uint32_t(run.y - all.y0) * width + uint32_t(run.x - all.x0)];
            if (tile.last) {
                tile.last->next = &run;
            } else {
                tile = {run.x, run.y, &run, nullptr, 0};
            }
            tile.last = &run;
            tile.cost += run.pixels + run.count * kPrimitive_px;
        }
    }
    std::erase_if(m_tiles, [](const SceneTile& tile) { return !tile.first; });
    // Roughly by cost: of tiles that cost about the same, neighbours share what caches hold.
    std::sort(m_tiles.begin(), m_tiles.end(), [](const SceneTile& a, const SceneTile& b) {
        const int bitsA = std::bit_width(a.cost);
        const int bitsB = std::bit_width(b.cost);
        return bitsA != bitsB ? bitsA > bitsB : std::tie(a.y, a.x) < std::tie(b.y, b.x);
    });
    return m_tiles;
}

void Scene::clearItems() {
    m_items.clear();
}

void Scene::clear() {
    clearItems();
    m_memory.clear();
    m_draws.clear();
    std::apply([](auto&... routines) { (endAll(routines), ...); }, m_routines);
    m_code.clear();
}

} // namespace cpu::exec
