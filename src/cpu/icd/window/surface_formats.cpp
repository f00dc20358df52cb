// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/window/surface_formats.h"

#include <algorithm>
#include <iterator>

namespace cpu::icd {

namespace {

/// A layout of pixels, as each window system and Vulkan have it.
struct SurfaceFormat {
    uint32_t red; ///< Masks, of X11's visuals.
    uint32_t green;
    uint32_t blue;
    uint8_t pixel_B;
    wl_shm_format opaque;
    wl_shm_format blended; ///< The same as `opaque`: it has no alpha.
    VkFormat unorm;
    VkFormat srgb; ///< VK_FORMAT_UNDEFINED: there is none.
};

constexpr SurfaceFormat kFormats[] = {
    {0xff0000,
     0xff00,
     0xff,
     4,
     WL_SHM_FORMAT_XRGB8888,
     WL_SHM_FORMAT_ARGB8888,
     VK_FORMAT_B8G8R8A8_UNORM,
     VK_FORMAT_B8G8R8A8_SRGB},
    {0xff,
     0xff00,
     0xff0000,
     4,
     WL_SHM_FORMAT_XBGR8888,
     WL_SHM_FORMAT_ABGR8888,
     VK_FORMAT_R8G8B8A8_UNORM,
     VK_FORMAT_R8G8B8A8_SRGB},
    {0x3ff00000,
     0xffc00,
     0x3ff,
     4,
     WL_SHM_FORMAT_XRGB2101010,
     WL_SHM_FORMAT_ARGB2101010,
     VK_FORMAT_A2R10G10B10_UNORM_PACK32,
     VK_FORMAT_UNDEFINED},
    {0x3ff,
     0xffc00,
     0x3ff00000,
     4,
     WL_SHM_FORMAT_XBGR2101010,
     WL_SHM_FORMAT_ABGR2101010,
     VK_FORMAT_A2B10G10R10_UNORM_PACK32,
     VK_FORMAT_UNDEFINED},
    {0xf800,
     0x7e0,
     0x1f,
     2,
     WL_SHM_FORMAT_RGB565,
     WL_SHM_FORMAT_RGB565,
     VK_FORMAT_R5G6B5_UNORM_PACK16,
     VK_FORMAT_UNDEFINED},
    {0x1f,
     0x7e0,
     0xf800,
     2,
     WL_SHM_FORMAT_BGR565,
     WL_SHM_FORMAT_BGR565,
     VK_FORMAT_B5G6R5_UNORM_PACK16,
     VK_FORMAT_UNDEFINED},
};

template <typename Shows>
std::vector<VkFormat> formatsThat(Shows&& shows) {
    std::vector<VkFormat> formats;
    for (const SurfaceFormat& format : kFormats) {
        if (!shows(format)) {
            continue;
        }
        if (format.srgb) {
            formats.push_back(format.srgb);
        }
        formats.push_back(format.unorm);
    }
    return formats;
}

} // namespace

std::vector<VkFormat> formatsOf(const wsi::PixelLayout& pixels) {
    return formatsThat([&](const SurfaceFormat& format) {
        return format.red == pixels.red && format.green == pixels.green &&
               format.blue == pixels.blue && format.pixel_B == pixels.pixel_B;
    });
}

std::vector<VkFormat> formatsOf(const wayland::Shm& shm) {
    return formatsThat([&](const SurfaceFormat& format) {
        return shm.has(format.opaque) && shm.has(format.blended);
    });
}

ShmFormat shmFormat(VkFormat wanted, VkCompositeAlphaFlagBitsKHR alpha) {
    const auto* const format =
        std::find_if(std::begin(kFormats), std::end(kFormats), [&](const SurfaceFormat& each) {
            return each.unorm == wanted || each.srgb == wanted;
        });
    return {alpha == VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR ? format->opaque : format->blended,
            format->pixel_B};
}

std::vector<VkFormat> headlessFormats() {
    return {VK_FORMAT_B8G8R8A8_SRGB,
            VK_FORMAT_B8G8R8A8_UNORM,
            VK_FORMAT_R8G8B8A8_SRGB,
            VK_FORMAT_R8G8B8A8_UNORM};
}

} // namespace cpu::icd
