// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/key_pattern.h"

#include <span>
#include <vector>

namespace llvm {
class Constant;
class Module;
} // namespace llvm

namespace cpu::jit {

class KernelCode;

/// Copies of the kernel in `module`, one for each of the states, in their order. States that agree
/// in what comes first (the low bits of the first argument, where keys have the format) share the
/// work: a copy for all of them is made and pruned once, and theirs are made from it.
base::Result<std::vector<llvm::Constant*>>
copyForEach(const KernelCode& kernel,
            llvm::Module& module,
            std::span<const std::vector<ArgumentPattern>> states);

} // namespace cpu::jit
