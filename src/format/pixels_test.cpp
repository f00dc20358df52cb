// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <gtest/gtest.h>
#include <limits>

namespace format {
namespace {

TEST(Layouts, DescribeTheirTexels) {
    for (int i = 1; i < static_cast<int>(Id::Count); ++i) {
        const Layout& l = layout(static_cast<Id>(i));
        SCOPED_TRACE(l.name);
        EXPECT_EQ(static_cast<int>(l.id), i);
        EXPECT_NE(l.vkFormat, 0u);
        if (!l.compressed() && l.isColor()) {
            const int exponent = l.id == Id::E5B9G9R9Ufloat ? 5 : 0; // Of all three.
            EXPECT_EQ(l.bits[0] + l.bits[1] + l.bits[2] + l.bits[3] + exponent, l.block_B * 8);
        }
        EXPECT_EQ(storageSize_B(l.id, {8, 4, 3}),
                  size_t{l.block_B} * 96 / (l.blockWidth_px * l.blockHeight_px));
    }
}

TEST(Pixels, SizesOfPairs) {
    EXPECT_EQ(pixelSize_B(GL_RGBA, GL_UNSIGNED_BYTE), 4u);
    EXPECT_EQ(pixelSize_B(GL_RGB, GL_FLOAT), 12u);
    EXPECT_EQ(pixelSize_B(GL_LUMINANCE_ALPHA, GL_HALF_FLOAT_OES), 4u);
    EXPECT_EQ(pixelSize_B(GL_RGB, GL_UNSIGNED_SHORT_5_6_5), 2u);
    EXPECT_EQ(pixelSize_B(GL_RGB, GL_UNSIGNED_BYTE_3_3_2), 1u);
    EXPECT_EQ(pixelSize_B(GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV), 4u);
    EXPECT_EQ(pixelSize_B(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT), 2u);
    EXPECT_EQ(pixelSize_B(GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), 1u);
    EXPECT_EQ(pixelSize_B(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), 4u);
    EXPECT_EQ(pixelSize_B(GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV), 8u);
}

TEST(Pixels, PairsThatDoNotGoTogether) {
    EXPECT_FALSE(validPixelTransfer(GL_RGBA, GL_UNSIGNED_SHORT_5_6_5));
    EXPECT_FALSE(validPixelTransfer(GL_BGR, GL_UNSIGNED_SHORT_5_6_5));
    EXPECT_FALSE(validPixelTransfer(GL_RGB, GL_UNSIGNED_INT_8_8_8_8));
    EXPECT_FALSE(validPixelTransfer(GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4));
    EXPECT_FALSE(validPixelTransfer(GL_LUMINANCE, GL_UNSIGNED_BYTE_3_3_2));
    EXPECT_FALSE(validPixelTransfer(GL_DEPTH_STENCIL, GL_UNSIGNED_BYTE));
    EXPECT_FALSE(validPixelTransfer(GL_RGBA, GL_UNSIGNED_INT_24_8));
    EXPECT_FALSE(validPixelTransfer(GL_RGBA, GL_DOUBLE));
    EXPECT_FALSE(validPixelTransfer(GL_RGB10_A2, GL_UNSIGNED_BYTE));
    EXPECT_FALSE(validPixelTransfer(0, 0));
}

TEST(Pixels, PitchOfRowsFollowsAlignment) {
    const struct {
        int alignment_B, width_px;
        GLenum type;
        size_t pitch_B;
    } rows[] = {
        {1, 3, GL_UNSIGNED_BYTE, 9},
        {2, 3, GL_UNSIGNED_BYTE, 10},
        {4, 3, GL_UNSIGNED_BYTE, 12},
        {8, 3, GL_UNSIGNED_BYTE, 16},
        {1, 5, GL_UNSIGNED_SHORT, 30},
        {4, 5, GL_UNSIGNED_SHORT, 32},
        {8, 1, GL_FLOAT, 16},
        {4, 1, GL_FLOAT, 12},
        {4, 0, GL_FLOAT, 0},
    };
    for (const auto& r : rows) {
        const PixelLayout pixels{.format = GL_RGB, .type = r.type, .alignment_B = r.alignment_B};
        EXPECT_EQ(rowPitch_B(pixels, r.width_px), r.pitch_B);
    }
    EXPECT_EQ(rowPitch_B({.format = GL_RGB, .rowLength_px = 7}, 3), 24u);
}

TEST(Pixels, SizeEndsAtTheLastPixel) {
    const PixelLayout rgb{.format = GL_RGB};
    EXPECT_EQ(imageSize_B(rgb, {3, 2, 1}), 12u + 9u);
    EXPECT_EQ(imageSize_B(rgb, {3, 2, 2}), 24u + 12u + 9u);
    EXPECT_EQ(imageSize_B(rgb, {0, 2, 1}), 0u);
    PixelLayout skipped = rgb;
    skipped.skipPixels = 1;
    skipped.skipRows = 2;
    EXPECT_EQ(imageSize_B(skipped, {3, 2, 1}), 24u + 3u + 12u + 9u);
    skipped.skipImages = 1;
    skipped.imageHeight_px = 5;
    EXPECT_EQ(imageSize_B(skipped, {3, 2, 1}), 60u + 24u + 3u + 12u + 9u);
}

TEST(Pixels, SizesSaturate) {
    constexpr int32_t big = std::numeric_limits<int32_t>::max();
    constexpr size_t full = std::numeric_limits<size_t>::max();
    const PixelLayout floats{.format = GL_RGBA, .type = GL_FLOAT};
    EXPECT_EQ(imageSize_B(floats, {big, big, big}), full);
    PixelLayout skips = floats;
    skips.skipImages = big;
    skips.imageHeight_px = big;
    skips.rowLength_px = big;
    EXPECT_EQ(imageSize_B(skips, {1, 1, 1}), full);
    EXPECT_EQ(storageSize_B(Id::R32G32B32A32Sfloat, {big, big, big}), full);
    EXPECT_LT(imageSize_B({.format = GL_RGBA}, {big, 1, 1}), full);
}

TEST(Pixels, BlocksAreCountedWhole) {
    EXPECT_EQ(storageSize_B(Id::Bc1Rgb, {1, 1, 1}), 8u);
    EXPECT_EQ(storageSize_B(Id::Bc3, {5, 4, 1}), 32u);
    EXPECT_EQ(storageSize_B(Id::Etc2Rgb8, {8, 9, 2}), 96u);
    EXPECT_EQ(storageSize_B(Id::Etc2Rgb8, {0, 9, 2}), 0u);
}

} // namespace
} // namespace format
