// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::clampColor(GLenum, GLenum) {
    setError(GL_INVALID_OPERATION, "glClampColor is not there yet");
}

void Context::clearBufferfi(GLenum, GLint, GLfloat, GLint) {
    setError(GL_INVALID_OPERATION, "glClearBufferfi is not there yet");
}

void Context::clearBufferfv(GLenum, GLint, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glClearBufferfv is not there yet");
}

void Context::clearBufferiv(GLenum, GLint, const GLint*) {
    setError(GL_INVALID_OPERATION, "glClearBufferiv is not there yet");
}

void Context::clearBufferuiv(GLenum, GLint, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glClearBufferuiv is not there yet");
}

void Context::framebufferTexture(GLenum, GLenum, GLuint, GLint) {
    setError(GL_INVALID_OPERATION, "glFramebufferTexture is not there yet");
}

void Context::getInternalformativ(GLenum, GLenum, GLenum, GLsizei, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetInternalformativ is not there yet");
}

void Context::getMultisamplefv(GLenum, GLuint, GLfloat*) {
    setError(GL_INVALID_OPERATION, "glGetMultisamplefv is not there yet");
}

void Context::invalidateFramebuffer(GLenum, GLsizei, const GLenum*) {
    setError(GL_INVALID_OPERATION, "glInvalidateFramebuffer is not there yet");
}

void Context::invalidateSubFramebuffer(
    GLenum, GLsizei, const GLenum*, GLint, GLint, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glInvalidateSubFramebuffer is not there yet");
}

} // namespace gl
