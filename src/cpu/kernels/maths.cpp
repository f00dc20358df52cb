// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/maths.h"

// Polynomials are minimax fits of the relative error. Products and sums round one by one (no
// contraction), so every level gives the same bits. Conversions to integers are of clamped values
// alone: outside of the range they would be undefined, and then depend on the optimiser.
namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace {

using Double = double __attribute__((ext_vector_type(GLISSADE_LANES)));

constexpr float kInfinity = __builtin_inff();
constexpr float kNan = __builtin_nanf("");

GLISSADE_INLINE Int bitsOf(Float x) {
    return __builtin_bit_cast(Int, x);
}
GLISSADE_INLINE Float floatOf(Int bits) {
    return __builtin_bit_cast(Float, bits);
}
GLISSADE_INLINE Int toInt(Float inRange) {
    return __builtin_convertvector(inRange, Int);
}
GLISSADE_INLINE Float toFloat(Int x) {
    return __builtin_convertvector(x, Float);
}
GLISSADE_INLINE Float roundEven(Float x) {
    return __builtin_elementwise_roundeven(x);
}
GLISSADE_INLINE Float abs(Float x) {
    return floatOf(bitsOf(x) & 0x7fffffff);
}
GLISSADE_INLINE Int signOf(Float x) {
    return bitsOf(x) & int32_t(0x80000000);
}
GLISSADE_INLINE Float withSign(Float x, Int sign) {
    return floatOf(bitsOf(x) | sign);
}
GLISSADE_INLINE Float select(Mask mask, Float yes, Float no) {
    return mask ? yes : no;
}
GLISSADE_INLINE Int select(Mask mask, Int yes, Int no) {
    return mask ? yes : no;
}
GLISSADE_INLINE bool any(Mask mask) {
    return __builtin_reduce_or(mask) != 0;
}

/// Within lo … hi; NaN becomes lo.
GLISSADE_INLINE Float clamp(Float x, float lo, float hi) {
    x = select(x > lo, x, Float(lo));
    return select(x < hi, x, Float(hi));
}

/// c0 + c1·x + c2·x² …
template <int N>
GLISSADE_INLINE Float polynomial(Float x, const float (&c)[N]) {
    Float sum = c[N - 1];
    for (int i = N - 2; i >= 0; --i) {
        sum = sum * x + c[i];
    }
    return sum;
}

// ---- Powers of two

/// 2^e as a float, e in -126 … 127.
GLISSADE_INLINE Float powerOfTwo(Int e) {
    return floatOf((e + 127) << 23);
}

/// x · 2^e, e in -252 … 254. x is normal, so that the first product is exact.
GLISSADE_INLINE Float scale(Float x, Int e) {
    const Int half = e >> 1;
    return x * powerOfTwo(half) * powerOfTwo(e - half);
}

struct Split {
    Float significand; ///< In ½ … 1
    Int exponent;
};

/// Of finite x other than zero.
GLISSADE_INLINE Split splitExponent(Float x) {
    const Mask small = abs(x) < 0x1p-126f;
    const Float normal = select(small, x * 0x1p24f, x);
    const Int bits = bitsOf(normal);
    const Int exponent = (bits >> 23 & 0xff) - 126 - (small & 24);
    return {floatOf((bits & int32_t(0x807fffff)) | 0x3f000000), exponent};
}

GLISSADE_INLINE Mask hasExponent(Float x) {
    return (abs(x) > 0.0f) & (abs(x) < kInfinity);
}

GLISSADE_INLINE Float frexp_significand(Float x) {
    return select(hasExponent(x), splitExponent(x).significand, x);
}

GLISSADE_INLINE Int frexp_exponent(Float x) {
    return select(hasExponent(x), splitExponent(x).exponent, Int(0));
}

GLISSADE_INLINE Float ldexp(Float x, Int exponent) {
    // With the significand in ½ … 1 the result is rounded once, by the last product alone.
    const Split split = splitExponent(x);
    exponent = select(exponent < 1000, exponent, Int(1000));
    exponent = select(exponent > -1000, exponent, Int(-1000));
    Int total = exponent + split.exponent;
    total = select(total < 200, total, Int(200));
    total = select(total > -200, total, Int(-200));
    // 2^-126 at most is a normal number still; the rest follows in one step.
    const Int first = select(total < -100, Int(-100), select(total > 100, Int(100), total));
    const Float scaled = split.significand * powerOfTwo(first) * powerOfTwo(total - first);
    return select(hasExponent(x), scaled, x);
}

// ---- Exponentials

/// 2^(whole) · e^r for |r| up to about ln 2 / 2.
GLISSADE_INLINE Float expReduced(Float r, Int whole) {
    const Float p = polynomial(
        r, {0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.5558f6p-5f, 0x1.123aaep-7f, 0x1.6a22e2p-10f});
    return scale(r * r * p + r + 1.0f, whole);
}

/// e^x · 2^shift for a shift of at most one or two.
GLISSADE_INLINE Float expScaled(Float x, int shift) {
    const Float bounded = clamp(x, -110.0f, 100.0f);
    const Float whole = roundEven(bounded * 0x1.715476p+0f);
    const Float r = (bounded - whole * 0x1.62ep-1f) - whole * 0x1.0bfbe8p-15f;
    return select(x == x, expReduced(r, toInt(whole) + shift), x);
}

GLISSADE_INLINE Float exp(Float x) {
    return expScaled(x, 0);
}

GLISSADE_INLINE Float exp2(Float x) {
    const Float bounded = clamp(x, -160.0f, 140.0f);
    const Float whole = roundEven(bounded);
    const Float f = bounded - whole;
    const Float p = polynomial(f,
                               {0x1.62e43p-1f,
                                0x1.ebfbdcp-3f,
                                0x1.c6aee6p-5f,
                                0x1.3b2d5p-7f,
                                0x1.5f3f3p-10f,
                                0x1.41fb2cp-13f});
    return select(x == x, scale(f * p + 1.0f, toInt(whole)), x);
}

// ---- Logarithms

/// x = (1 + f) · 2^exponent with 1 + f between √½ and √2, and ln(1 + f) = f + rest.
struct Logarithm {
    Float f;
    Float rest;
    Float exponent;
};

GLISSADE_INLINE Logarithm logarithm(Float x) {
    const Split split = splitExponent(x);
    const Mask low = split.significand < 0x1.6a09e6p-1f;
    const Float f = select(low, split.significand + split.significand, split.significand) - 1.0f;
    const Float p = polynomial(f,
                               {0x1.555548p-2f,
                                -0x1.000006p-2f,
                                0x1.99a4b6p-3f,
                                -0x1.555c4ep-3f,
                                0x1.233768p-3f,
                                -0x1.fc2208p-4f,
                                0x1.e6f06ap-4f,
                                -0x1.de3c14p-4f,
                                0x1.1457a6p-4f});
    const Float square = f * f;
    return {f, square * f * p - 0.5f * square, toFloat(split.exponent + low)};
}

/// What a logarithm is where x is not a positive number.
GLISSADE_INLINE Float logarithmEdges(Float x, Float result) {
    result = select(x == kInfinity, x, result);
    result = select(x == 0.0f, Float(-kInfinity), result);
    return select(x >= 0.0f, result, Float(kNan));
}

GLISSADE_INLINE Float log(Float x) {
    const Logarithm l = logarithm(x);
    return logarithmEdges(x,
                          l.exponent * 0x1.0bfbe8p-15f + l.rest + l.f + l.exponent * 0x1.62ep-1f);
}

GLISSADE_INLINE Float log2(Float x) {
    // log2(e) = 1 + 0.4427, so that the larger part of the sum is not rounded by a product.
    const Logarithm l = logarithm(x);
    constexpr float kLog2eLess1 = 0x1.c551dap-2f;
    return logarithmEdges(x,
                          (l.rest * kLog2eLess1 + l.f * kLog2eLess1) + l.rest + l.f + l.exponent);
}

/// ln(1 + x) for x ≥ 0.
GLISSADE_INLINE Float log1p(Float x) {
    const Float sum = 1.0f + x;
    const Float lost = (x - (sum - 1.0f)) / sum;
    return log(sum) + select(sum < 0x1p24f, lost, Float(0.0f));
}

GLISSADE_INLINE Float pow(Float x, Float y) {
    return select(y == 0.0f, Float(1.0f), exp2(y * log2(x)));
}

// ---- Trigonometry

/// x = quadrant · π/2 + r with |r| up to about π/4; the quadrant is modulo 4.
struct Angle {
    Float r;
    Int quadrant;
};

constexpr float kTwoOverPi = 0x1.45f306p-1f;
constexpr float kDirectLimit = 8192.0f; ///< Products with the parts of π/2 are exact so far.
constexpr float kDoubleLimit = 0x1p28f; ///< The same with doubles.

/// Payne and Hanek's reduction: only those bits of 2/π are multiplied that do not give multiples
/// of 4, or nothing that a float could hold.
void reduceHuge(float x, float& r, int32_t& quadrant) {
    static constexpr uint32_t kBits[] = {
        0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    const uint32_t bits = __builtin_bit_cast(uint32_t, x);
    const uint32_t exponent = (bits >> 23 & 0xff) - 150; // x = significand · 2^exponent, 5 … 104
    const uint64_t significand = (bits & 0x7fffff) | 0x800000;
    // 96 bits of 2/π from 2^(2 + 32 - exponent) on.
    const uint32_t first = exponent / 32;
    const uint32_t shift = exponent % 32;
    uint32_t word[3];
    for (uint32_t i = 0; i < 3; ++i) {
        const uint64_t pair = uint64_t(kBits[first + i]) << 32 | kBits[first + i + 1];
        word[i] = uint32_t(pair << shift >> 32);
    }
    // Two bits of quadrants, 62 of the fraction; whole turns wrap away.
    const uint64_t sum = (significand * word[0] << 62) + (significand * word[1] << 30) +
                         (significand * word[2] >> 2);
    const uint64_t rounded = sum + (uint64_t(1) << 61);
    quadrant = int32_t(rounded >> 62);
    const int64_t rest = int64_t(sum - (uint64_t(quadrant) << 62));
    r = float(double(rest) * 0x1.921fb54442d18p-62);
    if (bits >> 31) {
        r = -r;
        quadrant = -quadrant & 3;
    }
}

/// Angles beyond what floats reduce. Rare, therefore out of line.
__attribute__((noinline)) GLISSADE_CALL Angle reduceLarge(Float x, Angle angle) {
    const Mask large = ~(abs(x) <= kDirectLimit);
    const Mask huge = large & ~(abs(x) <= kDoubleLimit);
    const Double wide = __builtin_convertvector(select(large & ~huge, x, Float(0.0f)), Double);
    const Double whole = __builtin_elementwise_roundeven(wide * 0x1.45f306dc9c883p-1);
    const Double r =
        ((wide - whole * 0x1.921fb6p+0) - whole * -0x1.777a5cp-25) - whole * -0x1.ee59d9cceba4p-50;
    angle.r = select(large, __builtin_convertvector(r, Float), angle.r);
    angle.quadrant = select(large, __builtin_convertvector(whole, Int), angle.quadrant);
    if (any(huge)) {
        for (int lane = 0; lane < kLanes; ++lane) {
            if (!huge[lane]) {
                continue;
            }
            float rest = kNan;
            int32_t quadrant = 0;
            if (__builtin_fabsf(x[lane]) < kInfinity) {
                reduceHuge(x[lane], rest, quadrant);
            }
            angle.r[lane] = rest;
            angle.quadrant[lane] = quadrant;
        }
    }
    return angle;
}

GLISSADE_INLINE Angle reduce(Float x) {
    const Float bounded = clamp(x, -kDirectLimit, kDirectLimit);
    const Float whole = roundEven(bounded * kTwoOverPi);
    const Float r =
        ((bounded - whole * 0x1.92p+0f) - whole * 0x1.fb4p-12f) - whole * 0x1.4442d2p-24f;
    const Angle angle{r, toInt(whole)};
    return any(~(abs(x) <= kDirectLimit)) ? reduceLarge(x, angle) : angle;
}

GLISSADE_INLINE Float sinReduced(Float r) {
    const Float z = r * r;
    return r + r * z * polynomial(z, {-0x1.555546p-3f, 0x1.11072ep-7f, -0x1.993f6ep-13f});
}

GLISSADE_INLINE Float cosReduced(Float r) {
    const Float z = r * r;
    return z * z * polynomial(z, {0x1.55554ap-5f, -0x1.6c0c26p-10f, 0x1.99e78ap-16f}) +
           (1.0f - 0.5f * z);
}

GLISSADE_INLINE Float sin(Float x) {
    const Angle a = reduce(x);
    const Float value = select((a.quadrant & 1) != 0, cosReduced(a.r), sinReduced(a.r));
    // Without the select the sign of zero would be lost.
    return select(x == 0.0f, x, floatOf(bitsOf(value) ^ (a.quadrant & 2) << 30));
}

GLISSADE_INLINE Float cos(Float x) {
    const Angle a = reduce(x);
    const Float value = select((a.quadrant & 1) != 0, sinReduced(a.r), cosReduced(a.r));
    return floatOf(bitsOf(value) ^ (a.quadrant + 1 & 2) << 30);
}

GLISSADE_INLINE Float tan(Float x) {
    const Angle a = reduce(x);
    const Mask odd = (a.quadrant & 1) != 0;
    const Float s = sinReduced(a.r);
    const Float c = cosReduced(a.r);
    return select(x == 0.0f, x, select(odd, -c, s) / select(odd, s, c));
}

// ---- Inverse trigonometry

constexpr float kPi = 0x1.921fb6p+1f;
constexpr float kHalfPi = 0x1.921fb6p+0f;
constexpr float kHalfPiLow = -0x1.777a5cp-25f; ///< π/2 less kHalfPi

/// Of |x| ≤ ½.
GLISSADE_INLINE Float asinReduced(Float x) {
    const Float z = x * x;
    return x + x * z *
                   polynomial(z,
                              {0x1.55554cp-3f,
                               0x1.33387cp-4f,
                               0x1.6caedp-5f,
                               0x1.0491acp-5f,
                               0x1.d91eeep-7f,
                               0x1.335604p-5f});
}

/// asin of the smaller of |x| and √((1 - |x|)/2), by which both functions are put together.
struct ArcSine {
    Mask beyondHalf;
    Float value;
};

GLISSADE_INLINE ArcSine arcSine(Float magnitude) {
    const Mask beyondHalf = magnitude > 0.5f;
    const Float half = __builtin_elementwise_sqrt((1.0f - magnitude) * 0.5f);
    return {beyondHalf, asinReduced(select(beyondHalf, half, magnitude))};
}

GLISSADE_INLINE Float asin(Float x) {
    const ArcSine a = arcSine(abs(x));
    const Float beyond = kHalfPi - (2.0f * a.value - kHalfPiLow);
    return withSign(select(a.beyondHalf, beyond, a.value), signOf(x));
}

GLISSADE_INLINE Float acos(Float x) {
    const ArcSine a = arcSine(abs(x));
    const Float inner = kHalfPi - (floatOf(bitsOf(a.value) ^ signOf(x)) - kHalfPiLow);
    const Float doubled = 2.0f * a.value;
    const Float outer = select(x < 0.0f, 2.0f * kHalfPi - (doubled - 2.0f * kHalfPiLow), doubled);
    return select(a.beyondHalf, outer, inner);
}

/// Of 0 … 1.
GLISSADE_INLINE Float atanReduced(Float x) {
    const Float z = x * x;
    return x + x * z *
                   polynomial(z,
                              {-0x1.55553ep-2f,
                               0x1.9991fep-3f,
                               -0x1.2421b6p-3f,
                               0x1.c099fep-4f,
                               -0x1.58349p-4f,
                               0x1.dac9ep-5f,
                               -0x1.fed158p-6f,
                               0x1.65a656p-7f,
                               -0x1.d62fe4p-10f});
}

GLISSADE_INLINE Float atan(Float x) {
    const Float magnitude = abs(x);
    const Mask beyond = magnitude > 1.0f;
    const Float value = atanReduced(select(beyond, 1.0f / magnitude, magnitude));
    return withSign(select(beyond, kHalfPi - (value - kHalfPiLow), value), signOf(x));
}

GLISSADE_INLINE Float atan2(Float y, Float x) {
    const Float absY = abs(y);
    const Float absX = abs(x);
    const Mask steep = absY > absX;
    const Float larger = select(steep, absY, absX);
    const Float smaller = select(steep, absX, absY);
    Float ratio = smaller / larger;
    ratio = select(larger == 0.0f, Float(0.0f), ratio);
    ratio = select(smaller == kInfinity, Float(1.0f), ratio);
    Float value = atanReduced(ratio);
    value = select(steep, kHalfPi - (value - kHalfPiLow), value);
    value = select(bitsOf(x) < 0, kPi - (value - 2.0f * kHalfPiLow), value);
    return select((x == x) & (y == y), withSign(value, signOf(y)), x + y);
}

// ---- Hyperbolic functions

GLISSADE_INLINE Float sinh(Float x) {
    const Float magnitude = abs(x);
    const Float z = x * x;
    const Float small =
        x +
        x * z * polynomial(z, {0x1.555556p-3f, 0x1.111134p-7f, 0x1.9ffe92p-13f, 0x1.7a15b6p-19f});
    const Float half = expScaled(magnitude, -1);
    const Float large = withSign(half - 0.25f / half, signOf(x));
    return select(magnitude < 1.0f, small, large);
}

GLISSADE_INLINE Float cosh(Float x) {
    const Float half = expScaled(abs(x), -1);
    return half + 0.25f / half;
}

GLISSADE_INLINE Float tanh(Float x) {
    const Float magnitude = abs(x);
    const Float z = x * x;
    const Float small = x + x * z *
                                polynomial(z,
                                           {-0x1.555552p-2f,
                                            0x1.11101ep-3f,
                                            -0x1.b9e042p-5f,
                                            0x1.62eee6p-6f,
                                            -0x1.08f326p-7f,
                                            0x1.0df41p-9f});
    const Float large = 1.0f - 2.0f / (expScaled(magnitude + magnitude, 0) + 1.0f);
    return select(magnitude < 0.625f, small, withSign(large, signOf(x)));
}

GLISSADE_INLINE Float asinh(Float x) {
    const Float magnitude = abs(x);
    const Float z = x * x;
    const Float small = x + x * z *
                                polynomial(z,
                                           {-0x1.55555p-3f,
                                            0x1.33308ep-4f,
                                            -0x1.6d4142p-5f,
                                            0x1.e83a1ap-6f,
                                            -0x1.3a975ap-6f,
                                            0x1.0a0ba8p-7f});
    // x² may overflow beyond 2^63, where asinh(x) is ln(2x) long since.
    const Mask huge = magnitude > 0x1p30f;
    const Float sum = select(huge, magnitude, magnitude + __builtin_elementwise_sqrt(z + 1.0f));
    const Float large = log(sum) + select(huge, Float(0x1.62e43p-1f), Float(0.0f));
    return select(magnitude < 0.5f, small, withSign(large, signOf(x)));
}

GLISSADE_INLINE Float acosh(Float x) {
    const Float less1 = x - 1.0f;
    const Mask huge = x > 0x1p30f;
    const Float near = log1p(less1 + __builtin_elementwise_sqrt(less1 * less1 + 2.0f * less1));
    const Float far = log(x) + 0x1.62e43p-1f;
    return select(x >= 1.0f, select(huge, far, near), Float(kNan));
}

GLISSADE_INLINE Float atanh(Float x) {
    const Float magnitude = abs(x);
    const Float z = x * x;
    const Float small = x + x * z *
                                polynomial(z,
                                           {0x1.555558p-2f,
                                            0x1.9997b4p-3f,
                                            0x1.24cf64p-3f,
                                            0x1.bfe592p-4f,
                                            0x1.ada61p-4f,
                                            0x1.2775p-6f,
                                            0x1.788b2ep-3f});
    const Float large = 0.5f * log1p(2.0f * magnitude / (1.0f - magnitude));
    return select(magnitude < 0.5f, small, withSign(large, signOf(x)));
}

// ---- 16-bit floats

#if GLISSADE_LEVEL >= 3
using Half = _Float16 __attribute__((ext_vector_type(GLISSADE_LANES)));
using Short = uint16_t __attribute__((ext_vector_type(GLISSADE_LANES)));

GLISSADE_INLINE Int half_from_float(Float x) {
    const Half half = __builtin_convertvector(x, Half);
    return __builtin_convertvector(__builtin_bit_cast(Short, half), Int);
}

GLISSADE_INLINE Float float_from_half(Int bits) {
    const Short half = __builtin_convertvector(bits, Short);
    return __builtin_convertvector(__builtin_bit_cast(Half, half), Float);
}
#else
GLISSADE_INLINE Int half_from_float(Float x) {
    const Int magnitude = bitsOf(x) & 0x7fffffff;
    const Int sign = (bitsOf(x) >> 16) & 0x8000;
    // Denormals: adding ½ rounds to units of 2^-24 and leaves them in the low bits.
    const Int denormal = bitsOf(floatOf(magnitude) + 0.5f) - 0x3f000000;
    const Int odd = magnitude >> 13 & 1;
    const Int normal = (magnitude - (112 << 23) + 0xfff + odd) >> 13;
    const Int nan = (magnitude >> 13 & 0x3ff) | 0x7e00;
    Int half = select(magnitude < 113 << 23, denormal, normal);
    half = select(magnitude >= 143 << 23, Int(0x7c00), half);
    half = select(magnitude > 0x7f800000, nan, half);
    return half | sign;
}

GLISSADE_INLINE Float float_from_half(Int bits) {
    const Int sign = (bits & 0x8000) << 16;
    const Int magnitude = bits & 0x7fff;
    // The product sets the exponent right, of denormals too.
    const Int finite = bitsOf(floatOf(magnitude << 13) * 0x1p112f);
    const Int quiet =
        magnitude << 13 | 0x7f800000 | select(magnitude > 0x7c00, Int(0x400000), Int(0));
    return floatOf(select(magnitude >= 0x7c00, quiet, finite) | sign);
}
#endif

} // namespace
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels

using cpu::kernels::Float;
using cpu::kernels::Int;

#define GLISSADE_MATHS_DEFINE(name)                                                                \
    GLISSADE_CALL Float GLISSADE_KERNEL(name)(Float x) {                                           \
        return cpu::kernels::name(x);                                                              \
    }
GLISSADE_MATHS_UNARY(GLISSADE_MATHS_DEFINE)

GLISSADE_CALL Float GLISSADE_KERNEL(atan2)(Float y, Float x) {
    return cpu::kernels::atan2(y, x);
}
GLISSADE_CALL Float GLISSADE_KERNEL(pow)(Float x, Float y) {
    return cpu::kernels::pow(x, y);
}
GLISSADE_CALL Float GLISSADE_KERNEL(ldexp)(Float x, Int exponent) {
    return cpu::kernels::ldexp(x, exponent);
}
GLISSADE_CALL Int GLISSADE_KERNEL(frexp_exponent)(Float x) {
    return cpu::kernels::frexp_exponent(x);
}
GLISSADE_CALL Int GLISSADE_KERNEL(half_from_float)(Float x) {
    return cpu::kernels::half_from_float(x);
}
GLISSADE_CALL Float GLISSADE_KERNEL(float_from_half)(Int bits) {
    return cpu::kernels::float_from_half(bits);
}
