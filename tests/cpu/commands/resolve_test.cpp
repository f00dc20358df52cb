// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "test_image.h"

#include <gtest/gtest.h>

#include <cstring>

namespace {

// What samples that differ make is tested beside the code: transfer commands alone give a texel's
// samples one value.

void clearLayer(TestImage& image, uint32_t layer, float value) {
    const VkClearColorValue color{.float32 = {value, 1.0f - value, 0.0f, 1.0f}};
    const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1};
    device().run([&](VkCommandBuffer commands) {
        vkCmdClearColorImage(commands, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
    });
}

uint8_t levelOf(uint32_t layer) {
    return uint8_t(51 * layer);
}

TEST(Resolves, RegionsOfLayers) {
    const Format format{VK_FORMAT_R8G8B8A8_UNORM, 4};
    TestImage samples(format, {{33, 18, 1}, 1, 4, VK_IMAGE_TYPE_2D, 4});
    TestImage other(format, {{20, 20, 1}, 1, 1, VK_IMAGE_TYPE_2D, 4});
    TestImage single(format, {{64, 32, 1}, 2, 3});
    for (uint32_t layer = 0; layer < 4; ++layer) {
        clearLayer(samples, layer, levelOf(layer) / 255.0f);
    }
    clearLayer(other, 0, 1.0f);
    Blocks expected = single.fill(1, 1);

    VkImageCopy copy{};
    copy.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2, 1};
    copy.dstOffset = {6, 4, 0};
    copy.extent = {5, 3, 1};
    VkImageResolve resolve{};
    resolve.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 2};
    resolve.srcOffset = {2, 3, 0};
    resolve.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 2};
    resolve.dstOffset = {7, 1, 0};
    resolve.extent = {25, 15, 1};
    device().run([&](VkCommandBuffer commands) {
        vkCmdCopyImage(commands,
                       other.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       samples.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       1,
                       &copy);
        barrier(commands);
        vkCmdResolveImage(commands,
                          samples.handle(),
                          VK_IMAGE_LAYOUT_GENERAL,
                          single.handle(),
                          VK_IMAGE_LAYOUT_GENERAL,
                          1,
                          &resolve);
    });
    for (uint32_t layer = 0; layer < 2; ++layer) {
        for (uint32_t y = 0; y < 15; ++y) {
            for (uint32_t x = 0; x < 25; ++x) {
                const uint32_t fromX = x + 2;
                const uint32_t fromY = y + 3;
                const bool copied =
                    layer == 1 && fromX >= 6 && fromX < 11 && fromY >= 4 && fromY < 7;
                const uint8_t red = copied ? 255 : levelOf(layer + 1);
                const uint8_t texel[] = {red, uint8_t(255 - red), 0, 255};
                std::memcpy(expected.at(7 + x, 1 + y, 1 + layer), texel, 4);
            }
        }
    }
    EXPECT_EQ(single.download(1).bytes, expected.bytes);
}

TEST(Resolves, FloatsAndIntegers) {
    for (const Format& format : {Format{VK_FORMAT_R32G32B32A32_SFLOAT, 16},
                                 Format{VK_FORMAT_R16G16B16A16_SFLOAT, 8},
                                 Format{VK_FORMAT_R32_UINT, 4},
                                 Format{VK_FORMAT_R8G8B8A8_SRGB, 4}}) {
        SCOPED_TRACE(int(format.format));
        TestImage samples(format, {{9, 9, 1}, 1, 1, VK_IMAGE_TYPE_2D, 4});
        TestImage single(format, {{9, 9, 1}});
        TestImage cleared(format, {{9, 9, 1}});
        clearLayer(samples, 0, 0.625f);
        clearLayer(cleared, 0, 0.625f);
        VkImageResolve resolve{};
        resolve.srcSubresource = resolve.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        resolve.extent = {9, 9, 1};
        device().run([&](VkCommandBuffer commands) {
            vkCmdResolveImage(commands,
                              samples.handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              single.handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              1,
                              &resolve);
        });
        EXPECT_EQ(single.download(0).bytes, cleared.download(0).bytes);
    }
}

} // namespace
