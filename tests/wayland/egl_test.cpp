// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// EGL_KHR_platform_wayland, looked at from the compositor's side.

#include "client.h"

#include "gl_harness/context.h"
#include "gl_harness/gl_test.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <gtest/gtest.h>
#include <wayland-egl.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace harness;
using namespace wayland_test;

constexpr uint32_t kRed = 0xffff0000;
constexpr uint32_t kGreen = 0xff00ff00;
constexpr uint32_t kBlue = 0xff0000ff;
constexpr int kMark_px = 10;

class Wayland : public testing::Test {
protected:
    void SetUp() override {
        if (!listHas(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_KHR_platform_wayland")) {
            GTEST_SKIP() << "no EGL_KHR_platform_wayland";
        }
        open(4);
    }
    void TearDown() override {
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(m_display);
        if (m_window) {
            wl_egl_window_destroy(m_window);
        }
    }

    /// With a compositor of this version, and a current surface of 100×80 with alpha or without.
    void open(uint32_t version, EGLint alpha = 0, EGLint red = 8) {
        if (m_display != EGL_NO_DISPLAY) {
            TearDown();
        }
        m_client.reset();
        m_compositor.emplace(version);
        m_client.emplace(*m_compositor);
        m_display = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, m_client->display(), nullptr);
        ASSERT_TRUE(eglInitialize(m_display, nullptr, nullptr));
        eglBindAPI(EGL_OPENGL_ES_API);
        m_config = config(alpha, red);
        ASSERT_NE(nullptr, m_config);
        const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
        m_context = eglCreateContext(m_display, m_config, EGL_NO_CONTEXT, es2);
        ASSERT_NE(EGL_NO_CONTEXT, m_context);
        m_window = wl_egl_window_create(m_client->surface(), 100, 80);
        m_surface = makeSurface();
        ASSERT_NE(EGL_NO_SURFACE, m_surface);
        ASSERT_TRUE(eglMakeCurrent(m_display, m_surface, m_surface, m_context));
    }
    /// Null: there is none with exactly so many bits.
    EGLConfig config(EGLint alpha, EGLint red) const {
        const EGLint wanted[] = {EGL_SURFACE_TYPE,
                                 EGL_WINDOW_BIT,
                                 EGL_RENDERABLE_TYPE,
                                 EGL_OPENGL_ES2_BIT,
                                 EGL_RED_SIZE,
                                 red,
                                 EGL_NONE};
        std::vector<EGLConfig> configs(256);
        EGLint count = 0;
        eglChooseConfig(m_display, wanted, configs.data(), EGLint(configs.size()), &count);
        for (EGLint i = 0; i < count; ++i) {
            if (attribute(configs[size_t(i)], EGL_RED_SIZE) == red &&
                attribute(configs[size_t(i)], EGL_ALPHA_SIZE) == alpha) {
                return configs[size_t(i)];
            }
        }
        return nullptr;
    }
    EGLint attribute(EGLConfig config, EGLint name) const {
        EGLint value = -1;
        EXPECT_TRUE(eglGetConfigAttrib(m_display, config, name, &value));
        return value;
    }
    EGLSurface makeSurface() const {
        return eglCreatePlatformWindowSurface(m_display, m_config, m_window, nullptr);
    }
    bool onGlissade() const {
        return std::string_view(eglQueryString(m_display, EGL_VENDOR)) == "Glissade";
    }
    /// Or on lavapipe.
    static bool onLlvmpipe() {
        const auto* const name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
        return std::string_view(name).find("llvmpipe") != std::string_view::npos;
    }
    EGLint size(EGLint name) const {
        EGLint value = -1;
        EXPECT_TRUE(eglQuerySurface(m_display, m_surface, name, &value));
        return value;
    }
    static void clear(uint32_t argb) {
        const auto channel = [&](int shift) { return float(argb >> shift & 0xff) / 255; };
        glClearColor(channel(16), channel(8), channel(0), channel(24));
        glClear(GL_COLOR_BUFFER_BIT);
    }
    /// The colour everywhere, and a mark in the top right corner of a window of this size.
    static void drawMarked(uint32_t color, int width_px, int height_px) {
        clear(color);
        glEnable(GL_SCISSOR_TEST);
        glScissor(width_px - kMark_px, height_px - kMark_px, kMark_px, kMark_px);
        clear(kBlue);
        glDisable(GL_SCISSOR_TEST);
    }
    static void expectMarked(const Frame& frame, uint32_t color, int width_px, int height_px) {
        ASSERT_EQ(width_px, frame.width_px);
        ASSERT_EQ(height_px, frame.height_px);
        int wrong = 0;
        for (int y = 0; y < height_px; ++y) {
            for (int x = 0; x < width_px; ++x) {
                const bool marked = x >= width_px - kMark_px && y < kMark_px;
                // What has no alpha may have anything there.
                wrong += (frame.pixel(x, y) | 0xff000000) != (marked ? kBlue : color);
            }
        }
        EXPECT_EQ(0, wrong);
    }
    /// Swaps, and gives what the compositor was shown.
    Frame show() {
        const size_t before = m_compositor->frames();
        EXPECT_TRUE(eglSwapBuffers(m_display, m_surface));
        return m_compositor->waitForFrame(before + 1);
    }

