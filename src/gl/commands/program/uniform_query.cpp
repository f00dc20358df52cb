// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glGetUniform* (ES 2.0 section 6.1.8, OpenGL 4.1 section 6.1.12).
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace gl {

namespace {

constexpr GLsizei kNoLimit = std::numeric_limits<GLsizei>::max();

/// Numbers as queries give them (OpenGL 4.1 section 6.1.2): to integers rounded to the nearest and
/// clamped; between integers of a size the bits stay.
template <class T, class From>
T converted(From value) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<T>) {
        const double rounded = std::round(double(value));
        return rounded >= double(std::numeric_limits<T>::max()) ? std::numeric_limits<T>::max()
               : rounded <= double(std::numeric_limits<T>::min())
                   ? std::numeric_limits<T>::min()
                   : T(std::isnan(rounded) ? 0 : rounded);
    } else {
        return T(value);
    }
}

template <class T, class From>
T read(const std::byte* from) {
    From value;
    std::memcpy(&value, from, sizeof value);
    return converted<T>(value);
}

template <class T>
T readAs(glsl::BaseType base, const std::byte* from) {
    switch (base) {
    case glsl::BaseType::Float:
        return read<T, float>(from);
    case glsl::BaseType::Double:
        return read<T, double>(from);
    case glsl::BaseType::Uint:
        return read<T, uint32_t>(from);
    default:
        return read<T, int32_t>(from);
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
    const size_t component_B = base == glsl::BaseType::Double ? 8 : 4;
    for (int i = 0; i < components; ++i) {
        params[i] = T(0);
        if (entry.slotCount > 0) {
            const std::byte* block = executable->uniforms[entry.slot.stage].data();
            params[i] = readAs<T>(base,
                                  block + entry.slot.offset_B +
                                      size_t(i / rows) * entry.slot.matrixStride_B +
                                      size_t(i % rows) * component_B);
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

void Context::getUniformuiv(GLuint program, GLint location, GLuint* params) {
    getUniform(*this, program, location, kNoLimit, params);
}

void Context::getUniformdv(GLuint program, GLint location, GLdouble* params) {
    getUniform(*this, program, location, kNoLimit, params);
}

void Context::getnUniformfv(GLuint program, GLint location, GLsizei bufSize, GLfloat* params) {
    getUniform(*this, program, location, bufSize, params);
}

void Context::getnUniformiv(GLuint program, GLint location, GLsizei bufSize, GLint* params) {
    getUniform(*this, program, location, bufSize, params);
}

void Context::getnUniformuiv(GLuint program, GLint location, GLsizei bufSize, GLuint* params) {
    getUniform(*this, program, location, bufSize, params);
}

void Context::getnUniformdv(GLuint program, GLint location, GLsizei bufSize, GLdouble* params) {
    getUniform(*this, program, location, bufSize, params);
}

} // namespace gl
