// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/block_decoders.h"
#include "format/format.h"

#include <array>
#include <gtest/gtest.h>

namespace format {
namespace {

TEST(Etc2, PlanarGoesLinearlyFromTheOrigin) {
    // Red falls from 63 of 63 to nothing, both ways; blue's difference overflows.
    const std::array<uint8_t, 8> block{0x7E, 0, 0x04, 0x02, 0, 0, 0, 0};
    Rgba8Block out{};
    decodeEtc2(block.data(), false, out);
    EXPECT_EQ(out[0], (Rgba8{255, 0, 0, 255}));
    EXPECT_EQ(out[3], (Rgba8{64, 0, 0, 255}));
    EXPECT_EQ(out[12], (Rgba8{64, 0, 0, 255}));
    EXPECT_EQ(out[15], (Rgba8{0, 0, 0, 255}));
}

TEST(Etc2, PunchThroughHasHoles) {
    // Differential, not opaque: texel 0 has index 2, texel 1 index 0.
    const std::array<uint8_t, 8> block{0x80, 0x80, 0x80, 0x00, 0x00, 0x01, 0, 0};
    Rgba8Block out{};
    decodeEtc2(block.data(), true, out);
    EXPECT_EQ(out[0], (Rgba8{0, 0, 0, 0}));
    EXPECT_EQ(out[1], (Rgba8{132, 132, 132, 255}));
}

TEST(Eac, ElevenBits) {
    std::array<uint16_t, 16> out{};
    decodeEac11(std::array<uint8_t, 8>{128, 0x10, 0, 0, 0, 0, 0, 0}.data(), {out.data(), 1});
    EXPECT_EQ(out[0], 1004 << 5 | 1004 >> 6);
    std::array<int16_t, 16> negative{};
    decodeEac11Signed(std::array<uint8_t, 8>{0x80, 0x0D, 0, 0, 0, 0, 0, 0}.data(),
                      {negative.data(), 1});
    EXPECT_EQ(negative[15], -(1017 << 5 | 1017 >> 5)); // -128 counts as -127.
}

TEST(Bc4, InterpolatesAndHasTheEnds) {
    std::array<uint8_t, 16> out{};
    decodeBc4(std::array<uint8_t, 8>{255, 0, 0b10001000, 0, 0, 0, 0, 0}.data(), {out.data(), 1});
    EXPECT_EQ(out[0], 255);
    EXPECT_EQ(out[1], 0);
    EXPECT_EQ(out[2], 219);
    std::array<int8_t, 16> both{};
    decodeBc4Signed(std::array<uint8_t, 8>{0x80, 127, 0b10111110, 1, 0, 0, 0, 0}.data(),
                    {both.data(), 1});
    EXPECT_EQ(both[0], -127);
    EXPECT_EQ(both[1], 127);
    EXPECT_EQ(both[3], -127); // -128 is -127.
}

TEST(Bptc, ReservedModes) {
    Rgba8Block bytes{};
    bytes.fill({1, 2, 3, 4});
    decodeBc7(std::array<uint8_t, 16>{}.data(), bytes);
    EXPECT_EQ(bytes[5], (Rgba8{0, 0, 0, 0}));
    std::array<std::array<uint16_t, 4>, 16> halves{};
    decodeBc6h(std::array<uint8_t, 16>{0b10011}.data(), false, halves);
    EXPECT_EQ(halves[5], (std::array<uint16_t, 4>{0, 0, 0, 0x3C00}));
}

TEST(Bptc, AllOnesInOneSubset) {
    std::array<uint8_t, 16> block;
    block.fill(0xFF);
    block[0] = 0xC0; // Mode 6.
    Rgba8Block out{};
    decodeBc7(block.data(), out);
    for (const Rgba8& texel : out) {
        EXPECT_EQ(texel, (Rgba8{255, 255, 255, 255}));
    }
}

TEST(Integers, StayIntegersWithAnAlphaOfOne) {
    const std::array<uint8_t, 3> pixel{1, 2, 255};
    std::array<uint8_t, 4> stored{};
    const PixelLayout layout{GL_RGB_INTEGER, GL_UNSIGNED_BYTE, 1};
    unpack(layout,
           {1, 1, 1},
           pixel.data(),
           *findInternalFormat(GL_RGB8UI),
           Id::R8G8B8A8Uint,
           stored.data(),
           4,
           4);
    EXPECT_EQ(stored, (std::array<uint8_t, 4>{1, 2, 255, 1}));
}

TEST(Integers, AreClampedToWhatIsThere) {
    const std::array<int32_t, 2> stored{-5, 70000};
    std::array<uint16_t, 2> out{9, 9};
    pack({GL_RG_INTEGER, GL_UNSIGNED_SHORT, 1},
         {1, 1, 1},
         *findInternalFormat(GL_RG32I),
         Id::R32G32Sint,
         stored.data(),
         8,
         8,
         out.data());
    EXPECT_EQ(out, (std::array<uint16_t, 2>{0, 65535}));
}

TEST(SharedExponent, OneAndAHalfSurvive) {
    const std::array<float, 3> pixel{1.5f, 0.25f, -1};
    uint32_t stored = 0;
    const InternalFormat& format = *findInternalFormat(GL_RGB9_E5);
    const PixelLayout layout{GL_RGB, GL_FLOAT, 1};
    unpack(layout, {1, 1, 1}, pixel.data(), format, Id::E5B9G9R9Ufloat, &stored, 4, 4);
    std::array<float, 3> out{};
    pack(layout, {1, 1, 1}, format, Id::E5B9G9R9Ufloat, &stored, 4, 4, out.data());
    EXPECT_EQ(out, (std::array<float, 3>{1.5f, 0.25f, 0}));
}

TEST(Snorm, KeepsItsSign) {
    const std::array<float, 2> pixel{-1, 2};
    std::array<int8_t, 2> stored{};
    unpack({GL_RG, GL_FLOAT, 1},
           {1, 1, 1},
           pixel.data(),
           *findInternalFormat(GL_RG8_SNORM),
           Id::R8G8Snorm,
           stored.data(),
           2,
           2);
    EXPECT_EQ(stored, (std::array<int8_t, 2>{-127, 127}));
}

} // namespace
} // namespace format
