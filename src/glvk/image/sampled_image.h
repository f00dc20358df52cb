// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/buffer_storage.h"
#include "glvk/image/coordinate_clamp.h"
#include "glvk/image/sampler_cache.h"

#include <array>
#include <cstdint>

namespace glvk {

/// What is done with the coordinates of one sampler's lookups. See docs/coordinate-clamp.md.
struct SampledClamp {
    ClampMask mask;
    bool nearest = false;              ///< One of the filters is, the other is not.
    std::array<uint16_t, 3> size_px{}; ///< Of the base level.
    bool operator==(const SampledClamp&) const = default;
};

/// What one sampler binding element holds: a view with a sampler, or texels of a buffer.
struct SampledImage {
    uint64_t viewId = 0;
    VkImageView view = VK_NULL_HANDLE;
    Sampler sampler;
    const TexelView* texels = nullptr;
    SampledClamp clamp; ///< Which is the shader's: sets do not hold it.
};

} // namespace glvk
