// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/image.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace cpu::icd {
namespace {

struct Span {
    uint64_t begin_B;
    uint64_t end_B;
};

uint64_t blocks(int32_t size_px, uint32_t block_px) {
    return (uint64_t(size_px) + block_px - 1) / block_px;
}

/// Where each slice of each sample, level and layer lies.
std::vector<Span> spansOf(const ImageShape& shape, const ImageLayout& layout) {
    const format::VkFormatLayout& format = format::vkFormatLayout(shape.format);
    std::vector<Span> spans;
    for (uint32_t layer = 0; layer < shape.layers; ++layer) {
        for (uint32_t i = 0; i < shape.levels; ++i) {
            const LevelData& level = layout.levels[i];
            const uint64_t across = blocks(level.width_px, format.blockWidth_px);
            const uint64_t down = blocks(level.height_px, format.blockHeight_px);
            const bool tiled = shape.tiling == Tiling::Tiled;
            const uint64_t rows = tiled ? (down + 3) / 4 : down;
            const uint64_t row_B =
                (tiled ? (across + 3) / 4 * 16 : across) * uint64_t(format.block_B);
            EXPECT_GE(level.rowPitch_B, row_B);
            EXPECT_EQ(level.rowPitch_B % format.block_B, 0u);
            for (uint32_t s = 0; s < uint32_t(level.depth_px) * shape.samples; ++s) {
                const uint64_t begin_B = uint64_t(layer) * layout.layerPitch_B + level.offset_B +
                                         uint64_t(s) * level.slicePitch_B;
                spans.push_back({begin_B, begin_B + (rows - 1) * level.rowPitch_B + row_B});
            }
        }
    }
    return spans;
}

struct Case {
    const char* name;
    VkFormat format;
    VkImageType type;
    VkExtent3D extent;
    uint32_t levels;
    uint32_t layers;
    uint32_t samples;
};

const Case kCases[] = {
    {"line", VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_1D, {1, 1, 1}, 1, 1, 1},
    {"lines", VK_FORMAT_R16_SFLOAT, VK_IMAGE_TYPE_1D, {1000, 1, 1}, 10, 7, 1},
    {"plane", VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, {37, 19, 1}, 6, 1, 1},
    {"planes", VK_FORMAT_R32G32B32A32_SFLOAT, VK_IMAGE_TYPE_2D, {5, 300, 1}, 9, 6, 1},
    {"three channels", VK_FORMAT_R32G32B32_SFLOAT, VK_IMAGE_TYPE_2D, {5, 5, 1}, 1, 2, 1},
    {"samples", VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_TYPE_2D, {33, 17, 1}, 1, 3, 4},
    {"volume", VK_FORMAT_R8_UINT, VK_IMAGE_TYPE_3D, {7, 13, 29}, 5, 1, 1},
    {"blocks", VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_IMAGE_TYPE_2D, {30, 18, 1}, 5, 2, 1},
    {"blocks in slices", VK_FORMAT_BC7_UNORM_BLOCK, VK_IMAGE_TYPE_3D, {30, 18, 5}, 5, 1, 1},
};

TEST(ImageLayout, NothingOverlapsAndAllLiesWithin) {
    for (const Case& c : kCases) {
        for (const Tiling tiling : {Tiling::Linear, Tiling::Tiled}) {
            SCOPED_TRACE(c.name);
            const ImageShape shape{format::vkFormatIndex(uint32_t(c.format)),
                                   c.type,
                                   c.extent,
                                   c.levels,
                                   c.layers,
                                   c.samples,
                                   tiling};
            const auto layout = layOut(shape);
            ASSERT_TRUE(layout);
            std::vector<Span> spans = spansOf(shape, *layout);
            std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
                return a.begin_B < b.begin_B;
            });
            for (size_t i = 1; i < spans.size(); ++i) {
                EXPECT_LE(spans[i - 1].end_B, spans[i].begin_B);
            }
            EXPECT_LE(spans.back().end_B, layout->size_B);
            EXPECT_EQ(layout->size_B, uint64_t(layout->layerPitch_B) * c.layers);
        }
    }
}

