// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Linear filtering of sRGB texels: each becomes linear in 16 bits, weights along rows have eight
// bits, all else is exact or in floats. Nearest filters have the exact value instead.
#pragma once

#include "cpu/kernels/sample_shorts.h"
#include "cpu/kernels/sample_texels.h"
#include "format/srgb.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

struct LinearShorts {
    alignas(64) uint16_t of[256 + 2]; ///< A gather reads two at a time.
};
constexpr LinearShorts makeLinearShorts() {
    LinearShorts result{};
    for (int i = 0; i < 256; ++i) {
        result.of[i] = uint16_t(format::srgb::kTables.linear[i] * 65535.0f + 0.5f);
    }
    return result;
}
inline constexpr LinearShorts kLinearShorts = makeLinearShorts();

/// Two sRGB codes at a time, in the lower and the upper half, to linear numbers of 65535.
GLISSADE_INLINE UInt linearShorts(UInt codes) {
#if GLISSADE_LEVEL == 4
    const __m512i index = (__m512i)codes;
    const auto part = [&](int i) {
        const uint16_t* table = kLinearShorts.of + 64 * i;
        return _mm512_permutex2var_epi16(
            _mm512_loadu_si512(table), index, _mm512_loadu_si512(table + 32));
    };
    const __mmask32 bit6 = _mm512_test_epi16_mask(index, _mm512_set1_epi16(64));
    const __mmask32 bit7 = _mm512_test_epi16_mask(index, _mm512_set1_epi16(128));
    return (UInt)_mm512_mask_blend_epi16(bit7,
                                         _mm512_mask_blend_epi16(bit6, part(0), part(1)),
                                         _mm512_mask_blend_epi16(bit6, part(2), part(3)));
#else
    const UInt low = gather32(kLinearShorts.of, asInt((codes & 0xffu) << 1)) & 0xffffu;
    const UInt high = gather32(kLinearShorts.of, asInt(codes >> 16 << 1)) << 16;
    return low | high;
#endif
}

/// The channels of a texel as pairs of 16 bits: those at bit 0 and 16, those at 8 and 24.
struct ShortPairs {
    UInt even, odd;
};
GLISSADE_INLINE ShortPairs linearPairs(const State& s, UInt texel) {
    const UInt odd = texel >> 8 & 0x00ff00ffu;
    ShortPairs pairs = {linearShorts(texel & 0x00ff00ffu), linearShorts(odd)};
    if (byteChannel(s, 3).stored) {
        // Alpha, the last byte, is linear as it is: times 257 it has 16 bits.
        const UInt alpha = odd & 0x00ff0000u;
        pairs.odd = (pairs.odd & 0xffffu) | alpha | alpha << 8;
    }
    // Signed, for the products.
    return {pairs.even ^ 0x80008000u, pairs.odd ^ 0x80008000u};
}

/// A channel of a row, times 65535 · 256.
GLISSADE_INLINE Float blendShorts(const ShortPairs& a,
                                  const ShortPairs& b,
                                  uint32_t shift,
                                  UInt weights) {
    const UInt first = shift & 8 ? a.odd : a.even;
    const UInt second = shift & 8 ? b.odd : b.even;
    const UInt pair =
        shift & 16 ? first >> 16 | (second & 0xffff0000u) : (first & 0xffffu) | second << 16;
    return toFloat(dotShorts(pair, weights) + (1 << 23));
}

GLISSADE_INLINE Texel
filterSrgb(const State& s, const Words words[4], const Taps& x, const Taps& y, int rowCount) {
    ShortPairs taps[4];
    for (int i = 0; i < 2 * rowCount; ++i) {
        taps[i] = linearPairs(s, words[i].at[0]);
    }
    const UInt weights = weightPair(byteWeight(x.weight));
    const auto channel = [&](uint32_t c) {
        const ByteChannel byte = byteChannel(s, c);
        if (!byte.stored) {
            return missing(s, c);
        }
        Float v = blendShorts(taps[0], taps[1], byte.shift, weights);
        if (rowCount == 2) {
            v += (blendShorts(taps[2], taps[3], byte.shift, weights) - v) * y.weight;
        }
        return v * (1.0f / (65535.0f * 256.0f));
    };
    return {channel(0), channel(1), channel(2), channel(3)};
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
