// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

/// One dispatch of 256 invocations; r[] has `count` words, of which `initial` come first.
Words atomics(const std::string& body,
              Words initial,
              uint32_t count,
              const std::string& before = {}) {
    initial.resize(count);
    Dispatch dispatch;
    dispatch.buffers.push_back({initial});
    dispatch.groups = {4, 1, 1};
    return run(before +
                   "layout(local_size_x = 64) in;\n"
                   "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                   "void main() { uint i = gl_GlobalInvocationID.x;\n" +
                   body + "}\n",
               dispatch)[0];
}

TEST(Atomic, buffers) {
    const Words r =
        atomics("atomicAdd(r[0], i); atomicMax(r[1], i * 7u % 251u); atomicMin(r[2], i + 5u);"
                "atomicOr(r[3], 1u << (i & 31u)); atomicAnd(r[4], ~(1u << (i & 15u)));"
                "atomicXor(r[5], i); if (i % 3u == 0u) atomicAdd(r[6], 1u);"
                "atomicMin(r[7], i); atomicAdd(r[8 + i % 4u], 1u);",
                {0, 0, ~0u, 0, ~0u, 0, 0, 12},
                16);
    EXPECT_EQ(r[0], 255u * 256 / 2);
    EXPECT_EQ(r[1], 250u);
    EXPECT_EQ(r[2], 5u);
    EXPECT_EQ(r[3], ~0u);
    EXPECT_EQ(r[4], 0xffff0000u);
    EXPECT_EQ(r[5], 0u);
    EXPECT_EQ(r[6], 86u);
    EXPECT_EQ(r[7], 0u);
    EXPECT_EQ(r[8], 64u);
    EXPECT_EQ(r[11], 64u);
}

TEST(Atomic, resultsAreWhatWasThere) {
    // Lanes go in order, so that the results are known.
    const Words r = atomics("r[64 + i] = atomicAdd(r[0], 2u);", {5}, 320);
    for (uint32_t i = 0; i < 256; ++i) {
        EXPECT_EQ(r[64 + i], 5 + 2 * i);
    }
}

TEST(Atomic, oneCounterForSomeLanes) {
    const Words r = atomics("if (i % 5u < 2u) r[64 + i] = atomicAdd(r[0], i); else if (i > 99u) {"
                            " r[64 + i] = uint(atomicAdd(s, -int(i))); }",
                            {1000},
                            320,
                            "shared int s;\n");
    uint32_t sum = 1000;
    for (uint32_t i = 0; i < 256; ++i) {
        if (i % 5 < 2) {
            EXPECT_EQ(r[64 + i], sum) << i;
            sum += i;
        }
    }
    EXPECT_EQ(r[0], sum);
    // Differences of shared memory, whose start is undefined.
    EXPECT_EQ(r[64 + 102] - r[64 + 103], 102u);
    EXPECT_EQ(r[64 + 104] - r[64 + 107], 104u);
}

TEST(Atomic, exchange) {
    const Words r = atomics("r[64 + i] = atomicExchange(r[0], i); atomicCompSwap(r[1], i, i + 1u);"
                            "if (atomicCompSwap(r[2], 7u, 9u) == 7u) r[3] = i;",
                            {1000, 0, 7, 99},
                            320);
    EXPECT_EQ(r[64], 1000u);
    for (uint32_t i = 1; i < 256; ++i) {
        EXPECT_EQ(r[64 + i], i - 1);
    }
    EXPECT_EQ(r[0], 255u);
    EXPECT_EQ(r[1], 256u);
    EXPECT_EQ(r[2], 9u);
    EXPECT_EQ(r[3], 0u);
}

TEST(Atomic, outsideOfTheBufferNothingHappens) {
    const Words r = atomics("r[i & 7u] = atomicAdd(r[1000u + i * 64u], 1u) + 7u;", {}, 8);
    for (uint32_t word : r) {
        EXPECT_EQ(word, 7u);
    }
}

TEST(Atomic, sharedMemory) {
    const Words r =
        atomics("if (gl_LocalInvocationIndex == 0u) { sum = 0u; least = 50; } barrier();"
                "atomicAdd(sum, i); atomicMin(least, int(i) - 100); barrier();"
                "r[i] = sum + uint(least + 1000) * 65536u;",
                {},
                256,
                "shared uint sum; shared int least;\n");
    for (uint32_t i = 0; i < 256; ++i) {
        const uint32_t group = i / 64, first = group * 64;
        const uint32_t sum = 64 * first + 63 * 32;
        const int least = std::min(50, int(first) - 100);
        ASSERT_EQ(r[i], sum + uint32_t(least + 1000) * 65536u);
    }
}

TEST(Atomic, wide) {
    Dispatch dispatch;
    dispatch.buffers.push_back({Words(16)});
    dispatch.groups = {4, 1, 1};
    const Words r =
        run("#extension GL_EXT_shader_atomic_int64 : require\n"
            "#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n"
            "layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint64_t r[]; };\n"
            "void main() { uint64_t i = gl_GlobalInvocationID.x;\n"
            "atomicAdd(r[0], i << 30); atomicMax(r[1], i << 40); atomicXor(r[2], i << 60);}\n",
            dispatch)[0];
    const uint64_t sum = uint64_t(255 * 128) << 30;
    EXPECT_EQ(r[0], uint32_t(sum));
    EXPECT_EQ(r[1], uint32_t(sum >> 32));
    EXPECT_EQ(r[3], 255u << 8);
}

} // namespace
} // namespace cpu::shader::test
