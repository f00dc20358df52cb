// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace glsl {

/// Why code is too much to be worked on, before anything is done with it; empty: it is not. See
/// docs/limits.md.
[[nodiscard]] std::string sizeError(const spirv::Module& module);

/// Removes what is never used, so that "active" means used: dead functions, branches on constants,
/// stores nobody reads, variables. Inlines first, unless that takes too long: devices do it then.
/// Names stay. Rectangle images become 2D images (spirv::FlattenRect), arrays of arrays of samplers
/// and blocks become arrays (spirv::FlattenArrays), copies of large values become loops
/// (spirv::CopyInLoops), values get the type of what they are stored in (spirv::MatchStores).
/// Returns the input when the optimiser refuses it. `invariant`: all outputs are to be what other
/// shaders with the same expressions have (GLSL 4.10 section 4.6.1), which the device is told
/// (spirv::InvariantOutputs).
[[nodiscard]] std::vector<uint32_t> optimize(std::vector<uint32_t> words, bool invariant = false);

/// Only what demoted interface variables leave behind.
[[nodiscard]] std::vector<uint32_t> removeDead(std::vector<uint32_t> words);

} // namespace glsl
