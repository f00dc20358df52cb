// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/vertex_array.h"

#include "base/bits.h"
#include "gl/compat.h"
#include "gl/context.h"

#include <cmath>
#include <cstring>

namespace gl {

namespace {

bool validAttribType(const Context& context, GLenum type) {
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_FLOAT:
        return true;
    case GL_FIXED:
        return context.attributes().api == Api::ES;
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_DOUBLE:
        return context.attributes().api == Api::Desktop;
    default:
        return false;
    }
}

bool validAttribIndex(Context& context, GLuint index) {
    if (index >= GLuint(context.caps().maxVertexAttribs) || index >= GLuint(kMaxVertexAttribs)) {
        context.setError(GL_INVALID_VALUE, "there is no vertex attribute {}", index);
        return false;
    }
    return true;
}

// One value of glGetVertexAttrib*: up to four numbers. False with the error set.
bool queryAttrib(
    Context& context, GLuint index, GLenum pname, std::array<double, 4>& values, int& count) {
    if (!validAttribIndex(context, index)) {
        return false;
    }
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
        values[0] = attrib.stride_B;
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
    case GL_CURRENT_VERTEX_ATTRIB:
        if (index == 0 && context.isDesktop()) { // GL 2.1 section 6.1.14.
            context.setError(GL_INVALID_OPERATION, "attribute 0 has no current value");
            return false;
        }
        count = 4;
        for (size_t i = 0; i < 4; ++i) {
            values[i] = context.state().currentAttribs[index][i];
        }
        return true;
    default:
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a vertex attribute parameter", pname);
        return false;
    }
}

} // namespace

VertexArray::VertexArray(uint32_t name) : Object(name) {
    state.clientMask = base::lowMask<uint32_t>(kArrayCount);
    state.arrays[kArrayNormal].size = 3;
    state.arrays[kArraySecondaryColor].size = 3;
    state.arrays[kArrayFogCoord].size = 1;
}

void Context::setArray(uint8_t array, const VertexAttrib& attrib, Buffer* buffer) {
    VertexArrayState& arrays = m_objects.vertexArray->state;
    VertexAttrib& old = arrays.arrays[array];
    if (old.size != attrib.size || old.type != attrib.type || old.stride_B != attrib.stride_B ||
        old.normalized != attrib.normalized || old.bgra != attrib.bgra ||
        old.integer != attrib.integer || old.divisor != attrib.divisor) {
        old.size = attrib.size;
        old.type = attrib.type;
        old.stride_B = attrib.stride_B;
        old.normalized = attrib.normalized;
        old.bgra = attrib.bgra;
        old.integer = attrib.integer;
        old.divisor = attrib.divisor;
        m_dirty.set(Dirty::VertexFormat);
        if (m_aliasedArrays) {
            recheck(kRecheckArrays);
        }
    }
    if (old.pointer == attrib.pointer && old.buffer == buffer) {
        return;
    }
    // Only what has to be validated again: client pointers (null?), and buffers that may be mapped.
    if (!buffer || !old.buffer || m_group->mappedBuffers || m_aliasedArrays) {
        recheck(kRecheckArrays);
    }
    old.pointer = attrib.pointer;
    if (!(old.buffer == buffer)) {
        old.buffer = buffer;
        const uint32_t bit = 1u << array;
        arrays.clientMask = buffer ? arrays.clientMask & ~bit : arrays.clientMask | bit;
    }
    m_dirty.setArray(array);
}

void Context::setArrayEnabled(uint8_t array, bool on) {
    VertexArrayState& arrays = m_objects.vertexArray->state;
    if (arrays.arrays[array].enabled == on) {
        return;
    }
    arrays.arrays[array].enabled = on;
    arrays.enabledMask ^= 1u << array;
    m_dirty.set(Dirty::VertexFormat);
    m_dirty.set(Dirty::VertexBuffers);
    recheck(kRecheckArrays);
}

void Context::enableVertexAttribArray(GLuint index) {
    if (validAttribIndex(*this, index)) {
        setArrayEnabled(uint8_t(index), true);
    }
}

