// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/text/tokens.h"

#include <string>
#include <vector>

namespace glsl {

/// The compiler library recurses on nesting and expands macros without end. Text that would make it
/// run out of stack, memory or time gets an error line instead; an empty string means that it may
/// go on.
[[nodiscard]] std::string boundsError(const std::vector<Token>& tokens);

/// Of preprocessed text: what the library, or linking, looks up in lists must not be too many. See
/// docs/limits.md.
[[nodiscard]] std::string countError(const std::vector<Token>& tokens);

} // namespace glsl
