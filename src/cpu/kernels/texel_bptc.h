// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of BC6H and BC7 blocks (Khronos Data Format Specification, "BPTC"). Most of the work is in
// what a block says for all of its texels. So lanes that want texels of the same one, as neighbours
// do, are decoded together: what the block says is scalar, what differs by texel is a vector.
// `texel` is 4y + x.
#pragma once

#include "cpu/kernels/sample_lanes.h"
#include "cpu/kernels/texel_numbers.h"
#include "format/block_tables.h"

#include <cstdint>
#include <cstring>

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

// Called once for each block: nothing is gained by inlining.
#define GLISSADE_BLOCK [[maybe_unused]] static __attribute__((noinline)) GLISSADE_CALL

GLISSADE_INLINE UInt selectBlock(Mask same, UInt a, UInt b) {
    return same ? a : b;
}
GLISSADE_INLINE Words2 selectBlock(Mask same, const Words2& a, const Words2& b) {
    return {same ? a.low : b.low, same ? a.high : b.high};
}

/// The result of function(block, texel) in each lane.
template <typename Result, typename Function>
GLISSADE_INLINE Result byBlock(const uint8_t* base, Int offset_B, UInt texel, Function function) {
    Result result = {};
    for (uint32_t left = (1u << kLanes) - 1; left;) {
        const int32_t block_B = firstOf(offset_B, left);
        const Mask same = offset_B == block_B;
        result = selectBlock(same, function(base + uint32_t(block_B), texel), result);
        left &= ~bitsOf(same);
    }
    return result;
}

/// The 32 bits from bit `from` (0 to 63) of a word of 64 bits.
GLISSADE_INLINE UInt bitsFrom(uint64_t word, UInt from) {
    const UInt low = (UInt)(uint32_t(word));
    const UInt high = (UInt)(uint32_t(word >> 32));
    const UInt shift = from & 31u;
    return from < 32u ? low >> shift | (high << 1) << (31u - shift) : high >> shift;
}

/// 16 bytes whose bits are counted from the lowest of the first.
struct Block128 {
    uint64_t low, high;

    GLISSADE_INLINE Block128 load(const uint8_t* block) {
        Block128 b;
        std::memcpy(&b, block, sizeof b);
        return b;
    }
    /// The bits from `from` (1 to 127), as many as there are.
    __attribute__((always_inline)) uint64_t wordFrom(uint32_t from) const {
        return from >= 64 ? high >> (from - 64) : low >> from | high << (64 - from);
    }
    /// `count` < 32.
    __attribute__((always_inline)) uint32_t field(uint32_t from, uint32_t count) const {
        return uint32_t(wordFrom(from)) & ((1u << count) - 1);
    }
};

GLISSADE_INLINE UInt subsetOf(uint32_t subsets, uint32_t partition, UInt texel) {
    return subsets == 3   ? (UInt)(format::kPartitions3[partition]) >> (texel << 1) & 3u
           : subsets == 2 ? (UInt)(uint32_t(format::kPartitions2[partition])) >> texel & 1u
                          : (UInt)(0u);
}

/// The interpolation weights, out of 64, of texels whose indices of `bits` bits begin at a word's
/// lowest bit. Indices of anchors are a bit shorter.
GLISSADE_INLINE UInt
weightsOf(uint64_t indices, uint32_t bits, uint32_t subsets, uint32_t partition, UInt texel) {
    UInt from = texel * bits;
    UInt mask = (UInt)((1u << bits) - 1);
    const auto anchor = [&](uint32_t at) {
        from -= texel > at ? (UInt)(1u) : (UInt)(0u);
        mask = texel == at ? mask >> 1 : mask;
    };
    anchor(0);
    if (subsets == 2) {
        anchor(format::kAnchors2[partition]);
    } else if (subsets == 3) {
        anchor(format::kAnchors3Second[partition]);
        anchor(format::kAnchors3Third[partition]);
    }
    // format::kWeights2 to 4 are 64 · index / (2^bits - 1) to the nearest.
    const uint32_t step = (64u << 16) / ((1u << bits) - 1);
    return ((bitsFrom(indices, from) & mask) * step + 0x8000u) >> 16;
}

