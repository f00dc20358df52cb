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

/// Of 4 × 4 words in each 128 bits, word j of vector i becomes word i of vector j.
GLISSADE_INLINE Words transposed(UInt a, UInt b, UInt c, UInt d) {
#if GLISSADE_LEVEL == 4
    const __m512i ab01 = _mm512_unpacklo_epi32((__m512i)a, (__m512i)b);
    const __m512i ab23 = _mm512_unpackhi_epi32((__m512i)a, (__m512i)b);
    const __m512i cd01 = _mm512_unpacklo_epi32((__m512i)c, (__m512i)d);
    const __m512i cd23 = _mm512_unpackhi_epi32((__m512i)c, (__m512i)d);
    return {{(UInt)_mm512_unpacklo_epi64(ab01, cd01),
             (UInt)_mm512_unpackhi_epi64(ab01, cd01),
             (UInt)_mm512_unpacklo_epi64(ab23, cd23),
             (UInt)_mm512_unpackhi_epi64(ab23, cd23)}};
#elif GLISSADE_LEVEL == 3
    const __m256i ab01 = _mm256_unpacklo_epi32((__m256i)a, (__m256i)b);
    const __m256i ab23 = _mm256_unpackhi_epi32((__m256i)a, (__m256i)b);
    const __m256i cd01 = _mm256_unpacklo_epi32((__m256i)c, (__m256i)d);
    const __m256i cd23 = _mm256_unpackhi_epi32((__m256i)c, (__m256i)d);
    return {{(UInt)_mm256_unpacklo_epi64(ab01, cd01),
             (UInt)_mm256_unpackhi_epi64(ab01, cd01),
             (UInt)_mm256_unpacklo_epi64(ab23, cd23),
             (UInt)_mm256_unpackhi_epi64(ab23, cd23)}};
#else
    const __m128i ab01 = _mm_unpacklo_epi32((__m128i)a, (__m128i)b);
    const __m128i ab23 = _mm_unpackhi_epi32((__m128i)a, (__m128i)b);
    const __m128i cd01 = _mm_unpacklo_epi32((__m128i)c, (__m128i)d);
    const __m128i cd23 = _mm_unpackhi_epi32((__m128i)c, (__m128i)d);
    return {{(UInt)_mm_unpacklo_epi64(ab01, cd01),
             (UInt)_mm_unpackhi_epi64(ab01, cd01),
             (UInt)_mm_unpacklo_epi64(ab23, cd23),
             (UInt)_mm_unpackhi_epi64(ab23, cd23)}};
#endif
}

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
    // Vector k has lanes k, 4 + k, 8 + k and 12 + k.
    const auto vector = [&](int k) {
#if GLISSADE_LEVEL == 4
        __m512i v = _mm512_castsi128_si512((__m128i)part(k));
        v = _mm512_inserti32x4(v, (__m128i)part(4 + k), 1);
        v = _mm512_inserti32x4(v, (__m128i)part(8 + k), 2);
        return (UInt)_mm512_inserti32x4(v, (__m128i)part(12 + k), 3);
#elif GLISSADE_LEVEL == 3
        return (UInt)_mm256_inserti128_si256(
            _mm256_castsi128_si256((__m128i)part(k)), (__m128i)part(4 + k), 1);
#else
        return part(k);
#endif
    };
    return transposed(vector(0), vector(1), vector(2), vector(3));
}

