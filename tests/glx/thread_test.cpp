// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Threads: with a display each, and with one window together.

#include "glx_test.h"

#include <mutex>
#include <thread>

namespace glx_test {
namespace {

class Threads : public GlxTest {};

TEST_F(Threads, DrawOnDisplaysOfTheirOwn) {
    const auto draw = [](const Color& color) {
        Connection display;
        ASSERT_NE(nullptr, display.get());
        const GLXFBConfig config = display.config({GLX_DOUBLEBUFFER, 1, GLX_RED_SIZE, 8});
        const Window window = display.makeWindow(config);
        const GLXContext context = display.makeContext(config);
        for (int frame = 0; frame < 50; ++frame) {
            ASSERT_TRUE(glXMakeCurrent(display, window, context));
            fill(color);
            ASSERT_EQ(color, readPixel(3, 3));
            glXSwapBuffers(display, window);
            glXWaitGL();
            if (frame % 10 == 9) {
                ASSERT_TRUE(glXMakeCurrent(display, 0, nullptr));
            }
        }
        glXMakeCurrent(display, 0, nullptr);
    };
    std::thread red([&] { draw(kRed); });
    std::thread blue([&] { draw(kBlue); });
    red.join();
    blue.join();
}

TEST_F(Threads, TakeTurnsInOneWindow) {
    if (!onGlissade()) {
        GTEST_SKIP() << "Mesa's threads do not always see what others drew";
    }
    const GLXFBConfig config = doubleBuffered();
    const Window window = display().makeWindow(config, 40, 40);
    const GLXContext context = display().makeContext(config);
    ASSERT_TRUE(glXMakeCurrent(display(), window, context));
    fill(kRed);
    glFinish();
    std::mutex turn;
    const auto draw = [&](int x) {
        const std::lock_guard lock(turn);
        const GLXContext other = display().makeContext(config);
        ASSERT_TRUE(glXMakeCurrent(display(), window, other));
        glEnable(GL_SCISSOR_TEST);
        glScissor(x, 0, 10, 40);
        fill(kGreen);
        glFinish();
        ASSERT_TRUE(glXMakeCurrent(display(), 0, nullptr));
        glXDestroyContext(display(), other);
    };
    std::thread left([&] { draw(0); });
    std::thread right([&] { draw(30); });
    left.join();
    right.join();
    EXPECT_EQ(kGreen, readPixel(5, 5));
    EXPECT_EQ(kRed, readPixel(20, 5));
    EXPECT_EQ(kGreen, readPixel(35, 5));
    glXSwapBuffers(display(), window);
    glXWaitGL();
    EXPECT_EQ(kGreen, display().awaitPixel(window, 35, 5, kGreen));
}

} // namespace

} // namespace glx_test

int main(int argc, char** argv) {
    XInitThreads();
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
