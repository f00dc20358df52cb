// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/block_decoders.h"
#include "format/format.h"
#include "format/texel.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace format {

namespace {

using Rgba = Rgba8;
using Block = Rgba8Block;

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

/// Eight numbers between the two of a BC4 block, or six and the ends of the range.
template <class T>
void decodeBc4Numbers(const uint8_t* b, int low, ChannelBlock<T> out) {
    const int c0 = std::max<int>(static_cast<T>(b[0]), low);
    const int c1 = std::max<int>(static_cast<T>(b[1]), low);
    std::array<int, 8> palette{c0, c1};
    const int steps = c0 > c1 ? 7 : 5;
    for (int i = 1; i < steps; ++i) {
        const int sum = c0 * (steps - i) + c1 * i;
        const int half = steps / 2;
        palette[static_cast<size_t>(i + 1)] = (sum < 0 ? sum - half : sum + half) / steps;
    }
    if (c0 <= c1) {
        palette[6] = low;
        palette[7] = std::numeric_limits<T>::max();
    }
    uint64_t indices = 0;
    std::memcpy(&indices, b + 2, 6);
    for (size_t i = 0; i < 16; ++i) {
        out[i] = static_cast<T>(palette[(indices >> (i * 3)) & 7]);
    }
}

/// Texels of decodedLayout(), row by row.
union Decoded {
    Block rgba;
    std::array<uint8_t, 32> bytes;
    std::array<int8_t, 32> signedBytes;
    std::array<uint16_t, 32> shorts;
    std::array<int16_t, 32> signedShorts;
    std::array<std::array<uint16_t, 4>, 16> halves;
};

void decodeBlock(Id id, const uint8_t* block, Decoded& out) {
    switch (id) {
    case Id::Bc1Rgb:
    case Id::Bc1RgbSrgb:
        return decodeBc1(block, Bc1Mode::Opaque, out.rgba);
    case Id::Bc1Rgba:
    case Id::Bc1RgbaSrgb:
        return decodeBc1(block, Bc1Mode::PunchThrough, out.rgba);
    case Id::Bc2:
    case Id::Bc2Srgb:
        decodeBc1(block + 8, Bc1Mode::AlwaysFour, out.rgba);
        return decodeBc2Alpha(block, out.rgba);
    case Id::Bc3:
    case Id::Bc3Srgb:
        decodeBc1(block + 8, Bc1Mode::AlwaysFour, out.rgba);
        return decodeBc3Alpha(block, out.rgba);
    case Id::Bc4Unorm:
        return decodeBc4(block, {out.bytes.data(), 1});
    case Id::Bc4Snorm:
        return decodeBc4Signed(block, {out.signedBytes.data(), 1});
    case Id::Bc5Unorm:
        decodeBc4(block, {out.bytes.data(), 2});
        return decodeBc4(block + 8, {out.bytes.data() + 1, 2});
    case Id::Bc5Snorm:
        decodeBc4Signed(block, {out.signedBytes.data(), 2});
        return decodeBc4Signed(block + 8, {out.signedBytes.data() + 1, 2});
    case Id::Bc6hUfloat:
        return decodeBc6h(block, false, out.halves);
    case Id::Bc6hSfloat:
        return decodeBc6h(block, true, out.halves);
    case Id::Bc7Unorm:
    case Id::Bc7Srgb:
        return decodeBc7(block, out.rgba);
    case Id::Etc2Rgb8:
    case Id::Etc2Rgb8Srgb:
        return decodeEtc2(block, false, out.rgba);
    case Id::Etc2Rgb8A1:
    case Id::Etc2Rgb8A1Srgb:
        return decodeEtc2(block, true, out.rgba);
    case Id::Etc2Rgba8:
    case Id::Etc2Rgba8Srgb:
        decodeEtc2(block + 8, false, out.rgba);
        return decodeEacAlpha(block, out.rgba);
    case Id::EacR11Unorm:
        return decodeEac11(block, {out.shorts.data(), 1});
    case Id::EacR11Snorm:
        return decodeEac11Signed(block, {out.signedShorts.data(), 1});
    case Id::EacRg11Unorm:
        decodeEac11(block, {out.shorts.data(), 2});
        return decodeEac11(block + 8, {out.shorts.data() + 1, 2});
    case Id::EacRg11Snorm:
        decodeEac11Signed(block, {out.signedShorts.data(), 2});
        return decodeEac11Signed(block + 8, {out.signedShorts.data() + 1, 2});
    default:
        assert(!"not a format of blocks");
    }
}

} // namespace

