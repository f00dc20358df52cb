// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Linear filtering of formats with channels of eight bits, in integers: weights have eight bits
// (VkPhysicalDeviceLimits::subTexelPrecisionBits), all else is exact. What bytes do not say, such
// as some borders, and other faces' texels are filtered as floats.
#pragma once

#include "cpu/kernels/sample_shorts.h"
#include "cpu/kernels/sample_srgb.h"
#include "cpu/kernels/sample_texels.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// Texels are one, two or four channels of a byte each, as they are or decoded from a block.
GLISSADE_INLINE bool bytesInTexels(const format::VkFormatLayout& layout) {
    if (layout.type != format::ChannelType::Unorm && layout.type != format::ChannelType::Srgb) {
        return false;
    }
    if (layout.compressed()) {
        return texels::bytesInBlocks(layout);
    }
    for (uint32_t i = 0; i < 4; ++i) {
        if (layout.channels[i].bits != 0 && layout.channels[i].bits != 8) {
            return false;
        }
    }
    return layout.encoding == format::Encoding::Plain && layout.block_B <= 4 &&
           layout.block_B != 3 && layout.color();
}

/// A property of the state alone: the same lanes never take another path elsewhere.
GLISSADE_INLINE bool filtersBytes(const State& s) {
    return bytesInTexels(s.layout()) && s.magLinear() && s.minLinear() && s.axes() <= 2 &&
           s.sampler.reduction() == Reduction::WeightedAverage && !s.compares();
}

/// Unorm channels have a byte n where the border has n / 255, up to rounding; those of sRGB, linear
/// in the border, where it has 0 or 1.
GLISSADE_INLINE BorderBytes borderBytesOf(const State& s) {
    if (!s.border() || !filtersBytes(s)) {
        return {};
    }
    // All channels at once: four lanes, whatever the level has.
    using Float4 = float __attribute__((ext_vector_type(4)));
    using Int4 = int32_t __attribute__((ext_vector_type(4)));
    Float4 color;
    std::memcpy(&color, s.data->borderColor, sizeof color);
    const Float4 scaled = color * 255.0f;
    const Float4 nearest = __builtin_elementwise_roundeven(scaled);
    const Int4 inRange = (nearest >= 0.0f) & (nearest <= 255.0f); // No NaN is.
    Int4 exact = inRange & (__builtin_elementwise_abs(scaled - nearest) <= 0x1p-15f);
    const Int4 bytes = __builtin_convertvector(inRange ? nearest : (Float4)(0.0f), Int4);
    if (s.layout().type == format::ChannelType::Srgb) {
        const Int4 alpha = {0, 0, 0, -1};
        exact &= (bytes == 0) | (bytes == 255) | alpha;
    }
    BorderBytes border = {0, true};
    for (uint32_t i = 0; i < 4; ++i) {
        const ByteChannel byte = byteChannel(s, i);
        if (byte.stored) {
            border.texel |= uint32_t(bytes[i]) << byte.shift;
            border.exact = border.exact && exact[i] != 0;
        }
    }
    return border;
}

/// There may be lanes for which beyondBytes() tells something.
GLISSADE_INLINE bool leavesBytes(const State& s) {
    return s.seamless() || (s.border() && !s.borderBytes.exact);
}

/// Lanes with a tap that filterBytes() cannot read.
GLISSADE_INLINE Mask beyondBytes(const State& s, const Taps& x, const Taps& y) {
    if (s.seamless()) {
        return (x.unwrapped[0] != x.at[0]) | (x.unwrapped[1] != x.at[1]) |
               (y.unwrapped[0] != y.at[0]) | (y.unwrapped[1] != y.at[1]);
    }
    return x.outside[0] | x.outside[1] | y.outside[0] | y.outside[1];
}

