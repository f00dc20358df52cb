// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/jit/key_pattern.h"

#include <memory>
#include <span>

namespace llvm {
class Function;
class LLVMContext;
class Module;
} // namespace llvm

namespace cpu::jit {

/// A kernel as IR, to be copied with its state constant. Copying looks only at what the state
/// reaches, a fraction of the whole; reading the whole takes longer than anything else.
class KernelCode {
public:
    KernelCode(KernelCode&&) noexcept;
    ~KernelCode();

    static base::Result<KernelCode>
    read(const KernelName& kernel, Level level, llvm::LLVMContext& context);

    /// An internal function of the kernel's type in `module`, of the same context. Of its first
    /// arguments it looks only at bits that `state` leaves open.
    base::Result<llvm::Function*> copyInto(llvm::Module& module,
                                           std::span<const ArgumentPattern> state) const;

private:
    KernelCode(std::unique_ptr<llvm::Module> module, llvm::Function* function);

    std::unique_ptr<llvm::Module> m_module;
    llvm::Function* m_function;
};

/// A copy of a routine that was copied into a module, next to it, for some of its states: `state`
/// fixes the bits that its own did, and more.
llvm::Function* narrowed(const llvm::Function& routine, std::span<const ArgumentPattern> state);

} // namespace cpu::jit
