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

} // namespace glsl
