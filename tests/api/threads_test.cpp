// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Share groups, several threads with a context each, robust contexts.

#include "gl_harness/gl_test.h"

#include <atomic>
#include <thread>

namespace {

using namespace harness;

class Threads : public GlTest {};

ContextRequest sharing(const Context& other) {
    ContextRequest request;
    request.share = other.handle();
    return request;
}

TEST_F(Threads, ObjectsAreSharedStateIsNot) {
    const Target target(4, 4);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const uint8_t texel[4] = {0, 255, 0, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glEnable(GL_BLEND);
    glFinish();
    {
        const Context other(sharing(*m_context));
        ASSERT_TRUE(other.valid());
        ASSERT_TRUE(other.makeCurrent());
        EXPECT_EQ(GL_FALSE, glIsEnabled(GL_BLEND));
        EXPECT_EQ(GL_TRUE, glIsTexture(texture));
        EXPECT_EQ(GL_TRUE, glIsProgram(program));
        const Target own(4, 4);
        glBindTexture(GL_TEXTURE_2D, texture);
        glUseProgram(program);
        drawFull();
        expectColor(own.read(), kGreen);
        EXPECT_GL_OK();
    }
    ASSERT_TRUE(m_context->makeCurrent());
    EXPECT_EQ(GL_TRUE, glIsTexture(texture)) << "the other context's end took nothing along";
    glDeleteTextures(1, &texture);
    glDeleteProgram(program);
}

TEST_F(Threads, UnrelatedContextsShareNothing) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    {
        const Context other;
        ASSERT_TRUE(other.makeCurrent());
        EXPECT_EQ(GL_FALSE, glIsTexture(texture));
    }
    ASSERT_TRUE(m_context->makeCurrent());
    glDeleteTextures(1, &texture);
}

/// What one context finished, the other sees after binding it (appendix C).
TEST_F(Threads, TextureChangedByTheOtherThread) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glFinish();
    const Context other(sharing(*m_context));
    ASSERT_TRUE(other.valid());
    const Target target(4, 4);
    for (int round = 0; round < 20; ++round) {
        std::thread([&] {
            EXPECT_TRUE(other.makeCurrent());
            GLuint framebuffer = 0;
            glGenFramebuffers(1, &framebuffer);
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
            glClearColor(float(round * 10) / 255.0f, 0, 0, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            glFinish();
            glDeleteFramebuffers(1, &framebuffer);
            EXPECT_GL_OK();
            Context::release();
        }).join();
        target.bind();
        glBindTexture(GL_TEXTURE_2D, texture);
        glUseProgram(program);
        drawFull();
        expectColor(target.read(), {round * 10, 0, 0, 255});
    }
    glDeleteTextures(1, &texture);
    glDeleteProgram(program);
}

void drawAlot(int seed, std::atomic<int>& good) {
    const Target target(16, 16);
    const ColorProgram program;
    bool right = true;
    for (int i = 0; i < 60; ++i) {
        const int value = (seed * 40 + i) % 256;
        program.use(float(value) / 255.0f, 0, 1);
        drawFull();
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glDeleteTextures(1, &texture);
        if (i % 10 == 9) {
            const Image image = target.read();
            right = right && near(image.at(7, 7), {value, 0, 255, 255}, 1);
        }
    }
    right = right && glGetError() == GL_NO_ERROR;
    good += right ? 1 : 0;
}

TEST_F(Threads, ManyContextsDrawAtOnce) {
    for (const bool shared : {false, true}) {
        std::atomic<int> good{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                const Context own(shared ? sharing(*m_context) : ContextRequest{});
                if (own.valid() && own.makeCurrent()) {
                    drawAlot(t, good);
                    Context::release();
                }
                eglReleaseThread();
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        EXPECT_EQ(4, good) << (shared ? "one share group" : "contexts of their own");
    }
}

TEST_F(Threads, ProgramCompiledOnTheOtherThread) {
    const Context other(sharing(*m_context));
    ASSERT_TRUE(other.valid());
    GLuint program = 0;
    std::thread([&] {
        EXPECT_TRUE(other.makeCurrent());
        program = buildProgram(kPositionVertex, kColorFragment, {"position"});
        glFinish();
        Context::release();
    }).join();
    const Target target(4, 4);
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "color"), 0, 1, 0, 1);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Threads, ContextMovesBetweenThreads) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawRect(-1, -1, 0, 1);
    Context::release();
    std::thread([&] {
        EXPECT_TRUE(m_context->makeCurrent());
        program.use(0, 1, 0);
        drawRect(0, -1, 1, 1);
        Context::release();
    }).join();
    ASSERT_TRUE(m_context->makeCurrent());
    expectImage(target.read(), [](int x, int) { return x < 2 ? kRed : kGreen; });
}

TEST_F(Threads, NoContextNoCrash) {
    Context::release();
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glGetError();
    ASSERT_TRUE(m_context->makeCurrent());
}

class Robust : public GlTest {
protected:
    ContextRequest request() const override { return {.robust = true}; }
    void SetUp() override {
        if (!displayHas("EGL_EXT_create_context_robustness")) {
            GTEST_SKIP() << "no EGL_EXT_create_context_robustness";
        }
        GlTest::SetUp();
    }
};

TEST_F(Robust, ReportsItsStrategyAndNoReset) {
    const auto status = load<PFNGLGETGRAPHICSRESETSTATUSEXTPROC>("glGetGraphicsResetStatusEXT");
    ASSERT_NE(nullptr, status);
    EXPECT_EQ(GLenum(GL_NO_ERROR), status());
    if (hasExtension("GL_EXT_robustness")) {
        EXPECT_EQ(GL_LOSE_CONTEXT_ON_RESET_EXT, getInteger(GL_RESET_NOTIFICATION_STRATEGY_EXT));
    }
}

TEST_F(Robust, DrawsBeyondBuffersAreHarmless) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 8, nullptr, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 30000);
    glDisableVertexAttribArray(0);
    glFinish();
    glGetError();
    const auto status = load<PFNGLGETGRAPHICSRESETSTATUSEXTPROC>("glGetGraphicsResetStatusEXT");
    EXPECT_EQ(GLenum(GL_NO_ERROR), status());
    glDeleteBuffers(1, &buffer);
}

TEST_F(Robust, ReadPixelsKeepsToTheBuffer) {
    if (!hasExtension("GL_EXT_robustness")) {
        GTEST_SKIP() << "no GL_EXT_robustness";
    }
    const auto read = load<PFNGLREADNPIXELSEXTPROC>("glReadnPixelsEXT");
    ASSERT_NE(nullptr, read);
    const Target target(4, 4);
    uint8_t bytes[64] = {};
    EXPECT_FAILS(GL_INVALID_OPERATION, read(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, 63, bytes));
    read(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes);
    EXPECT_GL_OK();
}

} // namespace
