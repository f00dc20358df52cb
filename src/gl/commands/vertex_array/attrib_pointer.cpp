// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vertex arrays: formats, and the buffers and client memory they come from (ES 3.0 section 2.8,
// ARB_vertex_attrib_binding).
#include "gl/commands/vertex_array/vertex_attribs.h"

namespace gl {

namespace {

/// What glVertexAttrib*Pointer and glVertexAttrib*Format come in.
enum class Family : uint8_t { Floats, Integers, Doubles };

bool validAttribType(const Context& context, Family family, GLenum type) {
    if (family == Family::Doubles) {
        return type == GL_DOUBLE;
    }
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
        return true;
    case GL_INT:
    case GL_UNSIGNED_INT:
        return family == Family::Integers || context.atLeast(30, 10);
    default:
        break;
    }
    if (family == Family::Integers) {
        return false;
    }
    switch (type) {
    case GL_FLOAT:
        return true;
    case GL_FIXED: // In OpenGL by ARB_ES2_compatibility.
        return context.atLeast(20, 30);
    case GL_DOUBLE:
        return context.isDesktop();
    case GL_HALF_FLOAT:
        return context.atLeast(30, 30);
    case GL_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
        return context.atLeast(30, 30);
    case GL_UNSIGNED_INT_10F_11F_11F_REV:
        return context.atLeast(0, 30);
    default:
        return false;
    }
}

/// Fills what an array's format is; false with the error set.
bool makeFormat(Context& context,
                Family family,
                GLint size,
                GLenum type,
                bool normalized,
                VertexAttrib& attrib) {
    const bool bgra = size == GL_BGRA && context.isDesktop() && family == Family::Floats;
    if ((size < 1 || size > 4) && !bgra) {
        context.setError(GL_INVALID_VALUE, "an attribute of {} components", size);
        return false;
    }
    if (!validAttribType(context, family, type)) {
        context.setError(
            GL_INVALID_ENUM, "0x{:04X} is not a type of these vertex attributes", type);
        return false;
    }
    const bool tenBits = packedType(type) && type != GL_UNSIGNED_INT_10F_11F_11F_REV;
    if (bgra && ((type != GL_UNSIGNED_BYTE && !tenBits) || !normalized)) {
        context.setError(GL_INVALID_OPERATION,
                         "GL_BGRA needs normalized GL_UNSIGNED_BYTE or 2_10_10_10_REV");
        return false;
    }
    if ((tenBits && size != 4 && !bgra) || (type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 3)) {
        context.setError(GL_INVALID_OPERATION, "{} components of packed type 0x{:04X}", size, type);
        return false;
    }
    attrib.size = bgra ? 4 : uint8_t(size);
    attrib.bgra = bgra;
    attrib.type = type;
    attrib.normalized = normalized;
    attrib.integer = family == Family::Integers;
    attrib.isLong = family == Family::Doubles;
    return true;
}

bool validBindingIndex(Context& context, GLuint index) {
    if (index >= GLuint(kMaxVertexAttribs)) {
        context.setError(GL_INVALID_VALUE, "there is no vertex buffer binding {}", index);
        return false;
    }
    return true;
}

} // namespace

void Context::setArray(uint8_t array, const VertexAttrib& attrib, Buffer* buffer) {
    VertexAttrib& old = m_objects.vertexArray->state.arrays[array];
    old.staticElements = attrib.staticElements;
    if (old.size != attrib.size || old.type != attrib.type || old.stride_B != attrib.stride_B ||
        old.normalized != attrib.normalized || old.bgra != attrib.bgra ||
        old.integer != attrib.integer || old.isLong != attrib.isLong ||
        old.divisor != attrib.divisor || old.zeroStride != attrib.zeroStride) {
        old.size = attrib.size;
        old.type = attrib.type;
        old.stride_B = attrib.stride_B;
        old.normalized = attrib.normalized;
        old.bgra = attrib.bgra;
        old.integer = attrib.integer;
        old.isLong = attrib.isLong;
        old.zeroStride = attrib.zeroStride;
        old.divisor = attrib.divisor;
        m_dirty.setArray(array);
        if (m_aliasedArrays) {
            recheck(kRecheckArrays);
        }
    }
    setArraySource(array, attrib.pointer, buffer);
}

