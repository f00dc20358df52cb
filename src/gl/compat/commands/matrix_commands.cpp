// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"
#include "gl/rules/fixed_point.h"

#include <cmath>

namespace gl {

namespace {

template <class T>
Matrix4 fromArray(const T* m) {
    Matrix4 matrix;
    for (size_t i = 0; i < 16; ++i) {
        matrix.m[i] = float(m[i]);
    }
    return matrix;
}

/// What the matrices of a stack show.
uint32_t shownBy(GLenum matrixMode) {
    switch (matrixMode) {
    case GL_MODELVIEW:
        return kShownModelView;
    case GL_PROJECTION:
        return kShownProjection;
    case GL_TEXTURE:
        return kShownTextureMatrices;
    default:
        return kShownProgramParameters;
    }
}

} // namespace

/// Null with the error set: no matrix can be changed now.
MatrixStack* Context::currentMatrixStack() {
    if (!m_compat) {
        setError(GL_INVALID_OPERATION, "OpenGL ES 2.0 has no matrices");
        return nullptr;
    }
    if (m_compat->matrixMode == GL_TEXTURE && m_client.activeTexture >= kTextureCoordUnits) {
        setError(GL_INVALID_OPERATION, "texture unit {} has no matrix", m_client.activeTexture);
        return nullptr;
    }
    return &m_compat->matrixStack(m_client.activeTexture);
}

void Context::setMatrix(const Matrix4& matrix) {
    if (MatrixStack* stack = currentMatrixStack()) {
        stack->top() = matrix;
        shownStateChanged(shownBy(m_compat->matrixMode));
    }
}

void Context::multiplyMatrix(const Matrix4& matrix) {
    if (MatrixStack* stack = currentMatrixStack()) {
        stack->top() = stack->top() * matrix;
        shownStateChanged(shownBy(m_compat->matrixMode));
    }
}

void Context::matrixMode(GLenum mode) {
    const bool isProgram =
        mode >= GL_MATRIX0_ARB && mode < GL_MATRIX0_ARB + GLenum(kProgramMatrices);
    if (!m_compat ||
        (mode != GL_MODELVIEW && mode != GL_PROJECTION && mode != GL_TEXTURE && !isProgram)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a matrix mode", mode);
    }
    m_compat->matrixMode = mode;
}

void Context::loadIdentity() {
    setMatrix({});
}

void Context::loadMatrixf(const GLfloat* m) {
    setMatrix(fromArray(m));
}

void Context::loadMatrixd(const GLdouble* m) {
    setMatrix(fromArray(m));
}

void Context::loadTransposeMatrixf(const GLfloat* m) {
    setMatrix(fromArray(m).transposed());
}

void Context::loadTransposeMatrixd(const GLdouble* m) {
    setMatrix(fromArray(m).transposed());
}

void Context::multMatrixf(const GLfloat* m) {
    multiplyMatrix(fromArray(m));
}

void Context::multMatrixd(const GLdouble* m) {
    multiplyMatrix(fromArray(m));
}

void Context::multTransposeMatrixf(const GLfloat* m) {
    multiplyMatrix(fromArray(m).transposed());
}

void Context::multTransposeMatrixd(const GLdouble* m) {
    multiplyMatrix(fromArray(m).transposed());
}

void Context::pushMatrix() {
    MatrixStack* stack = currentMatrixStack();
    if (stack && !stack->push()) {
        setError(GL_STACK_OVERFLOW, "the matrix stack is {} deep", stack->depth());
    }
}

void Context::popMatrix() {
    MatrixStack* stack = currentMatrixStack();
    if (!stack) {
        return;
    }
    if (!stack->pop()) {
        return setError(GL_STACK_UNDERFLOW, "the matrix stack has one matrix left");
    }
    shownStateChanged(shownBy(m_compat->matrixMode));
}

void Context::frustum(
    GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble zNear, GLdouble zFar) {
    if (!(zNear > 0) || !(zFar > 0) || left == right || bottom == top || zNear == zFar) {
        return setError(GL_INVALID_VALUE, "a frustum without volume");
    }
    multiplyMatrix(gl::frustum(left, right, bottom, top, zNear, zFar));
}

void Context::frustumf(GLfloat l, GLfloat r, GLfloat b, GLfloat t, GLfloat n, GLfloat f) {
    frustum(l, r, b, t, n, f);
}

void Context::orthof(GLfloat l, GLfloat r, GLfloat b, GLfloat t, GLfloat n, GLfloat f) {
    ortho(l, r, b, t, n, f);
}

void Context::ortho(
    GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble zNear, GLdouble zFar) {
    if (left == right || bottom == top || zNear == zFar) {
        return setError(GL_INVALID_VALUE, "a view without volume");
    }
    multiplyMatrix(orthographic(left, right, bottom, top, zNear, zFar));
}

/// GL_OES_query_matrix
GLbitfield Context::queryMatrixxOES(GLfixed* mantissa, GLint* exponent) {
    const MatrixStack* const stack = currentMatrixStack();
    GLbitfield invalid = 0;
    for (size_t i = 0; stack && i < stack->top().m.size(); ++i) {
        const float component = stack->top().m[i];
        if (!std::isfinite(component)) {
            invalid |= 1u << i;
            continue;
        }
        mantissa[i] = fixedOf(std::frexp(double(component), &exponent[i]));
    }
    return invalid;
}

void Context::rotated(GLdouble angle, GLdouble x, GLdouble y, GLdouble z) {
    multiplyMatrix(rotation(angle, x, y, z));
}

void Context::rotatef(GLfloat angle, GLfloat x, GLfloat y, GLfloat z) {
    multiplyMatrix(rotation(angle, x, y, z));
}

void Context::scaled(GLdouble x, GLdouble y, GLdouble z) {
    multiplyMatrix(scaling(x, y, z));
}

void Context::scalef(GLfloat x, GLfloat y, GLfloat z) {
    multiplyMatrix(scaling(x, y, z));
}

void Context::translated(GLdouble x, GLdouble y, GLdouble z) {
    multiplyMatrix(translation(x, y, z));
}

void Context::translatef(GLfloat x, GLfloat y, GLfloat z) {
    multiplyMatrix(translation(x, y, z));
}

} // namespace gl
