// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What programs answer (ES 2.0 section 2.10.4, 6.1.8).
#include "gl/context.h"
#include "gl/validate_program.h"

#include <algorithm>

namespace gl {

namespace {

/// Applications see what they declared, and desktop GL's gl_ attributes, never our own uniforms.
bool visible(const glsl::Uniform& uniform) {
    return uniform.builtin != glsl::BuiltinUniform::PointSizeOverride;
}

std::vector<const glsl::Uniform*> visibleUniforms(const Executable* executable) {
    std::vector<const glsl::Uniform*> uniforms;
    if (executable) {
        for (const glsl::Uniform& uniform : executable->linked->uniforms) {
            if (visible(uniform)) {
                uniforms.push_back(&uniform);
            }
        }
    }
    return uniforms;
}

template <class Range>
GLint longestName(const Range& names) {
    size_t longest = 0;
    for (const auto& name : names) {
        longest = std::max(longest, name.size() + 1);
    }
    return GLint(longest);
}

} // namespace

void Context::getProgramiv(GLuint program, GLenum pname, GLint* params) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    switch (pname) {
    case GL_DELETE_STATUS:
        *params = object->deletePending;
        return;
    case GL_LINK_STATUS:
        *params = object->linked();
        return;
    case GL_COMPLETION_STATUS_KHR:
        *params = object->linkDone();
        return;
    case GL_VALIDATE_STATUS:
        *params = object->validated();
        return;
    case GL_INFO_LOG_LENGTH:
        *params = object->infoLog().empty() ? 0 : GLint(object->infoLog().size()) + 1;
        return;
    case GL_ATTACHED_SHADERS:
        *params = GLint(object->shaders().size());
        return;
    case GL_ACTIVE_UNIFORMS:
        *params = GLint(visibleUniforms(object->executable().get()).size());
        return;
    case GL_ACTIVE_UNIFORM_MAX_LENGTH: {
        const auto executable = object->executable();
        std::vector<std::string_view> names;
        for (const glsl::Uniform* uniform : visibleUniforms(executable.get())) {
            names.push_back(uniform->name);
        }
        *params = longestName(names);
        return;
    }
    case GL_ACTIVE_ATTRIBUTES: {
        const auto executable = object->executable();
        *params = executable ? GLint(executable->linked->attributes.size()) : 0;
        return;
    }
    case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH: {
        const auto executable = object->executable();
        std::vector<std::string_view> names;
        if (executable) {
            for (const glsl::Attribute& attribute : executable->linked->attributes) {
                names.push_back(attribute.name);
            }
        }
        *params = longestName(names);
        return;
    }
    default:
        setError(GL_INVALID_ENUM, "glGetProgramiv: {:#x} is not a parameter", pname);
    }
}

void Context::getProgramInfoLog(GLuint program, GLsizei bufSize, GLsizei* length, GLchar* infoLog) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (bufSize < 0) {
        setError(GL_INVALID_VALUE, "glGetProgramInfoLog: bufSize {}", bufSize);
        return;
    }
    copyString(object->infoLog(), bufSize, length, infoLog);
}

void Context::getAttachedShaders(GLuint program,
                                 GLsizei maxCount,
                                 GLsizei* count,
                                 GLuint* shaders) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (maxCount < 0) {
        setError(GL_INVALID_VALUE, "glGetAttachedShaders: maxCount {}", maxCount);
        return;
    }
    const GLsizei returned = std::min(maxCount, GLsizei(object->shaders().size()));
    for (GLsizei i = 0; i < returned && shaders; ++i) {
        shaders[i] = object->shaders()[size_t(i)]->name();
    }
    if (count) {
        *count = returned;
    }
}

void Context::getActiveAttrib(GLuint program,
                              GLuint index,
                              GLsizei bufSize,
                              GLsizei* length,
                              GLint* size,
                              GLenum* type,
                              GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    const auto executable = object->executable();
    if (bufSize < 0 || !executable || index >= executable->linked->attributes.size()) {
        setError(GL_INVALID_VALUE, "glGetActiveAttrib: index {} or bufSize {}", index, bufSize);
        return;
    }
    const glsl::Attribute& attribute = executable->linked->attributes[index];
    copyString(attribute.name, bufSize, length, name);
    if (size) {
        *size = attribute.arraySize;
    }
    if (type) {
        *type = attribute.glType;
    }
}

void Context::getActiveUniform(GLuint program,
                               GLuint index,
                               GLsizei bufSize,
                               GLsizei* length,
                               GLint* size,
                               GLenum* type,
                               GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    const auto executable = object->executable();
    const auto uniforms = visibleUniforms(executable.get());
    if (bufSize < 0 || index >= uniforms.size()) {
        setError(GL_INVALID_VALUE, "glGetActiveUniform: index {} or bufSize {}", index, bufSize);
        return;
    }
    copyString(uniforms[index]->name, bufSize, length, name);
    if (size) {
        *size = uniforms[index]->arraySize;
    }
    if (type) {
        *type = uniforms[index]->glType;
    }
}

GLint Context::getAttribLocation(GLuint program, const GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return -1;
    }
    const auto executable = object->executable();
    if (!executable) {
        setError(GL_INVALID_OPERATION, "glGetAttribLocation: program {} is not linked", program);
        return -1;
    }
    return name ? executable->linked->attributeLocation(name) : -1;
}

GLint Context::getUniformLocation(GLuint program, const GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return -1;
    }
    const auto executable = object->executable();
    if (!executable) {
        setError(GL_INVALID_OPERATION, "glGetUniformLocation: program {} is not linked", program);
        return -1;
    }
    return name ? executable->linked->uniformLocation(name) : -1;
}

} // namespace gl
