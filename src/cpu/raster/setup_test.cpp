// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace cpu::raster::test {
namespace {

constexpr int32_t kSize = 64;

std::vector<TestVertex> clockwise() {
    return {
        atPixel(4, 4, kSize, kSize), atPixel(60, 4, kSize, kSize), atPixel(4, 60, kSize, kSize)};
}
std::vector<TestVertex> counterClockwise() {
    return {
        atPixel(4, 4, kSize, kSize), atPixel(4, 60, kSize, kSize), atPixel(60, 4, kSize, kSize)};
}

/// A triangle with one corner behind the viewer, which shows as `clockwise` or not.
std::vector<TestVertex> throughNear(bool clockwise) {
    std::vector<TestVertex> vertices = {{.x = -0.5f, .y = 0.1f, .z = 0.5f, .w = 1},
                                        {.x = 0.5f, .y = 0.1f, .z = 0.5f, .w = 1},
                                        {.x = 0, .y = 2, .z = -2, .w = -1}};
    if (!clockwise) {
        std::swap(vertices[0], vertices[1]);
    }
    return vertices;
}

TEST(Facing, FollowsWindingAndIsCulled) {
    for (const bool isClockwise : {false, true}) {
        for (const bool frontIsClockwise : {false, true}) {
            for (const uint32_t culled : {0, 1, 2, 3}) {
                for (const bool clipped : {false, true}) {
                    Scene scene(kSize, kSize);
                    scene.state.frontIsClockwise = frontIsClockwise;
                    scene.state.cullFront = (culled & 1) != 0;
                    scene.state.cullBack = (culled & 2) != 0;
                    scene.setUp(clipped       ? throughNear(isClockwise)
                                : isClockwise ? clockwise()
                                              : counterClockwise());
                    const bool front = isClockwise == frontIsClockwise;
                    const bool drawn = (culled & (front ? 1 : 2)) == 0;
                    ASSERT_EQ(!scene.arena.primitives().empty(), drawn)
                        << isClockwise << frontIsClockwise << culled << clipped;
                    for (const Primitive* primitive : scene.arena.primitives()) {
                        EXPECT_EQ(primitive->data.frontFacing, uint32_t(front));
                    }
                }
            }
        }
    }
}

TEST(Facing, TurnsWithAViewportUpsideDown) {
    Scene scene(kSize, kSize);
    scene.state.viewports[0] = {0, float(kSize), float(kSize), -float(kSize), 0, 1};
    scene.setUp(clockwise());
    ASSERT_EQ(scene.arena.primitives().size(), 1u);
    EXPECT_EQ(scene.arena.primitives()[0]->data.frontFacing, 1u); // Counter-clockwise now.
    const Counters counts = scene.count();
    EXPECT_EQ(counts.at(5, kSize - 6, 0), 1u);
    EXPECT_EQ(counts.at(5, 5, 0), 0u);
}

TEST(RasterSetup, RowsOfAnyLaneCountAreTheSame) {
    std::mt19937 random(31);
    std::vector<TestVertex> vertices;
    for (int i = 0; i < 60; ++i) {
        vertices.push_back(atPixel(random() % kSize, random() % kSize, kSize, kSize));
        vertices.back().varyings = {float(random() % 100)};
    }
    std::vector<uint32_t> numbers(60);
    for (uint32_t& number : numbers) {
        number = random() % 60;
    }
    const Interpolation varyings[] = {Interpolation::Smooth};
    Scene scene(kSize, kSize);
    scene.outputs.varyings = varyings;
    std::vector<PrimitiveArena> arenas(3);
    for (uint32_t i = 0; i < 3; ++i) {
        SetupScratch scratch;
        raster::Setup(scene.state, scene.target, scene.outputs)
            .run(TestRows(vertices, 4u << i), numbers, 5, arenas[i], scratch);
    }
    ASSERT_GT(arenas[0].primitives().size(), 5u);
    for (uint32_t i = 1; i < 3; ++i) {
        ASSERT_EQ(arenas[i].primitives().size(), arenas[0].primitives().size());
        for (size_t k = 0; k < arenas[0].primitives().size(); ++k) {
            const Primitive& a = *arenas[0].primitives()[k];
            const Primitive& b = *arenas[i].primitives()[k];
            EXPECT_EQ(a.edges[1].c, b.edges[1].c);
            EXPECT_EQ(a.data.varyings()[0].dx, b.data.varyings()[0].dx);
            EXPECT_EQ(a.data.primitiveId, b.data.primitiveId);
        }
    }
}

TEST(RasterSetup, PrimitiveIdsCountWhatIsDropped) {
    Scene scene(kSize, kSize);
    scene.state.cullFront = true;
    std::vector<TestVertex> vertices = counterClockwise();
    for (const TestVertex& vertex : clockwise()) {
        vertices.push_back(vertex);
    }
    scene.setUp(vertices);
    ASSERT_EQ(scene.arena.primitives().size(), 1u);
    EXPECT_EQ(scene.arena.primitives()[0]->data.primitiveId, 1u);
    EXPECT_EQ(scene.counters.clippingInvocations, 2u);
    EXPECT_EQ(scene.counters.clippingPrimitives, 2u);
}

TEST(RasterSetup, DiscardDrawsNothing) {
    Scene scene(kSize, kSize);
    scene.state.discard = true;
    scene.setUp(clockwise());
    EXPECT_TRUE(scene.arena.primitives().empty());
    // "Controlling Discard": immediately before rasterization, which is behind clipping.
    EXPECT_EQ(scene.counters.clippingInvocations, 1u);
    EXPECT_EQ(scene.counters.clippingPrimitives, 1u);
}

TEST(RasterSetup, ScissorAndAreaBoundWhatIsCovered) {
    Scene scene(kSize, kSize);
    scene.target.area = {0, 0, 40, kSize};
    scene.state.scissors[0] = {10, 20, 50, 30};
    scene.setUp({atPixel(-100, -100, kSize, kSize),
                 atPixel(400, -100, kSize, kSize),
                 atPixel(-100, 400, kSize, kSize)});
    Counters counts(kSize, kSize, 1);
    counts.draw(scene.arena);
    for (int32_t y = 0; y < kSize; ++y) {
        for (int32_t x = 0; x < kSize; ++x) {
            EXPECT_EQ(counts.at(x, y, 0), x >= 10 && x < 40 && y >= 20 && y < 30 ? 1u : 0u);
        }
    }
}

TEST(RasterSetup, PolygonsEndWithTheViewport) {
    Scene scene(kSize, kSize);
    scene.state.viewports[0] = {8, 16, 24, 20, 0, 1};
    scene.setUp({{.x = -3, .y = -3}, {.x = 9, .y = -3}, {.x = -3, .y = 9}});
    const Counters counts = scene.count();
    EXPECT_EQ(counts.total(), 24u * 20u);
    EXPECT_EQ(counts.at(8, 16, 0), 1u);
    EXPECT_EQ(counts.at(31, 35, 0), 1u);
}

TEST(RasterSetup, ViewportsAndLayersComeFromTheProvokingVertex) {
    for (const bool last : {false, true}) {
        Scene scene(kSize, kSize);
        scene.state.provokingLast = last;
        scene.state.viewportCount = 3;
        for (uint32_t i = 1; i < 3; ++i) {
            scene.state.viewports[i] = {16.0f * float(i), 0, 16, 16, 0, 1};
            scene.state.scissors[i] = {0, 0, kSize, kSize};
        }
        scene.outputs.viewportIndex = true;
        scene.outputs.layer = true;
        scene.target.layers = 4;
        std::vector<TestVertex> vertices = {
            {.x = -1, .y = -1}, {.x = 1, .y = -1}, {.x = -1, .y = 1}};
        for (uint32_t i = 0; i < 3; ++i) {
            vertices[i].viewport = i;
            vertices[i].layer = 3 - i;
        }
        scene.setUp(vertices);
        ASSERT_EQ(scene.arena.primitives().size(), 1u);
        const Primitive& primitive = *scene.arena.primitives()[0];
        EXPECT_EQ(primitive.data.viewportIndex, last ? 2u : 0u);
        EXPECT_EQ(primitive.data.layer, last ? 1u : 3u);
        EXPECT_EQ(scene.count().at(33, 1, 0), 1u);
        EXPECT_EQ(scene.count().at(1, 1, 0), last ? 0u : 1u);
        scene.target.layers = 1;
        scene.setUp(vertices);
        EXPECT_TRUE(scene.arena.primitives().empty()); // There is no such layer.
    }
}

TEST(Clipping, CullDistancesDropWhatIsOutsideOfOne) {
    Scene scene(kSize, kSize);
    scene.outputs.clipDistances = 1;
    scene.outputs.cullDistances = 2;
    std::vector<TestVertex> vertices = clockwise();
    const auto drawn = [&] {
        scene.setUp(vertices);
        return scene.count().total();
    };
    const uint64_t whole = drawn();
    vertices[0].distances = {1, -1, 1};
    vertices[1].distances = {1, 1, -1};
    vertices[2].distances = {1, -1, -1};
    EXPECT_EQ(drawn(), whole); // Each is inside of something.
    vertices[1].distances[1] = -0.5f;
    EXPECT_EQ(drawn(), 0u);
}

TEST(Clipping, DepthIsClippedUnlessDisabled) {
    const std::vector<TestVertex> through = {
        {.x = -1, .y = -1, .z = -1}, {.x = 3, .y = -1, .z = 3}, {.x = -1, .y = 3, .z = -1}};
    // z = x on the framebuffer's clip space: from 0 on it is visible.
    Scene scene(kSize, kSize);
    scene.setUp(through);
    EXPECT_EQ(scene.count().total(), uint64_t(kSize) * kSize / 2);
    scene.state.negativeOneToOne = true;
    scene.setUp(through);
    EXPECT_EQ(scene.count().total(), uint64_t(kSize) * kSize);
    scene.state.negativeOneToOne = false;
    scene.state.depthClip = false;
    scene.setUp(through);
    EXPECT_EQ(scene.count().total(), uint64_t(kSize) * kSize);
    EXPECT_EQ(scene.arena.primitives().size(), 1u);
}

TEST(Clipping, DepthLiesInTheViewportsRange) {
    for (const bool negative : {false, true}) {
        Scene scene(kSize, kSize);
        scene.state.negativeOneToOne = negative;
        scene.state.viewports[0].minDepth = 0.75f;
        scene.state.viewports[0].maxDepth = 0.25f;
        std::vector<TestVertex> vertices = clockwise();
        for (TestVertex& vertex : vertices) {
            vertex.z = 0.5f;
        }
        scene.setUp(vertices);
        EXPECT_EQ(scene.arena.primitives()[0]->data.depth.atOrigin, negative ? 0.375f : 0.5f);
    }
}

TEST(DepthBias, IsWhatTheFormulaSays) {
    std::vector<TestVertex> vertices = clockwise();
    vertices[0].z = 0.25f;
    vertices[1].z = 0.5f;
    vertices[2].z = 0.25f;
    const auto plane = [&](const Scene& scene) { return scene.arena.primitives()[0]->data.depth; };
    Scene scene(kSize, kSize);
    scene.setUp(vertices);
    const Plane plain = plane(scene);
    scene.state.depthBias = true;
    scene.state.biasSlope = 3;
    scene.setUp(vertices);
    EXPECT_NEAR(plane(scene).atOrigin - plain.atOrigin, 3 * 0.25 / 56, 1e-6);
    EXPECT_EQ(plane(scene).dx, plain.dx);
    scene.state.biasClamp = 0.01f;
    scene.setUp(vertices);
    EXPECT_NEAR(plane(scene).atOrigin - plain.atOrigin, 0.01, 1e-6);
    scene.state.biasSlope = -3;
    scene.state.biasClamp = -0.005f;
    scene.setUp(vertices);
    EXPECT_NEAR(plane(scene).atOrigin - plain.atOrigin, -0.005, 1e-6);
    scene.state.biasSlope = 0;
    scene.state.biasClamp = 0;
    scene.state.biasConstant = 1024;
    scene.target.biasUnit = 0x1p-16f;
    scene.setUp(vertices);
    EXPECT_EQ(plane(scene).atOrigin - plain.atOrigin, 0x1p-6f);
    // Floats: of the greatest depth, 0.5, the exponent is -1.
    scene.target.biasUnit = 0;
    scene.setUp(vertices);
    EXPECT_EQ(plane(scene).atOrigin - plain.atOrigin, 0x1p-14f);
}

TEST(PolygonMode, LinesAndPointsOfTriangles) {
    std::vector<TestVertex> vertices = clockwise();
    Scene scene(kSize, kSize);
    scene.state.polygonMode = PolygonMode::Line;
    scene.setUp(vertices);
    EXPECT_EQ(scene.arena.primitives().size(), 3u);
    Counters counts = scene.count();
    EXPECT_GE(counts.at(30, 4, 0) + counts.at(30, 3, 0), 1u);
    EXPECT_EQ(counts.at(15, 15, 0), 0u);
    scene.state.polygonMode = PolygonMode::Point;
    scene.outputs.pointSize = true;
    vertices[1].pointSize = 3;
    scene.setUp(vertices);
    EXPECT_EQ(scene.count().total(), 1u + 9u + 1u);
    // Facing and culling are the triangle's.
    EXPECT_EQ(scene.arena.primitives()[0]->data.frontFacing, 0u);
    scene.state.cullBack = true;
    scene.setUp(vertices);
    EXPECT_TRUE(scene.arena.primitives().empty());
}

/// "Any triangle which is not front-facing is back-facing, including zero-area triangles."
TEST(PolygonMode, OutlinesOfTrianglesWithoutArea) {
    std::vector<TestVertex> vertices = clockwise();
    vertices[2] = vertices[1];
    Scene scene(kSize, kSize);
    for (const bool clockwiseIsFront : {false, true}) {
        scene.state.frontIsClockwise = clockwiseIsFront;
        scene.state.cullBack = false;
        scene.state.polygonMode = PolygonMode::Fill;
        scene.setUp(vertices);
        EXPECT_TRUE(scene.arena.primitives().empty());
        scene.state.polygonMode = PolygonMode::Point;
        scene.setUp(vertices);
        ASSERT_EQ(scene.arena.primitives().size(), 3u);
        EXPECT_EQ(scene.arena.primitives()[0]->data.frontFacing, 0u);
        scene.state.polygonMode = PolygonMode::Line;
        scene.setUp(vertices);
        EXPECT_GE(scene.arena.primitives().size(), 2u);
        scene.state.cullBack = true;
        scene.setUp(vertices);
        EXPECT_TRUE(scene.arena.primitives().empty());
    }
}

TEST(Points, CoverASquare) {
    std::mt19937 random(32);
    for (int round = 0; round < 1000; ++round) {
        const uint32_t samples = round % 2 == 0 ? 1 : 4;
        Scene scene(kSize, kSize, samples);
        scene.state.topology = Topology::PointList;
        scene.outputs.pointSize = true;
        const auto x = int32_t(random() % (kSize * 256));
        const auto y = int32_t(random() % (kSize * 256));
        // Any multiple of 1/128.
        const auto half =
            int32_t(std::max<uint32_t>(128, random() % (round % 3 == 0 ? 600 : 9000)));
        TestVertex vertex = atPixel(x / 256.0, y / 256.0, kSize, kSize);
        vertex.pointSize = float(half) / 128;
        scene.setUp({vertex});
        const Counters counts = scene.count();
        for (int32_t j = 0; j < kSize; ++j) {
            for (int32_t i = 0; i < kSize; ++i) {
                for (uint32_t sample = 0; sample < samples; ++sample) {
                    const int32_t sampleX = i * 256 + (samples == 1 ? 128 : kSampleX[sample]);
                    const int32_t sampleY = j * 256 + (samples == 1 ? 128 : kSampleY[sample]);
                    const bool inside = sampleX >= x - half && sampleX < x + half &&
                                        sampleY >= y - half && sampleY < y + half;
                    ASSERT_EQ(counts.at(i, j, sample), uint32_t(inside)) << round;
                }
            }
        }
    }
}

TEST(Points, AreClampedAndClippedByTheirCentre) {
    Scene scene(kSize, kSize);
    scene.state.topology = Topology::PointList;
    scene.outputs.pointSize = true;
    std::vector<TestVertex> vertices = {atPixel(10.5, 10.5, kSize, kSize)};
    const auto drawn = [&](float size) {
        vertices[0].pointSize = size;
        scene.setUp(vertices);
        return scene.count().total();
    };
    EXPECT_EQ(drawn(0), 1u);
    EXPECT_EQ(drawn(-5), 1u);
    EXPECT_EQ(drawn(std::numeric_limits<float>::quiet_NaN()), 1u);
    EXPECT_EQ(drawn(std::numeric_limits<float>::infinity()), uint64_t(kSize) * kSize);
    EXPECT_EQ(drawn(5), 25u);
    vertices[0] = atPixel(-1, 10.5, kSize, kSize);
    EXPECT_EQ(drawn(5), 0u);
    scene.outputs.pointSize = false;
    vertices[0] = atPixel(10.5, 10.5, kSize, kSize);
    EXPECT_EQ(drawn(5), 1u);
}

TEST(Bins, KeepTheOrderWithinEachTile) {
    std::mt19937 random(33);
    constexpr int32_t kWide = 1000;
    Scene scene(kWide, kWide);
    std::vector<TestVertex> vertices;
    for (int i = 0; i < 900; ++i) {
        vertices.push_back(atPixel(random() % kWide, random() % kWide, kWide, kWide));
    }
    scene.setUp(vertices);
    Bins bins;
    for (int round = 0; round < 2; ++round) { // And again, with the same memory.
        bins.build(scene.arena.primitives());
        for (int32_t y = -1; y < 18; ++y) {
            for (int32_t x = -1; x < 18; ++x) {
                const auto tile = bins.tile(x, y);
                for (size_t i = 1; i < tile.size(); ++i) {
                    ASSERT_LT(tile[i - 1]->data.primitiveId, tile[i]->data.primitiveId);
                }
                // None is missing.
                for (const Primitive* primitive : scene.arena.primitives()) {
                    const TileCoverage coverage(*primitive, x * kTile_px, y * kTile_px, 1);
                    uint32_t blocks = 0;
                    coverage.forEachBlock([&](int32_t, int32_t, const uint16_t*) { ++blocks; });
                    if (blocks > 0) {
                        ASSERT_TRUE(std::find(tile.begin(), tile.end(), primitive) != tile.end());
                    }
                }
            }
        }
    }
    bins.build({});
    EXPECT_EQ(bins.tiles().x0, bins.tiles().x1);
    EXPECT_TRUE(bins.tile(0, 0).empty());
}

TEST(PrimitiveArena, KeepsItsMemory) {
    PrimitiveArena arena;
    for (int i = 0; i < 5000; ++i) {
        arena.append(20).data.primitiveId = uint32_t(i);
    }
    for (int i = 0; i < 5000; ++i) {
        ASSERT_EQ(arena.primitives()[size_t(i)]->data.primitiveId, uint32_t(i));
    }
    const size_t memory_B = arena.memory_B();
    for (int round = 0; round < 3; ++round) {
        arena.clear();
        EXPECT_TRUE(arena.primitives().empty());
        for (int i = 0; i < 5000; ++i) {
            arena.append(20);
        }
    }
    EXPECT_EQ(arena.memory_B(), memory_B);
}

/// Positions of any bits: nothing outside of the area is covered, and nothing breaks.
TEST(Fuzz, AnyPositionsStayWithinBounds) {
    std::mt19937 random(34);
    const auto number = [&]() -> float {
        switch (random() % 8) {
        case 0:
            return std::bit_cast<float>(uint32_t(random()));
        case 1: {
            const float special[] = {0.0f,
                                     -0.0f,
                                     std::numeric_limits<float>::infinity(),
                                     -std::numeric_limits<float>::infinity(),
                                     std::numeric_limits<float>::quiet_NaN(),
                                     std::numeric_limits<float>::max(),
                                     std::numeric_limits<float>::min(),
                                     std::numeric_limits<float>::denorm_min(),
                                     -std::numeric_limits<float>::denorm_min()};
            return special[random() % 9];
        }
        case 2:
            return std::ldexp(float(int32_t(random())), int(random() % 60) - 60);
        default:
            return float(int32_t(random())) * 0x1p-31f * 3;
        }
    };
    const Interpolation varyings[] = {Interpolation::Smooth, Interpolation::NoPerspective};
    for (int round = 0; round < 20000; ++round) {
        Scene scene(kSize, kSize, random() % 2 == 0 ? 1 : 4);
        RasterState& state = scene.state;
        state.topology = std::array{
            Topology::PointList, Topology::LineStrip, Topology::TriangleList}[random() % 3];
        state.depthClip = random() % 2 == 0;
        state.negativeOneToOne = random() % 2 == 0;
        state.depthBias = random() % 2 == 0;
        state.biasSlope = number();
        state.polygonMode = PolygonMode(random() % 3);
        state.lineMode = LineMode(random() % 3);
        state.lineWidth_px = random() % 2 == 0 ? 1 : number();
        state.stippled = random() % 4 == 0;
        state.stippleFactor = 1 + random() % 256;
        state.viewportCount = 2;
        state.viewports[1] = {
            number(), number(), number() * 100, number() * 100, number(), number()};
        state.scissors[1] = {0, 0, 1 << 30, 1 << 30};
        scene.outputs.varyings = varyings;
        scene.outputs.clipDistances = uint8_t(random() % 5);
        scene.outputs.cullDistances = uint8_t(random() % 4);
        scene.outputs.pointSize = scene.outputs.layer = scene.outputs.viewportIndex = true;
        scene.outputs.readsClipDistance = scene.outputs.readsPointCoord = true;
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 12; ++i) {
            TestVertex vertex = {.x = number(),
                                 .y = number(),
                                 .z = number(),
                                 .w = number(),
                                 .pointSize = number(),
                                 .layer = random() % 8 == 0 ? uint32_t(random()) : 0,
                                 .viewport = random() % 8 == 0 ? uint32_t(random())
                                                               : uint32_t(random() % 2),
                                 .varyings = {number(), number()}};
            for (float& distance : vertex.distances) {
                distance = random() % 4 == 0 ? number() : 1;
            }
            vertices.push_back(vertex);
        }
        scene.setUp(vertices);
        for (const Primitive* primitive : scene.arena.primitives()) {
            const Rectangle& bounds = primitive->bounds;
            ASSERT_TRUE(bounds.x0 >= 0 && bounds.y0 >= 0 && bounds.x1 <= kSize &&
                        bounds.y1 <= kSize && bounds.x0 < bounds.x1 && bounds.y0 < bounds.y1);
        }
        scene.count(); // Checks that pixels lie within the area.
        ASSERT_FALSE(testing::Test::HasFatalFailure()) << round;
    }
}

} // namespace
} // namespace cpu::raster::test
