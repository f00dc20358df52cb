// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Every function of GLSL.std.450 against double precision in C++.
#include "cpu/shader/evaluate_test.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

using Exact = double (*)(double f, double g);

/// Numbers of a range, and pairs of them with others.
void inputs(float lo, float hi, Words& a, Words& b) {
    constexpr int kCount = 256;
    for (int i = 0; i < kCount; ++i) {
        a.push_back(bits(lo + (hi - lo) * float(i) / (kCount - 1)));
        b.push_back(bits(lo + (hi - lo) * float(i * 89 % kCount) / (kCount - 1)));
    }
}

/// `tolerance`: relative, and absolute below one.
void expectNear(const std::string& expression, float lo, float hi, double tolerance, Exact exact) {
    Words a, b;
    inputs(lo, hi, a, b);
    const bool statement = expression.starts_with("{");
    const Words r = evaluate(statement ? expression : "floatBitsToUint(" + expression + ")", a, b);
    for (size_t i = 0; i < a.size(); ++i) {
        const double f = asFloat(a[i]), g = asFloat(b[i]), expected = exact(f, g);
        const double allowed = tolerance * std::max(1.0, std::abs(expected));
        ASSERT_NEAR(asFloat(r[i]), expected, allowed) << expression << " of " << f << ", " << g;
    }
}

constexpr double kTight = 0x1p-21;

TEST(Glsl, trigonometry) {
    expectNear("sin(f)", -20, 20, kTight, [](double f, double) { return std::sin(f); });
    expectNear("cos(f)", -20, 20, kTight, [](double f, double) { return std::cos(f); });
    expectNear("sin(f)", -1e9f, 1e9f, kTight, [](double f, double) { return std::sin(f); });
    expectNear("cos(f)", -1e30f, 1e30f, kTight, [](double f, double) { return std::cos(f); });
    expectNear("tan(f)", -1.5f, 1.5f, kTight, [](double f, double) { return std::tan(f); });
    expectNear("asin(f)", -1, 1, kTight, [](double f, double) { return std::asin(f); });
    expectNear("acos(f)", -1, 1, kTight, [](double f, double) { return std::acos(f); });
    expectNear("atan(f)", -9, 9, kTight, [](double f, double) { return std::atan(f); });
    expectNear("atan(f, g)", -9, 9, kTight, [](double f, double g) { return std::atan2(f, g); });
    expectNear("radians(f) + degrees(g)", -9, 9, kTight, [](double f, double g) {
        return f * 0.017453292519943295 + g * 57.29577951308232;
    });
}

TEST(Glsl, hyperbolic) {
    expectNear("sinh(f)", -9, 9, kTight, [](double f, double) { return std::sinh(f); });
    expectNear("cosh(f)", -9, 9, kTight, [](double f, double) { return std::cosh(f); });
    expectNear("tanh(f)", -9, 9, kTight, [](double f, double) { return std::tanh(f); });
    expectNear("asinh(f)", -9, 9, kTight, [](double f, double) { return std::asinh(f); });
    expectNear("acosh(f)", 1, 9, kTight, [](double f, double) { return std::acosh(f); });
    expectNear("atanh(f)", -0.99f, 0.99f, kTight, [](double f, double) { return std::atanh(f); });
}

TEST(Glsl, exponential) {
    expectNear("exp(f)", -9, 9, kTight, [](double f, double) { return std::exp(f); });
    expectNear("exp2(f)", -9, 9, kTight, [](double f, double) { return std::exp2(f); });
    expectNear("log(f)", 0.01f, 99, kTight, [](double f, double) { return std::log(f); });
    expectNear("log2(f)", 0.01f, 99, kTight, [](double f, double) { return std::log2(f); });
    expectNear("pow(f, g)", 0.1f, 4, 0x1p-18, [](double f, double g) { return std::pow(f, g); });
    expectNear("sqrt(f)", 0, 99, kTight, [](double f, double) { return std::sqrt(f); });
    expectNear(
        "inversesqrt(f)", 0.1f, 99, kTight, [](double f, double) { return 1 / std::sqrt(f); });
}

TEST(Glsl, rounding) {
    expectNear("round(f)", -8, 8.5f, 0, [](double f, double) { return std::nearbyint(f); });
    expectNear("roundEven(f)", -8, 7.9375f, 0, [](double f, double) { return std::nearbyint(f); });
    expectNear("trunc(f)", -8, 8, 0, [](double f, double) { return std::trunc(f); });
    expectNear("floor(f)", -8, 8, 0, [](double f, double) { return std::floor(f); });
    expectNear("ceil(f)", -8, 8, 0, [](double f, double) { return std::ceil(f); });
    expectNear("fract(f)", -8, 8, kTight, [](double f, double) { return f - std::floor(f); });
    expectNear("abs(f) + sign(g)", -8, 8, kTight, [](double f, double g) {
        return std::abs(f) + (g > 0 ? 1 : g < 0 ? -1 : 0);
    });
    expectNear("{int p = int(f), q = int(g); r[i] = floatBitsToUint(float(abs(p) * 4 + sign(q)));}",
               -8,
               8,
               0,
               [](double f, double g) {
                   const int q = int(g);
                   return double(std::abs(int(f)) * 4 + (q > 0) - (q < 0));
               });
}

