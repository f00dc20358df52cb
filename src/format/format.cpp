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
    plain(Id::R16Unorm, "R16Unorm", VK_FORMAT_R16_UNORM, 2, {16, 0, 0, 0}, Numeric::Unorm),
    plain(Id::R16G16Unorm, "R16G16Unorm", VK_FORMAT_R16G16_UNORM, 4, {16, 16, 0, 0}, Numeric::Unorm),
    plain(Id::R16G16B16A16Unorm, "R16G16B16A16Unorm", VK_FORMAT_R16G16B16A16_UNORM, 8, {16, 16, 16, 16}, Numeric::Unorm),
    plain(Id::R16Sfloat, "R16Sfloat", VK_FORMAT_R16_SFLOAT, 2, {16, 0, 0, 0}, Numeric::Float),
    plain(Id::R16G16Sfloat, "R16G16Sfloat", VK_FORMAT_R16G16_SFLOAT, 4, {16, 16, 0, 0}, Numeric::Float),
    plain(Id::R16G16B16A16Sfloat, "R16G16B16A16Sfloat", VK_FORMAT_R16G16B16A16_SFLOAT, 8, {16, 16, 16, 16}, Numeric::Float),
    plain(Id::R32Sfloat, "R32Sfloat", VK_FORMAT_R32_SFLOAT, 4, {32, 0, 0, 0}, Numeric::Float),
    plain(Id::R32G32Sfloat, "R32G32Sfloat", VK_FORMAT_R32G32_SFLOAT, 8, {32, 32, 0, 0}, Numeric::Float),
    plain(Id::R32G32B32A32Sfloat, "R32G32B32A32Sfloat", VK_FORMAT_R32G32B32A32_SFLOAT, 16, {32, 32, 32, 32}, Numeric::Float),
    plain(Id::B10G11R11Ufloat, "B10G11R11Ufloat", VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, {11, 11, 10, 0}, Numeric::Float),
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
    blocks(Id::Etc2Rgb8, "Etc2Rgb8", VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8, {8, 8, 8, 0}, Numeric::Unorm),
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

} // namespace format
