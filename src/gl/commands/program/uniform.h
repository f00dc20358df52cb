// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "glsl/language/types.h"

#include <cstring>
#include <type_traits>

/// Writing uniforms (OpenGL 4.1 section 2.11.7): what the generated glUniform* and
/// glProgramUniform* are made of. A hot path.
namespace gl {

template <class T>
constexpr glsl::BaseType uniformBase() {
    return std::is_same_v<T, GLfloat>    ? glsl::BaseType::Float
           : std::is_same_v<T, GLint>    ? glsl::BaseType::Int
           : std::is_same_v<T, GLdouble> ? glsl::BaseType::Double
                                         : glsl::BaseType::Uint;
}

/// What glUniform* write to: the current program, else the active program of the bound pipeline.
/// Null: there is none, the error is set. Waits for a pending link.
Executable* uniformTarget(Context& context);
/// What glProgramUniform* write to. Null: the error is set.
Executable* uniformTarget(Context& context, GLuint program);

/// The general path: arrays, booleans, samplers, several stages, errors. T: GLfloat, GLint, GLuint
/// or GLdouble.
template <class T>
void writeVectors(Context& context,
                  Executable* executable,
                  GLint location,
                  GLsizei count,
                  int components,
                  const T* values);
/// T: GLfloat or GLdouble.
template <class T>
void writeMatrices(Context& context,
                   Executable* executable,
                   GLint location,
                   GLsizei count,
                   bool transpose,
                   int columns,
                   int rows,
                   const T* values);

/// One vector: the common case without loops.
template <class T, int kComponents>
inline void setUniform(Context& context, GLint location, const T* value) {
    Executable* executable = context.state().executable;
    if (executable && !context.objects().programPending &&
        size_t(GLuint(location)) < executable->uniformEntries.size()) [[likely]] {
        const UniformEntry& entry = executable->uniformEntries[size_t(location)];
        if (entry.typeKey == UniformEntry::key(uint32_t(uniformBase<T>()), 1, kComponents) &&
            entry.slotCount == 1) [[likely]] {
            std::byte* to = executable->uniforms[entry.slot.stage].data() + entry.slot.offset_B;
            if (std::memcmp(to, value, kComponents * sizeof(T)) != 0) {
                std::memcpy(to, value, kComponents * sizeof(T));
                ++executable->uniformSerials[entry.slot.stage];
                context.dirty().set(Dirty::Uniforms);
                context.noteSharedChange();
            }
            return;
        }
    }
    writeVectors(context, uniformTarget(context), location, 1, kComponents, value);
}

template <class T, int kComponents>
inline void setUniforms(Context& context, GLint location, GLsizei count, const T* values) {
    if (count == 1) [[likely]] {
        return setUniform<T, kComponents>(context, location, values);
    }
    writeVectors(context, uniformTarget(context), location, count, kComponents, values);
}

template <class T, int kComponents>
inline void setProgramUniforms(
    Context& context, GLuint program, GLint location, GLsizei count, const T* values) {
    writeVectors(context, uniformTarget(context, program), location, count, kComponents, values);
}

template <class T, int kColumns, int kRows>
inline void
setMatrices(Context& context, GLint location, GLsizei count, GLboolean transpose, const T* values) {
    writeMatrices(
        context, uniformTarget(context), location, count, transpose, kColumns, kRows, values);
}

template <class T, int kColumns, int kRows>
inline void setProgramMatrices(Context& context,
                               GLuint program,
                               GLint location,
                               GLsizei count,
                               GLboolean transpose,
                               const T* values) {
    writeMatrices(context,
                  uniformTarget(context, program),
                  location,
                  count,
                  transpose,
                  kColumns,
                  kRows,
                  values);
}

} // namespace gl
