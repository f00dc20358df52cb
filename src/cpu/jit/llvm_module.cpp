// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/llvm_module.h"

#include "cpu/jit/jit.h"
#include "cpu/jit/target.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBufferRef.h>

#include <fmt/format.h>

#include <new>

namespace cpu::jit {

/// LLVM's own frames have no handlers: what they hold is lost, but contexts and modules, which are
/// ours, go as ever.
void throwWhereMemoryIsShort() {
    llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { throw std::bad_alloc(); });
}

std::unique_ptr<llvm::Module> newModule(std::string_view name, llvm::LLVMContext& context) {
    auto module = std::make_unique<llvm::Module>(llvm::StringRef(name), context);
    module->setTargetTriple(kTargetTriple);
    module->setDataLayout(kDataLayout);
    return module;
}

std::string kernelSymbol(std::string_view name, Level level) {
    return fmt::format("__regcall3__glissade_{}_v{}", name, int(level));
}

base::Result<std::unique_ptr<llvm::Module>>
readKernels(kernels::KernelFile file, Level level, llvm::LLVMContext& context) {
    const std::span<const std::byte> bytes = kernels::bitcode(file, level);
    const llvm::MemoryBufferRef buffer(
        llvm::StringRef(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "kernels");
    auto module = llvm::getLazyBitcodeModule(buffer, context);
    if (!module) {
        return base::Error{llvm::toString(module.takeError())};
    }
    return std::move(*module);
}

} // namespace cpu::jit
