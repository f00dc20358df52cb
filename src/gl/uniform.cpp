// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glUniform* (ES 2.0 section 2.10.4): location to table entry to bytes. A hot path.
#include "gl/context.h"
#include "gl/program_object.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace gl {

namespace {

using glsl::BaseType;

template <class T>
constexpr BaseType baseOf() {
    return std::is_same_v<T, GLfloat> ? BaseType::Float
           : std::is_same_v<T, GLint> ? BaseType::Int
                                      : BaseType::Uint;
}

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

void valueChanged(Context& context) {
    context.dirty().set(Dirty::Uniforms);
    context.noteSharedChange();
}

/// The entry of `location` for writing `count` values; null: nothing to do (-1) or an error is set.
const UniformEntry* findEntry(Context& context, GLint location, GLsizei count) {
    if (context.objects().programPending) {
        context.resolveProgram();
    }
    Executable* executable = context.state().executable;
    if (!executable) {
        context.setError(GL_INVALID_OPERATION, "glUniform: no program is current");
        return nullptr;
    }
    if (count < 0) {
        context.setError(GL_INVALID_VALUE, "glUniform: count {}", count);
        return nullptr;
    }
    if (location == -1) {
        return nullptr;
    }
    if (location < 0 || size_t(location) >= executable->uniformEntries.size() ||
        executable->uniformEntries[size_t(location)].remaining == 0) {
        context.setError(GL_INVALID_OPERATION, "glUniform: there is no uniform at {}", location);
        return nullptr;
    }
    const UniformEntry& entry = executable->uniformEntries[size_t(location)];
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
    const uint64_t before = executable.samplerSerial;
    for (GLsizei i = 0; i < count; ++i) {
        executable.setSamplerUnit(entry.samplerIndex + i, uint8_t(units[i]));
    }
    if (executable.samplerSerial != before) {
        executable.updateSamplerConflict();
        context.dirty().set(Dirty::Textures);
        context.noteSharedChange();
    }
}

/// Writes tightly packed 32-bit columns to an array whose elements lie arrayStride_B apart.
void writeVectors(Context& context,
                  Executable& executable,
                  const UniformEntry& entry,
                  GLsizei count,
                  size_t element_B,
                  const void* values) {
    bool changed = false;
    forEachSlot(executable, entry, [&](UniformEntry::Slot slot) {
        const uint64_t before = executable.uniformSerials[slot.stage];
        const auto* from = static_cast<const std::byte*>(values);
        for (GLsizei i = 0; i < count; ++i) {
            executable.writeUniform(slot, from, element_B);
            slot.offset_B += slot.arrayStride_B;
            from += element_B;
        }
        changed = changed || executable.uniformSerials[slot.stage] != before;
    });
    if (changed) {
        valueChanged(context);
    }
}

template <class T>
[[gnu::noinline]] void
setVectors(Context& context, GLint location, GLsizei count, int components, const T* values) {
    const UniformEntry* entry = findEntry(context, location, count);
    if (!entry) {
        return;
    }
    Executable& executable = *context.state().executable;
    count = std::min<GLsizei>(count, entry->remaining);
    if (entry->samplerIndex >= 0) {
        if constexpr (std::is_same_v<T, GLint>) {
            if (components == 1) {
                setSamplers(context, executable, *entry, count, values);
                return;
            }
        }
        context.setError(GL_INVALID_OPERATION, "glUniform: samplers are set by glUniform1i only");
        return;
    }
    if (entry->typeKey == UniformEntry::key(uint32_t(baseOf<T>()), 1, uint32_t(components))) {
        writeVectors(context, executable, *entry, count, size_t(components) * 4, values);
        return;
    }
    if (entry->typeKey == UniformEntry::key(uint32_t(BaseType::Bool), 1, uint32_t(components))) {
        for (GLsizei i = 0; i < count; ++i) {
            UniformEntry element = *entry;
            uint32_t booleans[4];
            for (int c = 0; c < components; ++c) {
                booleans[c] = values[i * components + c] != T(0);
            }
            bool changed = false;
            forEachSlot(executable, element, [&](UniformEntry::Slot slot) {
                const uint64_t before = executable.uniformSerials[slot.stage];
                slot.offset_B += uint32_t(i) * slot.arrayStride_B;
                executable.writeUniform(slot, booleans, size_t(components) * 4);
                changed = changed || executable.uniformSerials[slot.stage] != before;
            });
            if (changed) {
                valueChanged(context);
            }
        }
        return;
    }
    context.setError(
        GL_INVALID_OPERATION, "glUniform: the uniform at {} has another type", location);
}

/// One vector: the common case without loops, everything else by setVectors().
template <class T, int kComponents>
inline void setVector(Context& context, GLint location, const T* value) {
    Executable* executable = context.state().executable;
    if (executable && !context.objects().programPending &&
        size_t(GLuint(location)) < executable->uniformEntries.size()) [[likely]] {
        const UniformEntry& entry = executable->uniformEntries[size_t(location)];
        if (entry.typeKey == UniformEntry::key(uint32_t(baseOf<T>()), 1, kComponents) &&
            entry.slotCount == 1) [[likely]] {
            std::byte* to = executable->uniforms[entry.slot.stage].data() + entry.slot.offset_B;
            if (std::memcmp(to, value, kComponents * 4) != 0) {
                std::memcpy(to, value, kComponents * 4);
                ++executable->uniformSerials[entry.slot.stage];
                valueChanged(context);
            }
            return;
        }
    }
    setVectors(context, location, 1, kComponents, value);
}

void setMatrices(Context& context,
                 GLint location,
                 GLsizei count,
                 bool transpose,
                 int columns,
                 int rows,
                 const GLfloat* values) {
    const UniformEntry* entry = findEntry(context, location, count);
    if (!entry) {
        return;
    }
    if (transpose && context.isES()) {
        context.setError(GL_INVALID_VALUE, "glUniformMatrix: transpose must be GL_FALSE");
        return;
    }
    if (entry->typeKey !=
        UniformEntry::key(uint32_t(BaseType::Float), uint32_t(columns), uint32_t(rows))) {
        context.setError(
            GL_INVALID_OPERATION, "glUniformMatrix: the uniform at {} has another type", location);
        return;
    }
    Executable& executable = *context.state().executable;
    count = std::min<GLsizei>(count, entry->remaining);
    const int components = columns * rows;
    bool changed = false;
    forEachSlot(executable, *entry, [&](const UniformEntry::Slot& slot) {
        const uint64_t before = executable.uniformSerials[slot.stage];
        for (GLsizei i = 0; i < count; ++i) {
            const GLfloat* matrix = values + size_t(i) * size_t(components);
            UniformEntry::Slot to = slot;
            to.offset_B += uint32_t(i) * slot.arrayStride_B;
            if (!transpose && slot.matrixStride_B == uint32_t(rows) * 4) {
                executable.writeUniform(to, matrix, size_t(components) * 4);
                continue;
            }
            for (int c = 0; c < columns; ++c) {
                GLfloat column[4];
                for (int r = 0; r < rows; ++r) {
                    column[r] = transpose ? matrix[r * columns + c] : matrix[c * rows + r];
                }
                executable.writeUniform(to, column, size_t(rows) * 4);
                to.offset_B += slot.matrixStride_B;
            }
        }
        changed = changed || executable.uniformSerials[slot.stage] != before;
    });
    if (changed) {
        valueChanged(context);
    }
}

} // namespace

