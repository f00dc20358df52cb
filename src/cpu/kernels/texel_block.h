// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of compressed blocks, the same bits as format/vk_block.h. BC1 to BC5 are decoded in all
// lanes at once, BC6H and BC7 block by block, ETC2 and EAC lane by lane.
#pragma once

#include "cpu/kernels/sample_words.h"
#include "cpu/kernels/texel_bptc.h"
#include "cpu/kernels/texel_etc.h"
#include "cpu/kernels/texel_numbers.h"
#include "format/vk_formats.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

/// Of bytes r, g, b, a, r the lowest.
GLISSADE_INLINE Texel finishPacked(UInt packed, format::ChannelType type, bool alpha) {
    const UInt r = packed & 0xffu;
    const UInt g = packed >> 8 & 0xffu;
    const UInt b = packed >> 16 & 0xffu;
    Texel t;
    if (type == format::ChannelType::Srgb) {
        t = {srgbToFloat(r), srgbToFloat(g), srgbToFloat(b), splat(1.0f)};
    } else {
        t = {unormToFloat(r, 8), unormToFloat(g, 8), unormToFloat(b, 8), splat(1.0f)};
    }
    if (alpha) {
        t.a = unormToFloat(packed >> 24, 8);
    }
    return t;
}

// ---- BC1 to BC5 ---------------------------------------------------------------------------------

/// Nibble `index` (0 to 7) of a constant in both halves of the lane.
GLISSADE_INLINE UInt nibbleInHalves(uint32_t nibbles, UInt index) {
#if GLISSADE_LEVEL == 2
    const UInt nibble = (UInt)(nibbles) >> (index << 2) & 15u;
    return nibble | nibble << 16;
#else
    UInt table;
    for (int i = 0; i < kLanes; ++i) {
        table[i] = (nibbles >> (i % 8 * 4) & 15) * 0x10001;
    }
#if GLISSADE_LEVEL == 4
    return (UInt)_mm512_permutexvar_epi32((__m512i)index, (__m512i)table);
#else
    return (UInt)_mm256_permutevar8x32_epi32((__m256i)table, (__m256i)index);
#endif
#endif
}

/// How many thirds of the first and the second colour an index takes; above, of blocks of three
/// colours, how many halves.
constexpr uint32_t kFirstColor = 0x01021203;
constexpr uint32_t kSecondColor = 0x01202130;

/// `colors`: two of 5, 6, 5 bits; `indices`: two bits each, texel 0 the lowest. `three`: blocks may
/// have three colours and black, which is transparent. Result: bytes r, g, b, a, r the lowest.
GLISSADE_INLINE UInt bc1Packed(UInt colors, UInt indices, UInt texel, bool three) {
    UInt index = indices >> (texel << 1) & 3u;
    UInt factor = (UInt)(0x55565556u); // A third, close enough for sums of up to 3 · 255 + 1.
    UInt alpha = (UInt)(255u << 24);
    if (three) {
        const Mask four = asInt(colors & 0xffffu) > asInt(colors >> 16);
        factor = four ? factor : (UInt)(0x80008000u);
        index = four ? index : index | 4u;
        alpha = index == 7u ? (UInt)(0u) : alpha;
    }
    const UInt weight0 = nibbleInHalves(kFirstColor, index);
    const UInt weight1 = nibbleInHalves(kSecondColor, index);
    // Red in the lower half, blue in the upper one.
    const auto redBlue = [](UInt c) {
        const UInt five = (c >> 11 & 0x1fu) | (c & 0x1fu) << 16;
        return five << 3 | (five >> 2 & 0x70007u);
    };
    const auto green = [](UInt c) { return (c >> 3 & 0xfcu) | (c >> 9 & 3u); };
    const auto mix = [&](UInt a, UInt b) {
        const UInt sum = multiplyHalves(a, weight0) + multiplyHalves(b, weight1) + 0x10001u;
        return multiplyHalvesHigh(sum, factor);
    };
    const UInt second = colors >> 16;
    return mix(redBlue(colors), redBlue(second)) |
           (mix(green(colors), green(second)) & 0xffu) << 8 | alpha;
}

/// The channel of an eight-byte block of two end points and 16 indices of three bits.
GLISSADE_INLINE Float bc4Channel(UInt low, UInt high, UInt texel, bool isSigned) {
    const UInt from = texel * 3u + 16u;
    const UInt below = low >> (from & 31u) | (high << 1) << (31u - (from & 31u));
    const Int index = asInt((from < 32u ? below : high >> (from & 31u)) & 7u);
    Int end0, end1;
    if (isSigned) {
        end0 = asInt(low << 24) >> 24;
        end1 = asInt(low << 16) >> 24;
    } else {
        end0 = asInt(low & 0xffu);
        end1 = asInt(low >> 8 & 0xffu);
    }
    // The order of the end points as they are stored decides, -128 before it becomes -127.
    const Mask eight = end0 > end1;
    const int32_t lowest = isSigned ? -127 : 0;
    const int32_t highest = isSigned ? 127 : 255;
    end0 = atLeast(end0, splat(lowest));
    end1 = atLeast(end1, splat(lowest));
    const Int steps = eight ? splat(7) : splat(5);
    Int weight1 = index - 1;
    weight1 = index == 0 ? splat(0) : weight1;
    weight1 = index == 1 ? steps : weight1;
    Int sum = end0 * (steps - weight1) + end1 * weight1;
    sum = (~eight & (index == 6)) ? splat(lowest * 5) : sum;
    sum = (~eight & (index == 7)) ? splat(highest * 5) : sum;
    return toFloat(sum) / toFloat(steps * highest);
}

// ---- Formats with modes -------------------------------------------------------------------------

