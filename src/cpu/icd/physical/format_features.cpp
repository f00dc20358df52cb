// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/format_features.h"

#include "cpu/abi/descriptors.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/named_limits.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <bit>

namespace cpu::icd {
namespace {

using format::ChannelType;
using format::Encoding;
using format::VkFormatLayout;

const VkFormatLayout& layoutOf(VkFormat format) {
    return format::vkFormatLayout(format::vkFormatIndex(uint32_t(format)));
}

bool scaled(const VkFormatLayout& layout) {
    return layout.type == ChannelType::Uscaled || layout.type == ChannelType::Sscaled;
}

bool wide(const VkFormatLayout& layout) { // 64-bit channels
    return layout.channels[0].bits == 64;
}

bool texel(const VkFormatLayout& layout) {
    return layout.encoding != Encoding::None && !scaled(layout) && !wide(layout);
}

/// Kernels read and write texels of a power of two only where lanes gather single words.
bool imageTexel(const VkFormatLayout& layout) {
    return texel(layout) && std::has_single_bit(uint32_t(layout.block_B));
}

/// Texel buffers have texels of three words as well.
bool bufferTexel(const VkFormatLayout& layout) {
    return imageTexel(layout) || (texel(layout) && layout.block_B == 12);
}

bool stored(const VkFormatLayout& layout) {
    return imageTexel(layout) && layout.color() && !layout.compressed() &&
           layout.type != ChannelType::Srgb && layout.encoding != Encoding::E5B9G9R9;
}

VkFormatFeatureFlags2 attachmentFeatures(const VkFormatLayout& layout) {
    if (layout.compressed() || layout.encoding == Encoding::E5B9G9R9) {
        return 0;
    }
    if (!layout.color()) {
        return VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
    }
    return VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT |
           (layout.integer() ? 0 : VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT);
}

bool vertexAttribute(const VkFormatLayout& layout) {
    return layout.color() && !layout.compressed() && !wide(layout) &&
           (layout.encoding == Encoding::Plain || layout.encoding == Encoding::B10G11R11) &&
           layout.type != ChannelType::Srgb;
}

bool atomic(VkFormat format) {
    return format == VK_FORMAT_R32_UINT || format == VK_FORMAT_R32_SINT ||
           format == VK_FORMAT_R32_SFLOAT;
}

constexpr VkFormatFeatureFlags2 kWithoutFormat =
    VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
    VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;

bool typeAllowed(const VkFormatLayout& layout, VkImageType type) {
    if (layout.compressed()) {
        // Blocks in slices are for BC alone (Vulkan 1.3, textureCompressionBC).
        const bool bc = layout.encoding >= Encoding::Bc1 && layout.encoding < Encoding::Etc2Rgb;
        return type == VK_IMAGE_TYPE_2D || (type == VK_IMAGE_TYPE_3D && bc);
    }
    return layout.color() || type != VK_IMAGE_TYPE_3D;
}

bool usageAllowed(VkImageUsageFlags usage, VkFormatFeatureFlags2 features) {
    constexpr VkImageUsageFlags kKnown = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                         VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                         VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    constexpr VkImageUsageFlags kColor = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    constexpr VkImageUsageFlags kDepthStencil = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    constexpr VkImageUsageFlags kEither = VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT |
                                          VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT |
                                          VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
    VkImageUsageFlags attachments = 0;
    attachments |= features & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT ? kColor | kEither : 0;
    attachments |=
        features & VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT ? kDepthStencil | kEither : 0;
    if (usage & ~(kKnown | attachments)) {
        return false;
    }
    return !((usage & VK_IMAGE_USAGE_SAMPLED_BIT) &&
             !(features & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT)) &&
           !((usage & VK_IMAGE_USAGE_STORAGE_BIT) &&
             !(features & VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT));
}

/// Of which others may have images.
bool shareable(const VkFormatLayout& layout) {
    return imageTexel(layout) && layout.color() && !layout.compressed();
}

/// Whether `info` asks for an image that others lay out (VK_EXT_image_drm_format_modifier).
bool laidOutByOthers(const VkPhysicalDeviceImageFormatInfo2& info) {
    return info.tiling == VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
}

/// Such images are single ones of colors.
bool modifierAllowed(const VkPhysicalDeviceImageFormatInfo2& info, const VkFormatLayout& layout) {
    const auto* wanted = find<VkPhysicalDeviceImageDrmFormatModifierInfoEXT>(
        info.pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT);
    constexpr VkImageCreateFlags kPlain =
        VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_ALIAS_BIT;
    return wanted && wanted->drmFormatModifier == kLinearModifier && shareable(layout) &&
           info.type == VK_IMAGE_TYPE_2D && !(info.flags & ~kPlain);
}

/// Memory of others can be had of dma-bufs, for images that they lay out. Nothing is exported.
bool importable(const VkPhysicalDeviceImageFormatInfo2& info,
                VkExternalMemoryHandleTypeFlagBits handleType) {
    return laidOutByOthers(info) && handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
}

/// `Properties` differ in the size of the flags.
template <class List, class Properties>
void listModifiers(VkFormat format, List& list, Properties* properties) {
    if (!shareable(layoutOf(format))) {
        list.drmFormatModifierCount = 0;
        return;
    }
    if (properties && list.drmFormatModifierCount > 0) {
        *properties = {
            kLinearModifier,
            1,
            decltype(properties->drmFormatModifierTilingFeatures)(imageFeatures(format))};
    }
    list.drmFormatModifierCount = properties ? std::min(list.drmFormatModifierCount, 1u) : 1;
}

} // namespace

VkFormatFeatureFlags2 imageFeatures(VkFormat format) {
    const VkFormatLayout& layout = layoutOf(format);
    if (!imageTexel(layout)) {
        return 0;
    }
    VkFormatFeatureFlags2 features =
        VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT |
        VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT | VK_FORMAT_FEATURE_2_BLIT_SRC_BIT;
    if (!layout.compressed()) {
        features |= VK_FORMAT_FEATURE_2_BLIT_DST_BIT;
    }
    features |= attachmentFeatures(layout);
    if (!layout.integer()) {
        features |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
                    VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_MINMAX_BIT;
    }
    if (layout.depth) {
        features |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT;
    }
    if (stored(layout)) {
        features |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT | kWithoutFormat;
    }
    if (atomic(format)) {
        features |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT;
    }
    return features;
}

VkFormatFeatureFlags2 bufferFeatures(VkFormat format) {
    const VkFormatLayout& layout = layoutOf(format);
    const VkFormatFeatureFlags2 vertex =
        vertexAttribute(layout) ? VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT : 0;
    if (!bufferTexel(layout) || !layout.color() || layout.compressed() ||
        layout.type == ChannelType::Srgb) {
        return vertex;
    }
    VkFormatFeatureFlags2 features = VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT | vertex;
    if (stored(layout)) {
        features |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT | kWithoutFormat;
    }
    if (atomic(format)) {
        features |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT;
    }
    return features;
}

VkResult imageLimits(const VkPhysicalDeviceImageFormatInfo2& info,
                     VkImageFormatProperties& limits) {
    limits = {};
    const VkFormatFeatureFlags2 features = imageFeatures(info.format);
    const VkFormatLayout& layout = layoutOf(info.format);
    constexpr VkImageCreateFlags kKnown =
        VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT |
        VK_IMAGE_CREATE_ALIAS_BIT | VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT |
        VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT |
        VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    const bool tilingKnown = info.tiling == VK_IMAGE_TILING_OPTIMAL ||
                             info.tiling == VK_IMAGE_TILING_LINEAR ||
                             (laidOutByOthers(info) && modifierAllowed(info, layout));
    // Usage that a color format lacks may still be that of a view of another format; those of depth
    // and stencil have no others.
    const bool extended = layout.color() && (info.flags & VK_IMAGE_CREATE_EXTENDED_USAGE_BIT);
    const VkFormatFeatureFlags2 allowed =
        extended ? ~VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT : features;
    const bool cube = info.flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    VkImageUsageFlags usage = info.usage;
    if (const auto* stencil = find<VkImageStencilUsageCreateInfo>(
            info.pNext, VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_CREATE_INFO)) {
        usage |= stencil->stencilUsage;
    }
    if (!features || !tilingKnown || (info.flags & ~kKnown) || !typeAllowed(layout, info.type) ||
        !usageAllowed(usage, allowed) || (cube && info.type != VK_IMAGE_TYPE_2D)) {
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    limits.maxResourceSize = uint64_t(kMaxImage_B) + 1; // What Vulkan requires at least.
    limits.maxArrayLayers = info.type == VK_IMAGE_TYPE_3D ? 1 : kMaxLayers;
    limits.sampleCounts = VK_SAMPLE_COUNT_1_BIT;
    switch (info.type) {
    case VK_IMAGE_TYPE_1D:
        limits.maxExtent = {kMaxExtent_px, 1, 1};
        break;
    case VK_IMAGE_TYPE_3D:
        limits.maxExtent = {kMaxDepth_px, kMaxDepth_px, kMaxDepth_px};
        break;
    default:
        limits.maxExtent = {kMaxExtent_px, kMaxExtent_px, 1};
        if (info.tiling == VK_IMAGE_TILING_OPTIMAL && !cube && !layout.compressed() &&
            !(usage & VK_IMAGE_USAGE_STORAGE_BIT)) {
            limits.sampleCounts |= VK_SAMPLE_COUNT_4_BIT;
        }
    }
    limits.maxMipLevels =
        uint32_t(std::bit_width(std::max(limits.maxExtent.width, limits.maxExtent.depth)));
    if (laidOutByOthers(info)) {
        limits.maxMipLevels = 1;
        limits.maxArrayLayers = 1;
    }
    return VK_SUCCESS;
}

namespace entry {

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFormatProperties(
    VkPhysicalDevice physicalDevice, VkFormat format, VkFormatProperties* pFormatProperties) {
    // The bits of both sizes are the same where both have them.
    constexpr VkFormatFeatureFlags2 kOld = 0x7fffffff;
    const auto image = VkFormatFeatureFlags(imageFeatures(format) & kOld);
    *pFormatProperties = {image, image, VkFormatFeatureFlags(bufferFeatures(format) & kOld)};
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFormatProperties2(
    VkPhysicalDevice physicalDevice, VkFormat format, VkFormatProperties2* pFormatProperties) {
    GetPhysicalDeviceFormatProperties(physicalDevice, format, &pFormatProperties->formatProperties);
    for (auto* at = static_cast<VkBaseOutStructure*>(pFormatProperties->pNext); at;
         at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3) {
            auto* properties = reinterpret_cast<VkFormatProperties3*>(at);
            properties->linearTilingFeatures = imageFeatures(format);
            properties->optimalTilingFeatures = imageFeatures(format);
            properties->bufferFeatures = bufferFeatures(format);
        } else if (at->sType == VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT) {
            auto& list = *reinterpret_cast<VkDrmFormatModifierPropertiesListEXT*>(at);
            listModifiers(format, list, list.pDrmFormatModifierProperties);
        } else if (at->sType == VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_2_EXT) {
            auto& list = *reinterpret_cast<VkDrmFormatModifierPropertiesList2EXT*>(at);
            listModifiers(format, list, list.pDrmFormatModifierProperties);
        }
    }
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice physicalDevice,
                                        const VkPhysicalDeviceImageFormatInfo2* pImageFormatInfo,
                                        VkImageFormatProperties2* pImageFormatProperties) {
    const auto* external = find<VkPhysicalDeviceExternalImageFormatInfo>(
        pImageFormatInfo->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    VkExternalMemoryProperties sharing{};
    if (external && external->handleType) {
        if (!importable(*pImageFormatInfo, external->handleType)) {
            pImageFormatProperties->imageFormatProperties = {};
            return VK_ERROR_FORMAT_NOT_SUPPORTED;
        }
        sharing = {VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT, 0, external->handleType};
    }
    for (auto* at = static_cast<VkBaseOutStructure*>(pImageFormatProperties->pNext); at;
         at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES) {
            reinterpret_cast<VkExternalImageFormatProperties*>(at)->externalMemoryProperties =
                sharing;
        } else if (at->sType ==
                   VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_IMAGE_FORMAT_PROPERTIES) {
            reinterpret_cast<VkSamplerYcbcrConversionImageFormatProperties*>(at)
                ->combinedImageSamplerDescriptorCount = 1;
        }
    }
    return imageLimits(*pImageFormatInfo, pImageFormatProperties->imageFormatProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceImageFormatProperties(VkPhysicalDevice physicalDevice,
                                       VkFormat format,
                                       VkImageType type,
                                       VkImageTiling tiling,
                                       VkImageUsageFlags usage,
                                       VkImageCreateFlags flags,
                                       VkImageFormatProperties* pImageFormatProperties) {
    VkPhysicalDeviceImageFormatInfo2 info{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2};
    info.format = format;
    info.type = type;
    info.tiling = tiling;
    info.usage = usage;
    info.flags = flags;
    return imageLimits(info, *pImageFormatProperties);
}

} // namespace entry
} // namespace cpu::icd
