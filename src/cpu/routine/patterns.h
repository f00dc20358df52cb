// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/key_pattern.h"

#include <span>

/// Routines that exist before anything runs: tier 0 for what programs use most, with some of the
/// state constant. docs/sampling-routines.md tells why. The first that matches a key is the one to
/// use.
namespace cpu::routine {

/// Of sampling: format, filter and question are constant. Keys are canonical
/// (cpu/sample/sample_key.h).
std::span<const jit::KeyPattern> patterns();

/// Of the output merger and of vertex fetch.
std::span<const jit::ArgumentPattern> patterns(jit::KeyedKernel kernel);

} // namespace cpu::routine
