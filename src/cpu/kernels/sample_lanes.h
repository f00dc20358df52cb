// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What sampling needs of lanes: conversions, masks, gathers. Comparisons are written so that a NaN
// takes a stated side, and nothing is converted to integers before it is known to fit.
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/lanes.h"

#include <cstring>
#include <immintrin.h>

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

GLISSADE_INLINE Float asFloat(Int v) {
    return __builtin_bit_cast(Float, v);
}
GLISSADE_INLINE Float asFloat(UInt v) {
    return __builtin_bit_cast(Float, v);
}
GLISSADE_INLINE Int asInt(Float v) {
    return __builtin_bit_cast(Int, v);
}
GLISSADE_INLINE UInt asUInt(Int v) {
    return __builtin_bit_cast(UInt, v);
}
GLISSADE_INLINE Int asInt(UInt v) {
    return __builtin_bit_cast(Int, v);
}

GLISSADE_INLINE Float toFloat(Int v) {
    return __builtin_convertvector(v, Float);
}
/// `v` fits; rounds towards zero.
GLISSADE_INLINE Int toInt(Float v) {
    return __builtin_convertvector(v, Int);
}

GLISSADE_INLINE Float splat(float v) {
    return (Float)(v);
}
GLISSADE_INLINE Int splat(int32_t v) {
    return (Int)(v);
}

GLISSADE_INLINE Float select(Mask m, Float a, Float b) {
    return m ? a : b;
}
GLISSADE_INLINE Int select(Mask m, Int a, Int b) {
    return m ? a : b;
}
GLISSADE_INLINE Texel select(Mask m, const Texel& a, const Texel& b) {
    return {select(m, a.r, b.r), select(m, a.g, b.g), select(m, a.b, b.b), select(m, a.a, b.a)};
}

/// NaN in `v` gives the limit.
GLISSADE_INLINE Float atLeast(Float v, Float limit) {
    return v > limit ? v : limit;
}
GLISSADE_INLINE Float atMost(Float v, Float limit) {
    return v < limit ? v : limit;
}
GLISSADE_INLINE Int atLeast(Int v, Int limit) {
    return v > limit ? v : limit;
}
GLISSADE_INLINE Int atMost(Int v, Int limit) {
    return v < limit ? v : limit;
}
/// NaN gives `low`.
GLISSADE_INLINE Float clampTo(Float v, Float low, Float high) {
    return atMost(atLeast(v, low), high);
}
GLISSADE_INLINE Int clampTo(Int v, Int low, Int high) {
    return atMost(atLeast(v, low), high);
}

GLISSADE_INLINE Float floorOf(Float v) {
    return __builtin_elementwise_floor(v);
}
GLISSADE_INLINE Float absOf(Float v) {
    return asFloat(asInt(v) & 0x7fffffff);
}

GLISSADE_INLINE uint32_t bitsOf(Mask m) {
#if GLISSADE_LEVEL == 4
    return uint32_t(_mm512_movepi32_mask((__m512i)m));
#elif GLISSADE_LEVEL == 3
    return uint32_t(_mm256_movemask_ps((__m256)m));
#else
    return uint32_t(_mm_movemask_ps((__m128)m));
#endif
}
GLISSADE_INLINE bool any(Mask m, uint32_t active) {
    return (bitsOf(m) & active) != 0;
}

/// The value of the lowest active lane in every lane; of lane 0 when none is active.
GLISSADE_INLINE int32_t firstOf(Int v, uint32_t active) {
    const uint32_t lane = active ? uint32_t(__builtin_ctz(active)) : 0;
    return v[lane % kLanes];
}

/// 32 bits at each lane's offset, which need not be aligned.
GLISSADE_INLINE UInt gather32(const void* base, Int offset_B) {
#if GLISSADE_LEVEL == 4
    return (UInt)_mm512_i32gather_epi32((__m512i)offset_B, base, 1);
#elif GLISSADE_LEVEL == 3
    return (UInt)_mm256_i32gather_epi32((const int*)base, (__m256i)offset_B, 1);
#else
    UInt result;
    for (int lane = 0; lane < kLanes; ++lane) {
        uint32_t word;
        std::memcpy(&word, static_cast<const uint8_t*>(base) + uint32_t(offset_B[lane]), 4);
        result[lane] = word;
    }
    return result;
#endif
}

