// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contexts in several threads and processes, and what they share.
#include "osmesa/osmesa_test.h"

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace osmesa_test {
namespace {

using Threads = OSMesaTest;

TEST_F(Threads, DrawAtTheSameTime) {
    std::atomic<int> wrong = 0;
    const auto draw = [&](const Color& color, uint32_t pixel, int size_px) {
        const Context context = Context::ofFormat(OSMESA_RGBA);
        for (int i = 0; i < 50; ++i) {
            Picture picture(size_px, size_px + i % 3);
            wrong += makeCurrent(context, picture) ? 0 : 1;
            clear(color);
            glFinish();
            wrong += picture.is(pixel) ? 0 : 1;
        }
        release();
    };
    std::thread first(draw, kRed, kRedPixel, 20);
    std::thread second(draw, kGreen, kGreenPixel, 33);
    draw(kBlue, kBluePixel, 7);
    first.join();
    second.join();
    EXPECT_EQ(wrong, 0);
}

TEST_F(Threads, EachHasItsOwnContext) {
    const Context a = Context::ofFormat(OSMESA_RGBA);
    const Context b = Context::ofFormat(OSMESA_RGBA);
    Picture pictureA(4, 4), pictureB(4, 4);
    ASSERT_TRUE(makeCurrent(a, pictureA));
    std::thread([&] {
        EXPECT_EQ(OSMesaGetCurrentContext(), nullptr);
        EXPECT_TRUE(makeCurrent(b, pictureB));
        EXPECT_EQ(OSMesaGetCurrentContext(), b.handle());
        release();
    }).join();
    EXPECT_EQ(OSMesaGetCurrentContext(), a.handle());
}

TEST_F(Threads, AContextMovesFromOneToAnother) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    Picture first(4, 4), second(4, 4);
    std::thread([&] {
        EXPECT_TRUE(makeCurrent(context, first));
        clear(kRed);
        release();
    }).join();
    EXPECT_TRUE(first.is(kRedPixel));
    ASSERT_TRUE(makeCurrent(context, second));
    clear(kGreen);
    glFinish();
    EXPECT_TRUE(second.is(kGreenPixel));
    EXPECT_TRUE(first.is(kRedPixel));
}

TEST_F(Threads, AContextIsCurrentInOneAtATime) {
    if (onMesa()) {
        GTEST_SKIP() << "does not look";
    }
    const Context context = Context::ofFormat(OSMESA_RGBA);
    Picture picture(4, 4), other(4, 4);
    ASSERT_TRUE(makeCurrent(context, picture));
    std::thread([&] { EXPECT_FALSE(makeCurrent(context, other)); }).join();
    clear(kRed);
    glFinish();
    EXPECT_TRUE(picture.is(kRedPixel));
    EXPECT_TRUE(other.is(kUntouched));
}

TEST_F(Threads, AThreadThatEndsLeavesItsContextToOthers) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    Picture picture(4, 4);
    std::thread([&] {
        EXPECT_TRUE(makeCurrent(context, picture));
        clear(kRed);
        glFinish();
    }).join();
    EXPECT_TRUE(makeCurrent(context, picture));
}

TEST_F(Threads, ShareTexturesAndPrograms) {
    const Context a = Context::ofFormat(OSMESA_RGBA);
    const Context b = Context::ofFormat(OSMESA_BGRA, &a);
    Picture pictureA(4, 4), pictureB(4, 4);
    ASSERT_TRUE(makeCurrent(a, pictureA));
    const GLuint program = makeProgram("#version 120\n"
                                       "attribute vec2 position;\n"
                                       "void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                       "#version 120\n"
                                       "uniform sampler2D image;\n"
                                       "void main() {\n"
                                       "    gl_FragColor = texture2D(image, vec2(0.5));\n"
                                       "}");
    ASSERT_NE(program, 0u);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &kRedPixel);
    glFinish();
    std::thread([&] {
        ASSERT_TRUE(makeCurrent(b, pictureB));
        EXPECT_TRUE(glIsTexture(texture));
        EXPECT_TRUE(glIsProgram(program));
        glUseProgram(program);
        glBindTexture(GL_TEXTURE_2D, texture);
        drawRectangle(-1, -1, 1, 1);
        glFinish();
        release();
    }).join();
    EXPECT_TRUE(pictureB.is(kBluePixel)); // Red, in BGRA.
}

TEST_F(Threads, WithoutSharingHaveObjectsOfTheirOwn) {
    const Context a = Context::ofFormat(OSMESA_RGBA);
    const Context b = Context::ofFormat(OSMESA_RGBA);
    Picture picture(4, 4);
    ASSERT_TRUE(makeCurrent(a, picture));
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    ASSERT_TRUE(makeCurrent(b, picture));
    EXPECT_FALSE(glIsTexture(texture));
}

TEST_F(Threads, AChildOfForkDrawsWithItsOwn) {
    if (onMesa()) {
        GTEST_SKIP() << "its threads are not in the child";
    }
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the sanitizer lets no child start threads";
#endif
    const Context context = Context::ofFormat(OSMESA_RGBA);
    Picture picture(4, 4), childs(4, 4);
    ASSERT_TRUE(makeCurrent(context, picture));
    clear(kRed);
    const pid_t child = fork();
    if (child == 0) {
        const bool forgotten =
            OSMesaGetCurrentContext() == nullptr && !makeCurrent(context, childs);
        const OSMesaContext own = OSMesaCreateContext(OSMESA_RGBA, nullptr);
        OSMesaMakeCurrent(own, childs.pixels.data(), GL_UNSIGNED_BYTE, 4, 4);
        clear(kGreen);
        glFinish();
        _exit(forgotten && childs.is(kGreenPixel) && picture.is(kUntouched) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    glFinish();
    EXPECT_TRUE(picture.is(kRedPixel));
}

} // namespace
} // namespace osmesa_test
