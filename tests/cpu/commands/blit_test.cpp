// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "test_image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace {

struct Area {
    int32_t begin[3];
    int32_t end[3];
};

void blit(TestImage& from,
          uint32_t fromLevel,
          const Area& fromArea,
          TestImage& to,
          uint32_t toLevel,
          const Area& toArea,
          VkFilter filter,
          uint32_t fromLayer = 0,
          uint32_t toLayer = 0,
          uint32_t layers = 1) {
    VkImageBlit region{};
    region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, fromLevel, fromLayer, layers};
    region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, toLevel, toLayer, layers};
    const auto offset = [](const int32_t(&at)[3]) { return VkOffset3D{at[0], at[1], at[2]}; };
    region.srcOffsets[0] = offset(fromArea.begin);
    region.srcOffsets[1] = offset(fromArea.end);
    region.dstOffsets[0] = offset(toArea.begin);
    region.dstOffsets[1] = offset(toArea.end);
    device().run([&](VkCommandBuffer commands) {
        vkCmdBlitImage(commands,
                       from.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       to.handle(),
                       VK_IMAGE_LAYOUT_GENERAL,
                       1,
                       &region,
                       filter);
    });
}

/// Where the centre of a destination texel lies in the source. Nothing: it is outside of the area.
std::optional<double>
sourceOf(uint32_t at, int32_t toBegin, int32_t toEnd, int32_t begin, int32_t end) {
    const double centre = at + 0.5;
    if (centre < std::min(toBegin, toEnd) || centre > std::max(toBegin, toEnd)) {
        return std::nullopt;
    }
    return (centre - toBegin) * (end - begin) / (toEnd - toBegin) + begin;
}

/// Centres on the border of two texels may go either way.
bool ambiguous(double u) {
    return std::abs(u - std::round(u)) < 1e-3;
}

/// Compares a level with what nearest filtering makes of the source; what is outside the area is as
/// before.
void expectNearest(const Blocks& source,
                   const Area& fromArea,
                   const Blocks& before,
                   const Blocks& after,
                   const Area& toArea) {
    for (uint32_t z = 0; z < after.depth; ++z) {
        for (uint32_t y = 0; y < after.height; ++y) {
            for (uint32_t x = 0; x < after.width; ++x) {
                const uint32_t at[] = {x, y, z};
                uint32_t texel[3];
                bool inside = true;
                bool skip = false;
                for (int i = 0; i < 3; ++i) {
                    const auto u = sourceOf(
                        at[i], toArea.begin[i], toArea.end[i], fromArea.begin[i], fromArea.end[i]);
                    inside = inside && u;
                    skip = skip || (u && ambiguous(*u));
                    texel[i] = u ? uint32_t(*u) : 0;
                }
                const uint8_t* expected =
                    inside ? source.at(texel[0], texel[1], texel[2]) : before.at(x, y, z);
                if (!inside || !skip) {
                    ASSERT_EQ(std::memcmp(after.at(x, y, z), expected, after.block_B), 0)
                        << x << " " << y << " " << z;
                }
            }
        }
    }
}

constexpr Format kRgba8{VK_FORMAT_R8G8B8A8_UNORM, 4};
constexpr Format kR32f{VK_FORMAT_R32_SFLOAT, 4};

TEST(Blits, NearestInAnyDirectionAndScale) {
    TestImage from(kRgba8, {{31, 22, 1}});
    const Blocks source = from.fill(0, 1);
    const Area fromAreas[] = {{{0, 0, 0}, {31, 22, 1}},
                              {{3, 5, 0}, {24, 19, 1}},
                              {{24, 5, 0}, {3, 19, 1}},
                              {{31, 22, 0}, {0, 0, 1}}};
    const Area toAreas[] = {{{0, 0, 0}, {47, 39, 1}},
                            {{5, 1, 0}, {16, 18, 1}},
                            {{5, 18, 0}, {26, 4, 1}},
                            {{46, 38, 0}, {15, 16, 1}},
                            {{40, 30, 0}, {41, 31, 1}}};
    for (const Area& fromArea : fromAreas) {
        for (const Area& toArea : toAreas) {
            TestImage to(kRgba8, {{47, 39, 1}});
            const Blocks before = to.fill(0, 2);
            blit(from, 0, fromArea, to, 0, toArea, VK_FILTER_NEAREST);
            expectNearest(source, fromArea, before, to.download(0), toArea);
        }
    }
}

