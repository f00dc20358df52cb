// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Windows, pixmaps and pbuffers (GLX 1.4 sections 3.3.4 to 3.3.6), and what shows in them.

#include "glx_test.h"

#include <cstdio>
#include <cstring>

namespace glx_test {
namespace {

class Drawables : public GlxTest {};

TEST_F(Drawables, SwapsShowInWindows) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context)); // Without a GLXWindow.
    fill(kRed);
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ(kRed, display().awaitPixel(window, 5, 5, kRed));
    fill(kGreen);
    glFinish();
    EXPECT_EQ(kRed, display().pixel(window, 5, 5));
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ(kGreen, display().awaitPixel(window, 5, 5, kGreen));
}

/// Programs that draw to several windows by one context swap them when all are drawn.
TEST_F(Drawables, SwapsShowWindowsThatAreNotCurrent) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's libGLX forgets the frames of windows that are not current";
    }
    const GLXFBConfig config = doubleBuffered();
    const Window first = display().makeWindow(config);
    const Window second = display().makeWindow(config);
    XMoveWindow(display(), second, 100, 0); // What is covered has no pixels.
    const GLXContext context = display().makeContext(config);
    for (const Color& color : {kRed, kGreen}) {
        ASSERT_TRUE(glXMakeCurrent(display(), first, context));
        fill(color);
        ASSERT_TRUE(glXMakeCurrent(display(), second, context));
        fill(kBlue);
        glXSwapBuffers(display(), first);
        EXPECT_EQ(color, display().awaitPixel(first, 5, 5, color));
        EXPECT_NE(color, display().pixel(second, 5, 5));
        EXPECT_EQ(kBlue, readPixel(5, 5)) << "the frame of the other window goes on";
    }
    glXSwapBuffers(display(), second);
    EXPECT_EQ(kBlue, display().awaitPixel(second, 5, 5, kBlue));
    // Nor need anything be current.
    ASSERT_TRUE(glXMakeCurrent(display(), first, context));
    fill(kRed);
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    glXSwapBuffers(display(), first);
    EXPECT_EQ(kRed, display().awaitPixel(first, 5, 5, kRed));
    EXPECT_NO_X_ERROR(display());
}

TEST_F(Drawables, GlxWindowsAreWindowsUnderAnotherName) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config);
    const GLXWindow drawable = glXCreateWindow(display(), config, window, nullptr);
    ASSERT_NE(0u, drawable);
    EXPECT_NE(window, drawable);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeContextCurrent(display(), drawable, drawable, context));
    fill(kBlue);
    glXSwapBuffers(display(), drawable);
    glXWaitGL();
    EXPECT_EQ(kBlue, display().awaitPixel(window, 5, 5, kBlue));
    if (onGlissade()) { // The X server would crash.
        EXPECT_X_ERROR(display(), BadAlloc, glXCreateWindow(display(), config, window, nullptr));
    }
    glXDestroyWindow(display(), drawable);
    EXPECT_NO_X_ERROR(display());
}

TEST_F(Drawables, TheTopRowIsTheTopRow) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config, 20, 40);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    fill(kRed);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 30, 20, 10); // The upper quarter.
    fill(kGreen);
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ(kGreen, display().awaitPixel(window, 10, 2, kGreen));
    EXPECT_EQ(kRed, display().awaitPixel(window, 10, 38, kRed));
}

