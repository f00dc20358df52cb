// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// glGetVertexAttrib* (ES 3.0 section 6.1.12).
#include "gl/commands/vertex_array/vertex_attribs.h"

#include <cmath>
#include <cstring>

namespace gl {

namespace {

/// Null with the error set.
const CurrentAttrib* currentValue(Context& context, GLuint index) {
    if (index == 0 && context.isDesktop() && !context.isCore()) { // GL 2.1 section 6.1.14.
        context.setError(GL_INVALID_OPERATION, "attribute 0 has no current value");
        return nullptr;
    }
    return &context.state().currentAttribs[index];
}

/// One value of glGetVertexAttrib*: up to four numbers. False with the error set.
bool queryAttrib(
    Context& context, GLuint index, GLenum pname, std::array<double, 4>& values, int& count) {
    if (!validAttribIndex(context, index)) {
        return false;
    }
    const VertexArray& array = *context.objects().vertexArray;
    const VertexAttrib& attrib = context.objects().vertexArray->state.arrays[index];
    count = 1;
    switch (pname) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED:
        values[0] = attrib.enabled;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE:
        values[0] = attrib.bgra ? GL_BGRA : attrib.size;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE:
        values[0] = array.given(index).stride_B;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE:
        values[0] = attrib.type;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED:
        values[0] = attrib.normalized;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
        values[0] = attrib.buffer ? attrib.buffer->name() : 0;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_DIVISOR:
        values[0] = attrib.divisor;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_INTEGER:
        if (!context.atLeast(30, 30)) {
            break;
        }
        values[0] = attrib.integer;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_LONG:
        if (!context.atLeast(0, 41)) {
            break;
        }
        values[0] = attrib.isLong;
        return true;
    case GL_VERTEX_ATTRIB_BINDING:
        if (!context.atLeast(0, 30)) {
            break;
        }
        values[0] = array.bindings ? array.bindings->bindingOf[index] : index;
        return true;
    case GL_VERTEX_ATTRIB_RELATIVE_OFFSET:
        if (!context.atLeast(0, 30)) {
            break;
        }
        values[0] = array.bindings ? array.bindings->relativeOffset_B[index] : 0;
        return true;
    case GL_CURRENT_VERTEX_ATTRIB:
        if (const CurrentAttrib* current = currentValue(context, index)) {
            count = 4;
            values = current->doubles();
            return true;
        }
        return false;
    default:
        break;
    }
    context.setError(GL_INVALID_ENUM, "0x{:04X} is not a vertex attribute parameter", pname);
    return false;
}

} // namespace

void Context::getVertexAttribfv(GLuint index, GLenum pname, GLfloat* params) {
    std::array<double, 4> values;
    int count = 0;
    if (queryAttrib(*this, index, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = GLfloat(values[size_t(i)]);
        }
    }
}

void Context::getVertexAttribdv(GLuint index, GLenum pname, GLdouble* params) {
    std::array<double, 4> values;
    int count = 0;
    if (queryAttrib(*this, index, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = values[size_t(i)];
        }
    }
}

void Context::getVertexAttribiv(GLuint index, GLenum pname, GLint* params) {
    std::array<double, 4> values;
    int count = 0;
    if (queryAttrib(*this, index, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = GLint(std::lround(values[size_t(i)]));
        }
    }
}

void Context::getVertexAttribIiv(GLuint index, GLenum pname, GLint* params) {
    if (pname != GL_CURRENT_VERTEX_ATTRIB) {
        return getVertexAttribiv(index, pname, params);
    }
    if (!validAttribIndex(*this, index)) {
        return;
    }
    if (const CurrentAttrib* current = currentValue(*this, index)) {
        std::memcpy(params, current->words.data(), 4 * sizeof(GLint));
    }
}

void Context::getVertexAttribIuiv(GLuint index, GLenum pname, GLuint* params) {
    getVertexAttribIiv(index, pname, reinterpret_cast<GLint*>(params));
}

void Context::getVertexAttribLdv(GLuint index, GLenum pname, GLdouble* params) {
    getVertexAttribdv(index, pname, params);
}

void Context::getVertexAttribPointerv(GLuint index, GLenum pname, void** pointer) {
    if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a vertex attribute pointer", pname);
    }
    if (validAttribIndex(*this, index)) {
        *pointer = const_cast<void*>(m_objects.vertexArray->given(index).pointer);
    }
}

} // namespace gl
