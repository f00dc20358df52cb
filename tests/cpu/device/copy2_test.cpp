// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Copies by the commands of Vulkan 1.3, whose structures can be extended: they do what those of
// Vulkan 1.0 do.

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <numeric>

namespace vkt {
namespace {

constexpr VkBufferUsageFlags kBufferUsage =
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;

class Copies2 : public ResourceTest {
protected:
    Buffer numbered(uint32_t count, uint32_t first) {
        const Buffer buffer = makeBuffer(count * 4, kBufferUsage);
        std::iota(buffer.as<uint32_t>().begin(), buffer.as<uint32_t>().end(), first);
        return buffer;
    }
    /// Two levels and two layers of R32_UINT, all of `value` at first.
    Image image(uint32_t value) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = VK_FORMAT_R32_UINT;
        info.extent = {20, 12, 1};
        info.mipLevels = info.arrayLayers = 2;
        info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        const Image made = makeImage(info);
        toGeneral(made);
        fill(made, [&](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return value; });
        return made;
    }
    /// Level 1 of both layers, 10 × 6 texels each, by the old command.
    std::vector<uint32_t> levelOne(const Image& image) {
        const Buffer buffer = numbered(120, 0);
        VkBufferImageCopy region{};
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 2};
        region.imageExtent = {10, 6, 1};
        run([&](VkCommandBuffer commands) {
            vkCmdCopyImageToBuffer(commands, image.image, kGeneral, buffer.buffer, 1, &region);
            barrier(commands);
        });
        return {buffer.as<uint32_t>().begin(), buffer.as<uint32_t>().end()};
    }
};

TEST_F(Copies2, BetweenBuffers) {
    const Buffer from = numbered(64, 100);
    const Buffer to = numbered(64, 0);
    VkBufferCopy2 regions[2] = {{VK_STRUCTURE_TYPE_BUFFER_COPY_2},
                                {VK_STRUCTURE_TYPE_BUFFER_COPY_2}};
    regions[0].srcOffset = 40;
    regions[0].dstOffset = 8;
    regions[0].size = 12;
    regions[1].srcOffset = 0;
    regions[1].dstOffset = 252;
    regions[1].size = 4;
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
    info.srcBuffer = from.buffer;
    info.dstBuffer = to.buffer;
    info.regionCount = 2;
    info.pRegions = regions;
    run([&](VkCommandBuffer commands) {
        vkCmdCopyBuffer2(commands, &info);
        barrier(commands);
    });
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(to.as<uint32_t>()[i], i >= 2 && i < 5 ? 108 + i : i == 63 ? 100 : i) << i;
    }
}

TEST_F(Copies2, BetweenBuffersAndImages) {
    const Image to = image(5);
    const Buffer from = numbered(256, 1000);
    VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
    region.bufferOffset = 16;
    region.bufferRowLength = 7;
    region.bufferImageHeight = 5;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 2};
    region.imageOffset = {3, 2, 0};
    region.imageExtent = {6, 3, 1};
    VkCopyBufferToImageInfo2 write{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
    write.srcBuffer = from.buffer;
    write.dstImage = to.image;
    write.dstImageLayout = kGeneral;
    write.regionCount = 1;
    write.pRegions = &region;
    const Buffer back = numbered(256, 0);
    VkCopyImageToBufferInfo2 read{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
    read.srcImage = to.image;
    read.srcImageLayout = kGeneral;
    read.dstBuffer = back.buffer;
    read.regionCount = 1;
    read.pRegions = &region;
    run([&](VkCommandBuffer commands) {
        vkCmdCopyBufferToImage2(commands, &write);
        barrier(commands);
        vkCmdCopyImageToBuffer2(commands, &read);
        barrier(commands);
    });
    const auto texels = levelOne(to);
    std::vector<uint32_t> words(256);
    std::iota(words.begin(), words.end(), 0);
    for (uint32_t layer = 0; layer < 2; ++layer) {
        for (uint32_t y = 0; y < 6; ++y) {
            for (uint32_t x = 0; x < 10; ++x) {
                const bool inside = x >= 3 && x < 9 && y >= 2 && y < 5;
                const uint32_t at = 4 + (layer * 5 + y - 2) * 7 + x - 3;
                EXPECT_EQ(texels[(layer * 6 + y) * 10 + x], inside ? 1000 + at : 5)
                    << layer << " " << x << " " << y;
                if (inside) {
                    words[at] = 1000 + at;
                }
            }
        }
    }
    EXPECT_TRUE(std::ranges::equal(back.as<uint32_t>(), words));
}

TEST_F(Copies2, BetweenImages) {
    const Image from = image(1);
    const Image to = image(2);
    fill(from, [](uint32_t level, uint32_t layer, uint32_t x, uint32_t y, uint32_t) {
        return level << 24 | layer << 16 | y << 8 | x;
    });
    VkImageCopy2 regions[2] = {{VK_STRUCTURE_TYPE_IMAGE_COPY_2}, {VK_STRUCTURE_TYPE_IMAGE_COPY_2}};
    regions[0].srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 2};
    regions[0].srcOffset = {11, 5, 0};
    regions[0].dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 2};
    regions[0].dstOffset = {2, 1, 0};
    regions[0].extent = {4, 2, 1};
    regions[1].srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 1};
    regions[1].dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 1};
    regions[1].dstOffset = {9, 5, 0};
    regions[1].extent = {1, 1, 1};
    VkCopyImageInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2};
    info.srcImage = from.image;
    info.srcImageLayout = info.dstImageLayout = kGeneral;
    info.dstImage = to.image;
    info.regionCount = 2;
    info.pRegions = regions;
    run([&](VkCommandBuffer commands) {
        vkCmdCopyImage2(commands, &info);
        barrier(commands);
    });
    const auto texels = levelOne(to);
    for (uint32_t layer = 0; layer < 2; ++layer) {
        for (uint32_t y = 0; y < 6; ++y) {
            for (uint32_t x = 0; x < 10; ++x) {
                const bool inside = x >= 2 && x < 6 && y >= 1 && y < 3;
                const bool corner = layer == 0 && x == 9 && y == 5;
                EXPECT_EQ(texels[(layer * 6 + y) * 10 + x],
                          inside   ? layer << 16 | (y + 4) << 8 | (x + 9)
                          : corner ? 1u << 24 | 1u << 16
                                   : 2)
                    << layer << " " << x << " " << y;
            }
        }
    }
}

