// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Whether a program's code is what its tables say: for programs that come from outside.
#pragma once

#include "glsl/link/program.h"

namespace glsl {

/// Each stage's code is valid for Vulkan, declares nothing that linking never makes, and agrees
/// with the program's tables in what a back end sizes and places by: descriptors, blocks,
/// locations, primitives, transform feedback. The tables' indices must be in range already.
[[nodiscard]] bool codeFitsTables(const LinkedProgram& program);

} // namespace glsl
