// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/key_pattern.h"
#include "cpu/jit/level.h"

#include <span>
#include <string>

namespace cpu::jit {

/// What the object defines: a function with the sampling kernel's signature (kernels/sample.h).
inline constexpr char kRoutineSymbol[] = "routine";

/// The sampling kernel with `ids` and `op` constant; its caller's values for them are not read. The
/// same key gives the same bytes. Takes milliseconds; safe on any thread.
base::Result<Object> specializeSample(const SampleKey& key, Level level);

/// An object that defines `symbol`, an array of a routine for each pattern: of the caller's values
/// they read only the bits that the pattern leaves open. For the build.
base::Result<Object>
specializeSample(std::span<const KeyPattern> patterns, Level level, const std::string& symbol);

} // namespace cpu::jit
