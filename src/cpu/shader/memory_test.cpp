// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

constexpr char kHead[] = "#extension GL_EXT_scalar_block_layout : enable\n"
                         "#extension GL_EXT_nonuniform_qualifier : enable\n"
                         "#extension GL_EXT_shader_explicit_arithmetic_types : enable\n"
                         "#extension GL_EXT_shader_16bit_storage : enable\n"
                         "#extension GL_EXT_shader_8bit_storage : enable\n"
                         "layout(local_size_x = 64) in;\n"
                         "layout(std430, binding = 0) buffer R { uint r[]; };\n";

Words numbers(uint32_t count, uint32_t first = 0) {
    Words words(count);
    for (uint32_t n = 0; n < count; ++n) {
        words[n] = first + n;
    }
    return words;
}

std::string shader(const std::string& declarations, const std::string& body) {
    return kHead + declarations + "void main() { uint i = gl_GlobalInvocationID.x;\n" + body +
           "}\n";
}

TEST(Memory, layoutsOfBlocks) {
    // Each word of the buffers holds its own index: what is read tells from where.
    const std::string members = "uint a; uvec3 b; uint c; uvec2 d[3]; mat3x2 m;"
                                "layout(row_major) mat3x2 t; S s[2];";
    const std::string body =
        "if (i == 0u) { r[0] = a; r[1] = b.x; r[2] = b.z; r[3] = c; r[4] = d[1].x; r[5] = d[2].y;"
        " r[6] = floatBitsToUint(m[2].y); r[7] = floatBitsToUint(m[1][0]);"
        " r[8] = floatBitsToUint(t[2].y); r[9] = floatBitsToUint(t[1][0]); r[10] = s[1].x;"
        " r[11] = floatBitsToUint(s[1].y.y); mat3x2 all = t; r[12] = floatBitsToUint(all[2][1]);"
        " uvec2 copy[3] = d; r[13] = copy[2].x; }";
    struct Case {
        const char* layout;
        BindingKind kind;
        Words expected;
    };
    const Case cases[] = {
        {"layout(std430, binding = 1) readonly buffer",
         BindingKind::StorageBuffer,
         {0, 4, 6, 7, 10, 13, 19, 16, 26, 21, 32, 35, 26, 12}},
        {"layout(std140, binding = 1) uniform",
         BindingKind::UniformBuffer,
         {0, 4, 6, 7, 12, 17, 29, 24, 38, 33, 44, 47, 38, 16}},
        {"layout(scalar, binding = 1) uniform",
         BindingKind::UniformBuffer,
         {0, 1, 3, 4, 7, 10, 16, 13, 22, 18, 26, 28, 22, 9}},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.layout);
        Dispatch dispatch{.exact = true};
        dispatch.buffers.push_back({Words(14)});
        dispatch.buffers.push_back({numbers(64), c.kind});
        const std::string declarations =
            "struct S { uint x; vec2 y; };" + std::string(c.layout) + " B {" + members + "};";
        EXPECT_EQ(run(shader(declarations, body), dispatch)[0], c.expected);
    }
}

TEST(Memory, pushConstants) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.pushConstants = numbers(16, 100);
    const Words words =
        run(shader("layout(push_constant) uniform P { uint a; uvec2 b; uint c[8]; };",
                   "r[i] = a + b.y * 1000u + c[i % 8u] * 1000000u;"),
            dispatch)[0];
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(words[i], 100 + 103 * 1000 + (104 + i % 8) * 1000000);
    }
}

TEST(Memory, anyOrderOfLanes) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.buffers.push_back({numbers(256, 1000)});
    const Words words = run(shader("layout(std430, binding = 1) buffer B { uvec4 v[]; };",
                                   "uint k = (i * 37u) % 64u; uvec4 a = v[k]; uvec4 b = v[5];"
                                   "r[63u - i] = a.x + a.w * 7u + b.z + v[i][i % 4u];"),
                            dispatch)[0];
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t k = i * 37 % 64;
        EXPECT_EQ(words[63 - i],
                  1000 + 4 * k + (1003 + 4 * k) * 7 + 1000 + 22 + 1000 + 4 * i + i % 4);
    }
}

