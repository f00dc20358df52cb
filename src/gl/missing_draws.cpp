// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::bindVertexBuffer(GLuint, GLuint, GLintptr, GLsizei) {
    setError(GL_INVALID_OPERATION, "glBindVertexBuffer is not there yet");
}

void Context::blendEquationSeparatei(GLuint, GLenum, GLenum) {
    setError(GL_INVALID_OPERATION, "glBlendEquationSeparatei is not there yet");
}

void Context::blendEquationi(GLuint, GLenum) {
    setError(GL_INVALID_OPERATION, "glBlendEquationi is not there yet");
}

void Context::blendFuncSeparatei(GLuint, GLenum, GLenum, GLenum, GLenum) {
    setError(GL_INVALID_OPERATION, "glBlendFuncSeparatei is not there yet");
}

void Context::blendFunci(GLuint, GLenum, GLenum) {
    setError(GL_INVALID_OPERATION, "glBlendFunci is not there yet");
}

void Context::colorMaski(GLuint, GLboolean, GLboolean, GLboolean, GLboolean) {
    setError(GL_INVALID_OPERATION, "glColorMaski is not there yet");
}

void Context::depthRangeArrayv(GLuint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glDepthRangeArrayv is not there yet");
}

void Context::depthRangeIndexed(GLuint, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glDepthRangeIndexed is not there yet");
}

void Context::disablei(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glDisablei is not there yet");
}

void Context::drawArraysIndirect(GLenum, const void*) {
    setError(GL_INVALID_OPERATION, "glDrawArraysIndirect is not there yet");
}

void Context::drawArraysInstancedBaseInstance(GLenum, GLint, GLsizei, GLsizei, GLuint) {
    setError(GL_INVALID_OPERATION, "glDrawArraysInstancedBaseInstance is not there yet");
}

void Context::drawElementsBaseVertex(GLenum, GLsizei, GLenum, const void*, GLint) {
    setError(GL_INVALID_OPERATION, "glDrawElementsBaseVertex is not there yet");
}

void Context::drawElementsIndirect(GLenum, GLenum, const void*) {
    setError(GL_INVALID_OPERATION, "glDrawElementsIndirect is not there yet");
}

void Context::drawElementsInstancedBaseInstance(
    GLenum, GLsizei, GLenum, const void*, GLsizei, GLuint) {
    setError(GL_INVALID_OPERATION, "glDrawElementsInstancedBaseInstance is not there yet");
}

void Context::drawElementsInstancedBaseVertex(
    GLenum, GLsizei, GLenum, const void*, GLsizei, GLint) {
    setError(GL_INVALID_OPERATION, "glDrawElementsInstancedBaseVertex is not there yet");
}

void Context::drawElementsInstancedBaseVertexBaseInstance(
    GLenum, GLsizei, GLenum, const void*, GLsizei, GLint, GLuint) {
    setError(GL_INVALID_OPERATION,
             "glDrawElementsInstancedBaseVertexBaseInstance is not there yet");
}

void Context::drawRangeElementsBaseVertex(
    GLenum, GLuint, GLuint, GLsizei, GLenum, const void*, GLint) {
    setError(GL_INVALID_OPERATION, "glDrawRangeElementsBaseVertex is not there yet");
}

void Context::enablei(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glEnablei is not there yet");
}

void Context::getVertexAttribIiv(GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetVertexAttribIiv is not there yet");
}

void Context::getVertexAttribIuiv(GLuint, GLenum, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetVertexAttribIuiv is not there yet");
}

void Context::getVertexAttribLdv(GLuint, GLenum, GLdouble*) {
    setError(GL_INVALID_OPERATION, "glGetVertexAttribLdv is not there yet");
}

GLboolean Context::isEnabledi(GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glIsEnabledi is not there yet");
    return {};
}

void Context::logicOp(GLenum) {
    setError(GL_INVALID_OPERATION, "glLogicOp is not there yet");
}

void Context::minSampleShading(GLfloat) {
    setError(GL_INVALID_OPERATION, "glMinSampleShading is not there yet");
}

void Context::multiDrawArraysIndirect(GLenum, const void*, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glMultiDrawArraysIndirect is not there yet");
}

void Context::multiDrawElementsBaseVertex(
    GLenum, const GLsizei*, GLenum, const void* const*, GLsizei, const GLint*) {
    setError(GL_INVALID_OPERATION, "glMultiDrawElementsBaseVertex is not there yet");
}

void Context::multiDrawElementsIndirect(GLenum, GLenum, const void*, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glMultiDrawElementsIndirect is not there yet");
}

void Context::patchParameterfv(GLenum, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glPatchParameterfv is not there yet");
}

void Context::patchParameteri(GLenum, GLint) {
    setError(GL_INVALID_OPERATION, "glPatchParameteri is not there yet");
}

void Context::primitiveRestartIndex(GLuint) {
    setError(GL_INVALID_OPERATION, "glPrimitiveRestartIndex is not there yet");
}

void Context::provokingVertex(GLenum) {
    setError(GL_INVALID_OPERATION, "glProvokingVertex is not there yet");
}

void Context::sampleMaski(GLuint, GLbitfield) {
    setError(GL_INVALID_OPERATION, "glSampleMaski is not there yet");
}

