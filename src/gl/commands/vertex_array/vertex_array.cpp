// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/vertex_array.h"

#include "base/bits.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace gl {

namespace {

/// What glVertexAttrib*Pointer and glVertexAttrib*Format come in.
enum class Family : uint8_t { Floats, Integers, Doubles };

bool packedType(GLenum type) {
    return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV ||
           type == GL_UNSIGNED_INT_10F_11F_11F_REV;
}

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

/// OpenGL 4.2 and ES 3.0 map the two lowest values to -1; before, zero had no representation.
float signedFraction(const Context& context, int32_t value, uint32_t bits) {
    if (context.atLeast(30, 42)) {
        return std::max(float(value) / float((1 << (bits - 1)) - 1), -1.0f);
    }
    return (2.0f * float(value) + 1.0f) / float((1 << bits) - 1);
}

float unpackFloat(uint32_t bits, uint32_t mantissaBits) {
    const uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
    const uint32_t exponent = bits >> mantissaBits & 0x1f;
    const float fraction = float(mantissa) / float(1u << mantissaBits);
    if (exponent == 31) {
        return mantissa ? NAN : INFINITY;
    }
    return exponent == 0 ? std::ldexp(fraction, -14)
                         : std::ldexp(1.0f + fraction, int(exponent) - 15);
}

std::array<float, 3> unpackFloats11_11_10(uint32_t value) {
    return {unpackFloat(value & 0x7ff, 6),
            unpackFloat(value >> 11 & 0x7ff, 6),
            unpackFloat(value >> 22, 5)};
}

bool validAttribIndex(Context& context, GLuint index) {
    if (index >= GLuint(context.caps().maxVertexAttribs) || index >= GLuint(kMaxVertexAttribs)) {
        context.setError(GL_INVALID_VALUE, "there is no vertex attribute {}", index);
        return false;
    }
    return true;
}

// Null with the error set.
const CurrentAttrib* currentValue(Context& context, GLuint index) {
    if (index == 0 && context.isDesktop() && !context.isCore()) { // GL 2.1 section 6.1.14.
        context.setError(GL_INVALID_OPERATION, "attribute 0 has no current value");
        return nullptr;
    }
    return &context.state().currentAttribs[index];
}

// One value of glGetVertexAttrib*: up to four numbers. False with the error set.
bool queryAttrib(
    Context& context, GLuint index, GLenum pname, std::array<double, 4>& values, int& count) {
    if (!validAttribIndex(context, index)) {
        return false;
    }
    const VertexArray& array = *context.objects().vertexArray;
    const VertexAttrib& attrib = context.objects().vertexArray->state.arrays[index];
    count = 1;
    switch (pname) {
    case GL_VERTEX_ATTRIB_ARRAY_ENABLED:
        values[0] = attrib.enabled;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_SIZE:
        values[0] = attrib.bgra ? GL_BGRA : attrib.size;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_STRIDE:
        values[0] = array.given(index).stride_B;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_TYPE:
        values[0] = attrib.type;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED:
        values[0] = attrib.normalized;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING:
        values[0] = attrib.buffer ? attrib.buffer->name() : 0;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_DIVISOR:
        values[0] = attrib.divisor;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_INTEGER:
        if (!context.atLeast(30, 30)) {
            break;
        }
        values[0] = attrib.integer;
        return true;
    case GL_VERTEX_ATTRIB_ARRAY_LONG:
        if (!context.atLeast(0, 41)) {
            break;
        }
        values[0] = attrib.isLong;
        return true;
    case GL_VERTEX_ATTRIB_BINDING:
        if (!context.atLeast(0, 30)) {
            break;
        }
        values[0] = array.bindings ? array.bindings->bindingOf[index] : index;
        return true;
    case GL_VERTEX_ATTRIB_RELATIVE_OFFSET:
        if (!context.atLeast(0, 30)) {
            break;
        }
        values[0] = array.bindings ? array.bindings->relativeOffset_B[index] : 0;
        return true;
    case GL_CURRENT_VERTEX_ATTRIB:
        if (const CurrentAttrib* current = currentValue(context, index)) {
            count = 4;
            values = current->doubles();
            return true;
        }
        return false;
    default:
        break;
    }
    context.setError(GL_INVALID_ENUM, "0x{:04X} is not a vertex attribute parameter", pname);
    return false;
}

} // namespace

