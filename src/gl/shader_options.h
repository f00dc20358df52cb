// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glsl/shader.h"

namespace gl {

class Context;

/// What the compiler and linker have to know of the device and the context.
glsl::Limits shaderLimits(const Caps& caps);
/// For every stage: Shader::compile() sets the stage.
glsl::CompileOptions compileOptions(const Context& context);

} // namespace gl
