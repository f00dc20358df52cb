// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glBegin … glEnd (GL 2.1 section 2.6) and what is defined by it: glRect, glArrayElement.
#include "gl/compat/state/immediate_mode.h"
#include "base/bits.h"
#include "gl/context/context.h"
#include "gl/rules/normalized.h"

#include <bit>
#include <cstring>
#include <limits>
#include <new>

namespace gl {

namespace {

constexpr GLsizei kVec4_B = 4 * sizeof(float);

template <class T>
float component(const std::byte* at, bool normalize) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    if constexpr (std::is_integral_v<T>) {
        return normalize ? normalized(value) : float(value);
    } else {
        return float(value);
    }
}

size_t typeSize_B(GLenum type) {
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
        return 2;
    case GL_DOUBLE:
        return 8;
    default:
        return 4;
    }
}

float readComponent(GLenum type, const std::byte* at, bool normalize) {
    switch (type) {
    case GL_BYTE:
        return component<int8_t>(at, normalize);
    case GL_UNSIGNED_BYTE:
        return component<uint8_t>(at, normalize);
    case GL_SHORT:
        return component<int16_t>(at, normalize);
    case GL_UNSIGNED_SHORT:
        return component<uint16_t>(at, normalize);
    case GL_INT:
        return component<int32_t>(at, normalize);
    case GL_UNSIGNED_INT:
        return component<uint32_t>(at, normalize);
    case GL_DOUBLE:
        return component<double>(at, normalize);
    default:
        return component<float>(at, normalize);
    }
}

/// Element `index` of an array; false: it lies outside of its buffer.
bool readElement(ContextBackend& backend,
                 const VertexAttrib& attrib,
                 size_t index,
                 std::array<float, 4>& value) {
    const size_t component_B = typeSize_B(attrib.type);
    const size_t element_B = component_B * attrib.size;
    const size_t stride_B = attrib.stride_B ? size_t(attrib.stride_B) : element_B;
    std::array<std::byte, 32> copy;
    const auto* src = static_cast<const std::byte*>(attrib.pointer);
    if (attrib.buffer) {
        const size_t offset_B = reinterpret_cast<uintptr_t>(attrib.pointer) + index * stride_B;
        if (attrib.buffer->mapped() || offset_B > attrib.buffer->size_B() ||
            element_B > attrib.buffer->size_B() - offset_B) {
            return false;
        }
        attrib.buffer->backend().read(backend, offset_B, std::span(copy.data(), element_B));
        src = copy.data();
    } else if (!src) {
        return false;
    } else {
        src += index * stride_B;
    }
    value = {0, 0, 0, 1};
    for (size_t i = 0; i < attrib.size; ++i) {
        value[i] = readComponent(attrib.type, src + i * component_B, attrib.normalized);
    }
    if (attrib.bgra) {
        std::swap(value[0], value[2]);
    }
    return true;
}

/// The bits of a current value in an array: integers stay what they are, for shaders that read
/// such.
std::array<float, 4> fetched(const CurrentAttrib& attrib) {
    using Kind = CurrentAttrib::Kind;
    if (attrib.kind != Kind::Int && attrib.kind != Kind::Uint) {
        return attrib.floats();
    }
    std::array<float, 4> bits;
    std::memcpy(bits.data(), attrib.words.data(), sizeof bits);
    return bits;
}

} // namespace

void Context::begin(GLenum mode) {
    if (!m_immediate) {
        return setError(GL_INVALID_OPERATION, "OpenGL ES has no glBegin");
    }
    if (!outsideBeginEnd() || !validDrawMode(mode)) {
        return;
    }
    seeSharedChanges();
    resolveStages();
    if (!requireCompleteFramebuffer(*m_state.drawFramebuffer) || !validOutputsForState()) {
        return;
    }
    ImmediateMode& immediate = *m_immediate;
    immediate.active = true;
    immediate.mode = mode;
    immediate.vertexCount = 0;
    immediate.data.clear();
    immediate.arrays = 0;
    if (const Executable* executable = m_state.stages[size_t(glsl::Stage::Vertex)]) {
        base::forEachBit(executable->attributeMask, [&](unsigned location) {
            immediate.arrays |= 1u << executable->attributeSources[location];
        });
    }
}