/// 16 bytes at each lane's offset, and the 16 that follow.
GLISSADE_INLINE void read256(const uint8_t* base, Int offset_B, Words& first, Words& second) {
#if GLISSADE_LEVEL == 4
    int32_t at[kLanes];
    std::memcpy(at, &offset_B, sizeof at);
    // Lanes k and 8 + k, each with its first and second 16 bytes.
    const auto vector = [&](int k) {
        __m256i low, high;
        std::memcpy(&low, base + uint32_t(at[k]), 32);
        std::memcpy(&high, base + uint32_t(at[8 + k]), 32);
        return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
    };
    __m512i word[2][4]; // Of lanes 0 … 3 and 8 … 11, then of the others.
    for (int half = 0; half < 2; ++half) {
        const __m512i a = vector(half * 4), b = vector(half * 4 + 1);
        const __m512i c = vector(half * 4 + 2), d = vector(half * 4 + 3);
        const __m512i ab01 = _mm512_unpacklo_epi32(a, b), ab23 = _mm512_unpackhi_epi32(a, b);
        const __m512i cd01 = _mm512_unpacklo_epi32(c, d), cd23 = _mm512_unpackhi_epi32(c, d);
        word[half][0] = _mm512_unpacklo_epi64(ab01, cd01);
        word[half][1] = _mm512_unpackhi_epi64(ab01, cd01);
        word[half][2] = _mm512_unpacklo_epi64(ab23, cd23);
        word[half][3] = _mm512_unpackhi_epi64(ab23, cd23);
    }
    const __m512i evens = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
    const __m512i odds = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    for (int i = 0; i < 4; ++i) {
        first.at[i] = (UInt)_mm512_permutex2var_epi64(word[0][i], evens, word[1][i]);
        second.at[i] = (UInt)_mm512_permutex2var_epi64(word[0][i], odds, word[1][i]);
    }
#else
    first = read128(base, offset_B);
    second = read128(base, offset_B + 16);
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

/// The taps in a row of the grid.
struct RowWords {
    UInt tap[2];
    UInt high[2]; ///< Of eight bytes.
};

/// From windows, texels of 1, 2, 4 or 8 bytes. `neighbours`: the second tap follows the first.
GLISSADE_INLINE RowWords readWindowRow(const uint8_t* base,
                                       uint32_t texel_B,
                                       const GridOffsets& grid,
                                       const Windows& windows,
                                       int row,
                                       bool neighbours) {
    const Window window = windowRow(base, windows, row);
    RowWords words = {};
    if (texel_B >= 4) {
        for (int i = 0; i < grid.columns; ++i) {
            words.tap[i] = windowWord(windows, window, i, 0);
            if (texel_B == 8) {
                words.high[i] = windowWord(windows, window, i, 1);
            }
        }
    } else {
        words.tap[0] = windowBytes(windows, window, 0);
        words.tap[1] = words.tap[0] >> (8 * texel_B);
        if (grid.columns == 2 && !neighbours) {
            words.tap[1] = windowBytes(windows, window, 1);
        }
    }
    return words;
}

GLISSADE_INLINE RowWords choose(Mask m, const RowWords& a, const RowWords& b) {
    return {{m ? a.tap[0] : b.tap[0], m ? a.tap[1] : b.tap[1]},
            {m ? a.high[0] : b.high[0], m ? a.high[1] : b.high[1]}};
}

/// By windows where they serve. Texel (i, j) goes to words[columns · j + i].
GLISSADE_INLINE bool readWindows(const uint8_t* base,
                                 uint32_t texel_B,
                                 const GridOffsets& grid,
                                 bool neighbours,
                                 uint32_t active,
                                 Words words[4]) {
    Windows windows;
    if (!kWindows || !openWindows(grid, texel_B >= 4 ? texel_B - 1 : 0, active, windows)) {
        return false;
    }
    // Whether lanes differ in their row is hard to foresee: one row more costs less than a branch.
    RowWords above = readWindowRow(base, texel_B, grid, windows, 0, neighbours);
    for (int j = 0; j < grid.rows; ++j) {
        const RowWords below = readWindowRow(base, texel_B, grid, windows, j + 1, neighbours);
        const RowWords row = choose(windows.lower, below, above);
        above = below;
        for (int i = 0; i < grid.columns; ++i) {
            words[j * grid.columns + i] = {{row.tap[i], row.high[i], (UInt)(0u), (UInt)(0u)}};
        }
    }
    return true;
}

/// The texels of a grid: (i, j) goes to words[columns · j + i]. Of lanes that do not count they are
/// anything. `quickGathers`: as ViewId has it.
GLISSADE_INLINE void readGrid(const uint8_t* base,
                              uint32_t texel_B,
                              const GridOffsets& grid,
                              bool quickGathers,
                              uint32_t active,
                              Words words[4]) {
    const UInt zero = (UInt)(0u);
    const bool neighbours =
        grid.columns == 2 && !any(grid.column_B[1] - grid.column_B[0] != int32_t(texel_B), active);
    // Eight lanes' texels of eight bytes fill a window; blocks are shared by lanes.
    if ((!quickGathers && ((texel_B <= 2 && grid.columns == 2) || texel_B == 4)) ||
        (texel_B == 8 && grid.blocks)) {
        // The rest goes out of the way: shaders that sample often are as large as caches of code.
        if (readWindows(base, texel_B, grid, neighbours, active, words)) [[likely]] {
            return;
        }
    }
    for (int j = 0; j < grid.rows; ++j) {
        const Int at_B = grid.column_B[0] + grid.row_B[j];
        Words* const row = words + j * grid.columns;
        if (neighbours && texel_B <= 2) {
            const UInt both = gather32(base, at_B);
            row[0] = {{both, zero, zero, zero}};
            row[1] = {{both >> (8 * texel_B), zero, zero, zero}};
        } else if (neighbours && texel_B == 4) {
            const Words2 both = gather64(base, at_B);
            row[0] = {{both.low, zero, zero, zero}};
            row[1] = {{both.high, zero, zero, zero}};
        } else if (neighbours && texel_B == 8) {
            const Words both = read128(base, at_B);
            row[0] = {{both.at[0], both.at[1], zero, zero}};
            row[1] = {{both.at[2], both.at[3], zero, zero}};
        } else if (neighbours && texel_B == 16) {
            read256(base, at_B, row[0], row[1]);
        } else {
            row[0] = readTexel(base, texel_B, at_B);
            if (grid.columns == 2) {
                row[1] = readTexel(base, texel_B, grid.column_B[1] + grid.row_B[j]);
            }
        }
    }
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
