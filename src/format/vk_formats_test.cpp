// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "format/vk_formats.h"

#include <gtest/gtest.h>
#include <vulkan/vulkan_format_traits.hpp>

#include <array>
#include <set>
#include <string>

namespace format {
namespace {

static_assert(vkFormatIndex(0) == 0 && kVkFormatCount > 140);
static_assert(vkFormatLayout(vkFormatIndex(VK_FORMAT_R8G8B8A8_UNORM)).channels[1].shift == 8);

template <typename Check>
void forEachFormat(Check&& check) {
    for (uint32_t row = 1; row < kVkFormatCount; ++row) {
        const VkFormatLayout& layout = vkFormatLayout(VkFormatIndex(row));
        SCOPED_TRACE(vk::to_string(vk::Format(layout.vkFormat)));
        check(layout, vk::Format(layout.vkFormat), row);
    }
}

ChannelType typeNamed(const std::string& name) {
    return name == "UNORM"     ? ChannelType::Unorm
           : name == "SNORM"   ? ChannelType::Snorm
           : name == "USCALED" ? ChannelType::Uscaled
           : name == "SSCALED" ? ChannelType::Sscaled
           : name == "UINT"    ? ChannelType::Uint
           : name == "SINT"    ? ChannelType::Sint
           : name == "SRGB"    ? ChannelType::Srgb
                               : ChannelType::Float; // SFLOAT, UFLOAT
}

TEST(VkFormats, everyFormatIsFoundOnce) {
    std::set<uint32_t> seen;
    forEachFormat([&](const VkFormatLayout& layout, vk::Format, uint32_t row) {
        EXPECT_TRUE(seen.insert(layout.vkFormat).second);
        EXPECT_EQ(vkFormatIndex(layout.vkFormat), row);
    });
    EXPECT_EQ(vkFormatIndex(VK_FORMAT_ASTC_4x4_UNORM_BLOCK), 0);
    EXPECT_EQ(vkFormatIndex(VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM), 0);
    EXPECT_EQ(vkFormatIndex(VK_FORMAT_R64G64_UINT), 0);
}

TEST(VkFormats, theFormatsOfVulkan10UpToRgba32AreAllThere) {
    for (uint32_t i = VK_FORMAT_R4G4_UNORM_PACK8; i <= VK_FORMAT_R32G32B32A32_SFLOAT; ++i) {
        EXPECT_NE(vkFormatIndex(i), 0) << i;
    }
    for (uint32_t i = VK_FORMAT_BC1_RGB_UNORM_BLOCK; i <= VK_FORMAT_EAC_R11G11_SNORM_BLOCK; ++i) {
        EXPECT_NE(vkFormatIndex(i), 0) << i;
    }
}

/// What the registries of 2023 had wrong, so that traits are no witness.
constexpr bool misdescribed(uint32_t format) {
    return format == VK_FORMAT_B5G5R5A1_UNORM_PACK16 ||
           format == VK_FORMAT_B10G11R11_UFLOAT_PACK32 || format == VK_FORMAT_BC4_SNORM_BLOCK ||
           format == VK_FORMAT_BC5_SNORM_BLOCK;
}

TEST(VkFormats, misdescribedFormatsAreAsTheSpecificationSays) {
    const auto shifts = [](uint32_t format) {
        const VkFormatLayout& layout = vkFormatLayout(vkFormatIndex(format));
        std::array<uint32_t, 4> result;
        for (uint32_t i = 0; i < 4; ++i) {
            result[i] = layout.channels[i].shift;
        }
        return result;
    };
    EXPECT_EQ(shifts(VK_FORMAT_B5G5R5A1_UNORM_PACK16), (std::array{1u, 6u, 11u, 0u}));
    EXPECT_EQ(shifts(VK_FORMAT_B10G11R11_UFLOAT_PACK32), (std::array{0u, 11u, 22u, 0u}));
    EXPECT_EQ(vkFormatLayout(vkFormatIndex(VK_FORMAT_BC4_SNORM_BLOCK)).type, ChannelType::Snorm);
    EXPECT_EQ(vkFormatLayout(vkFormatIndex(VK_FORMAT_BC5_SNORM_BLOCK)).type, ChannelType::Snorm);
}

/// Against the traits that Vulkan-Hpp generates from the registry.
TEST(VkFormats, blocksAreAsTheRegistrySays) {
    forEachFormat([](const VkFormatLayout& layout, vk::Format format, uint32_t) {
        const bool padded = layout.vkFormat == VK_FORMAT_D32_SFLOAT_S8_UINT;
        EXPECT_EQ(layout.block_B, padded ? 8 : vk::blockSize(format));
        const auto extent = vk::blockExtent(format);
        EXPECT_EQ(layout.blockWidth_px, extent[0]);
        EXPECT_EQ(layout.blockHeight_px, extent[1]);
        EXPECT_EQ(layout.compressed(), vk::isCompressed(format));
    });
}

TEST(VkFormats, channelsAreAsTheRegistrySays) {
    forEachFormat([](const VkFormatLayout& layout, vk::Format format, uint32_t) {
        if (misdescribed(layout.vkFormat)) {
            return;
        }
        // Registry components go from the first byte, or from the highest bit of packed formats.
        uint32_t stored = 0;
        uint32_t total_bits = 0;
        const uint32_t count = vk::componentCount(format);
        for (uint32_t i = 0; i < count; ++i) {
            total_bits += vk::componentBits(format, uint8_t(i));
        }
        uint32_t before_bits = 0;
        for (uint32_t i = 0; i < count; ++i) {
            const char name = vk::componentName(format, uint8_t(i))[0];
            const uint32_t bits = vk::componentBits(format, uint8_t(i));
            const uint32_t channel = name == 'R' || name == 'D'   ? 0
                                     : name == 'G' || name == 'S' ? 1
                                     : name == 'B'                ? 2
                                                                  : 3;
            SCOPED_TRACE(name);
            ++stored;
            if (layout.compressed()) {
                EXPECT_EQ(layout.channels[channel].bits, 1);
            } else {
                EXPECT_EQ(layout.channels[channel].bits, bits);
                if (layout.color()) {
                    const uint32_t shift =
                        vk::packed(format) ? total_bits - before_bits - bits : before_bits;
                    EXPECT_EQ(layout.channels[channel].shift, shift);
                }
            }
            before_bits += bits;
            const std::string type = vk::componentNumericFormat(format, uint8_t(i));
            if (channel != 3 && name != 'S') { // Alpha of SRGB formats is UNORM.
                EXPECT_EQ(layout.type, typeNamed(type));
            }
        }
        for (const ChannelLayout& channel : layout.channels) {
            stored -= channel.bits > 0;
        }
        EXPECT_EQ(stored, 0u);
        EXPECT_EQ(layout.depth, vk::componentName(format, 0)[0] == 'D');
        EXPECT_EQ(layout.stencil, vk::componentName(format, uint8_t(count - 1))[0] == 'S');
    });
}

TEST(VkFormats, channelsDoNotOverlapAndFitTheTexel) {
    forEachFormat([](const VkFormatLayout& layout, vk::Format, uint32_t) {
        if (layout.compressed()) {
            return;
        }
        for (uint32_t i = 0; i < 4; ++i) {
            const ChannelLayout a = layout.channels[i];
            EXPECT_LE(a.shift + a.bits, layout.block_B * 8);
            for (uint32_t j = 0; j < i; ++j) {
                const ChannelLayout b = layout.channels[j];
                EXPECT_TRUE(a.bits == 0 || b.bits == 0 || a.shift >= b.shift + b.bits ||
                            b.shift >= a.shift + a.bits);
            }
        }
    });
}

} // namespace
} // namespace format
