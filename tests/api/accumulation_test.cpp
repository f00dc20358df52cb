// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The accumulation buffer, which framebuffers of window systems have (GL 4.6 compatibility section
// 17.4.5).

#include "gl_harness/gl_test.h"

#include <EGL/egl.h>

#include <array>

namespace {

using namespace harness;

constexpr GLenum kAccum = 0x0100;
constexpr GLenum kLoad = 0x0101;
constexpr GLenum kReturn = 0x0102;
constexpr GLenum kMult = 0x0103;
constexpr GLenum kAdd = 0x0104;
constexpr GLenum kAccumRedBits = 0x0D58;
constexpr GLenum kAccumClearValue = 0x0B80;
constexpr GLbitfield kAccumBufferBit = 0x0200;
constexpr int kSize_px = 4;

class Accumulation : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        require("glAccum", m_accum);
        require("glClearAccum", m_clearAccum);
        const EGLint wanted[] = {EGL_SURFACE_TYPE,
                                 EGL_PBUFFER_BIT,
                                 EGL_RENDERABLE_TYPE,
                                 EGL_OPENGL_BIT,
                                 EGL_ALPHA_SIZE,
                                 8,
                                 EGL_NONE};
        const EGLint size[] = {EGL_WIDTH, kSize_px, EGL_HEIGHT, kSize_px, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        const EGLDisplay display = surfacelessDisplay();
        if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) {
            GTEST_SKIP() << "no config with pbuffers";
        }
        m_surface = eglCreatePbufferSurface(display, config, size);
        m_drawing = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
        ASSERT_NE(EGL_NO_SURFACE, m_surface);
        ASSERT_TRUE(eglMakeCurrent(display, m_surface, m_surface, m_drawing));
        GLint bits = 0;
        glGetIntegerv(kAccumRedBits, &bits);
        if (bits == 0) {
            GTEST_SKIP() << "no accumulation buffer";
        }
    }

    void TearDown() override {
        GlTest::TearDown();
        Context::release();
        if (m_drawing != EGL_NO_CONTEXT) {
            eglDestroyContext(surfacelessDisplay(), m_drawing);
        }
        if (m_surface != EGL_NO_SURFACE) {
            eglDestroySurface(surfacelessDisplay(), m_surface);
        }
    }

    static void fill(float red, float green, float blue, float alpha) {
        glClearColor(red, green, blue, alpha);
        glClear(GL_COLOR_BUFFER_BIT);
    }

    static Image read() { return Image::read(0, 0, kSize_px, kSize_px); }

    static void expectNear(const Rgba& color) {
        const Rgba there = read().at(1, 1);
        EXPECT_TRUE(near(color, there, 1)) << there << " for " << color;
    }

    void (*m_accum)(GLenum, float) = nullptr;
    void (*m_clearAccum)(float, float, float, float) = nullptr;
    EGLSurface m_surface = EGL_NO_SURFACE;
    EGLContext m_drawing = EGL_NO_CONTEXT; ///< One for the surface's config.
};

TEST_F(Accumulation, AddsUpFrames) {
    fill(1, 0, 0, 1);
    m_accum(kLoad, 0.25f);
    fill(0, 1, 0, 1);
    m_accum(kAccum, 0.5f);
    fill(0, 0, 1, 1);
    m_accum(kAccum, 0.25f);
    m_accum(kReturn, 1);
    expectNear({64, 128, 64, 255});
    m_accum(kReturn, 0.5f);
    expectNear({32, 64, 32, 128});
}

TEST_F(Accumulation, HoldsMoreThanColorsCan) {
    fill(1, 1, 0, 1);
    m_accum(kLoad, 1);
    m_accum(kAccum, 1);
    m_accum(kAccum, -0.5f);
    m_accum(kReturn, 0.5f); // 1.5 / 2
    expectNear({191, 191, 0, 191});
}

TEST_F(Accumulation, AddsAndMultipliesNumbers) {
    fill(0.2f, 0.4f, 0, 1);
    m_accum(kLoad, 1);
    m_accum(kAdd, 0.2f);
    m_accum(kMult, 0.5f);
    m_accum(kReturn, 1);
    expectNear({51, 77, 26, 153});
}

TEST_F(Accumulation, IsCleared) {
    m_clearAccum(0.2f, 2, -0.4f, 1);
    std::array<float, 4> color{};
    glGetFloatv(kAccumClearValue, color.data());
    EXPECT_EQ((std::array<float, 4>{0.2f, 1, -0.4f, 1}), color);
    fill(1, 1, 1, 1);
    glClear(kAccumBufferBit);
    m_accum(kAdd, 0.6f);
    m_accum(kReturn, 1);
    expectNear({204, 255, 51, 255});
}

TEST_F(Accumulation, StaysInsideTheScissorBox) {
    m_clearAccum(0, 0, 0, 0);
    glClear(kAccumBufferBit);
    fill(1, 0, 0, 1);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 2, kSize_px);
    m_accum(kLoad, 1);
    glDisable(GL_SCISSOR_TEST);
    fill(0, 1, 0, 1);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    m_accum(kReturn, 1);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    expectImage(read(), [](int x, int) { return x < 2 ? kRed : kBlack; });
}

TEST_F(Accumulation, NothingElseOfTheStateCounts) {
    fill(1, 0, 0, 1);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ZERO, GL_ZERO);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_NEVER);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT_AND_BACK);
    const ColorProgram program;
    program.use(0, 0, 1);
    m_accum(kLoad, 0.5f);
    m_accum(kReturn, 1);
    expectNear({128, 0, 0, 128});
    glUseProgram(0);
}

TEST_F(Accumulation, IsOfWindowSystemsFramebuffersAlone) {
    m_accum(GL_RGBA, 1);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
    const Target target(2, 2);
    GLint bits = -1;
    glGetIntegerv(kAccumRedBits, &bits);
    EXPECT_EQ(0, bits);
    m_accum(kLoad, 1);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

} // namespace