    std::optional<Compositor> m_compositor;
    std::optional<Client> m_client;
    EGLDisplay m_display = EGL_NO_DISPLAY;
    EGLConfig m_config = nullptr;
    EGLContext m_context = EGL_NO_CONTEXT;
    EGLSurface m_surface = EGL_NO_SURFACE;
    wl_egl_window* m_window = nullptr;
};

TEST_F(Wayland, FramesAreShownTopRowFirst) {
    for (const uint32_t color : {kRed, kGreen, kRed, kGreen, kRed}) {
        drawMarked(color, 100, 80);
        expectMarked(show(), color, 100, 80);
    }
}

TEST_F(Wayland, ACommitIsMadeBeforeTheSwapReturns) {
    clear(kRed);
    for (size_t count = 1; count <= 4; ++count) {
        clear(kGreen);
        ASSERT_TRUE(eglSwapBuffers(m_display, m_surface));
        wl_display_roundtrip(m_client->display());
        EXPECT_EQ(count, m_compositor->frames());
    }
}

TEST_F(Wayland, TheFirstFrameAfterAResizeHasTheNewSize) {
    drawMarked(kRed, 100, 80);
    expectMarked(show(), kRed, 100, 80);
    const int sizes[][2] = {{160, 120}, {60, 140}, {41, 30}, {1, 1}, {300, 200}};
    for (const auto& [width_px, height_px] : sizes) {
        wl_egl_window_resize(m_window, width_px, height_px, 0, 0);
        if (onGlissade()) {
            EXPECT_EQ(width_px, size(EGL_WIDTH)) << "before anything is drawn";
        }
        glViewport(0, 0, width_px, height_px);
        drawMarked(kGreen, width_px, height_px);
        EXPECT_EQ(width_px, size(EGL_WIDTH));
        EXPECT_EQ(height_px, size(EGL_HEIGHT));
        expectMarked(show(), kGreen, width_px, height_px);
        int attached[2] = {};
        wl_egl_window_get_attached_size(m_window, &attached[0], &attached[1]);
        EXPECT_EQ(width_px, attached[0]);
        EXPECT_EQ(height_px, attached[1]);
    }
}

TEST_F(Wayland, AResizedWindowShowsItsOldFrameUntilTheNext) {
    clear(kRed);
    show();
    for (int i = 1; i < 20; ++i) {
        wl_egl_window_resize(m_window, 100 + i, 80 + 7 * (i % 3), 0, 0);
        clear(kGreen);
        show();
    }
    if (onGlissade() && onLlvmpipe()) {
        GTEST_SKIP() << "lavapipe destroys what is still shown";
    }
    EXPECT_EQ(0u, m_compositor->buffersLostWhileHeld());
}

