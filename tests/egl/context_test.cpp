// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contexts, surfaces and making them current (EGL 1.5 sections 3.5 and 3.7).

#include "egl_test.h"

#include <thread>

namespace {

using namespace harness;

class Contexts : public EglTest {};

TEST_F(Contexts, QueryContext) {
    const EGLContext context = this->context();
    ASSERT_NE(EGL_NO_CONTEXT, context);
    EGLint value = 0;
    EXPECT_TRUE(eglQueryContext(m_display, context, EGL_CONTEXT_CLIENT_TYPE, &value));
    EXPECT_EQ(EGL_OPENGL_ES_API, value);
    EXPECT_TRUE(eglQueryContext(m_display, context, EGL_CONTEXT_CLIENT_VERSION, &value));
    EXPECT_GE(value, 2);
    EXPECT_TRUE(eglQueryContext(m_display, context, EGL_CONFIG_ID, &value));
    EXPECT_NE(0, value);
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE,
                     EGLBoolean(EGL_FALSE),
                     eglQueryContext(m_display, context, 0x7777, &value));
    EXPECT_TRUE(eglDestroyContext(m_display, context));
    EXPECT_EGL_FAILS(EGL_BAD_CONTEXT, EGLBoolean(EGL_FALSE), eglDestroyContext(m_display, context));
    EXPECT_EGL_FAILS(EGL_BAD_CONTEXT,
                     EGLBoolean(EGL_FALSE),
                     eglQueryContext(m_display, context, EGL_CONFIG_ID, &value));
}

TEST_F(Contexts, RefusedRequests) {
    const auto create = [&](std::vector<EGLint> attribs) { return context(std::move(attribs)); };
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE, EGL_NO_CONTEXT, create({0x7777, 1}));
    // A version that does not exist.
    EXPECT_EQ(EGL_NO_CONTEXT,
              create({EGL_CONTEXT_MAJOR_VERSION_KHR, 9, EGL_CONTEXT_MINOR_VERSION_KHR, 9}));
    EXPECT_NE(EGL_SUCCESS, eglGetError());
    EXPECT_EQ(EGL_NO_CONTEXT,
              create({EGL_CONTEXT_MAJOR_VERSION_KHR, 2, EGL_CONTEXT_MINOR_VERSION_KHR, 7}));
    EXPECT_NE(EGL_SUCCESS, eglGetError());
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE,
                     EGL_NO_CONTEXT,
                     create({EGL_CONTEXT_MAJOR_VERSION_KHR, 2, EGL_CONTEXT_FLAGS_KHR, 0x4000}));
    EXPECT_EGL_FAILS(EGL_BAD_CONTEXT,
                     EGL_NO_CONTEXT,
                     context({EGL_CONTEXT_CLIENT_VERSION, 2}, EGLContext(0x1234)));
    const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EXPECT_EGL_FAILS(EGL_BAD_CONFIG,
                     EGL_NO_CONTEXT,
                     eglCreateContext(m_display, EGLConfig(0x1234), EGL_NO_CONTEXT, attribs));
}

TEST_F(Contexts, WithoutConfig) {
    if (!displayHas("EGL_KHR_no_config_context")) {
        GTEST_SKIP() << "no EGL_KHR_no_config_context";
    }
    const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLContext context =
        eglCreateContext(m_display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
    ASSERT_NE(EGL_NO_CONTEXT, context);
    EGLint id = 9;
    EXPECT_TRUE(eglQueryContext(m_display, context, EGL_CONFIG_ID, &id));
    EXPECT_EQ(0, id);
    const EGLSurface surface = pbuffer(8, 8);
    EXPECT_TRUE(eglMakeCurrent(m_display, surface, surface, context));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(Image::read(0, 0, 8, 8), kGreen);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(m_display, surface);
    eglDestroyContext(m_display, context);
}

TEST_F(Contexts, NoErrorContext) {
    if (!displayHas("EGL_KHR_create_context_no_error")) {
        GTEST_SKIP() << "no EGL_KHR_create_context_no_error";
    }
    const EGLContext context =
        this->context({EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE});
    ASSERT_NE(EGL_NO_CONTEXT, context);
    ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    {
        const Target target(4, 4);
        const ColorProgram program;
        program.use(0, 1, 0);
        drawFull();
        expectColor(target.read(), kGreen);
    }
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, context);
}

TEST_F(Contexts, DestroyedWhileCurrentLivesOn) {
    const EGLContext context = this->context();
    ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EXPECT_TRUE(eglDestroyContext(m_display, context));
    EXPECT_EQ(context, eglGetCurrentContext());
    {
        const Target target(4, 4);
        expectColor(target.read(), kBlack);
    }
    EXPECT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_EQ(EGL_NO_CONTEXT, eglGetCurrentContext());
}

