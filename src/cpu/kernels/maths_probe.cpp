// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lets the host's test call the maths kernels of a level over arrays.
#include "cpu/kernels/maths_probe.h"

#include "cpu/kernels/maths.h"

using cpu::kernels::Float;
using cpu::kernels::Int;
using cpu::kernels::kLanes;

namespace {

template <typename Function>
void overLanes(
    const uint32_t* a, const uint32_t* b, uint32_t* out, size_t count, Function function) {
    for (size_t i = 0; i < count; i += kLanes) {
        Int x, y;
        __builtin_memcpy(&x, a + i, sizeof x);
        __builtin_memcpy(&y, b + i, sizeof y);
        const Int result = function(x, y);
        __builtin_memcpy(out + i, &result, sizeof result);
    }
}

Float asFloat(Int x) {
    return __builtin_bit_cast(Float, x);
}
Int asBits(Float x) {
    return __builtin_bit_cast(Int, x);
}

} // namespace

extern "C" void GLISSADE_KERNEL(maths_probe)(
    MathsFunction function, const uint32_t* a, const uint32_t* b, uint32_t* out, size_t count) {
    switch (function) {
#define GLISSADE_PROBE(name)                                                                       \
    case MathsFunction::name:                                                                      \
        overLanes(a, b, out, count, [](Int x, Int) {                                               \
            return asBits(GLISSADE_KERNEL(name)(asFloat(x)));                                      \
        });                                                                                        \
        break;
        GLISSADE_MATHS_UNARY(GLISSADE_PROBE)
#undef GLISSADE_PROBE
    case MathsFunction::atan2:
        overLanes(a, b, out, count, [](Int x, Int y) {
            return asBits(GLISSADE_KERNEL(atan2)(asFloat(x), asFloat(y)));
        });
        break;
    case MathsFunction::pow:
        overLanes(a, b, out, count, [](Int x, Int y) {
            return asBits(GLISSADE_KERNEL(pow)(asFloat(x), asFloat(y)));
        });
        break;
    case MathsFunction::ldexp:
        overLanes(a, b, out, count, [](Int x, Int y) {
            return asBits(GLISSADE_KERNEL(ldexp)(asFloat(x), y));
        });
        break;
    case MathsFunction::frexp_exponent:
        overLanes(a, b, out, count, [](Int x, Int) {
            return GLISSADE_KERNEL(frexp_exponent)(asFloat(x));
        });
        break;
    case MathsFunction::half_from_float:
        overLanes(a, b, out, count, [](Int x, Int) {
            return GLISSADE_KERNEL(half_from_float)(asFloat(x));
        });
        break;
    case MathsFunction::float_from_half:
        overLanes(a, b, out, count, [](Int x, Int) {
            return asBits(GLISSADE_KERNEL(float_from_half)(x));
        });
        break;
    }
}
