// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "test_image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace {

constexpr Format kFormats[] = {
    {VK_FORMAT_R8_UNORM, 1},
    {VK_FORMAT_R8_SNORM, 1},
    {VK_FORMAT_R8G8_UINT, 2},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2},
    {VK_FORMAT_R16_SFLOAT, 2},
    {VK_FORMAT_R8G8B8A8_UNORM, 4},
    {VK_FORMAT_B8G8R8A8_SRGB, 4},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4},
    {VK_FORMAT_R32_UINT, 4},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8},
    {VK_FORMAT_R32G32_SINT, 8},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16},
};
constexpr Format kCompressed[] = {
    {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC3_SRGB_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC4_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_EAC_R11G11_UNORM_BLOCK, 16, 4, 4},
};

std::vector<Format> allFormats() {
    std::vector<Format> formats(std::begin(kFormats), std::end(kFormats));
    formats.insert(formats.end(), std::begin(kCompressed), std::end(kCompressed));
    return formats;
}

void expectRoundTrip(const Format& format, const Shape& shape) {
    SCOPED_TRACE(int(format.format));
    if (!TestImage::supported(format, shape)) {
        return;
    }
    TestImage image(format, shape);
    std::vector<Blocks> levels;
    for (uint32_t level = 0; level < shape.levels; ++level) {
        levels.push_back(image.fill(level, level + 1));
    }
    for (uint32_t level = 0; level < shape.levels; ++level) {
        EXPECT_EQ(image.download(level).bytes, levels[level].bytes) << "level " << level;
    }
}

TEST(Copies, GivesBackEveryFormat) {
    for (const Format& format : allFormats()) {
        expectRoundTrip(format, {{37, 23, 1}, 6, 3});
    }
}

TEST(Copies, GivesBackImagesOfThreeDimensions) {
    for (const Format& format : kFormats) {
        expectRoundTrip(format, {{13, 9, 7}, 4, 1, VK_IMAGE_TYPE_3D});
    }
}

TEST(Copies, GivesBackImagesOfOneDimension) {
    for (const Format& format : kFormats) {
        expectRoundTrip(format, {{61, 1, 1}, 6, 4, VK_IMAGE_TYPE_1D});
    }
}

TEST(Copies, GivesBackLinearImages) {
    expectRoundTrip({VK_FORMAT_R8G8B8A8_UNORM, 4},
                    {{37, 23, 1}, 1, 1, VK_IMAGE_TYPE_2D, 1, VK_IMAGE_TILING_LINEAR});
}

TEST(Copies, GivesBackWhatIsLarge) {
    expectRoundTrip({VK_FORMAT_R8G8B8A8_UNORM, 4}, {{1023, 517, 1}, 10, 2});
}

TEST(Copies, GivesBackSingleTexels) {
    for (const Format& format : allFormats()) {
        expectRoundTrip(format, {{1, 1, 1}});
    }
}

/// A box of blocks, and where it comes from and goes to; z are layers or slices.
struct Box {
    uint32_t from[3];
    uint32_t to[3];
    uint32_t size[3];
};

Box randomBox(std::mt19937& random, const Blocks& from, const Blocks& to) {
    const uint32_t fromSize[] = {from.width, from.height, from.depth};
    const uint32_t toSize[] = {to.width, to.height, to.depth};
    Box box{};
    for (uint32_t i = 0; i < 3; ++i) {
        box.size[i] = 1 + random() % std::min(fromSize[i], toSize[i]);
        box.from[i] = random() % (fromSize[i] - box.size[i] + 1);
        box.to[i] = random() % (toSize[i] - box.size[i] + 1);
    }
    return box;
}

void apply(const Box& box, const Blocks& from, Blocks& to) {
    for (uint32_t z = 0; z < box.size[2]; ++z) {
        for (uint32_t y = 0; y < box.size[1]; ++y) {
            std::memcpy(to.at(box.to[0], box.to[1] + y, box.to[2] + z),
                        from.at(box.from[0], box.from[1] + y, box.from[2] + z),
                        size_t(box.size[0]) * from.block_B);
        }
    }
}

VkImageSubresourceLayers layersOf(const Shape& shape, uint32_t level, uint32_t z, uint32_t count) {
    return shape.type == VK_IMAGE_TYPE_3D
               ? VkImageSubresourceLayers{VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1}
               : VkImageSubresourceLayers{VK_IMAGE_ASPECT_COLOR_BIT, level, z, count};
}

VkOffset3D offsetOf(const Format& format, const Shape& shape, const uint32_t (&at)[3]) {
    return {int32_t(at[0] * format.blockWidth_px),
            int32_t(at[1] * format.blockHeight_px),
            shape.type == VK_IMAGE_TYPE_3D ? int32_t(at[2]) : 0};
}

