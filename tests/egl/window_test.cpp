// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Window surfaces follow their windows (EGL 1.5 section 3.10.1.1).

#include "egl_test.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <xcb/xcb.h>

namespace {

using namespace harness;

using Color = std::array<uint8_t, 3>;
constexpr Color kRedPixel{255, 0, 0};
constexpr Color kGreenPixel{0, 255, 0};
constexpr Color kBluePixel{0, 0, 255};
constexpr GLsizei kMark_px = 10;

class Windows : public testing::Test {
protected:
    void SetUp() override {
        if (!std::getenv("DISPLAY")) {
            GTEST_SKIP() << "no DISPLAY";
        }
        if (!listHas(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_EXT_platform_xcb")) {
            GTEST_SKIP() << "no EGL_EXT_platform_xcb";
        }
        m_connection = xcb_connect(nullptr, nullptr);
        ASSERT_EQ(0, xcb_connection_has_error(m_connection));
        const auto getDisplay = load<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
        m_display = getDisplay(EGL_PLATFORM_XCB_EXT, m_connection, nullptr);
        ASSERT_TRUE(eglInitialize(m_display, nullptr, nullptr));
        eglBindAPI(EGL_OPENGL_ES_API);
        const EGLint wanted[] = {EGL_SURFACE_TYPE,
                                 EGL_WINDOW_BIT,
                                 EGL_RENDERABLE_TYPE,
                                 EGL_OPENGL_ES2_BIT,
                                 EGL_RED_SIZE,
                                 8,
                                 EGL_NONE};
        std::array<EGLConfig, 100> configs{};
        EGLint count = 0;
        ASSERT_TRUE(
            eglChooseConfig(m_display, wanted, configs.data(), EGLint(configs.size()), &count));
        const auto* const config =
            std::find_if(configs.begin(), configs.begin() + count, [&](EGLConfig candidate) {
                return wantedDepth() == 0 || depthOf(candidate) == wantedDepth();
            });
        if (config == configs.begin() + count) {
            GTEST_SKIP() << "no config for windows of depth " << wantedDepth();
        }
        m_config = *config;
        const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
        m_context = eglCreateContext(m_display, m_config, EGL_NO_CONTEXT, version);
        ASSERT_NE(EGL_NO_CONTEXT, m_context);
        m_window = makeWindow();
        m_surface = makeSurface();
        ASSERT_NE(EGL_NO_SURFACE, m_surface);
        ASSERT_TRUE(eglMakeCurrent(m_display, m_surface, m_surface, m_context));
        eglSwapInterval(m_display, 0);
    }
    void TearDown() override {
        if (m_display != EGL_NO_DISPLAY) {
            eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            eglTerminate(m_display);
        }
        if (m_connection) {
            xcb_disconnect(m_connection);
        }
    }

    /// Of the window; 0: any.
    virtual uint8_t wantedDepth() const { return 0; }

    xcb_window_t makeWindow() const {
        const xcb_screen_t* const screen = this->screen();
        const EGLint visual = visualOf(m_config);
        const xcb_colormap_t colors = xcb_generate_id(m_connection);
        xcb_create_colormap(
            m_connection, XCB_COLORMAP_ALLOC_NONE, colors, screen->root, xcb_visualid_t(visual));
        const xcb_window_t window = xcb_generate_id(m_connection);
        // Resizing keeps what the window shows, so that a change is a frame that arrived.
        const uint32_t values[] = {0, 0, XCB_GRAVITY_NORTH_WEST, 1, colors};
        xcb_create_window(m_connection,
                          depthOf(m_config),
                          window,
                          screen->root,
                          0,
                          0,
                          100,
                          80,
                          0,
                          XCB_WINDOW_CLASS_INPUT_OUTPUT,
                          xcb_visualid_t(visual),
                          XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_BIT_GRAVITY |
                              XCB_CW_OVERRIDE_REDIRECT | XCB_CW_COLORMAP,
                          values);
        xcb_map_window(m_connection, window);
        synchronize(m_connection);
        return window;
    }
    const xcb_screen_t* screen() const {
        return xcb_setup_roots_iterator(xcb_get_setup(m_connection)).data;
    }
    EGLint visualOf(EGLConfig config) const {
        EGLint visual = 0;
        eglGetConfigAttrib(m_display, config, EGL_NATIVE_VISUAL_ID, &visual);
        return visual;
    }
    uint8_t depthOf(EGLConfig config) const {
        const auto visual = xcb_visualid_t(visualOf(config));
        for (auto depth = xcb_screen_allowed_depths_iterator(screen()); depth.rem;
             xcb_depth_next(&depth)) {
            for (int i = 0; i < xcb_depth_visuals_length(depth.data); ++i) {
                if (xcb_depth_visuals(depth.data)[i].visual_id == visual) {
                    return depth.data->depth;
                }
            }
        }
        return 0;
    }
    EGLSurface makeSurface() {
        const auto create =
            load<PFNEGLCREATEPLATFORMWINDOWSURFACEEXTPROC>("eglCreatePlatformWindowSurfaceEXT");
        return create(m_display, m_config, &m_window, nullptr);
    }
    static void synchronize(xcb_connection_t* connection) {
        std::free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nullptr));
    }
    void resize(xcb_connection_t* connection, uint32_t width, uint32_t height) const {
        const uint32_t values[] = {width, height};
        xcb_configure_window(
            connection, m_window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, values);
        synchronize(connection);
    }
    int takeEvents() const {
        int count = 0;
        while (xcb_generic_event_t* const event = xcb_poll_for_event(m_connection)) {
            ++count;
            std::free(event);
        }
        return count;
    }
    EGLint size(EGLint attribute) const {
        EGLint value = -1;
        EXPECT_TRUE(eglQuerySurface(m_display, m_surface, attribute, &value));
        return value;
    }
    std::vector<Color> look(int width, int height) const {
        std::vector<Color> colors;
        for (const uint32_t pixel : lookAtPixels(width, height)) {
            colors.push_back({uint8_t(pixel >> 16), uint8_t(pixel >> 8), uint8_t(pixel)});
        }
        return colors;
    }
    /// 0xAARRGGBB.
    std::vector<uint32_t> lookAtPixels(int width, int height) const {
        std::vector<uint32_t> pixels(size_t(width) * size_t(height));
        xcb_get_image_reply_t* const image =
            xcb_get_image_reply(m_connection,
                                xcb_get_image(m_connection,
                                              XCB_IMAGE_FORMAT_Z_PIXMAP,
                                              m_window,
                                              0,
                                              0,
                                              uint16_t(width),
                                              uint16_t(height),
                                              ~0u),
                                nullptr);
        if (!image) {
            return {};
        }
        std::memcpy(pixels.data(), xcb_get_image_data(image), pixels.size() * sizeof(uint32_t));
        std::free(image);
        return pixels;
    }
    static void clear(const Color& color) {
        glClearColor(float(color[0]) / 255, float(color[1]) / 255, float(color[2]) / 255, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    /// Presents, and waits until the window has another colour than that of the frame before.
    void show(const Color& before) const {
        ASSERT_TRUE(eglSwapBuffers(m_display, m_surface));
        while (look(1, 1) == std::vector{before}) {
        }
    }
    /// One frame: the colour everywhere, and a mark in the top right corner of a window of this
    /// size.
    static void drawMarked(const Color& color, int width, int height) {
        glViewport(0, 0, width, height);
        clear(color);
        glEnable(GL_SCISSOR_TEST);
        glScissor(width - kMark_px, height - kMark_px, kMark_px, kMark_px);
        clear(kBluePixel);
        glDisable(GL_SCISSOR_TEST);
    }
    void expectMarked(const Color& color, int width, int height) const {
        const std::vector<Color> pixels = look(width, height);
        ASSERT_EQ(size_t(width) * size_t(height), pixels.size());
        int wrong = 0;
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const bool marked = x >= width - kMark_px && y < kMark_px;
                wrong +=
                    pixels[size_t(y) * size_t(width) + size_t(x)] != (marked ? kBluePixel : color);
            }
        }
        EXPECT_EQ(0, wrong) << width << "×" << height;
    }

