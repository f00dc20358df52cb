// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// Values of arrays that are off: what the families of glVertexAttrib* come to (ES 3.0 section 2.7).
#include "gl/commands/vertex_array/vertex_attribs.h"
#include "gl/compat/state/immediate_mode.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

/// OpenGL 4.2 and ES 3.0 map the two lowest values to -1; before, zero had no representation.
float signedFraction(const Context& context, int32_t value, uint32_t bits) {
    if (context.atLeast(30, 42)) {
        return std::max(float(value) / float((1 << (bits - 1)) - 1), -1.0f);
    }
    return (2.0f * float(value) + 1.0f) / float((1 << bits) - 1);
}

float unpackFloat(uint32_t bits, uint32_t mantissaBits) {
    const uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
    const uint32_t exponent = bits >> mantissaBits & 0x1f;
    const float fraction = float(mantissa) / float(1u << mantissaBits);
    if (exponent == 31) {
        return mantissa ? NAN : INFINITY;
    }
    return exponent == 0 ? std::ldexp(fraction, -14)
                         : std::ldexp(1.0f + fraction, int(exponent) - 15);
}

std::array<float, 3> unpackFloats11_11_10(uint32_t value) {
    return {unpackFloat(value & 0x7ff, 6),
            unpackFloat(value >> 11 & 0x7ff, 6),
            unpackFloat(value >> 22, 5)};
}

} // namespace

void Context::setGenericAttrib(GLuint index, float x, float y, float z, float w) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    if (index == 0 && m_immediate && m_immediate->active) { // GL 2.1 section 2.7.
        return emitVertex(x, y, z, w);
    }
    change(m_state.currentAttribs[index],
           CurrentAttrib::of(std::array{x, y, z, w}),
           Dirty::CurrentAttribs);
}

void Context::setIntegerAttrib(
    GLuint index, CurrentAttrib::Kind kind, uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    const CurrentAttrib value = CurrentAttrib::of(kind, {x, y, z, w});
    if (index == 0 && m_immediate && m_immediate->active) {
        const std::array<float, 4> f = value.floats();
        return emitVertex(f[0], f[1], f[2], f[3]);
    }
    change(m_state.currentAttribs[index], value, Dirty::CurrentAttribs);
}

void Context::setDoubleAttrib(GLuint index, double x, double y, double z, double w) {
    if (validAttribIndex(*this, index)) {
        change(m_state.currentAttribs[index],
               CurrentAttrib::of(std::array{x, y, z, w}),
               Dirty::CurrentAttribs);
    }
}

void Context::setPackedAttrib(GLuint index, int size, GLenum type, bool normalized, GLuint value) {
    const bool isSigned = type == GL_INT_2_10_10_10_REV;
    const bool floats = type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 4; // It holds three.
    if (!isSigned && !floats && type != GL_UNSIGNED_INT_2_10_10_10_REV) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a packed type", type);
    }
    std::array<float, 4> v{0, 0, 0, 1};
    if (floats) {
        const std::array<float, 3> rgb = unpackFloats11_11_10(value);
        std::copy_n(rgb.begin(), std::min(size, 3), v.begin());
    } else {
        for (int i = 0; i < size; ++i) {
            const uint32_t bits = i < 3 ? 10 : 2;
            const uint32_t raw = value >> (10 * i) & ((1u << bits) - 1);
            const int32_t extended = int32_t(raw << (32 - bits)) >> (32 - bits);
            float number = isSigned ? float(extended) : float(raw);
            if (normalized) {
                number = isSigned ? signedFraction(*this, extended, bits)
                                  : number / float((1u << bits) - 1);
            }
            v[size_t(i)] = number;
        }
    }
    setGenericAttrib(index, v[0], v[1], v[2], v[3]);
}

} // namespace gl