void decodeBc1(const uint8_t* b, Bc1Mode mode, Rgba8Block& out) {
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

void decodeBc2Alpha(const uint8_t* b, Rgba8Block& out) {
    for (size_t i = 0; i < 16; ++i) {
        out[i][3] = static_cast<uint8_t>(((b[i / 2] >> (i % 2 * 4)) & 15) * 17);
    }
}

void decodeBc4(const uint8_t* block, ChannelBlock<uint8_t> out) {
    decodeBc4Numbers<uint8_t>(block, 0, out);
}

void decodeBc4Signed(const uint8_t* block, ChannelBlock<int8_t> out) {
    decodeBc4Numbers<int8_t>(block, -127, out);
}

Id decodedLayout(Id blocks) {
    switch (blocks) {
    case Id::Bc4Unorm:
        return Id::R8Unorm;
    case Id::Bc4Snorm:
        return Id::R8Snorm;
    case Id::Bc5Unorm:
        return Id::R8G8Unorm;
    case Id::Bc5Snorm:
        return Id::R8G8Snorm;
    case Id::Bc6hUfloat:
    case Id::Bc6hSfloat:
        return Id::R16G16B16A16Sfloat;
    case Id::EacR11Unorm:
        return Id::R16Unorm;
    case Id::EacR11Snorm:
        return Id::R16Snorm;
    case Id::EacRg11Unorm:
        return Id::R16G16Unorm;
    case Id::EacRg11Snorm:
        return Id::R16G16Snorm;
    default:
        assert(layout(blocks).compressed());
        return layout(blocks).numeric == Numeric::Srgb ? Id::R8G8B8A8Srgb : Id::R8G8B8A8Unorm;
    }
}

void decodeBlocks(Id blocks,
                  const Extent& extent,
                  const void* src,
                  void* dst,
                  size_t dstRowPitch_B,
                  size_t dstSlicePitch_B) {
    const auto* block = static_cast<const uint8_t*>(src);
    const size_t block_B = layout(blocks).block_B;
    const size_t texel_B = layout(decodedLayout(blocks)).block_B;
    Decoded texels{};
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        auto* slice = static_cast<uint8_t*>(dst) + static_cast<size_t>(z) * dstSlicePitch_B;
        for (int32_t y = 0; y < extent.height_px; y += 4) {
            const int32_t rows = std::min(4, extent.height_px - y);
            for (int32_t x = 0; x < extent.width_px; x += 4, block += block_B) {
                const auto columns = static_cast<size_t>(std::min(4, extent.width_px - x));
                decodeBlock(blocks, block, texels);
                for (int32_t r = 0; r < rows; ++r) {
                    std::memcpy(slice + static_cast<size_t>(y + r) * dstRowPitch_B +
                                    static_cast<size_t>(x) * texel_B,
                                reinterpret_cast<const uint8_t*>(&texels) +
                                    static_cast<size_t>(r) * 4 * texel_B,
                                columns * texel_B);
                }
            }
        }
    }
}

void decodeBlocksTo(Id blocks, const Extent& extent, const void* src, Id storage, void* dst) {
    const Id decoded = decodedLayout(blocks);
    const auto width_px = static_cast<size_t>(extent.width_px);
    const auto rows = static_cast<size_t>(extent.height_px) * static_cast<size_t>(extent.depth_px);
    const size_t pitch_B = width_px * layout(decoded).block_B;
    const size_t slice_B = pitch_B * static_cast<size_t>(extent.height_px);
    if (storage == decoded) {
        decodeBlocks(blocks, extent, src, dst, pitch_B, slice_B);
        return;
    }
    std::vector<uint8_t> texels(pitch_B * rows);
    decodeBlocks(blocks, extent, src, texels.data(), pitch_B, slice_B);
    Conversion::Plan plan;
    plan.src = storageTexel(decoded);
    plan.dst = storageTexel(storage);
    for (uint8_t i = 0; i < plan.dst.count; ++i) {
        const auto end = plan.src.component.begin() + plan.src.count;
        const auto at = std::find(plan.src.component.begin(), end, plan.dst.component[i]);
        plan.from[i] = at != end ? static_cast<uint8_t>(at - plan.src.component.begin())
                       : plan.dst.component[i] == Component::A ? kFromOne
                                                               : kFromZero;
    }
    Conversion(plan).row(texels.data(), dst, width_px * rows);
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