TEST_F(Contexts, CurrentOnOneThreadOnly) {
    const EGLContext context = this->context();
    ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    std::thread([&] {
        eglBindAPI(EGL_OPENGL_ES_API);
        EXPECT_EQ(EGL_NO_CONTEXT, eglGetCurrentContext());
        EXPECT_EGL_FAILS(EGL_BAD_ACCESS,
                         EGLBoolean(EGL_FALSE),
                         eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
        eglReleaseThread();
    }).join();
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, context);
}

TEST_F(Contexts, MakeCurrentRefusals) {
    const EGLContext context = this->context();
    const EGLSurface surface = pbuffer(8, 8);
    EXPECT_EGL_FAILS(EGL_BAD_CONTEXT,
                     EGLBoolean(EGL_FALSE),
                     eglMakeCurrent(m_display, surface, surface, EGLContext(0x1234)));
    EXPECT_EGL_FAILS(EGL_BAD_SURFACE,
                     EGLBoolean(EGL_FALSE),
                     eglMakeCurrent(m_display, EGLSurface(0x1234), EGLSurface(0x1234), context));
    // One surface only, or a surface without context.
    EXPECT_EGL_FAILS(EGL_BAD_MATCH,
                     EGLBoolean(EGL_FALSE),
                     eglMakeCurrent(m_display, surface, EGL_NO_SURFACE, context));
    EXPECT_EGL_FAILS(EGL_BAD_MATCH,
                     EGLBoolean(EGL_FALSE),
                     eglMakeCurrent(m_display, surface, surface, EGL_NO_CONTEXT));
    EXPECT_EQ(EGL_NO_CONTEXT, eglGetCurrentContext());
    eglDestroySurface(m_display, surface);
    eglDestroyContext(m_display, context);
}

TEST_F(Contexts, ReleaseThread) {
    const EGLContext context = this->context();
    ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EXPECT_TRUE(eglReleaseThread());
    EXPECT_EQ(EGL_NO_CONTEXT, eglGetCurrentContext());
    EXPECT_TRUE(eglReleaseThread());
    eglDestroyContext(m_display, context);
}

TEST_F(Contexts, DesktopContexts) {
    ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
    const EGLConfig config =
        this->config({EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT});
    const EGLContext context = eglCreateContext(m_display, config, EGL_NO_CONTEXT, nullptr);
    ASSERT_NE(EGL_NO_CONTEXT, context);
    ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    EXPECT_EQ(std::string::npos, version.find("ES"));
    EGLint type = 0;
    eglQueryContext(m_display, context, EGL_CONTEXT_CLIENT_TYPE, &type);
    EXPECT_EQ(EGL_OPENGL_API, type);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, context);
}

/// As xscreensaver's hacks make theirs: a config for OpenGL ES 1, a context of OpenGL 1.3.
TEST_F(Contexts, DesktopContextsOfConfigsForES1) {
    const EGLConfig config =
        this->config({EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT});
    ASSERT_NE(nullptr, config);
    ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLContext context = eglCreateContext(m_display, config, EGL_NO_CONTEXT, version);
    ASSERT_NE(EGL_NO_CONTEXT, context);
    EXPECT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, context);
}

class Surfaces : public EglTest {};

TEST_F(Surfaces, PbufferAttributes) {
    const EGLSurface surface = pbuffer(40, 30);
    ASSERT_NE(EGL_NO_SURFACE, surface);
    const auto query = [&](EGLint name) {
        EGLint value = -9;
        EXPECT_TRUE(eglQuerySurface(m_display, surface, name, &value)) << std::hex << name;
        return value;
    };
    EXPECT_EQ(40, query(EGL_WIDTH));
    EXPECT_EQ(30, query(EGL_HEIGHT));
    EXPECT_EQ(EGL_FALSE, query(EGL_LARGEST_PBUFFER));
    EXPECT_EQ(EGL_NO_TEXTURE, query(EGL_TEXTURE_FORMAT));
    EXPECT_EQ(EGL_NO_TEXTURE, query(EGL_TEXTURE_TARGET));
    EXPECT_EQ(EGL_BACK_BUFFER, query(EGL_RENDER_BUFFER));
    EGLint id = 0;
    eglGetConfigAttrib(m_display, config(), EGL_CONFIG_ID, &id);
    EXPECT_EQ(id, query(EGL_CONFIG_ID));
    EGLint value = 0;
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE,
                     EGLBoolean(EGL_FALSE),
                     eglQuerySurface(m_display, surface, 0x7777, &value));
    EXPECT_TRUE(eglDestroySurface(m_display, surface));
    EXPECT_EGL_FAILS(EGL_BAD_SURFACE, EGLBoolean(EGL_FALSE), eglDestroySurface(m_display, surface));
}

