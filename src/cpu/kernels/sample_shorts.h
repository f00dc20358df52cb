// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Two numbers of 16 bits per lane, and weights of eight bits for them.
#pragma once

#include "cpu/kernels/sample_lanes.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

using Shorts = uint16_t __attribute__((ext_vector_type(2 * GLISSADE_LANES)));

GLISSADE_INLINE UInt multiplyShorts(UInt a, UInt b) {
    return __builtin_bit_cast(UInt, __builtin_bit_cast(Shorts, a) * __builtin_bit_cast(Shorts, b));
}
GLISSADE_INLINE UInt addShorts(UInt a, UInt b) {
    return __builtin_bit_cast(UInt, __builtin_bit_cast(Shorts, a) + __builtin_bit_cast(Shorts, b));
}

/// Per 32 bits: the sum of the products of the lower and of the upper halves, signed.
GLISSADE_INLINE Int dotShorts(UInt a, UInt b) {
#if GLISSADE_LEVEL == 4
    return (Int)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif GLISSADE_LEVEL == 3
    return (Int)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
    return (Int)_mm_madd_epi16((__m128i)a, (__m128i)b);
#endif
}

/// Of 256.
GLISSADE_INLINE UInt byteWeight(Float weight) {
    return asUInt(toInt(weight * 256.0f + 0.5f));
}

/// 256 - weight and weight, for the halves of dotShorts().
GLISSADE_INLINE UInt weightPair(UInt weight) {
    return (weight << 16) + (256u - weight);
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
