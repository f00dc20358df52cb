// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

enum class MathsFunction : uint32_t {
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    asinh,
    acosh,
    atanh,
    exp,
    exp2,
    log,
    log2,
    frexp_significand,
    atan2,
    pow,
    ldexp,
    frexp_exponent,
    half_from_float,
    float_from_half,
};

/// out[i] = function(a[i], b[i]) on bits; `count` is a multiple of 16.
using MathsProbe =
    void(MathsFunction function, const uint32_t* a, const uint32_t* b, uint32_t* out, size_t count);
extern "C" {
MathsProbe glissade_maths_probe_v2;
MathsProbe glissade_maths_probe_v3;
MathsProbe glissade_maths_probe_v4;
}
