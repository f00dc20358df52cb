// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// When swaps happen, and what they leave (GLX_EXT_swap_control, GLX_EXT_buffer_age,
// GLX_OML_sync_control, GLX_SGI_video_sync).

#include "glx_test.h"

#include <cstring>
#include <string>

namespace glx_test {
namespace {

class Swaps : public GlxTest {
protected:
    void SetUp() override {
        GlxTest::SetUp();
        if (m_display) {
            const GLXFBConfig config = doubleBuffered();
            m_window = display().makeWindow(config);
            ASSERT_TRUE(glXMakeCurrent(display(), m_window, display().makeContext(config)));
        }
    }
    bool has(const std::string& extension) {
        const std::string all = glXQueryExtensionsString(display(), display().screen());
        return (' ' + all + ' ').find(' ' + extension + ' ') != std::string::npos;
    }
    unsigned query(int name) {
        unsigned value = ~0u;
        glXQueryDrawable(display(), m_window, name, &value);
        return value;
    }
    void swap() {
        fill(kRed);
        glXSwapBuffers(display(), m_window);
    }

    Window m_window = 0;
};

TEST_F(Swaps, IntervalsAreTheDrawables) {
    if (!has("GLX_EXT_swap_control")) {
        GTEST_SKIP() << "no GLX_EXT_swap_control";
    }
    const auto setInterval = load<PFNGLXSWAPINTERVALEXTPROC>("glXSwapIntervalEXT");
    EXPECT_EQ(1u, query(GLX_SWAP_INTERVAL_EXT));
    setInterval(display(), m_window, 0);
    EXPECT_EQ(0u, query(GLX_SWAP_INTERVAL_EXT));
    swap();
    if (has("GLX_EXT_swap_control_tear")) {
        setInterval(display(), m_window, -1);
        EXPECT_EQ(1u, query(GLX_SWAP_INTERVAL_EXT));
        EXPECT_EQ(1u, query(GLX_LATE_SWAPS_TEAR_EXT));
        swap();
    }
    EXPECT_NO_X_ERROR(display());
}

TEST_F(Swaps, IntervalsOfTheCurrentDrawable) {
    if (!has("GLX_MESA_swap_control") || !has("GLX_SGI_swap_control")) {
        GTEST_SKIP() << "no GLX_MESA_swap_control, GLX_SGI_swap_control";
    }
    const auto mesa = load<PFNGLXSWAPINTERVALMESAPROC>("glXSwapIntervalMESA");
    const auto get = load<PFNGLXGETSWAPINTERVALMESAPROC>("glXGetSwapIntervalMESA");
    const auto sgi = load<PFNGLXSWAPINTERVALSGIPROC>("glXSwapIntervalSGI");
    EXPECT_EQ(0, mesa(0));
    EXPECT_EQ(0, get());
    EXPECT_EQ(0, sgi(1));
    EXPECT_EQ(1, get());
    EXPECT_EQ(GLX_BAD_VALUE, sgi(0));
    EXPECT_EQ(1, get());
    glXMakeCurrent(display(), 0, nullptr);
    EXPECT_NE(0, mesa(0));
}

TEST_F(Swaps, BackBuffersHaveAnAge) {
    if (!has("GLX_EXT_buffer_age")) {
        GTEST_SKIP() << "no GLX_EXT_buffer_age";
    }
    EXPECT_EQ(0u, query(GLX_BACK_BUFFER_AGE_EXT));
    unsigned age = 0;
    for (int frame = 0; frame < 6; ++frame) {
        swap();
        age = query(GLX_BACK_BUFFER_AGE_EXT);
    }
    EXPECT_GT(age, 0u);
    if (age == 1) { // The last frame, to be drawn over.
        EXPECT_EQ(kRed, readPixel(5, 5));
    }
    swap();
    XResizeWindow(display(), m_window, 99, 77);
    XSync(display(), False);
    EXPECT_EQ(0u, query(GLX_BACK_BUFFER_AGE_EXT));
}

TEST_F(Swaps, AreCounted) {
    if (!has("GLX_OML_sync_control")) {
        GTEST_SKIP() << "no GLX_OML_sync_control";
    }
    const auto values = load<PFNGLXGETSYNCVALUESOMLPROC>("glXGetSyncValuesOML");
    const auto swapAt = load<PFNGLXSWAPBUFFERSMSCOMLPROC>("glXSwapBuffersMscOML");
    const auto waitMsc = load<PFNGLXWAITFORMSCOMLPROC>("glXWaitForMscOML");
    const auto waitSbc = load<PFNGLXWAITFORSBCOMLPROC>("glXWaitForSbcOML");
    int64_t ust = 0;
    int64_t msc = 0;
    int64_t sbc = -1;
    ASSERT_TRUE(values(display(), m_window, &ust, &msc, &sbc));
    EXPECT_EQ(0, sbc);
    fill(kGreen);
    EXPECT_EQ(1, swapAt(display(), m_window, 0, 0, 0));
    int64_t laterUst = 0;
    int64_t laterMsc = 0;
    ASSERT_TRUE(waitSbc(display(), m_window, 1, &laterUst, &laterMsc, &sbc));
    EXPECT_EQ(1, sbc);
    ASSERT_TRUE(waitMsc(display(), m_window, laterMsc + 2, 0, 0, &laterUst, &laterMsc, &sbc));
    EXPECT_GE(laterMsc, msc + 2);
    EXPECT_GT(laterUst, ust);
    EXPECT_X_ERROR(display(), BadValue, swapAt(display(), m_window, 0, -1, 0));
    int32_t numerator = 0;
    int32_t denominator = 0;
    const auto rate = load<PFNGLXGETMSCRATEOMLPROC>("glXGetMscRateOML");
    ASSERT_TRUE(rate(display(), m_window, &numerator, &denominator));
    EXPECT_GT(numerator, 0);
    EXPECT_GT(denominator, 0);
}

TEST_F(Swaps, BlanksAreCounted) {
    if (!has("GLX_SGI_video_sync")) {
        GTEST_SKIP() << "no GLX_SGI_video_sync";
    }
    const auto get = load<int (*)(unsigned*)>("glXGetVideoSyncSGI");
    const auto wait = load<int (*)(int, int, unsigned*)>("glXWaitVideoSyncSGI");
    unsigned before = 0;
    unsigned after = 0;
    ASSERT_EQ(0, get(&before));
    ASSERT_EQ(0, wait(1, 0, &after));
    EXPECT_GT(after, before);
    ASSERT_EQ(0, get(&before));
    ASSERT_EQ(0, wait(4, 3, &after));
    EXPECT_GE(after, before + (7 - before % 4) % 4); // A busy server may say so later.
    EXPECT_EQ(GLX_BAD_VALUE, wait(0, 0, &after));
    glXMakeCurrent(display(), 0, nullptr);
    EXPECT_EQ(GLX_BAD_CONTEXT, get(&after));
}

} // namespace
} // namespace glx_test