TEST(ImageLayout, LongRowsAreOddNumbersOfCacheLinesApart) {
    for (const VkFormat vkFormat : {VK_FORMAT_R8_UNORM,
                                    VK_FORMAT_R8G8B8_UNORM,
                                    VK_FORMAT_R8G8B8A8_UNORM,
                                    VK_FORMAT_R32G32B32_SFLOAT,
                                    VK_FORMAT_BC1_RGB_UNORM_BLOCK}) {
        for (const uint32_t width : {1u, 256u, 1023u, 1024u, 1920u, 4096u, 16384u}) {
            const ImageShape shape{format::vkFormatIndex(uint32_t(vkFormat)),
                                   VK_IMAGE_TYPE_2D,
                                   {width, 64, 1},
                                   1,
                                   1,
                                   1,
                                   Tiling::Linear};
            const auto layout = layOut(shape);
            ASSERT_TRUE(layout);
            const format::VkFormatLayout& format = format::vkFormatLayout(shape.format);
            const uint64_t row_B =
                blocks(int32_t(width), format.blockWidth_px) * uint64_t(format.block_B);
            const uint32_t pitch_B = layout->levels[0].rowPitch_B;
            if (row_B >= 3072) {
                EXPECT_EQ(pitch_B % 128, 64u) << "format " << vkFormat << " width " << width;
            }
            EXPECT_LE(pitch_B, row_B + row_B / 8 + 16);
        }
    }
}

Tiling preferred(VkFormat format, VkImageType type, VkExtent3D extent, VkImageUsageFlags usage) {
    return preferredTiling(
        {format::vkFormatIndex(uint32_t(format)), type, extent, 1, 1, 1, Tiling::Linear}, usage);
}

TEST(ImageLayout, LargeImagesThatAreOnlyStoredAreTiled) {
    constexpr VkImageUsageFlags kStored =
        VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    constexpr VkImageType k2D = VK_IMAGE_TYPE_2D;
    EXPECT_EQ(preferred(VK_FORMAT_R32_UINT, k2D, {4096, 4096, 1}, kStored), Tiling::Tiled);
    EXPECT_EQ(preferred(VK_FORMAT_R8G8_UNORM, k2D, {4096, 8192, 1}, kStored), Tiling::Tiled);
    EXPECT_EQ(preferred(VK_FORMAT_R32_UINT, k2D, {4096, 4095, 1}, kStored), Tiling::Linear);
    EXPECT_EQ(preferred(VK_FORMAT_R8_UNORM, k2D, {4096, 4096, 1}, kStored), Tiling::Linear);
    EXPECT_EQ(preferred(VK_FORMAT_R32G32_SFLOAT, k2D, {4096, 4096, 1}, kStored), Tiling::Linear);
    EXPECT_EQ(
        preferred(VK_FORMAT_R32_UINT, k2D, {4096, 4096, 1}, kStored | VK_IMAGE_USAGE_SAMPLED_BIT),
        Tiling::Linear);
    EXPECT_EQ(preferred(VK_FORMAT_R32_UINT, k2D, {4096, 4096, 1}, VK_IMAGE_USAGE_TRANSFER_DST_BIT),
              Tiling::Linear);
    EXPECT_EQ(preferred(VK_FORMAT_R32_UINT, VK_IMAGE_TYPE_1D, {16384, 1, 1}, kStored),
              Tiling::Linear);
}

