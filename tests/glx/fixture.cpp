// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glx_test.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace glx_test {

namespace {

std::mutex g_mutex;
Error g_error;

int noteError(XDisplay*, XErrorEvent* event) {
    const std::lock_guard lock(g_mutex);
    g_error = {.code = event->error_code, .minorOpcode = event->minor_code};
    return 0;
}

} // namespace

bool onGlissade() {
    return std::strcmp(std::getenv("GLISSADE_TEST_RENDERER"), "glissade") == 0;
}

Connection::Connection() : m_display(XOpenDisplay(nullptr)) {
    XSetErrorHandler(noteError);
}

Connection::~Connection() {
    if (m_display != nullptr) {
        XCloseDisplay(m_display);
    }
}

Window Connection::makeWindow(const XVisualInfo& visual, int width, int height) {
    const Window root = RootWindow(m_display, visual.screen);
    XSetWindowAttributes attributes{};
    attributes.colormap = XCreateColormap(m_display, root, visual.visual, AllocNone);
    const Window window = XCreateWindow(m_display,
                                        root,
                                        0,
                                        0,
                                        unsigned(width),
                                        unsigned(height),
                                        0,
                                        visual.depth,
                                        InputOutput,
                                        visual.visual,
                                        CWColormap | CWBorderPixel | CWBackPixel,
                                        &attributes);
    XMapWindow(m_display, window);
    XSync(m_display, False);
    return window;
}

Window Connection::makeWindow(GLXFBConfig config, int width, int height) {
    XVisualInfo* const visual = glXGetVisualFromFBConfig(m_display, config);
    EXPECT_NE(nullptr, visual);
    if (visual == nullptr) {
        return 0;
    }
    const Window window = makeWindow(*visual, width, height);
    XFree(visual);
    return window;
}

GLXFBConfig Connection::config(List attributes) const {
    int count = 0;
    GLXFBConfig* const configs = glXChooseFBConfig(m_display, screen(), attributes, &count);
    const GLXFBConfig first = count > 0 ? configs[0] : nullptr;
    XFree(configs);
    return first;
}

int Connection::attribute(GLXFBConfig config, int name) const {
    int value = -1;
    EXPECT_EQ(0, glXGetFBConfigAttrib(m_display, config, name, &value)) << name;
    return value;
}

GLXContext Connection::makeContext(GLXFBConfig config, GLXContext share) const {
    return glXCreateNewContext(m_display, config, GLX_RGBA_TYPE, share, True);
}

GLXContext Connection::makeContext(GLXFBConfig config, List attributes, GLXContext share) const {
    static const auto create =
        load<PFNGLXCREATECONTEXTATTRIBSARBPROC>("glXCreateContextAttribsARB");
    return create(m_display, config, share, True, attributes);
}

Color Connection::pixel(Drawable drawable, int x, int y) const {
    XSync(m_display, False);
    XImage* const image = XGetImage(m_display, drawable, x, y, 1, 1, AllPlanes, ZPixmap);
    if (image == nullptr) {
        return {1, 2, 3};
    }
    const unsigned long value = XGetPixel(image, 0, 0);
    XDestroyImage(image);
    return {uint8_t(value >> 16), uint8_t(value >> 8), uint8_t(value)};
}

Color Connection::awaitPixel(Drawable drawable, int x, int y, const Color& expected) const {
    constexpr int kLooks = 5000;
    Color found = pixel(drawable, x, y);
    for (int i = 0; i < kLooks && found != expected; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        found = pixel(drawable, x, y);
    }
    return found;
}

Error Connection::takeError() const {
    XSync(m_display, False);
    const std::lock_guard lock(g_mutex);
    return std::exchange(g_error, {});
}

void GlxTest::SetUp() {
    if (std::getenv("DISPLAY") == nullptr) {
        GTEST_SKIP() << "no DISPLAY";
    }
    m_display = std::make_unique<Connection>();
    ASSERT_NE(nullptr, m_display->get());
    m_display->takeError();
}

void GlxTest::TearDown() {
    close();
}

void GlxTest::close() {
    if (m_display && m_display->get() != nullptr) {
        glXMakeCurrent(*m_display, 0, nullptr);
        EXPECT_NO_X_ERROR(*m_display);
    }
    m_display.reset();
}

GLXFBConfig GlxTest::doubleBuffered(int depth) const {
    return m_display->config({GLX_DOUBLEBUFFER,
                              1,
                              GLX_DEPTH_SIZE,
                              depth,
                              GLX_RED_SIZE,
                              8,
                              GLX_DRAWABLE_TYPE,
                              GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT});
}

GLXFBConfig GlxTest::singleBuffered() const {
    return m_display->config({GLX_DOUBLEBUFFER,
                              0,
                              GLX_RED_SIZE,
                              8,
                              GLX_DRAWABLE_TYPE,
                              GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT});
}

void fill(const Color& color) {
    glClearColor(float(color[0]) / 255, float(color[1]) / 255, float(color[2]) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

Color readPixel(int x, int y) {
    std::array<uint8_t, 4> pixel{};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    return {pixel[0], pixel[1], pixel[2]};
}

int glxError(Connection& display, int error) {
    int errorBase = 0;
    int eventBase = 0;
    EXPECT_TRUE(glXQueryExtension(display, &errorBase, &eventBase));
    return errorBase + error;
}

} // namespace glx_test
