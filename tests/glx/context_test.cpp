// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contexts (GLX 1.4 section 3.3.7, GLX_ARB_create_context and its relatives).

#include "glx_test.h"

#include <cstring>
#include <string_view>
#include <thread>

namespace glx_test {
namespace {

class Contexts : public GlxTest {
protected:
    void SetUp() override {
        GlxTest::SetUp();
        if (m_display) {
            m_config = doubleBuffered();
            ASSERT_NE(nullptr, m_config);
            List size{GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16};
            m_pbuffer = glXCreatePbuffer(display(), m_config, size);
        }
    }

    GLXFBConfig m_config = nullptr;
    GLXPbuffer m_pbuffer = 0;
};

TEST_F(Contexts, PlainOnesAreOpenGL) {
    const GLXContext context = display().makeContext(m_config);
    ASSERT_NE(nullptr, context);
    EXPECT_TRUE(glXIsDirect(display(), context));
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, context));
    const auto* const version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    ASSERT_NE(nullptr, version);
    EXPECT_NE('O', version[0]) << version; // "OpenGL ES …".
    EXPECT_EQ(context, glXGetCurrentContext());
    EXPECT_EQ(m_pbuffer, glXGetCurrentDrawable());
    if (onGlissade()) {
        EXPECT_EQ(std::string_view("Glissade"),
                  reinterpret_cast<const char*>(glGetString(GL_VENDOR)));
    }
}

TEST_F(Contexts, VersionsAndProfiles) {
    const GLXContext core = display().makeContext(m_config,
                                                  {GLX_CONTEXT_MAJOR_VERSION_ARB,
                                                   3,
                                                   GLX_CONTEXT_MINOR_VERSION_ARB,
                                                   3,
                                                   GLX_CONTEXT_PROFILE_MASK_ARB,
                                                   GLX_CONTEXT_CORE_PROFILE_BIT_ARB});
    ASSERT_NE(nullptr, core);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, core));
    GLint value = 0;
    glGetIntegerv(0x9126 /* GL_CONTEXT_PROFILE_MASK */, &value);
    EXPECT_EQ(GLX_CONTEXT_CORE_PROFILE_BIT_ARB, value);
    const GLXContext es = display().makeContext(m_config,
                                                {GLX_CONTEXT_MAJOR_VERSION_ARB,
                                                 2,
                                                 GLX_CONTEXT_PROFILE_MASK_ARB,
                                                 GLX_CONTEXT_ES2_PROFILE_BIT_EXT});
    ASSERT_NE(nullptr, es);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, es));
    EXPECT_EQ(0,
              std::strncmp("OpenGL ES", reinterpret_cast<const char*>(glGetString(GL_VERSION)), 9));
}

TEST_F(Contexts, NoOtherIsMade) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa has the server look first, which says GLXBadFBConfig of versions";
    }
    const int profile = glxError(display(), GLXBadProfileARB);
    EXPECT_X_ERROR(
        display(), profile, display().makeContext(m_config, {GLX_CONTEXT_PROFILE_MASK_ARB, 0}));
    EXPECT_X_ERROR(
        display(), BadMatch, display().makeContext(m_config, {GLX_CONTEXT_MAJOR_VERSION_ARB, 7}));
    EXPECT_X_ERROR(display(), BadValue, display().makeContext(m_config, {0x7777, 1}));
    EXPECT_X_ERROR(
        display(), BadValue, glXCreateNewContext(display(), m_config, 0x7777, nullptr, True));
    EXPECT_EQ(nullptr, display().makeContext(m_config, {GLX_CONTEXT_MAJOR_VERSION_ARB, 7}));
    display().takeError();
}

TEST_F(Contexts, ErrorsNameTheirRequest) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa names none";
    }
    display().takeError();
    display().makeContext(m_config, {GLX_CONTEXT_MAJOR_VERSION_ARB, 7});
    EXPECT_EQ(X_GLXCreateContextAttribsARB, display().takeError().minorOpcode);
}

