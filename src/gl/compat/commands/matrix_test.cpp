// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/matrix.h"

#include "gl/testing/context_fixture.h"

namespace gl::testing {
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

using MatrixStackTest = CoreTest;

TEST_F(MatrixStackTest, StacksHaveEnds) {
    use(Api::Desktop);
    gl->popMatrix();
    EXPECT_EQ(gl->getError(), GLenum(GL_STACK_UNDERFLOW));
    for (int i = 1; i < kModelViewDepth; ++i) {
        gl->pushMatrix();
    }
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    gl->pushMatrix();
    EXPECT_EQ(gl->getError(), GLenum(GL_STACK_OVERFLOW));
    EXPECT_EQ(integer(GL_MODELVIEW_STACK_DEPTH), kModelViewDepth);
}

TEST_F(MatrixStackTest, TextureMatricesBelongToUnits) {
    use(Api::Desktop);
    gl->matrixMode(GL_TEXTURE);
    gl->activeTexture(GL_TEXTURE3);
    gl->translatef(1, 0, 0);
    GLfloat m[16];
    gl->getFloatv(GL_TEXTURE_MATRIX, m);
    EXPECT_EQ(m[12], 1);
    gl->activeTexture(GL_TEXTURE0);
    gl->getFloatv(GL_TEXTURE_MATRIX, m);
    EXPECT_EQ(m[12], 0);
    gl->ortho(1, 1, 0, 1, 0, 1);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
}

TEST_F(MatrixStackTest, ThereAreNoneInES) {
    gl->loadIdentity();
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
}

} // namespace
} // namespace gl::testing
