// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/text/tokens.h"

#include <map>
#include <string>
#include <vector>

namespace glsl {

/// Samplers inside structs cannot live in a uniform block: lifts them into variables of their own
/// and rewrites "s[i].tex[j]" accordingly. Called by rewrite(); returns what Rewritten::hoisted
/// holds.
[[nodiscard]] std::map<std::string, std::string> hoistSamplers(std::vector<Token>& tokens,
                                                               std::string& error);

} // namespace glsl