void Context::disableVertexAttribArray(GLuint index) {
    if (validAttribIndex(*this, index)) {
        setArrayEnabled(uint8_t(index), false);
    }
}

void Context::vertexAttribPointer(GLuint index,
                                  GLint size,
                                  GLenum type,
                                  GLboolean normalized,
                                  GLsizei stride,
                                  const void* pointer) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    const bool bgra = size == GL_BGRA && isDesktop(); // ARB_vertex_array_bgra
    if ((size < 1 || size > 4) && !bgra) {
        return setError(GL_INVALID_VALUE, "an attribute of {} components", size);
    }
    if (stride < 0) {
        return setError(GL_INVALID_VALUE, "a stride of {}", stride);
    }
    if (!validAttribType(*this, type)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a type of vertex attributes", type);
    }
    if (bgra && (type != GL_UNSIGNED_BYTE || !normalized)) {
        return setError(GL_INVALID_OPERATION, "GL_BGRA needs normalized GL_UNSIGNED_BYTE");
    }
    VertexAttrib attrib;
    attrib.size = bgra ? 4 : uint8_t(size);
    attrib.bgra = bgra;
    attrib.type = type;
    attrib.normalized = normalized != GL_FALSE;
    attrib.stride_B = stride;
    attrib.divisor = m_objects.vertexArray->state.arrays[index].divisor;
    attrib.pointer = pointer;
    setArray(uint8_t(index), attrib, m_objects.arrayBuffer.get());
}

void Context::vertexAttribDivisor(GLuint index, GLuint divisor) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    change(m_objects.vertexArray->state.arrays[index].divisor, divisor, Dirty::VertexFormat);
    if (m_aliasedArrays) {
        recheck(kRecheckArrays);
    }
}

void Context::setGenericAttrib(GLuint index, float x, float y, float z, float w) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    if (index == 0 && m_immediate && m_immediate->active) { // GL 2.1 section 2.7.
        return emitVertex(x, y, z, w);
    }
    const std::array<float, 4> value{x, y, z, w};
    change(m_state.currentAttribs[index], value, Dirty::CurrentAttribs);
}

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

void Context::getVertexAttribPointerv(GLuint index, GLenum pname, void** pointer) {
    if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a vertex attribute pointer", pname);
    }
    if (validAttribIndex(*this, index)) {
        *pointer = const_cast<void*>(m_objects.vertexArray->state.arrays[index].pointer);
    }
}

// --- Vertex array objects

void Context::genVertexArrays(GLsizei n, GLuint* arrays) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        arrays[i] = m_objects.vertexArrays.generate();
    }
}

void Context::bindVertexArray(GLuint array) {
    Ref<VertexArray> object = m_objects.defaultVertexArray;
    if (array != 0) {
        if (!m_objects.vertexArrays.used(array)) {
            return setError(GL_INVALID_OPERATION, "{} is not a vertex array's name", array);
        }
        object = m_objects.vertexArrays.find(array);
        if (!object) {
            object = new VertexArray(array);
            m_objects.vertexArrays.insert(array, object);
        }
    }
    if (object == m_objects.vertexArray) {
        return;
    }
    m_objects.vertexArray = std::move(object);
    m_state.vertexArray = &m_objects.vertexArray->state;
    m_aliasedArrays.reset();
    m_dirty.set(Dirty::VertexFormat);
    m_dirty.set(Dirty::VertexBuffers);
    m_dirty.set(Dirty::IndexBuffer);
    recheck(kRecheckArrays);
}

void Context::deleteVertexArrays(GLsizei n, const GLuint* arrays) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<VertexArray> removed = m_objects.vertexArrays.remove(arrays[i]);
        if (removed && removed == m_objects.vertexArray) {
            bindVertexArray(0);
        }
    }
}

GLboolean Context::isVertexArray(GLuint array) {
    return m_objects.vertexArrays.find(array) != nullptr;
}

} // namespace gl
