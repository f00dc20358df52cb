// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/image.h"

namespace glvk {

/// The layout of the same bits without sRGB encoding; `storage` itself where it has none.
format::Id withoutEncoding(format::Id storage);

/// An image that can be attached, copied and blitted, and what else is asked for: devices lay out
/// and compress images better that are never sampled. Contents start as zero (an absent alpha as
/// one). Null: out of memory.
ResourceRef<Image> createTargetImage(Gpu& gpu,
                                     const format::InternalFormat& internalFormat,
                                     format::Id storage,
                                     int32_t width_px,
                                     int32_t height_px,
                                     uint32_t samples,
                                     VkImageUsageFlags otherUsage = 0);

} // namespace glvk
