// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <random>

namespace cpu::raster::test {
namespace {

using Wide = __int128;

/// A triangle as the specification tells, one sample after the other: corners on the grid, in
/// 128-bit integers.
struct Reference {
    int64_t x[3], y[3];

    /// Where the sample lies of the edge from i to the next; the sign of the triangle's area.
    Wide side(int i, int64_t sampleX, int64_t sampleY) const {
        const int j = (i + 1) % 3;
        return Wide(x[j] - x[i]) * (sampleY - y[i]) - Wide(y[j] - y[i]) * (sampleX - x[i]);
    }
    Wide area() const { return side(0, x[2], y[2]); }
    bool covers(int64_t sampleX, int64_t sampleY) const {
        const Wide whole = area();
        if (whole == 0) {
            return false;
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const Wide at = whole > 0 ? side(i, sampleX, sampleY) : -side(i, sampleX, sampleY);
            if (at < 0) {
                return false;
            }
            if (at == 0) {
                // On the edge: inside of left edges, where the triangle goes on to the right, and
                // of horizontal ones with the triangle below.
                const int64_t rightward = whole > 0 ? y[i] - y[j] : y[j] - y[i];
                const int64_t downward = whole > 0 ? x[j] - x[i] : x[i] - x[j];
                if (rightward < 0 || (rightward == 0 && downward < 0)) {
                    return false;
                }
            }
        }
        return true;
    }
};

constexpr int64_t kCentre = 128;

void expectAsReference(Scene& scene,
                       const std::vector<TestVertex>& vertices,
                       const Reference& expected) {
    scene.setUp(vertices);
    const Counters counts = scene.count();
    const uint32_t samples = scene.target.samples;
    for (int32_t y = 0; y < scene.target.area.y1; ++y) {
        for (int32_t x = 0; x < scene.target.area.x1; ++x) {
            for (uint32_t sample = 0; sample < samples; ++sample) {
                const int64_t sampleX = x * 256 + (samples == 1 ? kCentre : kSampleX[sample]);
                const int64_t sampleY = y * 256 + (samples == 1 ? kCentre : kSampleY[sample]);
                ASSERT_EQ(counts.at(x, y, sample), uint32_t(expected.covers(sampleX, sampleY)))
                    << "pixel " << x << ' ' << y << " sample " << sample << " of (" << expected.x[0]
                    << ' ' << expected.y[0] << ") (" << expected.x[1] << ' ' << expected.y[1]
                    << ") (" << expected.x[2] << ' ' << expected.y[2] << ")";
            }
        }
    }
}

class Samples : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Counts, Samples, testing::Values(1u, 4u));

TEST_P(Samples, TrianglesCoverWhatTheSpecificationSays) {
    std::mt19937 random(7);
    // A power of two: positions on the grid come through clip space unchanged.
    constexpr int32_t kSize = 128;
    for (int round = 0; round < 1500; ++round) {
        Scene scene(kSize, kSize, GetParam());
        // Small, large, far outside; on the grid of pixels, of their centres, of subpixels.
        const int64_t reach = int64_t(256) << random() % 13;
        const int64_t step = std::array<int64_t, 4>{1, 16, 128, 256}[random() % 4];
        const int64_t middle = int64_t(random() % (kSize * 256));
        Reference expected;
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            const auto place = [&] {
                const int64_t at = middle + int64_t(random() % uint64_t(2 * reach)) - reach;
                return std::clamp<int64_t>(at / step * step, -8192 * 256, 24575 * 256);
            };
            expected.x[i] = place();
            expected.y[i] = place();
            vertices.push_back(
                atPixel(double(expected.x[i]) / 256, double(expected.y[i]) / 256, kSize, kSize));
        }
        ASSERT_NO_FATAL_FAILURE(expectAsReference(scene, vertices, expected)) << round;
    }
}

TEST_P(Samples, SliversCoverWhatTheSpecificationSays) {
    std::mt19937 random(8);
    constexpr int32_t kSize = 128;
    for (int round = 0; round < 1000; ++round) {
        Scene scene(kSize, kSize, GetParam());
        Reference expected;
        const auto place = [&] { return int64_t(random() % (kSize * 256)); };
        expected.x[0] = place();
        expected.y[0] = place();
        expected.x[1] = place();
        expected.y[1] = place();
        const double t = double(random() % 1000) / 999;
        expected.x[2] = expected.x[0] + int64_t(t * double(expected.x[1] - expected.x[0])) +
                        int64_t(random() % 5) - 2;
        expected.y[2] = expected.y[0] + int64_t(t * double(expected.y[1] - expected.y[0])) +
                        int64_t(random() % 5) - 2;
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            vertices.push_back(
                atPixel(double(expected.x[i]) / 256, double(expected.y[i]) / 256, kSize, kSize));
        }
        ASSERT_NO_FATAL_FAILURE(expectAsReference(scene, vertices, expected)) << round;
    }
}

TEST_P(Samples, LargeFramebuffersAreCoveredExactly) {
    // Corners at the ends of the guard band and a framebuffer as large as there is: samples along
    // the edges.
    std::mt19937 random(9);
    constexpr int32_t kSize = 16384;
    for (int round = 0; round < 40; ++round) {
        Scene scene(kSize, kSize, GetParam());
        Reference expected;
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            // Of every 8th of a pixel: exact in clip space.
            const auto place = [&] { return (int64_t(random() % (32767 * 8)) - 8192 * 8) * 32; };
            expected.x[i] = place();
            expected.y[i] = place();
            vertices.push_back(
                atPixel(double(expected.x[i]) / 256, double(expected.y[i]) / 256, kSize, kSize));
        }
        scene.setUp(vertices);
        if (scene.arena.primitives().empty()) {
            continue;
        }
        const Primitive& primitive = *scene.arena.primitives()[0];
        const uint32_t samples = GetParam();
        for (int at = 0; at < 400; ++at) {
            const int i = int(random() % 3);
            const double t = double(random() % 100000) / 100000;
            const auto between = [&](const int64_t* of) {
                return (of[i] + int64_t(t * double(of[(i + 1) % 3] - of[i]))) >> 8;
            };
            const auto x = int32_t(between(expected.x)) & ~3;
            const auto y = int32_t(between(expected.y)) & ~3;
            if (x < 0 || y < 0 || x >= kSize || y >= kSize) {
                continue;
            }
            const TileCoverage coverage(primitive, x & ~63, y & ~63, samples);
            uint16_t masks[4] = {};
            if (!coverage.block(x, y, masks)) {
                std::fill_n(masks, 4, uint16_t(0));
            }
            for (uint32_t lane = 0; lane < 16; ++lane) {
                const int32_t pixelX = x + int32_t(lane & 1) + int32_t(lane >> 2 & 1) * 2;
                const int32_t pixelY = y + int32_t(lane >> 1 & 1) + int32_t(lane >> 3) * 2;
                for (uint32_t sample = 0; sample < samples; ++sample) {
                    const int64_t sampleX =
                        int64_t(pixelX) * 256 + (samples == 1 ? kCentre : kSampleX[sample]);
                    const int64_t sampleY =
                        int64_t(pixelY) * 256 + (samples == 1 ? kCentre : kSampleY[sample]);
                    ASSERT_EQ(masks[sample] >> lane & 1, int(expected.covers(sampleX, sampleY)))
                        << pixelX << ' ' << pixelY << " round " << round;
                }
            }
        }
    }
}

} // namespace
} // namespace cpu::raster::test
