// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Arithmetic, bits, comparisons and conversions against C++, edge cases above all.
#include "cpu/shader/evaluate_test.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace cpu::shader::test {
namespace {

using Function = uint32_t (*)(uint32_t x, uint32_t y);

const std::vector<uint32_t> kIntegers = {
    0,          1,          2,          3,          5,          7,          31,         32,
    33,         255,        256,        65535,      65536,      0x7ffffffe, 0x7fffffff, 0x80000000,
    0x80000001, 0xfffffff0, 0xfffffffe, 0xffffffff, 0x12345678, 0xdeadbeef, 0x00ff00ff};

const std::vector<float> kFloats = {
    0.0f,           -0.0f,         1.0f,
    -1.0f,          0.5f,          -0.5f,
    1.5f,           2.5f,          -2.5f,
    3.75f,          -7.25f,        100.0f,
    16777217.0f,    2147483648.0f, 4294967296.0f,
    -2147483648.0f, -3e9f,         1e20f,
    -1e20f,         1e-20f,        1e-40f,
    65504.0f,       65520.0f,      std::numeric_limits<float>::max(),
    INFINITY,       -INFINITY,     NAN};

/// All pairs.
template <typename T>
void pairs(const std::vector<T>& values, Words& a, Words& b) {
    for (const T x : values) {
        for (const T y : values) {
            uint32_t bitsX, bitsY;
            std::memcpy(&bitsX, &x, 4);
            std::memcpy(&bitsY, &y, 4);
            a.push_back(bitsX);
            b.push_back(bitsY);
        }
    }
}

void expectIntegers(const std::string& expression, Function expected) {
    Words a, b;
    pairs(kIntegers, a, b);
    const Words r = evaluate(expression, a, b);
    for (size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(r[i], expected(a[i], b[i])) << expression << " of " << a[i] << ", " << b[i];
    }
}

void expectFloats(const std::string& expression, float (*expected)(float x, float y)) {
    Words a, b;
    pairs(kFloats, a, b);
    const Words r = evaluate("{float v = " + expression +
                                 "; r[i] = isnan(v) ? 0x7fc00000u : floatBitsToUint(v);}",
                             a,
                             b);
    for (size_t i = 0; i < a.size(); ++i) {
        const float value = expected(asFloat(a[i]), asFloat(b[i]));
        if (std::isnan(value)) {
            ASSERT_TRUE(std::isnan(asFloat(r[i])))
                << expression << " of " << asFloat(a[i]) << ", " << asFloat(b[i]);
        } else {
            ASSERT_EQ(r[i], bits(value)) << expression << " of " << asFloat(a[i]) << ", "
                                         << asFloat(b[i]) << ": " << asFloat(r[i]);
        }
    }
}

void expectOfFloats(const std::string& expression, uint32_t (*expected)(float x, float y)) {
    Words a, b;
    pairs(kFloats, a, b);
    const Words r = evaluate(expression, a, b);
    for (size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(r[i], expected(asFloat(a[i]), asFloat(b[i])))
            << expression << " of " << asFloat(a[i]) << ", " << asFloat(b[i]);
    }
}

using U = uint32_t;
using I = int32_t;

TEST(Arithmetic, integers) {
    expectIntegers("x + y", [](U x, U y) { return x + y; });
    expectIntegers("x - y", [](U x, U y) { return x - y; });
    expectIntegers("x * y", [](U x, U y) { return x * y; });
    expectIntegers("uint(-int(x)) + y * 0u", [](U x, U) { return 0 - x; });
}

TEST(Arithmetic, division) {
    expectIntegers("x / y", [](U x, U y) { return y ? x / y : ~0u; });
    expectIntegers("x % y", [](U x, U y) { return y ? x % y : ~0u; });
    expectIntegers("uint(int(x) / int(y))", [](U x, U y) {
        return y == 0 ? ~0u : y == ~0u ? 0 - x : U(I(x) / I(y));
    });
    // GLSL's % of signed integers is OpSMod.
    expectIntegers("uint(int(x) % int(y))", [](U x, U y) -> U {
        if (y == 0) {
            return ~0u + y;
        }
        const int64_t r = int64_t(I(x)) % I(y);
        return U(r != 0 && (r < 0) != (I(y) < 0) ? r + I(y) : r);
    });
    expectIntegers("x / 7u + x % 10u + y * 0u", [](U x, U) { return x / 7 + x % 10; });
    expectIntegers("uint(int(x) / -3) + y * 0u", [](U x, U) { return U(I(x) / -3); });
}

TEST(Arithmetic, extended) {
    const std::string carry = "uint c; uint s = uaddCarry(x, y, c);";
    expectIntegers("{" + carry + "r[i] = s ^ (c << 7);}",
                   [](U x, U y) { return (x + y) ^ (U(x + y < x) << 7); });
    expectIntegers("{uint c; uint s = usubBorrow(x, y, c); r[i] = s ^ (c << 7);}",
                   [](U x, U y) { return (x - y) ^ (U(x < y) << 7); });
    expectIntegers("{uint h, l; umulExtended(x, y, h, l); r[i] = h ^ (l * 3u);}", [](U x, U y) {
        const uint64_t p = uint64_t(x) * y;
        return U(p >> 32) ^ (U(p) * 3);
    });
    expectIntegers("{int h, l; imulExtended(int(x), int(y), h, l); r[i] = uint(h ^ (l * 3));}",
                   [](U x, U y) {
                       const int64_t p = int64_t(I(x)) * I(y);
                       return U(p >> 32) ^ (U(p) * 3);
                   });
}

TEST(Arithmetic, shiftsAndLogic) {
    expectIntegers("x << y", [](U x, U y) { return x << (y & 31); });
    expectIntegers("x >> y", [](U x, U y) { return x >> (y & 31); });
    expectIntegers("uint(int(x) >> int(y))", [](U x, U y) { return U(I(x) >> (y & 31)); });
    expectIntegers("(x & y) | (~x ^ y)", [](U x, U y) { return (x & y) | (~x ^ y); });
}

U field(U x, U offset, U count, bool isSigned) {
    offset = std::min(offset, 31u);
    count = std::min(count, 32 - offset);
    if (count == 0) {
        return 0;
    }
    const U low = x >> offset & (count == 32 ? ~0u : (1u << count) - 1);
    return isSigned ? U(I(low << (32 - count)) >> (32 - count)) : low;
}

TEST(Arithmetic, bitFields) {
    expectIntegers(
        "bitfieldExtract(x, int(y & 31u), int(min(y >> 5, 32u - (y & 31u))))",
        [](U x, U y) { return field(x, y & 31, std::min(y >> 5, 32 - (y & 31)), false); });
    expectIntegers("uint(bitfieldExtract(int(x), int(y & 15u), int(x >> 28)))",
                   [](U x, U y) { return field(x, y & 15, x >> 28, true); });
    expectIntegers("bitfieldInsert(x, y, 8, 0) ^ bitfieldInsert(y, x, 0, 32)",
                   [](U x, U) { return x ^ x; });
    expectIntegers("bitfieldInsert(x, y, int(x & 15u), int(y & 15u))", [](U x, U y) {
        const U mask = ((1u << (y & 15)) - 1) << (x & 15);
        return (x & ~mask) | (y << (x & 15) & mask);
    });
    // Beyond the end: cut.
    expectIntegers("bitfieldExtract(x, 24, int(y))",
                   [](U x, U y) { return field(x, 24, y, false); });
    expectIntegers("bitfieldReverse(x) + y * 0u", [](U x, U) {
        U r = 0;
        for (U k = 0; k < 32; ++k) {
            r |= (x >> k & 1) << (31 - k);
        }
        return r;
    });
    expectIntegers("uint(bitCount(x) * 100 + findLSB(y))", [](U x, U y) {
        return U(__builtin_popcount(x) * 100 + (y ? __builtin_ctz(y) : -1));
    });
    expectIntegers("uint(findMSB(x) * 100 + findMSB(int(y)))", [](U x, U y) {
        const auto msb = [](U v) { return v ? 31 - __builtin_clz(v) : -1; };
        return U(msb(x) * 100 + msb(I(y) < 0 ? ~y : y));
    });
}

TEST(Arithmetic, comparisons) {
    expectIntegers("uint(x < y) | uint(x <= y) << 1 | uint(x > y) << 2 | uint(x >= y) << 3 |"
                   "uint(int(x) < int(y)) << 4 | uint(int(x) >= int(y)) << 5 | uint(x == y) << 6 |"
                   "uint(x != y) << 7",
                   [](U x, U y) {
                       return U(x < y) | U(x <= y) << 1 | U(x > y) << 2 | U(x >= y) << 3 |
                              U(I(x) < I(y)) << 4 | U(I(x) >= I(y)) << 5 | U(x == y) << 6 |
                              U(x != y) << 7;
                   });
    expectOfFloats(
        "uint(f < g) | uint(f <= g) << 1 | uint(f > g) << 2 | uint(f >= g) << 3 |"
        "uint(f == g) << 4 | uint(f != g) << 5 | uint(isnan(f)) << 6 | uint(isinf(g)) << 7",
        [](float f, float g) {
            return U(f < g) | U(f <= g) << 1 | U(f > g) << 2 | U(f >= g) << 3 | U(f == g) << 4 |
                   U(f != g) << 5 | U(std::isnan(f)) << 6 | U(std::isinf(g)) << 7;
        });
    expectIntegers("{bvec3 p = lessThan(uvec3(x, y, 5u), uvec3(y, 9u, x));"
                   "r[i] = uint(any(p)) | uint(all(p)) << 1 | uint(any(not(p))) << 2 |"
                   "uint(p == bvec3(true, true, false)) << 3 | uint(x < y ^^ y < 9u) << 4 |"
                   "uint(x < y || y < 9u) << 5 | uint(x < y && y < 9u) << 6;}",
                   [](U x, U y) {
                       const bool a = x < y, b = y < 9, c = 5 < x;
                       return U(a || b || c) | U(a && b && c) << 1 | U(!a || !b || !c) << 2 |
                              U(a && b && !c) << 3 | U(a != b) << 4 | U(a || b) << 5 |
                              U(a && b) << 6;
                   });
    expectIntegers("{uvec2 m = mix(uvec2(x, y), uvec2(y, 7u), bvec2(x < y, y > 100u));"
                   "r[i] = m.x * 3u + m.y;}",
                   [](U x, U y) { return (x < y ? y : x) * 3 + (y > 100 ? 7 : y); });
}

TEST(Arithmetic, floats) {
    expectFloats("f + g", [](float f, float g) { return f + g; });
    expectFloats("f - g", [](float f, float g) { return f - g; });
    expectFloats("f * g", [](float f, float g) { return f * g; });
    expectFloats("f / g", [](float f, float g) { return f / g; });
    expectFloats("-f * 0.5", [](float f, float) { return -f * 0.5f; });
    expectFloats("mod(f, g)", [](float f, float g) { return f - g * std::floor(f / g); });
}

template <typename T>
T saturate(float x) {
    using Limits = std::numeric_limits<T>;
    return std::isnan(x)                        ? T(0)
           : double(x) <= double(Limits::min()) ? Limits::min()
           : double(x) >= double(Limits::max()) ? Limits::max()
                                                : T(x);
}

TEST(Conversion, floatsAndIntegers) {
    expectOfFloats("uint(f) + uint(g != g) * 0u", [](float f, float) { return saturate<U>(f); });
    expectOfFloats("uint(int(f)) + uint(g != g) * 0u",
                   [](float f, float) { return U(saturate<I>(f)); });
    expectIntegers("floatBitsToUint(float(x)) + y * 0u", [](U x, U) { return bits(float(x)); });
    expectIntegers("floatBitsToUint(float(int(x))) + y * 0u",
                   [](U x, U) { return bits(float(I(x))); });
    expectIntegers("uint(bool(x)) + uint(float(y != 0u)) * 2u",
                   [](U x, U y) { return U(x != 0) + U(y != 0) * 2; });
}

TEST(Conversion, wideIntegers) {
    const std::string wide = "#extension GL_EXT_shader_explicit_arithmetic_types : require\n";
    const auto check = [&](const std::string& expression, Function expected) {
        Words a, b;
        pairs(kIntegers, a, b);
        const Words r = evaluate(expression, a, b, wide);
        for (size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(r[i], expected(a[i], b[i])) << expression << " of " << a[i] << ", " << b[i];
        }
    };
    check("{uint64_t v = pack64(u32vec2(x, y)); v = v * 3ul + uint64_t(int64_t(int(x)));"
          "r[i] = uint(v >> 32) ^ uint(v);}",
          [](U x, U y) {
              const uint64_t v = (uint64_t(y) << 32 | x) * 3 + uint64_t(int64_t(I(x)));
              return U(v >> 32) ^ U(v);
          });
    check("{uint64_t v = pack64(u32vec2(x, y)); uint64_t w = uint64_t(y) * 77ul + 1ul;"
          "r[i] = uint(v / w) + uint(int64_t(v) / -int64_t(w | 1ul)) + uint(v % w);}",
          [](U x, U y) {
              const uint64_t v = uint64_t(y) << 32 | x, w = uint64_t(y) * 77 + 1;
              return U(v / w) + U(int64_t(v) / -int64_t(w | 1)) + U(v % w);
          });
    check("uint(int16_t(x)) + uint(uint16_t(y)) * 3u",
          [](U x, U y) { return U(int16_t(x)) + U(uint16_t(y)) * 3; });
    check("uint(int8_t(x) / int8_t(3)) + uint(uint8_t(y) >> 2)",
          [](U x, U y) { return U(int8_t(int8_t(x) / 3)) + U(uint8_t(y) >> 2); });
    check("{u16vec2 h = unpack16(x); r[i] = uint(h.x) * 3u + uint(h.y) + pack32(u16vec2(y, x));}",
          [](U x, U y) { return (x & 0xffff) * 3 + (x >> 16) + ((y & 0xffff) | x << 16); });
}

TEST(Conversion, doubles) {
    const auto check = [&](const std::string& expression, double (*expected)(double, double)) {
        Words a, b;
        pairs(kFloats, a, b);
        const Words r = evaluate(
            "{double d = double(f), e = double(g); uvec2 w = unpackDouble2x32(" + expression +
                "); r[i] = w.x * 31u + w.y; if (isnan(" + expression + ")) r[i] = 0u; }",
            a,
            b);
        for (size_t i = 0; i < a.size(); ++i) {
            const double value = expected(asFloat(a[i]), asFloat(b[i]));
            uint64_t word;
            std::memcpy(&word, &value, 8);
            const uint32_t mixed =
                std::isnan(value) ? 0 : uint32_t(word) * 31 + uint32_t(word >> 32);
            ASSERT_EQ(r[i], mixed)
                << expression << " of " << asFloat(a[i]) << ", " << asFloat(b[i]);
        }
    };
    check("d * e + 1.0lf / 3.0lf", [](double d, double e) { return d * e + 1.0 / 3.0; });
    check("sqrt(abs(d)) - floor(e)",
          [](double d, double e) { return std::sqrt(std::abs(d)) - std::floor(e); });
    check("double(float(d / 3.0lf))", [](double d, double) { return double(float(d / 3.0)); });
}

double halfValue(uint32_t half) {
    const int exponent = half >> 10 & 31;
    const double mantissa = half & 1023;
    const double value = exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                         : exponent     ? std::ldexp(1024 + mantissa, exponent - 25)
                                        : std::ldexp(mantissa, -24);
    return half & 0x8000 ? -value : value;
}

TEST(Conversion, halves) {
    const std::string extension = "#extension GL_EXT_shader_explicit_arithmetic_types : require\n";
    Words a, b;
    for (uint32_t i = 0; i < 4096; ++i) {
        a.push_back(i * 2654435761u);
        b.push_back(i * 40503u * 65537u + 77u);
    }
    // One rounding at most: double arithmetic, rounded to 16 bits by the shader's own conversion.
    const auto check = [&](const std::string& expression, double (*expected)(double, double)) {
        const Words r = evaluate(
            "{float16_t h = unpackFloat2x16(x).x, k = unpackFloat2x16(y).y;"
            "float16_t v = " +
                expression + "; r[i] = isnan(float(v)) ? 0x7e00u : packFloat2x16(f16vec2(v, 0));}",
            a,
            b,
            extension);
        for (size_t i = 0; i < a.size(); ++i) {
            const double h = halfValue(a[i] & 0xffff), k = halfValue(b[i] >> 16);
            const double value = expected(h, k), got = halfValue(r[i] & 0xffff);
            if (std::isnan(value)) {
                ASSERT_TRUE(std::isnan(got)) << expression << " of " << h << ", " << k;
            } else if (std::abs(value) >= 65520) {
                ASSERT_EQ(got, std::copysign(INFINITY, value)) << expression;
            } else {
                const double step =
                    std::ldexp(1.0, std::max(std::ilogb(value == 0 ? 1e-9 : value), -14) - 10);
                ASSERT_LE(std::abs(got - value), step / 2)
                    << expression << " of " << h << ", " << k;
            }
        }
    };
    check("h + k", [](double h, double k) { return h + k; });
    check("h * k", [](double h, double k) { return h * k; });
    check("h / k", [](double h, double k) { return h / k; });
    check("float16_t(double(float(h)) * 1.0000001lf)",
          [](double h, double) { return h * 1.0000001; });
    check("sqrt(abs(h))", [](double h, double) { return std::sqrt(std::abs(h)); });
    check("h < k ? h : k", [](double h, double k) { return h < k ? h : k; });
    check("f16vec3(h, k, 1.0hf).zxy.y", [](double h, double) { return h; });
}

TEST(Arithmetic, matrices) {
    const std::string declarations =
        "mat3x2 m = mat3x2(f, 2.0, 3.0, g, 5.0, 6.0); mat2x3 n = mat2x3(1.0, g, 3.0, 4.0, f, 6.0);";
    const auto check = [&](const std::string& expression, float (*expected)(float, float)) {
        Words a, b;
        for (int i = 0; i < 64; ++i) {
            a.push_back(bits(float(i - 10)));
            b.push_back(bits(float(i * i % 17)));
        }
        const Words r =
            evaluate("{" + declarations + " r[i] = floatBitsToUint(" + expression + ");}", a, b);
        for (size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(asFloat(r[i]), expected(asFloat(a[i]), asFloat(b[i]))) << expression;
        }
    };
    // Columns of m: (f 2) (3 g) (5 6); of n: (1 g 3) (4 f 6).
    check("(m * vec3(1.0, 2.0, f)).y", [](float f, float g) { return 2 + 2 * g + 6 * f; });
    check("(vec2(f, 2.0) * m).z", [](float f, float) { return 5 * f + 12; });
    check("(m * n)[1][0]", [](float f, float) { return 4 * f + 3 * f + 30; });
    check("(m * n)[0][1]", [](float, float g) { return 2 + g * g + 18; });
    check("(m * 2.0)[2].y + transpose(m)[1].z", [](float, float) { return 18.0f; });
    check("outerProduct(vec2(f, g), vec3(2.0, 3.0, f))[2].y",
          [](float f, float g) { return f * g; });
    check("dot(vec4(f, 1.0, g, 2.0), vec4(3.0, g, 1.0, f))",
          [](float f, float g) { return f * 3 + g + g + 2 * f; });
    check("determinant(mat2(f, 2.0, 3.0, g))", [](float f, float g) { return f * g - 6; });
    check("determinant(mat3(f, 0, 0, 0, g, 2, 0, 1, 3))",
          [](float f, float g) { return f * (3 * g - 2); });
    check("determinant(mat4(f,1,0,0, 0,g,2,0, 0,1,3,0, 0,0,0,2))",
          [](float f, float g) { return 2 * f * (3 * g - 2); });
    check("round(1024.0*(inverse(mat4(2,1,0,0, 0,3,2,1, 0,1,3,0, 4,0,0,2))"
          " * mat4(2,1,0,0, 0,3,2,1, 0,1,3,0, 4,0,0,2))[1].y)",
          [](float, float) { return 1024.0f; });
    check("round(1024.0*(inverse(mat3(2,1,0, 0,3,2, 0,1,3)) * mat3(2,1,0, 0,3,2, 0,1,3))[1].x)",
          [](float, float) { return 0.0f; });
    check("inverse(mat2(4.0, 0.0, 2.0, 0.5))[1].x", [](float, float) { return -1.0f; });
}

} // namespace
} // namespace cpu::shader::test
