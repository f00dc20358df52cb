// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/program/uniform.h"

#include "gl/context/pipelines.h"
#include "gl/validation/validate_program.h"

#include <algorithm>

namespace gl {

namespace {

using glsl::BaseType;

/// Fn(slot) for every stage that uses the uniform.
template <class Fn>
void forEachSlot(const Executable& executable, const UniformEntry& entry, Fn&& fn) {
    if (entry.slotCount > 0) {
        fn(entry.slot);
    }
    for (uint32_t i = 1; i < entry.slotCount; ++i) {
        fn(executable.moreSlots[entry.moreSlots + i - 1]);
    }
}

/// Runs `write` and, where bytes of the executable changed, says so.
template <class Fn>
void noteChanges(Context& context, Executable& executable, Fn&& write) {
    const auto before = executable.uniformSerials;
    write();
    if (executable.uniformSerials != before) {
        context.dirty().set(Dirty::Uniforms);
        context.noteSharedChange();
    }
}

/// The entry of `location` for writing `count` values; null: nothing to do (-1) or an error is set.
const UniformEntry*
findEntry(Context& context, const Executable& executable, GLint location, GLsizei count) {
    if (count < 0) {
        context.setError(GL_INVALID_VALUE, "glUniform: count {}", count);
        return nullptr;
    }
    if (location == -1) {
        return nullptr;
    }
    if (location < 0 || size_t(location) >= executable.uniformEntries.size()) {
        context.setError(GL_INVALID_OPERATION, "glUniform: there is no uniform at {}", location);
        return nullptr;
    }
    const UniformEntry& entry = executable.uniformEntries[size_t(location)];
    if (entry.remaining == 0) {
        // Between explicit locations: of a uniform that is not active, which is no error
        // (ARB_explicit_uniform_location).
        return nullptr;
    }
    if (count > 1 && !entry.isArray) {
        context.setError(
            GL_INVALID_OPERATION, "glUniform: {} values for a uniform that is not an array", count);
        return nullptr;
    }
    return &entry;
}

void setSamplers(Context& context,
                 Executable& executable,
                 const UniformEntry& entry,
                 GLsizei count,
                 const GLint* units) {
    const GLint unitCount = std::min(context.caps().maxCombinedTextureUnits, kMaxTextureUnits);
    for (GLsizei i = 0; i < count; ++i) {
        if (units[i] < 0 || units[i] >= unitCount) {
            context.setError(GL_INVALID_VALUE, "glUniform: no texture unit {}", units[i]);
            return;
        }
    }
    bool changed = false;
    for (GLsizei i = 0; i < count; ++i) {
        if (executable.setSamplerUnit(entry.samplerIndex + i, uint8_t(units[i]))) {
            // Whatever reads from this unit is looked at, the sampler among it.
            context.dirty().setUnit(size_t(units[i]));
            changed = true;
        }
    }
    if (!changed) {
        return;
    }
    const bool conflict = executable.samplerConflict;
    executable.updateSamplerConflict();
    if (conflict != executable.samplerConflict || context.state().executable != &executable) {
        context.recheck(kRecheckProgram);
    }
    context.noteSharedChange();
}

/// A row-major matrix by columns, or the other way round.
template <class T>
void transposed(const T* from, int columns, int rows, T* to) {
    for (int column = 0; column < columns; ++column) {
        for (int row = 0; row < rows; ++row) {
            to[column * rows + row] = from[row * columns + column];
        }
    }
}

} // namespace

Executable* uniformTarget(Context& context) {
    if (context.objects().programPending) {
        context.resolveProgram();
    }
    if (Executable* executable = context.state().executable) {
        return executable;
    }
    if (const ProgramPipeline* pipeline = boundPipeline(context)) {
        if (pipeline->activeProgram && pipeline->activeProgram->executable()) {
            return pipeline->activeProgram->executable().get();
        }
    }
    context.setError(GL_INVALID_OPERATION, "glUniform: no program is current");
    return nullptr;
}

Executable* uniformTarget(Context& context, GLuint program) {
    Program* object = requireProgram(context, program);
    if (object && !object->executable()) {
        context.setError(
            GL_INVALID_OPERATION, "glProgramUniform: program {} is not linked", program);
        return nullptr;
    }
    return object ? object->executable().get() : nullptr;
}

template <class T>
[[gnu::noinline]] void writeVectors(Context& context,
                                    Executable* executable,
                                    GLint location,
                                    GLsizei count,
                                    int components,
                                    const T* values) {
    const UniformEntry* entry =
        executable ? findEntry(context, *executable, location, count) : nullptr;
    if (!entry) {
        return;
    }
    count = std::min<GLsizei>(count, entry->remaining);
    if (entry->samplerIndex >= 0) {
        if constexpr (std::is_same_v<T, GLint>) {
            if (components == 1) {
                return setSamplers(context, *executable, *entry, count, values);
            }
        }
        return context.setError(GL_INVALID_OPERATION,
                                "glUniform: samplers are set by glUniform1i only");
    }
    if (entry->typeKey == UniformEntry::key(uint32_t(uniformBase<T>()), 1, uint32_t(components))) {
        return noteChanges(context, *executable, [&] {
            forEachSlot(*executable, *entry, [&](UniformEntry::Slot slot) {
                for (GLsizei i = 0; i < count; ++i) {
                    executable->writeUniform(
                        slot, values + i * components, size_t(components) * sizeof(T));
                    slot.offset_B += slot.arrayStride_B;
                }
            });
        });
    }
    const bool toBool =
        entry->typeKey == UniformEntry::key(uint32_t(BaseType::Bool), 1, uint32_t(components));
    if (!toBool || std::is_same_v<T, GLdouble>) {
        return context.setError(
            GL_INVALID_OPERATION, "glUniform: the uniform at {} has another type", location);
    }
    noteChanges(context, *executable, [&] {
        forEachSlot(*executable, *entry, [&](UniformEntry::Slot slot) {
            for (GLsizei i = 0; i < count; ++i) {
                uint32_t booleans[4];
                for (int c = 0; c < components; ++c) {
                    booleans[c] = values[i * components + c] != T(0);
                }
                executable->writeUniform(slot, booleans, size_t(components) * 4);
                slot.offset_B += slot.arrayStride_B;
            }
        });
    });
}

template <class T>
void writeMatrices(Context& context,
                   Executable* executable,
                   GLint location,
                   GLsizei count,
                   bool transpose,
                   int columns,
                   int rows,
                   const T* values) {
    const UniformEntry* entry =
        executable ? findEntry(context, *executable, location, count) : nullptr;
    if (!entry) {
        return;
    }
    if (transpose && !context.atLeast(30, 20)) {
        return context.setError(GL_INVALID_VALUE, "glUniformMatrix: transpose must be GL_FALSE");
    }
    if (entry->typeKey !=
        UniformEntry::key(uint32_t(uniformBase<T>()), uint32_t(columns), uint32_t(rows))) {
        return context.setError(
            GL_INVALID_OPERATION, "glUniformMatrix: the uniform at {} has another type", location);
    }
    count = std::min<GLsizei>(count, entry->remaining);
    const size_t column_B = size_t(rows) * sizeof(T);
    noteChanges(context, *executable, [&] {
        forEachSlot(*executable, *entry, [&](const UniformEntry::Slot& slot) {
            for (GLsizei i = 0; i < count; ++i) {
                const T* matrix = values + size_t(i) * size_t(columns * rows);
                T turned[16];
                if (transpose) {
                    transposed(matrix, columns, rows, turned);
                    matrix = turned;
                }
                UniformEntry::Slot to = slot;
                to.offset_B += uint32_t(i) * slot.arrayStride_B;
                if (slot.matrixStride_B == column_B) {
                    executable->writeUniform(to, matrix, column_B * size_t(columns));
                    continue;
                }
                for (int c = 0; c < columns; ++c) {
                    executable->writeUniform(to, matrix + c * rows, column_B);
                    to.offset_B += slot.matrixStride_B;
                }
            }
        });
    });
}

template void writeVectors(Context&, Executable*, GLint, GLsizei, int, const GLfloat*);
template void writeVectors(Context&, Executable*, GLint, GLsizei, int, const GLint*);
template void writeVectors(Context&, Executable*, GLint, GLsizei, int, const GLuint*);
template void writeVectors(Context&, Executable*, GLint, GLsizei, int, const GLdouble*);
template void writeMatrices(Context&, Executable*, GLint, GLsizei, bool, int, int, const GLfloat*);
template void writeMatrices(Context&, Executable*, GLint, GLsizei, bool, int, int, const GLdouble*);

} // namespace gl
