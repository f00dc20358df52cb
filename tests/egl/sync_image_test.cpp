// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// KHR_fence_sync, KHR_wait_sync, KHR_image_base with KHR_gl_image.

#include "egl_test.h"

namespace {

using namespace harness;

/// With a context, which syncs and images need.
class Current : public EglTest {
protected:
    void SetUp() override {
        EglTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        m_context = context();
        ASSERT_NE(EGL_NO_CONTEXT, m_context);
        ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context));
    }
    void TearDown() override {
        EglTest::TearDown();
        if (m_context != EGL_NO_CONTEXT) {
            eglDestroyContext(m_display, m_context);
        }
    }
    EGLContext m_context = EGL_NO_CONTEXT;
};

class Syncs : public Current {
protected:
    void SetUp() override {
        Current::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        if (!displayHas("EGL_KHR_fence_sync")) {
            GTEST_SKIP() << "no EGL_KHR_fence_sync";
        }
        m_create = load<PFNEGLCREATESYNCKHRPROC>("eglCreateSyncKHR");
        m_destroy = load<PFNEGLDESTROYSYNCKHRPROC>("eglDestroySyncKHR");
        m_wait = load<PFNEGLCLIENTWAITSYNCKHRPROC>("eglClientWaitSyncKHR");
        m_query = load<PFNEGLGETSYNCATTRIBKHRPROC>("eglGetSyncAttribKHR");
        ASSERT_TRUE(m_create && m_destroy && m_wait && m_query);
    }
    PFNEGLCREATESYNCKHRPROC m_create = nullptr;
    PFNEGLDESTROYSYNCKHRPROC m_destroy = nullptr;
    PFNEGLCLIENTWAITSYNCKHRPROC m_wait = nullptr;
    PFNEGLGETSYNCATTRIBKHRPROC m_query = nullptr;
};

TEST_F(Syncs, SignalsAfterTheWork) {
    const Target target(256, 256);
    const ColorProgram program;
    for (int i = 0; i < 20; ++i) {
        program.use(float(i) / 20.0f, 0, 0);
        drawFull();
    }
    const EGLSyncKHR sync = m_create(m_display, EGL_SYNC_FENCE_KHR, nullptr);
    ASSERT_NE(EGL_NO_SYNC_KHR, sync);
    EGLint value = 0;
    EXPECT_TRUE(m_query(m_display, sync, EGL_SYNC_TYPE_KHR, &value));
    EXPECT_EQ(EGL_SYNC_FENCE_KHR, value);
    EXPECT_TRUE(m_query(m_display, sync, EGL_SYNC_CONDITION_KHR, &value));
    EXPECT_EQ(EGL_SYNC_PRIOR_COMMANDS_COMPLETE_KHR, value);
    EXPECT_EQ(EGL_CONDITION_SATISFIED_KHR,
              m_wait(m_display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, EGL_FOREVER_KHR));
    EXPECT_TRUE(m_query(m_display, sync, EGL_SYNC_STATUS_KHR, &value));
    EXPECT_EQ(EGL_SIGNALED_KHR, value);
    EXPECT_EQ(EGL_CONDITION_SATISFIED_KHR, m_wait(m_display, sync, 0, 0));
    EXPECT_TRUE(m_destroy(m_display, sync));
}

TEST_F(Syncs, FinishSignals) {
    const Target target(16, 16);
    const EGLSyncKHR sync = m_create(m_display, EGL_SYNC_FENCE_KHR, nullptr);
    glFinish();
    EXPECT_EQ(EGL_CONDITION_SATISFIED_KHR, m_wait(m_display, sync, 0, 0));
    EXPECT_TRUE(m_destroy(m_display, sync));
}

TEST_F(Syncs, Refusals) {
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE, EGL_NO_SYNC_KHR, m_create(m_display, 0x7777, nullptr));
    const EGLint attribs[] = {EGL_WIDTH, 1, EGL_NONE};
    EXPECT_EGL_FAILS(
        EGL_BAD_ATTRIBUTE, EGL_NO_SYNC_KHR, m_create(m_display, EGL_SYNC_FENCE_KHR, attribs));
    EXPECT_EGL_FAILS(
        EGL_BAD_PARAMETER, EGLBoolean(EGL_FALSE), m_destroy(m_display, EGL_NO_SYNC_KHR));
    const EGLSyncKHR sync = m_create(m_display, EGL_SYNC_FENCE_KHR, nullptr);
    EGLint value = 77;
    EXPECT_EGL_FAILS(
        EGL_BAD_ATTRIBUTE, EGLBoolean(EGL_FALSE), m_query(m_display, sync, 0x7777, &value));
    EXPECT_EQ(77, value);
    EXPECT_TRUE(m_destroy(m_display, sync));
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    EXPECT_EGL_FAILS(
        EGL_BAD_MATCH, EGL_NO_SYNC_KHR, m_create(m_display, EGL_SYNC_FENCE_KHR, nullptr));
}

