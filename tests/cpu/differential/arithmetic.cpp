// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random expressions over ints, uints and floats of one to four components.

#include "case.h"

#include <bit>

namespace differential {
namespace {

constexpr uint32_t kInvocations = 64;
constexpr uint32_t kInputsPerInvocation = 12; ///< 4 floats, 4 ints, 4 uints

/// Writes expressions. Floats stay within about ±8, so that no overflow decides a comparison, and
/// only exact functions feed conversions to integers.
class Writer {
public:
    explicit Writer(Random& random) : m_random(random) {}

    std::string integer(int depth, int size) { return whole("ivec", "int", depth, size); }
    std::string unsignedInteger(int depth, int size) { return whole("uvec", "uint", depth, size); }

    std::string real(int depth, int size) {
        const std::string type = size == 1 ? "float" : "vec" + std::to_string(size);
        if (depth == 0) {
            return pick(3) == 0 ? type + "(" + std::to_string(int(pick(9)) - 4) + ".25)"
                                : leaf("f", type, size);
        }
        const auto a = [&] { return real(depth - 1, size); };
        switch (pick(26)) {
        case 0:
            return "clamp8(" + a() + " + " + a() + ")";
        case 1:
            return "clamp8(" + a() + " - " + a() + ")";
        case 2:
            return "clamp8(" + a() + " * " + a() + ")";
        case 3:
            return "clamp8(" + a() + " / (abs(" + a() + ") + 0.5))";
        case 4:
            return "sin(" + a() + ")";
        case 5:
            return "cos(" + a() + ")";
        case 6:
            return "exp2(min(" + a() + ", " + type + "(3.0)))";
        case 7:
            return "log2(abs(" + a() + ") + 0.125)";
        case 8:
            return "sqrt(abs(" + a() + "))";
        case 9:
            return "inversesqrt(abs(" + a() + ") + 0.25)";
        case 10:
            return "mix(" + a() + ", " + a() + ", clamp(" + a() + ", 0.0, 1.0))";
        case 11:
            return "min(" + a() + ", " + a() + ")";
        case 12:
            return "max(" + a() + ", " + a() + ")";
        case 13:
            return "abs(" + a() + ")";
        case 14:
            return "sign(" + leaf("f", type, size) + ")";
        case 15:
            return "floor(" + leaf("f", type, size) + ")";
        case 16:
            return "fract(" + leaf("f", type, size) + ")";
        case 17:
            return "clamp8(fma(" + a() + ", " + a() + ", " + a() + "))";
        case 18:
            return "smoothstep(-1.0, 2.0, " + a() + ")";
        case 19:
            return "atan(" + a() + ", abs(" + a() + ") + 0.5)";
        case 20:
            return "tanh(" + a() + ")";
        case 21:
            return type + "(" + integer(depth - 1, size) + " & 7)";
        case 22:
            return "clamp8(pow(abs(" + a() + ") + 0.5, " + type + "(1.5)))";
        case 23:
            return size == 1 ? "clamp8(dot(" + real(depth - 1, 3) + ", " + real(depth - 1, 3) + "))"
                             : "normalize(" + a() + " + " + type + "(9.0))";
        case 24:
            return size == 1 ? "length(" + real(depth - 1, 2) + ")"
                             : "roundEven(" + leaf("f", type, size) + ")";
        default:
            return size == 4 ? "clamp8(mat4(" + a() + ", " + a() + ", " + a() + ", " + a() +
                                   ") * " + a() + ")"
                             : "mod(" + a() + ", " + type + "(2.5))";
        }
    }

private:
    uint32_t pick(uint32_t count) { return m_random() % count; }

    std::string leaf(const char* name, const std::string& type, int size) {
        std::string text = type + "(";
        for (int i = 0; i < size; ++i) {
            text += (i ? ", " : "") + std::string(name) + std::to_string(pick(4));
        }
        return text + ")";
    }