void Context::uniform1f(GLint location, GLfloat v0) {
    setVector<GLfloat, 1>(*this, location, &v0);
}

void Context::uniform2f(GLint location, GLfloat v0, GLfloat v1) {
    const GLfloat value[] = {v0, v1};
    setVector<GLfloat, 2>(*this, location, value);
}

void Context::uniform3f(GLint location, GLfloat v0, GLfloat v1, GLfloat v2) {
    const GLfloat value[] = {v0, v1, v2};
    setVector<GLfloat, 3>(*this, location, value);
}

void Context::uniform4f(GLint location, GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3) {
    const GLfloat value[] = {v0, v1, v2, v3};
    setVector<GLfloat, 4>(*this, location, value);
}

void Context::uniform1i(GLint location, GLint v0) {
    setVector<GLint, 1>(*this, location, &v0);
}

void Context::uniform2i(GLint location, GLint v0, GLint v1) {
    const GLint value[] = {v0, v1};
    setVector<GLint, 2>(*this, location, value);
}

void Context::uniform3i(GLint location, GLint v0, GLint v1, GLint v2) {
    const GLint value[] = {v0, v1, v2};
    setVector<GLint, 3>(*this, location, value);
}

void Context::uniform4i(GLint location, GLint v0, GLint v1, GLint v2, GLint v3) {
    const GLint value[] = {v0, v1, v2, v3};
    setVector<GLint, 4>(*this, location, value);
}

