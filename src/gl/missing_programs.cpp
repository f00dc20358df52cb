// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Commands that are still to be written. Empty when they all are; then this file goes.
#include "gl/context.h"

namespace gl {

void Context::activeShaderProgram(GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glActiveShaderProgram is not there yet");
}

void Context::bindFragDataLocation(GLuint, GLuint, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glBindFragDataLocation is not there yet");
}

void Context::bindFragDataLocationIndexed(GLuint, GLuint, GLuint, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glBindFragDataLocationIndexed is not there yet");
}

void Context::bindProgramPipeline(GLuint) {
    setError(GL_INVALID_OPERATION, "glBindProgramPipeline is not there yet");
}

GLuint Context::createShaderProgramv(GLenum, GLsizei, const GLchar* const*) {
    setError(GL_INVALID_OPERATION, "glCreateShaderProgramv is not there yet");
    return {};
}

void Context::deleteProgramPipelines(GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glDeleteProgramPipelines is not there yet");
}

void Context::genProgramPipelines(GLsizei, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGenProgramPipelines is not there yet");
}

void Context::getActiveSubroutineName(GLuint, GLenum, GLuint, GLsizei, GLsizei*, GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetActiveSubroutineName is not there yet");
}

void Context::getActiveSubroutineUniformName(GLuint, GLenum, GLuint, GLsizei, GLsizei*, GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetActiveSubroutineUniformName is not there yet");
}

void Context::getActiveSubroutineUniformiv(GLuint, GLenum, GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetActiveSubroutineUniformiv is not there yet");
}

void Context::getActiveUniformBlockName(GLuint, GLuint, GLsizei, GLsizei*, GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetActiveUniformBlockName is not there yet");
}

void Context::getActiveUniformBlockiv(GLuint, GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetActiveUniformBlockiv is not there yet");
}

void Context::getActiveUniformName(GLuint, GLuint, GLsizei, GLsizei*, GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetActiveUniformName is not there yet");
}

void Context::getActiveUniformsiv(GLuint, GLsizei, const GLuint*, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetActiveUniformsiv is not there yet");
}

GLint Context::getFragDataIndex(GLuint, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetFragDataIndex is not there yet");
    return {};
}

GLint Context::getFragDataLocation(GLuint, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetFragDataLocation is not there yet");
    return {};
}

void Context::getProgramBinary(GLuint, GLsizei, GLsizei*, GLenum*, void*) {
    setError(GL_INVALID_OPERATION, "glGetProgramBinary is not there yet");
}

void Context::getProgramPipelineInfoLog(GLuint, GLsizei, GLsizei*, GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetProgramPipelineInfoLog is not there yet");
}

void Context::getProgramPipelineiv(GLuint, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetProgramPipelineiv is not there yet");
}

void Context::getProgramStageiv(GLuint, GLenum, GLenum, GLint*) {
    setError(GL_INVALID_OPERATION, "glGetProgramStageiv is not there yet");
}

GLuint Context::getSubroutineIndex(GLuint, GLenum, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetSubroutineIndex is not there yet");
    return {};
}

GLint Context::getSubroutineUniformLocation(GLuint, GLenum, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetSubroutineUniformLocation is not there yet");
    return {};
}

void Context::getTransformFeedbackVarying(
    GLuint, GLuint, GLsizei, GLsizei*, GLsizei*, GLenum*, GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetTransformFeedbackVarying is not there yet");
}

GLuint Context::getUniformBlockIndex(GLuint, const GLchar*) {
    setError(GL_INVALID_OPERATION, "glGetUniformBlockIndex is not there yet");
    return {};
}

void Context::getUniformIndices(GLuint, GLsizei, const GLchar* const*, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetUniformIndices is not there yet");
}

void Context::getUniformSubroutineuiv(GLenum, GLint, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetUniformSubroutineuiv is not there yet");
}

void Context::getUniformdv(GLuint, GLint, GLdouble*) {
    setError(GL_INVALID_OPERATION, "glGetUniformdv is not there yet");
}

void Context::getUniformuiv(GLuint, GLint, GLuint*) {
    setError(GL_INVALID_OPERATION, "glGetUniformuiv is not there yet");
}

GLboolean Context::isProgramPipeline(GLuint) {
    setError(GL_INVALID_OPERATION, "glIsProgramPipeline is not there yet");
    return {};
}

void Context::programBinary(GLuint, GLenum, const void*, GLsizei) {
    setError(GL_INVALID_OPERATION, "glProgramBinary is not there yet");
}

void Context::programParameteri(GLuint, GLenum, GLint) {
    setError(GL_INVALID_OPERATION, "glProgramParameteri is not there yet");
}

void Context::programUniform1d(GLuint, GLint, GLdouble) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1d is not there yet");
}

