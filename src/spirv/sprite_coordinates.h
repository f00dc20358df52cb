// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// GL_COORD_REPLACE: over a point sprite, texture coordinates of a set go from 0 to 1, whatever the
/// vertex had. Vulkan has gl_PointCoord alone.
class SpriteCoordinates {
public:
    struct Sets {
        uint32_t location = 0; ///< of the input that is gl_TexCoord, an array of vec4s
        uint32_t replaced = 0; ///< a bit per element
        bool fromTop = true;   ///< t is 0 at the top: GL_POINT_SPRITE_COORD_ORIGIN
    };

    /// Of a fragment shader whose framebuffers have GL's bottom row first. Elements that are not
    /// there are left out.
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words,
                                                   const Sets& sets);
};

} // namespace spirv
