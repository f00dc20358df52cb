// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/matrix.h"
#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

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
