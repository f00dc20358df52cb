// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace glsl {

// Removes what is never used, so that "active" means used: dead functions, branches on constants,
// stores nobody reads, variables. Inlines first unless the program would grow out of hand. Names
// stay. Rectangle images become 2D images (spirv::FlattenRect), arrays of arrays of samplers and
// blocks become arrays (spirv::FlattenArrays). Returns the input when the optimiser refuses it.
[[nodiscard]] std::vector<uint32_t> optimize(std::vector<uint32_t> words);

// Only what demoted interface variables leave behind.
[[nodiscard]] std::vector<uint32_t> removeDead(std::vector<uint32_t> words);

// Empty when the words are valid for Vulkan 1.1; otherwise what is wrong. For tests and debug
// builds. Code that is not linked yet lacks what Vulkan asks for beyond SPIR-V itself.
[[nodiscard]] std::string validateSpirv(std::span<const uint32_t> words, bool linked = true);

} // namespace glsl
