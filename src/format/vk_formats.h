// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/vk_format.h"

/// The formats that the CPU device knows, in the order of their numbers. What of them it supports,
/// and for what, is the device's to say (cpu/icd/physical/format_features.h).
namespace format {
namespace vk_formats {

using enum ChannelType;

constexpr VkFormatLayout plain(uint32_t vkFormat,
                               ChannelType type,
                               uint8_t texel_B,
                               ChannelLayout r,
                               ChannelLayout g = {},
                               ChannelLayout b = {},
                               ChannelLayout a = {}) {
    return {vkFormat, Encoding::Plain, type, texel_B, 1, 1, {r, g, b, a}};
}

constexpr VkFormatLayout depthStencil(uint32_t vkFormat,
                                      ChannelType type,
                                      uint8_t texel_B,
                                      ChannelLayout depth,
                                      ChannelLayout stencil = {}) {
    return {vkFormat,
            Encoding::Plain,
            type,
            texel_B,
            1,
            1,
            {depth, stencil},
            depth.bits > 0,
            stencil.bits > 0};
}

/// The channels of blocks have a width of one bit, which says that they are there.
constexpr VkFormatLayout
block(uint32_t vkFormat, Encoding encoding, ChannelType type, uint8_t block_B, uint8_t channels) {
    VkFormatLayout layout{vkFormat, encoding, type, block_B, 4, 4, {}};
    for (uint8_t i = 0; i < channels; ++i) {
        layout.channels[i].bits = 1;
    }
    return layout;
}

// clang-format off
inline constexpr VkFormatLayout kTable[] = {
    {}, // UNDEFINED
    plain(1, Unorm, 1, {4, 4}, {0, 4}), // R4G4_UNORM_PACK8
    plain(2, Unorm, 2, {12, 4}, {8, 4}, {4, 4}, {0, 4}), // R4G4B4A4_UNORM_PACK16
    plain(3, Unorm, 2, {4, 4}, {8, 4}, {12, 4}, {0, 4}), // B4G4R4A4_UNORM_PACK16
    plain(4, Unorm, 2, {11, 5}, {5, 6}, {0, 5}), // R5G6B5_UNORM_PACK16
    plain(5, Unorm, 2, {0, 5}, {5, 6}, {11, 5}), // B5G6R5_UNORM_PACK16
    plain(6, Unorm, 2, {11, 5}, {6, 5}, {1, 5}, {0, 1}), // R5G5B5A1_UNORM_PACK16
    plain(7, Unorm, 2, {1, 5}, {6, 5}, {11, 5}, {0, 1}), // B5G5R5A1_UNORM_PACK16
    plain(8, Unorm, 2, {10, 5}, {5, 5}, {0, 5}, {15, 1}), // A1R5G5B5_UNORM_PACK16
    plain(9, Unorm, 1, {0, 8}), // R8_UNORM
    plain(10, Snorm, 1, {0, 8}), // R8_SNORM
    plain(11, Uscaled, 1, {0, 8}), // R8_USCALED
    plain(12, Sscaled, 1, {0, 8}), // R8_SSCALED
    plain(13, Uint, 1, {0, 8}), // R8_UINT
    plain(14, Sint, 1, {0, 8}), // R8_SINT
    plain(15, Srgb, 1, {0, 8}), // R8_SRGB
    plain(16, Unorm, 2, {0, 8}, {8, 8}), // R8G8_UNORM
    plain(17, Snorm, 2, {0, 8}, {8, 8}), // R8G8_SNORM
    plain(18, Uscaled, 2, {0, 8}, {8, 8}), // R8G8_USCALED
    plain(19, Sscaled, 2, {0, 8}, {8, 8}), // R8G8_SSCALED
    plain(20, Uint, 2, {0, 8}, {8, 8}), // R8G8_UINT
    plain(21, Sint, 2, {0, 8}, {8, 8}), // R8G8_SINT
    plain(22, Srgb, 2, {0, 8}, {8, 8}), // R8G8_SRGB
    plain(23, Unorm, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_UNORM
    plain(24, Snorm, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_SNORM
    plain(25, Uscaled, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_USCALED
    plain(26, Sscaled, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_SSCALED
    plain(27, Uint, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_UINT
    plain(28, Sint, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_SINT
    plain(29, Srgb, 3, {0, 8}, {8, 8}, {16, 8}), // R8G8B8_SRGB
    plain(30, Unorm, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_UNORM
    plain(31, Snorm, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_SNORM
    plain(32, Uscaled, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_USCALED
    plain(33, Sscaled, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_SSCALED
    plain(34, Uint, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_UINT
    plain(35, Sint, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_SINT
    plain(36, Srgb, 3, {16, 8}, {8, 8}, {0, 8}), // B8G8R8_SRGB
    plain(37, Unorm, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_UNORM
    plain(38, Snorm, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_SNORM
    plain(39, Uscaled, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_USCALED
    plain(40, Sscaled, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_SSCALED
    plain(41, Uint, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_UINT
    plain(42, Sint, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_SINT
    plain(43, Srgb, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // R8G8B8A8_SRGB
    plain(44, Unorm, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_UNORM
    plain(45, Snorm, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_SNORM
    plain(46, Uscaled, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_USCALED
    plain(47, Sscaled, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_SSCALED
    plain(48, Uint, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_UINT
    plain(49, Sint, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_SINT
    plain(50, Srgb, 4, {16, 8}, {8, 8}, {0, 8}, {24, 8}), // B8G8R8A8_SRGB
    plain(51, Unorm, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_UNORM_PACK32
    plain(52, Snorm, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_SNORM_PACK32
    plain(53, Uscaled, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_USCALED_PACK32
    plain(54, Sscaled, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_SSCALED_PACK32
    plain(55, Uint, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_UINT_PACK32
    plain(56, Sint, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_SINT_PACK32
    plain(57, Srgb, 4, {0, 8}, {8, 8}, {16, 8}, {24, 8}), // A8B8G8R8_SRGB_PACK32
    plain(58, Unorm, 4, {20, 10}, {10, 10}, {0, 10}, {30, 2}), // A2R10G10B10_UNORM_PACK32
    plain(59, Snorm, 4, {20, 10}, {10, 10}, {0, 10}, {30, 2}), // A2R10G10B10_SNORM_PACK32
    plain(60, Uscaled, 4, {20, 10}, {10, 10}, {0, 10}, {30, 2}), // A2R10G10B10_USCALED_PACK32
    plain(61, Sscaled, 4, {20, 10}, {10, 10}, {0, 10}, {30, 2}), // A2R10G10B10_SSCALED_PACK32
    plain(62, Uint, 4, {20, 10}, {10, 10}, {0, 10}, {30, 2}), // A2R10G10B10_UINT_PACK32
    plain(63, Sint, 4, {20, 10}, {10, 10}, {0, 10}, {30, 2}), // A2R10G10B10_SINT_PACK32
    plain(64, Unorm, 4, {0, 10}, {10, 10}, {20, 10}, {30, 2}), // A2B10G10R10_UNORM_PACK32
    plain(65, Snorm, 4, {0, 10}, {10, 10}, {20, 10}, {30, 2}), // A2B10G10R10_SNORM_PACK32
    plain(66, Uscaled, 4, {0, 10}, {10, 10}, {20, 10}, {30, 2}), // A2B10G10R10_USCALED_PACK32
    plain(67, Sscaled, 4, {0, 10}, {10, 10}, {20, 10}, {30, 2}), // A2B10G10R10_SSCALED_PACK32
    plain(68, Uint, 4, {0, 10}, {10, 10}, {20, 10}, {30, 2}), // A2B10G10R10_UINT_PACK32
    plain(69, Sint, 4, {0, 10}, {10, 10}, {20, 10}, {30, 2}), // A2B10G10R10_SINT_PACK32
    plain(70, Unorm, 2, {0, 16}), // R16_UNORM
    plain(71, Snorm, 2, {0, 16}), // R16_SNORM
    plain(72, Uscaled, 2, {0, 16}), // R16_USCALED
    plain(73, Sscaled, 2, {0, 16}), // R16_SSCALED
    plain(74, Uint, 2, {0, 16}), // R16_UINT
    plain(75, Sint, 2, {0, 16}), // R16_SINT
    plain(76, Float, 2, {0, 16}), // R16_SFLOAT
    plain(77, Unorm, 4, {0, 16}, {16, 16}), // R16G16_UNORM
    plain(78, Snorm, 4, {0, 16}, {16, 16}), // R16G16_SNORM
    plain(79, Uscaled, 4, {0, 16}, {16, 16}), // R16G16_USCALED
    plain(80, Sscaled, 4, {0, 16}, {16, 16}), // R16G16_SSCALED
    plain(81, Uint, 4, {0, 16}, {16, 16}), // R16G16_UINT
    plain(82, Sint, 4, {0, 16}, {16, 16}), // R16G16_SINT
    plain(83, Float, 4, {0, 16}, {16, 16}), // R16G16_SFLOAT
    plain(84, Unorm, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_UNORM
    plain(85, Snorm, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_SNORM
    plain(86, Uscaled, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_USCALED
    plain(87, Sscaled, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_SSCALED
    plain(88, Uint, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_UINT
    plain(89, Sint, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_SINT
    plain(90, Float, 6, {0, 16}, {16, 16}, {32, 16}), // R16G16B16_SFLOAT
    plain(91, Unorm, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_UNORM
    plain(92, Snorm, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_SNORM
    plain(93, Uscaled, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_USCALED
    plain(94, Sscaled, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_SSCALED
    plain(95, Uint, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_UINT
    plain(96, Sint, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_SINT
    plain(97, Float, 8, {0, 16}, {16, 16}, {32, 16}, {48, 16}), // R16G16B16A16_SFLOAT
    plain(98, Uint, 4, {0, 32}), // R32_UINT
    plain(99, Sint, 4, {0, 32}), // R32_SINT
    plain(100, Float, 4, {0, 32}), // R32_SFLOAT
    plain(101, Uint, 8, {0, 32}, {32, 32}), // R32G32_UINT
    plain(102, Sint, 8, {0, 32}, {32, 32}), // R32G32_SINT
    plain(103, Float, 8, {0, 32}, {32, 32}), // R32G32_SFLOAT
    plain(104, Uint, 12, {0, 32}, {32, 32}, {64, 32}), // R32G32B32_UINT
    plain(105, Sint, 12, {0, 32}, {32, 32}, {64, 32}), // R32G32B32_SINT
    plain(106, Float, 12, {0, 32}, {32, 32}, {64, 32}), // R32G32B32_SFLOAT
    plain(107, Uint, 16, {0, 32}, {32, 32}, {64, 32}, {96, 32}), // R32G32B32A32_UINT
    plain(108, Sint, 16, {0, 32}, {32, 32}, {64, 32}, {96, 32}), // R32G32B32A32_SINT
    plain(109, Float, 16, {0, 32}, {32, 32}, {64, 32}, {96, 32}), // R32G32B32A32_SFLOAT
    plain(110, Uint, 8, {0, 64}), // R64_UINT
    plain(111, Sint, 8, {0, 64}), // R64_SINT
    {122, Encoding::B10G11R11, Float, 4, 1, 1, {{0, 11}, {11, 11}, {22, 10}}}, // B10G11R11_UFLOAT_PACK32
    {123, Encoding::E5B9G9R9, Float, 4, 1, 1, {{0, 9}, {9, 9}, {18, 9}}}, // E5B9G9R9_UFLOAT_PACK32
    depthStencil(124, Unorm, 2, {0, 16}), // D16_UNORM
    depthStencil(125, Unorm, 4, {0, 24}), // X8_D24_UNORM_PACK32
    depthStencil(126, Float, 4, {0, 32}), // D32_SFLOAT
    depthStencil(127, Uint, 1, {}, {0, 8}), // S8_UINT
    depthStencil(129, Unorm, 4, {0, 24}, {24, 8}), // D24_UNORM_S8_UINT
    depthStencil(130, Float, 8, {0, 32}, {32, 8}), // D32_SFLOAT_S8_UINT
    block(131, Encoding::Bc1, Unorm, 8, 3), // BC1_RGB_UNORM_BLOCK
    block(132, Encoding::Bc1, Srgb, 8, 3), // BC1_RGB_SRGB_BLOCK
    block(133, Encoding::Bc1, Unorm, 8, 4), // BC1_RGBA_UNORM_BLOCK
    block(134, Encoding::Bc1, Srgb, 8, 4), // BC1_RGBA_SRGB_BLOCK
    block(135, Encoding::Bc2, Unorm, 16, 4), // BC2_UNORM_BLOCK
    block(136, Encoding::Bc2, Srgb, 16, 4), // BC2_SRGB_BLOCK
    block(137, Encoding::Bc3, Unorm, 16, 4), // BC3_UNORM_BLOCK
    block(138, Encoding::Bc3, Srgb, 16, 4), // BC3_SRGB_BLOCK
    block(139, Encoding::Bc4, Unorm, 8, 1), // BC4_UNORM_BLOCK
    block(140, Encoding::Bc4, Snorm, 8, 1), // BC4_SNORM_BLOCK
    block(141, Encoding::Bc5, Unorm, 16, 2), // BC5_UNORM_BLOCK
    block(142, Encoding::Bc5, Snorm, 16, 2), // BC5_SNORM_BLOCK
    block(143, Encoding::Bc6h, Float, 16, 3), // BC6H_UFLOAT_BLOCK
    block(144, Encoding::Bc6hSigned, Float, 16, 3), // BC6H_SFLOAT_BLOCK
    block(145, Encoding::Bc7, Unorm, 16, 4), // BC7_UNORM_BLOCK
    block(146, Encoding::Bc7, Srgb, 16, 4), // BC7_SRGB_BLOCK
    block(147, Encoding::Etc2Rgb, Unorm, 8, 3), // ETC2_R8G8B8_UNORM_BLOCK
    block(148, Encoding::Etc2Rgb, Srgb, 8, 3), // ETC2_R8G8B8_SRGB_BLOCK
    block(149, Encoding::Etc2RgbA1, Unorm, 8, 4), // ETC2_R8G8B8A1_UNORM_BLOCK
    block(150, Encoding::Etc2RgbA1, Srgb, 8, 4), // ETC2_R8G8B8A1_SRGB_BLOCK
    block(151, Encoding::Etc2RgbA8, Unorm, 16, 4), // ETC2_R8G8B8A8_UNORM_BLOCK
    block(152, Encoding::Etc2RgbA8, Srgb, 16, 4), // ETC2_R8G8B8A8_SRGB_BLOCK
    block(153, Encoding::EacR11, Unorm, 8, 1), // EAC_R11_UNORM_BLOCK
    block(154, Encoding::EacR11, Snorm, 8, 1), // EAC_R11_SNORM_BLOCK
    block(155, Encoding::EacRg11, Unorm, 16, 2), // EAC_R11G11_UNORM_BLOCK
    block(156, Encoding::EacRg11, Snorm, 16, 2), // EAC_R11G11_SNORM_BLOCK
    plain(1000340000, Unorm, 2, {8, 4}, {4, 4}, {0, 4}, {12, 4}), // A4R4G4B4_UNORM_PACK16
    plain(1000340001, Unorm, 2, {0, 4}, {4, 4}, {8, 4}, {12, 4}), // A4B4G4R4_UNORM_PACK16
    plain(1000470000, Unorm, 2, {0, 5}, {5, 5}, {10, 5}, {15, 1}), // A1B5G5R5_UNORM_PACK16
    plain(1000470001, Unorm, 1, {}, {}, {}, {0, 8}), // A8_UNORM
};
// clang-format on

inline constexpr uint32_t kCount = sizeof(kTable) / sizeof(kTable[0]);
static_assert(kCount <= 256);

/// Of the formats of Vulkan 1.0, whose numbers are small, by number.
inline constexpr uint32_t kSmallNumbers = 185;
struct Index {
    VkFormatIndex rows[kSmallNumbers];
};
constexpr Index makeIndex() {
    Index index{};
    for (uint32_t row = 1; row < kCount; ++row) {
        if (kTable[row].vkFormat < kSmallNumbers) {
            index.rows[kTable[row].vkFormat] = VkFormatIndex(row);
        }
    }
    return index;
}
inline constexpr Index kIndex = makeIndex();

} // namespace vk_formats

/// Rows of the table, row 0 (VK_FORMAT_UNDEFINED) included.
inline constexpr uint32_t kVkFormatCount = vk_formats::kCount;

/// 0: the table does not have the format.
constexpr VkFormatIndex vkFormatIndex(uint32_t vkFormat) {
    if (vkFormat < vk_formats::kSmallNumbers) {
        return vk_formats::kIndex.rows[vkFormat];
    }
    for (uint32_t row = kVkFormatCount - 1;
         vk_formats::kTable[row].vkFormat >= vk_formats::kSmallNumbers;
         --row) {
        if (vk_formats::kTable[row].vkFormat == vkFormat) {
            return VkFormatIndex(row);
        }
    }
    return 0;
}

/// `index` is less than kVkFormatCount.
constexpr const VkFormatLayout& vkFormatLayout(VkFormatIndex index) {
    return vk_formats::kTable[index];
}

} // namespace format
