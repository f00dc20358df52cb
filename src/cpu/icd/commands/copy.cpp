// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/copy.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/buffer.h"
#include "cpu/icd/resources/image.h"
#include "cpu/icd/resources/image_surface.h"

#include <algorithm>

namespace cpu::icd {

namespace {

// The regions of both generations of the commands have fields of the same names.

template <typename BufferCopy>
void recordCopy(CommandBuffer& commands,
                const Buffer& from,
                const Buffer& to,
                const BufferCopy& region) {
    if (!from.data() || !to.data() || region.srcOffset >= from.size_B() ||
        region.dstOffset >= to.size_B()) {
        return;
    }
    const uint64_t size_B = std::min(
        {uint64_t(region.size), from.size_B() - region.srcOffset, to.size_B() - region.dstOffset});
    commands.record(
        exec::CopyBytes{to.data() + region.dstOffset, from.data() + region.srcOffset, size_B});
}

void recordBlocks(CommandBuffer& commands, const exec::CopyBlocks& blocks, const TexelPart& part) {
    if (part.whole && blocks.to.block_B == blocks.from.block_B) {
        commands.record(blocks);
    } else {
        commands.record(exec::CopyParts{blocks, part.size_B});
    }
}

template <typename ImageCopy>
void recordCopy(CommandBuffer& commands,
                const Image& from,
                const Image& to,
                const ImageCopy& region) {
    const auto source = regionOf(from, region.srcSubresource, region.srcOffset);
    const auto target = regionOf(to, region.dstSubresource, region.dstOffset);
    if (!source || !target || source->part.size_B != target->part.size_B) {
        return;
    }
    // The extent is in the source's texels; blocks have the same size in both.
    exec::Extent extent = extentIn(from.format(), region.extent);
    if (!from.is3D() && !to.is3D()) {
        extent.depth = source->surface.depth;
    }
    recordBlocks(commands,
                 {target->surface, target->position, source->surface, source->position, extent},
                 source->part);
}

/// The bytes of a buffer that a region of an image is copied from or to ("Copying Data Between
/// Buffers and Images"). Nothing: the buffer does not have them all.
template <typename BufferImageCopy>
std::optional<exec::Surface> bufferSurface(const Buffer& buffer,
                                           const format::VkFormatLayout& format,
                                           const BufferImageCopy& region,
                                           const exec::Extent& extent) {
    const VkImageAspectFlags aspects = region.imageSubresource.aspectMask;
    uint32_t block_B = format.block_B;
    if (!partOf(format, aspects).whole) {
        // Depth of 24 bits takes the lower ones of 32.
        block_B = aspects == VK_IMAGE_ASPECT_STENCIL_BIT ? 1
                  : format.channels[0].bits == 16        ? 2
                                                         : 4;
    }
    const auto blocks = [](uint32_t texels, uint32_t own, uint32_t block) {
        return texels ? (uint64_t(texels) + block - 1) / block : uint64_t(own);
    };
    const uint64_t rowPitch_B =
        blocks(region.bufferRowLength, uint32_t(extent.width), format.blockWidth_px) * block_B;
    uint64_t zPitch_B;
    uint64_t end_B;
    if (extent.empty() || region.bufferOffset > buffer.size_B() ||
        __builtin_mul_overflow(
            rowPitch_B,
            blocks(region.bufferImageHeight, uint32_t(extent.height), format.blockHeight_px),
            &zPitch_B) ||
        __builtin_mul_overflow(zPitch_B, uint64_t(extent.depth - 1), &end_B) ||
        __builtin_add_overflow(end_B,
                               rowPitch_B * uint64_t(extent.height - 1) +
                                   uint64_t(extent.width) * block_B,
                               &end_B) ||
        end_B > buffer.size_B() - region.bufferOffset) {
        return std::nullopt;
    }
    return exec::Surface{.base = buffer.data() + region.bufferOffset,
                         .zPitch_B = zPitch_B,
                         .rowPitch_B = rowPitch_B,
                         .samplePitch_B = 0,
                         .tiling = Tiling::Linear,
                         .block_B = block_B,
                         .width = extent.width,
                         .height = extent.height,
                         .depth = extent.depth,
                         .sampleCount = 1};
}

template <typename BufferImageCopy>
void recordCopy(CommandBuffer& commands,
                const Buffer& buffer,
                const Image& image,
                const BufferImageCopy& region,
                bool toImage) {
    const auto target = regionOf(image, region.imageSubresource, region.imageOffset);
    if (!target || !buffer.data() || image.shape().samples != 1) {
        return;
    }
    exec::Extent extent = extentIn(image.format(), region.imageExtent);
    if (!image.is3D()) {
        extent.depth = target->surface.depth;
    }
    const auto bytes = bufferSurface(buffer, image.format(), region, extent);
    if (!bytes) {
        return;
    }
    if (toImage) {
        recordBlocks(
            commands, {target->surface, target->position, *bytes, {}, extent}, target->part);
    } else {
        recordBlocks(
            commands, {*bytes, {}, target->surface, target->position, extent}, target->part);
    }
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdCopyBuffer(VkCommandBuffer commandBuffer,
                                         VkBuffer srcBuffer,
                                         VkBuffer dstBuffer,
                                         uint32_t regionCount,
                                         const VkBufferCopy* pRegions) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordCopy(*cast(commandBuffer), *cast(srcBuffer), *cast(dstBuffer), pRegions[i]);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBuffer2(VkCommandBuffer commandBuffer,
                                          const VkCopyBufferInfo2* pCopyBufferInfo) {
    for (uint32_t i = 0; i < pCopyBufferInfo->regionCount; ++i) {
        recordCopy(*cast(commandBuffer),
                   *cast(pCopyBufferInfo->srcBuffer),
                   *cast(pCopyBufferInfo->dstBuffer),
                   pCopyBufferInfo->pRegions[i]);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdUpdateBuffer(VkCommandBuffer commandBuffer,
                                           VkBuffer dstBuffer,
                                           VkDeviceSize dstOffset,
                                           VkDeviceSize dataSize,
                                           const void* pData) {
    CommandBuffer& commands = *cast(commandBuffer);
    const Buffer& buffer = *cast(dstBuffer);
    if (!buffer.data() || dstOffset >= buffer.size_B()) {
        return;
    }
    const auto bytes =
        commands.copy(static_cast<const uint8_t*>(pData),
                      size_t(std::min<uint64_t>(dataSize, buffer.size_B() - dstOffset)));
    commands.record(exec::CopyBytes{buffer.data() + dstOffset, bytes.data(), bytes.size()});
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImage(VkCommandBuffer commandBuffer,
                                        VkImage srcImage,
                                        VkImageLayout srcImageLayout,
                                        VkImage dstImage,
                                        VkImageLayout dstImageLayout,
                                        uint32_t regionCount,
                                        const VkImageCopy* pRegions) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordCopy(*cast(commandBuffer), *cast(srcImage), *cast(dstImage), pRegions[i]);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImage2(VkCommandBuffer commandBuffer,
                                         const VkCopyImageInfo2* pCopyImageInfo) {
    for (uint32_t i = 0; i < pCopyImageInfo->regionCount; ++i) {
        recordCopy(*cast(commandBuffer),
                   *cast(pCopyImageInfo->srcImage),
                   *cast(pCopyImageInfo->dstImage),
                   pCopyImageInfo->pRegions[i]);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBufferToImage(VkCommandBuffer commandBuffer,
                                                VkBuffer srcBuffer,
                                                VkImage dstImage,
                                                VkImageLayout dstImageLayout,
                                                uint32_t regionCount,
                                                const VkBufferImageCopy* pRegions) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordCopy(*cast(commandBuffer), *cast(srcBuffer), *cast(dstImage), pRegions[i], true);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBufferToImage2(
    VkCommandBuffer commandBuffer, const VkCopyBufferToImageInfo2* pCopyBufferToImageInfo) {
    for (uint32_t i = 0; i < pCopyBufferToImageInfo->regionCount; ++i) {
        recordCopy(*cast(commandBuffer),
                   *cast(pCopyBufferToImageInfo->srcBuffer),
                   *cast(pCopyBufferToImageInfo->dstImage),
                   pCopyBufferToImageInfo->pRegions[i],
                   true);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImageToBuffer(VkCommandBuffer commandBuffer,
                                                VkImage srcImage,
                                                VkImageLayout srcImageLayout,
                                                VkBuffer dstBuffer,
                                                uint32_t regionCount,
                                                const VkBufferImageCopy* pRegions) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordCopy(*cast(commandBuffer), *cast(dstBuffer), *cast(srcImage), pRegions[i], false);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImageToBuffer2(
    VkCommandBuffer commandBuffer, const VkCopyImageToBufferInfo2* pCopyImageToBufferInfo) {
    for (uint32_t i = 0; i < pCopyImageToBufferInfo->regionCount; ++i) {
        recordCopy(*cast(commandBuffer),
                   *cast(pCopyImageToBufferInfo->dstBuffer),
                   *cast(pCopyImageToBufferInfo->srcImage),
                   pCopyImageToBufferInfo->pRegions[i],
                   false);
    }
}

} // namespace entry
} // namespace cpu::icd
