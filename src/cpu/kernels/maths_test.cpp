// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Every level's kernels against the C library in double precision, and against one another.
#include "cpu/kernels/maths_probe.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr double kPi = 3.14159265358979323846;

struct Level {
    const char* name;
    MathsProbe* probe;
};

std::vector<Level> levels() {
    std::vector<Level> levels{{"v2", glissade_maths_probe_v2}};
    if (__builtin_cpu_supports("x86-64-v3")) {
        levels.push_back({"v3", glissade_maths_probe_v3});
    }
    if (__builtin_cpu_supports("x86-64-v4")) {
        levels.push_back({"v4", glissade_maths_probe_v4});
    }
    return levels;
}

float asFloat(uint32_t bits) {
    return std::bit_cast<float>(bits);
}
uint32_t asBits(float value) {
    return std::bit_cast<uint32_t>(value);
}

/// Distance in units of the last place of the exact value; denormals have the smallest normal's.
double ulps(float value, double exact) {
    if (std::isnan(exact)) {
        return std::isnan(value) ? 0 : INFINITY;
    }
    const float rounded = float(exact);
    if (value == rounded) {
        return 0;
    }
    if (std::isinf(value) || std::isinf(rounded)) {
        // Overflow one step early or late is one step.
        const double limit = std::ldexp(1.0, 128);
        const double v = std::isinf(value) ? std::copysign(limit, value) : value;
        const double e =
            std::isinf(exact) || std::abs(exact) > limit ? std::copysign(limit, exact) : exact;
        return std::isnan(value) ? INFINITY : std::abs(v - e) / std::ldexp(1.0, 104);
    }
    if (std::isnan(value)) {
        return INFINITY;
    }
    const int exponent = exact == 0 ? -126 : std::max(std::ilogb(exact), -126);
    return std::abs(double(value) - exact) / std::ldexp(1.0, exponent - 23);
}

struct Arguments {
    std::vector<uint32_t> a, b;
    void add(float x, float y = 0) { addBits(asBits(x), asBits(y)); }
    void addBits(uint32_t x, uint32_t y) {
        a.push_back(x);
        b.push_back(y);
    }
    void pad() {
        while (a.size() % 16) {
            add(1.0f, 1.0f);
        }
    }
};

const float kEdges[] = {0.0f,
                        -0.0f,
                        1.0f,
                        -1.0f,
                        0.5f,
                        -0.5f,
                        2.0f,
                        -2.0f,
                        0.75f,
                        FLT_MIN,
                        -FLT_MIN,
                        FLT_TRUE_MIN,
                        -FLT_TRUE_MIN,
                        FLT_MAX,
                        -FLT_MAX,
                        INFINITY,
                        -INFINITY,
                        NAN,
                        float(kPi),
                        float(kPi / 2),
                        -float(kPi / 2),
                        float(kPi / 4),
                        88.7f,
                        88.72284f,
                        -103.97f,
                        128.0f,
                        -126.0f,
                        -149.0f,
                        -150.0f,
                        8192.0f,
                        8193.0f,
                        0x1p28f,
                        0x1.000002p28f,
                        1e10f,
                        0x1.fffffep127f,
                        0x1.fffffep-1f,
                        0x1.000002p0f};

/// Dense in [lo, hi], every exponent of floats, and the edges.
Arguments argumentsOf(float lo, float hi) {
    Arguments args;
    for (float edge : kEdges) {
        args.add(edge);
    }
    constexpr int kSteps = 1 << 18;
    for (int i = 0; i <= kSteps; ++i) {
        args.add(lo + (hi - lo) * float(double(i) / kSteps));
    }
    std::mt19937 random(1);
    for (int i = 0; i < 1 << 18; ++i) {
        args.addBits(uint32_t(random()), 0);
    }
    args.pad();
    return args;
}

void fail(const std::string& text) {
    ADD_FAILURE() << text;
}

std::vector<uint32_t>
runEverywhere(const char* name, MathsFunction function, const Arguments& args) {
    std::vector<uint32_t> first;
    for (const Level& level : levels()) {
        std::vector<uint32_t> out(args.a.size());
        level.probe(function, args.a.data(), args.b.data(), out.data(), out.size());
        if (first.empty()) {
            first = out;
            continue;
        }
        for (size_t i = 0; i < out.size(); ++i) {
            if (out[i] != first[i]) {
                char text[160];
                std::snprintf(text,
                              sizeof text,
                              "%s(%08x, %08x): %08x at v2, %08x at %s",
                              name,
                              args.a[i],
                              args.b[i],
                              first[i],
                              out[i],
                              level.name);
                fail(text);
                break;
            }
        }
    }
    return first;
}

/// Within `allowedUlps` or `allowedAbsolute`, where `domain` says so (elsewhere only bits are
/// compared between levels).
struct Bound {
    double ulps;
    double absolute = 0;
};

