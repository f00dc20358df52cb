// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A linked program as bytes, for program binaries.
#pragma once

#include "glsl/language/options.h"
#include "glsl/link/program.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace glsl {

/// Of a program that linked. Everything that LinkedProgram holds is in the bytes.
[[nodiscard]] std::vector<std::byte> writeProgram(const LinkedProgram& program);

/// Null when the bytes are not those of a program that the limits allow. Whatever they are, what it
/// returns can be worked with: the code is valid and is what the tables say
/// (glsl/link/code_check.h), indices are in range, values inside their blocks. That it does what a
/// program of writeProgram() did, and comes of the same version, is for the caller to know.
[[nodiscard]] std::shared_ptr<const LinkedProgram> readProgram(std::span<const std::byte> bytes,
                                                               const Limits& limits);

/// The same, nothing of it checked: of bytes that are part of this library.
[[nodiscard]] std::shared_ptr<const LinkedProgram> readOwnProgram(std::span<const std::byte> bytes);

} // namespace glsl
