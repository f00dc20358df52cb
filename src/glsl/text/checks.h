// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/options.h"
#include "glsl/language/vocabulary.h"
#include "glsl/text/tokens.h"

#include <string>
#include <vector>

namespace glsl {

/// Errors that the compiler library overlooks, or does not survive, in a preprocessed source.
/// Empty: none was found. `compatibility`: of the source's profile.
[[nodiscard]] std::string languageError(const std::vector<Token>& tokens,
                                        const Language& language,
                                        Stage stage,
                                        bool compatibility);

/// The same of directives, in a source as it came: operators on macros' parameters, and what a
/// directive disabled.
[[nodiscard]] std::string directiveError(const std::vector<Token>& tokens,
                                         const Language& language);

} // namespace glsl