TEST(Memory, readsOutsideAreZeroAndWritesDropped) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(50, 5)});
    dispatch.buffers.push_back({numbers(64, 1), BindingKind::StorageBuffer, 1, 40 * 4});
    dispatch.buffers.push_back({numbers(64, 1), BindingKind::UniformBuffer, 1, 8});
    const Words words = run(
        shader("layout(std430, binding = 1) buffer B { uint b[]; };"
               "layout(std140, binding = 2) uniform U { uint u0; uint u1; uint u2; uvec4 u3; };",
               "uint x = b[i] + b[i * 1000000u] + b[i - 1u] + b[100] + u2 + u3.x;"
               "r[i] = x; b[i * 2u] = 7u; b[i * 3u + 4000000000u] = 1u; r[i + 0xfffffff0u] = x;"),
        dispatch)[0];
    (void)words;
    Dispatch read{.exact = true};
    read.buffers.push_back({Words(64, 5)});
    read.buffers.push_back({numbers(64, 1), BindingKind::StorageBuffer, 1, 40 * 4});
    const Words back = run(shader("layout(std430, binding = 1) buffer B { uint b[]; };",
                                  "r[i] = b[i] + b[i - 8u] * 1000u + b[i * 3u] * 1000000u;"),
                           read)[0];
    const auto b = [](uint32_t at) { return at < 40 ? at + 1 : 0; };
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(back[i], b(i) + b(i - 8) * 1000 + b(i * 3) * 1000000) << i;
    }
}

TEST(Memory, arrayLength) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(4)});
    dispatch.buffers.push_back({numbers(64), BindingKind::StorageBuffer, 1, 16 + 12 * 7 + 5});
    EXPECT_EQ(run(shader("struct S { uint x; uvec2 y; };"
                         "layout(scalar, binding = 1) buffer B { uvec4 head; S s[]; };",
                         "if (i < 4u) r[i] = uint(s.length()) + i;"),
                  dispatch)[0],
              (Words{7, 8, 9, 10}));
}

TEST(Memory, localArraysAreIndexedByLane) {
    const Words words = runBody(
        "uint a[7]; for (uint k = 0u; k < 7u; ++k) a[k] = k * i; a[i % 7u] += 1000u;"
        " uvec4 v = uvec4(1, 2, 3, 4); v[i & 3u] = 50u; S s[3]; s[i % 3u].m[i % 2u] = vec2(i, 2);"
        " s[(i + 1u) % 3u].b[i % 2u] = true; s[i % 3u].b[0] = i % 5u == 0u;"
        " uint n = s[i % 3u].b[0] ? 100000u : 0u;"
        " r[i] = a[(i + 1u) % 7u] + a[i % 7u] + v.x + v[3] + uint(s[i % 3u].m[i % 2u].x) + n;",
        64,
        "struct S { mat2 m; bool b[2]; };\n");
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t v0 = i % 4 == 0 ? 50 : 1;
        const uint32_t v3 = i % 4 == 3 ? 50 : 4;
        EXPECT_EQ(words[i],
                  (i + 1) % 7 * i + i % 7 * i + 1000 + v0 + v3 + i + (i % 5 == 0 ? 100000 : 0))
            << i;
    }
}

TEST(Memory, constantTablesAndPrivateVariables) {
    const Words words = runBody("sum += kTable[i % 5u]; add(i); r[i] = sum + counter;",
                                64,
                                "const uint kTable[5] = uint[](3, 1, 4, 1, 5);\n"
                                "uint sum = 10u; uint counter;\n"
                                "void add(uint x) { if (x % 2u == 0u) sum += x; counter += x; }\n");
    const uint32_t table[] = {3, 1, 4, 1, 5};
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(words[i], 10 + table[i % 5] + (i % 2 == 0 ? i : 0) + i);
    }
}

TEST(Memory, aggregatesAreCopied) {
    const Words words = runBody(
        "P p = P(uvec2(i, 1), uint[3](4, 5, 6)); P q = p; q.a[1] = i; P c[2] = P[2](p, q);"
        " P best = i > 10u ? c[0] : c[1]; p = pass(best); r[i] = p.a[0] * 10000u + p.a[1] * 10u"
        " + p.v.y + (p == q ? 1000000u : 0u);",
        64,
        "struct P { uvec2 v; uint a[3]; };\nP pass(P p) { p.a[0] += p.v.x; return p; }\n");
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t a0 = 4 + i;
        const uint32_t a1 = i > 10 ? 5 : i;
        const bool same = i == 0;
        EXPECT_EQ(words[i], a0 * 10000 + a1 * 10 + 1 + (same ? 1000000 : 0)) << i;
    }
}

