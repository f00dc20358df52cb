// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/PassManager.h>

#include <functional>

namespace llvm {
class BasicBlock;
class BranchInst;
class Function;
class Value;
} // namespace llvm

namespace cpu::jit {

/// The loop that this branch repeats ends by itself after a few dozen iterations, though LLVM
/// cannot see it.
void markShort(llvm::BranchInst& repeat);

/// Has loops look at a word that other threads change, and leave the function when it is not zero:
/// every loop that may run long, once an iteration. What is known to be short stays as it is.
/// `word` makes the word's address, at the end of the block that it is given; `leave` makes the
/// function's end in an empty one. Neither is called where no loop looks.
void pollLoops(llvm::Function& function,
               const std::function<llvm::Value*(llvm::BasicBlock& entry)>& word,
               const std::function<void(llvm::BasicBlock& end)>& leave);

/// While loops are optimised a look is a call that does not touch the memory that the code itself
/// uses, so that it keeps nothing from being moved out of the loop; then this makes it a load.
struct LowerPollsPass : llvm::PassInfoMixin<LowerPollsPass> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

} // namespace cpu::jit
