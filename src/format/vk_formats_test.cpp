// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "format/vk_format_number.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>
#include <vulkan/vulkan_format_traits.hpp>

#include <array>
#include <set>
#include <string>

namespace format {
namespace {

static_assert(vkFormatIndex(0) == 0 && kVkFormatCount > 140);
#define SAME(name) static_assert(uint32_t(format::name) == VK_FORMAT_##name)
SAME(R4G4_UNORM_PACK8);
SAME(R4G4B4A4_UNORM_PACK16);
SAME(B4G4R4A4_UNORM_PACK16);
SAME(R5G6B5_UNORM_PACK16);
SAME(B5G6R5_UNORM_PACK16);
SAME(R5G5B5A1_UNORM_PACK16);
SAME(B5G5R5A1_UNORM_PACK16);
SAME(A1R5G5B5_UNORM_PACK16);
SAME(R8_UNORM);
SAME(R8_SNORM);
SAME(R8_USCALED);
SAME(R8_SSCALED);
SAME(R8_UINT);
SAME(R8_SINT);
SAME(R8_SRGB);
SAME(R8G8_UNORM);
SAME(R8G8_SNORM);
SAME(R8G8_USCALED);
SAME(R8G8_SSCALED);
SAME(R8G8_UINT);
SAME(R8G8_SINT);
SAME(R8G8_SRGB);
SAME(R8G8B8_UNORM);
SAME(R8G8B8_SNORM);
SAME(R8G8B8_USCALED);
SAME(R8G8B8_SSCALED);
SAME(R8G8B8_UINT);
SAME(R8G8B8_SINT);
SAME(R8G8B8_SRGB);
SAME(B8G8R8_UNORM);
SAME(B8G8R8_SNORM);
SAME(B8G8R8_USCALED);
SAME(B8G8R8_SSCALED);
SAME(B8G8R8_UINT);
SAME(B8G8R8_SINT);
SAME(B8G8R8_SRGB);
SAME(R8G8B8A8_UNORM);
SAME(R8G8B8A8_SNORM);
SAME(R8G8B8A8_USCALED);
SAME(R8G8B8A8_SSCALED);
SAME(R8G8B8A8_UINT);
SAME(R8G8B8A8_SINT);
SAME(R8G8B8A8_SRGB);
SAME(B8G8R8A8_UNORM);
SAME(B8G8R8A8_SNORM);
SAME(B8G8R8A8_USCALED);
SAME(B8G8R8A8_SSCALED);
SAME(B8G8R8A8_UINT);
SAME(B8G8R8A8_SINT);
SAME(B8G8R8A8_SRGB);
SAME(A8B8G8R8_UNORM_PACK32);
SAME(A8B8G8R8_SNORM_PACK32);
SAME(A8B8G8R8_USCALED_PACK32);
SAME(A8B8G8R8_SSCALED_PACK32);
SAME(A8B8G8R8_UINT_PACK32);
SAME(A8B8G8R8_SINT_PACK32);
SAME(A8B8G8R8_SRGB_PACK32);
SAME(A2R10G10B10_UNORM_PACK32);
SAME(A2R10G10B10_SNORM_PACK32);
SAME(A2R10G10B10_USCALED_PACK32);
SAME(A2R10G10B10_SSCALED_PACK32);
SAME(A2R10G10B10_UINT_PACK32);
SAME(A2R10G10B10_SINT_PACK32);
SAME(A2B10G10R10_UNORM_PACK32);
SAME(A2B10G10R10_SNORM_PACK32);
SAME(A2B10G10R10_USCALED_PACK32);
SAME(A2B10G10R10_SSCALED_PACK32);
SAME(A2B10G10R10_UINT_PACK32);
SAME(A2B10G10R10_SINT_PACK32);
SAME(R16_UNORM);
SAME(R16_SNORM);
SAME(R16_USCALED);
SAME(R16_SSCALED);
SAME(R16_UINT);
SAME(R16_SINT);
SAME(R16_SFLOAT);
SAME(R16G16_UNORM);
SAME(R16G16_SNORM);
SAME(R16G16_USCALED);
SAME(R16G16_SSCALED);
SAME(R16G16_UINT);
SAME(R16G16_SINT);
SAME(R16G16_SFLOAT);
SAME(R16G16B16_UNORM);
SAME(R16G16B16_SNORM);
SAME(R16G16B16_USCALED);
SAME(R16G16B16_SSCALED);
SAME(R16G16B16_UINT);
SAME(R16G16B16_SINT);
SAME(R16G16B16_SFLOAT);
SAME(R16G16B16A16_UNORM);
SAME(R16G16B16A16_SNORM);
SAME(R16G16B16A16_USCALED);
SAME(R16G16B16A16_SSCALED);
SAME(R16G16B16A16_UINT);
SAME(R16G16B16A16_SINT);
SAME(R16G16B16A16_SFLOAT);
SAME(R32_UINT);
SAME(R32_SINT);
SAME(R32_SFLOAT);
SAME(R32G32_UINT);
SAME(R32G32_SINT);
SAME(R32G32_SFLOAT);
SAME(R32G32B32_UINT);
SAME(R32G32B32_SINT);
SAME(R32G32B32_SFLOAT);
SAME(R32G32B32A32_UINT);
SAME(R32G32B32A32_SINT);
SAME(R32G32B32A32_SFLOAT);
SAME(R64_UINT);
SAME(R64_SINT);
SAME(B10G11R11_UFLOAT_PACK32);
SAME(E5B9G9R9_UFLOAT_PACK32);
SAME(D16_UNORM);
SAME(X8_D24_UNORM_PACK32);
SAME(D32_SFLOAT);
SAME(S8_UINT);
SAME(D24_UNORM_S8_UINT);
SAME(D32_SFLOAT_S8_UINT);
SAME(BC1_RGB_UNORM_BLOCK);
SAME(BC1_RGB_SRGB_BLOCK);
SAME(BC1_RGBA_UNORM_BLOCK);
SAME(BC1_RGBA_SRGB_BLOCK);
SAME(BC2_UNORM_BLOCK);
SAME(BC2_SRGB_BLOCK);
SAME(BC3_UNORM_BLOCK);
SAME(BC3_SRGB_BLOCK);
SAME(BC4_UNORM_BLOCK);
SAME(BC4_SNORM_BLOCK);
SAME(BC5_UNORM_BLOCK);
SAME(BC5_SNORM_BLOCK);
SAME(BC6H_UFLOAT_BLOCK);
SAME(BC6H_SFLOAT_BLOCK);
SAME(BC7_UNORM_BLOCK);
SAME(BC7_SRGB_BLOCK);
SAME(ETC2_R8G8B8_UNORM_BLOCK);
SAME(ETC2_R8G8B8_SRGB_BLOCK);
SAME(ETC2_R8G8B8A1_UNORM_BLOCK);
SAME(ETC2_R8G8B8A1_SRGB_BLOCK);
SAME(ETC2_R8G8B8A8_UNORM_BLOCK);
SAME(ETC2_R8G8B8A8_SRGB_BLOCK);
SAME(EAC_R11_UNORM_BLOCK);
SAME(EAC_R11_SNORM_BLOCK);
SAME(EAC_R11G11_UNORM_BLOCK);
SAME(EAC_R11G11_SNORM_BLOCK);
SAME(A4R4G4B4_UNORM_PACK16);
SAME(A4B4G4R4_UNORM_PACK16);
static_assert(uint32_t(format::A1B5G5R5_UNORM_PACK16) == 1000470000); // VK_KHR_maintenance5.
static_assert(uint32_t(format::A8_UNORM) == 1000470001);
#undef SAME

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

/// What the registries of 2023 did not have.
constexpr bool undescribed(uint32_t format) {
    return format == A1B5G5R5_UNORM_PACK16 || format == A8_UNORM;
}

/// What they had wrong, or not at all, so that traits are no witness.
constexpr bool misdescribed(uint32_t format) {
    return undescribed(format) || format == VK_FORMAT_B5G5R5A1_UNORM_PACK16 ||
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
    EXPECT_EQ(shifts(A1B5G5R5_UNORM_PACK16), (std::array{0u, 5u, 10u, 15u}));
    EXPECT_EQ(shifts(VK_FORMAT_B10G11R11_UFLOAT_PACK32), (std::array{0u, 11u, 22u, 0u}));
    EXPECT_EQ(vkFormatLayout(vkFormatIndex(VK_FORMAT_BC4_SNORM_BLOCK)).type, ChannelType::Snorm);
    EXPECT_EQ(vkFormatLayout(vkFormatIndex(VK_FORMAT_BC5_SNORM_BLOCK)).type, ChannelType::Snorm);
}

/// Against the traits that Vulkan-Hpp generates from the registry.
TEST(VkFormats, blocksAreAsTheRegistrySays) {
    forEachFormat([](const VkFormatLayout& layout, vk::Format format, uint32_t) {
        if (undescribed(layout.vkFormat)) {
            return;
        }
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