/// Beside what X draws with the font.
TEST_F(Drawables, FontsBecomeListsOfBitmaps) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's lists draw a row higher than GLX 1.4 section 3.4.6 has it";
    }
    constexpr int kWidth_px = 64;
    constexpr int kHeight_px = 48;
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config, kWidth_px, kHeight_px);
    ASSERT_TRUE(glXMakeCurrent(display(), window, display().makeContext(config)));
    const Font font = XLoadFont(display(), "fixed");
    const GLuint lists = glGenLists(3);
    glXUseXFont(font, 'A', 3, int(lists));
    EXPECT_NO_X_ERROR(display());
    glOrtho(0, kWidth_px, 0, kHeight_px, -1, 1);
    fill(kRed);
    glColor3f(0, 1, 0);
    glRasterPos2f(5.25f, 10.25f); // Bitmaps lie at whole pixels below it.
    const GLubyte text[] = {0, 1, 2};
    glListBase(lists);
    glCallLists(3, GL_UNSIGNED_BYTE, text);

    const Pixmap pixmap = XCreatePixmap(display(), window, kWidth_px, kHeight_px, 1);
    XGCValues values{};
    values.font = font;
    const GC gc = XCreateGC(display(), pixmap, GCFont, &values);
    XSetForeground(display(), gc, 0);
    XFillRectangle(display(), pixmap, gc, 0, 0, kWidth_px, kHeight_px);
    XSetForeground(display(), gc, 1);
    XDrawString(display(), pixmap, gc, 5, kHeight_px - 10, "ABC", 3);
    XImage* const image =
        XGetImage(display(), pixmap, 0, 0, kWidth_px, kHeight_px, AllPlanes, ZPixmap);
    ASSERT_NE(nullptr, image);
    int set = 0;
    for (int y = 0; y < kHeight_px; ++y) {
        for (int x = 0; x < kWidth_px; ++x) {
            const bool isSet = XGetPixel(image, x, y) != 0;
            set += isSet;
            ASSERT_EQ(isSet ? kGreen : kRed, readPixel(x, kHeight_px - 1 - y)) << x << ' ' << y;
        }
    }
    EXPECT_GT(set, 20);
    XDestroyImage(image);
    XFreeGC(display(), gc);
    XFreePixmap(display(), pixmap);
    EXPECT_X_ERROR(display(), BadFont, glXUseXFont(12345, 'A', 1, int(lists)));
    XUnloadFont(display(), font);
}

TEST_F(Drawables, FlushesShowWithoutABackBuffer) {
    const GLXFBConfig config = singleBuffered();
    ASSERT_NE(nullptr, config);
    const Window window = display().makeWindow(config);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    GLboolean both = GL_TRUE;
    glGetBooleanv(GL_DOUBLEBUFFER, &both);
    EXPECT_FALSE(both);
    GLint buffer = 0;
    glGetIntegerv(GL_DRAW_BUFFER, &buffer);
    EXPECT_EQ(GL_FRONT, buffer);
    fill(kGreen);
    glFinish();
    EXPECT_EQ(kGreen, display().awaitPixel(window, 5, 5, kGreen));
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 10, 48);
    fill(kRed); // What was shown stays around it.
    glFlush();
    glFinish();
    EXPECT_EQ(kRed, display().awaitPixel(window, 5, 5, kRed));
    EXPECT_EQ(kGreen, display().awaitPixel(window, 25, 5, kGreen));
}

TEST_F(Drawables, FlushesShowWhatIsDrawnToTheFront) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    glDrawBuffer(GL_FRONT);
    fill(kGreen);
    glFlush();
    glXWaitGL();
    EXPECT_EQ(kGreen, display().awaitPixel(window, 5, 5, kGreen));
}

TEST_F(Drawables, SrgbWindowsShowColorsAsTheyAre) {
    const GLXFBConfig config =
        display().config({GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 1, GLX_DOUBLEBUFFER, 1});
    ASSERT_NE(nullptr, config);
    const Window window = display().makeWindow(config);
    const GLXContext context = display().makeContext(
        config, {GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 0});
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    fill({64, 128, 192});
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ((Color{64, 128, 192}), display().awaitPixel(window, 5, 5, Color{64, 128, 192}));
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's windows on the processor do not encode";
    }
    glEnable(0x8DB9 /* GL_FRAMEBUFFER_SRGB */);
    glClearColor(0.214f, 0.214f, 0.214f, 1); // 128 as sRGB has it.
    glClear(GL_COLOR_BUFFER_BIT);
    glXSwapBuffers(display(), window);
    glXWaitGL();
    const Color encoded{128, 128, 128};
    EXPECT_NEAR(128, display().awaitPixel(window, 5, 5, encoded)[1], 2);
}

