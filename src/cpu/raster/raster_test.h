// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/bins.h"
#include "cpu/raster/coverage.h"
#include "cpu/raster/setup.h"

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

/// What the rasteriser's tests draw with: vertices as lists, and grids that count samples.
namespace cpu::raster::test {

struct TestVertex {
    float x = 0, y = 0, z = 0, w = 1;
    float pointSize = 1;
    uint32_t layer = 0, viewport = 0;
    std::array<float, 8> distances{};
    std::vector<float> varyings{};
};

/// Vertices in rows.
class TestRows {
public:
    explicit TestRows(const std::vector<TestVertex>& vertices, uint32_t lanes = 8);
    operator const VertexRows&() const { return m_rows; }

private:
    std::vector<uint32_t> m_storage;
    VertexRows m_rows;
};

/// A viewport as wide as the framebuffer, in which clip space of w = 1 is pixels: x from 0 to
/// width is -1 … 1.
RasterState rasterState(int32_t width_px, int32_t height_px);
/// The position that lies at (x, y) in pixels.
TestVertex atPixel(double x_px, double y_px, int32_t width_px, int32_t height_px);

/// How often each sample was covered.
class Counters {
public:
    Counters(int32_t width_px, int32_t height_px, uint32_t samples);
    void draw(const PrimitiveArena& arena);
    uint32_t at(int32_t x, int32_t y, uint32_t sample) const {
        return m_counts[(size_t(y) * uint32_t(m_width_px) + uint32_t(x)) * m_samples + sample];
    }
    uint64_t total() const;
    /// Called for each covered sample.
    std::function<void(const Primitive&, int32_t x, int32_t y, uint32_t sample)> visit;

private:
    void count(const Primitive& primitive, int32_t x, int32_t y, const uint16_t* coverage);

    int32_t m_width_px, m_height_px;
    uint32_t m_samples;
    std::vector<uint32_t> m_counts;
};

/// Sets up and draws primitives in one batch.
struct Scene {
    RasterState state;
    Target target;
    VertexOutputs outputs;
    PrimitiveArena arena;
    SetupCounters counters;

    Scene(int32_t width_px, int32_t height_px, uint32_t samples = 1);
    void setUp(const std::vector<TestVertex>& vertices, const std::vector<uint32_t>& numbers);
    /// With vertices one after the other.
    void setUp(const std::vector<TestVertex>& vertices);
    Counters count() const;
};

} // namespace cpu::raster::test
