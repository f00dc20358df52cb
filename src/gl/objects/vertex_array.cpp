// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/vertex_array.h"

namespace gl {

bool packedType(GLenum type) {
    return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV ||
           type == GL_UNSIGNED_INT_10F_11F_11F_REV;
}

VertexArray::VertexArray(uint32_t name) : Object(name) {
    state.arrays[kArrayNormal].size = 3;
    state.arrays[kArraySecondaryColor].size = 3;
    state.arrays[kArrayFogCoord].size = 1;
    state.arrays[kArrayEdgeFlag].size = 1;
    state.arrays[kArrayPointSize].size = 1;
    state.arrays[kArrayColorIndex].size = 1;
    state.arrays[kArrayEdgeFlag].type = GL_UNSIGNED_BYTE;
}

GLsizei VertexAttrib::elementSize_B() const {
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return size;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES:
        return 2 * size;
    case GL_DOUBLE:
        return 8 * size;
    default:
        return packedType(type) ? 4 : 4 * size;
    }
}

VertexBindings::Binding VertexArray::binding(GLuint index) const {
    if (bindings) {
        return bindings->bindings[index];
    }
    const VertexAttrib& a = state.arrays[index];
    return {a.buffer,
            a.orphaned ? 0 : reinterpret_cast<GLintptr>(a.pointer),
            a.stride_B ? a.stride_B : a.elementSize_B(),
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

} // namespace gl