TEST(Glsl, choosing) {
    expectNear("min(f, g) + 3.0 * max(f, g)", -8, 8, kTight, [](double f, double g) {
        return std::min(f, g) + 3 * std::max(f, g);
    });
    expectNear("clamp(f, -2.0, 3.0)", -8, 8, 0, [](double f, double) {
        return std::min(std::max(f, -2.0), 3.0);
    });
    expectNear("{int p = int(f), q = int(g); uint u = uint(p & 15), v = uint(q & 15);"
               "r[i] = floatBitsToUint(float(min(p, q) + max(p, q) * 20 + clamp(p, -3, 2) * 400 +"
               " int(min(u, v) + max(u, v) * 16u + clamp(u, 3u, 9u) * 256u)));}",
               -8,
               8,
               0,
               [](double f, double g) {
                   const int p = int(f), q = int(g), u = p & 15, v = q & 15;
                   return double(std::min(p, q) + std::max(p, q) * 20 + std::clamp(p, -3, 2) * 400 +
                                 std::min(u, v) + std::max(u, v) * 16 + std::clamp(u, 3, 9) * 256);
               });
    expectNear(
        "mix(f, g, 0.25)", -8, 8, kTight, [](double f, double g) { return f * 0.75 + g * 0.25; });
    expectNear("step(f, g)", -8, 8, 0, [](double f, double g) { return g < f ? 0.0 : 1.0; });
    expectNear("smoothstep(-2.0, 5.0, f)", -8, 8, kTight, [](double f, double) {
        const double x = std::min(std::max((f + 2) / 7, 0.0), 1.0);
        return x * x * (3 - 2 * x);
    });
    expectNear("fma(f, g, 2.0)", -8, 8, kTight, [](double f, double g) { return f * g + 2; });
}

TEST(Glsl, parts) {
    expectNear("{float w; float p = modf(f, w); r[i] = floatBitsToUint(p * 0.5 + w);}",
               -8,
               8,
               kTight,
               [](double f, double) {
                   double w;
                   const double p = std::modf(f, &w);
                   return p * 0.5 + w;
               });
    expectNear("{int e; float s = frexp(f, e); r[i] = floatBitsToUint(s + float(e));}",
               -8,
               8,
               kTight,
               [](double f, double) {
                   int e;
                   const double s = std::frexp(f, &e);
                   return s + e;
               });
    expectNear("ldexp(f, int(g))", -8, 8, kTight, [](double f, double g) {
        return std::ldexp(f, int(g));
    });
    expectNear("{double w; double p = modf(double(f), w); int e; double s = frexp(double(g), e);"
               "r[i] = floatBitsToUint(float(p + w * 0.5lf + s + e + ldexp(double(g), 3)));}",
               -8,
               8,
               kTight,
               [](double f, double g) {
                   double w;
                   const double p = std::modf(f, &w);
                   int e;
                   const double s = std::frexp(g, &e);
                   return p + w * 0.5 + s + e + g * 8;
               });
}

TEST(Glsl, geometry) {
    expectNear(
        "length(vec3(f, g, 2.0)) + distance(vec2(f, g), vec2(g, 3.0))",
        -8,
        8,
        kTight,
        [](double f, double g) { return std::sqrt(f * f + g * g + 4) + std::hypot(f - g, g - 3); });
    expectNear("length(f)", -8, 8, 0, [](double f, double) { return std::abs(f); });
    expectNear("cross(vec3(f, g, 2.0), vec3(g, 1.0, f)).z", -8, 8, 0x1p-18, [](double f, double g) {
        return f - g * g;
    });
    expectNear("normalize(vec3(f, g, 2.0)).y", -8, 8, kTight, [](double f, double g) {
        return g / std::sqrt(f * f + g * g + 4);
    });
    expectNear("faceforward(vec2(f, g), vec2(1.0, 0.0), vec2(f, 2.0)).y",
               -8,
               8,
               0,
               [](double f, double g) { return f < 0 ? g : -g; });
    expectNear("reflect(vec2(f, g), vec2(0.6, 0.8)).x", -8, 8, 0x1p-19, [](double f, double g) {
        return f - 2 * (double(0.6f) * f + double(0.8f) * g) * double(0.6f);
    });
    expectNear(
        "refract(vec2(0.6, -0.8), vec2(0.0, 1.0), f).y", 0.1f, 2, 0x1p-19, [](double f, double) {
            const double d = double(-0.8f), k = 1 - f * f * (1 - d * d);
            return k < 0 ? 0 : f * d - (f * d + std::sqrt(k));
        });
}

