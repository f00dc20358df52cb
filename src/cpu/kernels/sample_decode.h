// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of the view's format from memory, as its aspect reads them.
#pragma once

#include "cpu/kernels/sample_state.h"
#include "cpu/kernels/sample_words.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

GLISSADE_INLINE Float halfToFloat(UInt h) {
    const UInt magnitude = (h & 0x7fffu) << 13;
    // Rebias by multiplying, which does denormals too; infinities and NaN keep a full exponent.
    const Float scaled = asFloat(magnitude) * 0x1p112f;
    const Int special = asInt(magnitude) >= 0x0f800000;
    const UInt bits = asUInt(asInt(scaled)) | asUInt(special & 0x7f800000);
    return asFloat(bits | (h & 0x8000u) << 16);
}

GLISSADE_INLINE Float decodeChannel(const State& s,
                                    uint32_t channel,
                                    const Words& words,
                                    uint32_t from) {
    const format::VkFormatLayout& layout = s.layout();
    const format::ChannelLayout c = layout.channels[from];
    if (c.bits == 0) {
        return missing(s, channel);
    }
    const UInt raw = words.at[c.shift / 32] >> (c.shift % 32);
    const uint32_t mask = c.bits >= 32 ? ~0u : (1u << c.bits) - 1;
    const UInt u = raw & mask;
    const Int i = asInt(raw << (32 - c.bits)) >> (32 - c.bits);
    if (from == 1 && layout.stencil) {
        return asFloat(u);
    }
    switch (layout.type) {
    case format::ChannelType::Unorm:
    case format::ChannelType::Srgb:
        return toFloat(asInt(u)) * (1.0f / float(mask));
    case format::ChannelType::Snorm:
        return atLeast(toFloat(i) * (1.0f / float(mask >> 1)), splat(-1.0f));
    case format::ChannelType::Uscaled:
        return toFloat(asInt(u));
    case format::ChannelType::Sscaled:
        return toFloat(i);
    case format::ChannelType::Uint:
        return asFloat(u);
    case format::ChannelType::Sint:
        return asFloat(i);
    case format::ChannelType::Float:
        return c.bits == 32 ? asFloat(u) : halfToFloat(u);
    case format::ChannelType::None:
        break;
    }
    return missing(s, channel);
}

GLISSADE_INLINE Texel decodeWords(const State& s, const Words& words) {
    switch (s.view.aspect()) {
    case AspectRead::Color:
        break;
    case AspectRead::Depth:
        return {decodeChannel(s, 0, words, 0), splat(0.0f), splat(0.0f), splat(1.0f)};
    case AspectRead::Stencil:
        return {decodeChannel(s, 0, words, 1), splat(0.0f), splat(0.0f), one(s)};
    }
    return {decodeChannel(s, 0, words, 0),
            decodeChannel(s, 1, words, 1),
            decodeChannel(s, 2, words, 2),
            decodeChannel(s, 3, words, 3)};
}

GLISSADE_INLINE Texel decodeBlock(const State& s, Int, Int, Int) {
    return outside(s);
}

/// The texel at an offset; `x` and `y` are its coordinates in the level.
GLISSADE_INLINE Texel decodeAt(const State& s, Int offset_B, Int x, Int y) {
    if (s.layout().compressed()) {
        return decodeBlock(s, offset_B, x, y);
    }
    return decodeWords(s, readTexel(s.image->base, s.layout().block_B, offset_B));
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
