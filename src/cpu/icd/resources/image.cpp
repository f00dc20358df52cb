// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/image.h"

#include "base/options.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/memory.h"
#include "cpu/icd/physical/format_features.h"
#include "cpu/icd/physical/limits.h"
#include "cpu/icd/physical/physical_device.h"
#include "format/vk_formats.h"

namespace cpu::icd {

const format::VkFormatLayout& Image::format() const {
    return format::vkFormatLayout(m_shape.format);
}

VkMemoryRequirements Image::memoryRequirements() const {
    return {m_layout.size_B, kMemoryAlign_B, kMemoryTypeBits};
}

void Image::bind(const Memory& memory, uint64_t offset_B) {
    m_data = memory.data() + offset_B;
}

VkExtent3D Image::levelExtent(uint32_t level) const {
    const LevelData& data = m_layout.levels[level];
    return {uint32_t(data.width_px), uint32_t(data.height_px), uint32_t(data.depth_px)};
}

exec::Surface Image::surface(uint32_t level, uint32_t baseLayer, uint32_t layerCount) const {
    const LevelData& data = m_layout.levels[level];
    const format::VkFormatLayout& layout = format();
    exec::Surface surface{};
    surface.base = m_data + data.offset_B;
    surface.rowPitch_B = data.rowPitch_B;
    surface.samplePitch_B = data.slicePitch_B;
    surface.tiling = m_shape.tiling;
    surface.block_B = layout.block_B;
    surface.width = (data.width_px + layout.blockWidth_px - 1) / layout.blockWidth_px;
    surface.height = (data.height_px + layout.blockHeight_px - 1) / layout.blockHeight_px;
    surface.sampleCount = int32_t(m_shape.samples);
    if (is3D()) {
        surface.zPitch_B = data.slicePitch_B;
        surface.depth = data.depth_px;
    } else {
        surface.base += uint64_t(baseLayer) * m_layout.layerPitch_B;
        surface.zPitch_B = m_layout.layerPitch_B;
        surface.depth = int32_t(this->layerCount(baseLayer, layerCount));
    }
    return surface;
}

namespace {

bool tiles(const VkImageCreateInfo& info, ImageShape shape) {
    if (info.tiling != VK_IMAGE_TILING_OPTIMAL || info.imageType == VK_IMAGE_TYPE_1D) {
        return false;
    }
    const base::CpuTiling pinned = base::options().cpuTiling;
    const Tiling tiling = pinned == base::CpuTiling::Auto    ? preferredTiling(shape, info.usage)
                          : pinned == base::CpuTiling::Tiled ? Tiling::Tiled
                                                             : Tiling::Linear;
    // Edges are rounded up to whole tiles, which the largest images have no room for.
    shape.tiling = Tiling::Tiled;
    return tiling == Tiling::Tiled && layOut(shape);
}

std::optional<ImageShape> shapeOf(const VkImageCreateInfo& info) {
    ImageShape shape;
    shape.format = format::vkFormatIndex(uint32_t(info.format));
    if (!shape.format || info.mipLevels > kMaxLevels) {
        return {};
    }
    shape.type = info.imageType;
    shape.extent = info.extent;
    shape.levels = info.mipLevels;
    shape.layers = info.arrayLayers;
    shape.samples = uint32_t(info.samples);
    shape.attachment = info.usage & (VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                     VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    shape.tiling = tiles(info, shape) ? Tiling::Tiled : Tiling::Linear;
    return shape;
}

/// Null: the rows are ours to lay out.
const VkSubresourceLayout* givenRows(const VkImageCreateInfo& info) {
    const auto* given = find<VkImageDrmFormatModifierExplicitCreateInfoEXT>(
        info.pNext, VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT);
    return given ? given->pPlaneLayouts : nullptr;
}

/// Nothing: no image is made of the description.
std::optional<ImageLayout> layoutOf(const VkImageCreateInfo& info,
                                    const std::optional<ImageShape>& shape) {
    const VkSubresourceLayout* const rows = givenRows(info);
    return !shape ? std::nullopt : rows ? layOutAs(*shape, *rows) : layOut(*shape);
}

VkSubresourceLayout layoutOf(const ImageLayout& layout, const VkImageSubresource& subresource) {
    const LevelData& level = layout.levels[subresource.mipLevel];
    return {level.offset_B + uint64_t(subresource.arrayLayer) * layout.layerPitch_B,
            uint64_t(level.slicePitch_B) * uint64_t(level.depth_px),
            VkDeviceSize(level.rowPitch_B),
            layout.layerPitch_B,
            VkDeviceSize(level.slicePitch_B)};
}

void answerRequirements(const VkMemoryRequirements& answer, VkMemoryRequirements2& requirements) {
    requirements.memoryRequirements = answer;
    for (auto* at = static_cast<VkBaseOutStructure*>(requirements.pNext); at; at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS) {
            auto* dedicated = reinterpret_cast<VkMemoryDedicatedRequirements*>(at);
            dedicated->prefersDedicatedAllocation = VK_FALSE;
            dedicated->requiresDedicatedAllocation = VK_FALSE;
        }
    }
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateImage(VkDevice device,
                                           const VkImageCreateInfo* pCreateInfo,
                                           const VkAllocationCallbacks* pAllocator,
                                           VkImage* pImage) {
    const auto shape = shapeOf(*pCreateInfo);
    const auto layout = layoutOf(*pCreateInfo, shape);
    if (!layout) {
        return givenRows(*pCreateInfo)
                   ? VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT
                   : VK_ERROR_OUT_OF_DEVICE_MEMORY; // Larger than maxResourceSize.
    }
    auto* image = make<Image>(pAllocator, *pCreateInfo, *shape, *layout);
    if (!image) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pImage = handleOf<VkImage>(image);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyImage(VkDevice device,
                                        VkImage image,
                                        const VkAllocationCallbacks* pAllocator) {
    destroy(cast(image), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL GetImageMemoryRequirements(VkDevice device,
                                                      VkImage image,
                                                      VkMemoryRequirements* pMemoryRequirements) {
    *pMemoryRequirements = cast(image)->memoryRequirements();
}

VKAPI_ATTR void VKAPI_CALL GetImageMemoryRequirements2(VkDevice device,
                                                       const VkImageMemoryRequirementsInfo2* pInfo,
                                                       VkMemoryRequirements2* pMemoryRequirements) {
    answerRequirements(cast(pInfo->image)->memoryRequirements(), *pMemoryRequirements);
}

VKAPI_ATTR void VKAPI_CALL
GetDeviceImageMemoryRequirements(VkDevice device,
                                 const VkDeviceImageMemoryRequirements* pInfo,
                                 VkMemoryRequirements2* pMemoryRequirements) {
    const auto shape = shapeOf(*pInfo->pCreateInfo);
    const auto layout = layoutOf(*pInfo->pCreateInfo, shape);
    answerRequirements({layout ? layout->size_B : 0, kMemoryAlign_B, kMemoryTypeBits},
                       *pMemoryRequirements);
}

VKAPI_ATTR void VKAPI_CALL
GetImageSparseMemoryRequirements(VkDevice device,
                                 VkImage image,
                                 uint32_t* pSparseMemoryRequirementCount,
                                 VkSparseImageMemoryRequirements* pSparseMemoryRequirements) {
    *pSparseMemoryRequirementCount = 0;
}

VKAPI_ATTR void VKAPI_CALL
GetImageSparseMemoryRequirements2(VkDevice device,
                                  const VkImageSparseMemoryRequirementsInfo2* pInfo,
                                  uint32_t* pSparseMemoryRequirementCount,
                                  VkSparseImageMemoryRequirements2* pSparseMemoryRequirements) {
    *pSparseMemoryRequirementCount = 0;
}

VKAPI_ATTR void VKAPI_CALL GetDeviceImageSparseMemoryRequirements(
    VkDevice device,
    const VkDeviceImageMemoryRequirements* pInfo,
    uint32_t* pSparseMemoryRequirementCount,
    VkSparseImageMemoryRequirements2* pSparseMemoryRequirements) {
    *pSparseMemoryRequirementCount = 0;
}

VKAPI_ATTR VkResult VKAPI_CALL BindImageMemory(VkDevice device,
                                               VkImage image,
                                               VkDeviceMemory memory,
                                               VkDeviceSize memoryOffset) {
    cast(image)->bind(*cast(memory), memoryOffset);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetImageDrmFormatModifierPropertiesEXT(
    VkDevice device, VkImage image, VkImageDrmFormatModifierPropertiesEXT* pProperties) {
    pProperties->drmFormatModifier = kLinearModifier; // There is no other.
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL GetImageSubresourceLayout(VkDevice device,
                                                     VkImage image,
                                                     const VkImageSubresource* pSubresource,
                                                     VkSubresourceLayout* pLayout) {
    *pLayout = layoutOf(cast(image)->layout(), *pSubresource);
}

VKAPI_ATTR void VKAPI_CALL GetImageSubresourceLayout2KHR(VkDevice device,
                                                         VkImage image,
                                                         const VkImageSubresource2KHR* pSubresource,
                                                         VkSubresourceLayout2KHR* pLayout) {
    pLayout->subresourceLayout = layoutOf(cast(image)->layout(), pSubresource->imageSubresource);
}

VKAPI_ATTR void VKAPI_CALL
GetDeviceImageSubresourceLayoutKHR(VkDevice device,
                                   const VkDeviceImageSubresourceInfoKHR* pInfo,
                                   VkSubresourceLayout2KHR* pLayout) {
    const auto layout = layoutOf(*pInfo->pCreateInfo, shapeOf(*pInfo->pCreateInfo));
    pLayout->subresourceLayout =
        layout ? layoutOf(*layout, pInfo->pSubresource->imageSubresource) : VkSubresourceLayout{};
}

} // namespace entry
} // namespace cpu::icd
