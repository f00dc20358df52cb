// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The texels of a vector's pixels in an attachment. In memory pixels lie in rows, in lanes in
// quads: what a row of 4 pixels has, two quads share.
#pragma once

#include "cpu/kernels/sample_words.h"
#include "format/vk_formats.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace merging {

using namespace sampling;

constexpr uint32_t kAllLanes = kLanes == 32 ? ~0u : (1u << kLanes) - 1;
/// Pixels of one row in a vector, and rows.
constexpr int kRow_px = kLanes == 4 ? 2 : 4;
constexpr int kRows = kLanes / kRow_px;

/// Where a vector's texels are.
struct Place {
    uint8_t* first;   ///< The texel of lane 0.
    uint32_t pitch_B; ///< Between rows of pixels.
    bool tiled;       ///< The block is contiguous, and nobody else's as a whole.
};

GLISSADE_INLINE Place
placeOf(uint8_t* block, uint32_t rowPitch_B, uint32_t part, Tiling tiling, uint32_t texel_B) {
    const bool tiled = tiling == Tiling::Tiled;
    const uint32_t pitch_B = tiled ? kTileWidth_blocks * texel_B : rowPitch_B;
    const uint32_t row = kLanes == 16 ? 0 : kLanes == 8 ? 2 * part : part / 2 * 2;
    const uint32_t column = kLanes == 4 ? part % 2 * 2 : 0;
    return {block + size_t(row) * pitch_B + column * texel_B, pitch_B, tiled};
}

/// From the order of memory to that of lanes, and back.
template <class Vector>
GLISSADE_INLINE Vector swapOrder(Vector v) {
#if GLISSADE_LEVEL == 4
    return __builtin_shufflevector(v, v, 0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
#elif GLISSADE_LEVEL == 3
    return __builtin_shufflevector(v, v, 0, 1, 4, 5, 2, 3, 6, 7);
#else
    return v;
#endif
}

/// Rows of `sizeof(Vector) / kRows` bytes.
template <class Vector>
GLISSADE_INLINE Vector loadRows(const Place& place) {
    Vector v;
    if (place.tiled && kRow_px == 4) {
        std::memcpy(&v, place.first, sizeof v);
        return v;
    }
    constexpr size_t kRow_B = sizeof(Vector) / kRows;
    uint8_t bytes[sizeof(Vector)];
    for (int row = 0; row < kRows; ++row) {
        std::memcpy(bytes + row * kRow_B, place.first + size_t(row) * place.pitch_B, kRow_B);
    }
    std::memcpy(&v, bytes, sizeof v);
    return v;
}
template <class Vector>
GLISSADE_INLINE void storeRows(const Place& place, Vector v) {
    if (place.tiled && kRow_px == 4) {
        std::memcpy(place.first, &v, sizeof v);
        return;
    }
    constexpr size_t kRow_B = sizeof(Vector) / kRows;
    uint8_t bytes[sizeof(Vector)];
    std::memcpy(bytes, &v, sizeof v);
    for (int row = 0; row < kRows; ++row) {
        std::memcpy(place.first + size_t(row) * place.pitch_B, bytes + row * kRow_B, kRow_B);
    }
}

using Bytes = uint8_t __attribute__((ext_vector_type(GLISSADE_LANES)));
using Shorts = uint16_t __attribute__((ext_vector_type(GLISSADE_LANES)));
/// Texels of eight bytes: words as they lie in memory, half of the pixels each.
struct Pairs {
    UInt half[2];
};

GLISSADE_INLINE Words splitPairs(const Pairs& v) {
    const UInt zero = (UInt)(0u);
    const UInt a = v.half[0], b = v.half[1];
#if GLISSADE_LEVEL == 4
    return {
        {__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14, 16, 18, 24, 26, 20, 22, 28, 30),
         __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15, 17, 19, 25, 27, 21, 23, 29, 31),
         zero,
         zero}};
#elif GLISSADE_LEVEL == 3
    return {{__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
             __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15),
             zero,
             zero}};
#else
    return {{__builtin_shufflevector(a, b, 0, 2, 4, 6),
             __builtin_shufflevector(a, b, 1, 3, 5, 7),
             zero,
             zero}};
#endif
}
GLISSADE_INLINE Pairs joinPairs(const Words& words) {
    const UInt a = words.at[0], b = words.at[1];
#if GLISSADE_LEVEL == 4
    return {{__builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 2, 18, 3, 19, 6, 22, 7, 23),
             __builtin_shufflevector(
                 a, b, 8, 24, 9, 25, 12, 28, 13, 29, 10, 26, 11, 27, 14, 30, 15, 31)}};
