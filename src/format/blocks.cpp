// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace format {

namespace {

using Rgba = std::array<uint8_t, 4>;
/// The texels of a block, row by row.
using Block = std::array<Rgba, 16>;

// ---- ETC1 (OES_compressed_ETC1_RGB8_texture)
// ------------------------------------------------------

/// Table 3.17.2: the small and the large modifier of each code word.
constexpr int kEtcModifiers[8][2] = {
    {2, 8},
    {5, 17},
    {9, 29},
    {13, 42},
    {18, 60},
    {24, 80},
    {33, 106},
    {47, 183},
};

void decodeEtc1Block(const uint8_t* b, Block& out) {
    const bool differential = (b[3] & 2) != 0;
    const bool flip = (b[3] & 1) != 0; // The subblocks lie one above the other.
    const int codeWord[2] = {b[3] >> 5, (b[3] >> 2) & 7};
    int base[2][3];
    for (int c = 0; c < 3; ++c) {
        if (differential) {
            const int first = b[c] >> 3;
            const int delta = (b[c] & 7) - ((b[c] & 4) != 0 ? 8 : 0);
            const int second = (first + delta) & 31; // Overflow is ETC2's; ETC1 has none.
            base[0][c] = first << 3 | first >> 2;
            base[1][c] = second << 3 | second >> 2;
        } else {
            base[0][c] = (b[c] >> 4) * 17;
            base[1][c] = (b[c] & 15) * 17;
        }
    }
    const int high = b[4] << 8 | b[5];
    const int low = b[6] << 8 | b[7];
    for (int x = 0; x < 4; ++x) {
        for (int y = 0; y < 4; ++y) {
            const int bit = x * 4 + y; // Columns first.
            const int half = (flip ? y : x) / 2;
            const int size = kEtcModifiers[codeWord[half]][(low >> bit) & 1];
            const int modifier = ((high >> bit) & 1) != 0 ? -size : size;
            Rgba& texel = out[static_cast<size_t>(y * 4 + x)];
            for (size_t c = 0; c < 3; ++c) {
                texel[c] = static_cast<uint8_t>(std::clamp(base[half][c] + modifier, 0, 255));
            }
            texel[3] = 255;
        }
    }
}

// ---- S3TC (EXT_texture_compression_s3tc)
// ----------------------------------------------------------

Rgba expand565(uint32_t c) {
    const uint32_t r = c >> 11;
    const uint32_t g = (c >> 5) & 63;
    const uint32_t b = c & 31;
    return {static_cast<uint8_t>(r << 3 | r >> 2),
            static_cast<uint8_t>(g << 2 | g >> 4),
            static_cast<uint8_t>(b << 3 | b >> 2),
            255};
}

/// (a·wa + b·wb) / (wa + wb), to the nearest.
uint8_t mix(int a, int wa, int b, int wb) {
    return static_cast<uint8_t>((a * wa + b * wb + (wa + wb) / 2) / (wa + wb));
}

enum class Bc1Mode { Opaque, PunchThrough, AlwaysFour };

void decodeBc1Colors(const uint8_t* b, Bc1Mode mode, Block& out) {
    const uint32_t c0 = b[0] | b[1] << 8;
    const uint32_t c1 = b[2] | b[3] << 8;
    Rgba palette[4] = {expand565(c0), expand565(c1), {}, {}};
    const bool four = mode == Bc1Mode::AlwaysFour || c0 > c1;
    for (size_t c = 0; c < 3; ++c) {
        const int p0 = palette[0][c];
        const int p1 = palette[1][c];
        palette[2][c] = four ? mix(p0, 2, p1, 1) : mix(p0, 1, p1, 1);
        palette[3][c] = four ? mix(p0, 1, p1, 2) : 0;
    }
    palette[2][3] = 255;
    palette[3][3] = !four && mode == Bc1Mode::PunchThrough ? 0 : 255;
    for (size_t i = 0; i < 16; ++i) {
        out[i] = palette[(b[4 + i / 4] >> (i % 4 * 2)) & 3];
    }
}

void decodeBc2Alpha(const uint8_t* b, Block& out) {
    for (size_t i = 0; i < 16; ++i) {
        out[i][3] = static_cast<uint8_t>(((b[i / 2] >> (i % 2 * 4)) & 15) * 17);
    }
}

void decodeBc3Alpha(const uint8_t* b, Block& out) {
    const int a0 = b[0];
    const int a1 = b[1];
    std::array<uint8_t, 8> palette{b[0], b[1]};
    const int steps = a0 > a1 ? 7 : 5;
    for (int i = 1; i < steps; ++i) {
        palette[static_cast<size_t>(i + 1)] = mix(a0, steps - i, a1, i);
    }
    if (a0 <= a1) {
        palette[6] = 0;
        palette[7] = 255;
    }
    uint64_t indices = 0;
    std::memcpy(&indices, b + 2, 6);
    for (size_t i = 0; i < 16; ++i) {
        out[i][3] = palette[(indices >> (i * 3)) & 7];
    }
}

void decodeBlock(Id id, const uint8_t* block, Block& out) {
    switch (id) {
    case Id::Etc2Rgb8:
        return decodeEtc1Block(block, out);
    case Id::Bc1Rgb:
    case Id::Bc1RgbSrgb:
        return decodeBc1Colors(block, Bc1Mode::Opaque, out);
    case Id::Bc1Rgba:
    case Id::Bc1RgbaSrgb:
        return decodeBc1Colors(block, Bc1Mode::PunchThrough, out);
    case Id::Bc2:
    case Id::Bc2Srgb:
        decodeBc1Colors(block + 8, Bc1Mode::AlwaysFour, out);
        return decodeBc2Alpha(block, out);
    case Id::Bc3:
    case Id::Bc3Srgb:
        decodeBc1Colors(block + 8, Bc1Mode::AlwaysFour, out);
        return decodeBc3Alpha(block, out);
    default:
        assert(!"not a format of blocks");
    }
}

} // namespace

