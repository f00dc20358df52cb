// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/llvm_module.h"

#include "cpu/jit/sample_calls.h"
#include "cpu/jit/stable_version.h"
#include "cpu/jit/target.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <fmt/format.h>

namespace cpu::jit {

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
readKernels(KernelFile file, Level level, llvm::LLVMContext& context) {
    const std::span<const std::byte> bytes = bitcode(file, level);
    const llvm::MemoryBufferRef buffer(
        llvm::StringRef(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "kernels");
    auto module = llvm::getLazyBitcodeModule(buffer, context);
    if (!module) {
        return base::Error{llvm::toString(module.takeError())};
    }
    return std::move(*module);
}

namespace {

base::Result<void> linkNeeded(llvm::Module& module, std::unique_ptr<llvm::Module> kernels) {
    const auto internalize = [](llvm::Module& linked, const llvm::StringSet<>& names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue& value) {
            return !value.hasName() || !names.contains(value.getName());
        });
    };
    if (llvm::Linker::linkModules(
            module, std::move(kernels), llvm::Linker::LinkOnlyNeeded, internalize)) {
        return base::Error{"the kernels' bitcode does not link"};
    }
    return {};
}

} // namespace

base::Result<void> linkKernels(llvm::Module& module, KernelFile file, Level level) {
    if (file == KernelFile::Sample) {
        splitByStableIds(module, level);
        return specializeSampleCalls(module, level);
    }
    auto kernels = readKernels(file, level, module.getContext());
    if (!kernels) {
        return kernels.error();
    }
    return linkNeeded(module, std::move(*kernels));
}

} // namespace cpu::jit
