// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <vector>

namespace spirv {

/// Few devices fetch 64-bit vertex formats, so inputs of doubles become inputs of unsigned words:
/// the variables turn private and are put together when the entry point starts. A column of one
/// double (two) is a uvec2 (uvec4) at its location; what a column of three or four has beyond two
/// is a uvec2 (uvec4) at its location plus `secondHalf`.
class DoubleInputs {
public:
    /// Those that have no location yet stay. Returns the words unchanged where no others are.
    [[nodiscard]] static std::vector<uint32_t> run(const Module& module, uint32_t secondHalf);
};

} // namespace spirv
