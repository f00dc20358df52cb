// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// Values of arrays that are off: what the families of glVertexAttrib* come to (ES 3.0 section 2.7).
#include "format/small_float.h"
#include "gl/commands/vertex_array/vertex_attribs.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/vertex_assembly.h"

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

/// Attribute 0 and gl_Vertex are one (GL 2.1 section 2.7).
void Context::setAttrib(GLuint index, int size, const CurrentAttrib& value) {
    if (!isAttribIndex(*this, index)) {
        return failValue(
            *this, m_compiler.get(), GL_INVALID_VALUE, "there is no such vertex attribute");
    }
    if (!m_vertices) {
        change(m_state.currentAttribs[index], value, Dirty::CurrentAttribs);
    } else if (index == 0 && m_vertices->inPrimitive()) {
        m_vertices->addVertex(size, value);
    } else {
        m_vertices->setValue(index, size, value);
    }
}

void Context::setGenericAttrib(GLuint index, int size, float x, float y, float z, float w) {
    setAttrib(index, size, CurrentAttrib::of(std::array{x, y, z, w}));
}

/// As NV_half_float has it: from the last attribute to the first, which may be a vertex.
void Context::setHalfAttribs(GLuint index, GLsizei count, int size, const GLushort* halves) {
    if (count < 0) {
        return setError(GL_INVALID_VALUE, "{} attributes", count);
    }
    if (uint64_t(index) + uint64_t(count) > uint64_t(kMaxVertexAttribs)) {
        return setError(GL_INVALID_VALUE, "{} attributes from {} on", count, index);
    }
    for (GLsizei i = count; i-- > 0;) {
        std::array<float, 4> value{0, 0, 0, 1};
        for (int k = 0; k < size; ++k) {
            value[size_t(k)] = format::fromHalf(halves[i * size + k]);
        }
        setAttrib(index + GLuint(i), size, CurrentAttrib::of(value));
    }
}

void Context::vertexAttribs1hvNV(GLuint index, GLsizei n, const GLushort* v) {
    setHalfAttribs(index, n, 1, v);
}

void Context::vertexAttribs2hvNV(GLuint index, GLsizei n, const GLushort* v) {
    setHalfAttribs(index, n, 2, v);
}

void Context::vertexAttribs3hvNV(GLuint index, GLsizei n, const GLushort* v) {
    setHalfAttribs(index, n, 3, v);
}

void Context::vertexAttribs4hvNV(GLuint index, GLsizei n, const GLushort* v) {
    setHalfAttribs(index, n, 4, v);
}

void Context::setIntegerAttrib(
    GLuint index, CurrentAttrib::Kind kind, uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
    setAttrib(index, 4, CurrentAttrib::of(kind, {x, y, z, w}));
}

void Context::setDoubleAttrib(GLuint index, double x, double y, double z, double w) {
    setAttrib(index, 4, CurrentAttrib::of(std::array{x, y, z, w}));
}

/// Nothing: the error is set.
std::optional<std::array<float, 4>>
Context::unpackAttrib(int size, GLenum type, bool normalized, GLuint value) {
    const bool isSigned = type == GL_INT_2_10_10_10_REV;
    const bool floats = type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 4; // It holds three.
    if (!isSigned && !floats && type != GL_UNSIGNED_INT_2_10_10_10_REV) {
        failValue(*this, m_compiler.get(), GL_INVALID_ENUM, "not a packed type");
        return std::nullopt;
    }
    std::array<float, 4> v{0, 0, 0, 1};
    if (floats) {
        const std::array<float, 3> rgb = unpackFloats11_11_10(value);
        std::copy_n(rgb.begin(), std::min(size, 3), v.begin());
        return v;
    }
    for (int i = 0; i < size; ++i) {
        const uint32_t bits = i < 3 ? 10 : 2;
        const uint32_t raw = value >> (10 * i) & ((1u << bits) - 1);
        const int32_t extended = int32_t(raw << (32 - bits)) >> (32 - bits);
        float number = isSigned ? float(extended) : float(raw);
        if (normalized) {
            number =
                isSigned ? signedFraction(*this, extended, bits) : number / float((1u << bits) - 1);
        }
        v[size_t(i)] = number;
    }
    return v;
}

void Context::setPackedAttrib(GLuint index, int size, GLenum type, bool normalized, GLuint value) {
    if (const auto v = unpackAttrib(size, type, normalized, value)) {
        setAttrib(index, size, CurrentAttrib::of(*v));
    }
}

void Context::setPackedConventional(
    uint8_t array, int size, GLenum type, bool normalized, GLuint value) {
    // Those of three floats are for generic attributes alone (GL 4.4 section 10.2.1).
    if (type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
        return failValue(*this,
                         m_compiler.get(),
                         GL_INVALID_ENUM,
                         "not a packed type of conventional attributes");
    }
    const auto v = unpackAttrib(size, type, normalized, value);
    if (!v) {
        return;
    }
    const auto& [x, y, z, w] = *v;
    if (array == kArrayVertex) {
        emitVertex(size, x, y, z, w);
    } else {
        setConventional(array, size, x, y, z, w);
    }
}

void Context::setPackedTexCoord(GLenum target, int size, GLenum type, GLuint value) {
    const GLenum unit = target - GL_TEXTURE0;
    if (unit >= GLenum(kTextureCoordUnits)) {
        return failValue(*this, m_compiler.get(), GL_INVALID_ENUM, "not a texture coordinate unit");
    }
    setPackedConventional(uint8_t(kArrayTexCoord0 + unit), size, type, false, value);
}

} // namespace gl
