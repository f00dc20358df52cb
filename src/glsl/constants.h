// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/tokens.h"

#include <vector>

namespace glsl {

// The compiler library folds fewer functions than the language has constant expressions, and takes
// equality of vectors element by element. Puts numbers in the place of array sizes that are made
// of literals, operators and the functions it lacks. False when none was.
[[nodiscard]] bool foldArraySizes(std::vector<Token>& tokens);

} // namespace glsl