void Context::programUniform1dv(GLuint, GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1dv is not there yet");
}

void Context::programUniform1f(GLuint, GLint, GLfloat) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1f is not there yet");
}

void Context::programUniform1fv(GLuint, GLint, GLsizei, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1fv is not there yet");
}

void Context::programUniform1i(GLuint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1i is not there yet");
}

void Context::programUniform1iv(GLuint, GLint, GLsizei, const GLint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1iv is not there yet");
}

void Context::programUniform1ui(GLuint, GLint, GLuint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1ui is not there yet");
}

void Context::programUniform1uiv(GLuint, GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform1uiv is not there yet");
}

void Context::programUniform2d(GLuint, GLint, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2d is not there yet");
}

void Context::programUniform2dv(GLuint, GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2dv is not there yet");
}

void Context::programUniform2f(GLuint, GLint, GLfloat, GLfloat) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2f is not there yet");
}

void Context::programUniform2fv(GLuint, GLint, GLsizei, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2fv is not there yet");
}

void Context::programUniform2i(GLuint, GLint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2i is not there yet");
}

void Context::programUniform2iv(GLuint, GLint, GLsizei, const GLint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2iv is not there yet");
}

void Context::programUniform2ui(GLuint, GLint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2ui is not there yet");
}

void Context::programUniform2uiv(GLuint, GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform2uiv is not there yet");
}

void Context::programUniform3d(GLuint, GLint, GLdouble, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3d is not there yet");
}

void Context::programUniform3dv(GLuint, GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3dv is not there yet");
}

void Context::programUniform3f(GLuint, GLint, GLfloat, GLfloat, GLfloat) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3f is not there yet");
}

void Context::programUniform3fv(GLuint, GLint, GLsizei, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3fv is not there yet");
}

void Context::programUniform3i(GLuint, GLint, GLint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3i is not there yet");
}

void Context::programUniform3iv(GLuint, GLint, GLsizei, const GLint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3iv is not there yet");
}

void Context::programUniform3ui(GLuint, GLint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3ui is not there yet");
}

void Context::programUniform3uiv(GLuint, GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform3uiv is not there yet");
}

void Context::programUniform4d(GLuint, GLint, GLdouble, GLdouble, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4d is not there yet");
}

void Context::programUniform4dv(GLuint, GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4dv is not there yet");
}

void Context::programUniform4f(GLuint, GLint, GLfloat, GLfloat, GLfloat, GLfloat) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4f is not there yet");
}

void Context::programUniform4fv(GLuint, GLint, GLsizei, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4fv is not there yet");
}

void Context::programUniform4i(GLuint, GLint, GLint, GLint, GLint, GLint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4i is not there yet");
}

void Context::programUniform4iv(GLuint, GLint, GLsizei, const GLint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4iv is not there yet");
}

void Context::programUniform4ui(GLuint, GLint, GLuint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4ui is not there yet");
}

void Context::programUniform4uiv(GLuint, GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glProgramUniform4uiv is not there yet");
}

void Context::programUniformMatrix2dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix2dv is not there yet");
}

void Context::programUniformMatrix2fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix2fv is not there yet");
}

void Context::programUniformMatrix2x3dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix2x3dv is not there yet");
}

void Context::programUniformMatrix2x3fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix2x3fv is not there yet");
}

void Context::programUniformMatrix2x4dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix2x4dv is not there yet");
}

void Context::programUniformMatrix2x4fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix2x4fv is not there yet");
}

void Context::programUniformMatrix3dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix3dv is not there yet");
}

void Context::programUniformMatrix3fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix3fv is not there yet");
}

