// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lanes next to one another mostly read texels next to one another. Where the texels of eight lanes
// lie within 64 bytes, a load of these and permutations do what gathers do, several times as fast.
// It is a matter of speed alone: what is read is the same.
#pragma once

#include "cpu/kernels/sample_lanes.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

#if GLISSADE_LEVEL >= 3
inline constexpr bool kWindows = true;
#else
inline constexpr bool kWindows = false; // A permutation by lane takes as long as the loads.
#endif

#if GLISSADE_LEVEL == 2

struct Window {};
GLISSADE_INLINE bool openWindow(const uint8_t*, uint32_t, Int, Int, uint32_t, Window&) {
    return false;
}
GLISSADE_INLINE UInt windowWord(const Window&, Int at_B) {
    return asUInt(at_B);
}
GLISSADE_INLINE UInt windowBytes(const Window&, Int at_B) {
    return asUInt(at_B);
}

#else

/// 64 bytes of memory for each eight lanes.
struct Window {
    Int start_B; ///< Of the lane's window.
    UInt part[2];
};

/// Whether 32 bits at all of `at_B` and `last_B` can be had from a window, for lanes that count,
/// the bits `aligned` being clear in all distances.
GLISSADE_INLINE bool openWindow(
    const uint8_t* base, uint32_t aligned, Int at_B, Int last_B, uint32_t active, Window& window) {
    const auto lower = [](int32_t a, int32_t b) { return a < b ? a : b; };
    const int32_t left = lower(at_B[0], at_B[7]);
    window.start_B = splat(left);
#if GLISSADE_LEVEL == 4
    const int32_t right = lower(at_B[8], at_B[15]);
    window.start_B = __builtin_shufflevector(
        splat(left), splat(right), 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16);
#endif
    const Int a = at_B - window.start_B;
    const Int b = last_B - window.start_B;
    // Neither is negative, beyond the last word but three bytes, or between texels.
    const int32_t never = int32_t(~63u | aligned);
    Mask bad = ((a | b) & never) != 0;
    if (!aligned) {
        bad |= (a > 60) | (b > 60);
    }
    if (any(bad, active)) {
        return false;
    }
#if GLISSADE_LEVEL == 4
    std::memcpy(&window.part[0], base + left, 64);
    std::memcpy(&window.part[1], base + right, 64);
#else
    std::memcpy(&window.part[0], base + left, 32);
    std::memcpy(&window.part[1], base + left + 32, 32);
#endif
    return true;
}

/// Word `index` of each lane's window; indices of lanes that do not count may be any.
GLISSADE_INLINE UInt windowWordAt(const Window& window, Int index) {
#if GLISSADE_LEVEL == 4
    const __m512i half = _mm512_set_epi32(16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0);
    // One instruction: index & 15 | half.
    const __m512i at = _mm512_ternarylogic_epi32((__m512i)index, _mm512_set1_epi32(15), half, 0xea);
    return (UInt)_mm512_permutex2var_epi32((__m512i)window.part[0], at, (__m512i)window.part[1]);
#elif GLISSADE_LEVEL == 3
    const __m256i low = _mm256_permutevar8x32_epi32((__m256i)window.part[0], (__m256i)index);
    const __m256i high = _mm256_permutevar8x32_epi32((__m256i)window.part[1], (__m256i)index);
    return (index & 8) != 0 ? (UInt)high : (UInt)low;
#endif
}

/// The 32 bits at each lane's offset, a word of the window.
GLISSADE_INLINE UInt windowWord(const Window& window, Int at_B) {
    return windowWordAt(window, (at_B - window.start_B) >> 2);
}

/// 32 bits at each lane's offset, of whatever alignment.
GLISSADE_INLINE UInt windowBytes(const Window& window, Int at_B) {
    const Int from_B = at_B - window.start_B;
    const UInt shift = asUInt(from_B & 3) * 8;
    const UInt low = windowWordAt(window, from_B >> 2);
    const UInt high = windowWordAt(window, (from_B >> 2) + 1);
    return low >> shift | (high << 1) << (31u - shift);
}

#endif

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
