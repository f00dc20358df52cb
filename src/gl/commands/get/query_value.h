// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gl {

/// A state value on its way to glGet*, which converts it (ES 2.0 section 6.1.2).
struct QueryValue {
    enum class Kind : uint8_t {
        Boolean,
        Integer,
        Float,
        Fraction, ///< Colours and depths: 1 is the largest integer.
    };
    Kind kind = Kind::Integer;
    std::vector<double> numbers;
};

GLboolean toBoolean(const QueryValue& value, size_t i);
GLint toInteger(const QueryValue& value, size_t i);
GLint64 toInteger64(const QueryValue& value, size_t i);

} // namespace gl
