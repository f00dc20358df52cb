// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/harness_test.h"

namespace cpu::shader::test {

/// r[i] of `expression` for each i, with x = a[i] and y = b[i], and f and g the same bits as
/// floats. An expression in braces is a statement that writes r[i] itself.
inline Words
evaluate(const std::string& expression, Words a, Words b, const std::string& before = {}) {
    const size_t count = a.size();
    const size_t padded = (count + 63) / 64 * 64;
    a.resize(padded, a.back());
    b.resize(padded, b.back());
    const std::string statement =
        expression.starts_with("{") ? expression : "r[i] = " + expression + ";";
    const std::string glsl = before +
                             "layout(local_size_x = 64) in;\n"
                             "layout(std430, binding = 0) buffer R { uint r[]; };\n"
                             "layout(std430, binding = 1) readonly buffer A { uint a[]; };\n"
                             "layout(std430, binding = 2) readonly buffer B { uint b[]; };\n"
                             "void main() { uint i = gl_GlobalInvocationID.x;\n"
                             "uint x = a[i], y = b[i]; precise float f = uintBitsToFloat(x),"
                             " g = uintBitsToFloat(y);\n" +
                             statement + "}\n";
    Dispatch dispatch;
    dispatch.buffers = {{Words(padded)}, {a}, {b}};
    dispatch.groups = {uint32_t(padded / 64), 1, 1};
    Words result = run(glsl, dispatch)[0];
    result.resize(count);
    return result;
}

} // namespace cpu::shader::test
