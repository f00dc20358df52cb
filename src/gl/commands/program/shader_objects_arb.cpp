// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL_ARB_shader_objects: forms that take either kind of object. Handles are names.
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <algorithm>

namespace gl {

void Context::deleteObjectARB(GLuint obj) {
    if (obj == 0) {
        return;
    }
    const ProgramTable table(m_group->shaderObjects);
    if (table.program(obj)) {
        deleteProgram(obj);
    } else {
        deleteShader(obj);
    }
}

GLuint Context::getHandleARB(GLenum pname) {
    if (pname != GL_PROGRAM_OBJECT_ARB) {
        setError(GL_INVALID_ENUM, "glGetHandleARB: {:#x} is not GL_PROGRAM_OBJECT_ARB", pname);
        return 0;
    }
    return m_objects.program ? m_objects.program->name() : 0;
}

void Context::getAttachedObjectsARB(GLuint containerObj,
                                    GLsizei maxCount,
                                    GLsizei* count,
                                    GLuint* obj) {
    getAttachedShaders(containerObj, maxCount, count, obj);
}

void Context::getInfoLogARB(GLuint obj, GLsizei maxLength, GLsizei* length, GLchar* infoLog) {
    const ProgramTable table(m_group->shaderObjects);
    if (table.program(obj)) {
        getProgramInfoLog(obj, maxLength, length, infoLog);
    } else {
        getShaderInfoLog(obj, maxLength, length, infoLog);
    }
}

void Context::getObjectParameterivARB(GLuint obj, GLenum pname, GLint* params) {
    const ProgramTable table(m_group->shaderObjects);
    ShaderObject* object = table.find(obj);
    if (!object) {
        setError(GL_INVALID_VALUE, "glGetObjectParameterivARB: there is no object {}", obj);
        return;
    }
    const bool program = object->kind() == ShaderObject::Kind::Program;
    switch (pname) {
    case GL_OBJECT_TYPE_ARB:
        *params = program ? GL_PROGRAM_OBJECT_ARB : GL_SHADER_OBJECT_ARB;
        return;
    case GL_OBJECT_SUBTYPE_ARB:
        if (!program) {
            *params = GLint(static_cast<Shader*>(object)->type());
            return;
        }
        setError(GL_INVALID_OPERATION, "glGetObjectParameterivARB: programs have no subtype");
        return;
    default:
        // The other parameters have the values of today's names.
        if (program) {
            getProgramiv(obj, pname, params);
        } else {
            getShaderiv(obj, pname, params);
        }
    }
}

void Context::getObjectParameterfvARB(GLuint obj, GLenum pname, GLfloat* params) {
    GLint value = 0;
    getObjectParameterivARB(obj, pname, &value);
    *params = GLfloat(value);
}

} // namespace gl
