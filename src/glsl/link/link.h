// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Linking compiled shaders into a program.
#pragma once

#include "glsl/compile/shader.h"
#include "glsl/link/options.h"
#include "glsl/link/program.h"

#include <memory>
#include <span>
#include <string>

namespace glsl {

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
