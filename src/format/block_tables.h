// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The tables of BC6H, BC7, ETC2 and EAC (Khronos Data Format Specification, chapters "BPTC" and
/// "ETC2"), for decoders on the host and in kernels. Without library headers.
namespace format {

// ---- BC6H and BC7 -------------------------------------------------------------------------------

/// Subsets of partitions in two: bit i of a row is that of texel i, row by row.
inline constexpr uint16_t kPartitions2[64] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80,
    0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310,
    0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa,
    0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc,
    0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6,
    0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};
/// Of partitions in three: bits 2i and 2i + 1.
inline constexpr uint32_t kPartitions3[64] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};
/// The texel whose index lacks its highest bit: of the second subset of two, of the second and the
/// third of three. That of the first subset is always texel 0.
inline constexpr uint8_t kAnchors2[64] = {
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2,  8, 2,  2, 8,
    8,  15, 2,  8,  2,  2,  8,  8,  2,  2,  15, 15, 6,  8,  2,  8,  15, 15, 2, 8,  2, 2,
    2,  15, 15, 6,  6,  2,  6,  8,  15, 15, 2,  2,  15, 15, 15, 15, 15, 2,  2, 15,
};
inline constexpr uint8_t kAnchors3Second[64] = {
    3,  3,  15, 15, 8, 3,  15, 15, 8,  8,  6, 6,  6, 5,  3, 3,  3,  3,  8,  15, 3,  3,
    6,  10, 5,  8,  8, 6,  8,  5,  15, 15, 8, 15, 3, 5,  6, 10, 8,  15, 15, 3,  15, 5,
    15, 15, 15, 15, 3, 15, 5,  5,  5,  8,  5, 10, 5, 10, 8, 13, 15, 12, 3,  3,
};
inline constexpr uint8_t kAnchors3Third[64] = {
    15, 8, 8, 3,  15, 15, 3,  8,  15, 15, 15, 15, 15, 15, 15, 8,  15, 8,  15, 3,  15, 8,
    15, 8, 3, 15, 6,  10, 15, 15, 10, 8,  15, 3,  15, 10, 10, 8,  9,  10, 6,  15, 8,  15,
    3,  6, 6, 8,  15, 3,  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  15, 15, 8,
};
/// Interpolation weights, out of 64, for indices of 2, 3 and 4 bits.
inline constexpr uint8_t kWeights2[4] = {0, 21, 43, 64};
inline constexpr uint8_t kWeights3[8] = {0, 9, 18, 27, 37, 46, 55, 64};
inline constexpr uint8_t kWeights4[16] = {
    0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

/// Fields of a BC7 mode in the order in which they follow the mode's bits.
struct Bc7Mode {
    uint8_t subsets;
    uint8_t partitionBits;
    uint8_t rotationBits;
    uint8_t indexSelectionBits;
    uint8_t colorBits;
    uint8_t alphaBits;
    uint8_t endpointPBits; ///< One for each endpoint.
    uint8_t sharedPBits;   ///< One for each subset.
    uint8_t indexBits;
    uint8_t secondIndexBits;
};
inline constexpr Bc7Mode kBc7Modes[8] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
    {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
    {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
    {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
    {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
    {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

/// Where the bits of a BC6H mode's endpoints are.
struct Bc6hMode {
    uint8_t subsets;
    bool transformed;     ///< Endpoints but the first are differences to it.
    uint8_t endpointBits; ///< Of the first endpoint, and of all once they are undone.
    uint8_t deltaBits[3]; ///< Of the red, green and blue of the others.
    uint8_t modeBits;
    uint8_t bitCount; ///< Of endpoints.
    /// For each bit after the mode's, what it is: channel × 64 + endpoint × 16 + bit.
    uint8_t bits[75];
};

namespace bc6h {

/// As the specification writes it: r, g, b of the endpoints w, x (first subset), y, z (second), and
/// the bits from the first that is stored to the last.
struct Notation {
    uint8_t subsets;
    bool transformed;
    uint8_t endpointBits;
    uint8_t deltaBits[3];
    uint8_t modeBits;
    const char* fields;
};
inline constexpr Notation kNotation[14] = {
    {2,
     true,
     10,
     {5, 5, 5},
     2,
     "gy4 by4 bz4 rw0:9 gw0:9 bw0:9 rx0:4 gz4 gy0:3 gx0:4 bz0 gz0:3 bx0:4 bz1 by0:3 ry0:4 bz2 "
     "rz0:4 bz3 "},
    {2,
     true,
     7,
     {6, 6, 6},
     2,
     "gy5 gz4 gz5 rw0:6 bz0 bz1 by4 gw0:6 by5 bz2 gy4 bw0:6 bz3 bz5 bz4 rx0:5 gy0:3 gx0:5 gz0:3 "
     "bx0:5 by0:3 ry0:5 rz0:5 "},
    {2,
     true,
     11,
     {5, 4, 4},
     5,
     "rw0:9 gw0:9 bw0:9 rx0:4 rw10 gy0:3 gx0:3 gw10 bz0 gz0:3 bx0:3 bw10 bz1 by0:3 ry0:4 bz2 "
     "rz0:4 bz3 "},
    {2,
     true,
     11,
     {4, 5, 4},
     5,
     "rw0:9 gw0:9 bw0:9 rx0:3 rw10 gz4 gy0:3 gx0:4 gw10 gz0:3 bx0:3 bw10 bz1 by0:3 ry0:3 bz0 bz2 "
     "rz0:3 gy4 bz3 "},
    {2,
     true,
     11,
     {4, 4, 5},
     5,
     "rw0:9 gw0:9 bw0:9 rx0:3 rw10 by4 gy0:3 gx0:3 gw10 bz0 gz0:3 bx0:4 bw10 by0:3 ry0:3 bz1 bz2 "
     "rz0:3 bz4 bz3 "},
    {2,
     true,
     9,
     {5, 5, 5},
     5,
     "rw0:8 by4 gw0:8 gy4 bw0:8 bz4 rx0:4 gz4 gy0:3 gx0:4 bz0 gz0:3 bx0:4 bz1 by0:3 ry0:4 bz2 "
     "rz0:4 bz3 "},
    {2,
     true,
     8,
     {6, 5, 5},
     5,
     "rw0:7 gz4 by4 gw0:7 bz2 gy4 bw0:7 bz3 bz4 rx0:5 gy0:3 gx0:4 bz0 gz0:3 bx0:4 bz1 by0:3 "
     "ry0:5 rz0:5 "},
    {2,
     true,
     8,
     {5, 6, 5},
     5,
     "rw0:7 bz0 by4 gw0:7 gy5 gy4 bw0:7 gz5 bz4 rx0:4 gz4 gy0:3 gx0:5 gz0:3 bx0:4 bz1 by0:3 "
     "ry0:4 bz2 rz0:4 bz3 "},
    {2,
     true,
     8,
     {5, 5, 6},
     5,
     "rw0:7 bz1 by4 gw0:7 by5 gy4 bw0:7 bz5 bz4 rx0:4 gz4 gy0:3 gx0:4 bz0 gz0:3 bx0:5 by0:3 "
     "ry0:4 bz2 rz0:4 bz3 "},
    {2,
     false,
     6,
     {6, 6, 6},
     5,
     "rw0:5 gz4 bz0 bz1 by4 gw0:5 gy5 by5 bz2 gy4 bw0:5 gz5 bz3 bz5 bz4 rx0:5 gy0:3 gx0:5 gz0:3 "
     "bx0:5 by0:3 ry0:5 rz0:5 "},
    {1, false, 10, {10, 10, 10}, 5, "rw0:9 gw0:9 bw0:9 rx0:9 gx0:9 bx0:9 "},
    {1, true, 11, {9, 9, 9}, 5, "rw0:9 gw0:9 bw0:9 rx0:8 rw10 gx0:8 gw10 bx0:8 bw10 "},
    {1, true, 12, {8, 8, 8}, 5, "rw0:9 gw0:9 bw0:9 rx0:7 rw11:10 gx0:7 gw11:10 bx0:7 bw11:10 "},
    {1, true, 16, {4, 4, 4}, 5, "rw0:9 gw0:9 bw0:9 rx0:3 rw15:10 gx0:3 gw15:10 bx0:3 bw15:10 "},
};

constexpr Bc6hMode parse(const Notation& notation) {
    Bc6hMode mode{notation.subsets,
                  notation.transformed,
                  notation.endpointBits,
                  {notation.deltaBits[0], notation.deltaBits[1], notation.deltaBits[2]},
                  notation.modeBits,
                  0,
                  {}};
    for (const char* at = notation.fields; *at;) {
        const int channel = *at == 'r' ? 0 : *at == 'g' ? 1 : 2;
        const int endpoint = at[1] - 'w';
        at += 2;
        int ends[2] = {0, -1};
        for (int end = 0;; ++end) {
            for (ends[end] = 0; *at >= '0' && *at <= '9'; ++at) {
                ends[end] = ends[end] * 10 + (*at - '0');
            }
            if (*at++ != ':') {
                break;
            }
        }
        const int last = ends[1] < 0 ? ends[0] : ends[1];
        const int step = last < ends[0] ? -1 : 1;
        for (int bit = ends[0]; bit != last + step; bit += step) {
            mode.bits[mode.bitCount++] = uint8_t(channel << 6 | endpoint << 4 | bit);
        }
    }
    return mode;
}

struct Modes {
    Bc6hMode modes[14];
};
constexpr Modes makeModes() {
    Modes result{};
    for (int i = 0; i < 14; ++i) {
        result.modes[i] = parse(kNotation[i]);
    }
    return result;
}
inline constexpr Modes kModes = makeModes();

} // namespace bc6h

/// The mode of a block by its lowest five bits, or null for the reserved ones, which are black.
constexpr const Bc6hMode* bc6hMode(uint32_t lowBits) {
    if ((lowBits & 2) == 0) {
        return &bc6h::kModes.modes[lowBits & 1];
    }
    const uint32_t index = (lowBits >> 2 & 7) + ((lowBits & 1) ? 10 : 2);
    return index < 14 ? &bc6h::kModes.modes[index] : nullptr;
}

// ---- ETC2 and EAC -------------------------------------------------------------------------------

/// What is added to a base colour, by the code word of a subblock and a texel's index.
inline constexpr int16_t kEtcModifiers[8][4] = {
    {2, 8, -2, -8},
    {5, 17, -5, -17},
    {9, 29, -9, -29},
    {13, 42, -13, -42},
    {18, 60, -18, -60},
    {24, 80, -24, -80},
    {33, 106, -33, -106},
    {47, 183, -47, -183},
};
/// Of T and H blocks.
inline constexpr uint8_t kEtcDistances[8] = {3, 6, 11, 16, 23, 32, 41, 64};
inline constexpr int8_t kEacModifiers[16][8] = {
    {-3, -6, -9, -15, 2, 5, 8, 14},
    {-3, -7, -10, -13, 2, 6, 9, 12},
    {-2, -5, -8, -13, 1, 4, 7, 12},
    {-2, -4, -6, -13, 1, 3, 5, 12},
    {-3, -6, -8, -12, 2, 5, 7, 11},
    {-3, -7, -9, -11, 2, 6, 8, 10},
    {-4, -7, -8, -11, 3, 6, 7, 10},
    {-3, -5, -8, -11, 2, 4, 7, 10},
    {-2, -6, -8, -10, 1, 5, 7, 9},
    {-2, -5, -8, -10, 1, 4, 7, 9},
    {-2, -4, -8, -10, 1, 3, 7, 9},
    {-2, -5, -7, -10, 1, 4, 6, 9},
    {-3, -4, -7, -10, 2, 3, 6, 9},
    {-1, -2, -3, -10, 0, 1, 2, 9},
    {-4, -6, -8, -9, 3, 5, 7, 8},
    {-3, -5, -7, -9, 2, 4, 6, 8},
};

} // namespace format