#elif GLISSADE_LEVEL == 3
    return {{__builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13),
             __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)}};
#else
    return {{__builtin_shufflevector(a, b, 0, 4, 1, 5), __builtin_shufflevector(a, b, 2, 6, 3, 7)}};
#endif
}

/// Texels of sixteen bytes, row after row as they lie in memory, a quarter of the pixels each.
struct Quads {
    UInt quarter[4];
};

GLISSADE_INLINE Words splitQuads(const Quads& v) {
    const UInt a = v.quarter[0], b = v.quarter[1], c = v.quarter[2], d = v.quarter[3];
    // Each quad's first texel, its second, …
#if GLISSADE_LEVEL == 4
    const auto evens = [](UInt upper, UInt lower) {
        return __builtin_shufflevector(
            upper, lower, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
    };
    const auto odds = [](UInt upper, UInt lower) {
        return __builtin_shufflevector(
            upper, lower, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
    };
    return transposed(evens(a, c), odds(a, c), evens(b, d), odds(b, d));
#elif GLISSADE_LEVEL == 3
    const auto evens = [](UInt left, UInt right) {
        return __builtin_shufflevector(left, right, 0, 1, 2, 3, 8, 9, 10, 11);
    };
    const auto odds = [](UInt left, UInt right) {
        return __builtin_shufflevector(left, right, 4, 5, 6, 7, 12, 13, 14, 15);
    };
    return transposed(evens(a, b), odds(a, b), evens(c, d), odds(c, d));
#else
    return transposed(a, b, c, d);
#endif
}
GLISSADE_INLINE Quads joinQuads(const Words& words) {
    const Words texels = transposed(words.at[0], words.at[1], words.at[2], words.at[3]);
    const UInt a = texels.at[0], b = texels.at[1], c = texels.at[2], d = texels.at[3];
#if GLISSADE_LEVEL == 4
    const auto upper = [](UInt even, UInt odd) {
        return __builtin_shufflevector(
            even, odd, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    };
    const auto lower = [](UInt even, UInt odd) {
        return __builtin_shufflevector(
            even, odd, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    };
    return {{upper(a, b), upper(c, d), lower(a, b), lower(c, d)}};
#elif GLISSADE_LEVEL == 3
    const auto left = [](UInt even, UInt odd) {
        return __builtin_shufflevector(even, odd, 0, 1, 2, 3, 8, 9, 10, 11);
    };
    const auto right = [](UInt even, UInt odd) {
        return __builtin_shufflevector(even, odd, 4, 5, 6, 7, 12, 13, 14, 15);
    };
    return {{left(a, b), right(a, b), left(c, d), right(c, d)}};
#else
    return {{a, b, c, d}};
#endif
}

/// From the first texel to a lane's.
GLISSADE_INLINE uint32_t laneOffset(const Place& place, uint32_t texel_B, int lane) {
    const int row = lane / 8 * 2 + lane % 4 / 2;
    const int column = lane % 8 / 4 * 2 + lane % 2;
    return uint32_t(row) * place.pitch_B + uint32_t(column) * texel_B;
}

/// All texels of the vector, whether their lanes have fragments or not.
GLISSADE_INLINE Words loadTexels(const Place& place, uint32_t texel_B) {
    const UInt zero = (UInt)(0u);
    switch (texel_B) {
    case 1:
        return {
            {swapOrder(__builtin_convertvector(loadRows<Bytes>(place), UInt)), zero, zero, zero}};
    case 2:
        return {
            {swapOrder(__builtin_convertvector(loadRows<Shorts>(place), UInt)), zero, zero, zero}};
    case 4:
        return {{swapOrder(loadRows<UInt>(place)), zero, zero, zero}};
    case 8:
        return splitPairs(loadRows<Pairs>(place));
    default:
        return splitQuads(loadRows<Quads>(place));
    }
}

/// Texel after texel.
template <class Texel>
GLISSADE_INLINE void storeLanes(const Place& place, uint32_t lanes, const Texel* texels) {
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        std::memcpy(
            place.first + laneOffset(place, sizeof(Texel), lane), texels + lane, sizeof(Texel));
    }
}

#if GLISSADE_LEVEL == 4
/// Bits of lanes in the order of memory, as swapOrder().
GLISSADE_INLINE uint32_t swapBits(uint32_t lanes) {
    return (lanes & 0xc3c3) | (lanes & 0x0c0c) << 2 | (lanes & 0x3030) >> 2;
}

/// Of rows of `texels`, those of `lanes` alone.
template <class Texels>
GLISSADE_INLINE void storeMasked(const Place& place, uint32_t lanes, const Texels& texels) {
    const uint32_t mask = swapBits(lanes);
    constexpr uint32_t kRow_B = sizeof(Texels) / 4;
    const auto* const bytes = reinterpret_cast<const uint8_t*>(&texels);
    for (uint32_t row = 0; row < 4; ++row) {
        uint8_t* const to = place.first + size_t(row) * place.pitch_B;
        const uint32_t four = mask >> (4 * row) & 15;
        if constexpr (kRow_B == 16) {
            __m128i v;
            std::memcpy(&v, bytes + row * kRow_B, kRow_B);
            _mm_mask_storeu_epi32(to, __mmask8(four), v);
        } else if constexpr (kRow_B == 32) {
            __m256i v;
            std::memcpy(&v, bytes + row * kRow_B, kRow_B);
            _mm256_mask_storeu_epi64(to, __mmask8(four), v);
        } else {
            __m512i v;
            std::memcpy(&v, bytes + row * kRow_B, kRow_B);
            _mm512_mask_storeu_epi64(to, __mmask8(_pdep_u32(four, 0x55) * 3), v);
        }
    }
}
#endif

template <class Vector, class Element>
GLISSADE_INLINE void storeNarrow(const Place& place, uint32_t lanes, UInt word) {
    const Vector v = __builtin_convertvector(word, Vector);
    if (place.tiled || lanes == kAllLanes) {
        return storeRows(place, swapOrder(v));
    }
#if GLISSADE_LEVEL == 4
    if constexpr (sizeof(Element) == 4) {
        return storeMasked(place, lanes, swapOrder(v));
    }
#endif
    Element texels[kLanes];
    std::memcpy(texels, &v, sizeof texels);
    storeLanes(place, lanes, texels);
}

GLISSADE_INLINE void storePairs(const Place& place, uint32_t lanes, const Words& words) {
    const Pairs rows = joinPairs(words);
    if (place.tiled || lanes == kAllLanes) {
        return storeRows(place, rows);
    }
#if GLISSADE_LEVEL == 4
    storeMasked(place, lanes, rows);
#else
    uint32_t low[kLanes], high[kLanes];
    std::memcpy(low, &words.at[0], sizeof low);
    std::memcpy(high, &words.at[1], sizeof high);
    uint64_t texels[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        texels[lane] = uint64_t(high[lane]) << 32 | low[lane];
    }
    storeLanes(place, lanes, texels);
#endif
}

GLISSADE_INLINE void storeQuadWords(const Place& place, uint32_t lanes, const Words& words) {
    const Quads rows = joinQuads(words);
    if (place.tiled || lanes == kAllLanes) {
        return storeRows(place, rows);
    }
#if GLISSADE_LEVEL == 4
    storeMasked(place, lanes, rows);
#else
    // From texels of a row to those of quads.
    struct Bytes16 {
        uint32_t words[4];
    };
    Bytes16 inRows[kLanes], texels[kLanes];
    std::memcpy(inRows, &rows, sizeof inRows);
    for (int lane = 0; lane < kLanes; ++lane) {
        const int row = lane % 4 / 2;
        const int column = lane / 4 * 2 + lane % 2;
        texels[lane] = inRows[row * kRow_px + column];
    }
    storeLanes(place, lanes, texels);
#endif
}

/// What to store where other lanes keep their texels.
GLISSADE_INLINE Words keepOthers(Mask lanes,
                                 uint32_t texel_B,
                                 const Words& words,
                                 const Words& old) {
    Words kept = words;
    for (uint32_t i = 0; i < (texel_B + 3) / 4; ++i) {
        kept.at[i] = lanes ? words.at[i] : old.at[i];
    }
    return kept;
}

/// In tiled attachments all texels are stored: where not all `lanes` are set, those of others have
/// to be what is there (keepOthers()). In linear ones others' memory is not touched, it may lie in
/// the next row of pixels.
GLISSADE_INLINE void
storeTexels(const Place& place, uint32_t texel_B, uint32_t lanes, const Words& words) {
    switch (texel_B) {
    case 1:
        return storeNarrow<Bytes, uint8_t>(place, lanes, words.at[0]);
    case 2:
        return storeNarrow<Shorts, uint16_t>(place, lanes, words.at[0]);
    case 4:
        return storeNarrow<UInt, uint32_t>(place, lanes, words.at[0]);
    case 8:
        return storePairs(place, lanes, words);
    default:
        return storeQuadWords(place, lanes, words);
    }
}

} // namespace merging
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
