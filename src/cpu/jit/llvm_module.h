// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/kernel_library.h"
#include "cpu/jit/level.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <string_view>

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
readKernels(KernelFile file, Level level, llvm::LLVMContext& context);

/// Defines what `module` declares and the file has, and what that needs in turn, as internal
/// functions: they are inlined or dropped by compile(). Declarations that the file does not have
/// stay as they are, and load() resolves kernels among them to object code. Of the sampling kernel,
/// only calls with constant `ids` and `op` are served, each state with a copy made for it.
base::Result<void> linkKernels(llvm::Module& module, KernelFile file, Level level);

} // namespace cpu::jit