    xcb_connection_t* m_connection = nullptr;
    EGLDisplay m_display = EGL_NO_DISPLAY;
    EGLConfig m_config = nullptr;
    EGLContext m_context = EGL_NO_CONTEXT;
    EGLSurface m_surface = EGL_NO_SURFACE;
    xcb_window_t m_window = XCB_NONE;
};

TEST_F(Windows, TheFirstFrameAfterAResizeHasTheNewSize) {
    drawMarked(kRedPixel, 100, 80);
    show({0, 0, 0});
    expectMarked(kRedPixel, 100, 80);
    const Color colors[] = {kRedPixel, kGreenPixel};
    const std::array<int, 2> sizes[] = {{160, 120}, {60, 140}, {40, 30}, {41, 30}, {300, 200}};
    int frame = 0;
    for (const auto& [width, height] : sizes) {
        resize(m_connection, uint32_t(width), uint32_t(height));
        const Color& before = colors[frame++ % 2];
        const Color& now = colors[frame % 2];
        drawMarked(now, width, height);
        show(before);
        expectMarked(now, width, height);
    }
    EXPECT_GL_OK();
}

TEST_F(Windows, TheFrameBegunKeepsItsSize) {
    clear(kRedPixel);
    show({0, 0, 0});
    drawMarked(kGreenPixel, 100, 80);
    resize(m_connection, 60, 50);
    clear(kGreenPixel);
    show(kRedPixel);
    EXPECT_EQ(std::vector<Color>(60 * 50, kGreenPixel), look(60, 50));
    drawMarked(kRedPixel, 60, 50);
    show(kGreenPixel);
    expectMarked(kRedPixel, 60, 50);
    EXPECT_GL_OK();
}

