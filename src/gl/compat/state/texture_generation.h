// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>

namespace gl {

/// glTexGen of one coordinate (GL 4.6 compatibility profile, section 12.1.3).
struct TextureGeneration {
    bool enabled = false;
    GLenum mode = GL_EYE_LINEAR;
    std::array<float, 4> objectPlane{0, 0, 0, 0};
    std::array<float, 4> eyePlane{0, 0, 0, 0}; ///< In eye coordinates.

    bool operator==(const TextureGeneration&) const = default;
};

/// s, t, r, q of one unit.
struct TextureGenerations : std::array<TextureGeneration, 4> {
    TextureGenerations() {
        for (size_t i = 0; i < 2; ++i) {
            (*this)[i].objectPlane[i] = (*this)[i].eyePlane[i] = 1;
        }
    }
};

} // namespace gl
