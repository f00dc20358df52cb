// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Functions of GLSL.std.450 that no instruction computes, by lane. Errors are well within
// "Precision and Operation of SPIR-V Instructions" of Vulkan 1.3; maths_test.cpp holds each to a
// bound. Any argument is allowed. Where GLSL leaves a result undefined it is what C's function
// gives, but for the sign and payload of NaN.
#pragma once

#include "cpu/kernels/lanes.h"

#define GLISSADE_MATHS_UNARY(X)                                                                    \
    X(sin)                                                                                         \
    X(cos)                                                                                         \
    X(tan)                                                                                         \
    X(asin)                                                                                        \
    X(acos)                                                                                        \
    X(atan)                                                                                        \
    X(sinh)                                                                                        \
    X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp) X(exp2) X(log) X(log2) X(frexp_significand)

#define GLISSADE_MATHS_DECLARE(name)                                                               \
    extern "C" GLISSADE_CALL cpu::kernels::Float GLISSADE_KERNEL(name)(cpu::kernels::Float x);
GLISSADE_MATHS_UNARY(GLISSADE_MATHS_DECLARE)
#undef GLISSADE_MATHS_DECLARE

extern "C" {
GLISSADE_CALL cpu::kernels::Float GLISSADE_KERNEL(atan2)(cpu::kernels::Float y,
                                                         cpu::kernels::Float x);
/// exp2(y · log2(x)); one where y is zero.
GLISSADE_CALL cpu::kernels::Float GLISSADE_KERNEL(pow)(cpu::kernels::Float x,
                                                       cpu::kernels::Float y);
/// x · 2^exponent, rounded once; exponents of any size.
GLISSADE_CALL cpu::kernels::Float GLISSADE_KERNEL(ldexp)(cpu::kernels::Float x,
                                                         cpu::kernels::Int exponent);
/// Zero for zeros, infinities and NaN.
GLISSADE_CALL cpu::kernels::Int GLISSADE_KERNEL(frexp_exponent)(cpu::kernels::Float x);

/// Bits of the nearest 16-bit float, ties to even; the upper half is zero.
GLISSADE_CALL cpu::kernels::Int GLISSADE_KERNEL(half_from_float)(cpu::kernels::Float x);
/// From the low 16 bits.
GLISSADE_CALL cpu::kernels::Float GLISSADE_KERNEL(float_from_half)(cpu::kernels::Int bits);
}