/// Of bytes in 16-bit halves.
GLISSADE_INLINE UInt interpolateHalves(UInt a, UInt b, UInt weights) {
    const UInt sum = multiplyHalves(a, 0x400040u - weights) + multiplyHalves(b, weights);
    return (sum + 0x200020u) >> 6 & 0xff00ffu;
}

/// R, g, b, a as bytes, r the lowest.
GLISSADE_BLOCK UInt bc7Texels(const uint8_t* at, UInt texel) {
    const Block128 block = Block128::load(at);
    if ((block.low & 0xff) == 0) {
        return (UInt)(0u); // Reserved.
    }
    const auto modeIndex = uint32_t(__builtin_ctz(uint32_t(block.low)));
    const format::Bc7Mode& mode = format::kBc7Modes[modeIndex];
    uint32_t from = modeIndex + 1;
    const auto take = [&](uint32_t count) {
        const uint32_t value = block.field(from, count);
        from += count;
        return value;
    };
    const uint32_t partition = take(mode.partitionBits);
    const uint32_t rotation = take(mode.rotationBits);
    const uint32_t swapped = take(mode.indexSelectionBits);
    const uint32_t count = 2u * mode.subsets;

    uint32_t ends[6] = {};
    for (uint32_t channel = 0; channel < 4; ++channel) {
        // Those of a channel are 30 bits at the most.
        const uint32_t width = channel == 3 ? mode.alphaBits : mode.colorBits;
        uint32_t bits = take(count * width);
        for (uint32_t i = 0; i < count; ++i) {
            ends[i] |= (bits & ((1u << width) - 1)) << 8 * channel;
            bits >>= width;
        }
    }
    const bool p = mode.endpointPBits || mode.sharedPBits;
    const uint32_t pBits = take(mode.endpointPBits ? count : mode.sharedPBits ? mode.subsets : 0u);
    const auto widen = [](uint32_t bytes, uint32_t bits, uint32_t ones) {
        const uint32_t upper = bytes << (8 - bits);
        return upper | (upper >> bits & ones * (0xffu >> bits));
    };
    for (uint32_t i = 0; i < count; ++i) {
        if (p) {
            const uint32_t bit = pBits >> (mode.endpointPBits ? i : i / 2) & 1;
            ends[i] = ends[i] << 1 | bit * 0x01010101u;
        }
        ends[i] = widen(ends[i] & 0xffffffu, mode.colorBits + p, 0x010101u) |
                  (mode.alphaBits ? widen(ends[i] >> 24, mode.alphaBits + p, 1) : 255u) << 24;
    }

    UInt colorWeights =
        weightsOf(block.wordFrom(from), mode.indexBits, mode.subsets, partition, texel);
    UInt alphaWeights = colorWeights;
    if (mode.secondIndexBits) {
        from += 16 * mode.indexBits - 1;
        alphaWeights = weightsOf(block.wordFrom(from), mode.secondIndexBits, 1, 0, texel);
        if (swapped) {
            const UInt colors = colorWeights;
            colorWeights = alphaWeights;
            alphaWeights = colors;
        }
    }
    const UInt subset = subsetOf(mode.subsets, partition, texel);
    const auto end = [&](uint32_t i) {
        const UInt others = subset == 1u ? (UInt)(ends[2 + i]) : (UInt)(ends[4 + i]);
        return subset == 0u ? (UInt)(ends[i]) : others;
    };
    const UInt first = end(0);
    const UInt second = end(1);
    const UInt redBlue =
        interpolateHalves(first & 0xff00ffu, second & 0xff00ffu, colorWeights | colorWeights << 16);
    const UInt greenAlpha = interpolateHalves(
        first >> 8 & 0xff00ffu, second >> 8 & 0xff00ffu, colorWeights | alphaWeights << 16);
    const UInt packed = redBlue | greenAlpha << 8;
    if (rotation == 0) {
        return packed;
    }
    // Alpha and one of the colours change places.
    const uint32_t shift = 8 * (rotation - 1);
    const UInt difference = (packed >> shift ^ packed >> 24) & 0xffu;
    return packed ^ difference << shift ^ difference << 24;
}

