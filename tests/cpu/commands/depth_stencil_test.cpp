// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "test_image.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace {

constexpr VkImageAspectFlags kDepth = VK_IMAGE_ASPECT_DEPTH_BIT;
constexpr VkImageAspectFlags kStencil = VK_IMAGE_ASPECT_STENCIL_BIT;

/// A depth/stencil format, and how its aspects lie in buffers.
struct DepthFormat {
    VkFormat format;
    uint32_t depth_B; ///< 0: it has none.
    uint32_t stencil_B;
    uint32_t depthMask; ///< Of the depth's bits that are defined.

    VkImageAspectFlags aspects() const {
        return (depth_B ? kDepth : 0) | (stencil_B ? kStencil : 0);
    }
};
constexpr DepthFormat kFormats[] = {
    {VK_FORMAT_D16_UNORM, 2, 0, 0xffff},
    {VK_FORMAT_X8_D24_UNORM_PACK32, 4, 0, 0xffffff},
    {VK_FORMAT_D32_SFLOAT, 4, 0, 0xffffffff},
    {VK_FORMAT_S8_UINT, 0, 1, 0},
    {VK_FORMAT_D24_UNORM_S8_UINT, 4, 1, 0xffffff},
    {VK_FORMAT_D32_SFLOAT_S8_UINT, 4, 1, 0xffffffff},
};

bool supported(const DepthFormat& format) {
    return TestImage::supported({format.format, 0}, {{1, 1, 1}});
}

bool unorm(const DepthFormat& format) {
    return format.format != VK_FORMAT_D32_SFLOAT && format.format != VK_FORMAT_D32_SFLOAT_S8_UINT;
}

/// Depths as they lie in a buffer, from 0 to 1.
Blocks depths(const DepthFormat& format, const TestImage& image, uint32_t level, uint32_t seed) {
    Blocks blocks({format.format, format.depth_B}, image.extent(level), image.shape().layers);
    const auto random = noise(blocks.bytes.size(), seed);
    for (size_t i = 0; i < blocks.bytes.size(); i += format.depth_B) {
        uint32_t bits = 0;
        std::memcpy(&bits, &random[i], format.depth_B);
        bits &= format.depthMask;
        if (!unorm(format)) {
            const float depth = float(bits >> 8) / float(1 << 24);
            std::memcpy(&bits, &depth, sizeof bits);
        }
        std::memcpy(&blocks.bytes[i], &bits, format.depth_B);
    }
    return blocks;
}

Blocks stencils(const TestImage& image, uint32_t level, uint32_t seed) {
    Blocks blocks({VK_FORMAT_S8_UINT, 1}, image.extent(level), image.shape().layers);
    blocks.bytes = noise(blocks.bytes.size(), seed);
    return blocks;
}

Blocks downloadDepth(const DepthFormat& format, TestImage& image, uint32_t level) {
    Blocks blocks = image.download(level, kDepth, format.depth_B);
    for (size_t i = 0; i < blocks.bytes.size(); i += format.depth_B) {
        uint32_t bits = 0;
        std::memcpy(&bits, &blocks.bytes[i], format.depth_B);
        bits &= format.depthMask;
        std::memcpy(&blocks.bytes[i], &bits, format.depth_B);
    }
    return blocks;
}

struct Contents {
    std::vector<Blocks> depth;
    std::vector<Blocks> stencil;
};

Contents fill(const DepthFormat& format, TestImage& image, uint32_t seed) {
    Contents contents;
    for (uint32_t level = 0; level < image.shape().levels; ++level) {
        if (format.depth_B) {
            contents.depth.push_back(depths(format, image, level, seed + level));
            image.upload(level, contents.depth.back(), kDepth);
        }
        if (format.stencil_B) {
            contents.stencil.push_back(stencils(image, level, seed + level + 100));
            image.upload(level, contents.stencil.back(), kStencil);
        }
    }
    return contents;
}

void expectContents(const DepthFormat& format, TestImage& image, const Contents& contents) {
    for (uint32_t level = 0; level < image.shape().levels; ++level) {
        if (format.depth_B) {
            EXPECT_EQ(downloadDepth(format, image, level).bytes, contents.depth[level].bytes)
                << "level " << level;
        }
        if (format.stencil_B) {
            EXPECT_EQ(image.download(level, kStencil, 1).bytes, contents.stencil[level].bytes);
        }
    }
}

class DepthStencil : public testing::TestWithParam<DepthFormat> {
protected:
    void SetUp() override {
        if (!supported(GetParam())) {
            GTEST_SKIP() << "the device does not have the format";
        }
    }
};

TEST_P(DepthStencil, GivesBackAspectsOnTheirOwn) {
    const DepthFormat format = GetParam();
    TestImage image({format.format, 0}, {{29, 18, 1}, 3, 2}, format.aspects());
    expectContents(format, image, fill(format, image, 1));
}

