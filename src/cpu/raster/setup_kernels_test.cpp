// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/kernels/kernel_library.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

namespace cpu::raster::test {
namespace {

constexpr int32_t kSize = 256;

template <typename Function>
void find(const char* name, Level level, Function& to) {
    to = reinterpret_cast<Function>(kernels::kernel(name, level));
    ASSERT_NE(to, nullptr) << name;
}

SetupKernels kernelsOf(Level level) {
    SetupKernels kernels;
    find("place_vertices", level, kernels.placeVertices);
    find("sort_triangles", level, kernels.sortTriangles);
    find("set_up_triangles", level, kernels.setUpTriangles);
    return kernels;
}

/// What can be read of primitives, bit by bit.
class Dump {
public:
    Dump(const VertexOutputs& outputs, const PrimitiveArena& arena) : m_outputs(outputs) {
        for (Primitive* primitive : arena.primitives()) {
            add(*primitive);
        }
    }
    bool operator==(const Dump& other) const { return m_bytes == other.m_bytes; }

private:
    template <typename T>
    void put(const T& value) {
        const auto* const bytes = reinterpret_cast<const uint8_t*>(&value);
        m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof value);
    }
    void add(Primitive& primitive) {
        const PrimitiveData& data = primitive.data;
        put(primitive.bounds);
        put(primitive.edgeCount);
        put(primitive.wholePixels);
        put(primitive.stippled);
        for (uint32_t i = 0; i < primitive.edgeCount; ++i) {
            put(primitive.edges[i]);
        }
        put(data.originX);
        put(data.originY);
        put(data.depth);
        put(data.inverseW);
        put(data.frontFacing);
        put(data.primitiveId);
        put(data.layer);
        put(data.viewportIndex);
        if (m_outputs.readsPointCoord) {
            put(data.pointCoord);
        }
        for (uint32_t i = 0; i < m_outputs.clipDistances + m_outputs.cullDistances; ++i) {
            if (m_outputs.readsClipDistance) {
                put(data.clipDistance[i]);
            }
        }
        for (uint32_t i = 0; i < m_outputs.varyings.size(); ++i) {
            if (m_outputs.varyings[i] != Interpolation::None) {
                put(primitive.planes()[i]);
            }
        }
    }

    const VertexOutputs& m_outputs;
    std::vector<uint8_t> m_bytes;
};

/// A batch of triangles with random state.
class Batch {
public:
    explicit Batch(uint32_t seed) : m_random(seed) {
        chooseState();
        const uint32_t count = 3 + m_random() % 70;
        // From less than a pixel to beyond the guard band.
        const float reach = std::ldexp(1.0f, int(m_random() % 18) - 9);
        const float center[2] = {number(-1, 1), number(-1, 1)};
        for (uint32_t i = 0; i < count; ++i) {
            m_vertices.push_back(vertex(center, reach));
        }
        const uint32_t triangles = m_random() % 100;
        for (uint32_t i = 0; i < 3 * triangles; ++i) {
            m_corners.push_back(m_random() % count);
        }
    }

    struct Result {
        Dump dump;
        SetupCounters counters;
        size_t count;
    };
    Result run(uint32_t lanes, const SetupKernels& kernels) const {
        const Setup setup(m_state, m_target, m_outputs);
        PrimitiveArena arena;
        SetupScratch scratch{.kernels = kernels};
        const SetupCounters counters =
            setup.run(TestRows(m_vertices, lanes), m_corners, 7, arena, scratch);
        return {Dump(m_outputs, arena), counters, arena.primitives().size()};
    }

private:
    bool flip() { return m_random() % 2 != 0; }
    float number(float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(m_random);
    }

