// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/blit.h"
#include "cpu/exec/resolve.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/image.h"
#include "cpu/icd/resources/image_surface.h"

#include <algorithm>

namespace cpu::icd {

namespace {

/// A corner of a blit; layers are counted from the region's base layer.
exec::Position cornerOf(const Image& image, const VkOffset3D& offset, int32_t layer) {
    return {offset.x, offset.y, image.is3D() ? offset.z : layer};
}

template <typename ImageBlit>
void recordBlit(CommandBuffer& commands,
                const Image& from,
                const Image& to,
                const ImageBlit& region,
                VkFilter filter) {
    const auto source = regionOf(from, region.srcSubresource, {});
    const auto target = regionOf(to, region.dstSubresource, {});
    if (!source || !target || from.shape().samples != 1 || to.shape().samples != 1 ||
        to.format().compressed() || from.format().color() != to.format().color() ||
        from.format().integer() != to.format().integer()) {
        return;
    }
    // Depth and stencil are not converted.
    if (!from.format().color() && &from.format() != &to.format()) {
        return;
    }
    const VkExtent3D fromSize_px = from.levelExtent(region.srcSubresource.mipLevel);
    commands.record(exec::BlitSurface{
        .to = target->surface,
        .from = source->surface,
        .toFormat = &to.format(),
        .fromFormat = &from.format(),
        .toBegin = cornerOf(to, region.dstOffsets[0], 0),
        .toEnd = cornerOf(to, region.dstOffsets[1], target->surface.depth),
        .fromBegin = cornerOf(from, region.srcOffsets[0], 0),
        .fromEnd = cornerOf(from, region.srcOffsets[1], source->surface.depth),
        .fromSize_px = {int32_t(fromSize_px.width),
                        int32_t(fromSize_px.height),
                        source->surface.depth},
        .linear = filter == VK_FILTER_LINEAR && from.format().color() && !from.format().integer(),
        .part_B = from.format().color() ? 0 : target->part.size_B});
}

template <typename ImageResolve>
void recordResolve(CommandBuffer& commands,
                   const Image& from,
                   const Image& to,
                   const ImageResolve& region) {
    const auto source = regionOf(from, region.srcSubresource, region.srcOffset);
    const auto target = regionOf(to, region.dstSubresource, region.dstOffset);
    if (!source || !target || &from.format() != &to.format() || !from.format().color() ||
        to.shape().samples != 1) {
        return;
    }
    exec::Extent extent = extentIn(from.format(), region.extent);
    extent.depth = source->surface.depth;
    commands.record(exec::ResolveSurface{.to = target->surface,
                                         .toPosition = target->position,
                                         .from = source->surface,
                                         .fromPosition = source->position,
                                         .extent = extent,
                                         .format = &from.format()});
}

template <typename ImageBlit>
void recordBlits(VkCommandBuffer commands,
                 VkImage from,
                 VkImage to,
                 uint32_t regionCount,
                 const ImageBlit* regions,
                 VkFilter filter) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordBlit(*cast(commands), *cast(from), *cast(to), regions[i], filter);
    }
}

template <typename ImageResolve>
void recordResolves(VkCommandBuffer commands,
                    VkImage from,
                    VkImage to,
                    uint32_t regionCount,
                    const ImageResolve* regions) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordResolve(*cast(commands), *cast(from), *cast(to), regions[i]);
    }
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdBlitImage(VkCommandBuffer commandBuffer,
                                        VkImage srcImage,
                                        VkImageLayout srcImageLayout,
                                        VkImage dstImage,
                                        VkImageLayout dstImageLayout,
                                        uint32_t regionCount,
                                        const VkImageBlit* pRegions,
                                        VkFilter filter) {
    recordBlits(commandBuffer, srcImage, dstImage, regionCount, pRegions, filter);
}

VKAPI_ATTR void VKAPI_CALL CmdBlitImage2(VkCommandBuffer commandBuffer,
                                         const VkBlitImageInfo2* pBlitImageInfo) {
    const auto& info = *pBlitImageInfo;
    recordBlits(
        commandBuffer, info.srcImage, info.dstImage, info.regionCount, info.pRegions, info.filter);
}

VKAPI_ATTR void VKAPI_CALL CmdResolveImage(VkCommandBuffer commandBuffer,
                                           VkImage srcImage,
                                           VkImageLayout srcImageLayout,
                                           VkImage dstImage,
                                           VkImageLayout dstImageLayout,
                                           uint32_t regionCount,
                                           const VkImageResolve* pRegions) {
    recordResolves(commandBuffer, srcImage, dstImage, regionCount, pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdResolveImage2(VkCommandBuffer commandBuffer,
                                            const VkResolveImageInfo2* pResolveImageInfo) {
    const auto& info = *pResolveImageInfo;
    recordResolves(commandBuffer, info.srcImage, info.dstImage, info.regionCount, info.pRegions);
}

} // namespace entry
} // namespace cpu::icd
