// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "test_image.h"

#include <algorithm>
#include <cstring>

namespace {

constexpr VkImageUsageFlags kUsage =
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

VkImageCreateInfo createInfo(const Format& format, const Shape& shape) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = shape.type;
    info.format = format.format;
    info.extent = shape.extent;
    info.mipLevels = shape.levels;
    info.arrayLayers = shape.layers;
    info.samples = VkSampleCountFlagBits(shape.samples);
    info.tiling = shape.tiling;
    info.usage = kUsage;
    return info;
}

} // namespace

Blocks::Blocks(const Format& format, VkExtent3D extent_px, uint32_t layers)
    : width((extent_px.width + format.blockWidth_px - 1) / format.blockWidth_px),
      height((extent_px.height + format.blockHeight_px - 1) / format.blockHeight_px),
      depth(extent_px.depth * layers),
      block_B(format.block_B),
      bytes(size_t(width) * height * depth * block_B) {}

bool TestImage::supported(const Format& format, const Shape& shape) {
    const VkFormatFeatureFlags features =
        VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    return shape.tiling == VK_IMAGE_TILING_LINEAR || device().hasFormat(format.format, features);
}

TestImage::TestImage(const Format& format, const Shape& shape, VkImageAspectFlags aspects)
    : m_format(format), m_shape(shape), m_aspects(aspects) {
    const VkDevice handle = device().handle();
    const VkImageCreateInfo info = createInfo(format, shape);
    vkc::check(vkCreateImage(handle, &info, nullptr, &m_image), "vkCreateImage");
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(handle, m_image, &needs);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = device().memoryType(needs.memoryTypeBits, 0);
    vkc::check(vkAllocateMemory(handle, &allocation, nullptr, &m_memory), "vkAllocateMemory");
    vkc::check(vkBindImageMemory(handle, m_image, m_memory, 0), "vkBindImageMemory");
    device().run([&](VkCommandBuffer commands) {
        VkImageMemoryBarrier toGeneral{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        toGeneral.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        toGeneral.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        toGeneral.srcQueueFamilyIndex = toGeneral.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        toGeneral.image = m_image;
        toGeneral.subresourceRange = {
            m_aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        vkCmdPipelineBarrier(commands,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0,
                             0,
                             nullptr,
                             0,
                             nullptr,
                             1,
                             &toGeneral);
    });
}

TestImage::~TestImage() {
    vkDestroyImage(device().handle(), m_image, nullptr);
    vkFreeMemory(device().handle(), m_memory, nullptr);
}

VkExtent3D TestImage::extent(uint32_t level) const {
    const auto half = [&](uint32_t size) { return std::max(1u, size >> level); };
    return {half(m_shape.extent.width), half(m_shape.extent.height), half(m_shape.extent.depth)};
}

Blocks TestImage::blocks(uint32_t level) const {
    return Blocks(m_format, extent(level), m_shape.layers);
}

Blocks TestImage::fill(uint32_t level, uint32_t seed) {
    Blocks all = blocks(level);
    all.bytes = noise(all.bytes.size(), seed);
    upload(level, all);
    return all;
}

void TestImage::upload(uint32_t level, const Blocks& blocks, VkImageAspectFlags aspect) {
    vkc::Buffer staging(device(), blocks.bytes.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    std::ranges::copy(blocks.bytes, staging.as<uint8_t>().begin());
    device().run([&](VkCommandBuffer commands) {
        VkBufferImageCopy region{};
        region.imageSubresource = {aspect ? aspect : m_aspects, level, 0, m_shape.layers};
        region.imageExtent = extent(level);
        vkCmdCopyBufferToImage(
            commands, staging.handle(), m_image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    });
}

Blocks TestImage::download(uint32_t level, VkImageAspectFlags aspect, uint32_t texel_B) {
    Format format = m_format;
    format.block_B = texel_B ? texel_B : format.block_B;
    Blocks all(format, extent(level), m_shape.layers);
    vkc::Buffer staging(device(), all.bytes.size(), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    device().run([&](VkCommandBuffer commands) {
        VkBufferImageCopy region{};
        region.imageSubresource = {aspect ? aspect : m_aspects, level, 0, m_shape.layers};
        region.imageExtent = extent(level);
        vkCmdCopyImageToBuffer(
            commands, m_image, VK_IMAGE_LAYOUT_GENERAL, staging.handle(), 1, &region);
    });
    std::ranges::copy(staging.as<uint8_t>(), all.bytes.begin());
    return all;
}
