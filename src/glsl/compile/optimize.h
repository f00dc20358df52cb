// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <vector>

namespace glsl {

/// Removes what is never used, so that "active" means used: dead functions, branches on constants,
/// stores nobody reads, variables. Inlines first unless the program would grow out of hand. Names
/// stay. Rectangle images become 2D images (spirv::FlattenRect), arrays of arrays of samplers and
/// blocks become arrays (spirv::FlattenArrays). Returns the input when the optimiser refuses it.
[[nodiscard]] std::vector<uint32_t> optimize(std::vector<uint32_t> words);

/// Only what demoted interface variables leave behind.
[[nodiscard]] std::vector<uint32_t> removeDead(std::vector<uint32_t> words);

} // namespace glsl
