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
    GLenum mode = GL_LINES; ///< Or GL_POINTS.
    std::vector<uint32_t> indices;
};

/// Nothing: the device's polygon mode does it, or has to, as faces are culled or differ.
std::optional<Outlines> outlinesOf(Context& context, const DrawCall& call);

} // namespace gl
