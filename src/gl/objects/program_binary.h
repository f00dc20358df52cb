// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "glsl/language/options.h"
#include "glsl/link/program.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace gl {

/// The one format of glGetProgramBinary: a linked program, good for this build of the driver on
/// this device (Caps::programIdentity) and refused everywhere else. See docs/programs.md.
inline constexpr GLenum kProgramBinaryFormat = 0x20A1;

std::vector<std::byte> writeProgramBinary(const glsl::LinkedProgram& program,
                                          std::string_view identity);
/// What it makes of the program's own bytes, glsl::writeProgram()'s.
std::vector<std::byte> sealProgramBinary(std::span<const std::byte> content,
                                         std::string_view identity);
/// Null: the bytes are damaged, or of another build or device. Who gives them may have computed the
/// checksum anew, so that everything is validated.
std::shared_ptr<const glsl::LinkedProgram> readProgramBinary(std::span<const std::byte> bytes,
                                                             std::string_view identity,
                                                             const glsl::Limits& limits);

} // namespace gl
