// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/image.h"

#include "glvk/gpu/gpu.h"

#include <algorithm>
#include <optional>
#include <unistd.h>

namespace glvk {

VkImageAspectFlags aspectsOf(VkFormat format) {
    switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
        return VK_IMAGE_ASPECT_DEPTH_BIT;
    case VK_FORMAT_S8_UINT:
        return VK_IMAGE_ASPECT_STENCIL_BIT;
    case VK_FORMAT_D16_UNORM_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

uint32_t packSwizzle(const format::Swizzle& swizzle) {
    constexpr VkComponentSwizzle kMap[] = {VK_COMPONENT_SWIZZLE_ZERO,
                                           VK_COMPONENT_SWIZZLE_ONE,
                                           VK_COMPONENT_SWIZZLE_R,
                                           VK_COMPONENT_SWIZZLE_G,
                                           VK_COMPONENT_SWIZZLE_B,
                                           VK_COMPONENT_SWIZZLE_A};
    uint32_t packed = 0;
    bool identity = true;
    for (uint32_t i = 0; i < 4; ++i) {
        identity &= swizzle[i] == format::kIdentity[i];
        packed |= uint32_t(kMap[size_t(swizzle[i])]) << (8 * i);
    }
    return identity ? 0 : packed;
}

format::Swizzle unpackSwizzle(uint32_t packed) {
    format::Swizzle swizzle = format::kIdentity;
    for (uint32_t i = 0; packed && i < 4; ++i) {
        const uint32_t component = packed >> (8 * i) & 0xff;
        swizzle[i] = format::Channel(component - VK_COMPONENT_SWIZZLE_ZERO);
    }
    return swizzle;
}

VkImageCreateInfo Image::createInfo(const ImageDescription& description) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = description.cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
    if (description.mutableFormat) {
        info.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    }
    if (description.type == VK_IMAGE_TYPE_3D &&
        (description.usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)) {
        info.flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT; // Slices are attached.
    }
    info.imageType = description.type;
    info.format = description.format;
    info.extent = description.extent;
    info.mipLevels = description.levels;
    info.arrayLayers = description.layers;
    info.samples = description.samples;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = description.usage;
    info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    return info;
}

bool Image::make() {
    const VkImageCreateInfo info = createInfo(m_description);
    const VolkDeviceTable& vk = m_gpu.vk();
    if (vk.vkCreateImage(m_gpu.handle(), &info, nullptr, &m_image) != VK_SUCCESS) {
        return false;
    }
    VkMemoryRequirements requirements{};
    vk.vkGetImageMemoryRequirements(m_gpu.handle(), m_image, &requirements);
    m_memory = m_gpu.memory().allocate(requirements, MemoryUse::DeviceOnly, true);
    return m_memory &&
           vk.vkBindImageMemory(m_gpu.handle(), m_image, m_memory.memory, m_memory.offset_B) ==
               VK_SUCCESS;
}

ResourceRef<Image>
Image::create(Gpu& gpu, const ImageDescription& description, const VkClearValue* clear) {
    if (description.samples > VK_SAMPLE_COUNT_1_BIT) {
        gpu.noteMultisampled();
    }
    ResourceRef<Image> image(new Image(gpu, description));
    if (!(description.exportable && image->makeExportable()) && !image->make()) {
        return {};
    }
    gpu.initialise(
        image, image->m_image, {image->m_aspects, clear ? std::optional(*clear) : std::nullopt});
    return image;
}

Image::~Image() {
    const VolkDeviceTable& vk = m_gpu.vk();
    for (const auto& [key, view] : m_views) {
        vk.vkDestroyImageView(m_gpu.handle(), view.handle, nullptr);
    }
    vk.vkDestroyImage(m_gpu.handle(), m_image, nullptr);
    m_gpu.memory().free(m_memory);
    vk.vkFreeMemory(m_gpu.handle(), m_ownMemory, nullptr);
    if (sharedMemory() >= 0) {
        close(sharedMemory());
    }
}

VkExtent3D Image::extent(uint32_t level) const {
    const VkExtent3D& base = m_description.extent;
    return {std::max(1u, base.width >> level),
            std::max(1u, base.height >> level),
            std::max(1u, base.depth >> level)};
}

void Image::drop(const ViewKey& part, VkImageAspectFlags aspects) {
    const bool more = dropped && samePart(part, m_droppedPart);
    m_droppedAspects = more ? m_droppedAspects | aspects : aspects;
    m_droppedPart = part;
    dropped = true;
}

View Image::view(const ViewKey& key) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_views.find(key); found != m_views.end()) {
        return found->second;
    }
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = m_image;
    info.viewType = key.type;
    info.format = key.format ? key.format : m_description.format;
    info.components = {VkComponentSwizzle(key.swizzle & 0xff),
                       VkComponentSwizzle(key.swizzle >> 8 & 0xff),
                       VkComponentSwizzle(key.swizzle >> 16 & 0xff),
                       VkComponentSwizzle(key.swizzle >> 24)};
    info.subresourceRange = {key.aspects, key.baseLevel, key.levels, key.baseLayer, key.layers};
    View view;
    if (m_gpu.vk().vkCreateImageView(m_gpu.handle(), &info, nullptr, &view.handle) != VK_SUCCESS) {
        return {};
    }
    view.id = m_gpu.newId();
    m_views.emplace(key, view);
    return view;
}

} // namespace glvk