void Context::setArraySource(uint8_t array, const void* pointer, Buffer* buffer) {
    VertexAttrib& old = m_objects.vertexArray->state.arrays[array];
    if (old.pointer == pointer && old.buffer == buffer && !old.orphaned) {
        return;
    }
    // Only what has to be validated again: client pointers (null?), and buffers that may be mapped.
    if (!buffer || !old.buffer || m_group->mappedBuffers || m_aliasedArrays) {
        recheck(kRecheckArrays);
    }
    old.pointer = pointer;
    old.orphaned = false;
    if (!(old.buffer == buffer)) {
        m_spareBuffers.assign(old.buffer, buffer);
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
    m_dirty.setArray(array);
    recheck(kRecheckArrays);
}

void Context::enableVertexAttribArray(GLuint index) {
    if (validAttribIndex(*this, index) && requireVertexArray()) {
        setArrayEnabled(uint8_t(index), true);
    }
}

void Context::disableVertexAttribArray(GLuint index) {
    if (validAttribIndex(*this, index) && requireVertexArray()) {
        setArrayEnabled(uint8_t(index), false);
    }
}

bool Context::requireVertexArray() {
    if (isCore() && m_objects.vertexArray == m_objects.defaultVertexArray) {
        setError(GL_INVALID_OPERATION, "no vertex array object is bound");
        return false;
    }
    return true;
}

/// Of an array in client memory, or an offset into the bound buffer.
bool Context::validArraySource(const void* pointer) {
    if (!m_objects.arrayBuffer && pointer && (isDesktop() || atLeast(30, 30)) &&
        m_objects.vertexArray != m_objects.defaultVertexArray) {
        setError(GL_INVALID_OPERATION, "vertex array objects have no arrays in client memory");
        return false;
    }
    return true;
}

void Context::setAttribPointer(GLuint index,
                               VertexAttrib& attrib,
                               GLsizei stride,
                               const void* pointer) {
    if (stride < 0) {
        return setError(GL_INVALID_VALUE, "a stride of {}", stride);
    }
    if (!requireVertexArray() || !validArraySource(pointer)) {
        return;
    }
    VertexArray& array = *m_objects.vertexArray;
    Buffer* buffer = m_objects.arrayBuffer.get();
    attrib.stride_B = stride;
    if (!array.bindings) [[likely]] {
        attrib.divisor = array.state.arrays[index].divisor;
        attrib.pointer = pointer;
        return setArray(uint8_t(index), attrib, buffer);
    }
    VertexBindings& b = *array.bindings;
    b.given[index] = {pointer, stride};
    b.bindingOf[index] = uint8_t(index);
    b.relativeOffset_B[index] = 0;
    b.bindings[index].buffer = buffer;
    b.bindings[index].offset_B = reinterpret_cast<GLintptr>(pointer);
    b.bindings[index].stride_B = stride ? stride : attrib.elementSize_B();
    attrib.divisor = b.bindings[index].divisor;
    attrib.pointer = pointer;
    setArray(uint8_t(index), attrib, buffer);
    resolveBinding(index);
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
    // Most often another place alone is given; the rest was found valid before.
    const VertexAttrib& old = m_objects.vertexArray->state.arrays[index];
    if (old.size == size && old.type == type && old.stride_B == stride &&
        old.normalized == (normalized != GL_FALSE) && !old.integer && !old.isLong && !old.bgra &&
        !old.zeroStride && !m_objects.vertexArray->bindings) [[likely]] {
        if (requireVertexArray() && validArraySource(pointer)) {
            setArraySource(uint8_t(index), pointer, m_objects.arrayBuffer.get());
        }
        return;
    }
    VertexAttrib attrib;
    if (makeFormat(*this, Family::Floats, size, type, normalized != GL_FALSE, attrib)) {
        setAttribPointer(index, attrib, stride, pointer);
    }
}

void Context::vertexAttribIPointer(
    GLuint index, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    VertexAttrib attrib;
    if (validAttribIndex(*this, index) &&
        makeFormat(*this, Family::Integers, size, type, false, attrib)) {
        setAttribPointer(index, attrib, stride, pointer);
    }
}

void Context::vertexAttribLPointer(
    GLuint index, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    VertexAttrib attrib;
    if (validAttribIndex(*this, index) &&
        makeFormat(*this, Family::Doubles, size, type, false, attrib)) {
        setAttribPointer(index, attrib, stride, pointer);
    }
}

void Context::vertexAttribDivisor(GLuint index, GLuint divisor) {
    if (!validAttribIndex(*this, index) || !requireVertexArray()) {
        return;
    }
    VertexArray& array = *m_objects.vertexArray;
    if (array.bindings) {
        setAttribBinding(index, index);
        return vertexBindingDivisor(index, divisor);
    }
    GLuint& old = array.state.arrays[index].divisor;
    if (old == divisor) {
        return;
    }
    old = divisor;
    m_dirty.setArray(index);
    if (m_aliasedArrays) {
        recheck(kRecheckArrays);
    }
}

// --- Bindings apart from formats (ARB_vertex_attrib_binding)

/// An array's memory from its binding.
void Context::resolveArray(GLuint index) {
    VertexArray& array = *m_objects.vertexArray;
    const VertexBindings& b = *array.bindings;
    const VertexBindings::Binding& binding = b.bindings[b.bindingOf[index]];
    VertexAttrib attrib = array.state.arrays[index];
    attrib.stride_B = binding.stride_B;
    attrib.zeroStride = binding.stride_B == 0;
    attrib.divisor = binding.divisor;
    attrib.pointer =
        reinterpret_cast<const void*>(binding.offset_B + GLintptr(b.relativeOffset_B[index]));
    setArray(uint8_t(index), attrib, binding.buffer.get());
}

void Context::resolveBinding(GLuint binding) {
    const VertexBindings& b = *m_objects.vertexArray->bindings;
    for (GLuint i = 0; i < GLuint(kMaxVertexAttribs); ++i) {
        if (b.bindingOf[i] == binding) {
            resolveArray(i);
        }
    }
}

void Context::setAttribFormat(GLuint index, VertexAttrib attrib, GLuint relativeOffset) {
    if (relativeOffset > GLuint(kMaxRelativeOffset_B)) {
        return setError(GL_INVALID_VALUE, "a relative offset of {}", relativeOffset);
    }
    if (!requireVertexArray()) {
        return;
    }
    VertexArray& array = *m_objects.vertexArray;
    array.separate().relativeOffset_B[index] = relativeOffset;
    const VertexAttrib& old = array.state.arrays[index];
    attrib.pointer = old.pointer;
    attrib.stride_B = old.stride_B;
    attrib.zeroStride = old.zeroStride;
    attrib.divisor = old.divisor;
    setArray(uint8_t(index), attrib, old.buffer.get());
    resolveArray(index);
}

void Context::setAttribBinding(GLuint index, GLuint binding) {
    m_objects.vertexArray->separate().bindingOf[index] = uint8_t(binding);
    resolveArray(index);
}

void Context::vertexAttribFormat(
    GLuint attribindex, GLint size, GLenum type, GLboolean normalized, GLuint relativeoffset) {
    VertexAttrib attrib;
    if (validAttribIndex(*this, attribindex) &&
        makeFormat(*this, Family::Floats, size, type, normalized != GL_FALSE, attrib)) {
        setAttribFormat(attribindex, std::move(attrib), relativeoffset);
    }
}

void Context::vertexAttribIFormat(GLuint attribindex,
                                  GLint size,
                                  GLenum type,
                                  GLuint relativeoffset) {
    VertexAttrib attrib;
    if (validAttribIndex(*this, attribindex) &&
        makeFormat(*this, Family::Integers, size, type, false, attrib)) {
        setAttribFormat(attribindex, std::move(attrib), relativeoffset);
    }
}

void Context::vertexAttribLFormat(GLuint attribindex,
                                  GLint size,
                                  GLenum type,
                                  GLuint relativeoffset) {
    VertexAttrib attrib;
    if (validAttribIndex(*this, attribindex) &&
        makeFormat(*this, Family::Doubles, size, type, false, attrib)) {
        setAttribFormat(attribindex, std::move(attrib), relativeoffset);
    }
}

void Context::vertexAttribBinding(GLuint attribindex, GLuint bindingindex) {
    if (validAttribIndex(*this, attribindex) && validBindingIndex(*this, bindingindex) &&
        requireVertexArray()) {
        setAttribBinding(attribindex, bindingindex);
    }
}

void Context::bindVertexBuffer(GLuint bindingindex,
                               GLuint buffer,
                               GLintptr offset,
                               GLsizei stride) {
    if (!validBindingIndex(*this, bindingindex)) {
        return;
    }
    if (offset < 0 || stride < 0) {
        return setError(GL_INVALID_VALUE, "offset {}, stride {}", offset, stride);
    }
    if (!requireVertexArray()) {
        return;
    }
    Ref<Buffer> object;
    if (buffer != 0) {
        object = bufferToBind(buffer);
        if (!object) {
            return; // The error is set.
        }
    }
    VertexBindings::Binding& binding = m_objects.vertexArray->separate().bindings[bindingindex];
    binding.buffer = std::move(object);
    binding.offset_B = offset;
    binding.stride_B = stride;
    resolveBinding(bindingindex);
}

void Context::vertexBindingDivisor(GLuint bindingindex, GLuint divisor) {
    if (validBindingIndex(*this, bindingindex) && requireVertexArray()) {
        m_objects.vertexArray->separate().bindings[bindingindex].divisor = divisor;
        resolveBinding(bindingindex);
    }
}

} // namespace gl
