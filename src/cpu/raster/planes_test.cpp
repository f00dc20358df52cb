// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

/// What fragments get from planes, evaluated as shaders do, against the formulas of the
/// specification in double.
namespace cpu::raster::test {
namespace {

float at(const Primitive& primitive, const Plane& plane, float x, float y) {
    return plane.atOrigin + (x - primitive.data.originX) * plane.dx +
           (y - primitive.data.originY) * plane.dy;
}

struct Projected {
    double x, y, w;
    Projected(const TestVertex& vertex, int32_t size)
        : x((double(vertex.x) / vertex.w + 1) * size / 2),
          y((double(vertex.y) / vertex.w + 1) * size / 2),
          w(vertex.w) {
        x = std::nearbyint(x * 256) / 256;
        y = std::nearbyint(y * 256) / 256;
    }
};

/// Shares of the corners at (x, y), linear in the framebuffer.
std::array<double, 3> shares(const std::array<Projected, 3>& p, double x, double y) {
    const double area =
        (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
    const double b = ((x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (y - p[0].y)) / area;
    const double c = ((p[1].x - p[0].x) * (y - p[0].y) - (x - p[0].x) * (p[1].y - p[0].y)) / area;
    return {1 - b - c, b, c};
}

TEST(Planes, TrianglesInterpolateAsTheFormulasSay) {
    std::mt19937 random(21);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const Interpolation varyings[] = {
        Interpolation::Smooth, Interpolation::NoPerspective, Interpolation::Flat};
    for (int round = 0; round < 400; ++round) {
        const int32_t size = std::array{64, 1024, 16384}[round % 3];
        Scene scene(size, size);
        scene.outputs.varyings = varyings;
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            // The last corner may be a thousand times as far away.
            const auto w = float(i == 2 ? std::pow(10.0, between(-1, 3)) : between(0.5, 2));
            const auto value = [&] { return float(between(-10, 10)); };
            vertices.push_back({.x = float(between(-1, 1) * w),
                                .y = float(between(-1, 1) * w),
                                .z = float(between(0, 1) * w),
                                .w = w,
                                .varyings = {value(), value(), value()}});
        }
        const std::array<Projected, 3> projected = {Projected(vertices[0], size),
                                                    Projected(vertices[1], size),
                                                    Projected(vertices[2], size)};
        scene.setUp(vertices);
        if (scene.arena.primitives().empty()) {
            continue;
        }
        ASSERT_EQ(scene.arena.primitives().size(), 1u);
        const Primitive& primitive = *scene.arena.primitives()[0];
        const Plane* const planes = primitive.data.varyings();
        EXPECT_EQ(planes[2].atOrigin, vertices[0].varyings[2]);
        // Thin triangles have steep planes, which rounding to float makes wrong by their steepness.
        const double area =
            std::fabs((projected[1].x - projected[0].x) * (projected[2].y - projected[0].y) -
                      (projected[2].x - projected[0].x) * (projected[1].y - projected[0].y));
        const double longest = std::max(
            {std::hypot(projected[1].x - projected[0].x, projected[1].y - projected[0].y),
             std::hypot(projected[2].x - projected[0].x, projected[2].y - projected[0].y),
             std::hypot(projected[2].x - projected[1].x, projected[2].y - projected[1].y)});
        const double thinness = longest * longest / area;
        for (int point = 0; point < 50; ++point) {
            double a = between(0, 1);
            double b = between(0, 1);
            if (a + b > 1) {
                a = 1 - a;
                b = 1 - b;
            }
            const auto inside = [&](auto member) {
                return (1 - a - b) * projected[0].*member + a * projected[1].*member +
                       b * projected[2].*member;
            };
            const auto x = float(std::floor(inside(&Projected::x)) + 0.5);
            const auto y = float(std::floor(inside(&Projected::y)) + 0.5);
            const std::array<double, 3> share = shares(projected, x, y);
            if (std::min({share[0], share[1], share[2]}) < 0) {
                continue;
            }
            double inverseW = 0;
            double smooth = 0;
            double linear = 0;
            double depth = 0;
            for (int i = 0; i < 3; ++i) {
                inverseW += share[i] / projected[i].w;
                smooth += share[i] / projected[i].w * vertices[i].varyings[0];
                linear += share[i] * vertices[i].varyings[1];
                depth += share[i] * vertices[i].z / vertices[i].w;
            }
            smooth /= inverseW;
            const double rounding = 0x1p-22 * (1 + thinness);
            EXPECT_NEAR(at(primitive, primitive.data.inverseW, x, y) / inverseW, 1, rounding * 4);
            EXPECT_NEAR(at(primitive, primitive.data.depth, x, y), depth, rounding);
            EXPECT_NEAR(at(primitive, planes[1], x, y), linear, 10 * rounding);
            const double shaded = at(primitive, planes[0], x, y) /
                                  double(at(primitive, primitive.data.inverseW, x, y));
            // Where w is large next to the other corners', values / w are that much finer.
            EXPECT_NEAR(shaded, smooth, 80 * rounding) << round << ' ' << thinness;
        }
    }
}

TEST(Planes, KeepTheirPrecisionFarAway) {
    // A floor that begins right before the viewer and ends ten thousand times as far away.
    constexpr int32_t kSize = 4096;
    const Interpolation varyings[] = {Interpolation::Smooth};
    for (const float w : {0.1f, 0.07f, 0.13f, 0.23f}) {
        std::vector<TestVertex> vertices = {{.x = -w, .y = w, .w = w, .varyings = {0}},
                                            {.x = w, .y = w, .w = w, .varyings = {0}},
                                            {.x = 0, .y = w, .w = 10000 * w, .varyings = {1000}}};
        for (int turn = 0; turn < 3; ++turn) {
            Scene scene(kSize, kSize);
            scene.outputs.varyings = varyings;
            scene.setUp(vertices);
            ASSERT_EQ(scene.arena.primitives().size(), 1u);
            const Primitive& floor = *scene.arena.primitives()[0];
            for (const float y : {2049.5f, 2064.5f, 2304.5f, 4000.5f}) {
                const double farY = 2048 + 52.0 / 256; // On the grid.
                const double share = (y - farY) / (4096 - farY);
                const double inverseW = (share + (1 - share) / 10000) / w;
                EXPECT_NEAR(at(floor, floor.data.inverseW, 2048.5f, y) / inverseW, 1, 2e-6);
                const double overW = (1 - share) * 1000 / (10000 * double(w));
                EXPECT_NEAR(at(floor, floor.data.varyings()[0], 2048.5f, y) / overW, 1, 3e-6);
            }
            std::rotate(vertices.begin(), vertices.begin() + 1, vertices.end());
        }
    }
}

TEST(Planes, OfOneDepthAreConstant) {
    Scene scene(1000, 1000);
    scene.setUp({{.x = -0.3f, .y = -0.91f, .z = 0.3f},
                 {.x = 0.7f, .y = 0.12f, .z = 0.3f},
                 {.x = 0.1f, .y = 0.77f, .z = 0.3f}});
    ASSERT_EQ(scene.arena.primitives().size(), 1u);
    const PrimitiveData& data = scene.arena.primitives()[0]->data;
    EXPECT_EQ(data.depth.atOrigin, 0.3f);
    EXPECT_EQ(data.depth.dx, 0);
    EXPECT_EQ(data.depth.dy, 0);
    EXPECT_EQ(data.inverseW.atOrigin, 1);
    EXPECT_EQ(data.inverseW.dx, 0);
    EXPECT_EQ(data.inverseW.dy, 0);
}

/// Clipped triangles have the planes of the whole one, whatever it was that clipped them.
TEST(Planes, ClippingDoesNotChangeThem) {
    std::mt19937 random(22);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    constexpr int32_t kSize = 512;
    const Interpolation varyings[] = {Interpolation::Smooth, Interpolation::NoPerspective};
    int compared = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            const auto w = float(between(0.5, 4));
            const auto value = [&] { return float(between(-1, 1)); };
            vertices.push_back({.x = float(between(-1, 1) * w),
                                .y = float(between(-1, 1) * w),
                                .z = float(between(0.1, 0.9) * w),
                                .w = w,
                                .distances = {value()},
                                .varyings = {value(), value()}});
        }
        Scene whole(kSize, kSize);
        whole.outputs.varyings = varyings;
        whole.outputs.cullDistances = 1; // Reads the same slot and clips nothing.
        whole.outputs.readsClipDistance = true;
        whole.setUp(vertices);
        Scene clipped = {kSize, kSize};
        clipped.outputs = whole.outputs;
        clipped.outputs.clipDistances = 1;
        clipped.outputs.cullDistances = 0;
        clipped.setUp(vertices);
        if (whole.arena.primitives().empty()) {
            continue;
        }
        const Primitive& all = *whole.arena.primitives()[0];
        Counters covered(kSize, kSize, 1);
        covered.visit = [&](const Primitive& part, int32_t pixelX, int32_t pixelY, uint32_t) {
            // Of parts that are not thin, where new corners, rounded to the grid, move little.
            const Edge* const edges = part.edges;
            const double area =
                std::fabs(double(edges[0].a) * edges[1].b - double(edges[0].b) * edges[1].a) /
                65536;
            const double width = part.bounds.x1 - part.bounds.x0;
            const double height = part.bounds.y1 - part.bounds.y0;
            if (area < 400 || area < width * width / 4 || area < height * height / 4) {
                return;
            }
            const auto x = float(pixelX + 0.5);
            const auto y = float(pixelY + 0.5);
            const auto expectSame = [&](const Plane& a, const Plane& b) {
                ASSERT_NEAR(at(all, a, x, y), at(part, b, x, y), 0.002) << round;
            };
            ++compared;
            expectSame(all.data.depth, part.data.depth);
            expectSame(all.data.inverseW, part.data.inverseW);
            expectSame(all.data.varyings()[0], part.data.varyings()[0]);
            expectSame(all.data.varyings()[1], part.data.varyings()[1]);
            expectSame(all.data.clipDistance[0], part.data.clipDistance[0]);
        };
        covered.draw(clipped.arena);
        ASSERT_FALSE(testing::Test::HasFatalFailure());
    }
    EXPECT_GT(compared, 100000);
}

TEST(Planes, LinesInterpolateAlongThem) {
    constexpr int32_t kSize = 256;
    const Interpolation varyings[] = {Interpolation::Smooth, Interpolation::NoPerspective};
    Scene scene(kSize, kSize);
    scene.state.topology = Topology::LineList;
    scene.outputs.varyings = varyings;
    std::vector<TestVertex> vertices = {atPixel(10, 20, kSize, kSize),
                                        atPixel(130, 180, kSize, kSize)};
    vertices[0].varyings = {2, 2};
    vertices[1].varyings = {6, 6};
    vertices[1].x *= 4;
    vertices[1].y *= 4;
    vertices[1].z *= 4;
    vertices[1].w *= 4;
    scene.setUp(vertices);
    ASSERT_EQ(scene.arena.primitives().size(), 1u);
    const Primitive& line = *scene.arena.primitives()[0];
    for (const double t : {0.0, 0.25, 0.5, 1.0}) {
        for (const double across : {-3.0, 0.0, 5.0}) { // The same beside the line.
            const auto x = float(10 + 120 * t + across * 0.8);
            const auto y = float(20 + 160 * t - across * 0.6);
            EXPECT_NEAR(at(line, line.data.varyings()[1], x, y), 2 + 4 * t, 1e-5);
            const double inverseW = 1 - t + t / 4;
            EXPECT_NEAR(at(line, line.data.inverseW, x, y), inverseW, 1e-6);
            EXPECT_NEAR(at(line, line.data.varyings()[0], x, y), 2 * (1 - t) + 6 * t / 4, 1e-5);
        }
    }
}

TEST(Planes, PointsHaveCoordinatesAndOneValue) {
    constexpr int32_t kSize = 256;
    const Interpolation varyings[] = {Interpolation::Smooth};
    Scene scene(kSize, kSize);
    scene.state.topology = Topology::PointList;
    scene.outputs.varyings = varyings;
    scene.outputs.pointSize = true;
    scene.outputs.readsPointCoord = true;
    std::vector<TestVertex> vertices = {atPixel(100.5, 50.25, kSize, kSize)};
    vertices[0].pointSize = 8;
    vertices[0].varyings = {3};
    scene.setUp(vertices);
    ASSERT_EQ(scene.arena.primitives().size(), 1u);
    const Primitive& point = *scene.arena.primitives()[0];
    EXPECT_EQ(point.data.varyings()[0].atOrigin, 3);
    EXPECT_EQ(point.data.varyings()[0].dx, 0);
    // "Basic Point Rasterization": s = 1/2 + (xf - xp) / size, t likewise, down.
    EXPECT_FLOAT_EQ(at(point, point.data.pointCoord[0], 97.5f, 50), 0.5f - 3.0f / 8);
    EXPECT_FLOAT_EQ(at(point, point.data.pointCoord[1], 97.5f, 53.25f), 0.5f + 3.0f / 8);
}

TEST(Planes, FlatOnesHaveTheProvokingVertex) {
    constexpr int32_t kSize = 64;
    const Interpolation varyings[] = {
        Interpolation::Flat, Interpolation::None, Interpolation::Flat};
    for (const bool last : {false, true}) {
        Scene scene(kSize, kSize);
        scene.state.provokingLast = last;
        scene.outputs.varyings = varyings;
        std::vector<TestVertex> vertices = {atPixel(1, 1, kSize, kSize),
                                            atPixel(60, 1, kSize, kSize),
                                            atPixel(1, 60, kSize, kSize)};
        for (uint32_t i = 0; i < 3; ++i) {
            // Bits that are no number must come through.
            vertices[i].varyings = {
                std::bit_cast<float>(0x7f800001u + i), 0, std::bit_cast<float>(i + 7)};
        }
        scene.setUp(vertices);
        const Plane* const planes = scene.arena.primitives()[0]->data.varyings();
        EXPECT_EQ(std::bit_cast<uint32_t>(planes[0].atOrigin), 0x7f800001u + (last ? 2 : 0));
        EXPECT_EQ(std::bit_cast<uint32_t>(planes[2].atOrigin), last ? 9u : 7u);
    }
}

} // namespace
} // namespace cpu::raster::test
