// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/vertex_layout.h"

#include "base/bits.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gl {

namespace {

using Kind = CurrentAttrib::Kind;

GLenum typeOf(Kind kind) {
    switch (kind) {
    case Kind::Int:
        return GL_INT;
    case Kind::Uint:
        return GL_UNSIGNED_INT;
    case Kind::Double:
        return GL_DOUBLE;
    case Kind::Float:
        break;
    }
    return GL_FLOAT;
}

} // namespace

uint32_t wordsOf(Kind kind, int size) {
    return uint32_t(kind == Kind::Double ? 2 * size : size);
}

void VertexLayout::add(unsigned array, Kind kind, int size) {
    Field& field = fields[array];
    field.size = uint8_t(std::max<int>(field.size, size));
    field.kind = kind;
    arrays |= 1u << array;
    stride_words = 0;
    base::forEachBit(arrays, [&](unsigned each) {
        fields[each].offset_words = uint8_t(stride_words);
        stride_words += wordsOf(fields[each].kind, fields[each].size);
    });
}

void storeField(uint32_t* vertex, const VertexLayout::Field& field, const CurrentAttrib& value) {
    std::memcpy(vertex + field.offset_words,
                value.words.data(),
                wordsOf(field.kind, field.size) * sizeof(uint32_t));
}

CurrentAttrib loadField(const uint32_t* vertex, const VertexLayout::Field& field) {
    CurrentAttrib value;
    if (field.kind == Kind::Double) {
        value = CurrentAttrib::of(std::array{0.0, 0.0, 0.0, 1.0});
    } else if (field.kind == Kind::Float) {
        value = CurrentAttrib::of(std::array{0.0f, 0.0f, 0.0f, 1.0f});
    } else {
        value = CurrentAttrib::of(field.kind, {0, 0, 0, 1});
    }
    std::memcpy(value.words.data(),
                vertex + field.offset_words,
                wordsOf(field.kind, field.size) * sizeof(uint32_t));
    return value;
}

void convertVertex(const VertexLayout& fromLayout,
                   const uint32_t* from,
                   const VertexLayout& toLayout,
                   uint32_t* to) {
    base::forEachBit(fromLayout.arrays & toLayout.arrays, [&](unsigned array) {
        storeField(to, toLayout.fields[array], loadField(from, fromLayout.fields[array]));
    });
}

void describeArrays(const VertexLayout& layout,
                    const Ref<Buffer>& buffer,
                    VertexArrayState& state) {
    base::forEachBit(layout.arrays, [&](unsigned array) {
        const VertexLayout::Field& field = layout.fields[array];
        VertexAttrib& attrib = state.arrays[array];
        attrib.enabled = true;
        attrib.size = field.size;
        attrib.type = typeOf(field.kind);
        attrib.integer = field.kind == Kind::Int || field.kind == Kind::Uint;
        attrib.isLong = field.kind == Kind::Double;
        attrib.stride_B = GLsizei(layout.stride_words * sizeof(uint32_t));
        attrib.pointer = reinterpret_cast<const void*>(field.offset_words * sizeof(uint32_t));
        attrib.buffer = buffer;
    });
    state.enabledMask = layout.arrays;
    if (layout.has(kArrayVertex) && !layout.has(0)) {
        state.arrays[0] = state.arrays[kArrayVertex];
        state.enabledMask |= 1;
    }
}

} // namespace gl
