// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// Vertex array objects: names and binding (ES 3.0 section 2.11).
#include "gl/context/context.h"

namespace gl {

void Context::genVertexArrays(GLsizei n, GLuint* arrays) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        arrays[i] = m_objects.vertexArrays.generate();
    }
}

void Context::bindVertexArray(GLuint array) {
    VertexArray* object = m_objects.defaultVertexArray.get();
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
    m_spareVertexArrays.assign(m_objects.vertexArray, object);
    m_state.vertexArray = &object->state;
    m_aliasedArrays.reset();
    m_dirty.set(Dirty::VertexBuffers);
    recheck(kRecheckArrays | kRecheckFixedFunction);
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
    m_spareVertexArrays.drop();
}

GLboolean Context::isVertexArray(GLuint array) {
    return m_objects.vertexArrays.find(array) != nullptr;
}

} // namespace gl
