// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/get/get.h"

#include "gl/commands/get/get_table.h"
#include "gl/commands/state/state_enable.h"
#include "gl/compat/state/compat_state.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gl {

namespace {

// Null: the name is not in the table.
template <class Row>
const Row* findRow(std::span<const Row> rows, GLenum name) {
    const auto row = std::find_if(
        rows.begin(), rows.end(), [name](const Row& candidate) { return candidate.name == name; });
    return row == rows.end() ? nullptr : &*row;
}

// False with the error set.
bool query(Context& context, const CompatState* compat, GLenum pname, QueryValue& value) {
    for (const auto rows : {stateRows(), limitRows(), programRows()}) {
        if (const StateRow* row = findRow(rows, pname); row && row->since.in(context)) {
            value = row->get(context);
            return true;
        }
    }
    if (compat) {
        if (const CompatStateRow* row = findRow(compatRows(), pname)) {
            value = row->get(context, *compat);
            return true;
        }
    }
    if (const std::optional<bool> on = findCapability(context, compat, pname)) {
        value = boolean(*on);
        return true;
    }
    context.setError(GL_INVALID_ENUM, "0x{:04X} is not a state variable", pname);
    return false;
}

// False with the error set.
bool queryIndexed(Context& context, GLenum name, GLuint index, QueryValue& value) {
    const IndexedRow* row = findRow(indexedRows(), name);
    if (!row || !row->since.in(context)) {
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

/// A half is rounded up, but a fraction of 0, which becomes -0.5, is 0.
double rounded(QueryValue::Kind kind, double number) {
    return kind == QueryValue::Kind::Fraction ? std::nearbyint(number) : std::round(number);
}

} // namespace

GLboolean toBoolean(const QueryValue& value, size_t i) {
    return value.numbers[i] != 0;
}

GLint toInteger(const QueryValue& value, size_t i) {
    double number = value.numbers[i];
    if (value.kind == QueryValue::Kind::Integer) {
        return GLint(int64_t(number)); // Masks keep their bits.
    }
    if (value.kind == QueryValue::Kind::Fraction) {
        number = (4294967295.0 * number - 1) / 2;
    }
    return GLint(std::clamp(rounded(value.kind, number), double(INT32_MIN), double(INT32_MAX)));
}

GLint64 toInteger64(const QueryValue& value, size_t i) {
    double number = value.numbers[i];
    if (value.kind == QueryValue::Kind::Integer) {
        return GLint64(number);
    }
    if (value.kind == QueryValue::Kind::Fraction) {
        number = (4294967295.0 * number - 1) / 2;
    }
    return GLint64(rounded(value.kind, number));
}

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
    constexpr std::pair<GLenum, GLenum> kArrays[] = {
        {GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY},
        {GL_NORMAL_ARRAY_POINTER, GL_NORMAL_ARRAY},
        {GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY},
        {GL_SECONDARY_COLOR_ARRAY_POINTER, GL_SECONDARY_COLOR_ARRAY},
        {GL_FOG_COORD_ARRAY_POINTER, GL_FOG_COORD_ARRAY},
        {GL_TEXTURE_COORD_ARRAY_POINTER, GL_TEXTURE_COORD_ARRAY},
    };
    for (const auto& [pointerName, array] : kArrays) {
        if (m_compat && pointerName == pname) {
            const uint8_t index = conventionalArray(array, m_compat->clientActiveTexture);
            *params = const_cast<void*>(m_objects.vertexArray->state.arrays[index].pointer);
            return;
        }
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a pointer", pname);
}

} // namespace gl
