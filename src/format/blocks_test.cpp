// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace format {
namespace {

using Texel = std::array<uint8_t, 4>;

std::array<Texel, 16> decode(Id id, const std::vector<uint8_t>& block) {
    std::array<Texel, 16> out{};
    decodeBlocks(id, {4, 4, 1}, block.data(), out.data(), 16, 64);
    return out;
}

TEST(Bc1, FourColours) {
    // Red above blue; the first row steps through the indices.
    const auto out = decode(Id::Bc1Rgb, {0x00, 0xF8, 0x1F, 0x00, 0b11100100, 0, 0x55, 0xFF});
    EXPECT_EQ(out[0], (Texel{255, 0, 0, 255}));
    EXPECT_EQ(out[1], (Texel{0, 0, 255, 255}));
    EXPECT_EQ(out[2], (Texel{170, 0, 85, 255}));
    EXPECT_EQ(out[3], (Texel{85, 0, 170, 255}));
    EXPECT_EQ(out[4], (Texel{255, 0, 0, 255}));
    EXPECT_EQ(out[8], (Texel{0, 0, 255, 255}));
    EXPECT_EQ(out[15], (Texel{85, 0, 170, 255}));
}

TEST(Bc1, ThreeColoursAndNothing) {
    const std::vector<uint8_t> block{0x1F, 0x00, 0x00, 0xF8, 0b11100100, 0, 0, 0};
    const auto opaque = decode(Id::Bc1Rgb, block);
    EXPECT_EQ(opaque[0], (Texel{0, 0, 255, 255}));
    EXPECT_EQ(opaque[1], (Texel{255, 0, 0, 255}));
    EXPECT_EQ(opaque[2], (Texel{128, 0, 128, 255}));
    EXPECT_EQ(opaque[3], (Texel{0, 0, 0, 255}));
    EXPECT_EQ(decode(Id::Bc1Rgba, block)[3], (Texel{0, 0, 0, 0}));
    EXPECT_EQ(decode(Id::Bc1RgbaSrgb, block), decode(Id::Bc1Rgba, block));
}

TEST(Bc2, ExplicitAlphaAndAlwaysFourColours) {
    const auto out = decode(Id::Bc2,
                            {0x10,
                             0x32,
                             0x54,
                             0x76,
                             0x98,
                             0xBA,
                             0xDC,
                             0xFE, // 0 to 15
                             0x1F,
                             0x00,
                             0x00,
                             0xF8,
                             0b11100100,
                             0,
                             0,
                             0});
    for (size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(out[i][3], i * 17);
    }
    EXPECT_EQ(out[2][0], 85);
    EXPECT_EQ(out[3][0], 170);
}

TEST(Bc3, EightAlphas) {
    // Indices 0 to 7, twice: 0b111'110'101'100'011'010'001'000 is 0xFAC688.
    const auto out = decode(Id::Bc3,
                            {210,
                             0,
                             0x88,
                             0xC6,
                             0xFA,
                             0x88,
                             0xC6,
                             0xFA, //
                             0xFF,
                             0xFF,
                             0,
                             0,
                             0,
                             0,
                             0,
                             0});
    const uint8_t expected[] = {210, 0, 180, 150, 120, 90, 60, 30};
    for (size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(out[i], (Texel{255, 255, 255, expected[i % 8]}));
    }
}

TEST(Bc3, SixAlphasWithZeroAndOne) {
    const auto out = decode(Id::Bc3,
                            {0,
                             200,
                             0x88,
                             0xC6,
                             0xFA,
                             0x88,
                             0xC6,
                             0xFA, //
                             0,
                             0,
                             0,
                             0,
                             0,
                             0,
                             0,
                             0});
    const uint8_t expected[] = {0, 200, 40, 80, 120, 160, 0, 255};
    for (size_t i = 0; i < 16; ++i) {
        EXPECT_EQ(out[i][3], expected[i % 8]);
    }
}

TEST(Etc1, IndividualMode) {
    // Left half red 8 (136), right half green 4 (68), tables 0 and 7, not flipped.
    // Column 0 has indices 0, 1, 2, 3: +2, +8, -2, -8; column 2 the same: +47, +183, -47, -183.
    const auto out = decode(Id::Etc2Rgb8,
                            {0x80,
                             0x04,
                             0x00,
                             0b00011100, //
                             0x0C,
                             0x0C,
                             0x0A,
                             0x0A});
    EXPECT_EQ(out[0], (Texel{138, 2, 2, 255}));
    EXPECT_EQ(out[4], (Texel{144, 8, 8, 255}));
    EXPECT_EQ(out[8], (Texel{134, 0, 0, 255}));
    EXPECT_EQ(out[12], (Texel{128, 0, 0, 255}));
    EXPECT_EQ(out[2], (Texel{47, 115, 47, 255}));
    EXPECT_EQ(out[6], (Texel{183, 251, 183, 255}));
    EXPECT_EQ(out[10], (Texel{0, 21, 0, 255}));
    EXPECT_EQ(out[14], (Texel{0, 0, 0, 255}));
}

TEST(Etc1, DifferentialModeFlipped) {
    // Upper half (16, 10, 31), lower half (15, 13, 27) of 31; table 0 in both, every index 0: +2.
    const auto out = decode(Id::Etc2Rgb8,
                            {16 << 3 | 7,
                             10 << 3 | 3,
                             31 << 3 | 4,
                             0b00000011, //
                             0,
                             0,
                             0,
                             0});
    for (size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(out[i], (Texel{134, 84, 255, 255}));
        EXPECT_EQ(out[i + 8], (Texel{125, 109, 224, 255}));
    }
}

TEST(Blocks, EdgesAreCut) {
    // Two blocks across, five pixels: the second gives one column, and only two rows of both.
    const std::vector<uint8_t> blocks{0x00,
                                      0xF8,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0, // red
                                      0x1F,
                                      0x00,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0};
    std::vector<uint8_t> out(2 * 24, 0xCD);
    decodeS3tc(Id::Bc1Rgb, {5, 2, 1}, blocks.data(), out.data(), 24, 48);
    for (size_t y = 0; y < 2; ++y) {
        for (size_t x = 0; x < 6; ++x) {
            const uint8_t* p = &out[y * 24 + x * 4];
            EXPECT_EQ(p[0], x < 4 ? 255 : x == 4 ? 0 : 0xCD);
            EXPECT_EQ(p[2], x < 4 ? 0 : x == 4 ? 255 : 0xCD);
        }
    }
}

} // namespace
} // namespace format