TEST(Blits, NearestOfOtherSizes) {
    for (const Format& format : {Format{VK_FORMAT_R8_UINT, 1},
                                 Format{VK_FORMAT_R16G16B16A16_SINT, 8},
                                 Format{VK_FORMAT_R32G32B32A32_UINT, 16}}) {
        SCOPED_TRACE(int(format.format));
        TestImage from(format, {{23, 9, 1}});
        TestImage to(format, {{17, 20, 1}});
        const Blocks source = from.fill(0, 3);
        const Blocks before = to.fill(0, 4);
        const Area fromArea{{0, 0, 0}, {23, 9, 1}};
        const Area toArea{{17, 2, 0}, {0, 20, 1}};
        blit(from, 0, fromArea, to, 0, toArea, VK_FILTER_NEAREST);
        expectNearest(source, fromArea, before, to.download(0), toArea);
    }
}

TEST(Blits, NearestOfVolumes) {
    const Shape volume{{11, 9, 7}, 1, 1, VK_IMAGE_TYPE_3D};
    const Shape larger{{16, 14, 12}, 1, 1, VK_IMAGE_TYPE_3D};
    TestImage from(kRgba8, volume);
    TestImage to(kRgba8, larger);
    const Blocks source = from.fill(0, 5);
    const Blocks before = to.fill(0, 6);
    const Area fromArea{{0, 0, 7}, {11, 9, 0}};
    const Area toArea{{1, 2, 1}, {15, 13, 12}};
    blit(from, 0, fromArea, to, 0, toArea, VK_FILTER_NEAREST);
    expectNearest(source, fromArea, before, to.download(0), toArea);
}

TEST(Blits, LayersAndLevels) {
    TestImage from(kRgba8, {{40, 30, 1}, 3, 5});
    TestImage to(kRgba8, {{33, 35, 1}, 2, 4});
    const Blocks source = from.fill(1, 7);
    const Blocks before = to.fill(1, 8);
    const Area fromArea{{0, 0, 0}, {20, 15, 1}};
    const Area toArea{{1, 2, 0}, {16, 17, 1}};
    blit(from, 1, fromArea, to, 1, toArea, VK_FILTER_NEAREST, 2, 1, 3);
    const Blocks after = to.download(1);
    // As slices, layers are one to one.
    expectNearest(source, {{0, 0, 2}, {20, 15, 5}}, before, after, {{1, 2, 1}, {16, 17, 4}});
}

float floatAt(const Blocks& blocks, int32_t x, int32_t y, int32_t z) {
    const auto clamped = [](int32_t at, uint32_t size) {
        return uint32_t(std::clamp(at, 0, int32_t(size) - 1));
    };
    float value;
    std::memcpy(
        &value,
        blocks.at(clamped(x, blocks.width), clamped(y, blocks.height), clamped(z, blocks.depth)),
        sizeof value);
    return value;
}

double linearAt(const Blocks& blocks, double u, double v, double w) {
    const double at[] = {u - 0.5, v - 0.5, w - 0.5};
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1;
        int32_t texel[3];
        for (int i = 0; i < 3; ++i) {
            const double first = std::floor(at[i]);
            const bool second = corner >> i & 1;
            weight *= second ? at[i] - first : 1 - (at[i] - first);
            texel[i] = int32_t(first) + second;
        }
        if (weight > 0) {
            sum += weight * floatAt(blocks, texel[0], texel[1], texel[2]);
        }
    }
    return sum;
}

/// Floats from 0 to 1.
Blocks fillFloats(TestImage& image, uint32_t seed) {
    Blocks blocks = image.blocks(0);
    const auto random = noise(blocks.bytes.size(), seed);
    for (size_t i = 0; i < random.size(); i += 4) {
        const float value = float(random[i]) / 255.0f;
        std::memcpy(&blocks.bytes[i], &value, 4);
    }
    image.upload(0, blocks);
    return blocks;
}

