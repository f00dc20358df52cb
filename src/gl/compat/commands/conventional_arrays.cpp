// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Conventional vertex arrays (GL 2.1 section 2.8): what gl_Vertex and its kin read.
#include "gl/compat/state/conventional_arrays.h"
#include "gl/commands/vertex_array/vertex_attribs.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/vertex_assembly.h"
#include "gl/context/context.h"

#include <cassert>

namespace gl {

namespace {

/// Of GL_BYTE … GL_DOUBLE, GL_FIXED.
constexpr uint32_t typeBit(GLenum type) {
    return type >= GL_BYTE && type <= GL_FIXED ? 1u << (type - GL_BYTE) : 0;
}
constexpr uint32_t kFloats = typeBit(GL_FLOAT) | typeBit(GL_DOUBLE) | typeBit(GL_HALF_FLOAT);
constexpr uint32_t kShortIntFloats = kFloats | typeBit(GL_SHORT) | typeBit(GL_INT);
constexpr uint32_t kSigned = kShortIntFloats | typeBit(GL_BYTE);
constexpr uint32_t kEvery =
    kSigned | typeBit(GL_UNSIGNED_BYTE) | typeBit(GL_UNSIGNED_SHORT) | typeBit(GL_UNSIGNED_INT);
constexpr bool isPackedType(GLenum type) {
    return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
}

/// What a conventional array may hold (GL 4.6 compatibility profile table 10.3).
struct ArrayRule {
    GLint minSize, maxSize;
    uint32_t types;
    bool normalized = false;
    bool packed = false; ///< Also four components in a word.
};

/// OpenGL ES 1.1 table 2.4.
ArrayRule es1RuleOf(uint8_t array) {
    constexpr uint32_t kFixedFloats = typeBit(GL_FIXED) | typeBit(GL_FLOAT);
    constexpr uint32_t kCoordinates = kFixedFloats | typeBit(GL_BYTE) | typeBit(GL_SHORT);
    switch (array) {
    case kArrayNormal:
        return {.minSize = 3, .maxSize = 3, .types = kCoordinates, .normalized = true};
    case kArrayColor:
        return {.minSize = 4,
                .maxSize = 4,
                .types = kFixedFloats | typeBit(GL_UNSIGNED_BYTE),
                .normalized = true};
    case kArrayPointSize:
        return {.minSize = 1, .maxSize = 1, .types = kFixedFloats};
    default:
        return {.minSize = 2, .maxSize = 4, .types = kCoordinates};
    }
}

ArrayRule ruleOf(uint8_t array) {
    switch (array) {
    case kArrayVertex:
        return {.minSize = 2, .maxSize = 4, .types = kShortIntFloats, .packed = true};
    case kArrayNormal:
        return {.minSize = 3, .maxSize = 3, .types = kSigned, .normalized = true, .packed = true};
    case kArrayColor:
        return {.minSize = 3, .maxSize = 4, .types = kEvery, .normalized = true, .packed = true};
    case kArraySecondaryColor:
        return {.minSize = 3, .maxSize = 3, .types = kEvery, .normalized = true, .packed = true};
    case kArrayFogCoord:
        return {.minSize = 1, .maxSize = 1, .types = kFloats};
    case kArrayColorIndex:
        return {.minSize = 1, .maxSize = 1, .types = kShortIntFloats | typeBit(GL_UNSIGNED_BYTE)};
    case kArrayEdgeFlag: // A byte that is zero or not.
        return {.minSize = 1, .maxSize = 1, .types = typeBit(GL_UNSIGNED_BYTE)};
    default:
        return {.minSize = 1, .maxSize = 4, .types = kShortIntFloats, .packed = true};
    }
}

/// False with the error set.
bool makeAttrib(Context& context,
                uint8_t array,
                GLint size,
                GLenum type,
                GLsizei stride,
                const void* pointer,
                VertexAttrib& attrib) {
    const bool es1 = context.apiVersion().isES1();
    const ArrayRule rule = es1 ? es1RuleOf(array) : ruleOf(array);
    const bool bgra =
        size == GL_BGRA && !es1 && (array == kArrayColor || array == kArraySecondaryColor);
    if ((size < rule.minSize || size > rule.maxSize) && !bgra) {
        context.setError(GL_INVALID_VALUE, "an array of {} components", size);
        return false;
    }
    if (stride < 0) {
        context.setError(GL_INVALID_VALUE, "a stride of {}", stride);
        return false;
    }
    const bool packed = rule.packed && isPackedType(type);
    if (!(rule.types & typeBit(type)) && !packed) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a type of this array", type);
        return false;
    }
    if (bgra && type != GL_UNSIGNED_BYTE && !packed) {
        context.setError(GL_INVALID_OPERATION, "GL_BGRA needs GL_UNSIGNED_BYTE or 2_10_10_10_REV");
        return false;
    }
    if (packed && !bgra && size != rule.maxSize) {
        context.setError(GL_INVALID_OPERATION, "{} components of a packed type", size);
        return false;
    }
    attrib.size = bgra || packed ? 4 : uint8_t(size);
    attrib.bgra = bgra;
    attrib.type = type;
    attrib.normalized = rule.normalized && !(kFloats & typeBit(type)) && type != GL_FIXED;
    attrib.stride_B = stride;
    attrib.pointer = pointer;
    return true;
}

/// glInterleavedArrays' formats (GL 2.1 table 2.6). Offsets in bytes; size 0: not in the format.
struct Interleaved {
    GLenum format;
    uint8_t texCoordSize, colorSize, vertexSize;
    GLenum colorType;
    uint8_t normalSize;
    uint8_t colorOffset_B, normalOffset_B, vertexOffset_B, stride_B;
};
constexpr Interleaved kInterleaved[] = {
    {GL_V2F, 0, 0, 2, 0, 0, 0, 0, 0, 8},
    {GL_V3F, 0, 0, 3, 0, 0, 0, 0, 0, 12},
    {GL_C4UB_V2F, 0, 4, 2, GL_UNSIGNED_BYTE, 0, 0, 0, 4, 12},
    {GL_C4UB_V3F, 0, 4, 3, GL_UNSIGNED_BYTE, 0, 0, 0, 4, 16},
    {GL_C3F_V3F, 0, 3, 3, GL_FLOAT, 0, 0, 0, 12, 24},
    {GL_N3F_V3F, 0, 0, 3, 0, 3, 0, 0, 12, 24},
    {GL_C4F_N3F_V3F, 0, 4, 3, GL_FLOAT, 3, 0, 16, 28, 40},
    {GL_T2F_V3F, 2, 0, 3, 0, 0, 0, 0, 8, 20},
    {GL_T4F_V4F, 4, 0, 4, 0, 0, 0, 0, 16, 32},
    {GL_T2F_C4UB_V3F, 2, 4, 3, GL_UNSIGNED_BYTE, 0, 8, 0, 12, 24},
    {GL_T2F_C3F_V3F, 2, 3, 3, GL_FLOAT, 0, 8, 0, 20, 32},
    {GL_T2F_N3F_V3F, 2, 0, 3, 0, 3, 0, 8, 20, 32},
    {GL_T2F_C4F_N3F_V3F, 2, 4, 3, GL_FLOAT, 3, 8, 24, 36, 48},
    {GL_T4F_C4F_N3F_V4F, 4, 4, 4, GL_FLOAT, 3, 16, 32, 44, 60},
};

} // namespace

