// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/types.h"
#include "glsl/text/tokens.h"

#include <string>
#include <vector>

namespace glsl {

/// Functions of an ES 1.00 shader whose declarations disagree on the precision of what they return
/// (GLSL ES 1.00 section 6.1), which the compiler does not see: an error line, or nothing. `tokens`
/// are preprocessed.
[[nodiscard]] std::string precisionError(const std::vector<Token>& tokens, Stage stage);

} // namespace glsl