void expectLinear(const Shape& fromShape,
                  const Area& fromArea,
                  const Shape& toShape,
                  const Area& toArea) {
    TestImage from(kR32f, fromShape);
    TestImage to(kR32f, toShape);
    const Blocks source = fillFloats(from, 9);
    const Blocks before = fillFloats(to, 10);
    blit(from, 0, fromArea, to, 0, toArea, VK_FILTER_LINEAR);
    const Blocks after = to.download(0);
    for (uint32_t z = 0; z < after.depth; ++z) {
        for (uint32_t y = 0; y < after.height; ++y) {
            for (uint32_t x = 0; x < after.width; ++x) {
                const uint32_t at[] = {x, y, z};
                std::optional<double> u[3];
                for (int i = 0; i < 3; ++i) {
                    u[i] = sourceOf(
                        at[i], toArea.begin[i], toArea.end[i], fromArea.begin[i], fromArea.end[i]);
                }
                const double expected = u[0] && u[1] && u[2]
                                            ? linearAt(source, *u[0], *u[1], *u[2])
                                            : floatAt(before, int32_t(x), int32_t(y), int32_t(z));
                // Weights may have eight bits.
                ASSERT_NEAR(floatAt(after, int32_t(x), int32_t(y), int32_t(z)), expected, 0.01)
                    << x << " " << y << " " << z;
            }
        }
    }
}

TEST(Blits, LinearInAnyDirectionAndScale) {
    const Shape from{{31, 22, 1}};
    const Shape to{{47, 39, 1}};
    const Area whole{{0, 0, 0}, {31, 22, 1}};
    expectLinear(from, whole, to, {{0, 0, 0}, {47, 39, 1}});
    expectLinear(from, whole, to, {{3, 4, 0}, {13, 14, 1}});
    expectLinear(from, whole, to, {{47, 39, 0}, {1, 1, 1}});
    expectLinear(from, {{31, 0, 0}, {0, 22, 1}}, to, {{3, 4, 0}, {34, 26, 1}});
}

TEST(Blits, LinearHalvesAreMeans) {
    const Shape from{{32, 16, 1}};
    expectLinear(from, {{0, 0, 0}, {32, 16, 1}}, {{16, 8, 1}}, {{0, 0, 0}, {16, 8, 1}});
}

TEST(Blits, LinearOfVolumes) {
    const Shape from{{8, 9, 10}, 1, 1, VK_IMAGE_TYPE_3D};
    const Shape to{{13, 7, 17}, 1, 1, VK_IMAGE_TYPE_3D};
    expectLinear(from, {{0, 0, 0}, {8, 9, 10}}, to, {{0, 0, 0}, {13, 7, 17}});
}

TEST(Blits, LinearOfBytesIsWithinRounding) {
    TestImage from(kRgba8, {{20, 20, 1}});
    TestImage to(kRgba8, {{33, 27, 1}});
    const Blocks source = from.fill(0, 11);
    to.fill(0, 12);
    blit(from, 0, {{0, 0, 0}, {20, 20, 1}}, to, 0, {{0, 0, 0}, {33, 27, 1}}, VK_FILTER_LINEAR);
    const Blocks after = to.download(0);
    for (uint32_t channel = 0; channel < 4; ++channel) {
        Blocks floats(kR32f, {20, 20, 1}, 1);
        for (uint32_t i = 0; i < 400; ++i) {
            const float value = source.bytes[i * 4 + channel];
            std::memcpy(&floats.bytes[i * 4], &value, 4);
        }
        for (uint32_t y = 0; y < 27; ++y) {
            for (uint32_t x = 0; x < 33; ++x) {
                const double expected =
                    linearAt(floats, (x + 0.5) * 20 / 33, (y + 0.5) * 20 / 27, 0.5);
                ASSERT_NEAR(after.at(x, y, 0)[channel], expected, 2.5) << x << " " << y;
            }
        }
    }
}

TEST(Blits, LinearOfBytesIsTheSameInAnyOrderOfChannels) {
    TestImage from(kRgba8, {{64, 41, 1}});
    TestImage same(kRgba8, {{50, 45, 1}});
    TestImage swapped({VK_FORMAT_B8G8R8A8_UNORM, 4}, {{50, 45, 1}});
    from.fill(0, 17);
    same.fill(0, 18);
    swapped.fill(0, 18);
    // Halves, where sums lie between two steps, and anything else.
    for (const Area& toArea : {Area{{0, 0, 0}, {32, 20, 1}}, Area{{49, 3, 0}, {2, 45, 1}}}) {
        const Area fromArea{{0, 0, 0}, {64, 40, 1}};
        blit(from, 0, fromArea, same, 0, toArea, VK_FILTER_LINEAR);
        blit(from, 0, fromArea, swapped, 0, toArea, VK_FILTER_LINEAR);
        const Blocks asSame = same.download(0);
        const Blocks asSwapped = swapped.download(0);
        for (int32_t y = toArea.begin[1]; y < toArea.end[1]; ++y) {
            const int32_t end = std::max(toArea.begin[0], toArea.end[0]);
            for (int32_t x = std::min(toArea.begin[0], toArea.end[0]); x < end; ++x) {
                const uint8_t* const rgba = asSame.at(uint32_t(x), uint32_t(y), 0);
                const uint8_t* const bgra = asSwapped.at(uint32_t(x), uint32_t(y), 0);
                ASSERT_EQ((std::vector<uint8_t>{rgba[2], rgba[1], rgba[0], rgba[3]}),
                          std::vector<uint8_t>(bgra, bgra + 4))
                    << x << " " << y;
            }
        }
    }
}

