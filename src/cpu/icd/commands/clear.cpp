// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/clear.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/buffer.h"
#include "cpu/icd/resources/image.h"
#include "cpu/icd/resources/image_surface.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <cstring>

namespace cpu::icd {

namespace {

/// Of the part of each texel that the range's aspects are.
void recordClear(CommandBuffer& commands,
                 const Image& image,
                 const VkImageSubresourceRange& range,
                 const uint8_t* texel) {
    const ImageShape& shape = image.shape();
    if (!image.data() || range.baseMipLevel >= shape.levels ||
        range.baseArrayLayer >= shape.layers) {
        return;
    }
    // Remaining levels and layers are larger than any number of them.
    const uint32_t levels = std::min(range.levelCount, shape.levels - range.baseMipLevel);
    const uint32_t layers = std::min(range.layerCount, shape.layers - range.baseArrayLayer);
    const TexelPart part = partOf(image.format(), range.aspectMask);
    for (uint32_t i = 0; i < levels; ++i) {
        exec::ClearSurface clear{
            image.surface(range.baseMipLevel + i, range.baseArrayLayer, layers), {}, part.size_B};
        clear.surface.base += part.offset_B;
        std::memcpy(clear.bytes, texel + part.offset_B, part.size_B);
        commands.record(clear);
    }
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdFillBuffer(VkCommandBuffer commandBuffer,
                                         VkBuffer dstBuffer,
                                         VkDeviceSize dstOffset,
                                         VkDeviceSize size,
                                         uint32_t data) {
    const Buffer& buffer = *cast(dstBuffer);
    if (!buffer.data() || dstOffset >= buffer.size_B()) {
        return;
    }
    // Whole words; the rest of a buffer may end in less than one.
    const uint64_t size_B = std::min<uint64_t>(size, buffer.size_B() - dstOffset) & ~uint64_t(3);
    cast(commandBuffer)->record(exec::FillBytes{buffer.data() + dstOffset, size_B, data});
}

VKAPI_ATTR void VKAPI_CALL CmdClearColorImage(VkCommandBuffer commandBuffer,
                                              VkImage image,
                                              VkImageLayout imageLayout,
                                              const VkClearColorValue* pColor,
                                              uint32_t rangeCount,
                                              const VkImageSubresourceRange* pRanges) {
    const Image& target = *cast(image);
    if (target.format().compressed()) {
        return;
    }
    uint8_t texel[16] = {};
    format::TexelValue value;
    std::memcpy(value.bits, pColor->uint32, sizeof value.bits);
    format::writeTexel(target.format(), texel, value);
    for (uint32_t i = 0; i < rangeCount; ++i) {
        recordClear(*cast(commandBuffer), target, pRanges[i], texel);
    }
}

VKAPI_ATTR void VKAPI_CALL CmdClearDepthStencilImage(VkCommandBuffer commandBuffer,
                                                     VkImage image,
                                                     VkImageLayout imageLayout,
                                                     const VkClearDepthStencilValue* pDepthStencil,
                                                     uint32_t rangeCount,
                                                     const VkImageSubresourceRange* pRanges) {
    const Image& target = *cast(image);
    uint8_t texel[16] = {};
    format::TexelValue value{};
    value.setNumber(0, pDepthStencil->depth);
    value.bits[1] = pDepthStencil->stencil & 0xff; // The bits that there are.
    format::writeTexel(target.format(), texel, value);
    for (uint32_t i = 0; i < rangeCount; ++i) {
        recordClear(*cast(commandBuffer), target, pRanges[i], texel);
    }
}

} // namespace entry
} // namespace cpu::icd
