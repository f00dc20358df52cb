// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>

namespace gl {

/// GL 4.6 compatibility profile, section 16.4.
struct Fog {
    bool enabled = false;
    GLenum mode = GL_EXP;
    float density = 1;
    float start = 0;
    float end = 1;
    float index = 0;
    std::array<float, 4> color{0, 0, 0, 0};
    GLenum coordSource = GL_FRAGMENT_DEPTH;

    bool operator==(const Fog&) const = default;
};

} // namespace gl
