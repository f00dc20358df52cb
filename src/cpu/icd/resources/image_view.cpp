// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/image_view.h"

#include "cpu/abi/level.h"
#include "cpu/exec/live_objects.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/resources/image.h"
#include "format/vk_formats.h"

#include <algorithm>

namespace cpu::icd {
namespace {

ViewType viewTypeOf(VkImageViewType type) {
    switch (type) {
    case VK_IMAGE_VIEW_TYPE_1D:
        return ViewType::D1;
    case VK_IMAGE_VIEW_TYPE_3D:
        return ViewType::D3;
    case VK_IMAGE_VIEW_TYPE_CUBE:
        return ViewType::Cube;
    case VK_IMAGE_VIEW_TYPE_1D_ARRAY:
        return ViewType::D1Array;
    case VK_IMAGE_VIEW_TYPE_2D_ARRAY:
        return ViewType::D2Array;
    case VK_IMAGE_VIEW_TYPE_CUBE_ARRAY:
        return ViewType::CubeArray;
    default:
        return ViewType::D2;
    }
}

Swizzle swizzleOf(VkComponentSwizzle swizzle, Swizzle identity) {
    switch (swizzle) {
    case VK_COMPONENT_SWIZZLE_ZERO:
        return Swizzle::Zero;
    case VK_COMPONENT_SWIZZLE_ONE:
        return Swizzle::One;
    case VK_COMPONENT_SWIZZLE_R:
        return Swizzle::R;
    case VK_COMPONENT_SWIZZLE_G:
        return Swizzle::G;
    case VK_COMPONENT_SWIZZLE_B:
        return Swizzle::B;
    case VK_COMPONENT_SWIZZLE_A:
        return Swizzle::A;
    default:
        return identity;
    }
}

/// What a combined view reads is depth; only one aspect may be sampled.
AspectRead aspectOf(const format::VkFormatLayout& format, VkImageAspectFlags aspects) {
    if (format.depth && (aspects & VK_IMAGE_ASPECT_DEPTH_BIT)) {
        return AspectRead::Depth;
    }
    return format.stencil ? AspectRead::Stencil : AspectRead::Color;
}

} // namespace

ImageView::ImageView(const Image& image, const VkImageViewCreateInfo& info) : m_image(image) {
    const VkImageSubresourceRange& range = info.subresourceRange;
    const format::VkFormatIndex index = format::vkFormatIndex(uint32_t(info.format));
    const format::VkFormatLayout& viewFormat = format::vkFormatLayout(index);
    const format::VkFormatLayout& imageFormat = image.format();
    const ImageLayout& layout = image.layout();
    const ViewId id = ViewId::make(index,
                                   viewTypeOf(info.viewType),
                                   image.shape().tiling,
                                   aspectOf(viewFormat, range.aspectMask),
                                   image.shape().samples > 1,
                                   swizzleOf(info.components.r, Swizzle::R),
                                   swizzleOf(info.components.g, Swizzle::G),
                                   swizzleOf(info.components.b, Swizzle::B),
                                   swizzleOf(info.components.a, Swizzle::A));
    m_data.layerPitch_B = layout.layerPitch_B;
    m_data.sampleCount = int32_t(image.shape().samples);
    m_data.levelCount =
        int32_t(std::min(image.levelCount(range.baseMipLevel, range.levelCount), kMaxLevels));
    m_data.base = image.data();
    // Slices of a 3D image seen as layers of a 2D one (VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT).
    const bool slices = image.is3D() && info.viewType != VK_IMAGE_VIEW_TYPE_3D;
    if (slices) {
        const LevelData& level = layout.levels[range.baseMipLevel];
        m_data.layerPitch_B = level.slicePitch_B;
        m_data.layerCount = int32_t(range.layerCount == VK_REMAINING_ARRAY_LAYERS
                                        ? uint32_t(level.depth_px) - range.baseArrayLayer
                                        : range.layerCount);
        m_data.levelCount = 1;
    } else {
        m_data.layerCount = int32_t(image.layerCount(range.baseArrayLayer, range.layerCount));
    }
    m_data.base += uint64_t(range.baseArrayLayer) * m_data.layerPitch_B;
    for (int32_t i = 0; i < m_data.levelCount; ++i) {
        LevelData level = layout.levels[range.baseMipLevel + uint32_t(i)];
        // An uncompressed view of a compressed image has a texel for each block.
        if (imageFormat.compressed() && !viewFormat.compressed()) {
            level.width_px =
                (level.width_px + imageFormat.blockWidth_px - 1) / imageFormat.blockWidth_px;
            level.height_px =
                (level.height_px + imageFormat.blockHeight_px - 1) / imageFormat.blockHeight_px;
        }
        m_data.levels[i] = level;
    }
    if (const auto* minLod = find<VkImageViewMinLodCreateInfoEXT>(
            info.pNext, VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT)) {
        m_data.minLod = std::max(0.0f, minLod->minLod - float(range.baseMipLevel));
    }
    m_data.viewId =
        id.withLevels(m_data.levelCount, m_data.minLod).withQuickGathers(quickGathers()).bits;
    if (exec::LiveObjects* const live = exec::liveObjects()) {
        live->views.add(&m_data, sizeof(m_data));
    }
}

ImageView::~ImageView() {
    if (exec::LiveObjects* const live = exec::liveObjects()) {
        live->views.remove(&m_data, sizeof(m_data));
    }
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateImageView(VkDevice device,
                                               const VkImageViewCreateInfo* pCreateInfo,
                                               const VkAllocationCallbacks* pAllocator,
                                               VkImageView* pView) {
    auto* view = make<ImageView>(pAllocator, *cast(pCreateInfo->image), *pCreateInfo);
    if (!view) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pView = handleOf<VkImageView>(view);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyImageView(VkDevice device,
                                            VkImageView imageView,
                                            const VkAllocationCallbacks* pAllocator) {
    destroy(cast(imageView), pAllocator);
}

} // namespace entry
} // namespace cpu::icd
