// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/harness_test.h"

#include <gtest/gtest.h>

/// Shaders that are told to end before they begin: those that need not look do not notice.
namespace cpu::shader::test {
namespace {

/// What is left of 64 words in a buffer of zeros, of which r[64] is what nobody who compiles knows.
/// i is the invocation.
Words interrupted(const std::string& body) {
    Dispatch dispatch;
    dispatch.buffers.push_back({Words(65)});
    dispatch.interrupted = true;
    Words words = run("#version 450\nlayout(local_size_x = 64) in;\n"
                      "layout(set = 0, binding = 0) buffer Words { uint r[]; };\n"
                      "shared uint others[64];\n"
                      "void main() { uint i = gl_LocalInvocationIndex;\n" +
                          body + "}",
                      dispatch)[0];
    words.resize(64);
    return words;
}

const Words kNothing(64);
const Words kSevens(64, 7);

TEST(Interruption, EndsLoopsThatNeverEnd) {
    EXPECT_EQ(interrupted("while (r[64] == 0u) { atomicAdd(r[64], 0u); } r[i] = 7u;"), kNothing);
}

TEST(Interruption, EndsLoopsThatOneInvocationNeverLeaves) {
    EXPECT_EQ(interrupted("uint k = r[64]; while (k != 1u || i == 5u) { k = 1u; } r[i] = 7u;"),
              kNothing);
}

TEST(Interruption, EndsLoopsWithoutMemory) {
    EXPECT_EQ(interrupted("uint k = r[64]; while (k != 1u) { k = k * 4u + 2u; } r[i] = k;"),
              kNothing);
}

TEST(Interruption, EndsLoopsWithBarriers) {
    EXPECT_EQ(interrupted("while (r[64] == 0u) { others[i] = i; barrier(); } r[i] = 7u;"),
              kNothing);
}

TEST(Interruption, EndsNestsOfShortLoops) {
    EXPECT_EQ(interrupted("uint k = r[64];\n"
                          "for (uint a = 0u; a < 1000u; ++a) for (uint b = 0u; b < 1000u; ++b)\n"
                          "    { k = (k ^ a) * 5u + b; r[i] = 0u; }\n"
                          "r[i] = k | 1u;"),
              kNothing);
}

TEST(Interruption, IsNotNoticedWithoutLoops) {
    EXPECT_EQ(interrupted("if (r[64] == 0u) { r[i] = 7u; }"), kSevens);
}

TEST(Interruption, IsNotNoticedInShortLoops) {
    EXPECT_EQ(interrupted("uint k = 7u; for (uint a = 0u; a < 20u; ++a) { k += r[64] * a; }"
                          " r[i] = k;"),
              kSevens);
    EXPECT_EQ(interrupted("uint k = 7u; for (uint a = 0u; a < 20u && k == 7u; ++a)"
                          " { k += r[64] * a; } r[i] = k;"),
              kSevens);
}

/// Atomics and what is written to places of its own by each lane are loops inside.
TEST(Interruption, IsNotNoticedInLoopsOverLanes) {
    EXPECT_EQ(interrupted("uint other = atomicAdd(others[i % 3u], 0u) & r[64]; barrier();"
                          "r[(i * 37u) % 64u] = 7u + other;"),
              kSevens);
}

} // namespace
} // namespace cpu::shader::test
