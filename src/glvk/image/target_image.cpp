// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/target_image.h"

#include "glvk/gpu/gpu.h"

namespace glvk {

format::Id withoutEncoding(format::Id storage) {
    switch (storage) {
    case format::Id::R8G8B8A8Srgb:
        return format::Id::R8G8B8A8Unorm;
    case format::Id::B8G8R8A8Srgb:
        return format::Id::B8G8R8A8Unorm;
    default:
        return storage;
    }
}

ResourceRef<Image> createTargetImage(Gpu& gpu,
                                     const format::InternalFormat& internalFormat,
                                     format::Id storage,
                                     int32_t width_px,
                                     int32_t height_px,
                                     uint32_t samples,
                                     VkImageUsageFlags otherUsage) {
    ImageDescription description;
    description.format = gpu.vkFormat(storage);
    description.extent = {uint32_t(width_px), uint32_t(height_px), 1};
    description.samples = VkSampleCountFlagBits(samples);
    description.usage =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | otherUsage;
    description.usage |= internalFormat.isColor() ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                                                  : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    description.mutableFormat = withoutEncoding(storage) != storage;
    VkClearValue clear{};
    if (internalFormat.integer()) {
        clear.color.uint32[3] = internalFormat.alphaAbsent() ? 1 : 0;
    } else if (internalFormat.alphaAbsent()) {
        clear.color.float32[3] = 1;
    }
    return Image::create(gpu, description, &clear);
}

} // namespace glvk
