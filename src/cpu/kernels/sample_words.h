// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Raw texels of uncompressed formats, as 32-bit words by lane. Neighbours along a row, which is
// what taps mostly are, are read together.
#pragma once

#include "cpu/kernels/sample_window.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// A texel of up to 16 bytes; of smaller ones the bits above are anything.
struct Words {
    UInt at[4];
};

/// 16 bytes at each lane's offset.
GLISSADE_INLINE Words read128(const uint8_t* base, Int offset_B) {
    int32_t at[kLanes];
    std::memcpy(at, &offset_B, sizeof at);
    using Part = uint32_t __attribute__((ext_vector_type(4)));
    const auto part = [&](int lane) {
        Part result;
        std::memcpy(&result, base + uint32_t(at[lane]), 16);
        return result;
    };
#if GLISSADE_LEVEL == 4
    // Vector k has lanes k, 4 + k, 8 + k and 12 + k: unpacking transposes within 128 bits.
    const auto vector = [&](int k) {
        __m512i v = _mm512_castsi128_si512((__m128i)part(k));
        v = _mm512_inserti32x4(v, (__m128i)part(4 + k), 1);
        v = _mm512_inserti32x4(v, (__m128i)part(8 + k), 2);
        return _mm512_inserti32x4(v, (__m128i)part(12 + k), 3);
    };
    const __m512i a = vector(0), b = vector(1), c = vector(2), d = vector(3);
    const __m512i ab01 = _mm512_unpacklo_epi32(a, b), ab23 = _mm512_unpackhi_epi32(a, b);
    const __m512i cd01 = _mm512_unpacklo_epi32(c, d), cd23 = _mm512_unpackhi_epi32(c, d);
    return {{(UInt)_mm512_unpacklo_epi64(ab01, cd01),
             (UInt)_mm512_unpackhi_epi64(ab01, cd01),
             (UInt)_mm512_unpacklo_epi64(ab23, cd23),
             (UInt)_mm512_unpackhi_epi64(ab23, cd23)}};
#elif GLISSADE_LEVEL == 3
    const auto vector = [&](int k) {
        return _mm256_inserti128_si256(
            _mm256_castsi128_si256((__m128i)part(k)), (__m128i)part(4 + k), 1);
    };
    const __m256i a = vector(0), b = vector(1), c = vector(2), d = vector(3);
    const __m256i ab01 = _mm256_unpacklo_epi32(a, b), ab23 = _mm256_unpackhi_epi32(a, b);
    const __m256i cd01 = _mm256_unpacklo_epi32(c, d), cd23 = _mm256_unpackhi_epi32(c, d);
    return {{(UInt)_mm256_unpacklo_epi64(ab01, cd01),
             (UInt)_mm256_unpackhi_epi64(ab01, cd01),
             (UInt)_mm256_unpacklo_epi64(ab23, cd23),
             (UInt)_mm256_unpackhi_epi64(ab23, cd23)}};
#else
    const __m128i a = (__m128i)part(0), b = (__m128i)part(1), c = (__m128i)part(2),
                  d = (__m128i)part(3);
    const __m128i ab01 = _mm_unpacklo_epi32(a, b), ab23 = _mm_unpackhi_epi32(a, b);
    const __m128i cd01 = _mm_unpacklo_epi32(c, d), cd23 = _mm_unpackhi_epi32(c, d);
    return {{(UInt)_mm_unpacklo_epi64(ab01, cd01),
             (UInt)_mm_unpackhi_epi64(ab01, cd01),
             (UInt)_mm_unpacklo_epi64(ab23, cd23),
             (UInt)_mm_unpackhi_epi64(ab23, cd23)}};
#endif
}

/// A texel of `texel_B` bytes at each lane's offset.
GLISSADE_INLINE Words readTexel(const uint8_t* base, uint32_t texel_B, Int offset_B) {
    const UInt zero = (UInt)(0u);
    if (texel_B <= 4) {
        return {{gather32(base, offset_B), zero, zero, zero}};
    }
    if (texel_B <= 8) {
        const Words2 words = gather64(base, offset_B);
        return {{words.low, words.high, zero, zero}};
    }
    return read128(base, offset_B);
}

/// Two texels in a row. Their lanes that do not count need not be.
GLISSADE_INLINE void readPair(const uint8_t* base,
                              uint32_t texel_B,
                              Int first_B,
                              Int second_B,
                              uint32_t active,
                              Words& first,
                              Words& second) {
    const UInt zero = (UInt)(0u);
    Window window;
    if (kWindows && texel_B == 4 && openWindow(base, 3, first_B, second_B, active, window)) {
        first = {{windowWord(window, first_B), zero, zero, zero}};
        second = {{windowWord(window, second_B), zero, zero, zero}};
        return;
    }
    if (kWindows && texel_B <= 2 && openWindow(base, 0, first_B, second_B, active, window)) {
        first = {{windowBytes(window, first_B), zero, zero, zero}};
        second = {{windowBytes(window, second_B), zero, zero, zero}};
        return;
    }
    const bool neighbours = !any(second_B - first_B != int32_t(texel_B), active);
    if (neighbours && texel_B <= 2) {
        const UInt both = gather32(base, first_B);
        first = {{both, zero, zero, zero}};
        second = {{both >> (8 * texel_B), zero, zero, zero}};
    } else if (neighbours && texel_B == 4) {
        const Words2 both = gather64(base, first_B);
        first = {{both.low, zero, zero, zero}};
        second = {{both.high, zero, zero, zero}};
    } else if (neighbours && texel_B == 8) {
        const Words both = read128(base, first_B);
        first = {{both.at[0], both.at[1], zero, zero}};
        second = {{both.at[2], both.at[3], zero, zero}};
    } else {
        first = readTexel(base, texel_B, first_B);
        second = readTexel(base, texel_B, second_B);
    }
}

/// 1, 2 or 4 texels; the first two and the last two are of a row.
GLISSADE_INLINE void readTexels(const uint8_t* base,
                                uint32_t texel_B,
                                const Int offset_B[4],
                                int count,
                                uint32_t active,
                                Words words[4]) {
    if (count == 1) {
        Window window;
        if (kWindows && texel_B == 4 &&
            openWindow(base, 3, offset_B[0], offset_B[0], active, window)) {
            words[0] = {{windowWord(window, offset_B[0]), (UInt)(0u), (UInt)(0u), (UInt)(0u)}};
        } else {
            words[0] = readTexel(base, texel_B, offset_B[0]);
        }
        return;
    }
    for (int i = 0; i < count; i += 2) {
        readPair(base, texel_B, offset_B[i], offset_B[i + 1], active, words[i], words[i + 1]);
    }
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
