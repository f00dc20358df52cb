// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <type_traits>

namespace gl {

/// An integer component as a fraction of its type's range: [0, 1], or [-1, 1] by (2c + 1) / (2^b -
/// 1) for signed types (GL 2.1 table 2.9, ES 2.0 section 2.1.2).
template <class T>
constexpr float normalized(T value) {
    using Unsigned = std::make_unsigned_t<T>;
    constexpr double kRange = double(std::numeric_limits<Unsigned>::max());
    if constexpr (std::is_signed_v<T>) {
        return float((2.0 * double(value) + 1.0) / kRange);
    } else {
        return float(double(value) / kRange);
    }
}

} // namespace gl