VertexArray::VertexArray(uint32_t name) : Object(name) {
    state.clientMask = base::lowMask<uint32_t>(kArrayCount);
    state.arrays[kArrayNormal].size = 3;
    state.arrays[kArraySecondaryColor].size = 3;
    state.arrays[kArrayFogCoord].size = 1;
}

void Context::setArray(uint8_t array, const VertexAttrib& attrib, Buffer* buffer) {
    VertexArrayState& arrays = m_objects.vertexArray->state;
    VertexAttrib& old = arrays.arrays[array];
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
    VertexArrayState& arrays = m_objects.vertexArray->state;
    VertexAttrib& old = arrays.arrays[array];
    if (old.pointer == pointer && old.buffer == buffer) {
        return;
    }
    // Only what has to be validated again: client pointers (null?), and buffers that may be mapped.
    if (!buffer || !old.buffer || m_group->mappedBuffers || m_aliasedArrays) {
        recheck(kRecheckArrays);
    }
    old.pointer = pointer;
    if (!(old.buffer == buffer)) {
        m_spareBuffers.assign(old.buffer, buffer);
        const uint32_t bit = 1u << array;
        arrays.clientMask = buffer ? arrays.clientMask & ~bit : arrays.clientMask | bit;
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
    if (!m_objects.arrayBuffer && pointer && atLeast(30, 30) &&
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
    b.bindings[index].stride_B = stride ? stride : elementSize_B(attrib);
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

GLsizei elementSize_B(const VertexAttrib& attrib) {
    switch (attrib.type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return attrib.size;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
        return 2 * attrib.size;
    case GL_DOUBLE:
        return 8 * attrib.size;
    default:
        return packedType(attrib.type) ? 4 : 4 * attrib.size;
    }
}

VertexBindings::Binding VertexArray::binding(GLuint index) const {
    if (bindings) {
        return bindings->bindings[index];
    }
    const VertexAttrib& a = state.arrays[index];
    return {a.buffer,
            reinterpret_cast<GLintptr>(a.pointer),
            a.stride_B ? a.stride_B : elementSize_B(a),
            a.divisor};
}

VertexBindings::Given VertexArray::given(GLuint index) const {
    return bindings
               ? bindings->given[index]
               : VertexBindings::Given{state.arrays[index].pointer, state.arrays[index].stride_B};
}

VertexBindings& VertexArray::separate() {
    if (!bindings) {
        auto made = std::make_unique<VertexBindings>();
        for (GLuint i = 0; i < GLuint(kMaxVertexAttribs); ++i) {
            made->bindings[i] = binding(i);
            made->bindingOf[i] = uint8_t(i);
            made->given[i] = given(i);
        }
        bindings = std::move(made);
    }
    return *bindings;
}

void VertexArray::forgetBuffer(const Buffer& buffer) {
    if (!bindings) {
        return;
    }
    for (VertexBindings::Binding& binding : bindings->bindings) {
        if (binding.buffer == &buffer) {
            binding.buffer = {};
            binding.offset_B = 0;
        }
    }
}

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

// --- Current values

std::array<double, 4> CurrentAttrib::doubles() const {
    std::array<double, 4> out{};
    for (size_t i = 0; i < 4; ++i) {
        switch (kind) {
        case Kind::Float:
            out[i] = double(std::bit_cast<float>(words[i]));
            break;
        case Kind::Int:
            out[i] = double(int32_t(words[i]));
            break;
        case Kind::Uint:
            out[i] = double(words[i]);
            break;
        case Kind::Double:
            std::memcpy(&out[i], &words[2 * i], sizeof(double));
            break;
        }
    }
    return out;
}

void Context::setGenericAttrib(GLuint index, float x, float y, float z, float w) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    if (index == 0 && m_immediate && m_immediate->active) { // GL 2.1 section 2.7.
        return emitVertex(x, y, z, w);
    }
    change(m_state.currentAttribs[index],
           CurrentAttrib::of(std::array{x, y, z, w}),
           Dirty::CurrentAttribs);
}

void Context::setIntegerAttrib(
    GLuint index, CurrentAttrib::Kind kind, uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
    if (!validAttribIndex(*this, index)) {
        return;
    }
    const CurrentAttrib value = CurrentAttrib::of(kind, {x, y, z, w});
    if (index == 0 && m_immediate && m_immediate->active) {
        const std::array<float, 4> f = value.floats();
        return emitVertex(f[0], f[1], f[2], f[3]);
    }
    change(m_state.currentAttribs[index], value, Dirty::CurrentAttribs);
}

void Context::setDoubleAttrib(GLuint index, double x, double y, double z, double w) {
    if (validAttribIndex(*this, index)) {
        change(m_state.currentAttribs[index],
               CurrentAttrib::of(std::array{x, y, z, w}),
               Dirty::CurrentAttribs);
    }
}

void Context::setPackedAttrib(GLuint index, int size, GLenum type, bool normalized, GLuint value) {
    const bool isSigned = type == GL_INT_2_10_10_10_REV;
    const bool floats = type == GL_UNSIGNED_INT_10F_11F_11F_REV && size != 4; // It holds three.
    if (!isSigned && !floats && type != GL_UNSIGNED_INT_2_10_10_10_REV) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a packed type", type);
    }
    std::array<float, 4> v{0, 0, 0, 1};
    if (floats) {
        const std::array<float, 3> rgb = unpackFloats11_11_10(value);
        std::copy_n(rgb.begin(), std::min(size, 3), v.begin());
    } else {
        for (int i = 0; i < size; ++i) {
            const uint32_t bits = i < 3 ? 10 : 2;
            const uint32_t raw = value >> (10 * i) & ((1u << bits) - 1);
            const int32_t extended = int32_t(raw << (32 - bits)) >> (32 - bits);
            float number = isSigned ? float(extended) : float(raw);
            if (normalized) {
                number = isSigned ? signedFraction(*this, extended, bits)
                                  : number / float((1u << bits) - 1);
            }
            v[size_t(i)] = number;
        }
    }
    setGenericAttrib(index, v[0], v[1], v[2], v[3]);
}

void Context::getVertexAttribfv(GLuint index, GLenum pname, GLfloat* params) {
    std::array<double, 4> values;
    int count = 0;
    if (queryAttrib(*this, index, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = GLfloat(values[size_t(i)]);
        }
    }
}

void Context::getVertexAttribdv(GLuint index, GLenum pname, GLdouble* params) {
    std::array<double, 4> values;
    int count = 0;
    if (queryAttrib(*this, index, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = values[size_t(i)];
        }
    }
}

void Context::getVertexAttribiv(GLuint index, GLenum pname, GLint* params) {
    std::array<double, 4> values;
    int count = 0;
    if (queryAttrib(*this, index, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = GLint(std::lround(values[size_t(i)]));
        }
    }
}

void Context::getVertexAttribIiv(GLuint index, GLenum pname, GLint* params) {
    if (pname != GL_CURRENT_VERTEX_ATTRIB) {
        return getVertexAttribiv(index, pname, params);
    }
    if (!validAttribIndex(*this, index)) {
        return;
    }
    if (const CurrentAttrib* current = currentValue(*this, index)) {
        std::memcpy(params, current->words.data(), 4 * sizeof(GLint));
    }
}

void Context::getVertexAttribIuiv(GLuint index, GLenum pname, GLuint* params) {
    getVertexAttribIiv(index, pname, reinterpret_cast<GLint*>(params));
}

void Context::getVertexAttribLdv(GLuint index, GLenum pname, GLdouble* params) {
    getVertexAttribdv(index, pname, params);
}

void Context::getVertexAttribPointerv(GLuint index, GLenum pname, void** pointer) {
    if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a vertex attribute pointer", pname);
    }
    if (validAttribIndex(*this, index)) {
        *pointer = const_cast<void*>(m_objects.vertexArray->given(index).pointer);
    }
}

// --- Vertex array objects

void Context::genVertexArrays(GLsizei n, GLuint* arrays) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        arrays[i] = m_objects.vertexArrays.generate();
    }
}

void Context::bindVertexArray(GLuint array) {
    Ref<VertexArray> object = m_objects.defaultVertexArray;
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
    m_objects.vertexArray = std::move(object);
    m_state.vertexArray = &m_objects.vertexArray->state;
    m_aliasedArrays.reset();
    m_dirty.set(Dirty::VertexFormat);
    m_dirty.set(Dirty::VertexBuffers);
    recheck(kRecheckArrays);
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
}

GLboolean Context::isVertexArray(GLuint array) {
    return m_objects.vertexArrays.find(array) != nullptr;
}

} // namespace gl
