// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// One texel of a block of the formats whose blocks have modes: BC6H, BC7, ETC2, EAC. Lanes rarely
// agree on a mode, so these are scalar and called lane by lane. `texel` is 4y + x.
#pragma once

#include "cpu/kernels/lanes.h"
#include "format/block_tables.h"

#include <cstdint>
#include <cstring>

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

#define GLISSADE_SCALAR [[maybe_unused]] static __attribute__((noinline))

/// 16 bytes whose bits are counted from the lowest of the first.
struct Block128 {
    uint64_t low, high;

    GLISSADE_INLINE Block128 load(const uint8_t* block) {
        Block128 b;
        std::memcpy(&b, block, sizeof b);
        return b;
    }
    /// `count` < 32.
    __attribute__((always_inline)) uint32_t field(uint32_t from, uint32_t count) const {
        const uint64_t word = from >= 64  ? high >> (from - 64)
                              : from == 0 ? low
                                          : low >> from | high << (64 - from);
        return uint32_t(word) & ((1u << count) - 1);
    }
};

GLISSADE_INLINE int clampInt(int v, int low, int high) {
    return v < low ? low : v > high ? high : v;
}

GLISSADE_INLINE uint32_t packBytes(int r, int g, int b, int a) {
    return uint32_t(r) | uint32_t(g) << 8 | uint32_t(b) << 16 | uint32_t(a) << 24;
}

// ---- BC6H and BC7 (Khronos Data Format Specification, "BPTC") -----------------------------------

GLISSADE_INLINE uint32_t subsetOf(uint32_t subsets, uint32_t partition, uint32_t texel) {
    return subsets == 3   ? format::kPartitions3[partition] >> 2 * texel & 3
           : subsets == 2 ? format::kPartitions2[partition] >> texel & 1
                          : 0;
}

/// Where a texel's index is among those of its block, and how many bits it has: anchors have one
/// less.
struct IndexPlace {
    uint32_t from, bits;
};
GLISSADE_INLINE IndexPlace indexPlace(uint32_t subsets,
                                      uint32_t partition,
                                      uint32_t texel,
                                      uint32_t bits) {
    IndexPlace place = {texel * bits, bits};
    const auto anchor = [&](uint32_t at) {
        place.from -= at < texel;
        place.bits -= at == texel;
    };
    anchor(0);
    if (subsets == 2) {
        anchor(format::kAnchors2[partition]);
    } else if (subsets == 3) {
        anchor(format::kAnchors3Second[partition]);
        anchor(format::kAnchors3Third[partition]);
    }
    return place;
}

GLISSADE_INLINE int bptcWeight(uint32_t bits, uint32_t index) {
    return bits == 2   ? format::kWeights2[index]
           : bits == 3 ? format::kWeights3[index]
                       : format::kWeights4[index];
}