/// The box's size in texels; the last block of a level may have fewer.
VkExtent3D extentOf(const Format& format,
                    VkExtent3D level,
                    const uint32_t (&at)[3],
                    const uint32_t (&size)[3],
                    bool slices) {
    return {std::min(size[0] * format.blockWidth_px, level.width - at[0] * format.blockWidth_px),
            std::min(size[1] * format.blockHeight_px, level.height - at[1] * format.blockHeight_px),
            slices ? size[2] : 1};
}

/// Random regions from a level of one image to a level of another.
void expectImageCopies(const Format& fromFormat,
                       const Shape& fromShape,
                       uint32_t fromLevel,
                       const Format& toFormat,
                       const Shape& toShape,
                       uint32_t toLevel) {
    SCOPED_TRACE(testing::Message() << int(fromFormat.format) << " -> " << int(toFormat.format));
    if (!TestImage::supported(fromFormat, fromShape) || !TestImage::supported(toFormat, toShape)) {
        return;
    }
    TestImage from(fromFormat, fromShape);
    TestImage to(toFormat, toShape);
    const Blocks source = from.fill(fromLevel, 1);
    Blocks expected = to.fill(toLevel, 2);
    std::mt19937 random(3);
    for (int i = 0; i < 12; ++i) {
        const Box box = randomBox(random, source, expected);
        apply(box, source, expected);
        const bool slices = fromShape.type == VK_IMAGE_TYPE_3D || toShape.type == VK_IMAGE_TYPE_3D;
        VkImageCopy region{};
        region.srcSubresource = layersOf(fromShape, fromLevel, box.from[2], box.size[2]);
        region.srcOffset = offsetOf(fromFormat, fromShape, box.from);
        region.dstSubresource = layersOf(toShape, toLevel, box.to[2], box.size[2]);
        region.dstOffset = offsetOf(toFormat, toShape, box.to);
        region.extent = extentOf(fromFormat, from.extent(fromLevel), box.from, box.size, slices);
        device().run([&](VkCommandBuffer commands) {
            vkCmdCopyImage(commands,
                           from.handle(),
                           VK_IMAGE_LAYOUT_GENERAL,
                           to.handle(),
                           VK_IMAGE_LAYOUT_GENERAL,
                           1,
                           &region);
        });
        ASSERT_EQ(to.download(toLevel).bytes, expected.bytes) << "copy " << i;
    }
}

constexpr Shape kArray{{37, 26, 1}, 3, 4};
constexpr Shape kOtherArray{{50, 19, 1}, 2, 3};
constexpr Shape kVolume{{30, 28, 9}, 2, 1, VK_IMAGE_TYPE_3D};

TEST(Copies, BetweenImagesOfOneFormat) {
    for (const Format& format : allFormats()) {
        expectImageCopies(format, kArray, 0, format, kOtherArray, 0);
        expectImageCopies(format, kArray, 1, format, kOtherArray, 0);
        expectImageCopies(format, kOtherArray, 0, format, kArray, 2);
    }
}

TEST(Copies, BetweenFormatsOfOneSize) {
    expectImageCopies(
        {VK_FORMAT_R8G8B8A8_UNORM, 4}, kArray, 0, {VK_FORMAT_R32_SFLOAT, 4}, kOtherArray, 0);
    expectImageCopies(
        {VK_FORMAT_R8G8_UNORM, 2}, kArray, 0, {VK_FORMAT_R16_SFLOAT, 2}, kOtherArray, 1);
    expectImageCopies(
        {VK_FORMAT_R32G32_SFLOAT, 8}, kArray, 1, {VK_FORMAT_R16G16B16A16_UINT, 8}, kArray, 0);
}

TEST(Copies, BetweenVolumesAndArrays) {
    const Format format{VK_FORMAT_R8G8B8A8_UINT, 4};
    expectImageCopies(format, kVolume, 0, format, kVolume, 0);
    expectImageCopies(format, kVolume, 1, format, kVolume, 0);
    expectImageCopies(format, kVolume, 0, format, kArray, 0);
    expectImageCopies(format, kArray, 0, format, kVolume, 0);
}

TEST(Copies, BetweenCompressedAndPlainFormats) {
    const Shape small{{11, 9, 1}, 2, 3};
    const Format words64{VK_FORMAT_R16G16B16A16_UINT, 8};
    const Format words128{VK_FORMAT_R32G32B32A32_UINT, 16};
    for (const Format& format : kCompressed) {
        const Format& words = format.block_B == 8 ? words64 : words128;
        expectImageCopies(format, kArray, 0, words, small, 0);
        expectImageCopies(words, small, 0, format, kArray, 0);
    }
}

