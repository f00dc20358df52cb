// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/image.h"

#include "format/vk_formats.h"

#include <algorithm>

namespace cpu::icd {
namespace {

constexpr uint64_t kRowAlign_B = 16;
constexpr uint64_t kLevelAlign_B = 64;

uint64_t alignUp(uint64_t value, uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

uint32_t halved(uint32_t size, uint32_t level) {
    return std::max(1u, size >> level);
}

uint64_t blocks(uint32_t size_px, uint32_t block_px) {
    return (uint64_t(size_px) + block_px - 1) / block_px;
}

} // namespace

std::optional<ImageLayout> layOut(const ImageShape& shape) {
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
            rows = blocks(uint32_t(down), kTileHeight_blocks);
        } else {
            // A multiple of the block as well, for formats of three channels.
            rowPitch_B = across * format.block_B;
            const uint64_t aligned_B = alignUp(rowPitch_B, kRowAlign_B);
            rowPitch_B = aligned_B % format.block_B ? rowPitch_B : aligned_B;
            rows = down;
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

Tiling preferredTiling(const format::VkFormatLayout&, VkImageType, uint32_t) {
    return Tiling::Linear;
}

} // namespace cpu::icd
