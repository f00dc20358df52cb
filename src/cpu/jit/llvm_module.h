// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/kernels/kernel_library.h"

#include <memory>
#include <string>
#include <string_view>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

/// Modules that compile() takes, and kernels in them. For src/cpu/jit and src/cpu/shader: the only
/// folders that include LLVM's headers.
namespace cpu::jit {

/// An empty module with the triple and data layout of the kernels' bitcode.
std::unique_ptr<llvm::Module> newModule(std::string_view name, llvm::LLVMContext& context);

/// The symbol of a kernel, in IR and in objects: "sample" → "__regcall3__glissade_sample_v4".
/// Declarations of it have CallingConv::X86_RegCall.
std::string kernelSymbol(std::string_view name, Level level);

/// The kernels of a file, their bodies read when something asks for them.
base::Result<std::unique_ptr<llvm::Module>>
readKernels(kernels::KernelFile file, Level level, llvm::LLVMContext& context);

} // namespace cpu::jit
