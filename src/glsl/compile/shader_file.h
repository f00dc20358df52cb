// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Compiled shaders as bytes, so that a later run need not compile them again.
#pragma once

#include "glsl/compile/shader.h"

#include <span>
#include <vector>

namespace glsl {

/// Of a shader that compiled. Only the build that wrote the bytes can read them.
[[nodiscard]] std::vector<std::byte> writeShader(const CompiledShader& shader);

/// What compile() returned for the same options and source. Null: the bytes are not those of a
/// shader, or its code is not valid.
[[nodiscard]] std::shared_ptr<const CompiledShader> readShader(const CompileOptions& options,
                                                               std::span<const std::byte> bytes);

} // namespace glsl
