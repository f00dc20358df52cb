// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/current_attrib.h"
#include "gl/objects/vertex_array.h"

#include <array>
#include <cstdint>

namespace gl {

/// What vertices that come one by one consist of: the arrays that are given with them, in the order
/// of their numbers, as 32-bit words.
struct VertexLayout {
    struct Field {
        CurrentAttrib::Kind kind = CurrentAttrib::Kind::Float;
        uint8_t size = 0; ///< Components; 0: not in the vertex.
        uint8_t offset_words = 0;
        bool operator==(const Field&) const = default;
    };
    std::array<Field, kArrayCount> fields{};
    uint32_t arrays = 0; ///< Bit per array.
    uint32_t stride_words = 0;

    bool has(unsigned array) const { return arrays >> array & 1; }
    /// Makes room for `size` components at least.
    void add(unsigned array, CurrentAttrib::Kind kind, int size);
    bool operator==(const VertexLayout&) const = default;
};

/// Doubles take two words.
inline constexpr uint32_t kMaxVertex_words = kArrayCount * 8;

uint32_t wordsOf(CurrentAttrib::Kind kind, int size);
/// Writes a field: the value's components, and those that it lacks as GL completes them.
void storeField(uint32_t* vertex, const VertexLayout::Field& field, const CurrentAttrib& value);
CurrentAttrib loadField(const uint32_t* vertex, const VertexLayout::Field& field);
/// Takes over what both layouts have; the rest of `to` stays.
void convertVertex(const VertexLayout& fromLayout,
                   const uint32_t* from,
                   const VertexLayout& toLayout,
                   uint32_t* to);
/// The arrays that read vertices of this layout from `buffer`. gl_Vertex and attribute 0 are one
/// (GL 2.1 section 2.7).
void describeArrays(const VertexLayout& layout, const Ref<Buffer>& buffer, VertexArrayState& state);

} // namespace gl