/// Two rows of a channel, each times 256: the lower halves of `a` and `b`.
GLISSADE_INLINE Float blendRows(UInt aLow, UInt bHigh, UInt weights) {
    // The rows have 16 bits and the product wants signed ones, so both come less 2^15.
    const Int sum = dotShorts((aLow & 0xffffu) | (bHigh & 0xffff0000u), weights) + (1 << 23);
    return toFloat(sum) * (1.0f / (255.0f * 65536.0f));
}

GLISSADE_INLINE Float blendChannel(
    const State& s, uint32_t channel, const UInt even[2], const UInt odd[2], UInt weights) {
    const ByteChannel byte = byteChannel(s, channel);
    if (!byte.stored) {
        return missing(s, channel);
    }
    const UInt* const rows = byte.shift & 8 ? odd : even;
    return byte.shift & 16 ? blendRows(rows[0] >> 16, rows[1], weights)
                           : blendRows(rows[0], rows[1] << 16, weights);
}

/// The texels' words; of blocks with the bytes in order.
GLISSADE_INLINE void readBytes(
    const State& s, const GridOffsets& offsets, const Taps& x, const Taps& y, Words words[4]) {
    const format::VkFormatLayout& layout = s.layout();
    const bool bc1 = layout.encoding == format::Encoding::Bc1;
    if (!layout.compressed() || bc1) {
        readGrid(s.image->base, layout.block_B, offsets, s.view.quickGathers(), s.active, words);
    }
    for (int i = 0; layout.compressed() && i < 2 * offsets.rows; ++i) {
        const Int column = x.at[i & 1];
        const Int row = y.at[i >> 1];
        const UInt texel = asUInt((row & 3) << 2 | (column & 3));
        words[i].at[0] =
            bc1 ? texels::bc1Packed(words[i].at[0], words[i].at[1], texel, true)
                : texels::loadPackedBlock(layout,
                                          s.image->base,
                                          offsets.column_B[i & 1] + offsets.row_B[i >> 1],
                                          column,
                                          row);
    }
}

GLISSADE_INLINE Texel
filterBytes(const State& s, const Level& level, const Point& p, const Taps& x, const Taps& y) {
    const int rowCount = s.axes() > 1 ? 2 : 1;
    const GridOffsets offsets =
        gridOffsets(s, level, {x, y, 2, rowCount, pointOffset(s, level, p), splat(0)});
    Words words[4];
    readBytes(s, offsets, x, y, words);
    if (s.border()) {
        const UInt border = (UInt)(s.borderBytes.texel);
        for (int i = 0; i < 2 * rowCount; ++i) {
            words[i].at[0] = (x.outside[i & 1] | y.outside[i >> 1]) ? border : words[i].at[0];
        }
    }
    if (s.layout().type == format::ChannelType::Srgb) {
        return filterSrgb(s, words, x, y, rowCount);
    }
    const UInt right = byteWeight(x.weight);
    const UInt left = 256u - right;
    const UInt left2 = left | left << 16;
    const UInt right2 = right | right << 16;
    UInt even[2], odd[2];
    for (int row = 0; row < rowCount; ++row) {
        const UInt a = words[row * 2].at[0];
        const UInt b = words[row * 2 + 1].at[0];
        const auto blend = [&](UInt l, UInt r) {
            return addShorts(multiplyShorts(l, left2), multiplyShorts(r, right2)) ^ 0x80008000u;
        };
        even[row] = blend(a & 0x00ff00ffu, b & 0x00ff00ffu);
        odd[row] = blend(a >> 8 & 0x00ff00ffu, b >> 8 & 0x00ff00ffu);
    }
    if (rowCount == 1) {
        even[1] = even[0];
        odd[1] = odd[0];
    }
    const UInt weights = weightPair(byteWeight(y.weight));
    return {blendChannel(s, 0, even, odd, weights),
            blendChannel(s, 1, even, odd, weights),
            blendChannel(s, 2, even, odd, weights),
            blendChannel(s, 3, even, odd, weights)};
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
