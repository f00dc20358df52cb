// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/matrix.h"

#include <gtest/gtest.h>

namespace gl {
namespace {

void expectNear(const Matrix4& a, const Matrix4& b) {
    for (size_t i = 0; i < 16; ++i) {
        EXPECT_NEAR(a.m[i], b.m[i], 1e-5) << i;
    }
}

TEST(Matrix, InverseTimesItselfIsIdentity) {
    const Matrix4 m = translation(1, 2, 3) * rotation(30, 1, 1, 0) * scaling(2, 3, 4);
    expectNear(m * m.inverted(), {});
    expectNear(frustum(-1, 1, -2, 2, 1, 10) * frustum(-1, 1, -2, 2, 1, 10).inverted(), {});
    expectNear(scaling(0, 1, 1).inverted(), {});
}

TEST(Matrix, RotationAboutZTurnsXIntoY) {
    const Matrix4 m = rotation(90, 0, 0, 5);
    EXPECT_NEAR(m.m[0], 0, 1e-6);
    EXPECT_NEAR(m.m[1], 1, 1e-6);
}

TEST(Matrix, TransposedSwapsRowsAndColumns) {
    EXPECT_EQ(translation(7, 8, 9).transposed().m[3], 7);
    EXPECT_EQ(translation(7, 8, 9).transposed().transposed(), translation(7, 8, 9));
}

} // namespace
} // namespace gl