TEST(Memory, narrowAndWideTypes) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.buffers.push_back({numbers(64, 0x01020304)});
    dispatch.buffers.push_back({Words(128)});
    const auto results = run(
        shader("layout(std430, binding = 1) buffer B { uint8_t b[]; };"
               "layout(std430, binding = 2) buffer D { uint64_t d[]; };",
               "uint8_t x = b[i * 4u + 1u]; uint16_t y = uint16_t(x) * 2us; b[i * 4u] = uint8_t(i);"
               "d[i] = uint64_t(y) << 33; r[i] = uint(d[i] >> 32) + uint(b[i * 4u]);"),
        dispatch);
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t x = (0x01020304 + i) >> 8 & 0xff;
        EXPECT_EQ(results[0][i], x * 4 + i);
        EXPECT_EQ(results[2][2 * i + 1], x * 4);
    }
}

TEST(Memory, arraysOfDescriptors) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.buffers.push_back({numbers(64, 1000), BindingKind::StorageBuffer, 4});
    dispatch.pushConstants = {2};
    const auto results =
        run(shader("layout(std430, binding = 1) buffer B { uint b[]; } many[4];"
                   "layout(push_constant) uniform P { uint which; };",
                   "uint k = i % 15u; uint x = many[1].b[k] + many[which].b[3];"
                   "x += many[nonuniformEXT(i % 5u)].b[k] * 10u; r[i] = x;"
                   "many[nonuniformEXT(i % 4u)].b[15] = i % 4u;"
                   "x += uint(many[nonuniformEXT(i % 4u)].b.length()); r[i] += x * 2u;"),
            dispatch);
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t x = 1016 + i % 15 + 1035 + (1000 + std::min(i % 5, 3u) * 16 + i % 15) * 10;
        EXPECT_EQ(results[0][i], x + (x + 16) * 2) << i;
    }
    for (uint32_t n = 0; n < 4; ++n) {
        EXPECT_EQ(results[1][n * 16 + 15], n);
    }
}

TEST(Memory, dynamicOffsets) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(4)});
    dispatch.buffers.push_back({numbers(64), BindingKind::UniformBuffer, 1, 16, 128});
    dispatch.buffers.push_back({numbers(64), BindingKind::StorageBuffer, 1, 12, 64});
    EXPECT_EQ(run(shader("layout(std140, binding = 1) uniform U { uvec4 u; uint beyond; };"
                         "layout(std430, binding = 2) buffer B { uint b[]; };",
                         "if (i < 4u) r[i] = u[i] + beyond + b[i] * 100u;"),
                  dispatch)[0],
              (Words{1632, 1733, 1834, 35}));
}

TEST(Memory, dynamicOffsetsShortenWhatLeavesTheBuffer) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(8)});
    dispatch.buffers.push_back({numbers(16), BindingKind::UniformBuffer, 1, 32, 48});
    dispatch.buffers.push_back({numbers(16), BindingKind::StorageBuffer, 1, 12, 56});
    dispatch.buffers.push_back({numbers(16), BindingKind::StorageBuffer, 1, 64, 4000});
    const auto results =
        run(shader("layout(std140, binding = 1) uniform U { uvec4 u[2]; };"
                   "layout(std430, binding = 2) buffer B { uint b[]; };"
                   "layout(std430, binding = 3) buffer C { uint c[]; };",
                   "if (i < 8u) { r[i] = u[i / 4u][i % 4u] * 10000u + b[i] * 100u + c[i] +"
                   " b.length() * 1000000u + c.length(); c[i] = 7u; b[i] = i; }"),
            dispatch);
    EXPECT_EQ(results[0],
              (Words{2121400, 2131500, 2140000, 2150000, 2000000, 2000000, 2000000, 2000000}));
    EXPECT_EQ(results[2][14], 0u);
    EXPECT_EQ(results[2][15], 1u);
    EXPECT_EQ(results[3], numbers(16));
}

