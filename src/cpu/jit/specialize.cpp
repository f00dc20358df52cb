// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/specialize.h"

#include "cpu/jit/llvm_module.h"

#include <llvm/IR/Constants.h>

namespace cpu::jit {

base::Result<Object> specializeSample(const SampleKey& key, Level level) {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module = newModule("sample", context);
    auto kernels = readKernels(KernelFile::Sample, level, context);
    if (!kernels) {
        return kernels.error();
    }
    // Asking for the kernel alone brings it along with what it calls, and nothing else.
    const std::string name = kernelSymbol("sample", level);
    const llvm::Function* wanted = (*kernels)->getFunction(name);
    if (!wanted) {
        return base::Error{"the kernels' bitcode lacks " + name};
    }
    module->getOrInsertFunction(name, wanted->getFunctionType(), wanted->getAttributes());
    if (auto linked = linkKernels(*module, std::move(*kernels)); !linked) {
        return linked.error();
    }
    llvm::Function* routine = module->getFunction(name);
    if (!routine || routine->isDeclaration() || routine->arg_size() < 2 ||
        !routine->getArg(0)->getType()->isIntegerTy(64) ||
        !routine->getArg(1)->getType()->isIntegerTy(32)) {
        return base::Error{"the sampling kernel is not what kernels/sample.h says"};
    }
    routine->setLinkage(llvm::GlobalValue::ExternalLinkage);
    routine->setName(kRoutineSymbol);
    const auto replace = [&](unsigned argument, uint64_t value) {
        llvm::Argument* replaced = routine->getArg(argument);
        replaced->replaceAllUsesWith(llvm::ConstantInt::get(replaced->getType(), value));
    };
    replace(0, uint64_t(key.samplerId) << 32 | key.viewId);
    replace(1, key.op);
    return compile(std::move(module), level, Optimization::Full);
}

} // namespace cpu::jit
