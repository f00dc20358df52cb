// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/key_pattern.h"

#include <span>
#include <string>
#include <vector>

namespace cpu::jit {

/// What the object defines: a function with the kernel's signature.
inline constexpr char kRoutineSymbol[] = "routine";

/// A kernel with its first arguments constant; its caller's values for them are not read. The same
/// values give the same bytes. Takes milliseconds; safe on any thread.
base::Result<Object>
specialize(const KernelName& kernel, std::span<const ArgumentPattern> state, Level level);

/// An object that defines `symbol`, an array of a routine for each state: of the caller's values
/// they read only the bits that it leaves open. For the build.
base::Result<Object> specializeAll(const KernelName& kernel,
                                   std::span<const std::vector<ArgumentPattern>> states,
                                   Level level,
                                   const std::string& symbol);

inline base::Result<Object> specializeSample(const SampleKey& key, Level level) {
    return specialize(kSampleKernel, KeyPattern::exactly(key).arguments(), level);
}

} // namespace cpu::jit
