// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// The fragments of a pixel rectangle or a bitmap have no vertices: one differs from another in
/// where it is and in its pixel. Makes a fragment shader one that is fed with both: its inputs are
/// read from a uniform block, and the colour, or the depth, from an image.
class RasterInputs {
public:
    /// What comes from a pixel.
    enum class Pixel : uint8_t { None, Color, Depth };

    /// The block: vec4s, 16 bytes apart.
    enum Row : uint32_t {
        kPlace, ///< window x and y of the first pixel's corner, pixels per unit of x and y
        kLast,  ///< x and y of the last pixel
        kColor,
        kSecondaryColor,
        kFogCoord,      ///< in x
        kFirstTexCoord, ///< and seven more
        kRows = kFirstTexCoord + 8
    };
    static constexpr uint32_t kBlock_B = kRows * 16;

    struct Interface {
        uint32_t set = 0;      ///< of the block, whose binding is 0, and the image
        uint32_t offset_B = 0; ///< of the rows in the block
        uint32_t binding = 0;  ///< of the image, two-dimensional, combined with any sampler
        // Locations of inputs; -1: there is none
        int color = -1;
        int secondaryColor = -1;
        int fogCoord = -1;  ///< a float
        int texCoords = -1; ///< vec4s, at most eight
    };

    /// All other inputs that are no built-ins are zero.
    [[nodiscard]] static std::vector<uint32_t>
    run(std::span<const uint32_t> words, const Interface& interface, Pixel pixel);
};

} // namespace spirv
