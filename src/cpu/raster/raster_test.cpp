// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cpu::raster::test {

TestRows::TestRows(const std::vector<TestVertex>& vertices, uint32_t lanes) {
    const uint32_t varyings = vertices.empty() ? 0 : uint32_t(vertices[0].varyings.size());
    const uint32_t slots = kFirstVaryingSlot + varyings;
    const auto count = uint32_t(vertices.size());
    m_storage.assign(size_t((count + lanes - 1) / lanes) * slots * lanes, 0xdeadbeef);
    m_rows = {m_storage.data(), lanes, slots, count};
    for (uint32_t v = 0; v < count; ++v) {
        const TestVertex& vertex = vertices[v];
        const auto set = [&](uint32_t slot, auto value) {
            m_storage[(size_t(v / lanes) * slots + slot) * lanes + v % lanes] =
                std::bit_cast<uint32_t>(value);
        };
        set(kPositionSlot, vertex.x);
        set(kPositionSlot + 1, vertex.y);
        set(kPositionSlot + 2, vertex.z);
        set(kPositionSlot + 3, vertex.w);
        set(kPointSizeSlot, vertex.pointSize);
        set(kLayerSlot, vertex.layer);
        set(kViewportSlot, vertex.viewport);
        for (uint32_t i = 0; i < 8; ++i) {
            set(kClipDistanceSlot + i, vertex.distances[i]);
        }
        for (uint32_t i = 0; i < varyings; ++i) {
            set(kFirstVaryingSlot + i, vertex.varyings[i]);
        }
    }
}

RasterState rasterState(int32_t width_px, int32_t height_px) {
    RasterState state;
    state.viewports[0] = {0, 0, float(width_px), float(height_px), 0, 1};
    state.scissors[0] = {0, 0, width_px, height_px};
    return state;
}

TestVertex atPixel(double x_px, double y_px, int32_t width_px, int32_t height_px) {
    return {.x = float(x_px / width_px * 2 - 1), .y = float(y_px / height_px * 2 - 1), .z = 0.5f};
}

Counters::Counters(int32_t width_px, int32_t height_px, uint32_t samples)
    : m_width_px(width_px),
      m_height_px(height_px),
      m_samples(samples),
      m_counts(size_t(uint32_t(width_px)) * uint32_t(height_px) * samples) {}

void Counters::count(const Primitive& primitive, int32_t x, int32_t y, const uint16_t* coverage) {
    for (uint32_t sample = 0; sample < m_samples; ++sample) {
        for (uint32_t lane = 0; lane < 16; ++lane) {
            if ((coverage[sample] >> lane & 1) == 0) {
                continue;
            }
            const int32_t pixelX = x + int32_t(lane & 1) + int32_t(lane >> 2 & 1) * 2;
            const int32_t pixelY = y + int32_t(lane >> 1 & 1) + int32_t(lane >> 3) * 2;
            ASSERT_TRUE(pixelX >= 0 && pixelY >= 0 && pixelX < m_width_px && pixelY < m_height_px)
                << pixelX << ' ' << pixelY;
            ++m_counts[(size_t(pixelY) * uint32_t(m_width_px) + uint32_t(pixelX)) * m_samples +
                       sample];
            if (visit) {
                visit(primitive, pixelX, pixelY, sample);
            }
        }
    }
}

void Counters::draw(const PrimitiveArena& arena) {
    Bins bins;
    bins.build(arena.primitives());
    const Bins::Tiles& tiles = bins.tiles();
    for (int32_t tileY = tiles.y0; tileY < tiles.y1; ++tileY) {
        for (int32_t tileX = tiles.x0; tileX < tiles.x1; ++tileX) {
            for (const Primitive* primitive : bins.tile(tileX, tileY)) {
                const TileCoverage coverage(
                    *primitive, tileX * kTile_px, tileY * kTile_px, m_samples);
                if (coverage.extent() == Extent::All) {
                    uint32_t blocks = 0;
                    coverage.forEachBlock([&](int32_t, int32_t, const uint16_t* masks) {
                        blocks += std::all_of(
                            masks, masks + m_samples, [](uint16_t mask) { return mask == 0xffff; });
                    });
                    EXPECT_EQ(blocks, 256);
                }
                coverage.forEachBlock([&](int32_t x, int32_t y, const uint16_t* masks) {
                    count(*primitive, x, y, masks);
                });
            }
        }
    }
}

uint64_t Counters::total() const {
    return std::accumulate(m_counts.begin(), m_counts.end(), uint64_t(0));
}

Scene::Scene(int32_t width_px, int32_t height_px, uint32_t samples)
    : state(rasterState(width_px, height_px)) {
    target.area = {0, 0, width_px, height_px};
    target.samples = samples;
}

void Scene::setUp(const std::vector<TestVertex>& vertices, const std::vector<uint32_t>& numbers) {
    arena.clear();
    SetupScratch scratch;
    const TestRows rows(vertices);
    counters = Setup(state, target, outputs).run(rows, numbers, 0, arena, scratch);
}

void Scene::setUp(const std::vector<TestVertex>& vertices) {
    std::vector<uint32_t> numbers(vertices.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    setUp(vertices, numbers);
}

Counters Scene::count() const {
    Counters counts(target.area.x1, target.area.y1, target.samples);
    counts.draw(arena);
    return counts;
}

} // namespace cpu::raster::test
