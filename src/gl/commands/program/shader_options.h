// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glsl/compile/shader.h"

namespace gl {

class Context;

/// What the compiler and linker have to know of the device and the context.
glsl::Limits shaderLimits(const Caps& caps);
/// For every stage: Shader::compile() sets the stage. The same for all of a context's life.
const glsl::CompileOptions& compileOptions(Context& context);

} // namespace gl
