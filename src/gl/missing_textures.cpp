// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::bindSampler(GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glBindSampler is not there yet");
}

void Context::copyImageSubData(GLuint,
                               GLenum,
                               GLint,
                               GLint,
                               GLint,
                               GLint,
                               GLuint,
                               GLenum,
                               GLint,
                               GLint,
                               GLint,
                               GLint,
                               GLsizei,
                               GLsizei,
                               GLsizei) {
    setError(GL_INVALID_OPERATION, "glCopyImageSubData is not there yet");
}

void Context::deleteSamplers(GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glDeleteSamplers is not there yet");
}

void Context::genSamplers(GLsizei, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGenSamplers is not there yet");
}

void Context::getSamplerParameterIiv(GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetSamplerParameterIiv is not there yet");
}

void Context::getSamplerParameterIuiv(GLuint, GLenum, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetSamplerParameterIuiv is not there yet");
}

void Context::getSamplerParameterfv(GLuint, GLenum, GLfloat*) {
    setError(GL_INVALID_OPERATION, "glGetSamplerParameterfv is not there yet");
}

void Context::getSamplerParameteriv(GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetSamplerParameteriv is not there yet");
}

void Context::getTexParameterIiv(GLenum, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetTexParameterIiv is not there yet");
}

void Context::getTexParameterIuiv(GLenum, GLenum, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetTexParameterIuiv is not there yet");
}

void Context::invalidateTexImage(GLuint, GLint) {
    setError(GL_INVALID_OPERATION, "glInvalidateTexImage is not there yet");
}

void Context::invalidateTexSubImage(GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glInvalidateTexSubImage is not there yet");
}

GLboolean Context::isSampler(GLuint) {
    setError(GL_INVALID_OPERATION, "glIsSampler is not there yet");
    return {};
}

void Context::samplerParameterIiv(GLuint, GLenum, const GLint*) {
    setError(GL_INVALID_OPERATION, "glSamplerParameterIiv is not there yet");
}

void Context::samplerParameterIuiv(GLuint, GLenum, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glSamplerParameterIuiv is not there yet");
}

void Context::samplerParameterf(GLuint, GLenum, GLfloat) {
    setError(GL_INVALID_OPERATION, "glSamplerParameterf is not there yet");
}

void Context::samplerParameterfv(GLuint, GLenum, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glSamplerParameterfv is not there yet");
}

void Context::samplerParameteri(GLuint, GLenum, GLint) {
    setError(GL_INVALID_OPERATION, "glSamplerParameteri is not there yet");
}

void Context::samplerParameteriv(GLuint, GLenum, const GLint*) {
    setError(GL_INVALID_OPERATION, "glSamplerParameteriv is not there yet");
}

void Context::texBuffer(GLenum, GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glTexBuffer is not there yet");
}

void Context::texBufferRange(GLenum, GLenum, GLuint, GLintptr, GLsizeiptr) {
    setError(GL_INVALID_OPERATION, "glTexBufferRange is not there yet");
}

void Context::texImage2DMultisample(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean) {
    setError(GL_INVALID_OPERATION, "glTexImage2DMultisample is not there yet");
}

void Context::texImage3DMultisample(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean) {
    setError(GL_INVALID_OPERATION, "glTexImage3DMultisample is not there yet");
}

void Context::texParameterIiv(GLenum, GLenum, const GLint*) {
    setError(GL_INVALID_OPERATION, "glTexParameterIiv is not there yet");
}

void Context::texParameterIuiv(GLenum, GLenum, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glTexParameterIuiv is not there yet");
}

void Context::texStorage1D(GLenum, GLsizei, GLenum, GLsizei) {
    setError(GL_INVALID_OPERATION, "glTexStorage1D is not there yet");
}

void Context::texStorage2D(GLenum, GLsizei, GLenum, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glTexStorage2D is not there yet");
}

void Context::texStorage2DMultisample(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean) {
    setError(GL_INVALID_OPERATION, "glTexStorage2DMultisample is not there yet");
}

void Context::texStorage3D(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glTexStorage3D is not there yet");
}

void Context::texStorage3DMultisample(
    GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean) {
    setError(GL_INVALID_OPERATION, "glTexStorage3DMultisample is not there yet");
}

void Context::textureView(GLuint, GLenum, GLuint, GLenum, GLuint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glTextureView is not there yet");
}

} // namespace gl
