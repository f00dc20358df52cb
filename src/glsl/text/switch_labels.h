// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/text/tokens.h"

#include <string>
#include <vector>

namespace glsl {

/// The compiler library lets a switch over an int have labels that are uints, and the reverse, but
/// checks comparisons. The text of a valid shader with "x == label;" behind each label of a
/// "switch (x)", on the label's line; empty when it has none.
[[nodiscard]] std::string withComparedLabels(std::vector<Token> tokens);

} // namespace glsl
