// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/block_decoders.h"
#include "format/block_tables.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace format {

namespace {

/// The bits of a block from the lowest up.
class BitReader {
public:
    explicit BitReader(const uint8_t* block) { std::memcpy(m_words, block, sizeof m_words); }

    uint32_t take(int count) {
        uint32_t value = 0;
        for (int i = 0; i < count; ++i, ++m_at) {
            value |= static_cast<uint32_t>(m_words[m_at / 64] >> (m_at % 64) & 1) << i;
        }
        return value;
    }

private:
    uint64_t m_words[2];
    int m_at = 0;
};

size_t subsetOf(int subsets, uint32_t partition, size_t texel) {
    return subsets == 1   ? 0
           : subsets == 2 ? kPartitions2[partition] >> texel & 1
                          : kPartitions3[partition] >> (2 * texel) & 3;
}

bool isAnchor(int subsets, uint32_t partition, size_t texel) {
    return texel == 0 || (subsets == 2 && texel == kAnchors2[partition]) ||
           (subsets == 3 &&
            (texel == kAnchors3Second[partition] || texel == kAnchors3Third[partition]));
}

int weightOf(int bits, uint32_t index) {
    return bits == 2 ? kWeights2[index] : bits == 3 ? kWeights3[index] : kWeights4[index];
}

int mixed(int a, int b, int weight) {
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

uint8_t expandToByte(uint32_t v, int bits) {
    return static_cast<uint8_t>(v << (8 - bits) | v >> (2 * bits - 8));
}

int signExtend(int v, int bits) {
    const int sign = 1 << (bits - 1);
    return ((v & (2 * sign - 1)) ^ sign) - sign;
}

int unquantize(int v, int bits, bool isSigned) {
    if (isSigned) {
        const int size = v < 0 ? -v : v;
        if (bits >= 16 || size == 0) {
            return v;
        }
        const int wide =
            size >= (1 << (bits - 1)) - 1 ? 0x7FFF : ((size << 15) + 0x4000) >> (bits - 1);
        return v < 0 ? -wide : wide;
    }
    if (bits >= 15 || v == 0) {
        return v;
    }
    return v == (1 << bits) - 1 ? 0xFFFF : ((v << 15) + 0x4000) >> (bits - 1);
}

uint16_t toHalfBits(int v, bool isSigned) {
    if (!isSigned) {
        return static_cast<uint16_t>((v * 31) >> 6);
    }
    return static_cast<uint16_t>(v < 0 ? 0x8000 | (-v * 31) >> 5 : (v * 31) >> 5);
}

} // namespace

void decodeBc7(const uint8_t* block, Rgba8Block& out) {
    if (block[0] == 0) {
        out.fill({0, 0, 0, 0}); // A reserved mode.
        return;
    }
    const auto number = static_cast<size_t>(std::countr_zero(block[0]));
    const Bc7Mode& mode = kBc7Modes[number];
    BitReader bits(block);
    bits.take(static_cast<int>(number) + 1);
    const uint32_t partition = bits.take(mode.partitionBits);
    const uint32_t rotation = bits.take(mode.rotationBits);
    const uint32_t selection = bits.take(mode.indexSelectionBits);
    const size_t endpoints = size_t{2} * mode.subsets;
    uint32_t raw[6][4]{};
    for (size_t c = 0; c < 4; ++c) {
        for (size_t e = 0; e < endpoints; ++e) {
            raw[e][c] = bits.take(c < 3 ? mode.colorBits : mode.alphaBits);
        }
    }
    uint32_t pBits[6]{};
    const int extra = mode.endpointPBits + mode.sharedPBits;
    for (size_t e = 0; e < endpoints; ++e) {
        pBits[e] = mode.endpointPBits               ? bits.take(1)
                   : mode.sharedPBits && e % 2 == 0 ? bits.take(1)
                   : mode.sharedPBits               ? pBits[e - 1]
                                                    : 0;
    }
    int value[6][4];
    for (size_t e = 0; e < endpoints; ++e) {
        for (size_t c = 0; c < 4; ++c) {
            const int stored = c < 3 ? mode.colorBits : mode.alphaBits;
            const uint32_t v = extra ? raw[e][c] << 1 | pBits[e] : raw[e][c];
            value[e][c] = stored == 0 ? 255 : expandToByte(v, stored + extra);
        }
    }
    std::array<uint32_t, 16> first{};
    std::array<uint32_t, 16> second{};
    for (size_t i = 0; i < 16; ++i) {
        first[i] = bits.take(mode.indexBits - isAnchor(mode.subsets, partition, i));
    }
    for (size_t i = 0; i < 16 && mode.secondIndexBits; ++i) {
        second[i] = bits.take(mode.secondIndexBits - (i == 0));
    }
    for (size_t i = 0; i < 16; ++i) {
        const size_t e = 2 * subsetOf(mode.subsets, partition, i);
        int colorWeight = weightOf(mode.indexBits, first[i]);
        int alphaWeight = colorWeight;
        if (mode.secondIndexBits) {
            alphaWeight = weightOf(mode.secondIndexBits, second[i]);
            if (selection) {
                std::swap(colorWeight, alphaWeight);
            }
        }
        for (size_t c = 0; c < 4; ++c) {
            out[i][c] = static_cast<uint8_t>(
                mixed(value[e][c], value[e + 1][c], c < 3 ? colorWeight : alphaWeight));
        }
        if (rotation) {
            std::swap(out[i][3], out[i][rotation - 1]);
        }
    }
}

void decodeBc6h(const uint8_t* block, bool isSigned, std::array<std::array<uint16_t, 4>, 16>& out) {
    constexpr uint16_t kOne = 0x3C00;
    const Bc6hMode* mode = bc6hMode(block[0] & 31);
    if (!mode) {
        out.fill({0, 0, 0, kOne});
        return;
    }
    BitReader bits(block);
    bits.take(mode->modeBits);
    int value[4][3]{}; // w, x, y, z
    for (int i = 0; i < mode->bitCount; ++i) {
        const uint8_t at = mode->bits[i];
        value[at >> 4 & 3][at >> 6] |= static_cast<int>(bits.take(1)) << (at & 15);
    }
    const uint32_t partition = mode->subsets == 2 ? bits.take(5) : 0;
    for (size_t c = 0; c < 3; ++c) {
        if (isSigned) {
            value[0][c] = signExtend(value[0][c], mode->endpointBits);
        }
        for (int e = 1; e < 2 * mode->subsets; ++e) {
            int& v = value[e][c];
            if (isSigned || mode->transformed) {
                v = signExtend(v, mode->deltaBits[c]);
            }
            if (mode->transformed) {
                v = (v + value[0][c]) & ((1 << mode->endpointBits) - 1);
                if (isSigned) {
                    v = signExtend(v, mode->endpointBits);
                }
            }
        }
        for (int e = 0; e < 2 * mode->subsets; ++e) {
            value[e][c] = unquantize(value[e][c], mode->endpointBits, isSigned);
        }
    }
    const int indexBits = mode->subsets == 2 ? 3 : 4;
    for (size_t i = 0; i < 16; ++i) {
        const int weight =
            weightOf(indexBits, bits.take(indexBits - isAnchor(mode->subsets, partition, i)));
        const size_t e = 2 * subsetOf(mode->subsets, partition, i);
        for (size_t c = 0; c < 3; ++c) {
            out[i][c] = toHalfBits(mixed(value[e][c], value[e + 1][c], weight), isSigned);
        }
        out[i][3] = kOne;
    }
}

} // namespace format
