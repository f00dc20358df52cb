// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace format {
namespace {

template <class T>
uint32_t depthTo(GLenum type, T value, Id storage) {
    uint32_t out = 0;
    unpackAspect({.format = GL_DEPTH_COMPONENT, .type = type},
                 {1, 1, 1},
                 &value,
                 storage,
                 Aspect::Depth,
                 &out,
                 4,
                 4);
    return out;
}

template <class T>
T depthFrom(GLenum type, uint32_t stored, Id storage) {
    T out{};
    packAspect({.format = GL_DEPTH_COMPONENT, .type = type},
               {1, 1, 1},
               storage,
               Aspect::Depth,
               &stored,
               4,
               4,
               &out);
    return out;
}

TEST(Depth, SixteenBitsSurviveEveryStorage) {
    for (Id id :
         {Id::D16Unorm, Id::X8D24Unorm, Id::D24UnormS8Uint, Id::D32Sfloat, Id::D32SfloatS8Uint}) {
        for (uint32_t d = 0; d < 65536; ++d) {
            const uint32_t stored = depthTo(GL_UNSIGNED_SHORT, static_cast<uint16_t>(d), id);
            ASSERT_EQ(depthFrom<uint16_t>(GL_UNSIGNED_SHORT, stored, id), d) << layout(id).name;
        }
    }
}

TEST(Depth, TwentyFourBitsSurviveFloats) {
    for (uint32_t d = 0; d < (1u << 24); d += 97) {
        uint32_t word = d << 8;
        float stored = -1;
        const PixelLayout packed{.format = GL_DEPTH_STENCIL, .type = GL_UNSIGNED_INT_24_8};
        unpackAspect(packed, {1, 1, 1}, &word, Id::D32SfloatS8Uint, Aspect::Depth, &stored, 4, 4);
        ASSERT_EQ(stored, static_cast<float>(d / 16777215.0));
        uint32_t back = 0;
        packAspect(packed, {1, 1, 1}, Id::D32SfloatS8Uint, Aspect::Depth, &stored, 4, 4, &back);
        ASSERT_EQ(back, word);
    }
}

TEST(Depth, IntegersRoundToTheNearest) {
    EXPECT_EQ(depthTo(GL_UNSIGNED_INT, 0xFFFFFFFFu, Id::X8D24Unorm), 0xFFFFFFu);
    EXPECT_EQ(depthTo(GL_UNSIGNED_INT, 0x80000000u, Id::X8D24Unorm), 0x800000u);
    EXPECT_EQ(depthTo(GL_UNSIGNED_BYTE, uint8_t{255}, Id::D16Unorm), 0xFFFFu);
    EXPECT_EQ(depthFrom<uint32_t>(GL_UNSIGNED_INT, 0xFFFFFF, Id::X8D24Unorm), 0xFFFFFFFFu);
    // The upper byte of a stored 24-bit depth means nothing.
    EXPECT_EQ(depthFrom<uint32_t>(GL_UNSIGNED_INT, 0xAB000000, Id::X8D24Unorm), 0u);
    EXPECT_EQ(depthFrom<float>(GL_FLOAT, 0xFFFF, Id::D16Unorm), 1.0f);
}

TEST(Depth, FloatsAreClamped) {
    float stored;
    const float in[] = {-1.0f, 2.0f, NAN, 0.25f};
    const float expected[] = {0.0f, 1.0f, 0.0f, 0.25f};
    for (int i = 0; i < 4; ++i) {
        const uint32_t bits = depthTo(GL_FLOAT, in[i], Id::D32Sfloat);
        std::memcpy(&stored, &bits, 4);
        EXPECT_EQ(stored, expected[i]);
    }
    EXPECT_EQ(depthTo(GL_FLOAT, 2.0f, Id::D16Unorm), 0xFFFFu);
}

TEST(Depth, CopySizes) {
    EXPECT_EQ(depthCopySize_B(Id::D16Unorm), 2u);
    EXPECT_EQ(depthCopySize_B(Id::X8D24Unorm), 4u);
    EXPECT_EQ(depthCopySize_B(Id::D24UnormS8Uint), 4u);
    EXPECT_EQ(depthCopySize_B(Id::D32SfloatS8Uint), 4u);
}

TEST(DepthStencil, AspectsPartAndMeetAgain) {
    const struct {
        GLenum type;
        size_t size_B;
    } types[] = {{GL_UNSIGNED_INT_24_8, 4}, {GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 8}};
    for (const auto& [type, size_B] : types) {
        for (bool swap : {false, true}) {
            for (Id id : {Id::D24UnormS8Uint, Id::D32SfloatS8Uint}) {
                // Three rows of five pixels with a row length of six, unaligned.
                const PixelLayout pixels{
                    .format = GL_DEPTH_STENCIL, .type = type, .rowLength_px = 6, .swapBytes = swap};
                const Extent extent{5, 3, 1};
                std::vector<uint8_t> in(1 + imageSize_B(pixels, extent), 0xCD);
                std::vector<uint8_t> out = in;
                for (size_t y = 0; y < 3; ++y) {
                    for (size_t x = 0; x < 5; ++x) {
                        uint8_t pixel[8] = {};
                        const auto depth = static_cast<uint32_t>((y * 5 + x) * 1000003);
                        const auto stencil = static_cast<uint32_t>(y * 16 + x);
                        if (size_B == 4) {
                            const uint32_t word = depth << 8 | stencil;
                            std::memcpy(pixel, &word, 4);
                        } else {
                            const float f = static_cast<float>((depth & 0xFFFFFF) / 16777215.0);
                            std::memcpy(pixel, &f, 4);
                            std::memcpy(pixel + 4, &stencil, 4);
                        }
                        if (swap) {
                            for (size_t at = 0; at < size_B; at += 4) {
                                std::reverse(pixel + at, pixel + at + 4);
                            }
                        }
                        std::memcpy(&in[1 + (y * 6 + x) * size_B], pixel, size_B);
                    }
                }
                uint32_t depths[15];
                uint8_t stencils[15];
                unpackAspect(pixels, extent, &in[1], id, Aspect::Depth, depths, 20, 60);
                unpackAspect(pixels, extent, &in[1], id, Aspect::Stencil, stencils, 5, 15);
                for (size_t i = 0; i < 15; ++i) {
                    EXPECT_EQ(stencils[i], i / 5 * 16 + i % 5);
                    if (id == Id::D24UnormS8Uint) {
                        EXPECT_EQ(depths[i], i * 1000003 & 0xFFFFFF);
                    }
                }
                packAspect(pixels, extent, id, Aspect::Stencil, stencils, 5, 15, &out[1]);
                packAspect(pixels, extent, id, Aspect::Depth, depths, 20, 60, &out[1]);
                EXPECT_EQ(out, in);
            }
        }
    }
}

TEST(Stencil, IndicesAreMasked) {
    const auto read = [](GLenum type, const void* src) {
        uint8_t out = 0;
        unpack({.format = GL_STENCIL_INDEX, .type = type},
               {1, 1, 1},
               src,
               *findInternalFormat(GL_STENCIL_INDEX8),
               Id::S8Uint,
               &out,
               1,
               1);
        return out;
    };
    const uint8_t byte = 200;
    const uint16_t shortIndex = 0x1234;
    const int32_t negative = -1;
    const float real = 7.9f;
    EXPECT_EQ(read(GL_UNSIGNED_BYTE, &byte), 200);
    EXPECT_EQ(read(GL_UNSIGNED_SHORT, &shortIndex), 0x34);
    EXPECT_EQ(read(GL_INT, &negative), 0xFF);
    EXPECT_EQ(read(GL_FLOAT, &real), 7);
}

TEST(Stencil, WritesEveryType) {
    const uint8_t stencil = 200;
    const auto write = [&](GLenum type, void* dst) {
        packAspect({.format = GL_STENCIL_INDEX, .type = type},
                   {1, 1, 1},
                   Id::D24UnormS8Uint,
                   Aspect::Stencil,
                   &stencil,
                   1,
                   1,
                   dst);
    };
    uint8_t byte = 1;
    int8_t signedByte = 1;
    uint32_t word = 0xCDCDCDCD;
    float real = 0;
    uint16_t half = 0;
    write(GL_UNSIGNED_BYTE, &byte);
    write(GL_BYTE, &signedByte);
    write(GL_UNSIGNED_INT, &word);
    write(GL_FLOAT, &real);
    write(GL_HALF_FLOAT, &half);
    EXPECT_EQ(byte, 200);
    EXPECT_EQ(signedByte, 200 & 0x7F);
    EXPECT_EQ(word, 200u);
    EXPECT_EQ(real, 200.0f);
    EXPECT_EQ(half, 0x5A40);
}

} // namespace
} // namespace format
