// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/options.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace glsl {

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
    Limits limits;
};

} // namespace glsl
