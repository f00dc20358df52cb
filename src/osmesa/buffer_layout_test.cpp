// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/buffer_layout.h"

#include "osmesa/osmesa_api.h"

#include <gtest/gtest.h>

namespace osmesa {
namespace {

constexpr GLenum kFormats[] = {
    OSMESA_RGBA, OSMESA_BGRA, OSMESA_ARGB, OSMESA_RGB, OSMESA_BGR, OSMESA_RGB_565};

size_t pixelSize_B(GLenum format, GLenum type) {
    const auto layout = bufferLayout(format, type);
    return layout ? format::pixelSize_B(layout->pixels.format, layout->pixels.type) : 0;
}

TEST(BufferLayout, PixelsHaveTheSizeOfTheirComponents) {
    for (const GLenum format : kFormats) {
        const size_t components = format == OSMESA_RGB || format == OSMESA_BGR ? 3 : 4;
        const bool packed = format == OSMESA_RGB_565;
        EXPECT_TRUE(isColorFormat(format));
        EXPECT_EQ(pixelSize_B(format, GL_UNSIGNED_BYTE), packed ? 0 : components);
        EXPECT_EQ(pixelSize_B(format, GL_UNSIGNED_SHORT), packed ? 0 : components * 2);
        EXPECT_EQ(pixelSize_B(format, GL_FLOAT), packed ? 0 : components * 4);
        EXPECT_EQ(pixelSize_B(format, GL_UNSIGNED_SHORT_5_6_5), packed ? 2 : 0);
        EXPECT_EQ(pixelSize_B(format, GL_UNSIGNED_INT), 0);
    }
}

TEST(BufferLayout, ImagesHaveThePrecisionOfTheType) {
    const auto first = [](GLenum format, GLenum type) {
        return bufferLayout(format, type)->colors.front();
    };
    EXPECT_EQ(first(OSMESA_BGRA, GL_UNSIGNED_BYTE), GLenum(GL_RGBA8));
    EXPECT_EQ(first(OSMESA_RGBA, GL_UNSIGNED_SHORT), GLenum(GL_RGBA16));
    EXPECT_EQ(first(OSMESA_RGB, GL_FLOAT), GLenum(GL_RGB32F));
}

TEST(BufferLayout, OtherFormatsThereAreNone) {
    for (const GLenum format : {OSMESA_COLOR_INDEX, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_BGRA, 0}) {
        EXPECT_FALSE(isColorFormat(GLenum(format)));
        EXPECT_FALSE(bufferLayout(GLenum(format), GL_UNSIGNED_BYTE));
    }
}

} // namespace
} // namespace osmesa
