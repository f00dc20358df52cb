// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/assembly/opcodes.h"

#include <algorithm>
#include <iterator>

namespace glsl::assembly {

namespace {

using Form = Opcode::Form;

// ARB_vertex_program section 2.14.5, ARB_fragment_program sections 3.11.5 and 3.11.6. What they
// leave undefined is zero, or as GLSL has it.
// clang-format off
constexpr Opcode kOpcodes[] = {
    {.name = "ABS", .operands = "v", .code = "abs($0)"},
    {.name = "ADD", .operands = "vv", .code = "$0 + $1"},
    {.name = "ARL", .operands = "s", .code = "address($0)", .ofFragments = false, .form = Form::Address},
    {.name = "CMP", .operands = "vvv", .code = "compare($0, $1, $2)", .ofVertices = false},
    {.name = "COS", .operands = "s", .code = "vec4(cos($0))", .ofVertices = false},
    {.name = "DP3", .operands = "vv", .code = "vec4(dot($0.xyz, $1.xyz))"},
    {.name = "DP4", .operands = "vv", .code = "vec4(dot($0, $1))"},
    {.name = "DPH", .operands = "vv", .code = "vec4(dot($0.xyz, $1.xyz) + $1.w)"},
    {.name = "DST", .operands = "vv", .code = "distances($0, $1)"},
    {.name = "EX2", .operands = "s", .code = "vec4(exp2($0))"},
    {.name = "EXP", .operands = "s", .code = "exponential($0)", .ofFragments = false},
    {.name = "FLR", .operands = "v", .code = "floor($0)"},
    {.name = "FRC", .operands = "v", .code = "fract($0)"},
    {.name = "KIL", .operands = "v", .ofVertices = false, .form = Form::Kill},
    {.name = "LG2", .operands = "s", .code = "vec4(log2($0))"},
    {.name = "LIT", .operands = "v", .code = "lightCoefficients($0)"},
    {.name = "LOG", .operands = "s", .code = "logarithm($0)", .ofFragments = false},
    {.name = "LRP", .operands = "vvv", .code = "mix($2, $1, $0)", .ofVertices = false},
    {.name = "MAD", .operands = "vvv", .code = "$0 * $1 + $2"},
    {.name = "MAX", .operands = "vv", .code = "max($0, $1)"},
    {.name = "MIN", .operands = "vv", .code = "min($0, $1)"},
    {.name = "MOV", .operands = "v", .code = "$0"},
    {.name = "MUL", .operands = "vv", .code = "$0 * $1"},
    {.name = "POW", .operands = "ss", .code = "vec4(power($0, $1))"},
    {.name = "RCP", .operands = "s", .code = "vec4(1.0 / $0)"},
    {.name = "RSQ", .operands = "s", .code = "vec4(inversesqrt(abs($0)))"},
    {.name = "SCS", .operands = "s", .code = "vec4(cos($0), sin($0), 0.0, 0.0)", .ofVertices = false},
    {.name = "SGE", .operands = "vv", .code = "vec4(greaterThanEqual($0, $1))"},
    {.name = "SIN", .operands = "s", .code = "vec4(sin($0))", .ofVertices = false},
    {.name = "SLT", .operands = "vv", .code = "vec4(lessThan($0, $1))"},
    {.name = "SUB", .operands = "vv", .code = "$0 - $1"},
    {.name = "SWZ", .operands = "v", .code = "$0", .form = Form::Swizzle},
    {.name = "TEX", .operands = "v", .ofVertices = false, .form = Form::Sample},
    {.name = "TXB", .operands = "v", .ofVertices = false, .form = Form::Sample},
    {.name = "TXP", .operands = "v", .ofVertices = false, .form = Form::Sample},
    {.name = "XPD", .operands = "vv", .code = "vec4(cross($0.xyz, $1.xyz), 0.0)"},
};
// clang-format on

// What the table calls, and what else texts do. Zero to the power of zero is one, exponents of LIT
// stay below 128, and addresses are numbers, as far as any array reaches.
constexpr std::string_view kFunctions = R"(
float power(float base, float exponent) {
    return exponent == 0.0 ? 1.0 : pow(base, exponent);
}
vec4 lightCoefficients(vec4 v) {
    float exponent = clamp(v.w, -127.9961, 127.9961);
    return vec4(1.0, max(v.x, 0.0), v.x > 0.0 ? power(max(v.y, 0.0), exponent) : 0.0, 1.0);
}
vec4 distances(vec4 a, vec4 b) {
    return vec4(1.0, a.y * b.y, a.z, b.w);
}
vec4 exponential(float x) {
    return vec4(exp2(floor(x)), fract(x), exp2(x), 1.0);
}
vec4 logarithm(float x) {
    float exponent = floor(log2(abs(x)));
    float significand = abs(x) / exp2(exponent);
    if (significand >= 2.0) { // log2() is not exact.
        exponent += 1.0;
        significand *= 0.5;
    }
    return vec4(exponent, significand, log2(abs(x)), 1.0);
}
vec4 compare(vec4 x, vec4 negative, vec4 other) {
    return vec4(x.x < 0.0 ? negative.x : other.x, x.y < 0.0 ? negative.y : other.y,
                x.z < 0.0 ? negative.z : other.z, x.w < 0.0 ? negative.w : other.w);
}
vec4 fogged(vec4 color, vec3 fog, float factor) {
    vec4 clamped = clamp(color, 0.0, 1.0);
    return vec4(mix(fog, clamped.rgb, clamp(factor, 0.0, 1.0)), clamped.a);
}
float address(float x) {
    return x > -4096.0 ? min(floor(x), 4096.0) : -4096.0;
}
)";

} // namespace

const Opcode* findOpcode(std::string_view name, bool isVertex) {
    const auto found = std::ranges::find(kOpcodes, name, &Opcode::name);
    const bool exists =
        found != std::end(kOpcodes) && (isVertex ? found->ofVertices : found->ofFragments);
    return exists ? &*found : nullptr;
}

std::string_view opcodeFunctions() {
    return kFunctions;
}

} // namespace glsl::assembly
