// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glGet* (ES 2.0 section 6.1.1, GL 4.1 section 6.1.1).
#include "gl/commands/get/get_table.h"
#include "gl/commands/state/state_enable.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/render_mode.h"
#include "gl/rules/fixed_point.h"

#include <algorithm>
#include <optional>

namespace gl {

namespace {

/// Null: the name is not in the table.
template <class Row>
const Row* findRow(std::span<const Row> rows, GLenum name) {
    const auto row = std::find_if(
        rows.begin(), rows.end(), [name](const Row& candidate) { return candidate.name == name; });
    return row == rows.end() ? nullptr : &*row;
}

/// False with the error set.
bool query(Context& context, const CompatState* compat, GLenum pname, QueryValue& value) {
    for (const auto rows : {stateRows(), limitRows(), programRows()}) {
        if (const StateRow* row = findRow(rows, pname); row && context.knows(row->since)) {
            value = row->get(context);
            return true;
        }
    }
    // OpenGL ES 1.1 has this name, but for texture environments alone.
    const bool isState = pname != GL_ALPHA_SCALE || !context.apiVersion().isES1();
    if (compat && isState) {
        if (const CompatStateRow* row = findRow(compatRows(), pname)) {
            value = row->get(context, *compat);
            return true;
        }
    }
    if (const std::optional<bool> on = findCapability(context, compat, pname)) {
        value = boolean(*on);
        return true;
    }
    return false;
}

/// False with the error set.
bool queryIndexed(Context& context, GLenum name, GLuint index, QueryValue& value) {
    const IndexedRow* row = findRow(indexedRows(), name);
    if (!row || !row->since.in(context.apiVersion())) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not an indexed state variable", name);
        return false;
    }
    if (index >= GLuint(row->count(context))) {
        context.setError(GL_INVALID_VALUE, "index {} of 0x{:04X} is out of range", index, name);
        return false;
    }
    value = row->get(context, index);
    return true;
}

} // namespace

void Context::getBooleanv(GLenum pname, GLboolean* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toBoolean(value, i);
        }
    }
}

void Context::getIntegerv(GLenum pname, GLint* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toInteger(value, i);
        }
    }
}

void Context::getFloatv(GLenum pname, GLfloat* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = GLfloat(value.numbers[i]);
        }
    }
}

void Context::getFixedv(GLenum pname, GLfixed* params) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            params[i] = fixedOf(pname, value.numbers[i]);
        }
    }
}

void Context::getDoublev(GLenum pname, GLdouble* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = value.numbers[i];
        }
    }
}

void Context::getInteger64v(GLenum pname, GLint64* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toInteger64(value, i);
        }
    }
}

void Context::getBooleani_v(GLenum target, GLuint index, GLboolean* data) {
    QueryValue value;
    if (queryIndexed(*this, target, index, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toBoolean(value, i);
        }
    }
}

void Context::getIntegeri_v(GLenum target, GLuint index, GLint* data) {
    QueryValue value;
    if (queryIndexed(*this, target, index, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toInteger(value, i);
        }
    }
}

void Context::getInteger64i_v(GLenum target, GLuint index, GLint64* data) {
    QueryValue value;
    if (queryIndexed(*this, target, index, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toInteger64(value, i);
        }
    }
}

void Context::getFloati_v(GLenum target, GLuint index, GLfloat* data) {
    QueryValue value;
    if (queryIndexed(*this, target, index, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = GLfloat(value.numbers[i]);
        }
    }
}

void Context::getDoublei_v(GLenum target, GLuint index, GLdouble* data) {
    QueryValue value;
    if (queryIndexed(*this, target, index, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = value.numbers[i];
        }
    }
}

void Context::getPointerv(GLenum pname, void** params) {
    switch (pname) {
    case GL_DEBUG_CALLBACK_FUNCTION:
        *params = reinterpret_cast<void*>(m_debug.callback());
        return;
    case GL_DEBUG_CALLBACK_USER_PARAM:
        *params = const_cast<void*>(m_debug.userParam());
        return;
    default:
        break;
    }
    if (m_renderMode && pname == GL_SELECTION_BUFFER_POINTER) {
        *params = m_renderMode->selection.buffer;
        return;
    }
    if (m_renderMode && pname == GL_FEEDBACK_BUFFER_POINTER) {
        *params = m_renderMode->feedback.buffer;
        return;
    }
    constexpr std::pair<GLenum, GLenum> kArrays[] = {
        {GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY},
        {GL_NORMAL_ARRAY_POINTER, GL_NORMAL_ARRAY},
        {GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY},
        {GL_SECONDARY_COLOR_ARRAY_POINTER, GL_SECONDARY_COLOR_ARRAY},
        {GL_FOG_COORD_ARRAY_POINTER, GL_FOG_COORD_ARRAY},
        {GL_EDGE_FLAG_ARRAY_POINTER, GL_EDGE_FLAG_ARRAY},
        {GL_INDEX_ARRAY_POINTER, GL_INDEX_ARRAY},
        {GL_TEXTURE_COORD_ARRAY_POINTER, GL_TEXTURE_COORD_ARRAY},
        {GL_POINT_SIZE_ARRAY_POINTER_OES, GL_POINT_SIZE_ARRAY_OES},
    };
    for (const auto& [pointerName, array] : kArrays) {
        if (m_compat && pointerName == pname) {
            const uint8_t index = clientArray(array);
            if (index == 0) {
                break;
            }
            *params = const_cast<void*>(m_objects.vertexArray->state.arrays[index].pointer);
            return;
        }
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a pointer", pname);
}

} // namespace gl
