// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/primitive_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace gl {
namespace {

using Vertices = std::vector<uint32_t>;

constexpr GLenum kModes[] = {GL_POINTS,
                             GL_LINES,
                             GL_LINE_STRIP,
                             GL_TRIANGLES,
                             GL_TRIANGLE_STRIP,
                             GL_TRIANGLE_FAN,
                             GL_QUADS,
                             GL_QUAD_STRIP,
                             GL_POLYGON};

/// The basic primitives of one primitive over these vertices.
Vertices drawn(GLenum mode, const Vertices& vertices, bool firstProvokes) {
    const PrimitiveRun run{mode, 0, uint32_t(vertices.size())};
    Vertices indices;
    appendIndices({&run, 1}, 0, firstProvokes, indices);
    std::ranges::transform(indices, indices.begin(), [&](uint32_t i) { return vertices[i]; });
    return indices;
}

Vertices numbers(uint32_t count) {
    Vertices vertices(count);
    std::iota(vertices.begin(), vertices.end(), 0u);
    return vertices;
}

TEST(PrimitiveRuns, ACutPrimitiveDrawsWhatItDrewAsAWhole) {
    for (const GLenum mode : kModes) {
        for (const bool firstProvokes : {false, true}) {
            for (uint32_t count = 0; count < 14; ++count) {
                const Vertices whole = numbers(count);
                for (uint32_t at = 0; at <= count; ++at) {
                    const auto cut = cutPrimitive(mode, at, 0);
                    ASSERT_TRUE(cut);
                    Vertices parts =
                        drawn(mode, {whole.begin(), whole.begin() + cut->drawn}, firstProvokes);
                    Vertices rest = cut->carried;
                    rest.insert(rest.end(), whole.begin() + at, whole.end());
                    const Vertices second = drawn(mode, rest, firstProvokes);
                    parts.insert(parts.end(), second.begin(), second.end());
                    EXPECT_EQ(drawn(mode, whole, firstProvokes), parts)
                        << "mode " << mode << ", " << count << " vertices cut at " << at;
                }
            }
        }
    }
}

TEST(PrimitiveRuns, WhatHasNeighboursEverywhereIsNotCut) {
    EXPECT_FALSE(cutPrimitive(GL_TRIANGLE_STRIP_ADJACENCY, 8, 0));
    EXPECT_EQ((Vertices{6}), cutPrimitive(GL_PATCHES, 7, 3)->carried);
    EXPECT_EQ((Vertices{4, 5, 6}), cutPrimitive(GL_LINE_STRIP_ADJACENCY, 7, 0)->carried);
}

TEST(PrimitiveRuns, StripsKeepWindingsAndProvokingVertices) {
    EXPECT_EQ((Vertices{0, 1, 2, 2, 1, 3}), drawn(GL_TRIANGLE_STRIP, numbers(4), false));
    EXPECT_EQ((Vertices{0, 1, 2, 1, 3, 2}), drawn(GL_TRIANGLE_STRIP, numbers(4), true));
    EXPECT_EQ((Vertices{0, 1, 2, 0, 2, 3}), drawn(GL_TRIANGLE_FAN, numbers(4), false));
    EXPECT_EQ((Vertices{1, 2, 0, 2, 3, 0}), drawn(GL_TRIANGLE_FAN, numbers(4), true));
    EXPECT_EQ((Vertices{0, 1, 1, 2, 2, 0}), drawn(GL_LINE_LOOP, numbers(3), false));
}

TEST(PrimitiveRuns, ListsOfOneModeBecomeOneRun) {
    std::vector<PrimitiveRun> runs;
    appendRun(runs, {GL_TRIANGLES, 0, 3}, true);
    appendRun(runs, {GL_TRIANGLES, 3, 6}, true);
    appendRun(runs, {GL_TRIANGLES, 10, 3}, true); // Not just behind it.
    appendRun(runs, {GL_POINTS, 13, 1}, true);
    appendRun(runs, {GL_TRIANGLE_STRIP, 14, 3}, false);
    appendRun(runs, {GL_TRIANGLE_STRIP, 17, 3}, false);
    appendRun(runs, {GL_TRIANGLE_FAN, 20, 0}, false); // Nothing.
    ASSERT_EQ(5u, runs.size());
    EXPECT_EQ(9u, runs[0].count);
    EXPECT_EQ(2u, runsOfOneKind(runs));
    EXPECT_EQ(1u, runsOfOneKind(std::span(runs).subspan(2)));
    EXPECT_EQ(2u, runsOfOneKind(std::span(runs).subspan(3)));
}

} // namespace
} // namespace gl
