// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/text/tokens.h"

#include <optional>
#include <vector>

namespace glsl {

/// The value of an expression of literals, operators and some functions, if it is an integer from 0
/// to 2³⁰ - 1. Others are for evaluate() (compile/frontend.h).
[[nodiscard]] std::optional<int>
foldInteger(const std::vector<Token>& tokens, size_t first, size_t end);

/// The compiler library folds fewer functions than the language has constant expressions, and takes
/// equality of vectors element by element. Puts numbers in the place of array sizes that are made
/// of literals, operators and the functions it lacks. False when none was.
[[nodiscard]] bool foldArraySizes(std::vector<Token>& tokens);

} // namespace glsl
