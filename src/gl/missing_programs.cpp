// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::getProgramBinary(GLuint, GLsizei, GLsizei*, GLenum*, void*) {
    setError(GL_INVALID_OPERATION, "glGetProgramBinary is not there yet");
}

void Context::programBinary(GLuint, GLenum, const void*, GLsizei) {
    setError(GL_INVALID_OPERATION, "glProgramBinary is not there yet");
}

} // namespace gl