TEST_F(Drawables, MultisampledWindowsShow) {
    const GLXFBConfig config = display().config({GLX_SAMPLES, 4, GLX_DOUBLEBUFFER, 1});
    ASSERT_NE(nullptr, config);
    const Window window = display().makeWindow(config);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    GLint samples = 0;
    glGetIntegerv(0x80A9 /* GL_SAMPLES */, &samples);
    EXPECT_EQ(4, samples);
    fill(kBlue);
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ(kBlue, display().awaitPixel(window, 5, 5, kBlue));
}

TEST_F(Drawables, FramesFollowTheWindowsSize) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config, 40, 40);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    fill(kRed);
    glXSwapBuffers(display(), window);
    XResizeWindow(display(), window, 120, 90);
    XSync(display(), False);
    fill(kGreen); // Begins the frame that has the new size.
    glXSwapBuffers(display(), window);
    fill(kGreen);
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ(kGreen, display().awaitPixel(window, 110, 80, kGreen));
    unsigned width = 0;
    glXQueryDrawable(display(), window, GLX_WIDTH, &width);
    EXPECT_EQ(120u, width);
}

TEST_F(Drawables, OneContextDrawsToTwoWindows) {
    const GLXFBConfig config = doubleBuffered();
    const GLXContext context = display().makeContext(config);
    const Window windows[] = {display().makeWindow(config), display().makeWindow(config)};
    for (int frame = 0; frame < 3; ++frame) {
        for (int i = 0; i < 2; ++i) {
            ASSERT_TRUE(glXMakeCurrent(display(), windows[i], context));
            fill(i == 0 ? kRed : kBlue);
            glXSwapBuffers(display(), windows[i]);
            glXWaitGL();
        }
    }
    EXPECT_EQ(kBlue, display().awaitPixel(windows[1], 5, 5, kBlue));
}

TEST_F(Drawables, PixmapsGetWhatIsDrawn) {
    const GLXFBConfig config = doubleBuffered();
    XVisualInfo* const visual = glXGetVisualFromFBConfig(display(), config);
    const Pixmap pixmap = XCreatePixmap(display(),
                                        RootWindow(display().get(), display().screen()),
                                        32,
                                        32,
                                        unsigned(visual->depth));
    const GLXContext context = display().makeContext(config);
    const GLXPixmap drawable = glXCreatePixmap(display(), config, pixmap, nullptr);
    ASSERT_NE(0u, drawable);
    ASSERT_TRUE(glXMakeCurrent(display(), drawable, context));
    glDrawBuffer(GL_FRONT);
    fill(kGreen);
    glFinish();
    glXWaitGL();
    EXPECT_EQ(kGreen, display().pixel(pixmap, 5, 5));
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    glXDestroyPixmap(display(), drawable);
    const GLXPixmap old = glXCreateGLXPixmap(display(), visual, pixmap);
    EXPECT_NE(0u, old);
    glXDestroyGLXPixmap(display(), old);
    EXPECT_NO_X_ERROR(display());
    XFreePixmap(display(), pixmap);
    XFree(visual);
}

