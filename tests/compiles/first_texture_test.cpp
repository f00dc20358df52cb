// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the first draw with a texture needs besides its image is there before: memory on the way to
// the device costs some devices milliseconds.

#include "census.h"
#include "gl_harness/gl_test.h"

#include <vector>

namespace {

using namespace harness;

class FirstTexture : public GlTest {};

TEST_F(FirstTexture, MakesNoBuffers) {
    const Target target(4, 4);
    target.bind();
    const GLuint program = buildProgram(kPositionVertex,
                                        "precision mediump float; uniform sampler2D t;"
                                        "void main() { gl_FragColor = texture2D(t, vec2(0.5)); }",
                                        {"position"});
    glUseProgram(program);
    drawFull();
    expectColor(target.read(), {0, 0, 0, 255}, 0);
    const std::vector<uint8_t> white(4 * 4 * 4, 255);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
    const GlissadeCensus before = census();
    drawFull();
    EXPECT_EQ(before.buffers, census().buffers);
    expectColor(target.read(), {255, 255, 255, 255}, 0);
    glDeleteTextures(1, &texture);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

} // namespace
