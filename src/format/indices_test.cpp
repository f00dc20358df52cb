// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/bitmap.h"
#include "format/format.h"

#include <gtest/gtest.h>
#include <vector>

namespace format {
namespace {

PixelLayout bitmap(int32_t alignment_B) {
    PixelLayout pixels;
    pixels.format = GL_COLOR_INDEX;
    pixels.type = GL_BITMAP;
    pixels.alignment_B = alignment_B;
    return pixels;
}

std::vector<uint32_t> unpacked(const PixelLayout& pixels, const Extent& extent, const void* src) {
    std::vector<uint32_t> indices(static_cast<size_t>(extent.width_px * extent.height_px));
    unpackIndices(pixels, extent, src, indices.data());
    return indices;
}

TEST(Indices, BitmapsHaveRowsOfWholeBytes) {
    EXPECT_EQ(0u, rowPitch_B(bitmap(1), 0));
    EXPECT_EQ(1u, rowPitch_B(bitmap(1), 8));
    EXPECT_EQ(2u, rowPitch_B(bitmap(1), 9));
    EXPECT_EQ(4u, rowPitch_B(bitmap(4), 9));
    EXPECT_EQ(4u + 2, imageSize_B(bitmap(4), {9, 2, 1}));
    PixelLayout skipping = bitmap(1);
    skipping.skipPixels = 7;
    EXPECT_EQ(2u, imageSize_B(skipping, {2, 1, 1}));
    skipping.skipPixels = 8;
    EXPECT_EQ(2u, imageSize_B(skipping, {2, 1, 1}));
    EXPECT_TRUE(validPixelTransfer(GL_STENCIL_INDEX, GL_BITMAP));
    EXPECT_FALSE(validPixelTransfer(GL_RGBA, GL_BITMAP));
}

TEST(Indices, BitsComeFromTheHighestOn) {
    const uint8_t bytes[] = {0xB0, 0x40, 0x01, 0x80};
    EXPECT_EQ((std::vector<uint32_t>{1, 0, 1, 1, 0, 0, 0, 0, 0, 1, //
                                     0, 0, 0, 0, 0, 0, 0, 1, 1, 0}),
              unpacked(bitmap(1), {10, 2, 1}, bytes));
    PixelLayout lowest = bitmap(1);
    lowest.lsbFirst = true;
    lowest.skipPixels = 4;
    EXPECT_EQ((std::vector<uint32_t>{1, 1, 0, 1, 0, 0}), unpacked(lowest, {6, 1, 1}, bytes));
}

/// Whatever rows, gaps and orders of bits: those of unpackIndices().
TEST(Indices, BitsAsWords) {
    std::vector<uint8_t> bytes(200);
    for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<uint8_t>(i * i * 37 + i * 11 + 5);
    }
    for (const int32_t width_px : {1, 7, 8, 9, 57, 63, 64, 65, 130}) {
        for (const int32_t skipped : {0, 1, 7, 8, 11}) {
            for (const bool lsbFirst : {false, true}) {
                SCOPED_TRACE(width_px * 100 + skipped);
                PixelLayout pixels = bitmap(4);
                pixels.skipPixels = skipped;
                pixels.skipRows = 1;
                pixels.lsbFirst = lsbFirst;
                const Extent extent{width_px, 3, 1};
                const std::vector<uint32_t> expected = unpacked(pixels, extent, bytes.data());
                std::vector<uint64_t> words(bitRow_words(width_px) * 3, ~uint64_t(0));
                unpackBits(pixels, extent, bytes.data(), words.data());
                for (size_t y = 0; y < 3; ++y) {
                    for (size_t x = 0; x < bitRow_words(width_px) * 64; ++x) {
                        const uint64_t word = words[y * bitRow_words(width_px) + x / 64];
                        const bool isInside = x < size_t(width_px);
                        const uint32_t bit = isInside ? expected[y * size_t(width_px) + x] : 0;
                        EXPECT_EQ(bit, word >> (63 - x % 64) & 1) << x << ", " << y;
                    }
                }
            }
        }
    }
}

TEST(Indices, BitmapsAreWrittenBitByBit) {
    PixelLayout pixels = bitmap(1);
    pixels.skipPixels = 2;
    const uint32_t indices[] = {1, 2, 3};
    uint8_t byte = 0xFF;
    packIndices(pixels, {3, 1, 1}, indices, &byte);
    EXPECT_EQ(0xEF, byte); // 11 101 111
}

TEST(Indices, OfAllTypes) {
    PixelLayout pixels;
    pixels.format = GL_STENCIL_INDEX;
    const uint32_t indices[] = {1, 200};
    for (const GLenum type : {GL_UNSIGNED_BYTE,
                              GL_UNSIGNED_SHORT,
                              GL_SHORT,
                              GL_UNSIGNED_INT,
                              GL_INT,
                              GL_FLOAT,
                              GL_HALF_FLOAT}) {
        for (const bool swapped : {false, true}) {
            SCOPED_TRACE(type);
            pixels.type = type;
            pixels.swapBytes = swapped;
            uint8_t bytes[8];
            packIndices(pixels, {2, 1, 1}, indices, bytes);
            EXPECT_EQ((std::vector<uint32_t>{1, 200}), unpacked(pixels, {2, 1, 1}, bytes));
        }
    }
    pixels.swapBytes = true;
    pixels.type = GL_UNSIGNED_SHORT;
    const uint8_t big[] = {1, 2, 3, 4};
    EXPECT_EQ((std::vector<uint32_t>{0x102, 0x304}), unpacked(pixels, {2, 1, 1}, big));
    pixels.swapBytes = false;
    pixels.type = GL_BYTE;
    const int8_t negative[] = {-1, 3};
    EXPECT_EQ((std::vector<uint32_t>{~0u, 3}), unpacked(pixels, {2, 1, 1}, negative));
    pixels.type = GL_FLOAT;
    const float fractions[] = {2.75f, -1.5f};
    EXPECT_EQ((std::vector<uint32_t>{2, ~0u}), unpacked(pixels, {2, 1, 1}, fractions));
}

} // namespace
} // namespace format