TEST_F(Syncs, ServerWait) {
    if (!displayHas("EGL_KHR_wait_sync")) {
        GTEST_SKIP() << "no EGL_KHR_wait_sync";
    }
    const auto serverWait = load<PFNEGLWAITSYNCKHRPROC>("eglWaitSyncKHR");
    const EGLSyncKHR sync = m_create(m_display, EGL_SYNC_FENCE_KHR, nullptr);
    EXPECT_EQ(EGL_TRUE, serverWait(m_display, sync, 0));
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER, EGL_FALSE, serverWait(m_display, sync, 1));
    glFinish();
    EXPECT_TRUE(m_destroy(m_display, sync));
}

class Images : public Current {
protected:
    void SetUp() override {
        Current::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        if (!displayHas("EGL_KHR_gl_texture_2D_image")) {
            GTEST_SKIP() << "no EGL_KHR_gl_texture_2D_image";
        }
        m_create = load<PFNEGLCREATEIMAGEKHRPROC>("eglCreateImageKHR");
        m_destroy = load<PFNEGLDESTROYIMAGEKHRPROC>("eglDestroyImageKHR");
        m_target = load<PFNGLEGLIMAGETARGETTEXTURE2DOESPROC>("glEGLImageTargetTexture2DOES");
        ASSERT_TRUE(m_create && m_destroy);
        glGenTextures(1, &m_texture);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    }
    void TearDown() override {
        glDeleteTextures(1, &m_texture);
        Current::TearDown();
    }
    EGLImageKHR image(GLuint texture, EGLint level = 0) const {
        const EGLint attribs[] = {EGL_GL_TEXTURE_LEVEL_KHR, level, EGL_NONE};
        return m_create(m_display,
                        m_context,
                        EGL_GL_TEXTURE_2D_KHR,
                        EGLClientBuffer(uintptr_t(texture)),
                        attribs);
    }
    PFNEGLCREATEIMAGEKHRPROC m_create = nullptr;
    PFNEGLDESTROYIMAGEKHRPROC m_destroy = nullptr;
    PFNGLEGLIMAGETARGETTEXTURE2DOESPROC m_target = nullptr;
    GLuint m_texture = 0;
};

TEST_F(Images, SiblingTexturesShareTexels) {
    if (!m_target ||
        !listHas(reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS)), "GL_OES_EGL_image")) {
        GTEST_SKIP() << "no GL_OES_EGL_image";
    }
    const EGLImageKHR image = this->image(m_texture);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    GLuint sibling = 0;
    glGenTextures(1, &sibling);
    glBindTexture(GL_TEXTURE_2D, sibling);
    m_target(GL_TEXTURE_2D, image);
    EXPECT_GL_OK();
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, sibling, 0);
    ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_texture, 0);
    expectColor(Image::read(0, 0, 4, 4), kGreen);
    // The image and its first texture may go; the texels stay with the sibling.
    EXPECT_TRUE(m_destroy(m_display, image));
    glDeleteTextures(1, &m_texture);
    m_texture = 0;
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, sibling, 0);
    expectColor(Image::read(0, 0, 4, 4), kGreen);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &sibling);
    EXPECT_GL_OK();
}

TEST_F(Images, TexturesShareTexelsOfRenderbuffers) {
    if (!m_target || !displayHas("EGL_KHR_gl_renderbuffer_image") ||
        !listHas(reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS)), "GL_OES_EGL_image")) {
        GTEST_SKIP() << "no EGL_KHR_gl_renderbuffer_image";
    }
    GLuint renderbuffer = 0;
    GLuint framebuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glGenFramebuffers(1, &framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 4, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const EGLImageKHR image = m_create(m_display,
                                       m_context,
                                       EGL_GL_RENDERBUFFER_KHR,
                                       EGLClientBuffer(uintptr_t(renderbuffer)),
                                       nullptr);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    m_target(GL_TEXTURE_2D, image);
    EXPECT_GL_OK();
    // What was drawn before there was an image, and what is drawn from now on.
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glUseProgram(program);
    const auto expectSampled = [&](const Rgba& expected) {
        const Target target(4, 4);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        drawFull();
        expectColor(target.read(), expected);
    };
    expectSampled(kRed);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(Image::read(0, 0, 4, 4), kGreen);
    expectSampled(kGreen);
    EXPECT_TRUE(m_destroy(m_display, image));
    glDeleteProgram(program);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &renderbuffer);
    EXPECT_GL_OK();
}

TEST_F(Images, Refusals) {
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER, EGL_NO_IMAGE_KHR, image(987654));
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER, EGL_NO_IMAGE_KHR, image(0));
    EXPECT_EQ(
        EGL_NO_IMAGE_KHR,
        m_create(m_display, m_context, 0x7777, EGLClientBuffer(uintptr_t(m_texture)), nullptr));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_EGL_FAILS(
        EGL_BAD_PARAMETER, EGLBoolean(EGL_FALSE), m_destroy(m_display, EGLImageKHR(0x1234)));
    EXPECT_EQ(EGL_NO_IMAGE_KHR, image(m_texture, 9)) << "a level that does not exist";
    EXPECT_NE(EGL_SUCCESS, eglGetError());
}

} // namespace
