// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <algorithm>
#include <iterator>

namespace gl {

/// Whether a table of enumerants, an array or a range, has `value`.
template <class Range>
bool contains(const Range& range, GLenum value) {
    return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

} // namespace gl