/// Whatever lies behind the set's own elements: nothing is bound there.
TEST(Memory, descriptorsBeyondTheSetsOwnCount) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.buffers.push_back(
        {numbers(64, 1000), BindingKind::StorageBuffer, 8, -1, -1, /*present=*/3});
    dispatch.pushConstants = {2, 3, 7, 4000000000};
    const auto results =
        run(shader("layout(std430, binding = 1) buffer B { uint b[]; } many[];"
                   "layout(push_constant) uniform P { uint p[4]; };",
                   "uint x = many[nonuniformEXT(i % 8u)].b[1];"
                   "x += uint(many[nonuniformEXT(i % 8u)].b.length()) * 100u;"
                   "x += many[p[i % 1u]].b[0] * 10000u + many[5].b[0] + many[p[1]].b[i % 8u];"
                   "x += many[p[2]].b[0] + many[p[3]].b[i];"
                   "x += atomicAdd(many[nonuniformEXT(i % 8u)].b[2], 1u) > 0u ? 1000u : 0u;"
                   "x += atomicAdd(many[p[1]].b[2], 1u);"
                   "many[nonuniformEXT(i % 8u)].b[3] = 5u; many[p[2]].b[4] = 6u; r[i] = x;"),
            dispatch);
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t own = i % 8 < 3 ? 1001 + 8 * (i % 8) + 800 + 1000 : 0;
        EXPECT_EQ(results[0][i], own + 10160000) << i;
    }
    for (uint32_t at = 0; at < 64; ++at) {
        const uint32_t changed = at >= 24 ? 1000 + at : at % 8 == 3 ? 5 : 1000 + at;
        if (at % 8 != 2) {
            EXPECT_EQ(results[1][at], changed) << at;
        }
    }
    EXPECT_EQ(results[1][2], 1002 + 8u);
    EXPECT_EQ(results[1][26], 1026u);
}

TEST(Memory, partiallyBoundBuffersThatNoInvocationUses) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.buffers.push_back({numbers(64), BindingKind::StorageBuffer});
    dispatch.buffers.push_back({numbers(64), BindingKind::UniformBuffer});
    dispatch.buffers[1].unmapped = dispatch.buffers[2].unmapped = true;
    dispatch.pushConstants = {0, 100};
    const auto results =
        run(shader("layout(std430, binding = 1) buffer B { uint b[]; };"
                   "layout(std140, binding = 2) uniform U { uvec4 u[16]; };"
                   "layout(push_constant) uniform P { uint on; uint from; };",
                   "uint x = 9u; if (on != 0u) x += b[3]; if (i > from) x += b[5];"
                   "if (i > from) x += b[i]; if (i * 3u > 3u * from) x += u[i & 15u].y;"
                   "if (i > from) x += b[i * 2u]; if (i > from) x += u[on].x; r[i] = x;"),
            dispatch);
    EXPECT_EQ(results[0], Words(64, 9));
}

TEST(Memory, addresses) {
    Dispatch dispatch{.exact = true, .pushAddresses = true};
    dispatch.buffers.push_back({Words(64)});
    dispatch.buffers.push_back({numbers(256)});
    const auto results =
        run(shader("#extension GL_EXT_buffer_reference2 : enable\n"
                   "layout(buffer_reference, std430, buffer_reference_align = 4) buffer N {"
                   " uint x; uint y; uvec2 z; };\n"
                   "layout(push_constant) uniform P { uvec2 r0; N n; };",
                   "N a = n; N b = n + 3; N c = N(uint64_t(n) + uint64_t(i) * 16ul);"
                   "N d = (i & 1u) == 0u ? b : c; c.y = 1000u + i; r[i] = a.x + b.z.y * 10u +"
                   " d.z[i % 2u] * 10000u;"),
            dispatch);
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(results[0][i], 150 + (i % 2 == 0 ? 14 : i * 4 + 3) * 10000) << i;
        EXPECT_EQ(results[1][i * 4 + 1], 1000 + i);
    }
}

TEST(Memory, lastLaneOfAUniformStoreWins) {
    Dispatch dispatch{.exact = true};
    dispatch.buffers.push_back({Words(4)});
    EXPECT_EQ(
        run(shader("", "if (i < 50u) r[1] = i; if (i > 60u && i < 50u) r[2] = 1u;"), dispatch)[0],
        (Words{0, 49, 0, 0}));
}

} // namespace
} // namespace cpu::shader::test
