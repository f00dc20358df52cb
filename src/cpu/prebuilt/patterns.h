// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/key_pattern.h"

#include <span>

/// Sampling routines that exist before anything runs: tier 0 for what programs use most, with
/// format, filter and question constant. docs/sampling-routines.md tells why.
namespace cpu::prebuilt {

/// The first that matches a key is the one to use. Keys are canonical (cpu/sample/sample_key.h).
std::span<const jit::KeyPattern> patterns();

} // namespace cpu::prebuilt
