// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::beginConditionalRender(GLuint, GLenum) {
    setError(GL_INVALID_OPERATION, "glBeginConditionalRender is not there yet");
}

void Context::beginQuery(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glBeginQuery is not there yet");
}

void Context::beginQueryIndexed(GLenum, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glBeginQueryIndexed is not there yet");
}

void Context::beginTransformFeedback(GLenum) {
    setError(GL_INVALID_OPERATION, "glBeginTransformFeedback is not there yet");
}

void Context::bindBufferBase(GLenum, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glBindBufferBase is not there yet");
}

void Context::bindBufferRange(GLenum, GLuint, GLuint, GLintptr, GLsizeiptr) {
    setError(GL_INVALID_OPERATION, "glBindBufferRange is not there yet");
}

void Context::bindTransformFeedback(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glBindTransformFeedback is not there yet");
}

void Context::bufferStorage(GLenum, GLsizeiptr, const void*, GLbitfield) {
    setError(GL_INVALID_OPERATION, "glBufferStorage is not there yet");
}

GLenum Context::clientWaitSync(GLsync, GLbitfield, GLuint64) {
    setError(GL_INVALID_OPERATION, "glClientWaitSync is not there yet");
    return {};
}

void Context::copyBufferSubData(GLenum, GLenum, GLintptr, GLintptr, GLsizeiptr) {
    setError(GL_INVALID_OPERATION, "glCopyBufferSubData is not there yet");
}

void Context::deleteQueries(GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glDeleteQueries is not there yet");
}

void Context::deleteSync(GLsync) {
    setError(GL_INVALID_OPERATION, "glDeleteSync is not there yet");
}

void Context::deleteTransformFeedbacks(GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glDeleteTransformFeedbacks is not there yet");
}

void Context::drawTransformFeedback(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glDrawTransformFeedback is not there yet");
}

void Context::drawTransformFeedbackInstanced(GLenum, GLuint, GLsizei) {
    setError(GL_INVALID_OPERATION, "glDrawTransformFeedbackInstanced is not there yet");
}

void Context::drawTransformFeedbackStream(GLenum, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glDrawTransformFeedbackStream is not there yet");
}

void Context::drawTransformFeedbackStreamInstanced(GLenum, GLuint, GLuint, GLsizei) {
    setError(GL_INVALID_OPERATION, "glDrawTransformFeedbackStreamInstanced is not there yet");
}

void Context::endConditionalRender() {
    setError(GL_INVALID_OPERATION, "glEndConditionalRender is not there yet");
}

void Context::endQuery(GLenum) {
    setError(GL_INVALID_OPERATION, "glEndQuery is not there yet");
}

void Context::endQueryIndexed(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glEndQueryIndexed is not there yet");
}

void Context::endTransformFeedback() {
    setError(GL_INVALID_OPERATION, "glEndTransformFeedback is not there yet");
}

GLsync Context::fenceSync(GLenum, GLbitfield) {
    setError(GL_INVALID_OPERATION, "glFenceSync is not there yet");
    return {};
}

void Context::genQueries(GLsizei, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGenQueries is not there yet");
}

void Context::genTransformFeedbacks(GLsizei, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGenTransformFeedbacks is not there yet");
}

void Context::getBufferParameteri64v(GLenum, GLenum, GLint64*) {
    setError(GL_INVALID_OPERATION, "glGetBufferParameteri64v is not there yet");
}

void Context::getQueryIndexediv(GLenum, GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetQueryIndexediv is not there yet");
}

void Context::getQueryObjecti64v(GLuint, GLenum, GLint64*) {
    setError(GL_INVALID_OPERATION, "glGetQueryObjecti64v is not there yet");
}

void Context::getQueryObjectiv(GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetQueryObjectiv is not there yet");
}

void Context::getQueryObjectui64v(GLuint, GLenum, GLuint64*) {
    setError(GL_INVALID_OPERATION, "glGetQueryObjectui64v is not there yet");
}

void Context::getQueryObjectuiv(GLuint, GLenum, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetQueryObjectuiv is not there yet");
}

void Context::getQueryiv(GLenum, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetQueryiv is not there yet");
}

void Context::getSynciv(GLsync, GLenum, GLsizei, GLsizei*, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetSynciv is not there yet");
}

void Context::invalidateBufferData(GLuint) {
    setError(GL_INVALID_OPERATION, "glInvalidateBufferData is not there yet");
}

void Context::invalidateBufferSubData(GLuint, GLintptr, GLsizeiptr) {
    setError(GL_INVALID_OPERATION, "glInvalidateBufferSubData is not there yet");
}

GLboolean Context::isQuery(GLuint) {
    setError(GL_INVALID_OPERATION, "glIsQuery is not there yet");
    return {};
}

GLboolean Context::isSync(GLsync) {
    setError(GL_INVALID_OPERATION, "glIsSync is not there yet");
    return {};
}

GLboolean Context::isTransformFeedback(GLuint) {
    setError(GL_INVALID_OPERATION, "glIsTransformFeedback is not there yet");
    return {};
}

void Context::pauseTransformFeedback() {
    setError(GL_INVALID_OPERATION, "glPauseTransformFeedback is not there yet");
}

void Context::queryCounter(GLuint, GLenum) {
    setError(GL_INVALID_OPERATION, "glQueryCounter is not there yet");
}

void Context::resumeTransformFeedback() {
    setError(GL_INVALID_OPERATION, "glResumeTransformFeedback is not there yet");
}

void Context::waitSync(GLsync, GLbitfield, GLuint64) {
    setError(GL_INVALID_OPERATION, "glWaitSync is not there yet");
}

} // namespace gl
