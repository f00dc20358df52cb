// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A linked program as bytes, for program binaries.
#pragma once

#include "glsl/link/program.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace glsl {

/// Of a program that linked. Everything that LinkedProgram holds is in the bytes.
[[nodiscard]] std::vector<std::byte> writeProgram(const LinkedProgram& program);

/// Null when the bytes are not those of a program. What it returns is consistent in itself whatever
/// the bytes are: indices are in range and values inside their blocks. That the code is what
/// writeProgram() was given, and made by the same version, is for the caller to know.
[[nodiscard]] std::shared_ptr<const LinkedProgram> readProgram(std::span<const std::byte> bytes);

} // namespace glsl
