// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/get/query_value.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

/// A half is rounded up, but a fraction of 0, which becomes -0.5, is 0.
double rounded(QueryValue::Kind kind, double number) {
    return kind == QueryValue::Kind::Fraction ? std::nearbyint(number) : std::round(number);
}

} // namespace

GLboolean toBoolean(const QueryValue& value, size_t i) {
    return value.numbers[i] != 0;
}

GLint toInteger(const QueryValue& value, size_t i) {
    double number = value.numbers[i];
    if (value.kind == QueryValue::Kind::Integer) {
        return GLint(int64_t(number)); // Masks keep their bits.
    }
    if (value.kind == QueryValue::Kind::Fraction) {
        number = (4294967295.0 * number - 1) / 2;
    }
    return GLint(std::clamp(rounded(value.kind, number), double(INT32_MIN), double(INT32_MAX)));
}

GLint64 toInteger64(const QueryValue& value, size_t i) {
    double number = value.numbers[i];
    if (value.kind == QueryValue::Kind::Integer) {
        return GLint64(number);
    }
    if (value.kind == QueryValue::Kind::Fraction) {
        number = (4294967295.0 * number - 1) / 2;
    }
    return GLint64(rounded(value.kind, number));
}

} // namespace gl
