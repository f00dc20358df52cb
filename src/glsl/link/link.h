// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Linking compiled shaders into a program.
#pragma once

#include "glsl/compile/shader.h"
#include "glsl/link/program.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace glsl {

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

/// Whether the outputs of one separable program fit the inputs of the other, whose stage comes next
/// in a program pipeline (OpenGL 4.1 section 2.11.4): each input has an output of its name, or its
/// location, and its type. Otherwise `why` says what is wrong.
[[nodiscard]] bool
interfacesMatch(const LinkedProgram& producer, const LinkedProgram& consumer, std::string& why);

/// Never null. Shaders may be in any order, several of one stage are allowed where the API allows
/// it. Re-entrant: any thread.
[[nodiscard]] std::shared_ptr<const LinkedProgram>
link(std::span<const std::shared_ptr<const CompiledShader>> shaders, const LinkOptions& options);

} // namespace glsl