GLISSADE_INLINE int signExtend(int value, uint32_t bits) {
    const uint32_t unused = 32 - bits;
    return int(uint32_t(value) << unused) >> unused;
}

GLISSADE_INLINE int unquantizeBc6h(int value, uint32_t bits, bool isSigned) {
    const int magnitude = value < 0 ? -value : value;
    if (isSigned) {
        if (bits >= 16) {
            return value;
        }
        const int wide = magnitude == 0 ? 0
                         : magnitude >= (1 << (bits - 1)) - 1
                             ? 0x7fff
                             : ((magnitude << 15) + 0x4000) >> (bits - 1);
        return value < 0 ? -wide : wide;
    }
    return bits >= 15                 ? value
           : value == 0               ? 0
           : value == (1 << bits) - 1 ? 0xffff
                                      : ((value << 15) + 0x4000) >> (bits - 1);
}

/// The bits of a BC6H mode as runs: bits of the block that go to as many bits of an end point.
/// Where a mode stores them backwards runs are of one bit.
struct Bc6hRun {
    uint8_t count;
    uint8_t to; ///< As in format::Bc6hMode::bits, of the lowest.
};
struct Bc6hRuns {
    Bc6hRun runs[14][40];
};
constexpr Bc6hRuns makeBc6hRuns() {
    Bc6hRuns result{};
    for (int m = 0; m < 14; ++m) {
        const format::Bc6hMode& mode = format::bc6h::kModes.modes[m];
        int last = -1;
        for (uint32_t i = 0; i < mode.bitCount; ++i) {
            if (i > 0 && mode.bits[i] == mode.bits[i - 1] + 1) {
                ++result.runs[m][last].count;
            } else {
                result.runs[m][++last] = {1, mode.bits[i]};
            }
        }
    }
    return result;
}
inline constexpr Bc6hRuns kBc6hRuns = makeBc6hRuns();

/// R and g, then b, as half floats.
GLISSADE_BLOCK Words2 bc6hTexels(const uint8_t* at, UInt texel, bool isSigned) {
    const Block128 block = Block128::load(at);
    const format::Bc6hMode* mode = format::bc6hMode(uint32_t(block.low) & 31);
    if (!mode) {
        return {};
    }
    int ends[4][4] = {};
    uint32_t from = mode->modeBits;
    for (const Bc6hRun* run = kBc6hRuns.runs[mode - format::bc6h::kModes.modes]; run->count;
         ++run) {
        ends[run->to >> 4 & 3][run->to >> 6] |= int(block.field(from, run->count))
                                                << (run->to & 15);
        from += run->count;
    }
    const bool two = mode->subsets == 2;
    const uint32_t partition = two ? block.field(from, 5) : 0;
    from += two ? 5 : 0;
    const UInt weights =
        weightsOf(block.wordFrom(from), two ? 3 : 4, mode->subsets, partition, texel);
    const UInt subset = subsetOf(mode->subsets, partition, texel);

    UInt halves[3];
    for (uint32_t channel = 0; channel < 3; ++channel) {
        int values[4] = {};
        for (uint32_t i = 0; i < 2u * mode->subsets; ++i) {
            int end = ends[i][channel];
            if (mode->transformed && i > 0) {
                end = (ends[0][channel] + signExtend(end, mode->deltaBits[channel])) &
                      ((1 << mode->endpointBits) - 1);
            }
            if (isSigned) {
                end = signExtend(end, mode->endpointBits);
            }
            values[i] = unquantizeBc6h(end, mode->endpointBits, isSigned);
        }
        const Int first = subset == 0u ? splat(values[0]) : splat(values[2]);
        const Int second = subset == 0u ? splat(values[1]) : splat(values[3]);
        const Int value = (first * asInt(64u - weights) + second * asInt(weights) + 32) >> 6;
        if (isSigned) {
            const Int magnitude = value < 0 ? -value : value;
            halves[channel] =
                asUInt((magnitude * 31 >> 5) | (value < 0 ? splat(0x8000) : splat(0)));
        } else {
            halves[channel] = asUInt(value * 31 >> 6);
        }
    }
    return {halves[0] | halves[1] << 16, halves[2]};
}

#undef GLISSADE_BLOCK

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