TEST_F(Contexts, ShareTextures) {
    const GLXContext first = display().makeContext(m_config);
    const GLXContext second = display().makeContext(m_config, first);
    ASSERT_NE(nullptr, second);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, first));
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glFlush();
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, second));
    EXPECT_TRUE(glIsTexture(name));
    const GLXContext alone = display().makeContext(m_config);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, alone));
    EXPECT_FALSE(glIsTexture(name));
}

TEST_F(Contexts, AreCurrentInOneThread) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa makes them current in two";
    }
    const GLXContext context = display().makeContext(m_config);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, context));
    std::thread([&] {
        Connection other;
        EXPECT_X_ERROR(other, BadAccess, glXMakeCurrent(other, m_pbuffer, context));
    }).join();
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    std::thread([&] {
        EXPECT_TRUE(glXMakeCurrent(display(), m_pbuffer, context));
        EXPECT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    }).join();
}

TEST_F(Contexts, LiveOnWhileTheyAreCurrent) {
    const GLXContext context = display().makeContext(m_config);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, context));
    glXDestroyContext(display(), context);
    fill(kGreen);
    EXPECT_EQ(kGreen, readPixel(3, 3));
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    const int bad = glxError(display(), GLXBadContext);
    EXPECT_X_ERROR(display(), bad, glXMakeCurrent(display(), m_pbuffer, context));
    EXPECT_X_ERROR(display(), bad, glXIsDirect(display(), context));
}

TEST_F(Contexts, AnswerQueries) {
    const GLXContext context = display().makeContext(m_config);
    int value = -1;
    EXPECT_EQ(0, glXQueryContext(display(), context, GLX_FBCONFIG_ID, &value));
    EXPECT_EQ(display().attribute(m_config, GLX_FBCONFIG_ID), value);
    EXPECT_EQ(0, glXQueryContext(display(), context, GLX_SCREEN, &value));
    EXPECT_EQ(display().screen(), value);
    EXPECT_EQ(0, glXQueryContext(display(), context, GLX_RENDER_TYPE, &value));
    EXPECT_EQ(GLX_RGBA_TYPE, value);
}

TEST_F(Contexts, NeedNoDrawableFromVersion30) {
    const GLXContext context = display().makeContext(
        m_config, {GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 0});
    ASSERT_NE(nullptr, context);
    EXPECT_TRUE(glXMakeContextCurrent(display(), 0, 0, context));
    EXPECT_EQ(0u, glXGetCurrentDrawable());
    const auto status = load<GLenum (*)(GLenum)>("glCheckFramebufferStatus");
    EXPECT_EQ(0x8219u /* GL_FRAMEBUFFER_UNDEFINED */, status(0x8D40 /* GL_FRAMEBUFFER */));
}

TEST_F(Contexts, DrawAndReadFromDifferentDrawables) {
    List size{GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16};
    const GLXPbuffer other = glXCreatePbuffer(display(), m_config, size);
    const GLXContext context = display().makeContext(m_config);
    ASSERT_TRUE(glXMakeCurrent(display(), other, context));
    fill(kBlue);
    ASSERT_TRUE(glXMakeContextCurrent(display(), m_pbuffer, other, context));
    EXPECT_EQ(m_pbuffer, glXGetCurrentDrawable());
    EXPECT_EQ(other, glXGetCurrentReadDrawable());
    fill(kRed);
    EXPECT_EQ(kBlue, readPixel(2, 2));
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, context));
    EXPECT_EQ(kRed, readPixel(2, 2));
}

TEST_F(Contexts, TakeOverAttributeGroups) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa copies between indirect contexts only";
    }
    const GLXContext from = display().makeContext(m_config);
    const GLXContext to = display().makeContext(m_config);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, to));
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, from));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 2, 3, 4);
    glClearColor(0, 1, 0, 1);
    glFinish();
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    glXCopyContext(display(), from, to, GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
    EXPECT_NO_X_ERROR(display());
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, to));
    GLint func = 0;
    glGetIntegerv(GL_DEPTH_FUNC, &func);
    EXPECT_EQ(GL_GREATER, func);
    EXPECT_TRUE(glIsEnabled(GL_DEPTH_TEST));
    EXPECT_FALSE(glIsEnabled(GL_SCISSOR_TEST)); // Of a group that was not asked for.
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(kGreen, readPixel(1, 1));
    EXPECT_X_ERROR(display(), BadAccess, glXCopyContext(display(), from, to, GL_VIEWPORT_BIT));
}

