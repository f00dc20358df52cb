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
                 {.to = target->surface,
                  .toPosition = target->position,
                  .from = source->surface,
                  .fromPosition = source->position,
                  .extent = extent},
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

/// The texels of a region in a buffer and in an image.
struct BufferAndImage {
    exec::Surface bytes;
    Region texels;
    exec::Extent extent;
};
/// Nothing: there is nothing to copy.
template <typename BufferImageCopy>
std::optional<BufferAndImage>
bufferAndImage(const Buffer& buffer, const Image& image, const BufferImageCopy& region) {
    const auto texels = regionOf(image, region.imageSubresource, region.imageOffset);
    if (!texels || !buffer.data() || image.shape().samples != 1) {
        return std::nullopt;
    }
    exec::Extent extent = extentIn(image.format(), region.imageExtent);
    if (!image.is3D()) {
        extent.depth = texels->surface.depth;
    }
    const auto bytes = bufferSurface(buffer, image.format(), region, extent);
    return bytes ? std::optional(BufferAndImage{*bytes, *texels, extent}) : std::nullopt;
}

template <typename BufferImageCopy>
void recordCopy(CommandBuffer& commands,
                const Buffer& from,
                const Image& to,
                const BufferImageCopy& region) {
    if (const auto both = bufferAndImage(from, to, region)) {
        const Region& texels = both->texels;
        recordBlocks(commands,
                     {.to = texels.surface,
                      .toPosition = texels.position,
                      .from = both->bytes,
                      .fromPosition = {},
                      .extent = both->extent},
                     texels.part);
    }
}

template <typename BufferImageCopy>
void recordCopy(CommandBuffer& commands,
                const Image& from,
                const Buffer& to,
                const BufferImageCopy& region) {
    if (const auto both = bufferAndImage(to, from, region)) {
        const Region& texels = both->texels;
        recordBlocks(commands,
                     {.to = both->bytes,
                      .toPosition = {},
                      .from = texels.surface,
                      .fromPosition = texels.position,
                      .extent = both->extent},
                     texels.part);
    }
}

/// The regions of a command, from a buffer or an image to a buffer or an image.
template <typename From, typename To, typename Copy>
void recordCopies(
    VkCommandBuffer commands, From from, To to, uint32_t regionCount, const Copy* regions) {
    for (uint32_t i = 0; i < regionCount; ++i) {
        recordCopy(*cast(commands), *cast(from), *cast(to), regions[i]);
    }
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdCopyBuffer(VkCommandBuffer commandBuffer,
                                         VkBuffer srcBuffer,
                                         VkBuffer dstBuffer,
                                         uint32_t regionCount,
                                         const VkBufferCopy* pRegions) {
    recordCopies(commandBuffer, srcBuffer, dstBuffer, regionCount, pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBuffer2(VkCommandBuffer commandBuffer,
                                          const VkCopyBufferInfo2* pCopyBufferInfo) {
    const auto& info = *pCopyBufferInfo;
    recordCopies(commandBuffer, info.srcBuffer, info.dstBuffer, info.regionCount, info.pRegions);
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
    recordCopies(commandBuffer, srcImage, dstImage, regionCount, pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImage2(VkCommandBuffer commandBuffer,
                                         const VkCopyImageInfo2* pCopyImageInfo) {
    const auto& info = *pCopyImageInfo;
    recordCopies(commandBuffer, info.srcImage, info.dstImage, info.regionCount, info.pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBufferToImage(VkCommandBuffer commandBuffer,
                                                VkBuffer srcBuffer,
                                                VkImage dstImage,
                                                VkImageLayout dstImageLayout,
                                                uint32_t regionCount,
                                                const VkBufferImageCopy* pRegions) {
    recordCopies(commandBuffer, srcBuffer, dstImage, regionCount, pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBufferToImage2(
    VkCommandBuffer commandBuffer, const VkCopyBufferToImageInfo2* pCopyBufferToImageInfo) {
    const auto& info = *pCopyBufferToImageInfo;
    recordCopies(commandBuffer, info.srcBuffer, info.dstImage, info.regionCount, info.pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImageToBuffer(VkCommandBuffer commandBuffer,
                                                VkImage srcImage,
                                                VkImageLayout srcImageLayout,
                                                VkBuffer dstBuffer,
                                                uint32_t regionCount,
                                                const VkBufferImageCopy* pRegions) {
    recordCopies(commandBuffer, srcImage, dstBuffer, regionCount, pRegions);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImageToBuffer2(
    VkCommandBuffer commandBuffer, const VkCopyImageToBufferInfo2* pCopyImageToBufferInfo) {
    const auto& info = *pCopyImageToBufferInfo;
    recordCopies(commandBuffer, info.srcImage, info.dstBuffer, info.regionCount, info.pRegions);
}

} // namespace entry
} // namespace cpu::icd
