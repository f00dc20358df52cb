// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/resources/image_surface.h"

#include "cpu/icd/resources/image.h"

#include <algorithm>

namespace cpu::icd {

TexelPart partOf(const format::VkFormatLayout& format, VkImageAspectFlags aspects) {
    const bool shared = format.depth && format.stencil;
    const bool one = aspects == VK_IMAGE_ASPECT_DEPTH_BIT || aspects == VK_IMAGE_ASPECT_STENCIL_BIT;
    if (!shared || !one) {
        return {.offset_B = 0, .size_B = format.block_B, .whole = true};
    }
    const format::ChannelLayout& channel =
        format.channels[aspects == VK_IMAGE_ASPECT_DEPTH_BIT ? 0 : 1];
    return {.offset_B = channel.shift / 8u, .size_B = channel.bits / 8u, .whole = false};
}

std::optional<Region>
regionOf(const Image& image, const VkImageSubresourceLayers& layers, VkOffset3D offset) {
    const ImageShape& shape = image.shape();
    if (!image.data() || layers.mipLevel >= shape.levels || layers.baseArrayLayer >= shape.layers) {
        return std::nullopt;
    }
    const uint32_t layerCount = std::min(layers.layerCount, shape.layers - layers.baseArrayLayer);
    const format::VkFormatLayout& format = image.format();
    Region region{image.surface(layers.mipLevel, layers.baseArrayLayer, layerCount),
                  {offset.x / format.blockWidth_px,
                   offset.y / format.blockHeight_px,
                   image.is3D() ? offset.z : 0},
                  partOf(format, layers.aspectMask)};
    region.surface.base += region.part.offset_B;
    return region;
}

exec::Extent extentIn(const format::VkFormatLayout& format, VkExtent3D extent) {
    // What is larger than any image is clipped later.
    constexpr uint32_t kMost = 1u << 30;
    const auto blocks = [&](uint32_t texels, uint32_t block) {
        return int32_t((std::min(texels, kMost) + block - 1) / block);
    };
    return {blocks(extent.width, format.blockWidth_px),
            blocks(extent.height, format.blockHeight_px),
            blocks(extent.depth, 1)};
}

} // namespace cpu::icd