TEST_F(Wayland, AlphaIsShownWhereTheConfigHasIt) {
    clear(0x80400000);
    EXPECT_EQ(uint32_t(WL_SHM_FORMAT_XRGB8888), show().format);
    open(4, 8);
    clear(0x80400000);
    const Frame frame = show();
    EXPECT_EQ(uint32_t(WL_SHM_FORMAT_ARGB8888), frame.format);
    EXPECT_EQ(0x80400000, frame.pixel(50, 40));
}

/// eglChooseConfig gives the deepest colours first, and the compositor has formats of ten bits.
TEST_F(Wayland, EightBitsMeanEight) {
    if (!onGlissade()) {
        GTEST_SKIP() << "others take the compositor's word";
    }
    const EGLint wanted[] = {EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE};
    EGLConfig first = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglChooseConfig(m_display, wanted, &first, 1, &count));
    EXPECT_EQ(8, attribute(first, EGL_RED_SIZE));
    EXPECT_EQ(0, attribute(first, EGL_ALPHA_SIZE));
}

TEST_F(Wayland, FiveBitsStayFive) {
    open(4, 0, 5);
    glClearColor(1.0f, 33.0f / 63, 5.0f / 31, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    const Frame frame = show();
    if (frame.format == WL_SHM_FORMAT_XRGB8888) {
        GTEST_SKIP() << "the device shows eight bits";
    }
    ASSERT_EQ(uint32_t(WL_SHM_FORMAT_RGB565), frame.format);
    EXPECT_EQ(31 << 11 | 33 << 5 | 5, frame.pixels[0] | frame.pixels[1] << 8);
}

TEST_F(Wayland, DamageIsOfTheFrameAsItIsShown) {
    if (!onGlissade()) {
        GTEST_SKIP() << "a hint that others need not take";
    }
    const auto swap = reinterpret_cast<PFNEGLSWAPBUFFERSWITHDAMAGEEXTPROC>(
        eglGetProcAddress("eglSwapBuffersWithDamageEXT"));
    clear(kRed);
    const Frame whole = show();
    EXPECT_EQ(1u, whole.damage.size() + whole.oldDamage.size());
    const EGLint rects[] = {10, 5, 30, 20, 90, 70, 50, 50};
    clear(kGreen);
    ASSERT_TRUE(swap(m_display, m_surface, rects, 2));
    const Frame frame = m_compositor->waitForFrame(2);
    ASSERT_EQ(2u, frame.damage.size());
    EXPECT_EQ((Rect{10, 80 - 5 - 20, 30, 20}), frame.damage[0]);
    EXPECT_EQ((Rect{90, 0, 10, 10}), frame.damage[1]) << "cut off at the frame's edges";
}

/// Damage in pixels is newer than they are, and their units may be others.
TEST_F(Wayland, OldSurfacesAreDamagedWhole) {
    open(3);
    clear(kRed);
    show();
    const EGLint rect[] = {10, 5, 30, 20};
    const auto swap = reinterpret_cast<PFNEGLSWAPBUFFERSWITHDAMAGEEXTPROC>(
        eglGetProcAddress("eglSwapBuffersWithDamageEXT"));
    ASSERT_TRUE(swap(m_display, m_surface, rect, 1));
    const Frame frame = m_compositor->waitForFrame(2);
    EXPECT_TRUE(frame.damage.empty());
    ASSERT_EQ(1u, frame.oldDamage.size());
    EXPECT_LE(100, frame.oldDamage[0].width);
    EXPECT_LE(80, frame.oldDamage[0].height);
}

/// Whether a frame comes that nobody asked for shows late at best: the client gets time for it.
void giveTime(Client& client) {
    for (int i = 0; i < 20; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        wl_display_roundtrip(client.display());
    }
}

TEST_F(Wayland, IntervalOneWaitsForTheCompositor) {
    m_compositor->set(CallBack::WhenTold);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    constexpr size_t kFrames = 5;
    std::thread client([this] {
        eglMakeCurrent(m_display, m_surface, m_surface, m_context);
        for (size_t i = 0; i < kFrames; ++i) {
            EXPECT_TRUE(eglSwapBuffers(m_display, m_surface));
        }
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    });
    for (size_t count = 1; count <= kFrames; ++count) {
        m_compositor->waitForFrame(count);
        giveTime(*m_client);
        EXPECT_EQ(count, m_compositor->frames()) << "nobody asked for another";
        EXPECT_EQ(1u, m_compositor->expectedCallbacks());
        m_compositor->callBack();
    }
    client.join();
}

TEST_F(Wayland, WaitingHoldsNoOtherThreadUp) {
    m_compositor->set(CallBack::WhenTold);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    std::thread hidden([this] {
        eglMakeCurrent(m_display, m_surface, m_surface, m_context);
        EXPECT_TRUE(eglSwapBuffers(m_display, m_surface));
        EXPECT_TRUE(eglSwapBuffers(m_display, m_surface)); // Waits.
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    });
    m_compositor->waitForFrame(1);
    giveTime(*m_client);
    const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLContext context = eglCreateContext(m_display, m_config, EGL_NO_CONTEXT, es2);
    EXPECT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    GLuint framebuffer = 0;
    GLuint renderbuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 1, 1);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    clear(kRed);
    uint8_t pixel[4] = {};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(255, pixel[0]);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    EXPECT_EQ(1u, m_compositor->frames());
    m_compositor->callBack();
    hidden.join();
}

