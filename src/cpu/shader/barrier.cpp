// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/barrier.h"

#include "cpu/shader/instructions/translator.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace cpu::shader {
namespace {

constexpr uint64_t kMaxFrame_B = 1u << 20;

using BlockSet = llvm::SmallPtrSet<llvm::BasicBlock*, 16>;

std::vector<llvm::CallInst*> findBarriers(llvm::Function& function) {
    std::vector<llvm::CallInst*> barriers;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        if (call && call->getCalledFunction() &&
            call->getCalledFunction()->getName() == kBarrierSymbol) {
            barriers.push_back(call);
        }
    }
    return barriers;
}

/// What the first block computes from the arguments alone is computed again at each resumption.
void moveRepeatable(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    llvm::SmallPtrSet<llvm::Instruction*, 32> moved;
    for (llvm::Instruction& i : llvm::make_early_inc_range(from)) {
        const bool load =
            llvm::isa<llvm::LoadInst>(i) && i.getMetadata(llvm::LLVMContext::MD_invariant_load);
        if (i.isTerminator() || llvm::isa<llvm::PHINode>(i) || llvm::isa<llvm::AllocaInst>(i) ||
            (!load && (i.mayReadOrWriteMemory() || llvm::isa<llvm::CallInst>(i)))) {
            const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            if (!call || call->mayReadOrWriteMemory()) {
                continue;
            }
        }
        bool ready = true;
        for (const llvm::Use& use : i.operands()) {
            auto* operand = llvm::dyn_cast<llvm::Instruction>(use.get());
            ready &= !operand || moved.contains(operand);
        }
        if (ready) {
            i.moveBefore(to, to.end());
            moved.insert(&i);
        }
    }
}

/// Does `value` live on entry of one of `points`?
bool livesAt(llvm::Instruction& value, const BlockSet& points) {
    llvm::SmallVector<llvm::BasicBlock*, 16> work;
    BlockSet liveIn;
    const auto liveOut = [&](llvm::BasicBlock* block) {
        if (block != value.getParent() && liveIn.insert(block).second) {
            work.push_back(block);
        }
    };
    for (const llvm::Use& use : value.uses()) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) {
            liveOut(phi->getIncomingBlock(use));
        } else {
            liveOut(user->getParent());
        }
    }
    while (!work.empty()) {
        llvm::BasicBlock* block = work.pop_back_val();
        if (points.contains(block)) {
            return true;
        }
        for (llvm::BasicBlock* before : llvm::predecessors(block)) {
            liveOut(before);
        }
    }
    return false;
}

/// Gives all slots of the function a place in the frame.
uint32_t moveToFrame(llvm::Function& function, llvm::BasicBlock& prologue) {
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    llvm::IRBuilder<> ir(&prologue);
    uint64_t size_B = 0;
    std::vector<llvm::AllocaInst*> slots;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        if (auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
            slots.push_back(slot);
        }
    }
    llvm::Argument* frame = function.getArg(function.arg_size() - 2);
    for (llvm::AllocaInst* slot : slots) {
        const uint64_t align_B = std::min<uint64_t>(
            64,
            std::max(slot->getAlign(), layout.getPrefTypeAlign(slot->getAllocatedType())).value());
        size_B = (size_B + align_B - 1) / align_B * align_B;
        slot->replaceAllUsesWith(ir.CreateConstGEP1_64(ir.getInt8Ty(), frame, size_B));
        size_B += layout.getTypeAllocSize(slot->getAllocatedType());
        slot->eraseFromParent();
        if (size_B > kMaxFrame_B) {
            throw Refused("too much lives across barriers");
        }
    }
    return uint32_t((size_B + 63) / 64 * 64);
}

} // namespace

uint32_t splitAtBarriers(llvm::Function& function) {
    llvm::LLVMContext& context = function.getContext();
    llvm::BasicBlock* start = &function.getEntryBlock();
    std::vector<llvm::BasicBlock*> points;
    BlockSet pointSet;
    for (llvm::CallInst* barrier : findBarriers(function)) {
        llvm::BasicBlock* before = barrier->getParent();
        llvm::BasicBlock* after = before->splitBasicBlock(std::next(barrier->getIterator()));
        points.push_back(after);
        pointSet.insert(after);
    }
    auto* prologue = llvm::BasicBlock::Create(context, "prologue", &function, start);
    moveRepeatable(*start, *prologue);

    std::vector<llvm::Instruction*> kept;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        if (!llvm::isa<llvm::AllocaInst>(i) && i.getParent() != prologue && !i.use_empty() &&
            livesAt(i, pointSet)) {
            kept.push_back(&i);
        }
    }
    const auto slotPoint = start->getFirstInsertionPt();
    for (llvm::Instruction* i : kept) {
        llvm::DemoteRegToStack(*i, false, slotPoint);
    }

    for (size_t n = 0; n < points.size(); ++n) {
        llvm::BasicBlock* before = points[n]->getSinglePredecessor();
        auto* barrier = llvm::cast<llvm::CallInst>(before->getTerminator()->getPrevNode());
        before->getTerminator()->eraseFromParent();
        barrier->eraseFromParent();
        llvm::IRBuilder<> ir(before);
        ir.CreateRet(ir.getInt32(uint32_t(n + 2)));
    }
    auto* done = llvm::BasicBlock::Create(context, "done", &function);
    llvm::ReturnInst::Create(
        context, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0), done);
    const uint32_t frame_B = moveToFrame(function, *prologue);
    llvm::IRBuilder<> ir(prologue);
    llvm::SwitchInst* resume = ir.CreateSwitch(function.getArg(function.arg_size() - 1), done);
    resume->addCase(ir.getInt32(1), start);
    for (size_t n = 0; n < points.size(); ++n) {
        resume->addCase(ir.getInt32(uint32_t(n + 2)), points[n]);
    }
    return frame_B;
}

} // namespace cpu::shader