    void chooseState() {
        m_state = rasterState(kSize, kSize);
        m_state.viewports[0].minDepth = flip() ? 0 : 0.75f;
        if (flip()) {
            m_state.viewports[0] = {3.25f, kSize - 7.5f, kSize - 20.0f, -kSize + 19.0f, 1, 0};
        }
        m_state.scissors[0] = {int32_t(m_random() % 90), int32_t(m_random() % 90), kSize, kSize};
        m_state.depthClip = flip();
        m_state.negativeOneToOne = flip();
        m_state.cullFront = m_random() % 4 == 0;
        m_state.cullBack = m_random() % 4 == 0;
        m_state.frontIsClockwise = flip();
        m_state.provokingLast = flip();
        m_state.discard = m_random() % 16 == 0;
        m_state.depthBias = m_random() % 4 == 0;
        m_state.biasConstant = 2;
        m_state.biasSlope = 1.5f;
        m_state.biasClamp = 0.01f;
        m_target = {{0, 0, kSize, kSize}, 1, flip() ? 1u : 4u};
        constexpr Interpolation kKinds[] = {Interpolation::None,
                                            Interpolation::Smooth,
                                            Interpolation::NoPerspective,
                                            Interpolation::Flat};
        m_varyings.resize(m_random() % 12);
        for (Interpolation& varying : m_varyings) {
            varying = kKinds[m_random() % 4];
        }
        m_outputs.varyings = m_varyings;
        if (m_random() % 4 == 0) {
            m_outputs.clipDistances = uint8_t(m_random() % 5);
            m_outputs.cullDistances = uint8_t(m_random() % 4);
        }
        m_outputs.readsClipDistance = flip();
        m_outputs.readsPointCoord = flip();
    }

    TestVertex vertex(const float (&center)[2], float reach) {
        TestVertex vertex;
        vertex.w = m_random() % 4 == 0 ? number(-0.2f, 2) : 1;
        vertex.x = center[0] + number(-reach, reach);
        vertex.y = center[1] + number(-reach, reach);
        vertex.z = number(-0.1f, 1.1f);
        constexpr float kOdd[] = {0.0f,
                                  -0.0f,
                                  1e-40f,
                                  3e38f,
                                  std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
        if (m_random() % 24 == 0) {
            float* const of[] = {&vertex.x, &vertex.y, &vertex.z, &vertex.w};
            *of[m_random() % 4] = kOdd[m_random() % 6];
        }
        for (float& distance : vertex.distances) {
            distance = m_random() % 32 == 0 ? kOdd[m_random() % 6] : number(-0.3f, 2);
        }
        // Those behind have no rows.
        for (size_t i = 0; i + 1 < m_varyings.size() + m_varyings.size() % 2; ++i) {
            vertex.varyings.push_back(number(-100, 100));
        }
        return vertex;
    }

    std::mt19937 m_random;
    RasterState m_state;
    Target m_target;
    std::vector<Interpolation> m_varyings;
    VertexOutputs m_outputs;
    std::vector<TestVertex> m_vertices;
    std::vector<uint32_t> m_corners;
};

TEST(SetupKernels, GiveTheSameBitsAsTrianglesOneByOne) {
    for (const Level level : kernels::levelsHere()) {
        const SetupKernels kernels = kernelsOf(level);
        uint64_t primitives = 0;
        uint64_t clipped = 0;
        for (uint32_t seed = 0; seed < 3000; ++seed) {
            const Batch batch(seed);
            const Batch::Result one = batch.run(lanesOf(level), {});
            const Batch::Result many = batch.run(lanesOf(level), kernels);
            ASSERT_EQ(many.count, one.count) << int(level) << ' ' << seed;
            ASSERT_TRUE(many.dump == one.dump) << int(level) << ' ' << seed;
            ASSERT_EQ(many.counters.clippingInvocations, one.counters.clippingInvocations);
            ASSERT_EQ(many.counters.clippingPrimitives, one.counters.clippingPrimitives);
            primitives += one.count;
            clipped += one.counters.clippingInvocations > one.counters.clippingPrimitives;
        }
        EXPECT_GT(primitives, 20000u);
        EXPECT_GT(clipped, 1000u);
    }
}

} // namespace
} // namespace cpu::raster::test