TEST(Glsl, nan) {
    // One of the operands is NaN: SPIR-V lets min and max answer with it, programs rely on the
    // number.
    Words a, b;
    for (const float x : {1.0f, NAN, 3.0f}) {
        for (const float y : {2.0f, NAN, 5.0f}) {
            a.push_back(bits(x));
            b.push_back(bits(y));
        }
    }
    const auto expect = [&](const char* glsl, auto expected) {
        const Words r = evaluate(std::string("{r[i] = floatBitsToUint(") + glsl + ");}", a, b);
        for (size_t i = 0; i < a.size(); ++i) {
            const float answer = expected(asFloat(a[i]), asFloat(b[i]));
            if (!std::isnan(answer)) {
                EXPECT_EQ(asFloat(r[i]), answer)
                    << glsl << " of " << asFloat(a[i]) << ", " << asFloat(b[i]);
            }
        }
    };
    expect("min(f, g)", [](float f, float g) { return std::fmin(f, g); });
    expect("max(f, g)", [](float f, float g) { return std::fmax(f, g); });
    expect("min(f, 2.5)", [](float f, float) { return std::fmin(f, 2.5f); });
    expect("max(f, 2.5)", [](float f, float) { return std::fmax(f, 2.5f); });
    expect("min(2.5, g)", [](float, float g) { return std::fmin(2.5f, g); });
    expect("max(2.5, g)", [](float, float g) { return std::fmax(2.5f, g); });
    expect("clamp(f, 1.5, 2.5)",
           [](float f, float) { return std::fmin(std::fmax(f, 1.5f), 2.5f); });
}

uint32_t half(float x) {
    // Exactly representable numbers alone.
    if (x == 0) {
        return std::signbit(x) ? 0x8000u : 0;
    }
    int exponent;
    const float significand = std::frexp(std::abs(x), &exponent);
    return (x < 0 ? 0x8000u : 0u) | uint32_t(exponent + 14) << 10 |
           uint32_t((significand * 2 - 1) * 1024);
}

TEST(Glsl, packing) {
    Words a, b;
    inputs(-2, 2, a, b);
    const auto check = [&](const std::string& expression, auto expected) {
        const Words r = evaluate(expression, a, b);
        for (size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(r[i], expected(asFloat(a[i]), asFloat(b[i])))
                << expression << " of " << asFloat(a[i]) << ", " << asFloat(b[i]);
        }
    };
    const auto pack = [](float x, float lo, float scale) {
        return uint32_t(int32_t(std::nearbyint(std::min(std::max(x, lo), 1.0f) * scale)));
    };
    check("packUnorm4x8(vec4(f, g, 0.5, 1.0))", [&](float f, float g) {
        return pack(f, 0, 255) | pack(g, 0, 255) << 8 | 128u << 16 | 255u << 24;
    });
    check("packSnorm4x8(vec4(f, g, -1.0, 1.0))", [&](float f, float g) {
        return (pack(f, -1, 127) & 255) | (pack(g, -1, 127) & 255) << 8 | 0x81u << 16 | 127u << 24;
    });
    check("packUnorm2x16(vec2(f, g))",
          [&](float f, float g) { return pack(f, 0, 65535) | pack(g, 0, 65535) << 16; });
    check("packSnorm2x16(vec2(f, g))", [&](float f, float g) {
        return (pack(f, -1, 32767) & 65535) | (pack(g, -1, 32767) & 65535) << 16;
    });
    check("packHalf2x16(vec2(round(f * 4.0) / 4.0, 0.5))",
          [&](float f, float) { return half(std::nearbyint(f * 4) / 4) | half(0.5f) << 16; });
    const auto unorm = [](uint32_t x, unsigned bits) { return float(x) / float((1u << bits) - 1); };
    check("floatBitsToUint(unpackUnorm4x8(x).z + unpackUnorm2x16(x).y)", [&](float f, float) {
        return bits(unorm(bits(f) >> 16 & 255, 8) + unorm(bits(f) >> 16, 16));
    });
    check("floatBitsToUint(unpackSnorm4x8(x).w + unpackSnorm2x16(x).x)", [&](float f, float) {
        const int32_t high = int32_t(bits(f)) >> 24, low = int16_t(bits(f));
        return bits(std::max(float(high) / 127, -1.0f) + std::max(float(low) / 32767, -1.0f));
    });
    check("floatBitsToUint(unpackHalf2x16(packHalf2x16(vec2(0.25, round(f)))).y)",
          [&](float f, float) { return bits(std::nearbyint(f)); });
}

} // namespace
} // namespace cpu::shader::test