TEST_P(DepthStencil, ClearsAspects) {
    const DepthFormat format = GetParam();
    for (const VkImageAspectFlags aspects : {kDepth, kStencil, kDepth | kStencil}) {
        if ((aspects & format.aspects()) != aspects) {
            continue;
        }
        SCOPED_TRACE(aspects);
        TestImage image({format.format, 0}, {{21, 34, 1}, 2, 3}, format.aspects());
        Contents contents = fill(format, image, 2);
        const VkClearDepthStencilValue value{0.25f, 0x1a5};
        const VkImageSubresourceRange range{aspects, 1, 1, 1, 2};
        device().run([&](VkCommandBuffer commands) {
            vkCmdClearDepthStencilImage(
                commands, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
        });
        uint32_t bits = 0;
        if (unorm(format)) {
            bits = uint32_t(std::lrint(0.25 * format.depthMask));
        } else {
            std::memcpy(&bits, &value.depth, 4);
        }
        for (uint32_t layer = 1; layer < 3; ++layer) {
            for (uint32_t y = 0; y < 17; ++y) {
                for (uint32_t x = 0; x < 10; ++x) {
                    if (aspects & kDepth) {
                        std::memcpy(contents.depth[1].at(x, y, layer), &bits, format.depth_B);
                    }
                    if (aspects & kStencil) {
                        *contents.stencil[1].at(x, y, layer) = 0xa5;
                    }
                }
            }
        }
        expectContents(format, image, contents);
    }
}

TEST_P(DepthStencil, CopiesAspectsBetweenImages) {
    const DepthFormat format = GetParam();
    for (const VkImageAspectFlags aspects : {kDepth, kStencil, kDepth | kStencil}) {
        if ((aspects & format.aspects()) != aspects) {
            continue;
        }
        if (aspects != format.aspects() && device().name().starts_with("llvmpipe")) {
            continue; // Copies all aspects.
        }
        SCOPED_TRACE(aspects);
        TestImage from({format.format, 0}, {{16, 16, 1}, 1, 3}, format.aspects());
        TestImage to({format.format, 0}, {{24, 16, 1}, 1, 2}, format.aspects());
        const Contents source = fill(format, from, 3);
        Contents expected = fill(format, to, 4);
        VkImageCopy region{};
        region.srcSubresource = {aspects, 0, 1, 2};
        region.dstSubresource = {aspects, 0, 0, 2};
        region.srcOffset = {3, 2, 0};
        region.dstOffset = {9, 1, 0};
        region.extent = {11, 13, 1};
        device().run([&](VkCommandBuffer commands) {
            vkCmdCopyImage(commands,
                           from.handle(),
                           VK_IMAGE_LAYOUT_GENERAL,
                           to.handle(),
                           VK_IMAGE_LAYOUT_GENERAL,
                           1,
                           &region);
        });
        for (uint32_t layer = 0; layer < 2; ++layer) {
            for (uint32_t y = 0; y < 13; ++y) {
                if (aspects & kDepth) {
                    std::memcpy(expected.depth[0].at(9, 1 + y, layer),
                                source.depth[0].at(3, 2 + y, layer + 1),
                                11 * format.depth_B);
                }
                if (aspects & kStencil) {
                    std::memcpy(expected.stencil[0].at(9, 1 + y, layer),
                                source.stencil[0].at(3, 2 + y, layer + 1),
                                11);
                }
            }
        }
        expectContents(format, to, expected);
    }
}

TEST_P(DepthStencil, BlitsToTheNearest) {
    const DepthFormat format = GetParam();
    if (!device().hasFormat(format.format,
                            VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT)) {
        GTEST_SKIP() << "the device does not blit the format";
    }
    TestImage from({format.format, 0}, {{15, 10, 1}}, format.aspects());
    TestImage to({format.format, 0}, {{45, 30, 1}}, format.aspects());
    if (format.depthMask == 0xffffff && device().name().starts_with("llvmpipe")) {
        GTEST_SKIP() << "the device blits 24 bits by way of floats";
    }
    const Contents source = fill(format, from, 5);
    Contents expected = fill(format, to, 6);
    VkImageBlit region{};
    region.srcSubresource = region.dstSubresource = {format.aspects(), 0, 0, 1};
    region.srcOffsets[1] = {15, 10, 1};
    region.dstOffsets[0] = {45, 0, 0}; // Mirrored.
    region.dstOffsets[1] = {0, 30, 1};
    device().run([&](VkCommandBuffer commands) {
        vkCmdBlitImage(commands,
                       from.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       to.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       1,
                       &region,
                       VK_FILTER_NEAREST);
    });
    for (uint32_t y = 0; y < 30; ++y) {
        for (uint32_t x = 0; x < 45; ++x) {
            const uint32_t fromX = (44 - x) / 3;
            if (format.depth_B) {
                std::memcpy(expected.depth[0].at(x, y, 0),
                            source.depth[0].at(fromX, y / 3, 0),
                            format.depth_B);
            }
            if (format.stencil_B) {
                *expected.stencil[0].at(x, y, 0) = *source.stencil[0].at(fromX, y / 3, 0);
            }
        }
    }
    expectContents(format, to, expected);
}

INSTANTIATE_TEST_SUITE_P(Formats,
                         DepthStencil,
                         testing::ValuesIn(kFormats),
                         [](const testing::TestParamInfo<DepthFormat>& info) {
                             return "VkFormat" + std::to_string(int(info.param.format));
                         });

} // namespace
