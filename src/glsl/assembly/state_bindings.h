// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/assembly/limits.h"
#include "glsl/assembly/parameter.h"
#include "glsl/assembly/scanner.h"

#include <vector>

namespace glsl::assembly {

/// How many vectors a binding may stand for.
enum class Vectors : uint8_t {
    One,
    Some, ///< Rows of a matrix, too: of initialisers of arrays.
};

/// An index in brackets that is below `count`; an error otherwise.
int readIndex(Scanner& scanner, int count);
/// The same, or 0 where there are no brackets.
int readOptionalIndex(Scanner& scanner, int count);
/// "[2]", or "[2..5]" where that may be: first and last.
struct Range {
    int first = 0;
    int last = 0;
};
Range readRange(Scanner& scanner, int count, Vectors vectors);

/// The rule that follows "state". At least one unless the scanner has failed.
std::vector<Parameter>
readStateBinding(Scanner& scanner, const Limits& limits, bool isVertex, Vectors vectors);

} // namespace glsl::assembly