GLISSADE_INLINE int interpolate(int a, int b, int weight) {
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

/// R, g, b, a as bytes, r the lowest.
GLISSADE_SCALAR uint32_t bc7Texel(const uint8_t* at, uint32_t texel) {
    const Block128 block = Block128::load(at);
    if ((block.low & 0xff) == 0) {
        return 0; // Reserved.
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
    const uint32_t ends = 2u * mode.subsets;
    const uint32_t alphas = from + 3 * ends * mode.colorBits;
    const uint32_t pBits = alphas + ends * mode.alphaBits;
    const uint32_t indices = pBits + (mode.endpointPBits ? ends
                                      : mode.sharedPBits ? mode.subsets
                                                         : 0);

    const IndexPlace place = indexPlace(mode.subsets, partition, texel, mode.indexBits);
    int weights[2];
    weights[0] = bptcWeight(mode.indexBits, block.field(indices + place.from, place.bits));
    weights[1] = weights[0];
    if (mode.secondIndexBits) {
        const IndexPlace second = indexPlace(1, 0, texel, mode.secondIndexBits);
        weights[1] =
            bptcWeight(mode.secondIndexBits,
                       block.field(indices + 16 * mode.indexBits - 1 + second.from, second.bits));
    }

    const uint32_t first = 2 * subsetOf(mode.subsets, partition, texel);
    int channels[4];
    for (uint32_t channel = 0; channel < 4; ++channel) {
        const uint32_t width = channel == 3 ? mode.alphaBits : mode.colorBits;
        const uint32_t start = channel == 3 ? alphas : from + channel * ends * width;
        int values[2];
        for (uint32_t i = 0; i < 2; ++i) {
            const uint32_t end = first + i;
            uint32_t value = block.field(start + end * width, width);
            uint32_t bits = width;
            if (mode.endpointPBits || mode.sharedPBits) {
                value = value << 1 | block.field(pBits + (mode.endpointPBits ? end : end / 2), 1);
                ++bits;
            }
            value <<= (8 - bits) & 31;
            values[i] = width == 0 ? 255 : int(value | value >> bits);
        }
        channels[channel] =
            interpolate(values[0], values[1], weights[(channel == 3) != (swapped != 0)]);
    }
    if (rotation) {
        const int alpha = channels[3];
        channels[3] = channels[rotation - 1];
        channels[rotation - 1] = alpha;
    }
    return packBytes(channels[0], channels[1], channels[2], channels[3]);
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

/// R, g, b as half floats, r the lowest.
GLISSADE_SCALAR uint64_t bc6hTexel(const uint8_t* at, uint32_t texel, bool isSigned) {
    const Block128 block = Block128::load(at);
    const format::Bc6hMode* mode = format::bc6hMode(uint32_t(block.low) & 31);
    if (!mode) {
        return 0;
    }
    int ends[4][4] = {};
    uint32_t from = mode->modeBits;
    for (const Bc6hRun* run = kBc6hRuns.runs[mode - format::bc6h::kModes.modes]; run->count;
         ++run) {
        ends[run->to >> 4 & 3][run->to >> 6] |= int(block.field(from, run->count))
                                                << (run->to & 15);
        from += run->count;
    }
    const uint32_t partitions = uint32_t(mode->modeBits) + mode->bitCount;
    const bool two = mode->subsets == 2;
    const uint32_t partition = two ? block.field(partitions, 5) : 0;
    const uint32_t indices = partitions + (two ? 5 : 0);
    const uint32_t indexBits = two ? 3 : 4;
    const IndexPlace place = indexPlace(mode->subsets, partition, texel, indexBits);
    const int weight = bptcWeight(indexBits, block.field(indices + place.from, place.bits));

    const uint32_t first = 2 * subsetOf(mode->subsets, partition, texel);
    uint64_t result = 0;
    for (uint32_t channel = 0; channel < 3; ++channel) {
        int values[2];
        for (uint32_t i = 0; i < 2; ++i) {
            int end = ends[first + i][channel];
            if (mode->transformed && first + i > 0) {
                end = (ends[0][channel] + signExtend(end, mode->deltaBits[channel])) &
                      ((1 << mode->endpointBits) - 1);
            }
            if (isSigned) {
                end = signExtend(end, mode->endpointBits);
            }
            values[i] = unquantizeBc6h(end, mode->endpointBits, isSigned);
        }
        const int value = interpolate(values[0], values[1], weight);
        const int magnitude = value < 0 ? -value : value;
        const uint32_t half = !isSigned ? uint32_t(value * 31 >> 6)
                                        : uint32_t(magnitude * 31 >> 5) | (value < 0 ? 0x8000 : 0);
        result |= uint64_t(half & 0xffff) << 16 * channel;
    }
    return result;
}

// ---- ETC2 and EAC (Khronos Data Format Specification, "ETC2") -----------------------------------

/// Blocks are big-endian.
struct EtcBlock {
    uint64_t word;

    GLISSADE_INLINE EtcBlock load(const uint8_t* block) {
        uint64_t word;
        std::memcpy(&word, block, sizeof word);
        return {__builtin_bswap64(word)};
    }
    __attribute__((always_inline)) int field(uint32_t low, uint32_t count) const {
        return int(uint32_t(word >> low) & ((1u << count) - 1));
    }
};

/// Texels lie column by column.
GLISSADE_INLINE uint32_t etcOrder(uint32_t texel) {
    return texel % 4 * 4 + texel / 4;
}
GLISSADE_INLINE int clampByte(int v) {
    return clampInt(v, 0, 255);
}
GLISSADE_INLINE int extend4(int v) {
    return v << 4 | v;
}
GLISSADE_INLINE int extend5(int v) {
    return v << 3 | v >> 2;
}
GLISSADE_INLINE int extend6(int v) {
    return v << 2 | v >> 4;
}
GLISSADE_INLINE int extend7(int v) {
    return v << 1 | v >> 6;
}

struct Rgb {
    int r, g, b;
};
GLISSADE_INLINE uint32_t packMoved(const Rgb& color, int by) {
    return packBytes(
        clampByte(color.r + by), clampByte(color.g + by), clampByte(color.b + by), 255);
}

GLISSADE_INLINE uint32_t etcT(EtcBlock block, uint32_t index) {
    const Rgb first = {extend4(block.field(59, 2) << 2 | block.field(56, 2)),
                       extend4(block.field(52, 4)),
                       extend4(block.field(48, 4))};
    const Rgb second = {
        extend4(block.field(44, 4)), extend4(block.field(40, 4)), extend4(block.field(36, 4))};
    const int distance = format::kEtcDistances[block.field(34, 2) << 1 | block.field(32, 1)];
    const int by = index == 1 ? distance : index == 3 ? -distance : 0;
    return packMoved(index == 0 ? first : second, by);
}

GLISSADE_INLINE uint32_t etcH(EtcBlock block, uint32_t index) {
    const int r = block.field(59, 4);
    const int g = block.field(56, 3) << 1 | block.field(52, 1);
    const int b = block.field(51, 1) << 3 | block.field(47, 3);
    const int r2 = block.field(43, 4);
    const int g2 = block.field(39, 4);
    const int b2 = block.field(35, 4);
    const int order = (r << 8 | g << 4 | b) >= (r2 << 8 | g2 << 4 | b2);
    const int distance =
        format::kEtcDistances[block.field(34, 1) << 2 | block.field(32, 1) << 1 | order];
    const Rgb first = {extend4(r), extend4(g), extend4(b)};
    const Rgb second = {extend4(r2), extend4(g2), extend4(b2)};
    return packMoved(index < 2 ? first : second, index & 1 ? -distance : distance);
}

GLISSADE_INLINE uint32_t etcPlanar(EtcBlock block, uint32_t texel) {
    const Rgb origin = {
        extend6(block.field(57, 6)),
        extend7(block.field(56, 1) << 6 | block.field(49, 6)),
        extend6(block.field(48, 1) << 5 | block.field(43, 2) << 3 | block.field(39, 3))};
    const Rgb right = {extend6(block.field(34, 5) << 1 | block.field(32, 1)),
                       extend7(block.field(25, 7)),
                       extend6(block.field(19, 6))};
    const Rgb down = {
        extend6(block.field(13, 6)), extend7(block.field(6, 7)), extend6(block.field(0, 6))};
    const int x = int(texel % 4);
    const int y = int(texel / 4);
    const auto channel = [&](int o, int h, int v) {
        return clampByte((x * (h - o) + y * (v - o) + 4 * o + 2) >> 2);
    };
    return packBytes(channel(origin.r, right.r, down.r),
                     channel(origin.g, right.g, down.g),
                     channel(origin.b, right.b, down.b),
                     255);
}

/// `withAlpha`: the bit that else says individual or differential says opaque or punch-through.
GLISSADE_SCALAR uint32_t etc2Texel(const uint8_t* at, uint32_t texel, bool withAlpha) {
    const EtcBlock block = EtcBlock::load(at);
    const bool bit = block.field(33, 1);
    const bool punchThrough = withAlpha && !bit;
    const uint32_t order = etcOrder(texel);
    const auto index = uint32_t(block.field(16 + order, 1) << 1 | block.field(order, 1));
    const uint32_t half = (block.field(32, 1) ? texel / 4 : texel % 4) / 2;
    // The first colour of a pair comes four or, where the second is a difference, five bits wide.
    Rgb base;
    if (!withAlpha && !bit) {
        const uint32_t low = half ? 0 : 4;
        base = {extend4(block.field(56 + low, 4)),
                extend4(block.field(48 + low, 4)),
                extend4(block.field(40 + low, 4))};
    } else {
        const auto second = [&](uint32_t low) {
            return block.field(low + 3, 5) + ((block.field(low, 3) ^ 4) - 4);
        };
        const Rgb sum = {second(56), second(48), second(40)};
        const auto overflows = [](int v) { return uint32_t(v) > 31; };
        if (overflows(sum.r) || overflows(sum.g)) {
            if (punchThrough && index == 2) {
                return 0;
            }
            return overflows(sum.r) ? etcT(block, index) : etcH(block, index);
        }
        if (overflows(sum.b)) {
            return etcPlanar(block, texel);
        }
        base = half ? Rgb{extend5(sum.r), extend5(sum.g), extend5(sum.b)}
                    : Rgb{extend5(block.field(59, 5)),
                          extend5(block.field(51, 5)),
                          extend5(block.field(43, 5))};
    }
    if (punchThrough && index % 2 == 0) {
        return index == 2 ? 0 : packMoved(base, 0);
    }
    return packMoved(base, format::kEtcModifiers[block.field(half ? 34 : 37, 3)][index]);
}

GLISSADE_INLINE int eacModifier(EtcBlock block, uint32_t texel) {
    return format::kEacModifiers[block.field(48, 4)][block.field(45 - 3 * etcOrder(texel), 3)];
}

GLISSADE_SCALAR uint32_t eacAlphaTexel(const uint8_t* at, uint32_t texel) {
    const EtcBlock block = EtcBlock::load(at);
    return uint32_t(clampByte(block.field(56, 8) + eacModifier(block, texel) * block.field(52, 4)));
}

/// Out of 2047; signed: of 1023.
GLISSADE_SCALAR int32_t eacR11Texel(const uint8_t* at, uint32_t texel, bool isSigned) {
    const EtcBlock block = EtcBlock::load(at);
    const int multiplier = block.field(52, 4);
    const int base = isSigned ? clampInt(int8_t(at[0]), -127, 127) * 8 : at[0] * 8 + 4;
    const int value = base + eacModifier(block, texel) * (multiplier ? multiplier * 8 : 1);
    return isSigned ? clampInt(value, -1023, 1023) : clampInt(value, 0, 2047);
}

#undef GLISSADE_SCALAR

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
