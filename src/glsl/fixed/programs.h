// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The programs of fixed function that are made when the driver is built.
#pragma once

#include "glsl/link/program.h"

#include <memory>

namespace glsl {

/// A program of fixed function: KnownFixedWords::general() of so many units (one of kGeneralUnits).
/// -1: for any key at all, with more samplers than devices have, to be specialised.
/// `nativeDepthRange`: CompileOptions'. Reads what is built in. Never null.
[[nodiscard]] std::shared_ptr<const LinkedProgram> fixedProgram(int units, bool nativeDepthRange);

} // namespace glsl