TEST_F(Surfaces, PbufferRefusals) {
    const EGLint negative[] = {EGL_WIDTH, -1, EGL_HEIGHT, 4, EGL_NONE};
    EXPECT_EGL_FAILS(
        EGL_BAD_PARAMETER, EGL_NO_SURFACE, eglCreatePbufferSurface(m_display, config(), negative));
    const EGLint unknown[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, 0x7777, 1, EGL_NONE};
    EXPECT_EGL_FAILS(
        EGL_BAD_ATTRIBUTE, EGL_NO_SURFACE, eglCreatePbufferSurface(m_display, config(), unknown));
    const EGLint fine[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
    EXPECT_EGL_FAILS(EGL_BAD_CONFIG,
                     EGL_NO_SURFACE,
                     eglCreatePbufferSurface(m_display, EGLConfig(0x1234), fine));
}

TEST_F(Surfaces, DrawIntoAPbuffer) {
    const EGLContext context = this->context();
    const EGLSurface surface = pbuffer(16, 8);
    ASSERT_TRUE(eglMakeCurrent(m_display, surface, surface, context));
    EXPECT_EQ(surface, eglGetCurrentSurface(EGL_DRAW));
    EXPECT_EQ(surface, eglGetCurrentSurface(EGL_READ));
    EXPECT_EQ(m_display, eglGetCurrentDisplay());
    // The first time a context is current, viewport and scissor are the surface.
    GLint box[4] = {};
    glGetIntegerv(GL_VIEWPORT, box);
    EXPECT_EQ(16, box[2]);
    EXPECT_EQ(8, box[3]);
    glGetIntegerv(GL_SCISSOR_BOX, box);
    EXPECT_EQ(16, box[2]);
    EXPECT_EQ(8, box[3]);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawRect(-1, -1, 0, 0);
    // The default framebuffer has its origin at the bottom left too.
    expectImage(Image::read(0, 0, 16, 8),
                [](int x, int y) { return x < 8 && y < 4 ? kRed : kBlack; });
    EXPECT_TRUE(eglSwapBuffers(m_display, surface)) << "has no effect on a pbuffer";
    EXPECT_EGL_OK();
    EXPECT_EQ(kRed, Image::read(0, 0, 16, 8).at(0, 0));
    EXPECT_GL_OK();
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(m_display, surface);
    eglDestroyContext(m_display, context);
}

TEST_F(Surfaces, DrawAndReadSurfacesDiffer) {
    const EGLContext context = this->context();
    const EGLSurface a = pbuffer(8, 8);
    const EGLSurface b = pbuffer(8, 8);
    for (const auto& [surface, green] : {std::pair{a, 0.0f}, std::pair{b, 1.0f}}) {
        ASSERT_TRUE(eglMakeCurrent(m_display, surface, surface, context));
        glClearColor(1.0f - green, green, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    ASSERT_TRUE(eglMakeCurrent(m_display, a, b, context));
    EXPECT_EQ(a, eglGetCurrentSurface(EGL_DRAW));
    EXPECT_EQ(b, eglGetCurrentSurface(EGL_READ));
    expectColor(Image::read(0, 0, 8, 8), kGreen);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(Image::read(0, 0, 8, 8), kGreen);
    ASSERT_TRUE(eglMakeCurrent(m_display, a, a, context));
    expectColor(Image::read(0, 0, 8, 8), kBlue);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(m_display, a);
    eglDestroySurface(m_display, b);
    eglDestroyContext(m_display, context);
}

TEST_F(Surfaces, DepthAndStencilOfAPbuffer) {
    const EGLConfig config = this->config({EGL_SURFACE_TYPE,
                                           EGL_PBUFFER_BIT,
                                           EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_ES2_BIT,
                                           EGL_DEPTH_SIZE,
                                           16,
                                           EGL_STENCIL_SIZE,
                                           8});
    ASSERT_NE(nullptr, config);
    const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
    const EGLContext context = eglCreateContext(m_display, config, EGL_NO_CONTEXT, attribs);
    const EGLSurface surface = eglCreatePbufferSurface(m_display, config, size);
    ASSERT_TRUE(eglMakeCurrent(m_display, surface, surface, context));
    EXPECT_GE(getInteger(GL_DEPTH_BITS), 16);
    EXPECT_GE(getInteger(GL_STENCIL_BITS), 8);
    EXPECT_GE(getInteger(GL_RED_BITS), 1);
    glClearColor(0, 0, 0, 1);
    glClearDepthf(0.5f);
    glClearStencil(3);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 3, 255);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawFull(0.5f); // behind 0.5
    program.use(0, 1, 0);
    drawRect(-1, -1, 0, 1, -0.5f);
    expectImage(Image::read(0, 0, 8, 8),
                [](int x, int) { return Rgba{0, x < 4 ? 255 : 0, 0, 255}; });
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(m_display, surface);
    eglDestroyContext(m_display, context);
}

TEST_F(Surfaces, DestroyedWhileCurrentLivesOn) {
    const EGLContext context = this->context();
    const EGLSurface surface = pbuffer(8, 8);
    ASSERT_TRUE(eglMakeCurrent(m_display, surface, surface, context));
    EXPECT_TRUE(eglDestroySurface(m_display, surface));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(Image::read(0, 0, 8, 8), kGreen);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_display, context);
}

} // namespace
