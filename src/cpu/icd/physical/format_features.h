// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

/// What the device can do with images and buffers of a format (Vulkan 1.3, "Formats").
namespace cpu::icd {

/// The one way in which images are laid out that others have too: row by row
/// (DRM_FORMAT_MOD_LINEAR).
inline constexpr uint64_t kLinearModifier = 0;

/// Of images, whatever their tiling: both layouts are read and written by the same kernels.
VkFormatFeatureFlags2 imageFeatures(VkFormat format);
/// Of texel buffers.
VkFormatFeatureFlags2 bufferFeatures(VkFormat format);

/// VK_ERROR_FORMAT_NOT_SUPPORTED, or the limits of such an image.
VkResult imageLimits(const VkPhysicalDeviceImageFormatInfo2& info, VkImageFormatProperties& limits);

} // namespace cpu::icd
