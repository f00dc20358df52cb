// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gl {

/// The triangles of GL_QUADS, GL_QUAD_STRIP or GL_POLYGON over `vertices` (GL 2.1 section 2.6.1);
/// an incomplete quad at the end is left out. `firstProvokes`: of triangles, for flat shading.
std::vector<uint32_t>
trianglesOf(GLenum mode, std::span<const uint32_t> vertices, bool firstProvokes = false);

} // namespace gl
