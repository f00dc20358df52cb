// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lanes next to one another mostly read texels next to one another. Where the texels of eight lanes
// lie within 64 bytes of a row or of two rows that follow one another, loads of these and
// permutations do what gathers do, several times as fast. It is a matter of speed alone: what is
// read is the same.
#pragma once

#include "cpu/kernels/sample_lanes.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// Where a filter's taps lie: the offset of tap (i, j) is column_B[i] + row_B[j]. All of these are
/// inside the image, in all lanes.
struct GridOffsets {
    Int column_B[2], row_B[2];
    int columns, rows; ///< 1 or 2.
    bool blocks;       ///< Of compressed blocks, rather than of texels.
};

#if GLISSADE_LEVEL == 2

// A permutation by lane takes as long as the loads.
inline constexpr bool kWindows = false;
struct Windows {
    Mask lower;
};
struct Window {};
GLISSADE_INLINE bool openWindows(const GridOffsets&, uint32_t, uint32_t, Windows&) {
    return false;
}
GLISSADE_INLINE Window windowRow(const uint8_t*, const Windows&, int) {
    return {};
}
GLISSADE_INLINE UInt windowWord(const Windows&, const Window&, int, int) {
    return (UInt)(0u);
}
GLISSADE_INLINE UInt windowBytes(const Windows&, const Window&, int) {
    return (UInt)(0u);
}

#else

inline constexpr bool kWindows = true;

/// 64 bytes for each eight lanes, in two rows, or three of filters of two. What a half has, all of
/// its lanes have: kept in vectors, it never goes through memory.
struct Windows {
    Int column_B[2]; ///< Within the window.
    Mask lower;      ///< Lanes whose first row is the second of the window.
    Int start_B[3];  ///< Of the rows: no further than a texel of them that some lane reads.
};

/// In all lanes of a half what its first or its last lane has.
GLISSADE_INLINE Int firstOfHalf(Int v) {
#if GLISSADE_LEVEL == 4
    return __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8);
#else
    return __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0);
#endif
}
GLISSADE_INLINE Int lastOfHalf(Int v) {
#if GLISSADE_LEVEL == 4
    return __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15);
#else
    return __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7);
#endif
}

/// Whether 32 bits at all taps can be had from windows, for lanes that count. `aligned`: bits that
/// are clear in all distances.
GLISSADE_INLINE bool
openWindows(const GridOffsets& grid, uint32_t aligned, uint32_t active, Windows& windows) {
    // Lanes have one of two rows: the one or the other is that of the first and of the last lane.
    const Int firstRow = firstOfHalf(grid.row_B[0]);
    const Int lastRow = lastOfHalf(grid.row_B[0]);
    const Int row = atMost(firstRow, lastRow);
    const Int lowerRow = atLeast(firstRow, lastRow);
    const Int columnStart = atMost(firstOfHalf(grid.column_B[0]), lastOfHalf(grid.column_B[0]));
    windows.start_B[0] = row + columnStart;
    windows.start_B[1] = lowerRow + columnStart;
    windows.lower = grid.row_B[0] != row;
    Mask bad = windows.lower & (grid.row_B[0] != lowerRow);
    if (grid.rows == 2) {
        // The second row of upper lanes is the first of lower ones, where there are any. What is
        // read is always the row of some tap: lanes that do not count may be anywhere.
        const Int last = atLeast(firstOfHalf(grid.row_B[1]), lastOfHalf(grid.row_B[1]));
        const Int second = select(lowerRow != row, lowerRow, last);
        bad |= grid.row_B[1] != select(windows.lower, last, second);
        windows.start_B[1] = second + columnStart;
        windows.start_B[2] = last + columnStart;
    }
    // Columns are neither negative, nor beyond the last word but three bytes, nor between texels.
    Int spread = splat(0);
    for (int i = 0; i < grid.columns; ++i) {
        windows.column_B[i] = grid.column_B[i] - columnStart;
        spread |= windows.column_B[i];
        if (!aligned) {
            bad |= windows.column_B[i] > 60;
        }
    }
    bad |= (spread & int32_t(~63u | aligned)) != 0;
    return !any(bad, active);
}

struct Window {
    UInt part[2];
};

GLISSADE_INLINE Window windowRow(const uint8_t* base, const Windows& windows, int row) {
    const Int start_B = windows.start_B[row];
    Window window;
#if GLISSADE_LEVEL == 4
    std::memcpy(&window.part[0], base + start_B[0], 64);
    std::memcpy(&window.part[1], base + start_B[8], 64);
#else
    std::memcpy(&window.part, base + start_B[0], 64);
#endif
    return window;
}

/// Word `index` of each lane's window; indices of lanes that do not count may be any.
GLISSADE_INLINE UInt windowWordAt(const Window& window, Int index) {
#if GLISSADE_LEVEL == 4
    const __m512i half = _mm512_set_epi32(16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0);
    // One instruction: index & 15 | half.
    const __m512i at = _mm512_ternarylogic_epi32((__m512i)index, _mm512_set1_epi32(15), half, 0xea);
    return (UInt)_mm512_permutex2var_epi32((__m512i)window.part[0], at, (__m512i)window.part[1]);
#else
    const __m256i low = _mm256_permutevar8x32_epi32((__m256i)window.part[0], (__m256i)index);
    const __m256i high = _mm256_permutevar8x32_epi32((__m256i)window.part[1], (__m256i)index);
    return (index & 8) != 0 ? (UInt)high : (UInt)low;
#endif
}

/// A word from a column on.
GLISSADE_INLINE UInt windowWord(const Windows& windows,
                                const Window& window,
                                int column,
                                int word) {
    return windowWordAt(window, (windows.column_B[column] >> 2) + word);
}

/// 32 bits from a column on, of whatever alignment.
GLISSADE_INLINE UInt windowBytes(const Windows& windows, const Window& window, int column) {
    const Int from_B = windows.column_B[column];
    const UInt shift = asUInt(from_B & 3) * 8;
    const UInt low = windowWordAt(window, from_B >> 2);
    const UInt high = windowWordAt(window, (from_B >> 2) + 1);
    return low >> shift | (high << 1) << (31u - shift);
}

#endif

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
