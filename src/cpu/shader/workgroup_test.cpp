// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

TEST(Workgroup, prefixSumAcrossBarriers) {
    for (const uint32_t size : {1u, 7u, 16u, 48u, 200u}) {
        Dispatch dispatch{.exact = true};
        dispatch.groups = {3, 1, 1};
        dispatch.buffers.push_back({Words(size * 3)});
        const std::string n = std::to_string(size);
        const Words words =
            run("layout(local_size_x = " + n + ") in;\n" +
                    "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                    "shared uint s[2][" +
                    n + "];\n" +
                    "void main() { uint i = gl_LocalInvocationID.x; uint from = 0u;\n"
                    "s[0][i] = i * i + gl_WorkGroupID.x;\n"
                    "for (uint step = 1u; step < " +
                    n +
                    "u; step *= 2u) { barrier();\n"
                    "s[1u - from][i] = s[from][i] + (i >= step ? s[from][i - step] : 0u);\n"
                    "from = 1u - from; } r[gl_GlobalInvocationID.x] = s[from][i]; }",
                dispatch)[0];
        for (uint32_t group = 0; group < 3; ++group) {
            uint32_t sum = 0;
            for (uint32_t i = 0; i < size; ++i) {
                sum += i * i + group;
                ASSERT_EQ(words[group * size + i], sum) << size << " " << i;
            }
        }
    }
}

TEST(Workgroup, valuesLiveAcrossBarriers) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    const Words words =
        run("layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "shared uint s[64];\n"
            "uint read(uint at) { barrier(); return s[at]; }\n"
            "void main() { uint i = gl_LocalInvocationID.x; uint a[5];\n"
            "bool odd = (i & 1u) != 0u; a[i % 5u] = i * 3u; float f = float(i) * 0.5;\n"
            "s[i] = i + 100u; uint x = read(63u - i);\n"
            "barrier(); if (odd) s[i] = x; barrier();\n"
            "uint y = read(i ^ 1u);\n"
            "r[i] = x + y * 1000u + a[i % 5u] * 1000000u + uint(f * 2.0) +"
            " (odd ? 7u : 0u); }",
            dispatch)[0];
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t x = 163 - i;
        const uint32_t other = i ^ 1;
        const uint32_t y = other & 1 ? 163 - other : other + 100;
        ASSERT_EQ(words[i], x + y * 1000 + i * 3 * 1000000 + i + (i & 1 ? 7 : 0)) << i;
    }
}

TEST(Workgroup, barriersInUniformControlFlow) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(128)});
    dispatch.groups = {2, 1, 1};
    const Words words = run(
        "layout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) buffer R { uint r[]; };\n"
        "shared uint total; shared uint turn;\n"
        "void main() { uint i = gl_LocalInvocationID.x; if (i == 0u) { total = 0u; turn = 0u; }\n"
        "barrier(); if (gl_WorkGroupID.x == 1u) { for (;;) { if (turn == i) { total += i; "
        "}\n"
        "barrier(); if (i == 5u) turn += 1u; barrier(); if (turn == 64u) break; } }\n"
        "else { if (i == 63u) total = 9u; barrier(); }\n"
        "r[gl_GlobalInvocationID.x] = total; }",
        dispatch)[0];
    for (uint32_t i = 0; i < 64; ++i) {
        ASSERT_EQ(words[i], 9u);
        ASSERT_EQ(words[64 + i], 63u * 64 / 2);
    }
}

