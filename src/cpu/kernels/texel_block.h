// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of compressed blocks, the same bits as cpu/exec/block.h. BC1 to BC5 are decoded in all
// lanes at once, the others lane by lane.
#pragma once

#include "cpu/kernels/sample_words.h"
#include "cpu/kernels/texel_numbers.h"
#include "cpu/kernels/texel_scalar.h"
#include "format/vk_formats.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

/// Eight bits per channel, one texel per lane.
struct Bytes {
    UInt r, g, b, a;
};

GLISSADE_INLINE Bytes unpackBytes(UInt packed) {
    return {packed & 0xffu, packed >> 8 & 0xffu, packed >> 16 & 0xffu, packed >> 24};
}

GLISSADE_INLINE Texel finishBytes(const Bytes& bytes, format::ChannelType type, bool alpha) {
    Texel t;
    if (type == format::ChannelType::Srgb) {
        t = {srgbToFloat(bytes.r), srgbToFloat(bytes.g), srgbToFloat(bytes.b), splat(1.0f)};
    } else {
        t = {unormToFloat(bytes.r, 8),
             unormToFloat(bytes.g, 8),
             unormToFloat(bytes.b, 8),
             splat(1.0f)};
    }
    if (alpha) {
        t.a = unormToFloat(bytes.a, 8);
    }
    return t;
}

// ---- BC1 to BC5 ---------------------------------------------------------------------------------

/// How the colours of an index are mixed, four bits for each index.
constexpr uint32_t kFourColors[2] = {0x1203, 0x2130};
constexpr uint32_t kThreeColors[2] = {0x0102, 0x0120};

/// `colors`: two of 5, 6, 5 bits; `indices`: two bits each, texel 0 the lowest. `three`: blocks may
/// have three colours and black, which is transparent.
GLISSADE_INLINE Bytes bc1Bytes(UInt colors, UInt indices, UInt texel, bool three) {
    const UInt index = indices >> (texel << 1) & 3u;
    const UInt nibble = index << 2;
    UInt weight0 = ((UInt)(kFourColors[0]) >> nibble) & 15u;
    UInt weight1 = ((UInt)(kFourColors[1]) >> nibble) & 15u;
    // Thirds by a multiplication: the sums are at most 3 · 255.
    UInt factor = (UInt)(43691u);
    UInt alpha = (UInt)(255u);
    if (three) {
        const Mask ordered = asInt(colors & 0xffffu) > asInt(colors >> 16);
        weight0 = ordered ? weight0 : ((UInt)(kThreeColors[0]) >> nibble) & 15u;
        weight1 = ordered ? weight1 : ((UInt)(kThreeColors[1]) >> nibble) & 15u;
        factor = ordered ? factor : (UInt)(65536u);
        alpha = ordered | (Mask)(index != 3u) ? alpha : (UInt)(0u);
    }
    const auto mix = [&](UInt a, UInt b) {
        return (a * weight0 + b * weight1 + 1u) * factor >> 17;
    };
    const auto five = [](UInt v) { return v << 3 | v >> 2; };
    const auto six = [](UInt v) { return v << 2 | v >> 4; };
    return {mix(five(colors >> 11 & 31u), five(colors >> 27)),
            mix(six(colors >> 5 & 63u), six(colors >> 21 & 63u)),
            mix(five(colors & 31u), five(colors >> 16 & 31u)),
            alpha};
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

// ---- Lane by lane -------------------------------------------------------------------------------

template <typename Function>
GLISSADE_INLINE UInt byLane(const uint8_t* base, Int offset_B, UInt texel, Function function) {
    UInt result;
    for (int lane = 0; lane < kLanes; ++lane) {
        result[lane] = uint32_t(function(base + uint32_t(offset_B[lane]), texel[lane]));
    }
    return result;
}

GLISSADE_INLINE Texel bc6hTexels(const uint8_t* base, Int offset_B, UInt texel, bool isSigned) {
    UInt low, high;
    for (int lane = 0; lane < kLanes; ++lane) {
        const uint64_t halves = bc6hTexel(base + uint32_t(offset_B[lane]), texel[lane], isSigned);
        low[lane] = uint32_t(halves);
        high[lane] = uint32_t(halves >> 32);
    }
    return {halfToFloat(low & 0xffffu), halfToFloat(low >> 16), halfToFloat(high), splat(1.0f)};
}

GLISSADE_INLINE Float eacChannel(const uint8_t* base, Int offset_B, UInt texel, bool isSigned) {
    const UInt v = byLane(base, offset_B, texel, [&](const uint8_t* block, uint32_t at) {
        return eacR11Texel(block, at, isSigned);
    });
    return toFloat(asInt(v)) / splat(isSigned ? 1023.0f : 2047.0f);
}

// -------------------------------------------------------------------------------------------------

/// The texel at (x, y) of its level, of which each lane's block lies at `offset_B`. All lanes'
/// blocks are read.
GLISSADE_INLINE Texel
decodeBlock(const format::VkFormatLayout& layout, const uint8_t* base, Int offset_B, Int x, Int y) {
    using format::Encoding;
    const UInt texel = asUInt((y & 3) << 2 | (x & 3));
    const bool isSigned = layout.type == format::ChannelType::Snorm;
    const bool alpha = layout.channels[3].bits != 0;
    const Float zero = splat(0.0f);
    const Float one = splat(1.0f);
    switch (layout.encoding) {
    case Encoding::Bc1: {
        const Words2 words = gather64(base, offset_B);
        return finishBytes(bc1Bytes(words.low, words.high, texel, true), layout.type, alpha);
    }
    case Encoding::Bc2: {
        const Words words = read128(base, offset_B);
        Bytes bytes = bc1Bytes(words.at[2], words.at[3], texel, false);
        const UInt row = texel < 8u ? words.at[0] : words.at[1];
        bytes.a = (row >> ((texel & 7u) << 2) & 15u) * 17u;
        return finishBytes(bytes, layout.type, true);
    }
    case Encoding::Bc3: {
        const Words words = read128(base, offset_B);
        Texel t = finishBytes(bc1Bytes(words.at[2], words.at[3], texel, false), layout.type, false);
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
    case Encoding::Bc7:
        return finishBytes(unpackBytes(byLane(base, offset_B, texel, bc7Texel)), layout.type, true);
    case Encoding::Etc2Rgb:
    case Encoding::Etc2RgbA1: {
        const UInt packed = byLane(base, offset_B, texel, [&](const uint8_t* block, uint32_t at) {
            return etc2Texel(block, at, alpha);
        });
        return finishBytes(unpackBytes(packed), layout.type, alpha);
    }
    case Encoding::Etc2RgbA8: {
        Bytes bytes =
            unpackBytes(byLane(base, offset_B + 8, texel, [](const uint8_t* block, uint32_t at) {
                return etc2Texel(block, at, false);
            }));
        bytes.a = byLane(base, offset_B, texel, eacAlphaTexel);
        return finishBytes(bytes, layout.type, true);
    }
    case Encoding::EacR11:
        return {eacChannel(base, offset_B, texel, isSigned), zero, zero, one};
    case Encoding::EacRg11:
        return {eacChannel(base, offset_B, texel, isSigned),
                eacChannel(base, offset_B + 8, texel, isSigned),
                zero,
                one};
    case Encoding::None:
    case Encoding::Plain:
    case Encoding::B10G11R11:
    case Encoding::E5B9G9R9:
        break;
    }
    return {zero, zero, zero, one};
}

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