TEST(Copies, BetweenLinearAndOptimalImages) {
    const Format format{VK_FORMAT_R8G8B8A8_UNORM, 4};
    const Shape linear{{41, 29, 1}, 1, 1, VK_IMAGE_TYPE_2D, 1, VK_IMAGE_TILING_LINEAR};
    const Shape optimal{{44, 30, 1}};
    expectImageCopies(format, linear, 0, format, optimal, 0);
    expectImageCopies(format, optimal, 0, format, linear, 0);
}

TEST(Copies, WithinAnImage) {
    const Format format{VK_FORMAT_R8G8B8A8_UNORM, 4};
    TestImage image(format, {{64, 64, 1}});
    Blocks expected = image.fill(0, 4);
    const Box box{{3, 5, 0}, {30, 34, 0}, {27, 29, 1}};
    apply(box, Blocks(expected), expected);
    VkImageCopy region{};
    region.srcSubresource = region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.srcOffset = {3, 5, 0};
    region.dstOffset = {30, 34, 0};
    region.extent = {27, 29, 1};
    device().run([&](VkCommandBuffer commands) {
        vkCmdCopyImage(commands,
                       image.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       image.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       1,
                       &region);
    });
    EXPECT_EQ(image.download(0).bytes, expected.bytes);
}

enum class Direction { ToImage, ToBuffer };

/// Regions of a buffer with rows and slices longer than what is copied.
void expectBufferRegions(const Format& format,
                         const Shape& shape,
                         uint32_t level,
                         Direction direction) {
    const bool toImage = direction == Direction::ToImage;
    SCOPED_TRACE(int(format.format));
    if (!TestImage::supported(format, shape)) {
        return;
    }
    TestImage image(format, shape);
    Blocks blocks = image.fill(level, 5);
    std::mt19937 random(6);
    for (int i = 0; i < 10; ++i) {
        // As if the buffer were an image somewhat larger than the level.
        Blocks padded = blocks;
        padded.width += random() % 5;
        padded.height += random() % 4;
        padded.bytes = noise(size_t(padded.width) * padded.height * padded.depth * padded.block_B,
                             uint32_t(i));
        Box box = randomBox(random, blocks, padded);
        std::ranges::fill(box.to, 0u);
        const uint32_t offset_B = format.block_B * 4 * (random() % 4);

        vkc::Buffer buffer(device(),
                           offset_B + padded.bytes.size(),
                           VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
        std::ranges::copy(padded.bytes, buffer.as<uint8_t>().begin() + offset_B);
        VkBufferImageCopy region{};
        region.bufferOffset = offset_B;
        region.bufferRowLength = padded.width * format.blockWidth_px;
        region.bufferImageHeight = padded.height * format.blockHeight_px;
        region.imageSubresource = layersOf(shape, level, box.from[2], box.size[2]);
        region.imageOffset = offsetOf(format, shape, box.from);
        region.imageExtent = extentOf(
            format, image.extent(level), box.from, box.size, shape.type == VK_IMAGE_TYPE_3D);
        device().run([&](VkCommandBuffer commands) {
            if (toImage) {
                vkCmdCopyBufferToImage(
                    commands, buffer.handle(), image.handle(), VK_IMAGE_LAYOUT_GENERAL, 1, &region);
            } else {
                vkCmdCopyImageToBuffer(
                    commands, image.handle(), VK_IMAGE_LAYOUT_GENERAL, buffer.handle(), 1, &region);
            }
        });
        if (toImage) {
            std::ranges::swap(box.from, box.to);
            apply(box, padded, blocks);
            ASSERT_EQ(image.download(level).bytes, blocks.bytes) << "copy " << i;
        } else {
            apply(box, blocks, padded);
            const auto result = buffer.as<uint8_t>().subspan(offset_B);
            ASSERT_TRUE(std::ranges::equal(result, padded.bytes)) << "copy " << i;
        }
    }
}

TEST(Copies, RegionsOfBuffersToImages) {
    for (const Format& format : allFormats()) {
        expectBufferRegions(format, kArray, 0, Direction::ToImage);
        expectBufferRegions(format, kArray, 1, Direction::ToImage);
    }
    expectBufferRegions({VK_FORMAT_R8G8B8A8_UNORM, 4}, kVolume, 0, Direction::ToImage);
}

TEST(Copies, RegionsOfImagesToBuffers) {
    for (const Format& format : allFormats()) {
        expectBufferRegions(format, kArray, 0, Direction::ToBuffer);
        expectBufferRegions(format, kArray, 1, Direction::ToBuffer);
    }
    expectBufferRegions({VK_FORMAT_R8G8B8A8_UNORM, 4}, kVolume, 0, Direction::ToBuffer);
}

} // namespace
