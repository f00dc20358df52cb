// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/image.h"

#include "cpu/icd/device/memory.h"
#include "format/vk_formats.h"

#include <algorithm>

namespace cpu::icd {
namespace {

constexpr uint64_t kRowAlign_B = 16;
constexpr uint64_t kLevelAlign_B = 64;
constexpr uint64_t kLine_B = 64; ///< Of caches.
/// Addresses that are multiples of this apart share a set of a core's first cache. What is drawn in
/// squares of 64 x 64 pixels would have all of its rows of tiles in the same few sets.
constexpr uint64_t kAlias_B = 4096;

uint64_t alignUp(uint64_t value, uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

uint32_t halved(uint32_t size, uint32_t level) {
    return std::max(1u, size >> level);
}

uint64_t blocks(uint32_t size_px, uint32_t block_px) {
    return (uint64_t(size_px) + block_px - 1) / block_px;
}

/// Between rows of blocks. Where even numbers of cache lines lie between rows, few sets of a cache
/// hold a whole column, the fewer the more often two divides the number; so `spread` long rows over
/// odd numbers of lines. It is a multiple of the block in any case, for formats of three channels.
uint64_t linearPitch_B(uint64_t row_B, uint32_t block_B, bool spread) {
    const uint64_t unit_B = kLine_B % block_B ? 3 * kLine_B : kLine_B;
    if (spread && row_B >= 16 * unit_B && unit_B % block_B == 0) {
        return ((row_B + unit_B - 1) / unit_B | 1) * unit_B;
    }
    const uint64_t aligned_B = alignUp(row_B, kRowAlign_B);
    return aligned_B % block_B ? row_B : aligned_B;
}

std::optional<ImageLayout> layOut(const ImageShape& shape, bool spread) {
    const format::VkFormatLayout& format = format::vkFormatLayout(shape.format);
    ImageLayout layout{};
    uint64_t end_B = 0;
    for (uint32_t i = 0; i < shape.levels; ++i) {
        const uint32_t width = halved(shape.extent.width, i);
        const uint32_t height = halved(shape.extent.height, i);
        const uint32_t depth = halved(shape.extent.depth, i);
        const uint64_t across = blocks(width, format.blockWidth_px);
        const uint64_t down = blocks(height, format.blockHeight_px);
        uint64_t rowPitch_B = 0;
        uint64_t rows = 0;
        if (shape.tiling == Tiling::Tiled) {
            constexpr uint64_t kTile_blocks = kTileWidth_blocks * kTileHeight_blocks;
            rowPitch_B =
                blocks(uint32_t(across), kTileWidth_blocks) * kTile_blocks * format.block_B;
            if (spread && shape.attachment && rowPitch_B % kAlias_B == 0) {
                rowPitch_B += kAlias_B / 4;
            }
            rows = blocks(uint32_t(down), kTileHeight_blocks);
        } else {
            const uint64_t unit = shape.attachment ? 4 : 1;
            rowPitch_B =
                linearPitch_B(alignUp(across, unit) * format.block_B, format.block_B, spread);
            rows = alignUp(down, unit);
        }
        const uint64_t slicePitch_B = alignUp(rowPitch_B * rows, kRowAlign_B);
        const uint64_t slices = uint64_t(depth) * shape.samples;
        end_B = alignUp(end_B, kLevelAlign_B);
        const uint64_t offset_B = end_B;
        end_B += slicePitch_B * slices;
        if (end_B > kMaxImage_B) {
            return {};
        }
        layout.levels[i] = {uint32_t(offset_B),
                            uint32_t(rowPitch_B),
                            uint32_t(slicePitch_B),
                            int32_t(width),
                            int32_t(height),
                            int32_t(depth)};
    }
    const uint64_t layerPitch_B = alignUp(end_B, kLevelAlign_B);
    if (layerPitch_B * shape.layers > kMaxImage_B) {
        return {};
    }
    layout.layerPitch_B = uint32_t(layerPitch_B);
    layout.size_B = layerPitch_B * shape.layers;
    return layout;
}

} // namespace

std::optional<ImageLayout> layOut(const ImageShape& shape) {
    // The largest images do without.
    const auto layout = layOut(shape, true);
    return layout ? layout : layOut(shape, false);
}

std::optional<ImageLayout> layOutAs(const ImageShape& shape, const VkSubresourceLayout& rows) {
    const uint64_t block_B = format::vkFormatLayout(shape.format).block_B;
    const uint64_t row_B = shape.extent.width * block_B;
    if (rows.rowPitch < row_B || rows.rowPitch > kMaxForeignPitch_B || rows.rowPitch % block_B ||
        rows.offset % block_B || rows.offset > kMaxImage_B) {
        return {};
    }
    // The last row ends with its texels.
    const uint64_t slice_B = rows.rowPitch * (shape.extent.height - 1) + row_B;
    if (rows.offset + slice_B > kMaxImage_B) {
        return {};
    }
    ImageLayout layout{};
    layout.levels[0] = {uint32_t(rows.offset),
                        uint32_t(rows.rowPitch),
                        uint32_t(slice_B),
                        int32_t(shape.extent.width),
                        int32_t(shape.extent.height),
                        1};
    layout.layerPitch_B = uint32_t(rows.offset + slice_B);
    layout.size_B = rows.offset + slice_B;
    return layout;
}

namespace {

/// Square images from this size on that are stored to and loaded from, but not sampled, have been
/// measured to gain from tiles: columns and diagonals more than rows and copies lose. Nothing else.
struct TiledStorage {
    uint32_t block_B;
    uint32_t extent_px;
};
constexpr TiledStorage kTiledStorage[] = {{2, 4096}, {4, 4096}};

} // namespace

Tiling preferredTiling(const ImageShape& shape, VkImageUsageFlags usage) {
    // Depth that is only tested gains from tiles. Colors gain where whole blocks of pixels are
    // drawn, but lose more where blocks are partly covered, sampled or presented.
    constexpr VkImageUsageFlags kRead = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    if ((usage & (VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | kRead)) ==
            VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT &&
        shape.type == VK_IMAGE_TYPE_2D) {
        return Tiling::Tiled;
    }
    const bool stored = (usage & (VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT)) ==
                        VK_IMAGE_USAGE_STORAGE_BIT;
    if (!stored || shape.type != VK_IMAGE_TYPE_2D) {
        return Tiling::Linear;
    }
    const uint32_t block_B = format::vkFormatLayout(shape.format).block_B;
    for (const TiledStorage& tiled : kTiledStorage) {
        if (tiled.block_B == block_B && shape.extent.width >= tiled.extent_px &&
            shape.extent.height >= tiled.extent_px) {
            return Tiling::Tiled;
        }
    }
    return Tiling::Linear;
}

} // namespace cpu::icd