TEST(Workgroup, barriersInDivergentControlFlowEnd) {
    // Undefined for the shader; the process must not care.
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    const Words spirv = compileGlsl("layout(local_size_x = 64) in;\n"
                                    "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                                    "void main() { uint i = gl_LocalInvocationID.x;\n"
                                    "if (i > 20u) { barrier(); r[i] = 1u; barrier(); } else if (i <"
                                    " 3u) return; for (uint k = 0u; k < i % 7u; ++k) barrier();"
                                    " r[i] += 1u; }");
    for (const Level level : levels()) {
        auto image = compileWords(spirv, dispatch, level);
        ASSERT_TRUE(image) << image.error().message;
        Dispatch own = dispatch;
        execute(*image, own);
        EXPECT_EQ(own.buffers[0].words[40], 2u);
    }
}

TEST(Workgroup, builtIns) {
    Dispatch dispatch{.exact = true};
    dispatch.groups = {2, 3, 2};
    const uint32_t invocations = 5 * 3 * 2;
    dispatch.buffers.push_back({Words(invocations * 12 * 8)});
    const Words words =
        run("#extension GL_KHR_shader_subgroup_basic : enable\n"
            "layout(local_size_x = 5, local_size_y = 3, local_size_z = 2) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "void main() { uvec3 g = gl_GlobalInvocationID; uvec3 n = gl_NumWorkGroups;\n"
            "uint group = gl_WorkGroupID.x + n.x * (gl_WorkGroupID.y + n.y * gl_WorkGroupID.z);\n"
            "uint at = (group * 30u + gl_LocalInvocationIndex) * 8u;\n"
            "r[at] = g.x; r[at + 1u] = g.y; r[at + 2u] = g.z; r[at + 3u] = gl_LocalInvocationID.x +"
            " 10u * gl_LocalInvocationID.y + 100u * gl_LocalInvocationID.z;\n"
            "r[at + 4u] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u +"
            " gl_WorkGroupSize.z; r[at + 5u] = gl_SubgroupID * 10u + gl_SubgroupInvocationID;"
            "r[at + 6u] = gl_SubgroupSize; r[at + 7u] = gl_NumSubgroups; }",
            dispatch)[0];
    for (uint32_t group = 0; group < 12; ++group) {
        const uint32_t gx = group % 2;
        const uint32_t gy = group / 2 % 3;
        const uint32_t gz = group / 6;
        for (uint32_t n = 0; n < invocations; ++n) {
            const uint32_t x = n % 5;
            const uint32_t y = n / 5 % 3;
            const uint32_t z = n / 15;
            const uint32_t* at = &words[(group * invocations + n) * 8];
            const Words found(at, at + 8);
            ASSERT_EQ(found,
                      (Words{gx * 5 + x,
                             gy * 3 + y,
                             gz * 2 + z,
                             x + 10 * y + 100 * z,
                             532,
                             n / 4 * 10 + n % 4,
                             4,
                             8}));
        }
    }
}

TEST(Workgroup, sizeAndValuesBySpecialization) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(48)});
    dispatch.specialization = {{0, 0, 4}, {7, 4, 4}, {8, 8, 4}, {9, 12, 4}};
    dispatch.specializationData = {24, 5, 0, bits(2.5f)};
    dispatch.groups = {2, 1, 1};
    const Words words =
        run("layout(local_size_x_id = 0) in;\n"
            "layout(constant_id = 7) const int kCount = 3;\n"
            "layout(constant_id = 8) const bool kFlag = true;\n"
            "layout(constant_id = 9) const float kScale = 1.0;\n"
            "layout(constant_id = 10) const uint kDefault = 4;\n"
            "const int kDouble = kCount * 2 + (kFlag ? 100 : 1);\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "void main() { uint i = gl_GlobalInvocationID.x; uint a[kCount];\n"
            "for (int k = 0; k < kCount; ++k) a[k] = k; uint s = 0u;\n"
            "for (int k = 0; k < kCount; ++k) s += a[k];\n"
            "r[i] = s + uint(kDouble) * 100u + (kFlag ? 10000u : 0u) + uint(kScale * 2.0) *"
            " 100000u + kDefault * 1000000u + gl_WorkGroupSize.x * 10000000u; }",
            dispatch)[0];
    for (const uint32_t word : words) {
        EXPECT_EQ(word, 10u + 1100u + 500000u + 4000000u + 240000000u);
    }
}

TEST(Workgroup, memoryCanBeZeroed) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(32)});
    const Words words = run("#extension GL_EXT_null_initializer : enable\n"
                            "layout(local_size_x = 32) in;\n"
                            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                            "shared uint s[32] = {}; struct T { bool b; mat2 m; vec3 v; };\n"
                            "shared T t[2];\n"
                            "void main() { uint i = gl_LocalInvocationID.x;\n"
                            "if (i == 3u) { t[1].m = mat2(1, 2, 3, 4); t[1].b = true; t[0].b ="
                            " false; t[0].v = vec3(5); }\n"
                            "barrier(); r[i] = s[i] + uint(t[1].m[1][0]) + (t[1].b ? 10u : 0u) +"
                            " (t[0].b ? 100u : 0u) + uint(t[0].v[i % 3u]) * 1000u; }",
                            dispatch)[0];
    EXPECT_EQ(words, Words(32, 5013));
}

} // namespace
} // namespace cpu::shader::test