/// A window that is hidden gets no callbacks.
TEST_F(Wayland, IntervalZeroNeverWaits) {
    m_compositor->set(CallBack::WhenTold);
    eglSwapInterval(m_display, 0);
    for (size_t count = 1; count <= 30; ++count) {
        clear(count % 2 ? kRed : kGreen);
        ASSERT_TRUE(eglSwapBuffers(m_display, m_surface));
    }
    EXPECT_EQ(30u, (m_compositor->waitForFrame(30), m_compositor->frames()));
    EXPECT_GE(1u, m_compositor->expectedCallbacks()) << "they pile up";
}

TEST_F(Wayland, IntervalsMayChange) {
    eglSwapInterval(m_display, 0);
    clear(kRed);
    show();
    m_compositor->set(CallBack::WhenTold);
    show();
    eglSwapInterval(m_display, 1);
    show();
    eglSwapInterval(m_display, 0);
    if (!onGlissade()) {
        m_compositor->callBack(); // Mesa waits for what was asked for before.
    }
    show();
    show();
    m_compositor->set(CallBack::AtOnce);
    eglSwapInterval(m_display, 1);
    show();
    show();
}

TEST_F(Wayland, EventsOfTheApplicationWaitForTheApplication) {
    bool called = false;
    wl_callback* const callback = wl_display_sync(m_client->display());
    static constexpr wl_callback_listener kListener{
        .done = [](void* data, wl_callback* done, uint32_t) {
            *static_cast<bool*>(data) = true;
            wl_callback_destroy(done);
        }};
    wl_callback_add_listener(callback, &kListener, &called);
    for (int i = 0; i < 5; ++i) {
        clear(kRed);
        show();
    }
    eglWaitNative(EGL_CORE_NATIVE_ENGINE);
    EXPECT_FALSE(called);
    wl_display_roundtrip(m_client->display());
    EXPECT_TRUE(called);
}

TEST_F(Wayland, ACompositorThatVanishesIsTold) {
    if (!onGlissade()) {
        GTEST_SKIP() << "others may not tell";
    }
    clear(kRed);
    show();
    m_compositor->dropClients();
    while (eglSwapBuffers(m_display, m_surface)) {
        clear(kGreen);
    }
    EXPECT_EQ(EGL_BAD_NATIVE_WINDOW, eglGetError());
}

/// None comes back, so that there is nothing left to draw into; then nobody is there any more.
TEST_F(Wayland, WaitingForBuffersEndsWithTheCompositor) {
    if (!onGlissade()) {
        GTEST_SKIP() << "others may not tell";
    }
    m_compositor->set(Release::Never);
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    std::thread client([this] {
        eglMakeCurrent(m_display, m_surface, m_surface, m_context);
        eglSwapInterval(m_display, 0);
        while (eglSwapBuffers(m_display, m_surface)) {
            clear(kGreen);
        }
        EXPECT_EQ(EGL_BAD_NATIVE_WINDOW, eglGetError());
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    });
    m_compositor->waitForFrame(2);
    giveTime(*m_client);
    m_compositor->dropClients();
    client.join();
}

