// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of ETC2 and EAC blocks (Khronos Data Format Specification, "ETC2"). A block has several
// modes, on which lanes need not agree, and a texel of it is cheap: these are scalar and called
// lane by lane. `texel` is 4y + x.
#pragma once

#include "cpu/kernels/lanes.h"
#include "format/block_tables.h"

#include <cstdint>
#include <cstring>

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

#define GLISSADE_SCALAR [[maybe_unused]] static __attribute__((noinline))

GLISSADE_INLINE int clampInt(int v, int low, int high) {
    return v < low ? low : v > high ? high : v;
}

GLISSADE_INLINE uint32_t packBytes(int r, int g, int b, int a) {
    return uint32_t(r) | uint32_t(g) << 8 | uint32_t(b) << 16 | uint32_t(a) << 24;
}

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
