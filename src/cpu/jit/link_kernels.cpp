// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/link_kernels.h"

#include "cpu/jit/llvm_module.h"
#include "cpu/jit/sample_calls.h"
#include "cpu/jit/stable_version.h"

#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <memory>

namespace cpu::jit {

namespace {

base::Result<void> linkNeeded(llvm::Module& module, std::unique_ptr<llvm::Module> kernels) {
    const auto internalize = [](llvm::Module& linked, const llvm::StringSet<>& names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue& value) {
            return !value.hasName() || !names.contains(value.getName());
        });
    };
    if (llvm::Linker::linkModules(
            module, std::move(kernels), llvm::Linker::LinkOnlyNeeded, internalize)) {
        return base::Error{"the kernels' kernels::bitcode does not link"};
    }
    return {};
}

} // namespace

base::Result<void> linkKernels(llvm::Module& module, kernels::KernelFile file, Level level) {
    if (file == kernels::KernelFile::Sample) {
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