void Context::scissorArrayv(GLuint, GLsizei, const GLint*) {
    setError(GL_INVALID_OPERATION, "glScissorArrayv is not there yet");
}

void Context::scissorIndexed(GLuint, GLint, GLint, GLsizei, GLsizei) {
    setError(GL_INVALID_OPERATION, "glScissorIndexed is not there yet");
}

void Context::scissorIndexedv(GLuint, const GLint*) {
    setError(GL_INVALID_OPERATION, "glScissorIndexedv is not there yet");
}

void Context::vertexAttribBinding(GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribBinding is not there yet");
}

void Context::vertexAttribFormat(GLuint, GLint, GLenum, GLboolean, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribFormat is not there yet");
}

void Context::vertexAttribI1i(GLuint, GLint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI1i is not there yet");
}

void Context::vertexAttribI1iv(GLuint, const GLint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI1iv is not there yet");
}

void Context::vertexAttribI1ui(GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI1ui is not there yet");
}

void Context::vertexAttribI1uiv(GLuint, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI1uiv is not there yet");
}

void Context::vertexAttribI2i(GLuint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI2i is not there yet");
}

void Context::vertexAttribI2iv(GLuint, const GLint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI2iv is not there yet");
}

void Context::vertexAttribI2ui(GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI2ui is not there yet");
}

void Context::vertexAttribI2uiv(GLuint, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI2uiv is not there yet");
}

void Context::vertexAttribI3i(GLuint, GLint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI3i is not there yet");
}

void Context::vertexAttribI3iv(GLuint, const GLint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI3iv is not there yet");
}

void Context::vertexAttribI3ui(GLuint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI3ui is not there yet");
}

void Context::vertexAttribI3uiv(GLuint, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI3uiv is not there yet");
}

void Context::vertexAttribI4bv(GLuint, const GLbyte*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4bv is not there yet");
}

void Context::vertexAttribI4i(GLuint, GLint, GLint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4i is not there yet");
}

void Context::vertexAttribI4iv(GLuint, const GLint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4iv is not there yet");
}

void Context::vertexAttribI4sv(GLuint, const GLshort*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4sv is not there yet");
}

void Context::vertexAttribI4ubv(GLuint, const GLubyte*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4ubv is not there yet");
}

void Context::vertexAttribI4ui(GLuint, GLuint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4ui is not there yet");
}

void Context::vertexAttribI4uiv(GLuint, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4uiv is not there yet");
}

void Context::vertexAttribI4usv(GLuint, const GLushort*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribI4usv is not there yet");
}

void Context::vertexAttribIFormat(GLuint, GLint, GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribIFormat is not there yet");
}

void Context::vertexAttribIPointer(GLuint, GLint, GLenum, GLsizei, const void*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribIPointer is not there yet");
}

void Context::vertexAttribL1d(GLuint, GLdouble) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL1d is not there yet");
}

void Context::vertexAttribL1dv(GLuint, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL1dv is not there yet");
}

void Context::vertexAttribL2d(GLuint, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL2d is not there yet");
}

void Context::vertexAttribL2dv(GLuint, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL2dv is not there yet");
}

void Context::vertexAttribL3d(GLuint, GLdouble, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL3d is not there yet");
}

void Context::vertexAttribL3dv(GLuint, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL3dv is not there yet");
}

void Context::vertexAttribL4d(GLuint, GLdouble, GLdouble, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL4d is not there yet");
}

void Context::vertexAttribL4dv(GLuint, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribL4dv is not there yet");
}

void Context::vertexAttribLFormat(GLuint, GLint, GLenum, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribLFormat is not there yet");
}

void Context::vertexAttribLPointer(GLuint, GLint, GLenum, GLsizei, const void*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribLPointer is not there yet");
}

void Context::vertexAttribP1ui(GLuint, GLenum, GLboolean, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP1ui is not there yet");
}

void Context::vertexAttribP1uiv(GLuint, GLenum, GLboolean, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP1uiv is not there yet");
}

void Context::vertexAttribP2ui(GLuint, GLenum, GLboolean, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP2ui is not there yet");
}

void Context::vertexAttribP2uiv(GLuint, GLenum, GLboolean, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP2uiv is not there yet");
}

void Context::vertexAttribP3ui(GLuint, GLenum, GLboolean, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP3ui is not there yet");
}

void Context::vertexAttribP3uiv(GLuint, GLenum, GLboolean, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP3uiv is not there yet");
}

void Context::vertexAttribP4ui(GLuint, GLenum, GLboolean, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP4ui is not there yet");
}

void Context::vertexAttribP4uiv(GLuint, GLenum, GLboolean, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glVertexAttribP4uiv is not there yet");
}

void Context::vertexBindingDivisor(GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glVertexBindingDivisor is not there yet");
}

void Context::viewportArrayv(GLuint, GLsizei, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glViewportArrayv is not there yet");
}

void Context::viewportIndexedf(GLuint, GLfloat, GLfloat, GLfloat, GLfloat) {
    setError(GL_INVALID_OPERATION, "glViewportIndexedf is not there yet");
}

void Context::viewportIndexedfv(GLuint, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glViewportIndexedfv is not there yet");
}

} // namespace gl
