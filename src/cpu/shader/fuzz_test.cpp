// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/mutation_test.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

/// Modules with changed words: each is compiled or refused, and nothing else happens. The seed and
/// the range of rounds come from GLISSADE_FUZZ_SEED, GLISSADE_FUZZ_FIRST and GLISSADE_FUZZ_ROUNDS.
namespace cpu::shader::test {
namespace {

const char* const kShaders[] = {
    "layout(local_size_x = 8) in; struct S { mat2 m; uint b[2]; };\n"
    "layout(std430, binding = 0) buffer R { uint r[]; };\n"
    "layout(std140, binding = 1) uniform U { S s[3]; vec3 v; };\n"
    "shared uint t[8]; const uint kTable[4] = uint[](1, 2, 3, 4);\n"
    "uint f(inout uint x, uint y) { if (x > y) return y; x += 1u; return x * 2u; }\n"
    "void main() { uint i = gl_LocalInvocationIndex; uint a[3]; a[i % 3u] = i; S c = s[i % 3u];\n"
    "for (uint k = 0u; k < i; ++k) { switch (k % 4u) { case 0u: continue; case 1u: a[0] += 1u;\n"
    "case 2u: a[1] ^= kTable[k % 4u]; break; default: if (a[2] > 9u) return; } }\n"
    "t[i] = f(a[0], a[1]); barrier(); r[i] = t[7u - i] + c.b[1] + uint(c.m[1].x + v.z); }",

    "layout(local_size_x_id = 1) in; layout(constant_id = 2) const int kCount = 3;\n"
    "layout(std430, binding = 0) buffer R { uvec4 r[]; } many[2];\n"
    "layout(push_constant) uniform P { int which; vec2 v[2]; };\n"
    "void main() { uint i = gl_GlobalInvocationID.x; vec4 s = vec4(0); int k = 0;\n"
    "do { s.xy += v[k & 1] * float(k) / (s.z + 1.5); s.zw = sqrt(abs(s.yx)); ++k; }\n"
    "while (k < kCount * 2 && s.x < 100.0);\n"
    "many[which].r[i] = floatBitsToUint(clamp(s, vec4(-1), vec4(9)));\n"
    "many[0].r.length(); if (any(lessThan(s, vec4(3)))) many[1].r[i].y = atomicAdd("
    "many[0].r[0].x, 3u); }",
};

TEST(Fuzz, changedModulesAreCompiledOrRefused) {
    const uint64_t seed = setting("GLISSADE_FUZZ_SEED", 1);
    const uint64_t rounds = setting("GLISSADE_FUZZ_ROUNDS", 1500);
    Dispatch dispatch;
    dispatch.buffers.push_back({Words(64), BindingKind::StorageBuffer, 2});
    dispatch.buffers.push_back({Words(64), BindingKind::UniformBuffer});
    std::vector<Words> originals;
    for (const char* glsl : kShaders) {
        originals.push_back(compileGlsl(glsl));
        originals.push_back(compileGlsl(glsl, true));
    }
    uint64_t compiled = 0;
    for (uint64_t round = setting("GLISSADE_FUZZ_FIRST", 0); round < rounds; ++round) {
        std::mt19937_64 random(seed * 1'000'003 + round);
        Words words = originals[round % originals.size()];
        mutate(words, random);
        if (std::getenv("GLISSADE_FUZZ_VERBOSE")) {
            std::fprintf(stderr, "round %llu\n", static_cast<unsigned long long>(round));
        }
        const auto image = compileWords(words, dispatch, levels()[round % levels().size()]);
        const auto copied = copyWords(words, dispatch, levels()[round % levels().size()]);
        EXPECT_EQ(image.ok(), copied.ok()) << "round " << round;
        if (image) {
            ++compiled;
        } else {
            EXPECT_FALSE(image.error().message.empty());
            if (std::getenv("GLISSADE_FUZZ_VERBOSE")) {
                std::fprintf(stderr, "%s\n", image.error().message.c_str());
            }
            EXPECT_EQ(image.error().message.find("invalid IR"), std::string::npos)
                << "round " << round << ": " << image.error().message;
        }
    }
    RecordProperty("compiled", int(compiled));
    EXPECT_GT(compiled, rounds / 50);
}

TEST(Fuzz, emptyAndForeignWordsAreRefused) {
    const Dispatch dispatch;
    EXPECT_FALSE(compileWords({}, dispatch, Level::V2));
    EXPECT_FALSE(compileWords({1, 2, 3, 4, 5, 6}, dispatch, Level::V2));
    EXPECT_FALSE(compileWords({0x07230203, 0x10000, 0, 0xffffffff, 0}, dispatch, Level::V2));
    Words words = compileGlsl(kShaders[0]);
    words.push_back(0);
    EXPECT_FALSE(compileWords(words, dispatch, Level::V2));
}

} // namespace
} // namespace cpu::shader::test
