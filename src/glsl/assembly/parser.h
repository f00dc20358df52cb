// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/assembly/limits.h"
#include "glsl/assembly/program.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace glsl::assembly {

struct ParseResult {
    Program program;
    std::string error; ///< Empty: there is none.
    /// In bytes from the text's beginning; its length where only the whole program is wrong.
    size_t errorPosition = 0;
};

/// Reads a program, and finds all that makes programs fail to load but counts that only the whole
/// of it has (Counts::parameters).
[[nodiscard]] ParseResult parse(std::string_view text, bool isVertex, const Limits& limits);

} // namespace glsl::assembly
