// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/interface/interface.h"
#include "glsl/language/vocabulary.h"
#include "glsl/text/tokens.h"

#include <string>
#include <vector>

namespace glsl {

/// The compiler library knows no subroutines (GLSL 4.00 section 6.1.2): rewrites a preprocessed
/// source to one without. Subroutine functions become ordinary ones; a call through a subroutine
/// uniform becomes a call of a function that looks at an index and calls the right one. The indices
/// are elements of the uniform array kSubroutineArray, which rewrite() knows.
struct Subroutines {
    std::string text;
    std::vector<SubroutineFunction> functions;
    std::vector<SubroutineVariable> variables;
    std::string error; ///< a line of the log
};
inline constexpr std::string_view kSubroutineArray = "gds_SubroutineIndices";

[[nodiscard]] bool usesSubroutines(const std::vector<Token>& tokens);
[[nodiscard]] Subroutines
rewriteSubroutines(std::vector<Token> tokens, const Language& language, const Limits& limits);

} // namespace glsl
