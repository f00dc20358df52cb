// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "gl/objects/array_index.h"
#include "gl/objects/buffer.h"
#include "gl/objects/ref.h"

#include <array>
#include <cstdint>
#include <memory>

namespace gl {

inline constexpr int kMaxRelativeOffset_B = 2047; ///< Of an array in its binding.

struct VertexAttrib {
    // These eight are one word to whoever compares arrays (glvk::VertexInput::shapeOf()).
    bool enabled = false;
    bool normalized = false;
    bool integer = false; ///< glVertexAttribIPointer.
    bool isLong = false;  ///< glVertexAttribLPointer.
    uint8_t size = 4;     ///< Components; GL_BGRA is size 4 with `bgra`.
    bool bgra = false;
    bool zeroStride = false; ///< All elements are the first (glBindVertexBuffer's stride 0).
    bool orphaned = false;   ///< The buffer was deleted: `pointer` points nowhere.
    GLenum type = GL_FLOAT;
    GLsizei stride_B = 0; ///< As given; 0: tightly packed, unless `zeroStride`.
    GLuint divisor = 0;
    GLsizei staticElements = 0;    ///< glVertexPointerEXT's count, which is only told.
    const void* pointer = nullptr; ///< Offset into `buffer`, or client memory.
    Ref<Buffer> buffer;

    /// Bytes from one element of a tightly packed array to the next.
    GLsizei elementSize_B() const;
};

struct VertexArrayState {
    std::array<VertexAttrib, kArrayCount> arrays;
    Ref<Buffer> elementBuffer;
    uint32_t enabledMask = 0; ///< Bit per array.
};

/// ARB_vertex_attrib_binding: where arrays get their memory from. Arrays that were set with
/// glVertexAttribPointer alone have a binding each, and need none of this.
struct VertexBindings {
    struct Binding {
        Ref<Buffer> buffer;
        GLintptr offset_B = 0; ///< Or a pointer to client memory.
        GLsizei stride_B = 16;
        GLuint divisor = 0;
    };
    /// What glVertexAttribPointer was given, which stays whatever the bindings become (OpenGL 4.3
    /// section 10.3.1).
    struct Given {
        const void* pointer = nullptr;
        GLsizei stride_B = 0;
    };
    std::array<Binding, kMaxVertexAttribs> bindings;
    std::array<Given, kMaxVertexAttribs> given;
    std::array<uint8_t, kMaxVertexAttribs> bindingOf{};
    std::array<GLuint, kMaxVertexAttribs> relativeOffset_B{};
};

/// A type that holds all components in one word.
bool packedType(GLenum type);

/// A vertex array object (OES_vertex_array_object); name 0 is the context's own. Not shared.
class VertexArray : public Object {
public:
    explicit VertexArray(uint32_t name);

    /// Binding `index` as it is, whether or not there are VertexBindings.
    VertexBindings::Binding binding(GLuint index) const;
    VertexBindings::Given given(GLuint index) const;
    /// Makes the bindings that the arrays have imply.
    VertexBindings& separate();
    /// The buffer was deleted (OpenGL 3.0 section 2.9): bindings to it become zero.
    void forgetBuffer(const Buffer& buffer);

    VertexArrayState state;
    std::unique_ptr<VertexBindings> bindings; ///< Made when first asked for.
};

} // namespace gl
