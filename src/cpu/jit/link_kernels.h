// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/kernels/kernel_library.h"

namespace llvm {
class Module;
}

namespace cpu::jit {

/// Defines what `module` declares and the file has, and what that needs in turn, as internal
/// functions: they are inlined or dropped by compile(). Declarations that the file does not have
/// stay as they are, and load() resolves kernels among them to object code. Of the sampling kernel,
/// only calls with constant `ids` and `op` are served, each state with a copy made for it.
base::Result<void> linkKernels(llvm::Module& module, kernels::KernelFile file, Level level);

} // namespace cpu::jit
