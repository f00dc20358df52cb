// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What blending gives (OpenGL 4.1 core, section 4.1.7 and table 4.2), channel by channel.
#pragma once

#include <GL/glcorearb.h>

#include <algorithm>
#include <cstddef>

namespace harness {

/// In the order of Vulkan's as well. Without those of a second source.
inline constexpr GLenum kBlendFactors[] = {GL_ZERO,
                                           GL_ONE,
                                           GL_SRC_COLOR,
                                           GL_ONE_MINUS_SRC_COLOR,
                                           GL_DST_COLOR,
                                           GL_ONE_MINUS_DST_COLOR,
                                           GL_SRC_ALPHA,
                                           GL_ONE_MINUS_SRC_ALPHA,
                                           GL_DST_ALPHA,
                                           GL_ONE_MINUS_DST_ALPHA,
                                           GL_CONSTANT_COLOR,
                                           GL_ONE_MINUS_CONSTANT_COLOR,
                                           GL_CONSTANT_ALPHA,
                                           GL_ONE_MINUS_CONSTANT_ALPHA,
                                           GL_SRC_ALPHA_SATURATE};
/// Likewise. OpenGL ES 2.0 has the first three.
inline constexpr GLenum kBlendEquations[] = {
    GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX};

/// Four channels each.
struct BlendColors {
    const double* source;
    const double* destination;
    const double* constant;
};

inline double blendFactor(GLenum factor, size_t channel, const BlendColors& colors) {
    switch (factor) {
    case GL_ZERO:
        return 0;
    case GL_ONE:
        return 1;
    case GL_SRC_COLOR:
        return colors.source[channel];
    case GL_ONE_MINUS_SRC_COLOR:
        return 1 - colors.source[channel];
    case GL_DST_COLOR:
        return colors.destination[channel];
    case GL_ONE_MINUS_DST_COLOR:
        return 1 - colors.destination[channel];
    case GL_SRC_ALPHA:
        return colors.source[3];
    case GL_ONE_MINUS_SRC_ALPHA:
        return 1 - colors.source[3];
    case GL_DST_ALPHA:
        return colors.destination[3];
    case GL_ONE_MINUS_DST_ALPHA:
        return 1 - colors.destination[3];
    case GL_CONSTANT_COLOR:
        return colors.constant[channel];
    case GL_ONE_MINUS_CONSTANT_COLOR:
        return 1 - colors.constant[channel];
    case GL_CONSTANT_ALPHA:
        return colors.constant[3];
    case GL_ONE_MINUS_CONSTANT_ALPHA:
        return 1 - colors.constant[3];
    default: // GL_SRC_ALPHA_SATURATE
        return channel == 3 ? 1 : std::min(colors.source[3], 1 - colors.destination[3]);
    }
}

/// Not clamped yet. GL_MIN and GL_MAX leave out factors.
inline double
blended(GLenum equation, double source, double sourceFactor, double destination, double factor) {
    switch (equation) {
    case GL_FUNC_ADD:
        return source * sourceFactor + destination * factor;
    case GL_FUNC_SUBTRACT:
        return source * sourceFactor - destination * factor;
    case GL_FUNC_REVERSE_SUBTRACT:
        return destination * factor - source * sourceFactor;
    case GL_MIN:
        return std::min(source, destination);
    default:
        return std::max(source, destination);
    }
}

} // namespace harness
