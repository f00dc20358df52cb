// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OSMesaGetDepthBuffer.
#include "osmesa/osmesa_test.h"

#include <cstring>

namespace osmesa_test {
namespace {

class Depths : public OSMesaTest {
protected:
    static Context withDepth(int bits, int stencilBits = 0) {
        return Context(OSMesaCreateContextExt(OSMESA_RGBA, bits, stencilBits, 0, nullptr));
    }
    /// Has the bottom row at a quarter of the depth, the others at half.
    static void draw() {
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, 4, 3);
        glClearDepth(0.5);
        glClear(GL_DEPTH_BUFFER_BIT);
        glScissor(0, 0, 4, 1);
        glClearDepth(0.25);
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    bool get(const Context& context) {
        return OSMesaGetDepthBuffer(context.handle(), &width, &height, &size_B, &buffer) !=
               GL_FALSE;
    }
    uint32_t depthAt(int x, int y) const {
        uint32_t value = 0;
        std::memcpy(&value,
                    static_cast<const std::byte*>(buffer) + (y * width + x) * size_B,
                    size_t(size_B));
        return value;
    }

    Picture picture{4, 3};
    GLint width = -1, height = -1, size_B = -1;
    void* buffer = nullptr;
};

TEST_F(Depths, Of16BitsAreShorts) {
    const Context context = withDepth(16);
    ASSERT_TRUE(makeCurrent(context, picture));
    draw();
    ASSERT_TRUE(get(context));
    EXPECT_EQ(width, 4);
    EXPECT_EQ(height, 3);
    ASSERT_EQ(size_B, 2);
    EXPECT_NEAR(depthAt(3, 0), 0x4000, 1);
    EXPECT_NEAR(depthAt(0, 1), 0x8000, 1);
    EXPECT_NEAR(depthAt(3, 2), 0x8000, 1);
}

TEST_F(Depths, OfMoreBitsAreTheLowBitsOfWords) {
    for (const int asked : {24, 32}) {
        const Context context = withDepth(asked);
        ASSERT_TRUE(makeCurrent(context, picture));
        draw();
        ASSERT_TRUE(get(context));
        ASSERT_EQ(size_B, 4);
        GLint bits = 0;
        glGetIntegerv(GL_DEPTH_BITS, &bits);
        EXPECT_EQ(bits, 24);
        EXPECT_NEAR(depthAt(3, 0), 0x400000, 1);
        EXPECT_NEAR(depthAt(3, 2), 0x800000, 1);
    }
}

TEST_F(Depths, HaveTheBottomRowFirstInEitherDirection) {
    const Context context = withDepth(16);
    ASSERT_TRUE(makeCurrent(context, picture));
    OSMesaPixelStore(OSMESA_Y_UP, 0);
    draw();
    ASSERT_TRUE(get(context));
    EXPECT_NEAR(depthAt(0, 0), 0x4000, 1);
}

TEST_F(Depths, AreThoseOfTheTimeOfAsking) {
    const Context context = withDepth(24, 8);
    ASSERT_TRUE(makeCurrent(context, picture));
    draw();
    ASSERT_TRUE(get(context));
    glScissor(0, 0, 4, 3);
    glClearDepth(1);
    glClear(GL_DEPTH_BUFFER_BIT);
    glFinish(); // Which Mesa wants.
    ASSERT_TRUE(get(context));
    EXPECT_EQ(depthAt(1, 1), 0xffffffu);
}

TEST_F(Depths, CanBeHadAfterRelease) {
    if (onMesa()) {
        GTEST_SKIP() << "crashes there";
    }
    const Context context = withDepth(24);
    ASSERT_TRUE(makeCurrent(context, picture));
    draw();
    release();
    ASSERT_TRUE(get(context));
    EXPECT_NEAR(depthAt(3, 0), 0x400000, 1);
}

TEST_F(Depths, ThereAreNoneWithoutADepthBuffer) {
    const Context context = withDepth(0);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_FALSE(get(context));
    EXPECT_EQ(width, 0);
    EXPECT_EQ(size_B, 0);
    EXPECT_EQ(buffer, nullptr);
}

TEST_F(Depths, ThereAreNoneBeforeAnyMemory) {
    if (onMesa()) {
        GTEST_SKIP() << "crashes there";
    }
    EXPECT_FALSE(get(withDepth(24)));
}

} // namespace
} // namespace osmesa_test