TEST(Blits, ConvertsFormats) {
    TestImage from(kRgba8, {{16, 16, 1}});
    Blocks source = from.blocks(0);
    for (uint32_t i = 0; i < 256; ++i) {
        const uint8_t texel[] = {uint8_t(i), uint8_t(255 - i), 0, 255};
        std::memcpy(&source.bytes[i * 4], texel, 4);
    }
    from.upload(0, source);
    const Area area{{0, 0, 0}, {16, 16, 1}};

    TestImage floats({VK_FORMAT_R32G32B32A32_SFLOAT, 16}, {{16, 16, 1}});
    blit(from, 0, area, floats, 0, area, VK_FILTER_NEAREST);
    const Blocks asFloats = floats.download(0);
    TestImage swapped({VK_FORMAT_B8G8R8A8_UNORM, 4}, {{16, 16, 1}});
    blit(from, 0, area, swapped, 0, area, VK_FILTER_NEAREST);
    const Blocks asSwapped = swapped.download(0);
    TestImage srgb({VK_FORMAT_R8G8B8A8_SRGB, 4}, {{16, 16, 1}});
    blit(from, 0, area, srgb, 0, area, VK_FILTER_NEAREST);
    const Blocks asSrgb = srgb.download(0);
    for (uint32_t i = 0; i < 256; ++i) {
        float value[4];
        std::memcpy(value, &asFloats.bytes[i * 16], sizeof value);
        EXPECT_NEAR(value[0], i / 255.0, 1e-6);
        EXPECT_NEAR(value[1], (255 - i) / 255.0, 1e-6);
        EXPECT_EQ(value[2], 0.0f);
        EXPECT_EQ(value[3], 1.0f);
        const std::vector<uint8_t> bgra(&asSwapped.bytes[i * 4], &asSwapped.bytes[i * 4] + 4);
        EXPECT_EQ(bgra, (std::vector<uint8_t>{0, uint8_t(255 - i), uint8_t(i), 255}));
        const double linear = i / 255.0;
        const double encoded =
            linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
        EXPECT_NEAR(asSrgb.bytes[i * 4], encoded * 255, 1.0) << i;
        EXPECT_EQ(asSrgb.bytes[i * 4 + 3], 255);
    }
}

TEST(Blits, ConvertsIntegers) {
    TestImage from({VK_FORMAT_R8G8_SINT, 2}, {{16, 16, 1}});
    TestImage to({VK_FORMAT_R32G32B32A32_SINT, 16}, {{16, 16, 1}});
    const Blocks source = from.fill(0, 13);
    const Area area{{0, 0, 0}, {16, 16, 1}};
    blit(from, 0, area, to, 0, area, VK_FILTER_NEAREST);
    const Blocks after = to.download(0);
    for (uint32_t i = 0; i < 256; ++i) {
        int32_t value[4];
        std::memcpy(value, &after.bytes[i * 16], sizeof value);
        EXPECT_EQ(value[0], int8_t(source.bytes[i * 2]));
        EXPECT_EQ(value[1], int8_t(source.bytes[i * 2 + 1]));
        EXPECT_EQ(value[2], 0);
        EXPECT_EQ(value[3], 1);
    }
}

TEST(Blits, LargeImages) {
    TestImage from(kRgba8, {{611, 433, 1}});
    TestImage to(kRgba8, {{1024, 512, 1}});
    const Blocks source = from.fill(0, 14);
    const Blocks before = to.fill(0, 15);
    const Area fromArea{{0, 0, 0}, {611, 433, 1}};
    const Area toArea{{1024, 0, 0}, {0, 512, 1}};
    blit(from, 0, fromArea, to, 0, toArea, VK_FILTER_NEAREST);
    expectNearest(source, fromArea, before, to.download(0), toArea);
}

} // namespace
