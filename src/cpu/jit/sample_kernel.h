// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/key_pattern.h"
#include "cpu/jit/level.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace cpu::jit {

/// The sampling kernel as IR, to be copied with its state constant. Copying looks only at what the
/// state reaches, a fraction of the whole; reading the whole takes longer than anything else.
class SampleKernel {
public:
    static base::Result<SampleKernel> read(Level level, llvm::LLVMContext& context);

    /// An internal function of the kernel's type in `module`, of the same context. Of its first two
    /// arguments it looks only at bits that the pattern leaves open.
    llvm::Function* copyInto(llvm::Module& module, const KeyPattern& pattern) const;

private:
    SampleKernel(std::unique_ptr<llvm::Module> module, llvm::Function* function)
        : m_module(std::move(module)), m_function(function) {}

    std::unique_ptr<llvm::Module> m_module;
    llvm::Function* m_function;
};

/// Gives the calls of the sampling kernel whose `ids` and `op` are constant a copy made for them,
/// to be inlined. Other calls stay: load() resolves them to the kernel's object code.
base::Result<void> specializeSampleCalls(llvm::Module& module, Level level);

} // namespace cpu::jit
