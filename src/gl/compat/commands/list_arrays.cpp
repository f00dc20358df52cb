// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glArrayElement, and draws that are compiled into display lists: arrays are read when they are
// compiled (GL 4.6 compatibility profile section 21.4.1).
#include "gl/commands/draw/array_reader.h"
#include "gl/commands/draw/index_reader.h"
#include "gl/commands/vertex_array/vertex_attribs.h"
#include "gl/compat/state/list_commands.h"
#include "gl/compat/state/list_compiler.h"

#include <algorithm>
#include <limits>

namespace gl {

void Context::arrayElement(GLint i) {
    // GL 4.6 compatibility profile section 10.3.6.
    if (m_state.primitiveRestart && GLuint(i) == m_state.restartIndex && m_vertices) {
        return m_compiler ? m_compiler->record(ListOp(list_op::kPrimitiveRestartNV))
                          : primitiveRestartNV();
    }
    if (i < 0) {
        return failValue(*this, m_compiler.get(), GL_INVALID_VALUE, "a negative element");
    }
    if (!m_vertices) {
        return setError(GL_INVALID_OPERATION, "the context has no glArrayElement");
    }
    const VertexArrayState& arrays = m_objects.vertexArray->state;
    ArrayReader(*m_backend, arrays, size_t(i), size_t(i)).give(*m_vertices, size_t(i));
}

/// False: it is an error, when the list is called.
bool Context::mayCompileDraw(GLenum mode, GLsizei count) {
    GLenum error = GL_NO_ERROR;
    if (mode > GL_PATCHES) {
        error = GL_INVALID_ENUM;
    } else if (count < 0) {
        error = GL_INVALID_VALUE;
    } else if (m_compiler->inPrimitive()) {
        error = GL_INVALID_OPERATION;
    }
    if (error != GL_NO_ERROR) {
        m_compiler->record(ListOp::Error, error);
    }
    return error == GL_NO_ERROR;
}

void Context::drawArraysInList(GLenum mode, GLint first, GLsizei count) {
    if (first < 0) {
        return m_compiler->record(ListOp::Error, GLenum(GL_INVALID_VALUE));
    }
    if (!mayCompileDraw(mode, count)) {
        return;
    }
    const size_t from = size_t(first);
    const ArrayReader arrays(
        *m_backend, m_objects.vertexArray->state, from, from + size_t(std::max(count, 1)) - 1);
    m_compiler->begin(mode);
    for (size_t i = 0; i < size_t(count); ++i) {
        arrays.give(*m_compiler, from + i);
    }
    m_compiler->end();
}

void Context::drawElementsInList(GLenum mode, GLsizei count, GLenum type, const void* indices) {
    drawElementsBaseVertexInList(mode, count, type, indices, 0);
}

void Context::drawElementsBaseVertexInList(
    GLenum mode, GLsizei count, GLenum type, const void* indices, GLint basevertex) {
    if (type != GL_UNSIGNED_BYTE && type != GL_UNSIGNED_SHORT && type != GL_UNSIGNED_INT) {
        return m_compiler->record(ListOp::Error, GLenum(GL_INVALID_ENUM));
    }
    if (!mayCompileDraw(mode, count)) {
        return;
    }
    const Buffer* const elements = m_objects.vertexArray->state.elementBuffer.get();
    const size_t size_B = size_t(count) * format::typeUnit_B(type);
    const auto offset_B = reinterpret_cast<uintptr_t>(indices);
    const bool readable =
        elements ? offset_B <= elements->size_B() && size_B <= elements->size_B() - offset_B
                 : indices != nullptr;
    if (!readable) { // As when it is drawn: nothing.
        m_compiler->begin(mode);
        return m_compiler->end();
    }
    const DrawCall call{.mode = mode, .count = count, .indexType = type, .indices = indices};
    const std::vector<uint32_t> read = readIndices(*m_backend, elements, call);
    const auto restart = m_state.restartIndexOf(type);
    size_t lowest = std::numeric_limits<size_t>::max();
    size_t highest = 0;
    for (const uint32_t index : read) {
        if (restart != index) {
            lowest = std::min(lowest, size_t(int64_t(index) + basevertex));
            highest = std::max(highest, size_t(int64_t(index) + basevertex));
        }
    }
    m_compiler->begin(mode);
    if (lowest > highest) {
        return m_compiler->end();
    }
    const ArrayReader arrays(*m_backend, m_objects.vertexArray->state, lowest, highest);
    for (const uint32_t index : read) {
        if (restart == index) {
            m_compiler->end();
            m_compiler->begin(mode);
        } else {
            arrays.give(*m_compiler, size_t(int64_t(index) + basevertex));
        }
    }
    m_compiler->end();
}

void Context::drawRangeElementsInList(
    GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void* indices) {
    drawRangeElementsBaseVertexInList(mode, start, end, count, type, indices, 0);
}

void Context::drawRangeElementsBaseVertexInList(GLenum mode,
                                                GLuint start,
                                                GLuint end,
                                                GLsizei count,
                                                GLenum type,
                                                const void* indices,
                                                GLint basevertex) {
    if (end < start) {
        return m_compiler->record(ListOp::Error, GLenum(GL_INVALID_VALUE));
    }
    drawElementsBaseVertexInList(mode, count, type, indices, basevertex);
}

void Context::multiDrawArraysInList(GLenum mode,
                                    const GLint* first,
                                    const GLsizei* count,
                                    GLsizei drawcount) {
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawArraysInList(mode, first[i], count[i]);
    }
}

void Context::multiDrawElementsInList(
    GLenum mode, const GLsizei* count, GLenum type, const void* const* indices, GLsizei drawcount) {
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawElementsInList(mode, count[i], type, indices[i]);
    }
}

void Context::multiDrawElementsBaseVertexInList(GLenum mode,
                                                const GLsizei* count,
                                                GLenum type,
                                                const void* const* indices,
                                                GLsizei drawcount,
                                                const GLint* basevertex) {
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawElementsBaseVertexInList(mode, count[i], type, indices[i], basevertex[i]);
    }
}

} // namespace gl
