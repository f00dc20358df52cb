// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// When the application's memory shows what was drawn, and when it is left alone.
#include "osmesa/osmesa_test.h"

#include <algorithm>

namespace osmesa_test {
namespace {

class Memory : public OSMesaTest {
protected:
    void SetUp() override { ASSERT_TRUE(makeCurrent(context, picture)); }

    const Context context = Context::ofFormat(OSMESA_RGBA);
    Picture picture{4, 4};
};

TEST_F(Memory, ShowsWhatWasDrawnAfterFinish) {
    clear(kRed);
    EXPECT_TRUE(picture.is(kUntouched));
    glFinish();
    EXPECT_TRUE(picture.is(kRedPixel));
}

TEST_F(Memory, ShowsWhatWasDrawnAfterFlush) {
    clear(kGreen);
    glFlush();
    EXPECT_TRUE(picture.is(kGreenPixel));
}

TEST_F(Memory, ShowsWhatWasDrawnAfterRelease) {
    clear(kBlue);
    release();
    EXPECT_TRUE(picture.is(kBluePixel));
}

TEST_F(Memory, ShowsWhatWasDrawnAfterAnotherContextIsCurrent) {
    const Context other = Context::ofFormat(OSMESA_RGBA);
    Picture otherPicture(4, 4);
    clear(kRed);
    ASSERT_TRUE(makeCurrent(other, otherPicture));
    EXPECT_TRUE(picture.is(kRedPixel));
    EXPECT_TRUE(otherPicture.is(kUntouched));
    clear(kGreen);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_TRUE(otherPicture.is(kGreenPixel));
}

TEST_F(Memory, IsLeftAloneByReads) {
    clear(kRed);
    uint32_t pixel = 0;
    glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    EXPECT_EQ(pixel, kRedPixel);
    EXPECT_TRUE(picture.is(kUntouched));
}

TEST_F(Memory, IsLeftAloneWhereNothingMoreWasDrawn) {
    clear(kRed);
    glFinish();
    std::ranges::fill(picture.pixels, kUntouched); // As a program that turns its picture over.
    glFinish();
    glFlush();
    release();
    EXPECT_TRUE(picture.is(kUntouched));
}

TEST_F(Memory, IsLeftAloneByFramebufferObjects) {
    GLuint framebuffer = 0, renderbuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    clear(kGreen);
    glFinish();
    EXPECT_TRUE(picture.is(kUntouched));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glFinish();
    EXPECT_TRUE(picture.is(kGreenPixel));
}

TEST_F(Memory, IsNotWhatIsDrawnOver) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 4, 1);
    clear(kRed);
    glFinish();
    EXPECT_EQ(picture.at(3, 0), kRedPixel);
    EXPECT_EQ(picture.at(0, 1), 0u); // Not what the memory held before.
}

TEST_F(Memory, OfTheSameSizeTakesOverWhatWasDrawn) {
    Picture other(4, 4);
    clear(kRed);
    ASSERT_TRUE(makeCurrent(context, other));
    EXPECT_TRUE(picture.is(kUntouched)); // It may be freed by now.
    EXPECT_TRUE(other.is(kUntouched));
    glFinish();
    EXPECT_TRUE(other.is(kRedPixel));
}

TEST_F(Memory, KeepsTheColorsOverRelease) {
    clear(kRed);
    release();
    ASSERT_TRUE(makeCurrent(context, picture));
    uint32_t pixel = 0;
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    EXPECT_EQ(pixel, kRedPixel);
}

TEST_F(Memory, ThatWasFreedForAnotherSizeIsNotWrittenTo) {
    clear(kRed);
    Picture larger(8, 6);
    ASSERT_TRUE(makeCurrent(context, larger));
    EXPECT_TRUE(picture.is(kUntouched));
    clear(kGreen);
    glFinish();
    EXPECT_TRUE(larger.is(kGreenPixel));
    EXPECT_TRUE(picture.is(kUntouched));
}

TEST_F(Memory, IsLeftAloneByDestruction) {
    Context doomed = Context::ofFormat(OSMESA_RGBA);
    Picture own(4, 4);
    ASSERT_TRUE(makeCurrent(doomed, own));
    clear(kRed);
    doomed = {};
    EXPECT_TRUE(own.is(kUntouched));
    EXPECT_EQ(OSMesaGetCurrentContext(), nullptr);
}

TEST_F(Memory, OfAnySizeOneAfterTheOther) {
    for (int i = 0; i < 40; ++i) {
        Picture each(1 + i * 7 % 50, 1 + i * 5 % 30);
        ASSERT_TRUE(makeCurrent(context, each));
        const bool odd = i % 2 != 0;
        clear(odd ? kRed : kBlue);
        glFinish();
        EXPECT_TRUE(each.is(odd ? kRedPixel : kBluePixel)) << i;
        if (i % 3 == 0) {
            release();
        }
    }
}

} // namespace
} // namespace osmesa_test
