// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/buffer_storage.h"
#include "glvk/image/coordinate_clamp.h"
#include "glvk/image/sampler_cache.h"
#include "spirv/clamp_coordinates.h"

#include <array>
#include <cstdint>

namespace glvk {

/// What a shader does with one sampler's lookups, beside what the device does: with coordinates and
/// with comparisons. See docs/coordinate-clamp.md.
struct SampledClamp {
    ClampMask mask;
    bool nearest = false;              ///< One of the filters is, the other is not.
    std::array<uint16_t, 3> size_px{}; ///< Of the base level.
    /// How comparisons become vectors: spirv::ClampCoordinates' fourth mask.
    uint8_t spread = spirv::ClampCoordinates::kLuminance;
    bool spreads() const { return spread != spirv::ClampCoordinates::kLuminance; }
    /// Size by size: what was just stored so is not there yet for wider loads.
    bool operator==(const SampledClamp& other) const {
        return mask == other.mask && nearest == other.nearest && spread == other.spread &&
               size_px[0] == other.size_px[0] && size_px[1] == other.size_px[1] &&
               size_px[2] == other.size_px[2];
    }
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