    std::string whole(const char* vector, const char* scalar, int depth, int size) {
        const std::string type = size == 1 ? scalar : vector + std::to_string(size);
        const bool isSigned = *scalar == 'i';
        if (depth == 0) {
            return pick(3) == 0 ? type + "(" + std::to_string(pick(100)) + ")"
                                : leaf(isSigned ? "i" : "u", type, size);
        }
        const auto a = [&] { return whole(vector, scalar, depth - 1, size); };
        switch (pick(22)) {
        case 0:
            return "(" + a() + " + " + a() + ")";
        case 1:
            return "(" + a() + " - " + a() + ")";
        case 2:
            return "(" + a() + " * " + a() + ")";
        case 3:
            return "((" + a() + " & 0xffff) / ((" + a() + " & 15) + 1))";
        case 4:
            return "((" + a() + " & 0xffff) % ((" + a() + " & 15) + 1))";
        case 5:
            return "(" + a() + " & " + a() + ")";
        case 6:
            return "(" + a() + " | " + a() + ")";
        case 7:
            return "(" + a() + " ^ " + a() + ")";
        case 8:
            return "(" + a() + " << (" + a() + " & 31))";
        case 9:
            return "(" + a() + " >> (" + a() + " & 31))";
        case 10:
            return "min(" + a() + ", " + a() + ")";
        case 11:
            return "max(" + a() + ", " + a() + ")";
        case 12:
            return type + "(bitCount(" + a() + "))";
        case 13:
            return type + "(findMSB(" + a() + "))";
        case 14:
            return type + "(findLSB(" + a() + "))";
        case 15:
            return "bitfieldReverse(" + a() + ")";
        case 16:
            return "bitfieldExtract(" + a() + ", " + std::to_string(pick(16)) + ", " +
                   std::to_string(1 + pick(16)) + ")";
        case 17:
            return "bitfieldInsert(" + a() + ", " + a() + ", " + std::to_string(pick(16)) + ", " +
                   std::to_string(1 + pick(16)) + ")";
        case 18:
            return "(~" + a() + ")";
        case 19:
            return isSigned ? "abs(" + a() + ")"
                            : "clamp(" + a() + ", " + type + "(5u), " + type + "(5000u))";
        case 20:
            return size == 1
                       ? std::string("(") + a() + " < " + a() + " ? " + a() + " : " + a() + ")"
                       : "mix(" + a() + ", " + a() + ", lessThan(" + a() + ", " + a() + "))";
        default:
            return isSigned ? type + "(" + whole("uvec", "uint", depth - 1, size) + ")"
                            : type + "(" + whole("ivec", "int", depth - 1, size) + ")";
        }
    }

    Random& m_random;
};

} // namespace

Case arithmeticCase(uint32_t seed) {
    Random random(seed);
    Writer writer(random);
    Case test;
    test.name = "arithmetic " + std::to_string(seed);
    const bool real = seed % 2 == 0;
    std::string body;
    for (int statement = 0; statement < 4; ++statement) {
        const int size = 1 + int(random() % 4);
        const int depth = 1 + int(random() % 3);
        std::string expression;
        if (real) {
            expression = writer.real(depth, size);
        } else if (random() % 2) {
            expression = "uvec" + std::to_string(size) + "(" + writer.integer(depth, size) + ")";
        } else {
            expression = writer.unsignedInteger(depth, size);
        }
        if (real) {
            expression = "floatBitsToUint(" + expression + ")";
        }
        if (!real && size == 1 && expression.rfind("uvec1", 0) == 0) {
            expression.replace(0, 5, "uint");
        }
        body += "    { uvec4 r = uvec4(0u); " +
                std::string(size == 1   ? "r.x"
                            : size == 2 ? "r.xy"
                            : size == 3 ? "r.xyz"
                                        : "r") +
                " = " + expression + "; for (int c = 0; c < 4; ++c) result[i * 16u + " +
                std::to_string(statement * 4) + "u + uint(c)] = r[c]; }\n";
    }
    test.glsl = R"(#version 460
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Input { uint bits[]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[]; };
float clamp8(float v) { return clamp(v, -8.0, 8.0); }
vec2 clamp8(vec2 v) { return clamp(v, -8.0, 8.0); }
vec3 clamp8(vec3 v) { return clamp(v, -8.0, 8.0); }
vec4 clamp8(vec4 v) { return clamp(v, -8.0, 8.0); }
void main() {
    uint i = gl_GlobalInvocationID.x;
    float f0 = uintBitsToFloat(bits[i * 12u]), f1 = uintBitsToFloat(bits[i * 12u + 1u]);
    float f2 = uintBitsToFloat(bits[i * 12u + 2u]), f3 = uintBitsToFloat(bits[i * 12u + 3u]);
    int i0 = int(bits[i * 12u + 4u]), i1 = int(bits[i * 12u + 5u]);
    int i2 = int(bits[i * 12u + 6u]), i3 = int(bits[i * 12u + 7u]);
    uint u0 = bits[i * 12u + 8u], u1 = bits[i * 12u + 9u], u2 = bits[i * 12u + 10u], u3 = bits[i * 12u + 11u];
)" + body + "}\n";
    for (uint32_t i = 0; i < kInvocations * kInputsPerInvocation; ++i) {
        if (i % kInputsPerInvocation < 4) {
            const float value = (float(random() % 4096) - 2048.0f) / 512.0f;
            test.input.push_back(std::bit_cast<uint32_t>(value));
        } else {
            test.input.push_back(random() % 3 ? random() : random() % 64);
        }
    }
    test.outputWords = kInvocations * 16;
    if (real) {
        // Sums of errors that Vulkan allows each function (sin and cos: 2^-11 absolute).
        test.compare = Compare::Float;
        test.absolute = 4e-3f;
        test.relative = 4e-3f;
        test.mayDiffer = 0.004; // Behind a floor, a sign or a mod a rounding shows as a step.
    }
    return test;
}

} // namespace differential
