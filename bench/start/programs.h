// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace bench {

/// GLSL ES 1.00, as programs of our day are written: attributes as in Vertex; uniforms transform,
/// view (mat4), normalMatrix (mat3), light, eye (vec3), tint (vec4), time (float), bones (mat4[2]);
/// textures albedo, bumps, ramp (2D) and sky (cube) at units 0 to 3.
struct ProgramSource {
    const char* name;
    const char* vertex;
    const char* fragment;
    bool onScreen; ///< Drawn with screen() in place of torus().
};

/// Twenty.
std::span<const ProgramSource> programs();

} // namespace bench
