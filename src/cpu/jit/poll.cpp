// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/jit/poll.h"

#include "cpu/jit/analyses.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <vector>

namespace cpu::jit {
namespace {

constexpr char kPollSymbol[] = "glissade_poll";
constexpr char kShortMark[] = "glissade.short";
/// Loops that make no more iterations than this, those inside of them counted in, need not look.
constexpr uint64_t kFewIterations = 1024;
/// Of loops that are marked as short.
constexpr uint64_t kShortIterations = 16;

bool isMarkedShort(const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    return std::ranges::all_of(latches, [](const llvm::BasicBlock* latch) {
        return latch->getTerminator()->getMetadata(kShortMark) != nullptr;
    });
}

/// Chooses the loops that look.
class Chooser {
public:
    explicit Chooser(llvm::ScalarEvolution& evolution) : m_evolution(evolution) {}

    /// How many iterations may pass from one look to the next in `loop`, itself counted in.
    uint64_t visit(llvm::Loop& loop) {
        uint64_t body = 1;
        for (llvm::Loop* const inner : loop) {
            body += visit(*inner);
        }
        const uint64_t trips = isMarkedShort(loop)
                                   ? kShortIterations
                                   : m_evolution.getSmallConstantMaxTripCount(&loop);
        // None: nobody knows.
        if (trips != 0 && trips * body <= kFewIterations) {
            return trips * body;
        }
        Looking& looking = m_chosen.emplace_back(loop.getHeader());
        loop.getLoopLatches(looking.latches);
        return body;
    }

    struct Looking {
        llvm::BasicBlock* header;
        llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    };
    const std::vector<Looking>& chosen() const { return m_chosen; }

private:
    llvm::ScalarEvolution& m_evolution;
    std::vector<Looking> m_chosen;
};

llvm::FunctionCallee pollFunction(llvm::Module& module) {
    llvm::LLVMContext& context = module.getContext();
    auto* type = llvm::FunctionType::get(
        llvm::Type::getInt1Ty(context), {llvm::PointerType::getUnqual(context)}, false);
    llvm::FunctionCallee callee = module.getOrInsertFunction(kPollSymbol, type);
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    function->setDoesNotThrow();
    function->setWillReturn();
    return callee;
}

} // namespace

void markShort(llvm::BranchInst& repeat) {
    repeat.setMetadata(kShortMark, llvm::MDNode::get(repeat.getContext(), {}));
}

void pollLoops(llvm::Function& function,
               const std::function<llvm::Value*(llvm::BasicBlock& entry)>& word,
               const std::function<void(llvm::BasicBlock& end)>& leave) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> repeats;
    llvm::FindFunctionBackedges(function, repeats);
    if (repeats.empty()) {
        return;
    }
    llvm::PassBuilder builder;
    Analyses analyses;
    analyses.connect(builder);
    Chooser chooser(analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(function));
    for (llvm::Loop* const loop : analyses.functions.getResult<llvm::LoopAnalysis>(function)) {
        chooser.visit(*loop);
    }
    if (chooser.chosen().empty()) {
        return;
    }
    llvm::LLVMContext& context = function.getContext();
    llvm::Value* const address = word(function.getEntryBlock());
    llvm::BasicBlock* const end = llvm::BasicBlock::Create(context, "interrupted", &function);
    leave(*end);
    const llvm::FunctionCallee poll = pollFunction(*function.getParent());
    llvm::MDNode* const unlikely = llvm::MDBuilder(context).createUnlikelyBranchWeights();
    for (const Chooser::Looking& looking : chooser.chosen()) {
        llvm::BasicBlock* const look =
            llvm::SplitBlockPredecessors(looking.header, looking.latches, ".look");
        llvm::Instruction* const again = look->getTerminator();
        llvm::IRBuilder<> ir(again);
        ir.CreateCondBr(ir.CreateCall(poll, {address}), end, looking.header, unlikely);
        again->eraseFromParent();
    }
}

llvm::PreservedAnalyses LowerPollsPass::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager&) {
    const llvm::Function* const poll = function.getParent()->getFunction(kPollSymbol);
    if (!poll) {
        return llvm::PreservedAnalyses::all();
    }
    for (llvm::Instruction& i : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(&i);
        if (!call || call->getCalledFunction() != poll) {
            continue;
        }
        llvm::IRBuilder<> ir(call);
        llvm::Value* const value =
            ir.CreateLoad(ir.getInt32Ty(), call->getArgOperand(0), /*isVolatile*/ true);
        call->replaceAllUsesWith(ir.CreateICmpNE(value, ir.getInt32(0)));
        call->eraseFromParent();
    }
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
}

} // namespace cpu::jit
