// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The numbers that channels hold, to floats. Each is the one nearest to the exact value, at every
// level alike: the same bits as format/vk_texel.h gives.
#pragma once

#include "cpu/kernels/sample_lanes.h"
#include "format/srgb.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

using namespace sampling;

/// The product of 16-bit halves, their lower and their upper 16 bits.
GLISSADE_INLINE UInt multiplyHalves(UInt a, UInt b) {
    using Halves = uint16_t __attribute__((ext_vector_type(2 * GLISSADE_LANES)));
    return (UInt)((Halves)a * (Halves)b);
}
GLISSADE_INLINE UInt multiplyHalvesHigh(UInt a, UInt b) {
#if GLISSADE_LEVEL == 4
    return (UInt)_mm512_mulhi_epu16((__m512i)a, (__m512i)b);
#elif GLISSADE_LEVEL == 3
    return (UInt)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#else
    return (UInt)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#endif
}

/// 1 / divisor in two parts: multiplied by a small integer the first is exact, so that the sum of
/// both products is rounded but once where it matters. Which divisors and integers that holds for
/// is for the tests to say: all channels of up to 16 bits.
struct Reciprocal {
    float high, low;
};
constexpr Reciprocal reciprocal(uint32_t divisor, uint32_t integerBits) {
    const double exact = 1.0 / double(divisor);
    const uint32_t dropped = (1u << integerBits) - 1;
    const float high =
        __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, float(exact)) & ~dropped);
    return {high, float(exact - double(high))};
}
struct Reciprocals {
    Reciprocal unsignedBits[17]; ///< Of 2^bits - 1.
};
constexpr Reciprocals makeReciprocals() {
    Reciprocals result{};
    for (uint32_t bits = 1; bits <= 16; ++bits) {
        result.unsignedBits[bits] = reciprocal((1u << bits) - 1, bits);
    }
    return result;
}
inline constexpr Reciprocals kReciprocals = makeReciprocals();

GLISSADE_INLINE Float times(Float integer, Reciprocal r) {
    return integer * r.high + integer * r.low;
}

/// v / (2^bits - 1).
GLISSADE_INLINE Float unormToFloat(UInt v, uint32_t bits) {
    const Float number = toFloat(asInt(v));
    if (bits <= 16) {
        return times(number, kReciprocals.unsignedBits[bits]);
    }
    return number / (Float)(float((1u << bits) - 1));
}

/// v / (2^(bits - 1) - 1), the least value being -1 too.
GLISSADE_INLINE Float snormToFloat(Int v, uint32_t bits) {
    const Float number = times(toFloat(v), kReciprocals.unsignedBits[bits - 1]);
    return number > -1.0f ? number : (Float)(-1.0f);
}

/// NaN are quiet and keep what they carry, as the processor's conversion has it.
GLISSADE_INLINE Float halfToFloat(UInt half) {
#if GLISSADE_LEVEL == 4
    return (Float)_mm512_cvtph_ps(_mm512_cvtepi32_epi16((__m512i)half));
#elif GLISSADE_LEVEL == 3
    const __m256i bits = (__m256i)(half & 0xffffu);
    return (Float)_mm256_cvtph_ps(
        _mm_packus_epi32(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1)));
#else
    const UInt magnitude = (half & 0x7fffu) << 13;
    const UInt sign = (half & 0x8000u) << 16;
    const UInt normal = magnitude + (112u << 23);
    // A denormal is what 2^-14 plus it has more than 2^-14.
    const UInt denormal =
        (UInt) __builtin_bit_cast(UInt, asFloat(magnitude + (113u << 23)) - (Float)(0x1p-14f));
    const UInt special = magnitude | 0x7f800000u | (magnitude > 0x0f800000u ? (UInt)(1u << 22) : 0);
    const UInt bits = magnitude < (1u << 23)    ? denormal
                      : magnitude < 0x0f800000u ? normal
                                                : special;
    return asFloat(bits | sign);
#endif
}

/// Eight bits.
GLISSADE_INLINE Float srgbToFloat(UInt code) {
#if GLISSADE_LEVEL == 4
    // The table is sixteen registers: permutes beat a gather.
    const float* table = format::srgb::kTables.linear;
    const __m512i index = (__m512i)code;
    const auto part = [&](int i) {
        return _mm512_permutex2var_ps(
            _mm512_loadu_ps(table + 32 * i), index, _mm512_loadu_ps(table + 32 * i + 16));
    };
    const auto choose = [&](uint32_t bit, __m512 clear, __m512 set) {
        return _mm512_mask_blend_ps(
            _mm512_test_epi32_mask(index, _mm512_set1_epi32(int(bit))), clear, set);
    };
    const __m512 low = choose(64, choose(32, part(0), part(1)), choose(32, part(2), part(3)));
    const __m512 high = choose(64, choose(32, part(4), part(5)), choose(32, part(6), part(7)));
    return (Float)choose(128, low, high);
#else
    return asFloat(gather32(format::srgb::kTables.linear, asInt(code << 2)));
#endif
}

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
