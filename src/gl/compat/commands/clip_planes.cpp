// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What fixed function does between vertex and fragment shaders: planes that clip (OpenGL 3.0
// section 2.12) and the shading model of colours (section 2.14.7).
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>

namespace gl {

/// Null with the error set: not a plane.
std::array<double, 4>* Context::clipPlaneOf(GLenum plane) {
    if (!m_compat || plane < GL_CLIP_PLANE0 || plane >= GL_CLIP_PLANE0 + kMaxClipDistances) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a clip plane", plane);
        return nullptr;
    }
    return &m_compat->clipPlanes[plane - GL_CLIP_PLANE0];
}

void Context::clipPlane(GLenum plane, const GLdouble* equation) {
    std::array<double, 4>* kept = clipPlaneOf(plane);
    if (!kept) {
        return;
    }
    // To eye coordinates with the matrix of now: a row times its inverse.
    const Matrix4 inverse = m_compat->modelView.top().inverted();
    for (size_t column = 0; column < 4; ++column) {
        double sum = 0;
        for (size_t row = 0; row < 4; ++row) {
            sum += equation[row] * double(inverse.m[column * 4 + row]);
        }
        (*kept)[column] = sum;
    }
    shownStateChanged(kShownClipPlanes);
}

void Context::clipPlanef(GLenum p, const GLfloat* eqn) {
    const std::array<GLdouble, 4> equation{eqn[0], eqn[1], eqn[2], eqn[3]};
    clipPlane(p, equation.data());
}

void Context::getClipPlanef(GLenum plane, GLfloat* equation) {
    if (const std::array<double, 4>* kept = clipPlaneOf(plane)) {
        std::ranges::transform(*kept, equation, [](double number) { return GLfloat(number); });
    }
}

void Context::getClipPlane(GLenum plane, GLdouble* equation) {
    if (const std::array<double, 4>* kept = clipPlaneOf(plane)) {
        std::copy(kept->begin(), kept->end(), equation);
    }
}

void Context::shadeModel(GLenum mode) {
    if (!m_compat || (mode != GL_FLAT && mode != GL_SMOOTH)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a shading model", mode);
    }
    change(m_state.flatColors, mode == GL_FLAT, Dirty::Raster);
    recheck(kRecheckFixedFunction);
}

} // namespace gl