TEST_F(Windows, ReadingBeginsAFrame) {
    clear(kRedPixel);
    show({0, 0, 0});
    resize(m_connection, 200, 150);
    // What lies outside would not be written.
    std::array<uint8_t, 4> pixel{1, 2, 3, 4};
    drawMarked(kGreenPixel, 200, 150);
    glReadPixels(199, 149, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ((std::array<uint8_t, 4>{0, 0, 255, 255}), pixel);
    show(kRedPixel);
    expectMarked(kGreenPixel, 200, 150);
}

TEST_F(Windows, QueriesTellTheNewSize) {
    EXPECT_EQ(100, size(EGL_WIDTH));
    EXPECT_EQ(80, size(EGL_HEIGHT));
    clear(kRedPixel);
    show({0, 0, 0});
    resize(m_connection, 64, 48);
    EXPECT_EQ(64, size(EGL_WIDTH));
    EXPECT_EQ(48, size(EGL_HEIGHT));
    resize(m_connection, 128, 96);
    EXPECT_EQ(96, size(EGL_HEIGHT));
    drawMarked(kGreenPixel, 128, 96);
    show(kRedPixel);
    expectMarked(kGreenPixel, 128, 96);
}

/// Nobody reads from the surface's connection.
TEST_F(Windows, ResizesByOthersAreSeen) {
    clear(kRedPixel);
    show({0, 0, 0});
    xcb_connection_t* const other = xcb_connect(nullptr, nullptr);
    resize(other, 150, 90);
    for (int i = 0; i < 100 && size(EGL_WIDTH) != 150; ++i) {
        synchronize(other);
    }
    EXPECT_EQ(150, size(EGL_WIDTH));
    xcb_disconnect(other);
    drawMarked(kGreenPixel, 150, 90);
    show(kRedPixel);
    expectMarked(kGreenPixel, 150, 90);
}

/// Interval 0 waits for nobody, interval 1 for the display: Xvfb's has the usual 60 refreshes a
/// second.
TEST_F(Windows, SwapIntervals) {
    const std::string renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    if (renderer.find("Glissade CPU") == std::string::npos) {
        GTEST_SKIP() << "the Vulkan driver decides what a refresh is, and lavapipe has none";
    }
    using Clock = std::chrono::steady_clock;
    constexpr int kImages = 4; // So many frames can be on their way.
    const auto leastPaced = [](int frames) {
        return (frames - kImages) * std::chrono::microseconds(16'666);
    };
    const auto timeOfFrames = [&](EGLint interval, int frames) {
        eglSwapInterval(m_display, interval);
        clear(kRedPixel);
        eglSwapBuffers(m_display, m_surface); // Makes the swapchain.
        const Clock::time_point start = Clock::now();
        for (int i = 0; i < frames; ++i) {
            clear(kRedPixel);
            eglSwapBuffers(m_display, m_surface);
        }
        return Clock::now() - start;
    };
    EXPECT_GE(timeOfFrames(1, 60), leastPaced(60));
    // On a busy machine most of them may take as long.
    bool someAreFaster = false;
    for (int i = 0; i < 200 && !someAreFaster; ++i) {
        someAreFaster = timeOfFrames(0, 8) < leastPaced(8);
    }
    EXPECT_TRUE(someAreFaster);
    EXPECT_GE(timeOfFrames(1, 60), leastPaced(60));
}

TEST_F(Windows, SurfacesOutliveTheirWindows) {
    clear(kRedPixel);
    show({0, 0, 0});
    takeEvents(); // lavapipe makes XFixes regions before it asks for XFixes, which is an error.
    xcb_destroy_window(m_connection, m_window);
    synchronize(m_connection);
    EXPECT_EQ(100, size(EGL_WIDTH));
    clear(kGreenPixel);
    EXPECT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_TRUE(eglDestroySurface(m_display, m_surface));
    synchronize(m_connection);
    EXPECT_EQ(0, takeEvents()) << "errors, or events that were meant for the surface";
    m_window = makeWindow();
    m_surface = makeSurface();
    ASSERT_TRUE(eglMakeCurrent(m_display, m_surface, m_surface, m_context));
    eglSwapInterval(m_display, 0);
    drawMarked(kRedPixel, 100, 80);
    show({0, 0, 0});
    expectMarked(kRedPixel, 100, 80);
}

/// Windows that a compositor shows what lies behind through.
class WindowsWithAlpha : public Windows {
    uint8_t wantedDepth() const override { return 32; }
};

TEST_F(WindowsWithAlpha, ShowTheAlphaThatIsDrawn) {
    glClearColor(1, 0, 0, 0.2f); // 51 of 255.
    glClear(GL_COLOR_BUFFER_BIT);
    show({0, 0, 0});
    EXPECT_EQ(std::vector<uint32_t>(100 * 80, 0x33ff0000), lookAtPixels(100, 80));
    EXPECT_EQ(0, takeEvents());
    resize(m_connection, 60, 90);
    drawMarked(kGreenPixel, 60, 90);
    show(kRedPixel);
    expectMarked(kGreenPixel, 60, 90);
    EXPECT_GL_OK();
}

} // namespace