void check(const char* name,
           MathsFunction function,
           const Arguments& args,
           const std::function<double(double, double)>& exact,
           Bound bound,
           const std::function<bool(float, float)>& domain = {}) {
    const std::vector<uint32_t> out = runEverywhere(name, function, args);
    double worst = 0;
    float worstX = 0, worstY = 0;
    for (size_t i = 0; i < out.size(); ++i) {
        const float x = asFloat(args.a[i]), y = asFloat(args.b[i]);
        if (domain && !domain(x, y)) {
            continue;
        }
        const double expected = exact(x, y);
        const float got = asFloat(out[i]);
        if (std::abs(got - expected) <= bound.absolute) {
            continue;
        }
        const double error = ulps(got, expected);
        if (error > worst) {
            worst = error;
            worstX = x;
            worstY = y;
        }
    }
    std::printf("%-18s %8.3f ULP at (%.9g, %.9g)\n", name, worst, worstX, worstY);
    if (worst > bound.ulps) {
        fail(std::string(name) + ": beyond " + std::to_string(bound.ulps) + " ULP");
    }
}

void checkUnary(const char* name,
                MathsFunction function,
                double (*exact)(double),
                float lo,
                float hi,
                Bound bound,
                const std::function<bool(float, float)>& domain = {}) {
    check(
        name,
        function,
        argumentsOf(lo, hi),
        [exact](double x, double) { return exact(x); },
        bound,
        domain);
}

TEST(Maths, Exponentials) {
    checkUnary("exp", MathsFunction::exp, std::exp, -104, 89, {1.5});
    checkUnary("exp2", MathsFunction::exp2, std::exp2, -150, 129, {1.5});
    checkUnary("log", MathsFunction::log, std::log, 0, 4, {1.5});
    checkUnary("log2", MathsFunction::log2, std::log2, 0, 4, {2.5});
}

TEST(Maths, Pow) {
    Arguments args;
    for (float x : kEdges) {
        for (float y : kEdges) {
            args.add(x, y);
        }
    }
    std::mt19937 random(2);
    std::uniform_real_distribution<float> base(0, 20), exponent(-20, 20);
    for (int i = 0; i < 1 << 18; ++i) {
        args.add(base(random), exponent(random));
    }
    args.pad();
    const std::vector<uint32_t> out = runEverywhere("pow", MathsFunction::pow, args);
    for (size_t i = 0; i < out.size(); ++i) {
        // Vulkan: inherited from exp2(y * log2(x)).
        const float x = asFloat(args.a[i]), y = asFloat(args.b[i]);
        if (!(x > 0) || std::isinf(x) || !std::isfinite(y)) {
            continue;
        }
        const double exponentOf2 = double(y) * std::log2(double(x));
        const double logError = x >= 0.5f && x <= 2.0f
                                    ? std::ldexp(1.0, -21)
                                    : 3 * std::ldexp(std::abs(std::log2(double(x))), -23);
        const double allowed = 3 + 2 * std::abs(exponentOf2) +
                               std::abs(double(y)) * logError * std::ldexp(1.0, 23) +
                               std::abs(exponentOf2);
        if (ulps(asFloat(out[i]), std::pow(double(x), double(y))) > allowed) {
            fail("pow(" + std::to_string(x) + ", " + std::to_string(y) + ")");
            break;
        }
    }
}

TEST(Maths, Trigonometry) {
    // Vulkan asks for an absolute error of 2^-11 between -π and π alone.
    const Bound bound{2, 0x1p-24};
    const auto finite = [](float x, float) { return std::isfinite(x); };
    checkUnary("sin", MathsFunction::sin, std::sin, -float(kPi), float(kPi), bound);
    checkUnary("cos", MathsFunction::cos, std::cos, -float(kPi), float(kPi), bound);
    checkUnary("sin (wide)", MathsFunction::sin, std::sin, -9000, 9000, bound);
    checkUnary("cos (wide)", MathsFunction::cos, std::cos, -300000, 300000, bound);
    checkUnary("tan", MathsFunction::tan, std::tan, -10, 10, {4, 0x1p-22}, [&](float x, float) {
        return finite(x, 0) && std::abs(std::tan(double(x))) < 1e4;
    });
    checkUnary("asin", MathsFunction::asin, std::asin, -1, 1, {2.5});
    checkUnary("acos", MathsFunction::acos, std::acos, -1, 1, {2.5});
    checkUnary("atan", MathsFunction::atan, std::atan, -4, 4, {2.5});

    Arguments args;
    for (float y : kEdges) {
        for (float x : kEdges) {
            args.add(y, x);
        }
    }
    std::mt19937 random(3);
    std::uniform_real_distribution<float> wide(-10, 10);
    for (int i = 0; i < 1 << 18; ++i) {
        args.add(wide(random), wide(random));
        args.addBits(uint32_t(random()), uint32_t(random()));
    }
    args.pad();
    check("atan2",
          MathsFunction::atan2,
          args,
          [](double y, double x) { return std::atan2(y, x); },
          {3});
}