TEST_F(Drawables, PixmapsAreTextures) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's llvmpipe crashes";
    }
    if (!std::strstr(glXQueryExtensionsString(display(), display().screen()),
                     "GLX_EXT_texture_from_pixmap")) {
        GTEST_SKIP() << "no GLX_EXT_texture_from_pixmap";
    }
    const GLXFBConfig config = display().config(
        {GLX_BIND_TO_TEXTURE_RGB_EXT, 1, GLX_DRAWABLE_TYPE, GLX_PIXMAP_BIT | GLX_PBUFFER_BIT});
    ASSERT_NE(nullptr, config);
    XVisualInfo* const visual = glXGetVisualFromFBConfig(display(), config);
    const Pixmap pixmap = XCreatePixmap(
        display(), RootWindow(display().get(), display().screen()), 8, 8, unsigned(visual->depth));
    XFree(visual);
    const GC gc = XCreateGC(display(), pixmap, 0, nullptr);
    XSetForeground(display(), gc, 0x0000ff);
    XFillRectangle(display(), pixmap, gc, 0, 0, 8, 8);
    XSetForeground(display(), gc, 0xff0000);
    XFillRectangle(display(), pixmap, gc, 0, 0, 8, 4); // The upper half.
    List attributes{GLX_TEXTURE_TARGET_EXT,
                    GLX_TEXTURE_2D_EXT,
                    GLX_TEXTURE_FORMAT_EXT,
                    GLX_TEXTURE_FORMAT_RGB_EXT};
    const GLXPixmap drawable = glXCreatePixmap(display(), config, pixmap, attributes);
    ASSERT_NE(0u, drawable);
    const GLXContext context = display().makeContext(config);
    List size{GLX_PBUFFER_WIDTH, 8, GLX_PBUFFER_HEIGHT, 8};
    const GLXPbuffer pbuffer = glXCreatePbuffer(display(), config, size);
    ASSERT_TRUE(glXMakeCurrent(display(), pbuffer, context));
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 5); // What the program set for itself does not count.
    const auto bind = load<PFNGLXBINDTEXIMAGEEXTPROC>("glXBindTexImageEXT");
    bind(display(), drawable, GLX_FRONT_LEFT_EXT, nullptr);
    EXPECT_NO_X_ERROR(display());
    std::array<std::array<uint8_t, 4>, 64> texels{};
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    unsigned inverted = 0;
    glXQueryDrawable(display(), drawable, GLX_Y_INVERTED_EXT, &inverted);
    const auto& top = inverted != 0 ? texels.front() : texels.back();
    const auto& bottom = inverted != 0 ? texels.back() : texels.front();
    EXPECT_EQ((std::array<uint8_t, 4>{255, 0, 0, 255}), top);
    EXPECT_EQ((std::array<uint8_t, 4>{0, 0, 255, 255}), bottom);
    load<PFNGLXRELEASETEXIMAGEEXTPROC>("glXReleaseTexImageEXT")(
        display(), drawable, GLX_FRONT_LEFT_EXT);
    EXPECT_NO_X_ERROR(display());
    XFreeGC(display(), gc);
}

TEST_F(Drawables, PbuffersHaveTheirSize) {
    const GLXFBConfig config = doubleBuffered();
    List size{GLX_PBUFFER_WIDTH, 30, GLX_PBUFFER_HEIGHT, 20};
    const GLXPbuffer pbuffer = glXCreatePbuffer(display(), config, size);
    unsigned value = 0;
    glXQueryDrawable(display(), pbuffer, GLX_WIDTH, &value);
    EXPECT_EQ(30u, value);
    glXQueryDrawable(display(), pbuffer, GLX_HEIGHT, &value);
    EXPECT_EQ(20u, value);
    glXQueryDrawable(display(), pbuffer, GLX_FBCONFIG_ID, &value);
    EXPECT_EQ(unsigned(display().attribute(config, GLX_FBCONFIG_ID)), value);
    glXDestroyPbuffer(display(), pbuffer);
    EXPECT_NO_X_ERROR(display());
}

