// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <optional>
#include <vector>

namespace gl {

/// What GL_LINE and GL_POINT make of polygons, where the device's own polygon mode would show what
/// is no edge: the diagonals of quads and polygons, and edges whose flags are off.
struct Outlines {
    /// Of faces with the same mode.
    struct Run {
        GLenum mode = GL_LINES; ///< Or GL_POINTS.
        std::vector<uint32_t> indices;
    };
    std::vector<Run> runs;
    /// The faces that are filled, and for the device to draw: GL_FRONT, GL_BACK, or none.
    GLenum filled = GL_NONE;
};

/// Nothing: the device's polygon mode does it, or has to, as nobody knows here which polygons face
/// where.
std::optional<Outlines> outlinesOf(Context& context, const DrawCall& call);

} // namespace gl
