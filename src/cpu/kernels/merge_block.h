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
    default: {
        Int offset_B;
        for (int lane = 0; lane < kLanes; ++lane) {
            offset_B[lane] = int32_t(laneOffset(place, 16, lane));
        }
        return read128(place.first, offset_B);
    }
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

/// Words of rows, those of `lanes` alone.
GLISSADE_INLINE void storeMasked(const Place& place, uint32_t lanes, UInt rows) {
    const uint32_t mask = swapBits(lanes);
    const auto row = [&](uint32_t number, __m128i words) {
        _mm_mask_storeu_epi32(place.first + size_t(number) * place.pitch_B,
                              __mmask8(mask >> (4 * number) & 15),
                              words);
    };
    row(0, _mm512_castsi512_si128((__m512i)rows));
    row(1, _mm512_extracti32x4_epi32((__m512i)rows, 1));
    row(2, _mm512_extracti32x4_epi32((__m512i)rows, 2));
    row(3, _mm512_extracti32x4_epi32((__m512i)rows, 3));
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
    if (place.tiled || lanes == kAllLanes) {
        return storeRows(place, joinPairs(words));
    }
    uint32_t low[kLanes], high[kLanes];
    std::memcpy(low, &words.at[0], sizeof low);
    std::memcpy(high, &words.at[1], sizeof high);
    uint64_t texels[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        texels[lane] = uint64_t(high[lane]) << 32 | low[lane];
    }
    storeLanes(place, lanes, texels);
}

GLISSADE_INLINE void storeQuadWords(const Place& place, uint32_t lanes, const Words& words) {
    using Quad = uint32_t __attribute__((ext_vector_type(4)));
    Quad word[4][kLanes / 4];
    std::memcpy(word, &words, sizeof word);
    Quad texels[kLanes];
    for (int quad = 0; quad < kLanes / 4; ++quad) {
        const Quad a = word[0][quad], b = word[1][quad], c = word[2][quad], d = word[3][quad];
        const Quad ab01 = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        const Quad ab23 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        const Quad cd01 = __builtin_shufflevector(c, d, 0, 4, 1, 5);
        const Quad cd23 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        texels[4 * quad] = __builtin_shufflevector(ab01, cd01, 0, 1, 4, 5);
        texels[4 * quad + 1] = __builtin_shufflevector(ab01, cd01, 2, 3, 6, 7);
        texels[4 * quad + 2] = __builtin_shufflevector(ab23, cd23, 0, 1, 4, 5);
        texels[4 * quad + 3] = __builtin_shufflevector(ab23, cd23, 2, 3, 6, 7);
    }
    if (place.tiled || lanes == kAllLanes) {
        for (int lane = 0; lane < kLanes; ++lane) {
            std::memcpy(place.first + laneOffset(place, 16, lane), texels + lane, 16);
        }
        return;
    }
    storeLanes(place, lanes, texels);
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