TEST(ImageLayout, DepthThatIsOnlyTestedIsTiled) {
    constexpr VkImageUsageFlags kDepth = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    constexpr VkImageType k2D = VK_IMAGE_TYPE_2D;
    constexpr VkFormat kFormat = VK_FORMAT_D24_UNORM_S8_UINT;
    const auto tiling = [&](VkImageUsageFlags usage) {
        return preferred(kFormat, k2D, {100, 100, 1}, usage);
    };
    EXPECT_EQ(tiling(kDepth), Tiling::Tiled);
    EXPECT_EQ(tiling(kDepth | VK_IMAGE_USAGE_TRANSFER_SRC_BIT), Tiling::Tiled);
    EXPECT_EQ(tiling(kDepth | VK_IMAGE_USAGE_SAMPLED_BIT), Tiling::Linear);
    EXPECT_EQ(
        preferred(
            VK_FORMAT_R8G8B8A8_UNORM, k2D, {100, 100, 1}, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
        Tiling::Linear);
}

TEST(ImageLayout, RowsOfTilesOfAttachmentsDoNotShareSets) {
    for (const uint32_t width : {256u, 800u, 1024u, 2048u}) {
        ImageShape shape{format::vkFormatIndex(VK_FORMAT_D32_SFLOAT),
                         VK_IMAGE_TYPE_2D,
                         {width, 64, 1},
                         1,
                         1,
                         1,
                         Tiling::Tiled};
        shape.attachment = true;
        const auto layout = layOut(shape);
        ASSERT_TRUE(layout);
        EXPECT_NE(layout->levels[0].rowPitch_B % 4096, 0u) << width;
        EXPECT_GE(layout->levels[0].rowPitch_B, width * 16);
    }
}

TEST(ImageLayout, LevelsHalveDownToOne) {
    const ImageShape shape{format::vkFormatIndex(VK_FORMAT_R8_UNORM),
                           VK_IMAGE_TYPE_3D,
                           {12, 5, 3},
                           4,
                           1,
                           1,
                           Tiling::Linear};
    const auto layout = layOut(shape);
    ASSERT_TRUE(layout);
    const int32_t expected[4][3] = {{12, 5, 3}, {6, 2, 1}, {3, 1, 1}, {1, 1, 1}};
    for (uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(layout->levels[i].width_px, expected[i][0]);
        EXPECT_EQ(layout->levels[i].height_px, expected[i][1]);
        EXPECT_EQ(layout->levels[i].depth_px, expected[i][2]);
    }
}

TEST(ImageLayout, RefusesWhatKernelsCannotAddress) {
    ImageShape shape{format::vkFormatIndex(VK_FORMAT_R32G32B32A32_SFLOAT),
                     VK_IMAGE_TYPE_2D,
                     {16384, 8191, 1},
                     1,
                     1,
                     1,
                     Tiling::Linear};
    const auto most = layOut(shape);
    ASSERT_TRUE(most);
    EXPECT_EQ(most->size_B, uint64_t(16384) * 8191 * 16);
    shape.extent.height = 8192; // One byte more than kMaxImage_B.
    EXPECT_FALSE(layOut(shape));
    shape.extent = {16384, 16384, 1};
    shape.layers = 2048; // Far more bytes than 32 bits count.
    shape.levels = 15;
    EXPECT_FALSE(layOut(shape));
    shape.extent = {1024, 1024, 1};
    shape.levels = 1;
    EXPECT_FALSE(layOut(shape));
    shape.layers = 127;
    EXPECT_TRUE(layOut(shape));
    shape.layers = 1;
    shape.type = VK_IMAGE_TYPE_3D;
    shape.extent = {2048, 2048, 2048};
    EXPECT_FALSE(layOut(shape));
}

TEST(ImageLayout, SurfacesAreOfLayersOrSlices) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.format = VK_FORMAT_BC3_UNORM_BLOCK;
    const ImageShape flat{format::vkFormatIndex(VK_FORMAT_BC3_UNORM_BLOCK),
                          VK_IMAGE_TYPE_2D,
                          {18, 10, 1},
                          3,
                          5,
                          1,
                          Tiling::Linear};
    const Image image(info, flat, *layOut(flat));
    const exec::Surface layers = image.surface(1, 2, VK_REMAINING_ARRAY_LAYERS);
    EXPECT_EQ(layers.width, 3); // 9 texels.
    EXPECT_EQ(layers.height, 2);
    EXPECT_EQ(layers.depth, 3);
    EXPECT_EQ(layers.zPitch_B, image.layout().layerPitch_B);
    EXPECT_EQ(uint64_t(layers.base - image.data()),
              2 * uint64_t(image.layout().layerPitch_B) + image.layout().levels[1].offset_B);

    ImageShape deep = flat;
    deep.type = VK_IMAGE_TYPE_3D;
    deep.extent.depth = 7;
    deep.layers = 1;
    const Image volume(info, deep, *layOut(deep));
    const exec::Surface slices = volume.surface(1, 0, 1);
    EXPECT_EQ(slices.depth, 3);
    EXPECT_EQ(slices.zPitch_B, volume.layout().levels[1].slicePitch_B);
}

ImageShape shapeOf4x3() {
    ImageShape shape;
    shape.format = format::vkFormatIndex(VK_FORMAT_B8G8R8A8_UNORM);
    shape.extent = {4, 3, 1};
    return shape;
}

VkSubresourceLayout rows(VkDeviceSize offset_B, VkDeviceSize pitch_B) {
    return {.offset = offset_B, .size = 0, .rowPitch = pitch_B, .arrayPitch = 0, .depthPitch = 0};
}

TEST(ImageLayout, IsTakenFromOthers) {
    const auto layout = layOutAs(shapeOf4x3(), rows(64, 32));
    ASSERT_TRUE(layout);
    EXPECT_EQ(64u, layout->levels[0].offset_B);
    EXPECT_EQ(32u, layout->levels[0].rowPitch_B);
    EXPECT_EQ(64u + 2 * 32 + 16, layout->size_B) << "up to the last texel and no further";
}

TEST(ImageLayout, OfOthersIsRefused) {
    const ImageShape shape = shapeOf4x3();
    EXPECT_TRUE(layOutAs(shape, rows(0, 16)));
    EXPECT_FALSE(layOutAs(shape, rows(0, 12))) << "rows overlap";
    EXPECT_FALSE(layOutAs(shape, rows(0, 18))) << "texels lie between words";
    EXPECT_FALSE(layOutAs(shape, rows(2, 16)));
    EXPECT_FALSE(layOutAs(shape, rows(uint64_t(1) << 40, 16)));
    EXPECT_FALSE(layOutAs(shape, rows(kMaxImage_B - 7, 16))) << "larger than any image";
    EXPECT_FALSE(layOutAs(shape, rows(0, uint64_t(1) << 33)));
}

} // namespace
} // namespace cpu::icd
