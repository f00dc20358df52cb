// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/jit.h"

#include "cpu/jit/analyses.h"
#include "cpu/jit/left_on_throw.h"
#include "cpu/jit/poll.h"
#include "cpu/jit/target.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/IPO/SCCP.h>
#include <llvm/Transforms/Scalar/BDCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/MergedLoadStoreMotion.h>
#include <llvm/Transforms/Scalar/Reassociate.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/Sink.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <fmt/format.h>

namespace cpu::jit {
namespace {

/// Keeps the first error that LLVM reports while it works, instead of printing it.
class ErrorCollector : public llvm::DiagnosticHandler {
public:
    explicit ErrorCollector(std::string& error) : m_error(error) {}

    bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
        if (info.getSeverity() == llvm::DS_Error && m_error.empty()) {
            llvm::raw_string_ostream out(m_error);
            llvm::DiagnosticPrinterRawOStream printer(out);
            info.print(printer);
        }
        return true;
    }

private:
    std::string& m_error;
};

std::string verify(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream out(text);
    return llvm::verifyModule(module, &out) ? out.str() : std::string();
}

/// Functions made by the shader compiler get what clang wrote into the kernels, so that either may
/// be inlined into the other. Nothing throws, so nobody needs tables to unwind.
void setAttributes(llvm::Module& module, Level level) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) {
            continue;
        }
        if (!function.hasFnAttribute("target-cpu")) {
            function.addFnAttr("target-cpu", cpuName(level));
            function.addFnAttr("prefer-vector-width", vectorWidth(level));
        }
        function.setDoesNotThrow();
        function.setUWTableKind(llvm::UWTableKind::None);
    }
}

/// What is not worth it without loops is left out by straightPasses().
bool isStraight(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
        llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> loops;
        if (!function.isDeclaration()) {
            llvm::FindFunctionBackedges(function, loops);
        }
        if (!loops.empty() || function.isPresplitCoroutine()) {
            return false;
        }
    }
    return true;
}

/// For code without loops that was simplified when it was made. The default passes take five times
/// as long, and what the generator makes of their result is no smaller: sinking what only one
/// branch needs makes up for them.
llvm::ModulePassManager straightPasses() {
    llvm::FunctionPassManager functions;
    functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA*/ true));
    functions.addPass(llvm::InstCombinePass());
    functions.addPass(llvm::SimplifyCFGPass());
    functions.addPass(llvm::SinkingPass());
    llvm::ModulePassManager passes;
    passes.addPass(llvm::ModuleInlinerWrapperPass(llvm::getInlineParams(2, 0)));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
    passes.addPass(llvm::GlobalDCEPass());
    return passes;
}

/// For copies of kernels, which clang had optimised as a whole: constants have left loops of one
/// round, branches that meet at once, and values that were computed for what is gone. The default
/// passes take more than twice as long.
llvm::ModulePassManager copyPasses() {
    llvm::LoopPassManager hoisting;
    hoisting.addPass(llvm::LoopRotatePass());
    hoisting.addPass(llvm::LICMPass(llvm::LICMOptions()));
    llvm::LoopPassManager unrolling;
    unrolling.addPass(llvm::IndVarSimplifyPass());
    unrolling.addPass(llvm::LoopFullUnrollPass());
    llvm::FunctionPassManager functions;
    functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA*/ true));
    functions.addPass(llvm::SimplifyCFGPass());
    functions.addPass(
        llvm::createFunctionToLoopPassAdaptor(std::move(hoisting), /*UseMemorySSA*/ true));
    functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(unrolling)));
    functions.addPass(llvm::GVNPass());
    functions.addPass(llvm::BDCEPass());
    functions.addPass(llvm::InstCombinePass());
    functions.addPass(llvm::MergedLoadStoreMotionPass());
    functions.addPass(llvm::DSEPass());
    functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA*/ true));
    functions.addPass(llvm::ReassociatePass());
    functions.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions()
                                                .convertSwitchToLookupTable(true)
                                                .hoistCommonInsts(true)
                                                .sinkCommonInsts(true)));
    functions.addPass(llvm::SinkingPass());
    llvm::ModulePassManager passes;
    passes.addPass(llvm::IPSCCPPass());
    passes.addPass(llvm::ModuleInlinerWrapperPass(llvm::getInlineParams(2, 0)));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
    passes.addPass(llvm::GlobalDCEPass());
    return passes;
}

llvm::ModulePassManager
passesFor(const llvm::Module& module, Optimization effort, llvm::PassBuilder& builder) {
    if (effort == Optimization::Copy) {
        return copyPasses();
    }
    if (effort == Optimization::Quick && isStraight(module)) {
        return straightPasses();
    }
    return builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
}

/// Loops over vectors of lanes are as wide as they shall be. Functions of the C library are not
/// known by name: their results could be computed at compile time, by another library than at run
/// time.
void optimize(llvm::Module& module, llvm::TargetMachine& machine, Optimization effort) {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = false;
    tuning.LoopInterleaving = false;
    tuning.SLPVectorization = false;

    const LeftOnThrow<Analyses> analyses;
    llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
    library.disableAllFunctions();
    for (const llvm::LibFunc function :
         {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset}) {
        library.setAvailable(function);
    }
    analyses->functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });

    const LeftOnThrow<llvm::PassBuilder> builder(&machine, tuning);
    analyses->connect(*builder);
    // Behind the passes that move code out of loops, before those that unroll them.
    builder->registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager& functions, llvm::OptimizationLevel) {
            functions.addPass(LowerPollsPass());
        });
    const LeftOnThrow<llvm::ModulePassManager> passes(passesFor(module, effort, *builder));
    passes->run(module, analyses->modules);
}

bool emit(llvm::Module& module, llvm::TargetMachine& machine, Object& object) {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream out(bytes);
    const LeftOnThrow<llvm::legacy::PassManager> passes;
    if (machine.addPassesToEmitFile(*passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
        return false;
    }
    passes->run(module);
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    object.assign(data, data + bytes.size());
    return true;
}

} // namespace

base::Result<Object>
compile(std::unique_ptr<llvm::Module> given, Level level, Optimization effort) {
    const LeftOnThrow<std::unique_ptr<llvm::Module>> kept(std::move(given));
    const std::unique_ptr<llvm::Module>& module = *kept;
    const LeftOnThrow<std::unique_ptr<llvm::TargetMachine>> keptMachine(targetMachine(level));
    const std::unique_ptr<llvm::TargetMachine>& machine = *keptMachine;
    if (!machine) {
        return base::Error{"LLVM was built without its x86 target"};
    }
    module->setTargetTriple(kTargetTriple);
    module->setDataLayout(machine->createDataLayout());
    if (module->getPICLevel() == llvm::PICLevel::NotPIC) {
        module->setPICLevel(llvm::PICLevel::BigPIC); // modules with kernels have it from clang
    }
    if (std::string error = verify(*module); !error.empty()) {
        return base::Error{fmt::format("invalid IR: {}", error)};
    }

    llvm::LLVMContext& context = module->getContext();
    std::string error;
    auto outerHandler = context.getDiagnosticHandler();
    context.setDiagnosticHandler(std::make_unique<ErrorCollector>(error));
    setAttributes(*module, level);
    optimize(*module, *machine, effort);
    Object object;
    const bool emitted = error.empty() && emit(*module, *machine, object);
    context.setDiagnosticHandler(std::move(outerHandler));
    if (!error.empty()) {
        return base::Error{error};
    }
    if (!emitted) {
        return base::Error{"LLVM cannot write objects for this target"};
    }
    return object;
}

} // namespace cpu::jit
