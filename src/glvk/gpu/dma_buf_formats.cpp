// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/dma_buf_formats.h"

#include <algorithm>

namespace glvk {

namespace {

/// As drm_fourcc.h makes them.
constexpr uint32_t fourcc(const char (&name)[5]) {
    return uint32_t(name[0]) | uint32_t(name[1]) << 8 | uint32_t(name[2]) << 16 |
           uint32_t(name[3]) << 24;
}

struct FourccRow {
    uint32_t fourcc;
    format::Id storage;
    GLenum format;
};
/// DRM names components from the highest bit of a little-endian word down, so that AR24, or
/// ARGB8888, has blue in its first byte. A component called X is there and means nothing.
constexpr FourccRow kFourccRows[] = {
    {fourcc("AR24"), format::Id::B8G8R8A8Unorm, GL_RGBA8},
    {fourcc("XR24"), format::Id::B8G8R8A8Unorm, GL_RGB8},
    {fourcc("AB24"), format::Id::R8G8B8A8Unorm, GL_RGBA8},
    {fourcc("XB24"), format::Id::R8G8B8A8Unorm, GL_RGB8},
    {fourcc("AB30"), format::Id::A2B10G10R10Unorm, GL_RGB10_A2},
    {fourcc("XB30"), format::Id::A2B10G10R10Unorm, GL_RGB10},
    {fourcc("AB48"), format::Id::R16G16B16A16Unorm, GL_RGBA16},
    {fourcc("AB4H"), format::Id::R16G16B16A16Sfloat, GL_RGBA16F},
    {fourcc("XB4H"), format::Id::R16G16B16A16Sfloat, GL_RGB16F},
    {fourcc("RG16"), format::Id::R5G6B5Unorm, GL_RGB565},
    {fourcc("R8  "), format::Id::R8Unorm, GL_R8},
    {fourcc("GR88"), format::Id::R8G8Unorm, GL_RG8},
    {fourcc("R16 "), format::Id::R16Unorm, GL_R16},
    {fourcc("GR32"), format::Id::R16G16Unorm, GL_RG16},
};

/// What GL does with any image whose format can do it; and must be able to do with these.
constexpr VkFormatFeatureFlags kUsed =
    VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
    VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT |
    VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT |
    VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;

std::vector<VkDrmFormatModifierPropertiesEXT>
modifiersOf(VkPhysicalDevice physical, VkFormat format, VkFormatFeatureFlags& optimal) {
    VkDrmFormatModifierPropertiesListEXT list{
        VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT};
    VkFormatProperties2 properties{VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &list};
    vkGetPhysicalDeviceFormatProperties2(physical, format, &properties);
    std::vector<VkDrmFormatModifierPropertiesEXT> modifiers(list.drmFormatModifierCount);
    list.pDrmFormatModifierProperties = modifiers.data();
    vkGetPhysicalDeviceFormatProperties2(physical, format, &properties);
    modifiers.resize(list.drmFormatModifierCount);
    optimal = properties.formatProperties.optimalTilingFeatures;
    return modifiers;
}

VkExternalMemoryFeatureFlags
sharingOf(VkPhysicalDevice physical, VkFormat format, uint64_t modifier) {
    VkPhysicalDeviceImageDrmFormatModifierInfoEXT layout{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT};
    layout.drmFormatModifier = modifier;
    VkPhysicalDeviceExternalImageFormatInfo external{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO, &layout};
    external.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
    VkPhysicalDeviceImageFormatInfo2 info{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                          &external};
    info.format = format;
    info.type = VK_IMAGE_TYPE_2D;
    info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    VkExternalImageFormatProperties sharing{VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES};
    VkImageFormatProperties2 limits{VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, &sharing};
    if (vkGetPhysicalDeviceImageFormatProperties2(physical, &info, &limits) != VK_SUCCESS) {
        return 0;
    }
    return sharing.externalMemoryProperties.externalMemoryFeatures;
}

} // namespace

DmaBufFormats::DmaBufFormats(VkPhysicalDevice physical) {
    for (const FourccRow& row : kFourccRows) {
        const auto vkFormat = VkFormat(format::layout(row.storage).vkFormat);
        DmaBufFormat format{row.fourcc, row.storage, format::findInternalFormat(row.format), {}};
        VkFormatFeatureFlags optimal = 0;
        for (const auto& has : modifiersOf(physical, vkFormat, optimal)) {
            const VkFormatFeatureFlags lacking = ~has.drmFormatModifierTilingFeatures;
            const VkFormatFeatureFlags needed =
                (optimal & kUsed) | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
            if (lacking & needed) {
                continue;
            }
            const auto sharing = sharingOf(physical, vkFormat, has.drmFormatModifier);
            const DmaBufModifier modifier{
                .modifier = has.drmFormatModifier,
                .planes = has.drmFormatModifierPlaneCount,
                .imports = bool(sharing & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT),
                .exports = bool(sharing & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT)};
            if (modifier.imports || modifier.exports) {
                format.modifiers.push_back(modifier);
            }
        }
        if (!format.modifiers.empty()) {
            m_formats.push_back(std::move(format));
        }
    }
}

const DmaBufFormat* DmaBufFormats::find(uint32_t fourcc) const {
    const auto it = std::ranges::find(m_formats, fourcc, &DmaBufFormat::fourcc);
    return it != m_formats.end() ? &*it : nullptr;
}

const DmaBufFormat* DmaBufFormats::find(format::Id storage, bool alphaAbsent) const {
    const auto it = std::ranges::find_if(m_formats, [&](const DmaBufFormat& format) {
        return format.storage == storage && format.format->alphaAbsent() == alphaAbsent;
    });
    return it != m_formats.end() ? &*it : nullptr;
}

const DmaBufFormat* DmaBufFormats::find(VkFormat format) const {
    const auto it = std::ranges::find_if(m_formats, [&](const DmaBufFormat& row) {
        return VkFormat(format::layout(row.storage).vkFormat) == format;
    });
    return it != m_formats.end() ? &*it : nullptr;
}

std::vector<uint64_t> DmaBufFormats::exported(VkFormat format) const {
    std::vector<uint64_t> modifiers;
    if (const DmaBufFormat* const row = find(format)) {
        for (const DmaBufModifier& modifier : row->modifiers) {
            if (modifier.exports) {
                modifiers.push_back(modifier.modifier);
            }
        }
    }
    return modifiers;
}

uint32_t DmaBufFormats::planes(VkFormat format, uint64_t modifier) const {
    const DmaBufFormat* const row = find(format);
    const auto it = std::ranges::find(row->modifiers, modifier, &DmaBufModifier::modifier);
    return it->planes;
}

bool DmaBufFormats::any(bool DmaBufModifier::* does) const {
    return std::ranges::any_of(m_formats, [&](const DmaBufFormat& format) {
        return std::ranges::any_of(format.modifiers, does);
    });
}

bool DmaBufFormats::importsAny() const {
    return any(&DmaBufModifier::imports);
}

bool DmaBufFormats::exportsAny() const {
    return any(&DmaBufModifier::exports);
}

} // namespace glvk
