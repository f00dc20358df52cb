// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Shader objects (ES 2.0 section 2.10.1 and 2.10.2, 6.1.8).
#include "gl/commands/program/shader_options.h"
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <cstring>

namespace gl {

namespace {

/// A negative length: the string ends with its terminator.
std::string joinSource(GLsizei count, const GLchar* const* strings, const GLint* lengths) {
    std::string source;
    for (GLsizei i = 0; i < count; ++i) {
        if (!strings[i]) {
            continue;
        }
        if (lengths && lengths[i] >= 0) {
            source.append(strings[i], size_t(lengths[i]));
        } else {
            source.append(strings[i]);
        }
    }
    return source;
}

} // namespace

GLuint Context::createShader(GLenum type) {
    if (!isShaderType(*this, type)) {
        setError(GL_INVALID_ENUM, "glCreateShader: {:#x} is not a shader type", type);
        return 0;
    }
    return ProgramTable(m_group->shaderObjects).createShader(type);
}

void Context::deleteShader(GLuint shader) {
    if (shader == 0) {
        return;
    }
    if (Shader* object = requireShader(*this, shader)) {
        ProgramTable(m_group->shaderObjects).deleteShader(*object);
    }
}

GLboolean Context::isShader(GLuint shader) {
    return ProgramTable(m_group->shaderObjects).shader(shader) != nullptr;
}

void Context::shaderSource(GLuint shader,
                           GLsizei count,
                           const GLchar* const* string,
                           const GLint* length) {
    Shader* object = requireShader(*this, shader);
    if (!object) {
        return;
    }
    if (count < 0 || (count > 0 && !string)) {
        setError(GL_INVALID_VALUE, "glShaderSource: count {} of strings", count);
        return;
    }
    object->setSource(joinSource(count, string, length));
}

void Context::compileShader(GLuint shader) {
    if (Shader* object = requireShader(*this, shader)) {
        object->compile(compileOptions(*this));
    }
}

void Context::getShaderiv(GLuint shader, GLenum pname, GLint* params) {
    Shader* object = requireShader(*this, shader);
    if (!object) {
        return;
    }
    const auto lengthWithTerminator = [](const std::string& text) {
        return text.empty() ? 0 : GLint(text.size()) + 1;
    };
    switch (pname) {
    case GL_SHADER_TYPE:
        *params = GLint(object->type());
        return;
    case GL_DELETE_STATUS:
        *params = object->deletePending;
        return;
    case GL_COMPILE_STATUS:
        *params = object->compiled();
        return;
    case GL_COMPLETION_STATUS_KHR:
        *params = object->compileDone();
        return;
    case GL_INFO_LOG_LENGTH:
        *params = lengthWithTerminator(object->infoLog());
        return;
    case GL_SHADER_SOURCE_LENGTH:
        *params = lengthWithTerminator(object->source());
        return;
    default:
        setError(GL_INVALID_ENUM, "glGetShaderiv: {:#x} is not a parameter", pname);
    }
}

void Context::getShaderInfoLog(GLuint shader, GLsizei bufSize, GLsizei* length, GLchar* infoLog) {
    Shader* object = requireShader(*this, shader);
    if (!object) {
        return;
    }
    if (bufSize < 0) {
        setError(GL_INVALID_VALUE, "glGetShaderInfoLog: bufSize {}", bufSize);
        return;
    }
    copyString(object->infoLog(), bufSize, length, infoLog);
}

void Context::getShaderSource(GLuint shader, GLsizei bufSize, GLsizei* length, GLchar* source) {
    Shader* object = requireShader(*this, shader);
    if (!object) {
        return;
    }
    if (bufSize < 0) {
        setError(GL_INVALID_VALUE, "glGetShaderSource: bufSize {}", bufSize);
        return;
    }
    copyString(object->source(), bufSize, length, source);
}

void Context::getShaderPrecisionFormat(GLenum shadertype,
                                       GLenum precisiontype,
                                       GLint* range,
                                       GLint* precision) {
    if (shadertype != GL_VERTEX_SHADER && shadertype != GL_FRAGMENT_SHADER) {
        setError(GL_INVALID_ENUM, "{:#x} is not a shader type", shadertype);
        return;
    }
    switch (precisiontype) {
    case GL_LOW_FLOAT:
    case GL_MEDIUM_FLOAT:
    case GL_HIGH_FLOAT:
        range[0] = range[1] = 127;
        *precision = 23;
        return;
    case GL_LOW_INT:
    case GL_MEDIUM_INT:
    case GL_HIGH_INT:
        range[0] = 31;
        range[1] = 30;
        *precision = 0;
        return;
    default:
        setError(GL_INVALID_ENUM, "{:#x} is not a precision type", precisiontype);
    }
}

void Context::releaseShaderCompiler() {}

void Context::shaderBinary(
    GLsizei count, const GLuint* shaders, GLenum binaryFormat, const void* binary, GLsizei length) {
    if (count < 0 || length < 0) {
        setError(GL_INVALID_VALUE, "glShaderBinary: count {}, length {}", count, length);
        return;
    }
    setError(GL_INVALID_ENUM, "glShaderBinary: no format is supported ({:#x})", binaryFormat);
}

void Context::maxShaderCompilerThreadsKHR(GLuint count) {
    // A hint; zero asks for compiling on the calling thread, which queries then do by waiting.
}

} // namespace gl