TEST_F(Drawables, WindowsAnswerBeforeTheyWereCurrent) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's server knows windows once they were current";
    }
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config, 70, 50);
    unsigned value = 0;
    glXQueryDrawable(display(), window, GLX_WIDTH, &value);
    EXPECT_EQ(70u, value);
    unsigned long mask = 1;
    glXSelectEvent(display(), window, GLX_PBUFFER_CLOBBER_MASK);
    glXGetSelectedEvent(display(), window, &mask);
    EXPECT_EQ(unsigned(GLX_PBUFFER_CLOBBER_MASK), mask);
    EXPECT_NO_X_ERROR(display());
}

TEST_F(Drawables, WrongOnesAreErrors) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa has the server look first, which says BadDrawable";
    }
    const GLXFBConfig config = doubleBuffered();
    const GLXContext context = display().makeContext(config);
    EXPECT_X_ERROR(display(), BadWindow, glXCreateWindow(display(), config, 0x12345, nullptr));
    EXPECT_X_ERROR(display(), BadPixmap, glXCreatePixmap(display(), config, 0x12345, nullptr));
    const int badDrawable = glxError(display(), GLXBadDrawable);
    EXPECT_X_ERROR(display(), badDrawable, glXMakeCurrent(display(), 0x12345, context));
    unsigned value = 0;
    EXPECT_X_ERROR(display(), badDrawable, glXQueryDrawable(display(), 0x12345, GLX_WIDTH, &value));
}

TEST_F(Drawables, SwapsOfWindowsThatAreGoneDoNotEndTheProgram) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config);
    const GLXWindow drawable = glXCreateWindow(display(), config, window, nullptr);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeContextCurrent(display(), drawable, drawable, context));
    fill(kRed);
    glXSwapBuffers(display(), drawable);
    XDestroyWindow(display(), window);
    XSync(display(), False);
    for (int frame = 0; frame < 3; ++frame) {
        fill(kGreen);
        glXSwapBuffers(display(), drawable);
    }
    fill(kBlue);
    glFinish();
    display().takeError(); // Swaps may say that the window is gone.
    ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
    const GLXFBConfig again = doubleBuffered();
    const Window next = display().makeWindow(again);
    display().takeError();
    ASSERT_TRUE(glXMakeCurrent(display(), next, context));
    fill(kGreen);
    glXSwapBuffers(display(), next);
    glXWaitGL();
    EXPECT_EQ(kGreen, display().awaitPixel(next, 5, 5, kGreen));
}

// For server_killed: until there is no server.
TEST_F(Drawables, DISABLED_SwapsForEver) {
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, display().makeContext(config)));
    for (int frame = 0;; ++frame) {
        fill(frame % 2 == 0 ? kRed : kGreen);
        glXSwapBuffers(display(), window);
        if (frame == 10) {
            std::puts("swapping");
            std::fflush(stdout);
        }
    }
}

TEST_F(Drawables, TwoHundredWindowsOneAfterAnother) {
    const GLXFBConfig config = doubleBuffered();
    const GLXContext context = display().makeContext(config);
    for (int i = 0; i < 200; ++i) {
        const Window window = display().makeWindow(config, 32, 32);
        ASSERT_TRUE(glXMakeCurrent(display(), window, context));
        fill(i % 2 == 0 ? kRed : kGreen);
        glXSwapBuffers(display(), window);
        XDestroyWindow(display(), window);
    }
    glXMakeCurrent(display(), 0, nullptr);
    display().takeError();
}

TEST_F(Drawables, DisplaysCloseWithEverythingCurrent) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's send BadRequest, now and then";
    }
    for (int i = 0; i < 5; ++i) {
        auto other = std::make_unique<Connection>();
        const GLXFBConfig config = other->config({GLX_DOUBLEBUFFER, 1, GLX_RED_SIZE, 8});
        const Window window = other->makeWindow(config);
        const GLXContext context = other->makeContext(config);
        ASSERT_TRUE(glXMakeCurrent(*other, window, context));
        fill(kRed);
        glXSwapBuffers(*other, window);
    }
    EXPECT_EQ(nullptr, glXGetCurrentContext());
}

} // namespace
} // namespace glx_test
