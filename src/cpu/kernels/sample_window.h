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
GLISSADE_INLINE Window windowRow(const uint8_t*, const Windows&, int, int) {
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

/// 64 bytes for each eight lanes, in rows a pitch apart. What a half has, all of its lanes have:
/// kept in vectors, it never goes through memory.
struct Windows {
    Int column_B[2]; ///< Within the window.
    Mask lower;      ///< Lanes whose first row is the second of the window.
    Int start_B;     ///< Of the first row.
    Int pitch_B;
    Mask hasLower; ///< Some lane of the half is lower.
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

/// Bits of lanes, to all lanes of halves with one.
GLISSADE_INLINE Mask spreadOverHalves(uint32_t lanes) {
#if GLISSADE_LEVEL == 4
    const uint32_t halves = (lanes & 0xff ? 0xffu : 0) | (lanes & 0xff00 ? 0xff00u : 0);
    return (Mask)_mm512_movm_epi32(__mmask16(halves));
#else
    return splat(-int32_t(lanes != 0));
#endif
}

/// Whether 32 bits at all taps can be had from windows, for lanes that count. `aligned`: bits that
/// are clear in all distances.
GLISSADE_INLINE bool
openWindows(const GridOffsets& grid, uint32_t aligned, uint32_t active, Windows& windows) {
    const Int firstRow = firstOfHalf(grid.row_B[0]);
    const Int lastRow = lastOfHalf(grid.row_B[0]);
    const Int row = atMost(firstRow, lastRow);
    const Int columnStart = atMost(firstOfHalf(grid.column_B[0]), lastOfHalf(grid.column_B[0]));
    // Of filters of two rows the distance is the taps'; of one row that of its ends.
    const Int pitch =
        grid.rows == 2 ? firstOfHalf(grid.row_B[1]) - firstRow : atLeast(firstRow, lastRow) - row;
    windows.pitch_B = pitch;
    windows.start_B = row + columnStart;
    const Int down = grid.row_B[0] - row;
    windows.lower = down != 0;
    // Rows of the window below the first are inside the image: none comes before a lane's.
    Mask bad = windows.lower & (down != pitch);
    const Mask above = pitch < 0;
    if (grid.rows == 2) {
        bad |= grid.row_B[1] - grid.row_B[0] != pitch;
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
    if (((bitsOf(bad) & active) | bitsOf(above)) != 0) {
        return false;
    }
    windows.hasLower = spreadOverHalves(bitsOf(windows.lower) & active);
    return true;
}

struct Window {
    UInt part[2];
};

/// Row 0 and on: as many as the filter has, and one more for lower lanes, which only halves that
/// have some may read.
GLISSADE_INLINE Window windowRow(const uint8_t* base, const Windows& windows, int row, int rows) {
    // A row that may not be there is read only by halves that need it; others read the first.
    const Int down_B =
        row < rows ? row * windows.pitch_B : row * windows.pitch_B & windows.hasLower;
    const Int from_B = windows.start_B + down_B;
    Window window;
#if GLISSADE_LEVEL == 4
    std::memcpy(&window.part[0], base + from_B[0], 64);
    std::memcpy(&window.part[1], base + from_B[8], 64);
#else
    std::memcpy(&window.part, base + from_B[0], 64);
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
