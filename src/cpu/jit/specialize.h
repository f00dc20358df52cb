// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/level.h"
#include "cpu/kernels/abi.h"

namespace cpu::jit {

/// What the object defines: a function with the sampling kernel's signature (kernels/sample.h).
inline constexpr char kRoutineSymbol[] = "routine";

/// The sampling kernel with `ids` and `op` constant; its caller's values for them are not read. The
/// same key gives the same bytes. Takes milliseconds; safe on any thread.
base::Result<Object> specializeSample(const SampleKey& key, Level level);

} // namespace cpu::jit
