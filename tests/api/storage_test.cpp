// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage under stress: levels that do not go together, textures read while they are drawn to,
// buffers changed between draws that read them.

#include "gl_harness/gl_test.h"

#include <array>

namespace {

using namespace harness;

class Storage : public GlTest {
protected:
    void SetUp() override {
        GlTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        m_program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
        glUseProgram(m_program);
        glGenTextures(1, &m_texture);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    void TearDown() override {
        glDeleteTextures(1, &m_texture);
        glDeleteProgram(m_program);
        GlTest::TearDown();
    }
    static void define(int level, int width, int height, const Rgba& color) {
        Image image(width, height);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                image.set(x, y, color);
            }
        }
        glTexImage2D(GL_TEXTURE_2D,
                     level,
                     GL_RGBA,
                     width,
                     height,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     image.bytes());
    }
    static void update(int level, int width, int height, const Rgba& color) {
        Image image(width, height);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                image.set(x, y, color);
            }
        }
        glTexSubImage2D(
            GL_TEXTURE_2D, level, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.bytes());
    }
    Image show() {
        const Target target(4, 4);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glUseProgram(m_program);
        drawFull();
        return target.read();
    }

    GLuint m_program = 0;
    GLuint m_texture = 0;
};

TEST_F(Storage, LevelsBelowOneByOne) {
    // Legal to define, never part of the chain.
    for (int level = 0; level < 4; ++level) {
        define(level, 1, 1, level == 0 ? kGreen : kRed);
    }
    expectColor(show(), kGreen);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    expectColor(show(), kGreen);
}

TEST_F(Storage, LongChainOfASmallTexture) {
    define(0, 4, 2, kGreen);
    define(1, 2, 1, kBlue);
    define(2, 1, 1, kWhite);
    define(3, 1, 1, kRed);
    define(4, 1, 1, kRed);
    expectColor(show(), kGreen);
}

TEST_F(Storage, UpdatingALevelThatDoesNotFit) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "Mesa 22.3 loses an update of a level outside of its image";
    }
    define(0, 16, 16, kGreen);
    expectColor(show(), kGreen);
    define(1, 2, 2, kRed);
    update(1, 2, 2, kBlue);
    expectColor(show(), kGreen);
    update(0, 16, 16, kWhite);
    update(1, 2, 2, kRed);
    expectColor(show(), kWhite);
    // When it is made to fit, nothing of either is lost.
    define(0, 4, 4, kBlue);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    define(2, 1, 1, kBlue);
    expectColor(show(), kBlue);
    const Target target(2, 2);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    drawFull();
    expectColor(target.read(), kRed);
}

TEST_F(Storage, MovingWhatIsBound) {
    define(0, 16, 16, kGreen);
    define(1, 2, 2, kRed);
    const Target target(4, 4);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glUseProgram(m_program);
    const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    for (int i = 0; i < 3; ++i) {
        update(1, 2, 2, kBlue);
        glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
        glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
        expectColor(target.read(), kGreen);
        glClear(GL_COLOR_BUFFER_BIT);
        update(0, 16, 16, kGreen);
    }
    glDisableVertexAttribArray(0);
    glDeleteBuffers(1, &buffer);
}

TEST_F(Storage, RenderingToALevelThatDoesNotFit) {
    define(0, 16, 16, kGreen);
    define(1, 2, 2, kRed);
    expectColor(show(), kGreen);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    // ES 2.0 renders to level 0 only: what does not fit is its neighbour here.
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_texture, 0);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    update(1, 2, 2, kWhite);
    expectColor(Image::read(0, 0, 16, 16), kBlue);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    expectColor(show(), kBlue);
}

TEST_F(Storage, SamplingWhatIsDrawnTo) {
    // Undefined texels, but nothing else may happen.
    define(0, 8, 8, kGreen);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_texture, 0);
    glViewport(0, 0, 8, 8);
    const std::array<GLushort, 6> indices{0, 1, 2, 0, 2, 3};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    for (int i = 0; i < 3; ++i) {
        drawFull();
        const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices.data(), GL_STATIC_DRAW);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
        glEnableVertexAttribArray(0);
        glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, nullptr);
        glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, nullptr);
        glDisableVertexAttribArray(0);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    }
    const ColorProgram color;
    color.use(0, 0, 1);
    drawFull();
    expectColor(Image::read(0, 0, 8, 8), kBlue);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteBuffers(1, &buffer);
    expectColor(show(), kBlue);
}

TEST_F(Storage, BuffersChangedBetweenDraws) {
    const Target target(8, 1);
    const ColorProgram color;
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 12 * sizeof(float), nullptr, GL_STREAM_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    for (int i = 0; i < 8; ++i) {
        const float left = -1 + 0.25f * float(i);
        const float right = left + 0.25f;
        const std::array<float, 12> corners{
            left, -1, right, -1, right, 1, left, -1, right, 1, left, 1};
        // By turns all of it at once (which may rename), and in two parts (which may not).
        if (i % 2) {
            glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof corners, corners.data());
        } else {
            glBufferSubData(GL_ARRAY_BUFFER, 0, 20, corners.data());
            glBufferSubData(GL_ARRAY_BUFFER, 20, sizeof corners - 20, &corners[5]);
        }
        color.use(float(i % 2), float(i / 2 % 2), float(i / 4));
        glDrawArrays(GL_TRIANGLES, 0, 6);
    }
    glDisableVertexAttribArray(0);
    glDeleteBuffers(1, &buffer);
    expectImage(target.read(),
                [](int x, int) { return Rgba{x % 2 * 255, x / 2 % 2 * 255, x / 4 * 255, 255}; });
}

TEST_F(Storage, TexturesChangedBetweenDraws) {
    define(0, 1, 1, kBlack);
    const Target target(8, 1);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glUseProgram(m_program);
    for (int i = 0; i < 8; ++i) {
        const Rgba color{i % 2 * 255, i / 2 % 2 * 255, i / 4 * 255, 255};
        update(0, 1, 1, color);
        const float left = -1 + 0.25f * float(i);
        drawRect(left, -1, left + 0.25f, 1);
    }
    expectImage(target.read(),
                [](int x, int) { return Rgba{x % 2 * 255, x / 2 % 2 * 255, x / 4 * 255, 255}; });
}

TEST_F(Storage, ManyEqualDrawsInOneFrame) {
    const Target target(1, 1);
    const ColorProgram color;
    color.use(0, 1, 0);
    const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    for (int i = 0; i < 45000; ++i) {
        glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    }
    glDisableVertexAttribArray(0);
    glDeleteBuffers(1, &buffer);
    expectColor(target.read(), kGreen);
}

} // namespace
