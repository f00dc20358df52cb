// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// FBConfigs and visuals (GLX 1.4 sections 3.3.3 and 3.3.5).

#include "glx_test.h"

#include <string_view>

namespace glx_test {
namespace {

class Configs : public GlxTest {};

TEST_F(Configs, VersionIsOneFour) {
    int major = 0;
    int minor = 0;
    ASSERT_TRUE(glXQueryVersion(display(), &major, &minor));
    EXPECT_EQ(1, major);
    EXPECT_EQ(4, minor);
    EXPECT_EQ(std::string_view("1.4"), glXGetClientString(display(), GLX_VERSION));
}

TEST_F(Configs, EveryTrueColorVisualOfTheScreensDepthCanBeDrawnTo) {
    XVisualInfo wanted{};
    wanted.screen = display().screen();
    wanted.c_class = TrueColor;
    wanted.depth = DefaultDepth(display().get(), wanted.screen);
    int count = 0;
    XVisualInfo* const visuals = XGetVisualInfo(
        display(), VisualScreenMask | VisualClassMask | VisualDepthMask, &wanted, &count);
    ASSERT_GT(count, 0);
    for (int i = 0; i < count; ++i) {
        int usable = 0;
        EXPECT_EQ(0, glXGetConfig(display(), &visuals[i], GLX_USE_GL, &usable));
        if (onGlissade() && visuals[i].red_mask < visuals[i].blue_mask) {
            EXPECT_EQ(0, usable) << "nobody would exchange red and blue for it";
            continue;
        }
        EXPECT_EQ(1, usable) << visuals[i].visualid;
        for (const int name : {GLX_RGBA,
                               GLX_DOUBLEBUFFER,
                               GLX_RED_SIZE,
                               GLX_DEPTH_SIZE,
                               GLX_STENCIL_SIZE,
                               GLX_SAMPLES,
                               GLX_CONFIG_CAVEAT}) {
            int value = -1;
            EXPECT_EQ(0, glXGetConfig(display(), &visuals[i], name, &value)) << name;
            EXPECT_GE(value, 0) << name;
        }
    }
    XFree(visuals);
}

TEST_F(Configs, VisualsAreChosenWithAndWithoutABackBuffer) {
    for (const bool both : {true, false}) {
        List wanted = both ? List{GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16}
                           : List{GLX_RGBA, GLX_DEPTH_SIZE, 16};
        XVisualInfo* const visual = glXChooseVisual(display(), display().screen(), wanted);
        ASSERT_NE(nullptr, visual);
        int value = -1;
        EXPECT_EQ(0, glXGetConfig(display(), visual, GLX_DOUBLEBUFFER, &value));
        EXPECT_EQ(both, value == 1);
        EXPECT_EQ(0, glXGetConfig(display(), visual, GLX_DEPTH_SIZE, &value));
        EXPECT_GE(value, 16);
        XFree(visual);
    }
}

TEST_F(Configs, WhatThereIsNotIsNotChosen) {
    EXPECT_EQ(nullptr, display().config({GLX_DEPTH_SIZE, 1000}));
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa passes over attributes that it does not know, and GLX_RGBA";
    }
    EXPECT_EQ(nullptr, display().config({0x7777, 1})); // No attribute.
    List indexed{GLX_BUFFER_SIZE, 8};
    EXPECT_EQ(nullptr, glXChooseVisual(display(), display().screen(), indexed));
}

TEST_F(Configs, MultisampleAndSrgb) {
    const GLXFBConfig smooth =
        display().config({GLX_SAMPLE_BUFFERS, 1, GLX_SAMPLES, 4, GLX_DOUBLEBUFFER, 1});
    ASSERT_NE(nullptr, smooth);
    EXPECT_EQ(4, display().attribute(smooth, GLX_SAMPLES));
    const GLXFBConfig encoded =
        display().config({GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 1, GLX_DOUBLEBUFFER, 1});
    ASSERT_NE(nullptr, encoded);
    EXPECT_EQ(1, display().attribute(encoded, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB));
}

TEST_F(Configs, WindowsWithAlphaHaveVisualsOfDepth32) {
    int count = 0;
    GLXFBConfig* const configs = glXGetFBConfigs(display(), display().screen(), &count);
    int deep = 0;
    for (int i = 0; i < count; ++i) {
        XVisualInfo* const visual = glXGetVisualFromFBConfig(display(), configs[i]);
        if (visual != nullptr) {
            EXPECT_EQ(VisualID(display().attribute(configs[i], GLX_VISUAL_ID)), visual->visualid);
            deep += visual->depth == 32;
            XFree(visual);
        }
    }
    EXPECT_GT(deep, 0);
    XFree(configs);
}

TEST_F(Configs, ServeEveryDisplayOfTheServer) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's are of one display";
    }
    const GLXFBConfig config = doubleBuffered();
    Connection other;
    ASSERT_NE(nullptr, other.get());
    const GLXContext context = glXCreateNewContext(other, config, GLX_RGBA_TYPE, nullptr, True);
    EXPECT_NE(nullptr, context);
    glXDestroyContext(other, context);
}

TEST_F(Configs, EveryCommandHasAnAddress) {
    for (const char* const name : {"glXBindTexImageEXT",
                                   "glXChooseFBConfigSGIX",
                                   "glXCreateContextAttribsARB",
                                   "glXCreateContextWithConfigSGIX",
                                   "glXCreateGLXPbufferSGIX",
                                   "glXGetFBConfigFromVisualSGIX",
                                   "glXGetMscRateOML",
                                   "glXGetSyncValuesOML",
                                   "glXGetVideoSyncSGI",
                                   "glXMakeCurrentReadSGI",
                                   "glXQueryCurrentRendererIntegerMESA",
                                   "glXQueryRendererStringMESA",
                                   "glXReleaseTexImageEXT",
                                   "glXSelectEventSGIX",
                                   "glXSwapBuffersMscOML",
                                   "glXSwapIntervalEXT",
                                   "glXSwapIntervalMESA",
                                   "glXSwapIntervalSGI",
                                   "glXWaitForSbcOML",
                                   "glXWaitVideoSyncSGI",
                                   "glClear",
                                   "glDrawArrays",
                                   "glXSwapBuffers"}) {
        EXPECT_NE(nullptr, load<void (*)()>(name)) << name;
    }
}

TEST_F(Configs, VisualsAndConfigsOfSgix) {
    const auto configOf = load<PFNGLXGETFBCONFIGFROMVISUALSGIXPROC>("glXGetFBConfigFromVisualSGIX");
    List wanted{GLX_RGBA, GLX_DOUBLEBUFFER};
    XVisualInfo* const visual = glXChooseVisual(display(), display().screen(), wanted);
    ASSERT_NE(nullptr, visual);
    const auto config = GLXFBConfig(configOf(display(), visual));
    ASSERT_NE(nullptr, config);
    EXPECT_EQ(visual->visualid, VisualID(display().attribute(config, GLX_VISUAL_ID)));
    XFree(visual);
}

} // namespace
} // namespace glx_test
