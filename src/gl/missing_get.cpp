// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::getBooleani_v(GLenum, GLuint, GLboolean*) {
    setError(GL_INVALID_OPERATION, "glGetBooleani_v is not there yet");
}

void Context::getDoublei_v(GLenum, GLuint, GLdouble*) {
    setError(GL_INVALID_OPERATION, "glGetDoublei_v is not there yet");
}

void Context::getFloati_v(GLenum, GLuint, GLfloat*) {
    setError(GL_INVALID_OPERATION, "glGetFloati_v is not there yet");
}

void Context::getInteger64i_v(GLenum, GLuint, GLint64*) {
    setError(GL_INVALID_OPERATION, "glGetInteger64i_v is not there yet");
}

void Context::getInteger64v(GLenum, GLint64*) {
    setError(GL_INVALID_OPERATION, "glGetInteger64v is not there yet");
}

void Context::getIntegeri_v(GLenum, GLuint, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetIntegeri_v is not there yet");
}

} // namespace gl