void Context::uniform1fv(GLint location, GLsizei count, const GLfloat* value) {
    setVectors(*this, location, count, 1, value);
}

void Context::uniform2fv(GLint location, GLsizei count, const GLfloat* value) {
    setVectors(*this, location, count, 2, value);
}

void Context::uniform3fv(GLint location, GLsizei count, const GLfloat* value) {
    setVectors(*this, location, count, 3, value);
}

void Context::uniform4fv(GLint location, GLsizei count, const GLfloat* value) {
    if (count == 1) {
        setVector<GLfloat, 4>(*this, location, value);
    } else {
        setVectors(*this, location, count, 4, value);
    }
}

void Context::uniform1iv(GLint location, GLsizei count, const GLint* value) {
    setVectors(*this, location, count, 1, value);
}

void Context::uniform2iv(GLint location, GLsizei count, const GLint* value) {
    setVectors(*this, location, count, 2, value);
}

void Context::uniform3iv(GLint location, GLsizei count, const GLint* value) {
    setVectors(*this, location, count, 3, value);
}

void Context::uniform4iv(GLint location, GLsizei count, const GLint* value) {
    setVectors(*this, location, count, 4, value);
}

void Context::uniformMatrix2fv(GLint location,
                               GLsizei count,
                               GLboolean transpose,
                               const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 2, 2, value);
}

void Context::uniformMatrix3fv(GLint location,
                               GLsizei count,
                               GLboolean transpose,
                               const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 3, 3, value);
}

void Context::uniformMatrix4fv(GLint location,
                               GLsizei count,
                               GLboolean transpose,
                               const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 4, 4, value);
}

void Context::uniformMatrix2x3fv(GLint location,
                                 GLsizei count,
                                 GLboolean transpose,
                                 const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 2, 3, value);
}

void Context::uniformMatrix2x4fv(GLint location,
                                 GLsizei count,
                                 GLboolean transpose,
                                 const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 2, 4, value);
}

void Context::uniformMatrix3x2fv(GLint location,
                                 GLsizei count,
                                 GLboolean transpose,
                                 const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 3, 2, value);
}

void Context::uniformMatrix3x4fv(GLint location,
                                 GLsizei count,
                                 GLboolean transpose,
                                 const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 3, 4, value);
}

void Context::uniformMatrix4x2fv(GLint location,
                                 GLsizei count,
                                 GLboolean transpose,
                                 const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 4, 2, value);
}

void Context::uniformMatrix4x3fv(GLint location,
                                 GLsizei count,
                                 GLboolean transpose,
                                 const GLfloat* value) {
    setMatrices(*this, location, count, transpose, 4, 3, value);
}

} // namespace gl
