// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of every format as numbers, the same bits as readTexel() of format/vk_texel.h. Where
// format and aspect are constant all that remains is the arithmetic.
//
//     const format::VkFormatLayout& layout = …;
//     const Texel t = layout.compressed()
//                         ? texels::decodeBlock(layout, image->base, offset_B, x, y)
//                         : texels::decode(layout, aspect, readTexel(base, layout.block_B,
//                         offset));
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/sample_words.h"
#include "cpu/kernels/texel_block.h"
#include "cpu/kernels/texel_numbers.h"
#include "format/vk_formats.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

using format::ChannelLayout;
using format::ChannelType;
using format::Encoding;
using format::VkFormatLayout;

/// What channels that are not stored read as, alpha last.
GLISSADE_INLINE Texel absent(bool integer) {
    const Float zero = splat(0.0f);
    return {zero, zero, zero, integer ? asFloat(splat(1)) : splat(1.0f)};
}

/// The bits of a channel of up to 32 bits, at the lower or at the upper end of a word.
GLISSADE_INLINE UInt lowBits(const Words& words, ChannelLayout c) {
    const UInt word = words.at[c.shift >> 5 & 3] >> (UInt)(uint32_t(c.shift) & 31);
    return word & (UInt)(~0u >> (32 - c.bits & 31));
}
GLISSADE_INLINE Int signedBits(const Words& words, ChannelLayout c) {
    const Int word = asInt(words.at[c.shift >> 5 & 3])
                     << (Int)(int32_t(32 - c.bits - (c.shift & 31)) & 31);
    return word >> (Int)(int32_t(32 - c.bits) & 31);
}

GLISSADE_INLINE Float decodeChannel(const Words& words, ChannelLayout c, ChannelType type) {
    switch (type) {
    case ChannelType::Unorm:
        return unormToFloat(lowBits(words, c), c.bits);
    case ChannelType::Snorm:
        return snormToFloat(signedBits(words, c), c.bits);
    case ChannelType::Uscaled:
        return toFloat(asInt(lowBits(words, c)));
    case ChannelType::Sscaled:
        return toFloat(signedBits(words, c));
    case ChannelType::Uint:
        return asFloat(lowBits(words, c));
    case ChannelType::Sint:
        return asFloat(signedBits(words, c));
    case ChannelType::Float:
        return c.bits == 32 ? asFloat(words.at[c.shift >> 5 & 3]) : halfToFloat(lowBits(words, c));
    case ChannelType::Srgb:
        return srgbToFloat(lowBits(words, c));
    case ChannelType::None:
        break;
    }
    return splat(0.0f);
}

GLISSADE_INLINE Texel decodePlain(const VkFormatLayout& layout,
                                  const Words& words,
                                  uint32_t wanted) {
    Texel t = absent(layout.integer());
    const ChannelType alpha = layout.type == ChannelType::Srgb ? ChannelType::Unorm : layout.type;
    if (layout.channels[0].bits == 64) {
        t.r = asFloat(words.at[0]);
        t.g = asFloat(words.at[1]);
        return t;
    }
    if (layout.channels[0].bits && wanted >> 0 & 1) {
        t.r = decodeChannel(words, layout.channels[0], layout.type);
    }
    if (layout.channels[1].bits && wanted >> 1 & 1) {
        t.g = decodeChannel(words, layout.channels[1], layout.type);
    }
    if (layout.channels[2].bits && wanted >> 2 & 1) {
        t.b = decodeChannel(words, layout.channels[2], layout.type);
    }
    if (layout.channels[3].bits && wanted >> 3 & 1) {
        t.a = decodeChannel(words, layout.channels[3], alpha);
    }
    return t;
}

GLISSADE_INLINE Texel decodeB10G11R11(UInt word) {
    // Shifted to where a half float has them, they are half floats.
    return {halfToFloat((word & 0x7ffu) << 4),
            halfToFloat((word >> 11 & 0x7ffu) << 4),
            halfToFloat((word >> 22) << 5),
            splat(1.0f)};
}

GLISSADE_INLINE Texel decodeE5B9G9R9(UInt word) {
    const Float scale = asFloat(((word >> 27) + (127u - 24u)) << 23);
    const auto channel = [&](UInt v) { return toFloat(asInt(v & 0x1ffu)) * scale; };
    return {channel(word), channel(word >> 9), channel(word >> 18), splat(1.0f)};
}

/// A texel of an uncompressed format as its aspect reads it: depth and stencil are the first
/// channel, stencil an integer. 64-bit integers take the first two channels, low half first.
/// Channels that are not `wanted`, a bit each, may have any value.
GLISSADE_INLINE Texel decode(const VkFormatLayout& layout,
                             AspectRead aspect,
                             const Words& words,
                             uint32_t wanted = 15) {
    if (aspect == AspectRead::Stencil) {
        Texel t = absent(true);
        t.r = asFloat(lowBits(words, layout.channels[1]));
        return t;
    }
    if (aspect == AspectRead::Depth) {
        Texel t = absent(false);
        t.r = decodeChannel(words, layout.channels[0], layout.type);
        return t;
    }
    switch (layout.encoding) {
    case Encoding::B10G11R11:
        return decodeB10G11R11(words.at[0]);
    case Encoding::E5B9G9R9:
        return decodeE5B9G9R9(words.at[0]);
    default:
        return decodePlain(layout, words, wanted);
    }
}

// ---- Formats whose texels are worth filtering as they are ---------------------------------------

/// Four channels of eight bits, Unorm: filters may work on the bytes. The order of the channels is
/// the layout's.
constexpr bool packedUnorm8(const VkFormatLayout& layout) {
    return layout.encoding == Encoding::Plain && layout.type == ChannelType::Unorm &&
           layout.block_B == 4 && layout.channels[0].bits == 8 && layout.channels[3].bits == 8;
}
/// The texel's 32 bits, of formats with packedUnorm8().
GLISSADE_INLINE UInt loadPacked(const uint8_t* base, Int offset_B) {
    return gather32(base, offset_B);
}

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
