// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/specialize.h"

#include "cpu/jit/llvm_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace cpu::jit {
namespace {

/// Drops other kernels, and of this one what the constants exclude, which is nearly everything,
/// before the costly passes of compile() look at it.
void prune(llvm::Module& module, llvm::Function& function) {
    llvm::internalizeModule(module,
                            [&](const llvm::GlobalValue& value) { return &value == &function; });
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SCCPPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::ADCEPass());
    passes.run(function, functions);
    llvm::GlobalDCEPass().run(module, modules);
}

} // namespace

base::Result<Object> specializeSample(const SampleKey& key, Level level) {
    llvm::LLVMContext context;
    auto kernels = readKernels(KernelFile::Sample, level, context);
    if (!kernels) {
        return kernels.error();
    }
    std::unique_ptr<llvm::Module> module = std::move(*kernels);
    if (llvm::Error error = module->materializeAll()) {
        return base::Error{llvm::toString(std::move(error))};
    }
    llvm::Function* routine = module->getFunction(kernelSymbol("sample", level));
    if (!routine || routine->isDeclaration() || routine->arg_size() < 2 ||
        !routine->getArg(0)->getType()->isIntegerTy(64) ||
        !routine->getArg(1)->getType()->isIntegerTy(32)) {
        return base::Error{"the sampling kernel is not what kernels/sample.h says"};
    }
    routine->setName(kRoutineSymbol);
    const auto replace = [&](unsigned argument, uint64_t value) {
        llvm::Argument* replaced = routine->getArg(argument);
        replaced->replaceAllUsesWith(llvm::ConstantInt::get(replaced->getType(), value));
    };
    replace(0, uint64_t(key.samplerId) << 32 | key.viewId);
    replace(1, key.op);
    prune(*module, *routine);
    return compile(std::move(module), level, Optimization::Full);
}

} // namespace cpu::jit