/// Two vectors of the low and high words of 64 bits at each lane's offset.
struct Words2 {
    UInt low, high;
};
GLISSADE_INLINE Words2 gather64(const void* base, Int offset_B) {
#if GLISSADE_LEVEL == 4
    const __m512i offsets = (__m512i)offset_B;
    const __m512i a = _mm512_i32gather_epi64(_mm512_castsi512_si256(offsets), base, 1);
    const __m512i b = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(offsets, 1), base, 1);
    const UInt x = (UInt)a;
    const UInt y = (UInt)b;
    return {
        __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
        __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)};
#elif GLISSADE_LEVEL == 3
    const __m256i offsets = (__m256i)offset_B;
    const long long* words = static_cast<const long long*>(base);
    const UInt x = (UInt)_mm256_i32gather_epi64(words, _mm256_castsi256_si128(offsets), 1);
    const UInt y = (UInt)_mm256_i32gather_epi64(words, _mm256_extracti128_si256(offsets, 1), 1);
    return {__builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14),
            __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15)};
#else
    Words2 result;
    for (int lane = 0; lane < kLanes; ++lane) {
        uint32_t words[2];
        std::memcpy(words, static_cast<const uint8_t*>(base) + uint32_t(offset_B[lane]), 8);
        result.low[lane] = words[0];
        result.high[lane] = words[1];
    }
    return result;
#endif
}

/// In every lane of a quad what its lane 0, 1 or 2 has.
#if GLISSADE_LEVEL == 4
#define GLISSADE_QUAD(v, k)                                                                        \
    __builtin_shufflevector(v,                                                                     \
                            v,                                                                     \
                            k,                                                                     \
                            k,                                                                     \
                            k,                                                                     \
                            k,                                                                     \
                            k + 4,                                                                 \
                            k + 4,                                                                 \
                            k + 4,                                                                 \
                            k + 4,                                                                 \
                            k + 8,                                                                 \
                            k + 8,                                                                 \
                            k + 8,                                                                 \
                            k + 8,                                                                 \
                            k + 12,                                                                \
                            k + 12,                                                                \
                            k + 12,                                                                \
                            k + 12)
#elif GLISSADE_LEVEL == 3
#define GLISSADE_QUAD(v, k) __builtin_shufflevector(v, v, k, k, k, k, k + 4, k + 4, k + 4, k + 4)
#else
#define GLISSADE_QUAD(v, k) __builtin_shufflevector(v, v, k, k, k, k)
#endif
GLISSADE_INLINE Float quadDx(Float v) {
    return GLISSADE_QUAD(v, 1) - GLISSADE_QUAD(v, 0);
}
GLISSADE_INLINE Float quadDy(Float v) {
    return GLISSADE_QUAD(v, 2) - GLISSADE_QUAD(v, 0);
}
#undef GLISSADE_QUAD

/// Within 2^-22 of log2 of the positive number `v`; a power of two gives its exponent exactly.
/// Zero gives about -127, infinity and NaN about 128.
GLISSADE_INLINE Float log2Of(Float v) {
    const Int bits = asInt(v);
    // The mantissa goes to [√½, √2), so that the series below is short.
    const Int exponent = (bits - 0x3f3504f3) >> 23;
    const Float m = asFloat(bits - (exponent << 23));
    const Float s = (m - 1.0f) / (m + 1.0f);
    const Float s2 = s * s;
    // 2/ln 2 · artanh(s).
    const Float series =
        s * (2.885390082f +
             s2 * (0.961796694f + s2 * (0.577078016f + s2 * (0.412198583f + s2 * 0.320598898f))));
    return toFloat(exponent) + series;
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
