// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <vulkan/vulkan_core.h>

#include <cassert>

namespace format {

namespace {

constexpr size_t kCount = static_cast<size_t>(Id::Count);

constexpr Layout plain(Id id,
                       const char* name,
                       VkFormat vk,
                       uint8_t texel_B,
                       std::array<uint8_t, 4> bits,
                       Numeric numeric) {
    return {id, name, static_cast<uint32_t>(vk), texel_B, 1, 1, bits, 0, 0, numeric};
}

constexpr Layout depthStencil(Id id,
                              const char* name,
                              VkFormat vk,
                              uint8_t texel_B,
                              uint8_t depthBits,
                              uint8_t stencilBits,
                              Numeric numeric) {
    return {
        id, name, static_cast<uint32_t>(vk), texel_B, 1, 1, {}, depthBits, stencilBits, numeric};
}

constexpr Layout blocks(Id id,
                        const char* name,
                        VkFormat vk,
                        uint8_t block_B,
                        std::array<uint8_t, 4> bits,
                        Numeric numeric) {
    return {id, name, static_cast<uint32_t>(vk), block_B, 4, 4, bits, 0, 0, numeric};
}

// clang-format off
constexpr std::array<Layout, kCount> kLayouts{{
    plain(Id::None, "None", VK_FORMAT_UNDEFINED, 0, {}, Numeric::None),
    plain(Id::R8Unorm, "R8Unorm", VK_FORMAT_R8_UNORM, 1, {8, 0, 0, 0}, Numeric::Unorm),
    plain(Id::R8G8Unorm, "R8G8Unorm", VK_FORMAT_R8G8_UNORM, 2, {8, 8, 0, 0}, Numeric::Unorm),
    plain(Id::R8G8B8A8Unorm, "R8G8B8A8Unorm", VK_FORMAT_R8G8B8A8_UNORM, 4, {8, 8, 8, 8}, Numeric::Unorm),
    plain(Id::R8G8B8A8Srgb, "R8G8B8A8Srgb", VK_FORMAT_R8G8B8A8_SRGB, 4, {8, 8, 8, 8}, Numeric::Srgb),
    plain(Id::B8G8R8A8Unorm, "B8G8R8A8Unorm", VK_FORMAT_B8G8R8A8_UNORM, 4, {8, 8, 8, 8}, Numeric::Unorm),
    plain(Id::B8G8R8A8Srgb, "B8G8R8A8Srgb", VK_FORMAT_B8G8R8A8_SRGB, 4, {8, 8, 8, 8}, Numeric::Srgb),
    plain(Id::R5G6B5Unorm, "R5G6B5Unorm", VK_FORMAT_R5G6B5_UNORM_PACK16, 2, {5, 6, 5, 0}, Numeric::Unorm),
    plain(Id::R4G4B4A4Unorm, "R4G4B4A4Unorm", VK_FORMAT_R4G4B4A4_UNORM_PACK16, 2, {4, 4, 4, 4}, Numeric::Unorm),
    plain(Id::R5G5B5A1Unorm, "R5G5B5A1Unorm", VK_FORMAT_R5G5B5A1_UNORM_PACK16, 2, {5, 5, 5, 1}, Numeric::Unorm),
    plain(Id::A2B10G10R10Unorm, "A2B10G10R10Unorm", VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, {10, 10, 10, 2}, Numeric::Unorm),
    plain(Id::A2B10G10R10Uint, "A2B10G10R10Uint", VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, {10, 10, 10, 2}, Numeric::Uint),
    plain(Id::R8Snorm, "R8Snorm", VK_FORMAT_R8_SNORM, 1, {8, 0, 0, 0}, Numeric::Snorm),
    plain(Id::R8G8Snorm, "R8G8Snorm", VK_FORMAT_R8G8_SNORM, 2, {8, 8, 0, 0}, Numeric::Snorm),
    plain(Id::R8G8B8A8Snorm, "R8G8B8A8Snorm", VK_FORMAT_R8G8B8A8_SNORM, 4, {8, 8, 8, 8}, Numeric::Snorm),
    plain(Id::R8Uint, "R8Uint", VK_FORMAT_R8_UINT, 1, {8, 0, 0, 0}, Numeric::Uint),
    plain(Id::R8G8Uint, "R8G8Uint", VK_FORMAT_R8G8_UINT, 2, {8, 8, 0, 0}, Numeric::Uint),
    plain(Id::R8G8B8A8Uint, "R8G8B8A8Uint", VK_FORMAT_R8G8B8A8_UINT, 4, {8, 8, 8, 8}, Numeric::Uint),
    plain(Id::R8Sint, "R8Sint", VK_FORMAT_R8_SINT, 1, {8, 0, 0, 0}, Numeric::Sint),
    plain(Id::R8G8Sint, "R8G8Sint", VK_FORMAT_R8G8_SINT, 2, {8, 8, 0, 0}, Numeric::Sint),
    plain(Id::R8G8B8A8Sint, "R8G8B8A8Sint", VK_FORMAT_R8G8B8A8_SINT, 4, {8, 8, 8, 8}, Numeric::Sint),
    plain(Id::R16Unorm, "R16Unorm", VK_FORMAT_R16_UNORM, 2, {16, 0, 0, 0}, Numeric::Unorm),
    plain(Id::R16G16Unorm, "R16G16Unorm", VK_FORMAT_R16G16_UNORM, 4, {16, 16, 0, 0}, Numeric::Unorm),
    plain(Id::R16G16B16A16Unorm, "R16G16B16A16Unorm", VK_FORMAT_R16G16B16A16_UNORM, 8, {16, 16, 16, 16}, Numeric::Unorm),
    plain(Id::R16Snorm, "R16Snorm", VK_FORMAT_R16_SNORM, 2, {16, 0, 0, 0}, Numeric::Snorm),
    plain(Id::R16G16Snorm, "R16G16Snorm", VK_FORMAT_R16G16_SNORM, 4, {16, 16, 0, 0}, Numeric::Snorm),
    plain(Id::R16G16B16A16Snorm, "R16G16B16A16Snorm", VK_FORMAT_R16G16B16A16_SNORM, 8, {16, 16, 16, 16}, Numeric::Snorm),
    plain(Id::R16Uint, "R16Uint", VK_FORMAT_R16_UINT, 2, {16, 0, 0, 0}, Numeric::Uint),
    plain(Id::R16G16Uint, "R16G16Uint", VK_FORMAT_R16G16_UINT, 4, {16, 16, 0, 0}, Numeric::Uint),
    plain(Id::R16G16B16A16Uint, "R16G16B16A16Uint", VK_FORMAT_R16G16B16A16_UINT, 8, {16, 16, 16, 16}, Numeric::Uint),
    plain(Id::R16Sint, "R16Sint", VK_FORMAT_R16_SINT, 2, {16, 0, 0, 0}, Numeric::Sint),
    plain(Id::R16G16Sint, "R16G16Sint", VK_FORMAT_R16G16_SINT, 4, {16, 16, 0, 0}, Numeric::Sint),
    plain(Id::R16G16B16A16Sint, "R16G16B16A16Sint", VK_FORMAT_R16G16B16A16_SINT, 8, {16, 16, 16, 16}, Numeric::Sint),
    plain(Id::R16Sfloat, "R16Sfloat", VK_FORMAT_R16_SFLOAT, 2, {16, 0, 0, 0}, Numeric::Float),
    plain(Id::R16G16Sfloat, "R16G16Sfloat", VK_FORMAT_R16G16_SFLOAT, 4, {16, 16, 0, 0}, Numeric::Float),
    plain(Id::R16G16B16A16Sfloat, "R16G16B16A16Sfloat", VK_FORMAT_R16G16B16A16_SFLOAT, 8, {16, 16, 16, 16}, Numeric::Float),
    plain(Id::R32Uint, "R32Uint", VK_FORMAT_R32_UINT, 4, {32, 0, 0, 0}, Numeric::Uint),
    plain(Id::R32G32Uint, "R32G32Uint", VK_FORMAT_R32G32_UINT, 8, {32, 32, 0, 0}, Numeric::Uint),
    plain(Id::R32G32B32A32Uint, "R32G32B32A32Uint", VK_FORMAT_R32G32B32A32_UINT, 16, {32, 32, 32, 32}, Numeric::Uint),
    plain(Id::R32Sint, "R32Sint", VK_FORMAT_R32_SINT, 4, {32, 0, 0, 0}, Numeric::Sint),
    plain(Id::R32G32Sint, "R32G32Sint", VK_FORMAT_R32G32_SINT, 8, {32, 32, 0, 0}, Numeric::Sint),
    plain(Id::R32G32B32A32Sint, "R32G32B32A32Sint", VK_FORMAT_R32G32B32A32_SINT, 16, {32, 32, 32, 32}, Numeric::Sint),
    plain(Id::R32Sfloat, "R32Sfloat", VK_FORMAT_R32_SFLOAT, 4, {32, 0, 0, 0}, Numeric::Float),
    plain(Id::R32G32Sfloat, "R32G32Sfloat", VK_FORMAT_R32G32_SFLOAT, 8, {32, 32, 0, 0}, Numeric::Float),
    plain(Id::R32G32B32A32Sfloat, "R32G32B32A32Sfloat", VK_FORMAT_R32G32B32A32_SFLOAT, 16, {32, 32, 32, 32}, Numeric::Float),
    plain(Id::R32G32B32Uint, "R32G32B32Uint", VK_FORMAT_R32G32B32_UINT, 12, {32, 32, 32, 0}, Numeric::Uint),
    plain(Id::R32G32B32Sint, "R32G32B32Sint", VK_FORMAT_R32G32B32_SINT, 12, {32, 32, 32, 0}, Numeric::Sint),
    plain(Id::R32G32B32Sfloat, "R32G32B32Sfloat", VK_FORMAT_R32G32B32_SFLOAT, 12, {32, 32, 32, 0}, Numeric::Float),
    plain(Id::B10G11R11Ufloat, "B10G11R11Ufloat", VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, {11, 11, 10, 0}, Numeric::Float),
    plain(Id::E5B9G9R9Ufloat, "E5B9G9R9Ufloat", VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, {9, 9, 9, 0}, Numeric::Float),
    depthStencil(Id::D16Unorm, "D16Unorm", VK_FORMAT_D16_UNORM, 2, 16, 0, Numeric::Unorm),
    depthStencil(Id::X8D24Unorm, "X8D24Unorm", VK_FORMAT_X8_D24_UNORM_PACK32, 4, 24, 0, Numeric::Unorm),
    depthStencil(Id::D32Sfloat, "D32Sfloat", VK_FORMAT_D32_SFLOAT, 4, 32, 0, Numeric::Float),
    depthStencil(Id::S8Uint, "S8Uint", VK_FORMAT_S8_UINT, 1, 0, 8, Numeric::Uint),
    depthStencil(Id::D24UnormS8Uint, "D24UnormS8Uint", VK_FORMAT_D24_UNORM_S8_UINT, 4, 24, 8, Numeric::Unorm),
    depthStencil(Id::D32SfloatS8Uint, "D32SfloatS8Uint", VK_FORMAT_D32_SFLOAT_S8_UINT, 5, 32, 8, Numeric::Float),
    blocks(Id::Bc1Rgb, "Bc1Rgb", VK_FORMAT_BC1_RGB_UNORM_BLOCK, 8, {5, 6, 5, 0}, Numeric::Unorm),
    blocks(Id::Bc1Rgba, "Bc1Rgba", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, {5, 6, 5, 1}, Numeric::Unorm),
    blocks(Id::Bc2, "Bc2", VK_FORMAT_BC2_UNORM_BLOCK, 16, {5, 6, 5, 4}, Numeric::Unorm),
    blocks(Id::Bc3, "Bc3", VK_FORMAT_BC3_UNORM_BLOCK, 16, {5, 6, 5, 8}, Numeric::Unorm),
    blocks(Id::Bc1RgbSrgb, "Bc1RgbSrgb", VK_FORMAT_BC1_RGB_SRGB_BLOCK, 8, {5, 6, 5, 0}, Numeric::Srgb),
    blocks(Id::Bc1RgbaSrgb, "Bc1RgbaSrgb", VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 8, {5, 6, 5, 1}, Numeric::Srgb),
    blocks(Id::Bc2Srgb, "Bc2Srgb", VK_FORMAT_BC2_SRGB_BLOCK, 16, {5, 6, 5, 4}, Numeric::Srgb),
    blocks(Id::Bc3Srgb, "Bc3Srgb", VK_FORMAT_BC3_SRGB_BLOCK, 16, {5, 6, 5, 8}, Numeric::Srgb),
    blocks(Id::Bc4Unorm, "Bc4Unorm", VK_FORMAT_BC4_UNORM_BLOCK, 8, {8, 0, 0, 0}, Numeric::Unorm),
    blocks(Id::Bc4Snorm, "Bc4Snorm", VK_FORMAT_BC4_SNORM_BLOCK, 8, {8, 0, 0, 0}, Numeric::Snorm),
    blocks(Id::Bc5Unorm, "Bc5Unorm", VK_FORMAT_BC5_UNORM_BLOCK, 16, {8, 8, 0, 0}, Numeric::Unorm),
    blocks(Id::Bc5Snorm, "Bc5Snorm", VK_FORMAT_BC5_SNORM_BLOCK, 16, {8, 8, 0, 0}, Numeric::Snorm),
    blocks(Id::Bc6hUfloat, "Bc6hUfloat", VK_FORMAT_BC6H_UFLOAT_BLOCK, 16, {16, 16, 16, 0}, Numeric::Float),
    blocks(Id::Bc6hSfloat, "Bc6hSfloat", VK_FORMAT_BC6H_SFLOAT_BLOCK, 16, {16, 16, 16, 0}, Numeric::Float),
    blocks(Id::Bc7Unorm, "Bc7Unorm", VK_FORMAT_BC7_UNORM_BLOCK, 16, {8, 8, 8, 8}, Numeric::Unorm),
    blocks(Id::Bc7Srgb, "Bc7Srgb", VK_FORMAT_BC7_SRGB_BLOCK, 16, {8, 8, 8, 8}, Numeric::Srgb),
    blocks(Id::Etc2Rgb8, "Etc2Rgb8", VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8, {8, 8, 8, 0}, Numeric::Unorm),
    blocks(Id::Etc2Rgb8Srgb, "Etc2Rgb8Srgb", VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK, 8, {8, 8, 8, 0}, Numeric::Srgb),
    blocks(Id::Etc2Rgb8A1, "Etc2Rgb8A1", VK_FORMAT_ETC2_R8G8B8A1_UNORM_BLOCK, 8, {8, 8, 8, 1}, Numeric::Unorm),
    blocks(Id::Etc2Rgb8A1Srgb, "Etc2Rgb8A1Srgb", VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK, 8, {8, 8, 8, 1}, Numeric::Srgb),
    blocks(Id::Etc2Rgba8, "Etc2Rgba8", VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, 16, {8, 8, 8, 8}, Numeric::Unorm),
    blocks(Id::Etc2Rgba8Srgb, "Etc2Rgba8Srgb", VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK, 16, {8, 8, 8, 8}, Numeric::Srgb),
    blocks(Id::EacR11Unorm, "EacR11Unorm", VK_FORMAT_EAC_R11_UNORM_BLOCK, 8, {11, 0, 0, 0}, Numeric::Unorm),
    blocks(Id::EacR11Snorm, "EacR11Snorm", VK_FORMAT_EAC_R11_SNORM_BLOCK, 8, {11, 0, 0, 0}, Numeric::Snorm),
    blocks(Id::EacRg11Unorm, "EacRg11Unorm", VK_FORMAT_EAC_R11G11_UNORM_BLOCK, 16, {11, 11, 0, 0}, Numeric::Unorm),
    blocks(Id::EacRg11Snorm, "EacRg11Snorm", VK_FORMAT_EAC_R11G11_SNORM_BLOCK, 16, {11, 11, 0, 0}, Numeric::Snorm),
}};
// clang-format on

constexpr bool rowsInOrder() {
    for (size_t i = 0; i < kCount; ++i) {
        if (kLayouts[i].id != static_cast<Id>(i)) {
            return false;
        }
    }
    return true;
}
static_assert(rowsInOrder());

} // namespace

const Layout& layout(Id id) {
    assert(id < Id::Count);
    return kLayouts[static_cast<size_t>(id)];
}

Id withoutSrgb(Id id) {
    constexpr std::array<Id, 2> kPairs[] = {
        {Id::R8G8B8A8Srgb, Id::R8G8B8A8Unorm},
        {Id::B8G8R8A8Srgb, Id::B8G8R8A8Unorm},
        {Id::Bc1RgbSrgb, Id::Bc1Rgb},
        {Id::Bc1RgbaSrgb, Id::Bc1Rgba},
        {Id::Bc2Srgb, Id::Bc2},
        {Id::Bc3Srgb, Id::Bc3},
        {Id::Bc7Srgb, Id::Bc7Unorm},
        {Id::Etc2Rgb8Srgb, Id::Etc2Rgb8},
        {Id::Etc2Rgb8A1Srgb, Id::Etc2Rgb8A1},
        {Id::Etc2Rgba8Srgb, Id::Etc2Rgba8},
    };
    for (const auto& [encoded, plain] : kPairs) {
        if (encoded == id) {
            return plain;
        }
    }
    return id;
}

} // namespace format
