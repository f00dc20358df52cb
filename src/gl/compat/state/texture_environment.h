// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>

namespace gl {

/// glTexEnv of one unit (GL 4.6 compatibility profile, section 16.1).
struct TextureEnvironment {
    /// What GL_COMBINE does to colours, or to alpha.
    struct Combine {
        GLenum function = GL_MODULATE;
        std::array<GLenum, 3> sources{GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT};
        std::array<GLenum, 3> operands{GL_SRC_ALPHA, GL_SRC_ALPHA, GL_SRC_ALPHA};
        float scale = 1;

        bool operator==(const Combine&) const = default;
    };

    GLenum mode = GL_MODULATE;
    std::array<float, 4> color{0, 0, 0, 0};
    bool coordReplace = false; ///< GL_COORD_REPLACE of GL_POINT_SPRITE.
    Combine rgb{.operands = {GL_SRC_COLOR, GL_SRC_COLOR, GL_SRC_ALPHA}};
    Combine alpha;

    // Which of the unit's textures is looked up: the last in this order that is on and complete.
    bool texture1D = false;
    bool texture2D = false;
    bool rectangle = false;
    bool texture3D = false;
    bool cubeMap = false;

    bool operator==(const TextureEnvironment&) const = default;
};

} // namespace gl
