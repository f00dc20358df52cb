// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "gl/objects/vertex_array.h"

#include <cstdint>
#include <vector>

namespace gl {

/// glBegin … glEnd: vertices with the attributes that the program reads, drawn by glEnd as client
/// arrays.
struct ImmediateMode {
    bool active = false;
    GLenum mode = GL_POINTS;
    uint32_t arrays = 0; ///< Bit per array (generic and conventional) that is collected.
    GLsizei vertexCount = 0;
    std::vector<float> data; ///< A vec4 for each array of each vertex.
    VertexArrayState state;
};

} // namespace gl
