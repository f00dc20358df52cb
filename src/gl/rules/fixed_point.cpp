// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OES_fixed_point: "the enum type converts to fixed-point without scaling and integer types are
// converted by multiplying by 2^16."
#include "gl/rules/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gl {

namespace {

constexpr double kOne = 65536;

/// Stands for "not answered": no parameter of OpenGL ES 1.1 can be set to it.
constexpr float kUnanswered = std::numeric_limits<float>::quiet_NaN();

/// What is no number: a symbol, a boolean, or, as all implementations have it, a crop rectangle's
/// texels.
bool isUnscaled(GLenum pname) {
    switch (pname) {
    // Parameters
    case GL_COMBINE_ALPHA:
    case GL_COMBINE_RGB:
    case GL_COORD_REPLACE:
    case GL_FOG_MODE:
    case GL_GENERATE_MIPMAP:
    case GL_LIGHT_MODEL_TWO_SIDE:
    case GL_OPERAND0_ALPHA:
    case GL_OPERAND0_RGB:
    case GL_OPERAND1_ALPHA:
    case GL_OPERAND1_RGB:
    case GL_OPERAND2_ALPHA:
    case GL_OPERAND2_RGB:
    case GL_SRC0_ALPHA:
    case GL_SRC0_RGB:
    case GL_SRC1_ALPHA:
    case GL_SRC1_RGB:
    case GL_SRC2_ALPHA:
    case GL_SRC2_RGB:
    case GL_TEXTURE_CROP_RECT_OES:
    case GL_TEXTURE_ENV_MODE:
    case GL_TEXTURE_GEN_MODE:
    case GL_TEXTURE_MAG_FILTER:
    case GL_TEXTURE_MIN_FILTER:
    case GL_TEXTURE_WRAP_S:
    case GL_TEXTURE_WRAP_T:
    // State
    case GL_ACTIVE_TEXTURE:
    case GL_ALPHA_TEST_FUNC:
    case GL_BLEND_DST:
    case GL_BLEND_DST_ALPHA:
    case GL_BLEND_DST_RGB:
    case GL_BLEND_EQUATION_ALPHA:
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_SRC:
    case GL_BLEND_SRC_ALPHA:
    case GL_BLEND_SRC_RGB:
    case GL_CLIENT_ACTIVE_TEXTURE:
    case GL_COLOR_ARRAY_TYPE:
    case GL_COMPRESSED_TEXTURE_FORMATS:
    case GL_CULL_FACE_MODE:
    case GL_DEPTH_FUNC:
    case GL_FOG_HINT:
    case GL_FRONT_FACE:
    case GL_GENERATE_MIPMAP_HINT:
    case GL_IMPLEMENTATION_COLOR_READ_FORMAT:
    case GL_IMPLEMENTATION_COLOR_READ_TYPE:
    case GL_LINE_SMOOTH_HINT:
    case GL_LOGIC_OP_MODE:
    case GL_MATRIX_MODE:
    case GL_NORMAL_ARRAY_TYPE:
    case GL_PERSPECTIVE_CORRECTION_HINT:
    case GL_POINT_SIZE_ARRAY_TYPE_OES:
    case GL_POINT_SMOOTH_HINT:
    case GL_SHADE_MODEL:
    case GL_STENCIL_FAIL:
    case GL_STENCIL_FUNC:
    case GL_STENCIL_PASS_DEPTH_FAIL:
    case GL_STENCIL_PASS_DEPTH_PASS:
    case GL_TEXTURE_COORD_ARRAY_TYPE:
    case GL_VERTEX_ARRAY_TYPE:
        return true;
    default:
        return false;
    }
}

GLfixed rounded(double number) {
    using Limits = std::numeric_limits<GLfixed>;
    return GLfixed(std::clamp(std::round(number), double(Limits::min()), double(Limits::max())));
}

} // namespace

float floatOf(GLfixed number) {
    return float(number / kOne);
}

GLfixed fixedOf(double number) {
    return rounded(number * kOne);
}

float floatOf(GLenum pname, GLfixed number) {
    return isUnscaled(pname) ? float(number) : floatOf(number);
}

GLfixed fixedOf(GLenum pname, double value) {
    return isUnscaled(pname) ? rounded(value) : fixedOf(value);
}

FixedArguments::FixedArguments(const GLfixed* numbers, size_t count) {
    std::transform(
        numbers, numbers + count, m_floats.begin(), [](GLfixed number) { return floatOf(number); });
}

FixedArguments::FixedArguments(GLenum pname, const GLfixed* numbers, size_t count) {
    std::transform(numbers, numbers + count, m_floats.begin(), [&](GLfixed number) {
        return floatOf(pname, number);
    });
}

FixedAnswer::FixedAnswer(GLfixed* numbers, size_t count)
    : m_numbers(numbers, count), m_scaled(true) {
    m_floats.fill(kUnanswered);
}

FixedAnswer::FixedAnswer(GLenum pname, GLfixed* numbers, size_t count)
    : m_numbers(numbers, count), m_scaled(!isUnscaled(pname)) {
    m_floats.fill(kUnanswered);
}

FixedAnswer::~FixedAnswer() {
    for (size_t i = 0; i < m_numbers.size(); ++i) {
        if (!std::isnan(m_floats[i])) {
            m_numbers[i] = m_scaled ? fixedOf(double(m_floats[i])) : rounded(double(m_floats[i]));
        }
    }
}

} // namespace gl