TEST(Maths, Hyperbolic) {
    checkUnary("sinh", MathsFunction::sinh, std::sinh, -90, 90, {3});
    checkUnary("cosh", MathsFunction::cosh, std::cosh, -90, 90, {3});
    checkUnary("tanh", MathsFunction::tanh, std::tanh, -10, 10, {3});
    checkUnary("asinh", MathsFunction::asinh, std::asinh, -4, 4, {3.5});
    checkUnary("acosh", MathsFunction::acosh, std::acosh, 1, 8, {3.5});
    checkUnary("atanh", MathsFunction::atanh, std::atanh, -1, 1, {3});
}

TEST(Maths, Exponents) {
    const auto significand = [](double x, double) {
        int exponent;
        return std::isfinite(x) ? std::frexp(x, &exponent) : x;
    };
    check("frexp", MathsFunction::frexp_significand, argumentsOf(-2, 2), significand, {0});
    const Arguments args = argumentsOf(-2, 2);
    const std::vector<uint32_t> exponents =
        runEverywhere("frexp_exponent", MathsFunction::frexp_exponent, args);
    for (size_t i = 0; i < args.a.size(); ++i) {
        const float x = asFloat(args.a[i]);
        int exponent = 0;
        if (std::isfinite(x)) {
            std::frexp(x, &exponent);
        }
        if (int32_t(exponents[i]) != exponent) {
            fail("frexp_exponent of " + std::to_string(x));
            break;
        }
    }

    Arguments scaled;
    std::mt19937 random(4);
    for (float x : kEdges) {
        for (int e :
             {0, 1, -1, 23, -23, 127, 128, -126, -127, -149, -150, 252, 300, -300, 100000}) {
            scaled.addBits(asBits(x), uint32_t(e));
        }
        scaled.addBits(asBits(x), 0x7fffffff);
        scaled.addBits(asBits(x), 0x80000000);
    }
    for (int i = 0; i < 1 << 16; ++i) {
        scaled.addBits(uint32_t(random()), uint32_t(random() % 600 - 300));
    }
    scaled.pad();
    const std::vector<uint32_t> out = runEverywhere("ldexp", MathsFunction::ldexp, scaled);
    for (size_t i = 0; i < out.size(); ++i) {
        const float x = asFloat(scaled.a[i]);
        const float expected = std::ldexp(x, int32_t(scaled.b[i]));
        if (std::isnan(x) ? !std::isnan(asFloat(out[i])) : out[i] != asBits(expected)) {
            fail("ldexp(" + std::to_string(x) + ", " + std::to_string(int32_t(scaled.b[i])) + ")");
            break;
        }
    }
}

double halfValue(uint32_t half) {
    const int exponent = half >> 10 & 31;
    const double mantissa = half & 1023;
    double value = exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                   : exponent     ? std::ldexp(1024 + mantissa, exponent - 25)
                                  : std::ldexp(mantissa, -24);
    return half & 0x8000 ? -value : value;
}

TEST(Maths, Halves) {
    Arguments halves;
    for (uint32_t i = 0; i < 65536; ++i) {
        halves.addBits(i, 0);
    }
    const std::vector<uint32_t> floats =
        runEverywhere("float_from_half", MathsFunction::float_from_half, halves);
    for (uint32_t i = 0; i < 65536; ++i) {
        const float expected = float(halfValue(i));
        if (std::isnan(expected) ? !std::isnan(asFloat(floats[i]))
                                 : floats[i] != asBits(expected)) {
            fail("float_from_half of " + std::to_string(i));
            break;
        }
    }

    Arguments args = argumentsOf(-70000, 70000);
    for (uint32_t i = 0; i < 0x7c00; ++i) { // Halves, their neighbours, and the ties between them.
        const float value = float(halfValue(i)), tie = float((halfValue(i) + halfValue(i + 1)) / 2);
        for (float x : {value, -value, tie, -tie}) {
            args.add(x);
            args.add(std::nextafter(x, 1e9f));
            args.add(std::nextafter(x, -1e9f));
        }
    }
    args.pad();
    const std::vector<uint32_t> out =
        runEverywhere("half_from_float", MathsFunction::half_from_float, args);
    for (size_t i = 0; i < out.size(); ++i) {
        const float x = asFloat(args.a[i]);
        bool right;
        if (std::isnan(x)) {
            right = std::isnan(halfValue(out[i]));
        } else if (std::abs(x) >= 65520.0f) {
            right = halfValue(out[i]) == std::copysign(INFINITY, x);
        } else {
            // Nearest, ties to even: no neighbour is nearer, or as near and even.
            const double error = std::abs(halfValue(out[i]) - x);
            right = std::signbit(x) == bool(out[i] & 0x8000) && (out[i] & 0x7fff) < 0x7c00;
            for (uint32_t other : {out[i] + 1, out[i] - 1}) {
                if ((other & 0x8000) == (out[i] & 0x8000) && (other & 0x7fff) < 0x7c00) {
                    const double otherError = std::abs(halfValue(other) - x);
                    right &= error < otherError || (error == otherError && !(out[i] & 1));
                }
            }
        }
        if (!right || out[i] > 0xffff) {
            fail("half_from_float of " + std::to_string(x));
            break;
        }
    }
}

} // namespace