TEST_F(Wayland, WindowsMayGoBeforeTheirSurfaces) {
    clear(kRed);
    show();
    wl_egl_window_destroy(m_window);
    m_window = nullptr;
    EXPECT_EQ(100, size(EGL_WIDTH));
    clear(kGreen);
    EXPECT_FALSE(eglSwapBuffers(m_display, m_surface));
    EXPECT_EQ(EGL_BAD_NATIVE_WINDOW, eglGetError());
    EXPECT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_TRUE(eglDestroySurface(m_display, m_surface));
    // The wl_surface is as good as before.
    m_window = wl_egl_window_create(m_client->surface(), 50, 40);
    m_surface = makeSurface();
    ASSERT_TRUE(eglMakeCurrent(m_display, m_surface, m_surface, m_context));
    glViewport(0, 0, 50, 40);
    drawMarked(kRed, 50, 40);
    expectMarked(show(), kRed, 50, 40);
}

TEST_F(Wayland, AWindowHasOneSurface) {
    EXPECT_EQ(EGL_NO_SURFACE, makeSurface());
    EXPECT_EQ(EGL_BAD_ALLOC, eglGetError());
    clear(kRed);
    show();
    EXPECT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_TRUE(eglDestroySurface(m_display, m_surface));
    m_surface = makeSurface();
    ASSERT_NE(EGL_NO_SURFACE, m_surface);
    ASSERT_TRUE(eglMakeCurrent(m_display, m_surface, m_surface, m_context));
    drawMarked(kGreen, 100, 80);
    expectMarked(show(), kGreen, 100, 80);
}

TEST_F(Wayland, DisplaysAreGuessed) {
    auto* const native = reinterpret_cast<EGLNativeDisplayType>(m_client->display());
    EXPECT_EQ(m_display, eglGetDisplay(native));
}

/// What programs without a connection of their own get.
TEST_F(Wayland, TheEnvironmentNamesADisplay) {
    std::string folder = testing::TempDir() + "waylandXXXXXX";
    ASSERT_NE(nullptr, mkdtemp(folder.data()));
    setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
    setenv("WAYLAND_DISPLAY", "here", 1);
    const auto open = [] {
        return eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, EGL_DEFAULT_DISPLAY, nullptr);
    };
    EXPECT_FALSE(eglInitialize(open(), nullptr, nullptr)) << "nobody is there";
    ASSERT_TRUE(m_compositor->listen("here"));
    EXPECT_TRUE(eglInitialize(open(), nullptr, nullptr));
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_NONE};
    EGLint count = 0;
    EXPECT_TRUE(eglChooseConfig(open(), wanted, nullptr, 0, &count));
    EXPECT_LT(0, count);
    EXPECT_TRUE(eglTerminate(open()));
    unsetenv("WAYLAND_DISPLAY");
    std::filesystem::remove_all(folder);
}

TEST_F(Wayland, ThereAreNoPixmaps) {
    EXPECT_EQ(0, attribute(m_config, EGL_SURFACE_TYPE) & EGL_PIXMAP_BIT);
    EXPECT_NE(0, attribute(m_config, EGL_SURFACE_TYPE) & EGL_WINDOW_BIT);
    EXPECT_EQ(EGL_NO_SURFACE,
              eglCreatePlatformPixmapSurface(m_display, m_config, m_window, nullptr));
    const EGLint error = eglGetError();
    EXPECT_TRUE(error == EGL_BAD_PARAMETER || (!onGlissade() && error == EGL_BAD_MATCH));
}

TEST_F(Wayland, SessionsMayFollowEachOther) {
    for (int round = 0; round < 3; ++round) {
        open(4);
        drawMarked(kRed, 100, 80);
        expectMarked(show(), kRed, 100, 80);
    }
}

} // namespace
