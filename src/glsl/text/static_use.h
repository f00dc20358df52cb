// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GLSL's static use: what statements name, whether or not control ever comes there.
#pragma once

#include "glsl/interface/interface.h"
#include "glsl/text/tokens.h"

#include <set>
#include <string>
#include <vector>

namespace glsl {

/// Where a function's parts stand among the tokens.
struct FunctionTokens {
    size_t parameters = 0; ///< "("
    size_t open = 0;       // "{"
    size_t close = 0;
};

/// The inputs, blocks aside, that a function names and does not hide behind a variable of its own.
[[nodiscard]] std::set<std::string> namedInputs(const std::vector<Token>& tokens,
                                                const std::vector<FunctionTokens>& functions,
                                                const std::vector<Global>& globals);

} // namespace glsl
