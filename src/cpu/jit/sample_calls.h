// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"

namespace llvm {
class Module;
}

namespace cpu::jit {

/// Gives the calls of the sampling kernel whose `ids` and `op` are constant a copy made for them,
/// to be inlined. Other calls stay: load() resolves them to the kernel's object code.
base::Result<void> specializeSampleCalls(llvm::Module& module, Level level);

} // namespace cpu::jit