TEST_F(Copies2, BlitsAndResolvesAreThoseOfOldCommands) {
    const auto make = [&](uint32_t samples) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = VK_FORMAT_R8G8B8A8_UNORM;
        info.extent = {20, 12, 1};
        info.mipLevels = samples > 1 ? 1 : 2;
        info.arrayLayers = 2;
        info.samples = VkSampleCountFlagBits(samples);
        info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        Image made;
        made.info = info;
        EXPECT_VK(vkCreateImage(device(), &info, nullptr, &made.image));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device(), made.image, &needs);
        VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        allocation.allocationSize = needs.size;
        EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &made.memory));
        EXPECT_VK(vkBindImageMemory(device(), made.image, made.memory, 0));
        atEnd([this, made] {
            vkDestroyImage(device(), made.image, nullptr);
            vkFreeMemory(device(), made.memory, nullptr);
        });
        toGeneral(made);
        return made;
    };
    const Image source = make(1);
    fill(source, [](uint32_t level, uint32_t layer, uint32_t x, uint32_t y, uint32_t) {
        return (level * 16 + layer * 8 + x * 12) | y * 20 << 8 | (x * y) % 256 << 16 | 0xff000000u;
    });
    const Image samples = make(4);
    const Image old = make(1);
    const Image now = make(1);
    for (const Image& image : {old, now}) {
        fill(image, [](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return 0x01020304u; });
    }
    for (const VkFilter filter : {VK_FILTER_NEAREST, VK_FILTER_LINEAR}) {
        VkImageBlit blit{};
        blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 2};
        blit.srcOffsets[0] = {2, 11, 0};
        blit.srcOffsets[1] = {19, 1, 1};
        blit.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 2};
        blit.dstOffsets[0] = {9, 1, 0};
        blit.dstOffsets[1] = {1, 5, 1};
        VkImageBlit2 blit2{VK_STRUCTURE_TYPE_IMAGE_BLIT_2};
        blit2.srcSubresource = blit.srcSubresource;
        blit2.dstSubresource = blit.dstSubresource;
        std::ranges::copy(blit.srcOffsets, blit2.srcOffsets);
        std::ranges::copy(blit.dstOffsets, blit2.dstOffsets);
        VkBlitImageInfo2 blitInfo{VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2};
        blitInfo.srcImage = source.image;
        blitInfo.dstImage = now.image;
        blitInfo.srcImageLayout = blitInfo.dstImageLayout = kGeneral;
        blitInfo.regionCount = 1;
        blitInfo.pRegions = &blit2;
        blitInfo.filter = filter;
        VkImageResolve resolve{};
        resolve.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 1};
        resolve.srcOffset = {4, 3, 0};
        resolve.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 1};
        resolve.dstOffset = {0, 5, 0};
        resolve.extent = {10, 1, 1};
        VkImageResolve2 resolve2{VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2};
        resolve2.srcSubresource = resolve.srcSubresource;
        resolve2.srcOffset = resolve.srcOffset;
        resolve2.dstSubresource = resolve.dstSubresource;
        resolve2.dstOffset = resolve.dstOffset;
        resolve2.extent = resolve.extent;
        VkResolveImageInfo2 resolveInfo{VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2};
        resolveInfo.srcImage = samples.image;
        resolveInfo.dstImage = now.image;
        resolveInfo.srcImageLayout = resolveInfo.dstImageLayout = kGeneral;
        resolveInfo.regionCount = 1;
        resolveInfo.pRegions = &resolve2;
        run([&](VkCommandBuffer c) {
            const VkClearColorValue color{.float32 = {0.2f, 0.4f, 0.6f, 0.8f}};
            const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 2};
            vkCmdClearColorImage(c, samples.image, kGeneral, &color, 1, &range);
            barrier(c);
            vkCmdBlitImage(c, source.image, kGeneral, old.image, kGeneral, 1, &blit, filter);
            vkCmdBlitImage2(c, &blitInfo);
            barrier(c);
            vkCmdResolveImage(c, samples.image, kGeneral, old.image, kGeneral, 1, &resolve);
            vkCmdResolveImage2(c, &resolveInfo);
            barrier(c);
        });
        // Commands that are for graphics queues are carried out, but the layer objects.
        forgetMessagesAbout("vkCmdBlitImage");
        forgetMessagesAbout("vkCmdResolveImage");
        const auto texels = levelOne(now);
        EXPECT_EQ(texels, levelOne(old));
        EXPECT_EQ(texels[0], 0x01020304u);
        EXPECT_NE(texels[13], 0x01020304u); // Blitted.
        EXPECT_EQ(texels[53], 0xcc996633u); // Resolved.
        EXPECT_NE(texels[60 + 13], texels[13]);
    }
}

} // namespace
} // namespace vkt
