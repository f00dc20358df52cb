// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

namespace gl {

/// glAlphaFunc (GL 4.6 compatibility profile, section 17.3.4).
struct AlphaTest {
    bool enabled = false;
    GLenum function = GL_ALWAYS;
    float reference = 0;

    bool operator==(const AlphaTest&) const = default;
};

} // namespace gl
