// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Programs of ARB_vertex_program and ARB_fragment_program as shaders: docs/assembly-programs.md.
#pragma once

#include "glsl/assembly/counts.h"
#include "glsl/assembly/limits.h"
#include "glsl/assembly/parameter.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glsl::assembly {

struct Shader {
    std::string error; ///< Why the program does not load; empty: it does.
    /// In bytes from the program's beginning.
    size_t errorPosition = 0;
    /// GLSL 1.20 or 1.30 of the compatibility profile. Unit 3 is sampled by the uniform "unit3";
    /// what `parameters` says is in the array "parameters", in that order.
    std::string text;
    std::vector<Parameter> parameters; ///< Without state: that is text.
    /// For the linker: where generic attributes lie.
    std::map<std::string, int> attributeBindings;
    bool isClippedByPlanes = false; ///< It leaves the position to fixed function.
    Counts counts;
};

/// Translates a program's text, or says why it does not load. Takes no longer than reading it.
[[nodiscard]] Shader translate(std::string_view text, bool isVertex, const Limits& limits);

} // namespace glsl::assembly
