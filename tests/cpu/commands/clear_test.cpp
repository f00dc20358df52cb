// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "test_image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace {

struct Case {
    Format format;
    VkClearColorValue color;
    std::vector<uint8_t> texel; ///< By the definition of the format.
};

VkClearColorValue floats(float r, float g, float b, float a) {
    return {.float32 = {r, g, b, a}};
}

VkClearColorValue ints(int32_t r, int32_t g, int32_t b, int32_t a) {
    return {.int32 = {r, g, b, a}};
}

std::vector<Case> cases() {
    const VkClearColorValue plain = floats(1.0f, 0.0f, 0.2f, 0.6f);
    return {
        {{VK_FORMAT_R8_UNORM, 1}, floats(0.4f, 0, 0, 0), {102}},
        {{VK_FORMAT_R8_SNORM, 1}, floats(-2.0f, 0, 0, 0), {0x81}},
        {{VK_FORMAT_R8G8_UINT, 2}, ints(200, 7, 0, 0), {200, 7}},
        {{VK_FORMAT_R8G8_SINT, 2}, ints(-100, 7, 0, 0), {0x9c, 7}},
        {{VK_FORMAT_R8G8B8A8_UNORM, 4}, plain, {255, 0, 51, 153}},
        {{VK_FORMAT_B8G8R8A8_UNORM, 4}, plain, {51, 0, 255, 153}},
        {{VK_FORMAT_R8G8B8A8_UNORM, 4}, floats(7.0f, -1.0f, 0.5f / 255, 1), {255, 0, 0, 255}},
        // 0.5 is 188 in sRGB; alpha is linear.
        {{VK_FORMAT_R8G8B8A8_SRGB, 4}, floats(0.5f, 0.0f, 1.0f, 0.6f), {188, 0, 255, 153}},
        {{VK_FORMAT_R5G6B5_UNORM_PACK16, 2}, floats(1, 0, 1, 0), {0x1f, 0xf8}},
        {{VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4}, floats(1, 0, 1, 1), {0xff, 0x03, 0xf0, 0xff}},
        {{VK_FORMAT_R16_SFLOAT, 2}, floats(-1.5f, 0, 0, 0), {0x00, 0xbe}},
        {{VK_FORMAT_R16G16_UNORM, 4}, floats(1, 0, 0, 0), {0xff, 0xff, 0, 0}},
        {{VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4}, floats(1, 0, 1, 0), {0xc0, 0x03, 0x00, 0x78}},
        {{VK_FORMAT_R32_UINT, 4}, ints(int32_t(0xdeadbeef), 0, 0, 0), {0xef, 0xbe, 0xad, 0xde}},
        {{VK_FORMAT_R16G16B16A16_UINT, 8},
         ints(1, 0x203, 0x4050, 0x6070),
         {1, 0, 3, 2, 0x50, 0x40, 0x70, 0x60}},
        {{VK_FORMAT_R32G32B32A32_SFLOAT, 16},
         floats(1, -2, 0, 0.5f),
         {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0x3f}},
    };
}

void clear(TestImage& image, const VkClearColorValue& color, const VkImageSubresourceRange& range) {
    device().run([&](VkCommandBuffer commands) {
        vkCmdClearColorImage(commands, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
    });
}

void expectTexels(const Blocks& blocks, uint32_t z, const std::vector<uint8_t>& texel) {
    for (uint32_t y = 0; y < blocks.height; ++y) {
        for (uint32_t x = 0; x < blocks.width; ++x) {
            const uint8_t* at = blocks.at(x, y, z);
            ASSERT_EQ(std::vector<uint8_t>(at, at + blocks.block_B), texel)
                << "at " << x << ", " << y << ", " << z;
        }
    }
}

TEST(Clears, EncodesTheColour) {
    for (const Case& test : cases()) {
        SCOPED_TRACE(int(test.format.format));
        const Shape shape{{19, 13, 1}};
        if (!TestImage::supported(test.format, shape)) {
            continue;
        }
        TestImage image(test.format, shape);
        image.fill(0, 1);
        clear(
            image,
            test.color,
            {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS});
        expectTexels(image.download(0), 0, test.texel);
    }
}

TEST(Clears, ReachesTheLevelsAndLayersOfTheRangeAlone) {
    TestImage image({VK_FORMAT_R8G8B8A8_UNORM, 4}, {{37, 21, 1}, 5, 4});
    std::vector<Blocks> before;
    for (uint32_t level = 0; level < 5; ++level) {
        before.push_back(image.fill(level, level));
    }
    clear(image, floats(1, 0, 1, 1), {VK_IMAGE_ASPECT_COLOR_BIT, 1, 3, 1, 2});
    for (uint32_t level = 0; level < 5; ++level) {
        const Blocks after = image.download(level);
        for (uint32_t layer = 0; layer < 4; ++layer) {
            if (level >= 1 && level <= 3 && (layer == 1 || layer == 2)) {
                expectTexels(after, layer, {255, 0, 255, 255});
            } else {
                EXPECT_EQ(std::memcmp(after.at(0, 0, layer),
                                      before[level].at(0, 0, layer),
                                      size_t(after.width) * after.height * 4),
                          0)
                    << level << " " << layer;
            }
        }
    }
}

TEST(Clears, ReachesAllSlices) {
    TestImage image({VK_FORMAT_R16_UINT, 2}, {{9, 11, 6}, 2, 1, VK_IMAGE_TYPE_3D});
    const Blocks second = image.fill(1, 1);
    clear(image, ints(0x1234, 0, 0, 0), {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1});
    const Blocks first = image.download(0);
    for (uint32_t z = 0; z < 6; ++z) {
        expectTexels(first, z, {0x34, 0x12});
    }
    EXPECT_EQ(image.download(1).bytes, second.bytes);
}

TEST(Clears, ReachesSeveralRanges) {
    TestImage image({VK_FORMAT_R8_UINT, 1}, {{500, 700, 1}, 1, 6});
    clear(image, ints(1, 0, 0, 0), {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 6});
    const VkClearColorValue color = ints(9, 0, 0, 0);
    const VkImageSubresourceRange ranges[] = {{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
                                              {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 4, 2}};
    device().run([&](VkCommandBuffer commands) {
        vkCmdClearColorImage(commands, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &color, 2, ranges);
    });
    const Blocks after = image.download(0);
    for (uint32_t layer = 0; layer < 6; ++layer) {
        expectTexels(after, layer, {uint8_t(layer == 0 || layer >= 4 ? 9 : 1)});
    }
}

} // namespace