uint8_t Context::clientArray(GLenum name) const {
    if (!m_compat || (name == GL_POINT_SIZE_ARRAY_OES && !isES())) {
        return 0;
    }
    return conventionalArray(name, m_compat->clientActiveTexture);
}

void Context::setClientArray(GLenum array, bool on) {
    if (m_compat && array == GL_PRIMITIVE_RESTART_NV && isDesktop()) {
        m_state.primitiveRestart = on;
        return;
    }
    if (m_compat) {
        if (const uint8_t index = clientArray(array)) {
            if (index == kArrayPointSize) {
                recheck(kRecheckFixedFunction);
            }
            return setArrayEnabled(index, on);
        }
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a client array", array);
}

void Context::enableClientState(GLenum array) {
    verticesExpected();
    setClientArray(array, true);
}

void Context::disableClientState(GLenum array) {
    setClientArray(array, false);
}

void Context::clientActiveTexture(GLenum texture) {
    if (!m_compat || texture - GL_TEXTURE0 >= GLenum(kTextureCoordUnits)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a texture coordinate unit", texture);
    }
    m_compat->clientActiveTexture = int(texture - GL_TEXTURE0);
}

bool Context::requireElementCount(GLsizei count) {
    if (count < 0) {
        setError(GL_INVALID_VALUE, "{} elements", count);
    }
    return count >= 0;
}

void Context::setConventionalArray(uint8_t array,
                                   GLint size,
                                   GLenum type,
                                   GLsizei stride,
                                   const void* pointer,
                                   GLsizei staticElements) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "OpenGL ES has no conventional arrays");
    }
    VertexAttrib attrib;
    attrib.staticElements = staticElements;
    if (makeAttrib(*this, array, size, type, stride, pointer, attrib) &&
        validArraySource(pointer)) {
        setArray(array, attrib, m_objects.arrayBuffer.get());
    }
}

void Context::vertexPointer(GLint size, GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayVertex, size, type, stride, pointer);
}

void Context::normalPointer(GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayNormal, 3, type, stride, pointer);
}

void Context::colorPointer(GLint size, GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayColor, size, type, stride, pointer);
}

void Context::secondaryColorPointer(GLint size, GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArraySecondaryColor, size, type, stride, pointer);
}

void Context::fogCoordPointer(GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayFogCoord, 1, type, stride, pointer);
}

void Context::pointSizePointerOES(GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayPointSize, 1, type, stride, pointer);
}

void Context::indexPointer(GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayColorIndex, 1, type, stride, pointer);
}

void Context::edgeFlagPointer(GLsizei stride, const void* pointer) {
    setConventionalArray(kArrayEdgeFlag, 1, GL_UNSIGNED_BYTE, stride, pointer);
}

