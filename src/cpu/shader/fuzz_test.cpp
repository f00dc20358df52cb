// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
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

uint64_t setting(const char* name, uint64_t fallback) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : fallback;
}

/// Where the instructions of a module start, by opcode.
std::map<uint32_t, std::vector<size_t>> instructionsOf(const Words& words) {
    std::map<uint32_t, std::vector<size_t>> found;
    for (size_t at = 5; at < words.size() && words[at] >> 16; at += words[at] >> 16) {
        found[words[at] & 0xffff].push_back(at);
    }
    return found;
}

/// Most changes keep the form, so that they get past the validator now and then.
void mutate(Words& words, std::mt19937_64& random) {
    const auto below = [&](size_t bound) { return size_t(random() % bound); };
    const auto instructions = instructionsOf(words);
    for (size_t n = 1 + below(3); n > 0; --n) {
        const auto& same = std::next(instructions.begin(), below(instructions.size()))->second;
        const size_t at = same[below(same.size())];
        const size_t other = same[below(same.size())];
        const size_t length = std::min(words[at] >> 16, words[other] >> 16);
        if (length < 2) {
            continue;
        }
        const size_t operand = 1 + below(length - 1);
        switch (below(8)) {
        case 0:
            words[5 + below(words.size() - 5)] = uint32_t(random());
            break;
        case 1:
            words[at + operand] = uint32_t(below(words[3] + 2));
            break;
        case 2:
            words[at + operand] ^= 1u << below(32);
            break;
        case 3:
            words[at + operand] += below(2) == 0 ? 1 : -1;
            break;
        case 4: // Another opcode of the same length.
            words[at] = (words[at] & 0xffff0000u) | uint32_t(below(400));
            break;
        default: // Another instruction's operand, but for results.
            if (operand != 2 || length == 3) {
                words[at + operand] = words[other + operand];
            }
            break;
        }
    }
    if (below(50) == 0) {
        words.resize(5 + below(words.size() - 5));
    }
}

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
    EXPECT_FALSE(compileWords({}, dispatch, jit::Level::V2));
    EXPECT_FALSE(compileWords({1, 2, 3, 4, 5, 6}, dispatch, jit::Level::V2));
    EXPECT_FALSE(compileWords({0x07230203, 0x10000, 0, 0xffffffff, 0}, dispatch, jit::Level::V2));
    Words words = compileGlsl(kShaders[0]);
    words.push_back(0);
    EXPECT_FALSE(compileWords(words, dispatch, jit::Level::V2));
}

} // namespace
} // namespace cpu::shader::test
