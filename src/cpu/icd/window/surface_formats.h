// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"
#include "cpu/wsi/x11_window.h"
#include "wayland/shm.h"

#include <vector>

namespace cpu::icd {

/// UNORM and sRGB for each order of channels that such a visual shows; none: it shows none of ours.
std::vector<VkFormat> formatsOf(const wsi::PixelLayout& pixels);

/// The same, of what the compositor reads.
std::vector<VkFormat> formatsOf(const wayland::Shm& shm);

/// How wl_shm calls frames of a format that is one of formatsOf().
struct ShmFormat {
    wl_shm_format format;
    uint8_t pixel_B;
};
ShmFormat shmFormat(VkFormat format, VkCompositeAlphaFlagBitsKHR alpha);

/// Of surfaces that nobody looks at.
std::vector<VkFormat> headlessFormats();

} // namespace cpu::icd
