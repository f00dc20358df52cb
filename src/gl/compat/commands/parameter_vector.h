// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>

namespace gl {

/// Four integers as colours: the largest is 1 (GL 3.0 table 2.10).
inline std::array<float, 4> colorFromIntegers(const GLint* params) {
    std::array<float, 4> color;
    for (size_t i = 0; i < color.size(); ++i) {
        color[i] = float((2.0 * params[i] + 1) / 4294967295.0);
    }
    return color;
}

/// The reverse, as queries give it.
inline GLint integerFromColor(float value) {
    return GLint((double(value) * 4294967295.0 - 1) / 2);
}

} // namespace gl
