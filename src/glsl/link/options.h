// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/options.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace glsl {

/// What fixed function is to a program.
enum class FixedFunction : uint8_t {
    None,     ///< Its context has none: the core profile, OpenGL ES 2.0 and above.
    StandsIn, ///< It stands in for a vertex or a fragment stage that the program lacks.
    Is,       ///< The program is fixed function: stages of others may take the place of its own.
};

/// What linking is told of the program object and its context.
struct LinkOptions {
    Api api = Api::ES;
    std::map<std::string, int> attributeBindings;      // glBindAttribLocation
    std::map<std::string, int> fragmentOutputBindings; ///< glBindFragDataLocation
    std::map<std::string, int> fragmentOutputIndices;  // glBindFragDataLocationIndexed
    std::vector<std::string> feedbackVaryings;         // glTransformFeedbackVaryings
    uint32_t feedbackMode = 0; ///< GL_INTERLEAVED_ATTRIBS, GL_SEPARATE_ATTRIBS
    /// GL_PROGRAM_SEPARABLE: any stages may be there; interface variables at open ends keep their
    /// locations, or get them by name order so that exact matches meet (OpenGL 4.1 section 2.11.4).
    bool separable = false;
    FixedFunction fixedFunction = FixedFunction::None;
    bool clippedByPlanes = true; ///< glClipPlane() is about its vertices, too.
    Limits limits;
};

} // namespace glsl
