// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "gl/objects/assembly_program.h"
#include "glsl/assembly/limits.h"

#include <optional>

namespace gl {

/// Of GL_VERTEX_PROGRAM_ARB or GL_FRAGMENT_PROGRAM_ARB.
glsl::assembly::Limits assemblyLimits(const Context& context, GLenum target);

/// What glGetProgramivARB answers; nothing: GL_INVALID_ENUM.
std::optional<int> assemblyProperty(const AssemblyProgram& program,
                                    const glsl::assembly::Limits& limits,
                                    GLenum pname);

} // namespace gl
