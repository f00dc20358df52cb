// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glGetUniform* (ES 2.0 section 6.1.8).
#include "gl/context.h"
#include "gl/validate_program.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace gl {

namespace {

constexpr GLsizei kNoLimit = std::numeric_limits<GLsizei>::max();

template <class T>
T fromFloat(float value) {
    if constexpr (std::is_same_v<T, GLfloat>) {
        return value;
    } else {
        // ES 2.0 section 6.1.2: rounded to the nearest, clamped to what the type holds.
        const double rounded = std::nearbyint(double(value));
        return rounded >= 2147483647.0    ? std::numeric_limits<GLint>::max()
               : rounded <= -2147483648.0 ? std::numeric_limits<GLint>::min()
                                          : T(std::isnan(rounded) ? 0 : rounded);
    }
}

template <class T>
void getUniform(Context& context, GLuint program, GLint location, GLsizei bufSize, T* params) {
    Program* object = requireProgram(context, program);
    if (!object) {
        return;
    }
    const Executable* executable = object->executable().get();
    if (!executable || location < 0 || size_t(location) >= executable->uniformEntries.size() ||
        executable->uniformEntries[size_t(location)].remaining == 0) {
        context.setError(GL_INVALID_OPERATION,
                         "glGetUniform: program {} has no uniform at {}",
                         program,
                         location);
        return;
    }
    const UniformEntry& entry = executable->uniformEntries[size_t(location)];
    const int rows = int(entry.typeKey & 0xff);
    const int columns = int(entry.typeKey >> 8 & 0xff);
    const auto base = glsl::BaseType(entry.typeKey >> 16);
    const int components = entry.samplerIndex >= 0 ? 1 : rows * columns;
    if (bufSize < 0 || bufSize / int(sizeof(T)) < components) {
        context.setError(GL_INVALID_OPERATION, "glGetnUniform: bufSize {} is too small", bufSize);
        return;
    }
    if (entry.samplerIndex >= 0) {
        params[0] = T(executable->samplerUnits[size_t(entry.samplerIndex)]);
        return;
    }
    for (int i = 0; i < components; ++i) {
        uint32_t bits = 0;
        if (entry.slotCount > 0) {
            const std::byte* block = executable->uniforms[entry.slot.stage].data();
            const size_t offset_B = entry.slot.offset_B +
                                    size_t(i / rows) * entry.slot.matrixStride_B +
                                    size_t(i % rows) * 4;
            std::memcpy(&bits, block + offset_B, 4);
        }
        if (base == glsl::BaseType::Float) {
            float value;
            std::memcpy(&value, &bits, 4);
            params[i] = fromFloat<T>(value);
        } else if (base == glsl::BaseType::Uint) {
            params[i] = T(bits);
        } else {
            params[i] = T(int32_t(bits));
        }
    }
}

} // namespace

void Context::getUniformfv(GLuint program, GLint location, GLfloat* params) {
    getUniform(*this, program, location, kNoLimit, params);
}

void Context::getUniformiv(GLuint program, GLint location, GLint* params) {
    getUniform(*this, program, location, kNoLimit, params);
}

void Context::getnUniformfv(GLuint program, GLint location, GLsizei bufSize, GLfloat* params) {
    getUniform(*this, program, location, bufSize, params);
}

void Context::getnUniformiv(GLuint program, GLint location, GLsizei bufSize, GLint* params) {
    getUniform(*this, program, location, bufSize, params);
}

} // namespace gl