TEST_F(Contexts, TakeOverSampleMasksAndShading) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa copies between indirect contexts only";
    }
    const List version{GLX_CONTEXT_MAJOR_VERSION_ARB, 4, GLX_CONTEXT_MINOR_VERSION_ARB, 0};
    const GLXContext from = display().makeContext(m_config, version);
    const GLXContext to = display().makeContext(m_config, version);
    ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, from));
    const auto sampleMask = load<PFNGLSAMPLEMASKIPROC>("glSampleMaski");
    const auto minSampleShading = load<PFNGLMINSAMPLESHADINGPROC>("glMinSampleShading");
    const auto getIndexed = load<PFNGLGETINTEGERI_VPROC>("glGetIntegeri_v");
    glEnable(GL_SAMPLE_MASK);
    sampleMask(0, 5);
    glEnable(GL_SAMPLE_SHADING);
    minSampleShading(0.5f);
    ASSERT_EQ(GLenum(GL_NO_ERROR), glGetError());
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    const auto expect = [&](bool enabled, GLint mask, float shading) {
        ASSERT_TRUE(glXMakeCurrent(display(), m_pbuffer, to));
        GLint gotMask = 0;
        GLfloat gotShading = -1;
        getIndexed(GL_SAMPLE_MASK_VALUE, 0, &gotMask);
        glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE, &gotShading);
        EXPECT_EQ(enabled, glIsEnabled(GL_SAMPLE_MASK) == GL_TRUE);
        EXPECT_EQ(enabled, glIsEnabled(GL_SAMPLE_SHADING) == GL_TRUE);
        EXPECT_EQ(mask, gotMask);
        EXPECT_EQ(shading, gotShading);
        ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    };
    glXCopyContext(display(), from, to, GL_COLOR_BUFFER_BIT);
    expect(false, -1, 0);
    glXCopyContext(display(), from, to, GL_MULTISAMPLE_BIT);
    expect(true, 5, 0.5f);
    EXPECT_NO_X_ERROR(display());
}

TEST_F(Contexts, NeedNoConfig) {
    const auto create = load<PFNGLXCREATECONTEXTATTRIBSARBPROC>("glXCreateContextAttribsARB");
    List attributes{GLX_SCREEN, display().screen(), GLX_CONTEXT_MAJOR_VERSION_ARB, 3};
    const GLXContext context = create(display(), nullptr, nullptr, True, attributes);
    ASSERT_NE(nullptr, context);
    EXPECT_TRUE(glXMakeCurrent(display(), m_pbuffer, context));
}

TEST_F(Contexts, TellTheRenderer) {
    if (!std::strstr(glXQueryExtensionsString(display(), display().screen()),
                     "GLX_MESA_query_renderer")) {
        GTEST_SKIP() << "no GLX_MESA_query_renderer";
    }
    const auto integer = load<PFNGLXQUERYRENDERERINTEGERMESAPROC>("glXQueryRendererIntegerMESA");
    const auto text = load<PFNGLXQUERYRENDERERSTRINGMESAPROC>("glXQueryRendererStringMESA");
    unsigned version[3] = {};
    EXPECT_TRUE(integer(
        display(), display().screen(), 0, GLX_RENDERER_OPENGL_ES2_PROFILE_VERSION_MESA, version));
    EXPECT_GE(version[0], 2u);
    EXPECT_FALSE(integer(display(), display().screen(), 0, 0x7777, version));
    EXPECT_FALSE(integer(display(), display().screen(), 5, GLX_RENDERER_VERSION_MESA, version));
    EXPECT_NE(nullptr, text(display(), display().screen(), 0, GLX_RENDERER_DEVICE_ID_MESA));
}

} // namespace
} // namespace glx_test
