// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <vector>

namespace spirv {

/// The compiler library chooses between two arrays or structs (`which ? a : b`) by storing either
/// in a variable, which has the type of one. Types that differ in how they lie in memory alone are
/// one type in GLSL and two in SPIR-V, where a store may not convert. This makes a value of the
/// variable's type from the parts of the other.
class MatchStores {
public:
    /// The words are the module's own where every store fits, or nothing can be made to.
    [[nodiscard]] static std::vector<uint32_t> run(std::vector<uint32_t> words);
};

} // namespace spirv
