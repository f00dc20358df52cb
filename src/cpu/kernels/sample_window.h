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
inline constexpr int kHalves = GLISSADE_LANES / 8;

/// 64 bytes for each eight lanes, in rows a pitch apart.
struct Windows {
    Int column_B[2];          ///< Within the window.
    Mask lower;               ///< Lanes whose first row is the second of the window.
    int32_t start_B[kHalves]; ///< Of the first row.
    int32_t pitch_B[kHalves];
    int32_t hasLower[kHalves]; ///< All bits or none.
};

GLISSADE_INLINE Int byHalf(int32_t left, [[maybe_unused]] int32_t right) {
#if GLISSADE_LEVEL == 4
    return __builtin_shufflevector(
        splat(left), splat(right), 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16);
#else
    return splat(left);
#endif
}

/// Whether 32 bits at all taps can be had from windows, for lanes that count. `aligned`: bits that
/// are clear in all distances.
GLISSADE_INLINE bool
openWindows(const GridOffsets& grid, uint32_t aligned, uint32_t active, Windows& windows) {
    const auto lesser = [](int32_t a, int32_t b) { return a < b ? a : b; };
    int32_t row_B[kHalves], column_B[kHalves];
    for (int half = 0; half < kHalves; ++half) {
        const int a = half * 8;
        const int b = half * 8 + 7;
        row_B[half] = lesser(grid.row_B[0][a], grid.row_B[0][b]);
        column_B[half] = lesser(grid.column_B[0][a], grid.column_B[0][b]);
        // Of filters of two rows the distance is the taps'; of one row that of its ends.
        windows.pitch_B[half] = grid.rows == 2
                                    ? grid.row_B[1][a] - grid.row_B[0][a]
                                    : grid.row_B[0][a] + grid.row_B[0][b] - 2 * row_B[half];
        windows.start_B[half] = row_B[half] + column_B[half];
        // Rows of the window below the first are inside the image: none comes before a lane's.
        if (windows.pitch_B[half] < 0) {
            return false;
        }
    }
    constexpr int kLast = kHalves - 1;
    const Int pitch = byHalf(windows.pitch_B[0], windows.pitch_B[kLast]);
    const Int down = grid.row_B[0] - byHalf(row_B[0], row_B[kLast]);
    const Int columnStart = byHalf(column_B[0], column_B[kLast]);
    windows.lower = down != 0;
    Mask bad = windows.lower & (down != pitch);
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
    if (any(bad, active)) {
        return false;
    }
    const uint32_t lower = bitsOf(windows.lower) & active;
    for (int half = 0; half < kHalves; ++half) {
        windows.hasLower[half] = -int32_t((lower >> (8 * half) & 0xff) != 0);
    }
    return true;
}

struct Window {
    UInt part[2];
};

/// Row 0 and on: as many as the filter has, and one more for lower lanes, which only halves that
/// have some may read.
GLISSADE_INLINE Window windowRow(const uint8_t* base, const Windows& windows, int row, int rows) {
    Window window;
    for (int half = 0; half < kHalves; ++half) {
        // A row that may not be there is read only by halves that need it; others read the first.
        const int32_t down_B =
            row * windows.pitch_B[half] & (row < rows ? -1 : windows.hasLower[half]);
        const uint8_t* from = base + windows.start_B[half] + down_B;
#if GLISSADE_LEVEL == 4
        std::memcpy(&window.part[half], from, 64);
#else
        std::memcpy(&window.part, from, 64);
#endif
    }
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
