// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

/// Meshes that leave no gap and do not overlap cover what they cover once.
namespace cpu::raster::test {
namespace {

constexpr int32_t kSize = 200;

class Meshes : public testing::TestWithParam<uint32_t> {
protected:
    std::mt19937 m_random{17};

    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(m_random);
    }

    void expectOnce(const Scene& scene) const {
        const Counters counts = scene.count();
        for (int32_t y = 0; y < kSize; ++y) {
            for (int32_t x = 0; x < kSize; ++x) {
                for (uint32_t sample = 0; sample < GetParam(); ++sample) {
                    ASSERT_EQ(counts.at(x, y, sample), 1u) << x << ' ' << y << ' ' << sample;
                }
            }
        }
    }

    /// A grid of cells × cells with its inner points moved, each cell cut by a diagonal of its own.
    std::vector<uint32_t> gridTriangles(int32_t cells) {
        std::vector<uint32_t> numbers;
        const auto at = [&](int32_t i, int32_t j) { return uint32_t(j * (cells + 1) + i); };
        for (int32_t j = 0; j < cells; ++j) {
            for (int32_t i = 0; i < cells; ++i) {
                const uint32_t corners[4] = {
                    at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
                const uint32_t turn = m_random() % 2;
                for (const uint32_t corner : {0, 1, 2, 0, 2, 3}) {
                    numbers.push_back(corners[(uint32_t(corner) + turn) % 4]);
                }
            }
        }
        return numbers;
    }
};
INSTANTIATE_TEST_SUITE_P(Samples, Meshes, testing::Values(1u, 4u));

TEST_P(Meshes, MovedGridsCoverEverythingOnce) {
    for (int round = 0; round < 60; ++round) {
        Scene scene(kSize, kSize, GetParam());
        const auto cells = int32_t(1 + m_random() % 40);
        // From within the framebuffer's edges to far beyond what is clipped.
        const double beyond = std::array{0.5, 30.0, 3000.0, 100000.0}[m_random() % 4];
        const double cell = (kSize + 2 * beyond) / cells;
        std::vector<TestVertex> vertices;
        for (int32_t j = 0; j <= cells; ++j) {
            for (int32_t i = 0; i <= cells; ++i) {
                const bool border = i == 0 || j == 0 || i == cells || j == cells;
                const double move = border ? 0 : cell * 0.24;
                vertices.push_back(atPixel(i * cell - beyond + between(-move, move),
                                           j * cell - beyond + between(-move, move),
                                           kSize,
                                           kSize));
            }
        }
        scene.setUp(vertices, gridTriangles(cells));
        ASSERT_NO_FATAL_FAILURE(expectOnce(scene)) << round;
    }
}

TEST_P(Meshes, FansAroundAVertexCoverEverythingOnce) {
    for (int round = 0; round < 60; ++round) {
        Scene scene(kSize, kSize, GetParam());
        const double radius = std::array{300.0, 5000.0, 60000.0}[round % 3];
        // On a sample, or anywhere.
        const double centreX =
            round % 2 == 0 ? double(m_random() % kSize) + 0.5 : between(0, kSize);
        const double centreY = between(0, kSize);
        std::vector<TestVertex> vertices = {atPixel(centreX, centreY, kSize, kSize)};
        const uint32_t count = 8 + m_random() % 400;
        for (uint32_t i = 0; i < count; ++i) {
            const double angle = 2 * M_PI * (i + between(-0.3, 0.3)) / count;
            vertices.push_back(atPixel(centreX + radius * std::cos(angle),
                                       centreY + radius * std::sin(angle),
                                       kSize,
                                       kSize));
        }
        std::vector<uint32_t> numbers;
        for (uint32_t i = 0; i < count; ++i) {
            numbers.insert(numbers.end(), {0, 1 + i, 1 + (i + 1) % count});
        }
        scene.setUp(vertices, numbers);
        ASSERT_NO_FATAL_FAILURE(expectOnce(scene)) << round;
    }
}

/// A plane through the viewer, its far end at the horizon: clipped by the near plane or by w > 0.
TEST_P(Meshes, PlanesThroughTheViewerHaveNoCracks) {
    for (int round = 0; round < 60; ++round) {
        Scene scene(kSize, kSize, GetParam());
        scene.state.depthClip = round % 2 == 0;
        const auto cells = int32_t(2 + m_random() % 20);
        const double turn = between(0, 2 * M_PI);
        std::vector<TestVertex> vertices;
        for (int32_t j = 0; j <= cells; ++j) {
            for (int32_t i = 0; i <= cells; ++i) {
                const bool border = i == 0 || j == 0 || i == cells || j == cells;
                const double move = border ? 0 : 0.24;
                const double u = (i + between(-move, move)) / cells * 200 - 100;
                const double v = (j + between(-move, move)) / cells * 200 - 100;
                const double alongX = u * std::cos(turn) - v * std::sin(turn);
                const double away = u * std::sin(turn) + v * std::cos(turn);
                // Seen from one above it, near plane at 0.1, far plane beyond the mesh.
                const double nearest = 0.1;
                const double farthest = 1000;
                vertices.push_back({.x = float(alongX),
                                    .y = 1.0f,
                                    .z = float(farthest / (farthest - nearest) * (away - nearest)),
                                    .w = float(away)});
            }
        }
        scene.setUp(vertices, gridTriangles(cells));
        // Below the horizon: all but the most distant rows of the lower half.
        const Counters counts = scene.count();
        for (int32_t y = 0; y < kSize; ++y) {
            for (int32_t x = 0; x < kSize; ++x) {
                for (uint32_t sample = 0; sample < GetParam(); ++sample) {
                    const uint32_t count = counts.at(x, y, sample);
                    if (y < kSize / 2 - 1) {
                        ASSERT_EQ(count, 0u) << x << ' ' << y << " round " << round;
                    } else if (y >= kSize / 2 + 4) {
                        ASSERT_EQ(count, 1u) << x << ' ' << y << " round " << round;
                    } else {
                        ASSERT_LE(count, 1u) << x << ' ' << y << " round " << round;
                    }
                }
            }
        }
    }
}

/// Two halves of the same mesh, split by a clip distance, make the whole.
TEST_P(Meshes, ClipDistancesCutTheSameEdgesAtTheSamePlaces) {
    for (int round = 0; round < 30; ++round) {
        Scene scene(kSize, kSize, GetParam());
        scene.outputs.clipDistances = 1;
        const auto cells = int32_t(1 + m_random() % 12);
        const double cell = (kSize + 20.0) / cells;
        const double slope = between(-1, 1);
        std::vector<TestVertex> vertices;
        for (int32_t j = 0; j <= cells; ++j) {
            for (int32_t i = 0; i <= cells; ++i) {
                const bool border = i == 0 || j == 0 || i == cells || j == cells;
                const double move = border ? 0 : cell * 0.24;
                const double x = i * cell - 10 + between(-move, move);
                const double y = j * cell - 10 + between(-move, move);
                TestVertex vertex = atPixel(x, y, kSize, kSize);
                const auto w = float(between(0.5, 4));
                vertex.x *= w;
                vertex.y *= w;
                vertex.z *= w;
                vertex.w = w;
                vertex.distances[0] = float((x - kSize * 0.5 + (y - kSize * 0.5) * slope) * w);
                vertices.push_back(vertex);
            }
        }
        const std::vector<uint32_t> numbers = gridTriangles(cells);
        scene.setUp(vertices, numbers);
        const Counters kept = scene.count();
        for (int32_t y = 0; y < kSize; ++y) {
            for (int32_t x = 0; x < kSize; ++x) {
                for (uint32_t sample = 0; sample < GetParam(); ++sample) {
                    const double distance = x + 0.5 - kSize * 0.5 + (y + 0.5 - kSize * 0.5) * slope;
                    const uint32_t count = kept.at(x, y, sample);
                    ASSERT_LE(count, 1u) << x << ' ' << y;
                    if (std::fabs(distance) > 1.5) {
                        ASSERT_EQ(count, distance > 0 ? 1u : 0u) << x << ' ' << y;
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace cpu::raster::test