void Context::texCoordPointer(GLint size, GLenum type, GLsizei stride, const void* pointer) {
    setConventionalArray(clientArray(GL_TEXTURE_COORD_ARRAY), size, type, stride, pointer);
}

// GL_EXT_vertex_array: how many elements stay as they are can be asked for, and is not used.

void Context::vertexPointerEXT(
    GLint size, GLenum type, GLsizei stride, GLsizei count, const void* pointer) {
    if (requireElementCount(count)) {
        setConventionalArray(kArrayVertex, size, type, stride, pointer, count);
    }
}

void Context::normalPointerEXT(GLenum type, GLsizei stride, GLsizei count, const void* pointer) {
    if (requireElementCount(count)) {
        setConventionalArray(kArrayNormal, 3, type, stride, pointer, count);
    }
}

void Context::colorPointerEXT(
    GLint size, GLenum type, GLsizei stride, GLsizei count, const void* pointer) {
    if (requireElementCount(count)) {
        setConventionalArray(kArrayColor, size, type, stride, pointer, count);
    }
}

void Context::indexPointerEXT(GLenum type, GLsizei stride, GLsizei count, const void* pointer) {
    if (requireElementCount(count)) {
        setConventionalArray(kArrayColorIndex, 1, type, stride, pointer, count);
    }
}

void Context::texCoordPointerEXT(
    GLint size, GLenum type, GLsizei stride, GLsizei count, const void* pointer) {
    if (requireElementCount(count)) {
        setConventionalArray(
            clientArray(GL_TEXTURE_COORD_ARRAY), size, type, stride, pointer, count);
    }
}

void Context::edgeFlagPointerEXT(GLsizei stride, GLsizei count, const GLboolean* pointer) {
    if (requireElementCount(count)) {
        setConventionalArray(kArrayEdgeFlag, 1, GL_UNSIGNED_BYTE, stride, pointer, count);
    }
}

void Context::interleavedArrays(GLenum format, GLsizei stride, const void* pointer) {
    const Interleaved* row = nullptr;
    for (const Interleaved& candidate : kInterleaved) {
        if (candidate.format == format) {
            row = &candidate;
        }
    }
    if (!m_compat || !row) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not an interleaved format", format);
    }
    if (stride < 0) {
        return setError(GL_INVALID_VALUE, "a stride of {}", stride);
    }
    if (!validArraySource(pointer)) {
        return;
    }
    const GLsizei step = stride ? stride : row->stride_B;
    const auto* start = static_cast<const std::byte*>(pointer);
    const auto at = [start](size_t offset_B) {
        return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(start) + offset_B);
    };
    const auto set = [&](GLenum array, bool on, auto&& define) {
        setClientArray(array, on);
        if (on) {
            define();
        }
    };
    setClientArray(GL_EDGE_FLAG_ARRAY, false);
    setClientArray(GL_INDEX_ARRAY, false);
    setClientArray(GL_SECONDARY_COLOR_ARRAY, false);
    setClientArray(GL_FOG_COORD_ARRAY, false);
    set(GL_TEXTURE_COORD_ARRAY, row->texCoordSize != 0, [&] {
        texCoordPointer(row->texCoordSize, GL_FLOAT, step, pointer);
    });
    set(GL_COLOR_ARRAY, row->colorSize != 0, [&] {
        colorPointer(row->colorSize, row->colorType, step, at(row->colorOffset_B));
    });
    set(GL_NORMAL_ARRAY, row->normalSize != 0, [&] {
        normalPointer(GL_FLOAT, step, at(row->normalOffset_B));
    });
    set(GL_VERTEX_ARRAY, true, [&] {
        vertexPointer(row->vertexSize, GL_FLOAT, step, at(row->vertexOffset_B));
    });
}

// --- Current values

void Context::setConventional(uint8_t array, int size, float x, float y, float z, float w) {
    const CurrentAttrib value = CurrentAttrib::of(std::array{x, y, z, w});
    if (m_vertices) {
        m_vertices->setValue(array, size, value);
    } else {
        change(m_state.currentAttribs[array], value, Dirty::CurrentAttribs);
    }
}

void Context::setTexCoord(GLenum target, int size, float x, float y, float z, float w) {
    const GLenum unit = target - GL_TEXTURE0;
    if (unit >= GLenum(kTextureCoordUnits)) {
        return failValue(*this, m_compiler.get(), GL_INVALID_ENUM, "not a texture coordinate unit");
    }
    setConventional(uint8_t(kArrayTexCoord0 + unit), size, x, y, z, w);
}

void Context::emitVertex(int size, float x, float y, float z, float w) {
    if (m_vertices) {
        m_vertices->addVertex(size, CurrentAttrib::of(std::array{x, y, z, w}));
    }
}

void Context::edgeFlag(GLboolean flag) {
    setConventional(kArrayEdgeFlag, 1, flag != GL_FALSE, 0, 0, 1);
}

void Context::edgeFlagv(const GLboolean* flag) {
    edgeFlag(*flag);
}

} // namespace gl