void decodeBlocks(Id blocks,
                  const Extent& extent,
                  const void* src,
                  void* dst,
                  size_t dstRowPitch_B,
                  size_t dstSlicePitch_B) {
    const auto* block = static_cast<const uint8_t*>(src);
    const size_t block_B = layout(blocks).block_B;
    Block texels{};
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        auto* slice = static_cast<uint8_t*>(dst) + static_cast<size_t>(z) * dstSlicePitch_B;
        for (int32_t y = 0; y < extent.height_px; y += 4) {
            const int32_t rows = std::min(4, extent.height_px - y);
            for (int32_t x = 0; x < extent.width_px; x += 4, block += block_B) {
                const auto columns = static_cast<size_t>(std::min(4, extent.width_px - x));
                decodeBlock(blocks, block, texels);
                for (int32_t r = 0; r < rows; ++r) {
                    std::memcpy(slice + static_cast<size_t>(y + r) * dstRowPitch_B +
                                    static_cast<size_t>(x) * 4,
                                &texels[static_cast<size_t>(r * 4)],
                                columns * 4);
                }
            }
        }
    }
}

void decodeEtc1(const Extent& extent,
                const void* src,
                void* dst,
                size_t dstRowPitch_B,
                size_t dstSlicePitch_B) {
    decodeBlocks(Id::Etc2Rgb8, extent, src, dst, dstRowPitch_B, dstSlicePitch_B);
}

void decodeS3tc(Id blocks,
                const Extent& extent,
                const void* src,
                void* dst,
                size_t dstRowPitch_B,
                size_t dstSlicePitch_B) {
    assert(blocks >= Id::Bc1Rgb && blocks <= Id::Bc3Srgb);
    decodeBlocks(blocks, extent, src, dst, dstRowPitch_B, dstSlicePitch_B);
}

} // namespace format