void Context::emitVertex(float x, float y, float z, float w) {
    if (!m_immediate || !m_immediate->active) {
        return; // Undefined in GL outside of glBegin and glEnd.
    }
    ImmediateMode& immediate = *m_immediate;
    if (immediate.vertexCount == std::numeric_limits<GLsizei>::max()) {
        return;
    }
    try {
        base::forEachBit(immediate.arrays, [&](unsigned array) {
            const bool position = array == 0 || array == kArrayVertex;
            const std::array<float, 4> value =
                position ? std::array{x, y, z, w} : fetched(m_state.currentAttribs[array]);
            immediate.data.insert(immediate.data.end(), value.begin(), value.end());
        });
        ++immediate.vertexCount;
    } catch (const std::bad_alloc&) {
        outOfMemory();
    }
}

void Context::end() {
    if (!m_immediate || !m_immediate->active) {
        return setError(GL_INVALID_OPERATION, "glEnd without glBegin");
    }
    ImmediateMode& immediate = *m_immediate;
    immediate.active = false;
    // The bound arrays do not matter here, whatever is wrong with them.
    const uint32_t arraysToCheck = m_recheck & kRecheckArrays;
    m_recheck &= ~kRecheckArrays;
    const bool ready = prepareDrawSlow(immediate.mode);
    m_recheck |= arraysToCheck;
    if (!ready || immediate.vertexCount == 0) {
        return;
    }
    VertexArrayState& state = immediate.state;
    for (VertexAttrib& attrib : state.arrays) {
        attrib.enabled = false;
    }
    state.enabledMask = immediate.arrays;
    state.clientMask = base::lowMask<uint32_t>(kArrayCount);
    const GLsizei stride_B = std::popcount(immediate.arrays) * kVec4_B;
    const float* at = immediate.data.data();
    base::forEachBit(immediate.arrays, [&](unsigned array) {
        VertexAttrib& attrib = state.arrays[array];
        attrib.enabled = true;
        attrib.stride_B = stride_B;
        attrib.pointer = at;
        at += 4;
    });
    drawWithArrays(state, DrawCall{immediate.mode, 0, immediate.vertexCount});
}

void Context::arrayElement(GLint i) {
    if (i < 0) {
        return setError(GL_INVALID_VALUE, "element {}", i);
    }
    if (!m_immediate) {
        return setError(GL_INVALID_OPERATION, "OpenGL ES has no glArrayElement");
    }
    const VertexArrayState& arrays = m_objects.vertexArray->state;
    std::array<float, 4> value;
    std::array<float, 4> position{0, 0, 0, 1};
    bool hasPosition = false;
    base::forEachBit(arrays.enabledMask, [&](unsigned array) {
        if (!readElement(*m_backend, arrays.arrays[array], size_t(i), value)) {
            return;
        }
        if (array == kArrayVertex || (array == 0 && !hasPosition)) {
            position = value;
            hasPosition = true;
        } else {
            change(m_state.currentAttribs[array], CurrentAttrib::of(value), Dirty::CurrentAttribs);
        }
    });
    if (hasPosition) {
        emitVertex(position[0], position[1], position[2], position[3]);
    }
}

// --- glRect

void Context::rectf(GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2) {
    begin(GL_POLYGON);
    if (!m_immediate || !m_immediate->active) {
        return;
    }
    emitVertex(x1, y1, 0, 1);
    emitVertex(x2, y1, 0, 1);
    emitVertex(x2, y2, 0, 1);
    emitVertex(x1, y2, 0, 1);
    end();
}

void Context::rectfv(const GLfloat* v1, const GLfloat* v2) {
    rectf(v1[0], v1[1], v2[0], v2[1]);
}

void Context::rectd(GLdouble x1, GLdouble y1, GLdouble x2, GLdouble y2) {
    rectf(GLfloat(x1), GLfloat(y1), GLfloat(x2), GLfloat(y2));
}

void Context::rectdv(const GLdouble* v1, const GLdouble* v2) {
    rectd(v1[0], v1[1], v2[0], v2[1]);
}

void Context::recti(GLint x1, GLint y1, GLint x2, GLint y2) {
    rectf(GLfloat(x1), GLfloat(y1), GLfloat(x2), GLfloat(y2));
}

void Context::rectiv(const GLint* v1, const GLint* v2) {
    recti(v1[0], v1[1], v2[0], v2[1]);
}

void Context::rects(GLshort x1, GLshort y1, GLshort x2, GLshort y2) {
    rectf(x1, y1, x2, y2);
}

void Context::rectsv(const GLshort* v1, const GLshort* v2) {
    rects(v1[0], v1[1], v2[0], v2[1]);
}

} // namespace gl
