// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/state_values.h"

namespace gl {

namespace {

/// Of OpenGL and, by EXT_blend_func_extended, OpenGL ES 2.0. OpenGL ES 1.1 has one of the names,
/// for texture environments.
bool hasSecondSource(const Context& context) {
    return !context.apiVersion().isES1() && context.atLeast(20, 10) &&
           context.caps().dualSourceBlend;
}

bool validBlendFactor(const Context& context, GLenum factor, bool source) {
    switch (factor) {
    case GL_ZERO:
    case GL_ONE:
    case GL_SRC_COLOR:
    case GL_ONE_MINUS_SRC_COLOR:
    case GL_DST_COLOR:
    case GL_ONE_MINUS_DST_COLOR:
    case GL_SRC_ALPHA:
    case GL_ONE_MINUS_SRC_ALPHA:
    case GL_DST_ALPHA:
    case GL_ONE_MINUS_DST_ALPHA:
    case GL_CONSTANT_COLOR:
    case GL_ONE_MINUS_CONSTANT_COLOR:
    case GL_CONSTANT_ALPHA:
    case GL_ONE_MINUS_CONSTANT_ALPHA:
        return true;
    case GL_SRC_ALPHA_SATURATE:
        return source || context.atLeast(30, 33) || hasSecondSource(context);
    case GL_SRC1_COLOR:
    case GL_ONE_MINUS_SRC1_COLOR:
    case GL_SRC1_ALPHA:
    case GL_ONE_MINUS_SRC1_ALPHA:
        return hasSecondSource(context);
    default:
        return false;
    }
}

} // namespace

bool validBlendEquation(GLenum mode) {
    switch (mode) {
    case GL_FUNC_ADD:
    case GL_FUNC_SUBTRACT:
    case GL_FUNC_REVERSE_SUBTRACT:
    case GL_MIN: // EXT_blend_minmax
    case GL_MAX:
        return true;
    default:
        return false;
    }
}

bool validBlendFactors(
    const Context& context, GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha, GLenum dstAlpha) {
    return validBlendFactor(context, srcRgb, true) && validBlendFactor(context, dstRgb, false) &&
           validBlendFactor(context, srcAlpha, true) && validBlendFactor(context, dstAlpha, false);
}

uint8_t packColorMask(GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
    return uint8_t((red ? 1 : 0) | (green ? 2 : 0) | (blue ? 4 : 0) | (alpha ? 8 : 0));
}

} // namespace gl
