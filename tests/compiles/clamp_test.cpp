// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Wraps that shaders help with (GL_CLAMP) are data like all others: once drawn with, they come and
// go and nothing is compiled.

#include "census.h"
#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <vector>

namespace {

using namespace harness;

constexpr GLint kClamp = 0x2900;

class ClampChanges : public GlTest {
protected:
    static constexpr int kDraws = 256;
    /// What earlier draws began in the background: pipelines that are linked again, guesses.
    static constexpr uint64_t kLeftOver = 8;

    ContextRequest request() const override { return {.api = Api::Gl}; }

    /// Reads a white texture with a black border far outside.
    static GLuint useOutside() {
        const GLuint program = buildProgram(
            "#version 130\nattribute vec4 position; void main() { gl_Position = position; }",
            "#version 130\nuniform sampler2D t; void main() { gl_FragColor ="
            " texture2D(t, vec2(3.25, 0.5)); }",
            {"position"});
        glUseProgram(program);
        return program;
    }

    static void makeTexture() {
        const std::vector<uint8_t> white(4 * 4 * 4, 255);
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
        const float black[] = {0, 0, 0, 1};
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, black);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    }

    static void drawWith(GLint wrap, const Target& target) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
        drawFull();
        const int value = wrap == kClamp ? 128 : 255;
        expectColor(target.read(), {value, value, value, 255}, 1);
    }
};

TEST_F(ClampChanges, WrapsThatComeAndGo) {
    const Target target(4, 4);
    target.bind();
    useOutside();
    makeTexture();
    drawWith(GL_REPEAT, target);
    drawWith(kClamp, target);
    glFinish();
    const GlissadeCensus before = census();
    for (int draw = 0; draw < kDraws; ++draw) {
        drawWith(draw % 2 ? kClamp : GL_REPEAT, target);
    }
    const GlissadeCensus after = census();
    EXPECT_EQ(before.compiledByThread, after.compiledByThread);
    EXPECT_LE(compiled(after), compiled(before) + kLeftOver);
    EXPECT_GL_OK();
}

TEST_F(ClampChanges, UnclampedDrawsOfOtherProgramsGoOn) {
    const Target target(4, 4);
    target.bind();
    useOutside();
    makeTexture();
    drawWith(kClamp, target);
    useOutside(); // Linked when such wraps are known: both ways are compiled ahead.
    drawWith(GL_REPEAT, target);
    drawWith(kClamp, target);
    glFinish();
    const GlissadeCensus before = census();
    drawWith(GL_REPEAT, target);
    drawWith(kClamp, target);
    EXPECT_EQ(before.compiledByThread, census().compiledByThread);
    EXPECT_GL_OK();
}

} // namespace