GLISSADE_INLINE Texel bc6hTexels(const uint8_t* base, Int offset_B, UInt texel, bool isSigned) {
    const auto halves =
        byBlock<Words2>(base, offset_B, texel, [&](const uint8_t* block, UInt texels) {
            return bc6hTexels(block, texels, isSigned);
        });
    return {halfToFloat(halves.low & 0xffffu),
            halfToFloat(halves.low >> 16),
            halfToFloat(halves.high),
            splat(1.0f)};
}

template <typename Function>
GLISSADE_INLINE UInt byLane(const uint8_t* base, Int offset_B, UInt texel, Function function) {
    UInt result;
    for (int lane = 0; lane < kLanes; ++lane) {
        result[lane] = uint32_t(function(base + uint32_t(offset_B[lane]), texel[lane]));
    }
    return result;
}

GLISSADE_INLINE Float eacChannel(const uint8_t* base, Int offset_B, UInt texel, bool isSigned) {
    const UInt v = byLane(base, offset_B, texel, [&](const uint8_t* block, uint32_t at) {
        return eacR11Texel(block, at, isSigned);
    });
    return toFloat(asInt(v)) / splat(isSigned ? 1023.0f : 2047.0f);
}

// -------------------------------------------------------------------------------------------------

/// Blocks of which texels are four bytes: packedBlocks() and sRGB.
constexpr bool bytesInBlocks(const format::VkFormatLayout& layout) {
    using format::Encoding;
    return layout.encoding == Encoding::Bc1 || layout.encoding == Encoding::Bc2 ||
           layout.encoding == Encoding::Bc7 || layout.encoding == Encoding::Etc2Rgb ||
           layout.encoding == Encoding::Etc2RgbA1 || layout.encoding == Encoding::Etc2RgbA8;
}

/// Blocks of which texels are four bytes, Unorm: filters may work on these.
constexpr bool packedBlocks(const format::VkFormatLayout& layout) {
    return bytesInBlocks(layout) && layout.type == format::ChannelType::Unorm;
}

/// Where bytesInBlocks(): the texel at (x, y) of its level, of which each lane's block lies at
/// `offset_B`, as bytes r, g, b, a, r the lowest. Alpha is 255 where the format has none.
GLISSADE_INLINE UInt loadPackedBlock(
    const format::VkFormatLayout& layout, const uint8_t* base, Int offset_B, Int x, Int y) {
    using format::Encoding;
    const UInt texel = asUInt((y & 3) << 2 | (x & 3));
    const bool alpha = layout.channels[3].bits != 0;
    switch (layout.encoding) {
    case Encoding::Bc1: {
        const Words2 words = gather64(base, offset_B);
        const UInt packed = bc1Packed(words.low, words.high, texel, true);
        return alpha ? packed : packed | 255u << 24;
    }
    case Encoding::Bc2: {
        const Words words = read128(base, offset_B);
        const UInt row = texel < 8u ? words.at[0] : words.at[1];
        const UInt nibble = row >> ((texel & 7u) << 2) & 15u;
        return (bc1Packed(words.at[2], words.at[3], texel, false) & 0xffffffu) |
               nibble * (17u << 24);
    }
    case Encoding::Bc7:
        return byBlock<UInt>(base, offset_B, texel, bc7Texels);
    case Encoding::Etc2Rgb:
    case Encoding::Etc2RgbA1:
        return byLane(base, offset_B, texel, [&](const uint8_t* block, uint32_t at) {
            return etc2Texel(block, at, alpha);
        });
    case Encoding::Etc2RgbA8:
        return byLane(base, offset_B, texel, [](const uint8_t* block, uint32_t at) {
            return (etc2Texel(block + 8, at, false) & 0xffffff) | eacAlphaTexel(block, at) << 24;
        });
    default:
        return (UInt)(0u);
    }
}

/// The texel at (x, y) of its level, of which each lane's block lies at `offset_B`. All lanes'
/// blocks are read.
GLISSADE_INLINE Texel
decodeBlock(const format::VkFormatLayout& layout, const uint8_t* base, Int offset_B, Int x, Int y) {
    using format::Encoding;
    if (bytesInBlocks(layout)) {
        return finishPacked(loadPackedBlock(layout, base, offset_B, x, y),
                            layout.type,
                            layout.channels[3].bits != 0);
    }
    const UInt texel = asUInt((y & 3) << 2 | (x & 3));
    const bool isSigned = layout.type == format::ChannelType::Snorm;
    const Float zero = splat(0.0f);
    const Float one = splat(1.0f);
    switch (layout.encoding) {
    case Encoding::Bc3: {
        const Words words = read128(base, offset_B);
        Texel t =
            finishPacked(bc1Packed(words.at[2], words.at[3], texel, false), layout.type, false);
        t.a = bc4Channel(words.at[0], words.at[1], texel, false);
        return t;
    }
    case Encoding::Bc4: {
        const Words2 words = gather64(base, offset_B);
        return {bc4Channel(words.low, words.high, texel, isSigned), zero, zero, one};
    }
    case Encoding::Bc5: {
        const Words words = read128(base, offset_B);
        return {bc4Channel(words.at[0], words.at[1], texel, isSigned),
                bc4Channel(words.at[2], words.at[3], texel, isSigned),
                zero,
                one};
    }
    case Encoding::Bc6h:
    case Encoding::Bc6hSigned:
        return bc6hTexels(base, offset_B, texel, layout.encoding == Encoding::Bc6hSigned);
    case Encoding::EacR11:
        return {eacChannel(base, offset_B, texel, isSigned), zero, zero, one};
    case Encoding::EacRg11:
        return {eacChannel(base, offset_B, texel, isSigned),
                eacChannel(base, offset_B + 8, texel, isSigned),
                zero,
                one};
    default:
        return {zero, zero, zero, one};
    }
}

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