void Context::programUniformMatrix3x2dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix3x2dv is not there yet");
}

void Context::programUniformMatrix3x2fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix3x2fv is not there yet");
}

void Context::programUniformMatrix3x4dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix3x4dv is not there yet");
}

void Context::programUniformMatrix3x4fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix3x4fv is not there yet");
}

void Context::programUniformMatrix4dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix4dv is not there yet");
}

void Context::programUniformMatrix4fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix4fv is not there yet");
}

void Context::programUniformMatrix4x2dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix4x2dv is not there yet");
}

void Context::programUniformMatrix4x2fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix4x2fv is not there yet");
}

void Context::programUniformMatrix4x3dv(GLuint, GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix4x3dv is not there yet");
}

void Context::programUniformMatrix4x3fv(GLuint, GLint, GLsizei, GLboolean, const GLfloat*) {
    setError(GL_INVALID_OPERATION, "glProgramUniformMatrix4x3fv is not there yet");
}

void Context::transformFeedbackVaryings(GLuint, GLsizei, const GLchar* const*, GLenum) {
    setError(GL_INVALID_OPERATION, "glTransformFeedbackVaryings is not there yet");
}

void Context::uniform1d(GLint, GLdouble) {
    setError(GL_INVALID_OPERATION, "glUniform1d is not there yet");
}

void Context::uniform1dv(GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniform1dv is not there yet");
}

void Context::uniform1ui(GLint, GLuint) {
    setError(GL_INVALID_OPERATION, "glUniform1ui is not there yet");
}

void Context::uniform1uiv(GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glUniform1uiv is not there yet");
}

void Context::uniform2d(GLint, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glUniform2d is not there yet");
}

void Context::uniform2dv(GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniform2dv is not there yet");
}

void Context::uniform2ui(GLint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glUniform2ui is not there yet");
}

void Context::uniform2uiv(GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glUniform2uiv is not there yet");
}

void Context::uniform3d(GLint, GLdouble, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glUniform3d is not there yet");
}

void Context::uniform3dv(GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniform3dv is not there yet");
}

void Context::uniform3ui(GLint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glUniform3ui is not there yet");
}

void Context::uniform3uiv(GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glUniform3uiv is not there yet");
}

void Context::uniform4d(GLint, GLdouble, GLdouble, GLdouble, GLdouble) {
    setError(GL_INVALID_OPERATION, "glUniform4d is not there yet");
}

void Context::uniform4dv(GLint, GLsizei, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniform4dv is not there yet");
}

void Context::uniform4ui(GLint, GLuint, GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glUniform4ui is not there yet");
}

void Context::uniform4uiv(GLint, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glUniform4uiv is not there yet");
}

void Context::uniformBlockBinding(GLuint, GLuint, GLuint) {
    setError(GL_INVALID_OPERATION, "glUniformBlockBinding is not there yet");
}

void Context::uniformMatrix2dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix2dv is not there yet");
}

void Context::uniformMatrix2x3dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix2x3dv is not there yet");
}

void Context::uniformMatrix2x4dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix2x4dv is not there yet");
}

void Context::uniformMatrix3dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix3dv is not there yet");
}

void Context::uniformMatrix3x2dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix3x2dv is not there yet");
}

void Context::uniformMatrix3x4dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix3x4dv is not there yet");
}

void Context::uniformMatrix4dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix4dv is not there yet");
}

void Context::uniformMatrix4x2dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix4x2dv is not there yet");
}

void Context::uniformMatrix4x3dv(GLint, GLsizei, GLboolean, const GLdouble*) {
    setError(GL_INVALID_OPERATION, "glUniformMatrix4x3dv is not there yet");
}

void Context::uniformSubroutinesuiv(GLenum, GLsizei, const GLuint*) {
    setError(GL_INVALID_OPERATION, "glUniformSubroutinesuiv is not there yet");
}

void Context::useProgramStages(GLuint, GLbitfield, GLuint) {
    setError(GL_INVALID_OPERATION, "glUseProgramStages is not there yet");
}

void Context::validateProgramPipeline(GLuint) {
    setError(GL_INVALID_OPERATION, "glValidateProgramPipeline is not there yet");
}

} // namespace gl
