// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/text/tokens.h"

#include <string>
#include <vector>

namespace glsl {

/// An array declared without a size that gets one, by a second declaration, after an index beyond
/// it (GLSL 1.10 section 4.1.9). The compiler library overlooks that. An error line, or nothing.
[[nodiscard]] std::string arraySizeError(const std::vector<Token>& tokens);

} // namespace glsl
