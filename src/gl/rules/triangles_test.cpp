// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/rules/triangles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gl {
namespace {

using ::testing::ElementsAre;

TEST(TrianglesOf, Quads) {
    const std::vector<uint32_t> v{10, 11, 12, 13, 20, 21, 22, 23, 30};
    EXPECT_THAT(trianglesOf(GL_QUADS, v),
                ElementsAre(10, 11, 13, 11, 12, 13, 20, 21, 23, 21, 22, 23));
}

TEST(TrianglesOf, QuadStrip) {
    const std::vector<uint32_t> v{0, 1, 2, 3, 4, 5, 6};
    EXPECT_THAT(trianglesOf(GL_QUAD_STRIP, v), ElementsAre(0, 1, 3, 2, 0, 3, 2, 3, 5, 4, 2, 5));
}

TEST(TrianglesOf, ProvokingVertices) {
    // Quads: the fourth vertex (strips: every other); polygons: the first. Last or first of each.
    const std::vector<uint32_t> v{0, 1, 2, 3, 4};
    EXPECT_THAT(trianglesOf(GL_QUADS, v, true), ElementsAre(3, 0, 1, 3, 1, 2));
    EXPECT_THAT(trianglesOf(GL_QUAD_STRIP, v, true), ElementsAre(3, 0, 1, 3, 2, 0));
    EXPECT_THAT(trianglesOf(GL_POLYGON, v), ElementsAre(1, 2, 0, 2, 3, 0, 3, 4, 0));
    EXPECT_THAT(trianglesOf(GL_POLYGON, v, true), ElementsAre(0, 1, 2, 0, 2, 3, 0, 3, 4));
}

} // namespace
} // namespace gl
