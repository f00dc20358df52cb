// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/stable_version.h"

#include "cpu/jit/llvm_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <vector>

namespace cpu::jit {
namespace {

using namespace llvm::PatternMatch;

/// Makes what depends on arguments and on memory that never changes again, elsewhere.
class Outside {
public:
    Outside(llvm::IRBuilder<>& ir, llvm::Function& to) : m_ir(ir), m_to(to) {}

    /// Of descriptor sets' addresses, and of what lies in the sets: no more than two loads.
    static bool isKnown(const llvm::Value* value, unsigned loads = 2) {
        if (llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::Argument>(value)) {
            return true;
        }
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
            return loads > 0 && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
                   isKnown(load->getPointerOperand(), loads - 1);
        }
        const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
        return place && place->hasAllConstantIndices() &&
               isKnown(place->getPointerOperand(), loads);
    }

    llvm::Value* make(llvm::Value* value) {
        if (llvm::isa<llvm::Constant>(value)) {
            return value;
        }
        if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
            return m_to.getArg(argument->getArgNo());
        }
        llvm::Value*& made = m_made[value];
        if (!made) {
            auto* copy = llvm::cast<llvm::Instruction>(value)->clone();
            copy->setOperand(0, make(copy->getOperand(0)));
            made = m_ir.Insert(copy);
        }
        return made;
    }

private:
    llvm::IRBuilder<>& m_ir;
    llvm::Function& m_to;
    std::map<llvm::Value*, llvm::Value*> m_made;
};

/// A branch that is taken to a call of the kernel where these values are equal.
struct Guard {
    llvm::BranchInst* branch;
    llvm::SmallVector<std::pair<llvm::Value*, llvm::Constant*>, 2> equal;
};

/// The words that are compared with `ids`: as a whole, or by halves.
bool comparesIds(llvm::Value* condition, uint64_t ids, Guard& guard) {
    llvm::Value *a, *b;
    llvm::CmpInst::Predicate predicate;
    llvm::Constant* constant;
    if (match(condition, m_ICmp(predicate, m_Value(a), m_Constant(constant)))) {
        if (predicate != llvm::CmpInst::ICMP_EQ) {
            return false;
        }
        const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant);
        llvm::Value* low = a;
        match(a, m_ZExt(m_Value(low))); // A view without sampler.
        if (!number || !Outside::isKnown(low)) {
            return false;
        }
        const uint64_t bits = number->getZExtValue();
        if (bits != ids && bits != uint32_t(ids) && bits != ids >> 32) {
            return false;
        }
        guard.equal.emplace_back(low, llvm::ConstantInt::get(low->getType(), bits));
        return true;
    }
    return (match(condition, m_And(m_Value(a), m_Value(b))) ||
            match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))) &&
           comparesIds(a, ids, guard) && comparesIds(b, ids, guard);
}

std::vector<Guard> guardsOf(llvm::Function& function, const llvm::Function& kernel) {
    std::vector<Guard> guards;
    for (llvm::BasicBlock& block : function) {
        for (llvm::Instruction& instruction : block) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (!call || call->getCalledOperand() != &kernel || call->arg_size() == 0) {
                continue;
            }
            const auto* ids = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
            llvm::BasicBlock* before = block.getSinglePredecessor();
            auto* branch =
                before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
            if (!ids || !branch || !branch->isConditional() || branch->getSuccessor(0) != &block) {
                continue;
            }
            Guard guard = {branch, {}};
            if (comparesIds(branch->getCondition(), ids->getZExtValue(), guard)) {
                guards.push_back(std::move(guard));
            }
        }
    }
    return guards;
}

void decide(llvm::BranchInst& branch, bool holds) {
    branch.setCondition(llvm::ConstantInt::getBool(branch.getContext(), holds));
}

void split(llvm::Function& function, const std::vector<Guard>& guards) {
    llvm::ValueToValueMapTy map;
    llvm::Function* const stable = llvm::CloneFunction(&function, map);
    llvm::Function* const chooser = llvm::Function::Create(
        function.getFunctionType(), function.getLinkage(), "", function.getParent());
    chooser->copyAttributesFrom(&function);
    chooser->takeName(&function);
    function.replaceAllUsesWith(chooser);

    llvm::LLVMContext& context = function.getContext();
    llvm::IRBuilder<> ir(llvm::BasicBlock::Create(context, "entry", chooser));
    Outside outside(ir, *chooser);
    llvm::Value* all = ir.getTrue();
    for (const Guard& guard : guards) {
        for (const auto& [value, constant] : guard.equal) {
            all = ir.CreateAnd(all, ir.CreateICmpEQ(outside.make(value), constant));
        }
    }
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (llvm::Argument& argument : chooser->args()) {
        arguments.push_back(&argument);
    }
    const auto callBlock = [&](llvm::Function& version, const char* name) {
        version.setName(chooser->getName() + "." + name);
        version.setLinkage(llvm::GlobalValue::InternalLinkage);
        if (!version.hasFnAttribute(llvm::Attribute::AlwaysInline)) {
            version.addFnAttr(llvm::Attribute::NoInline);
        }
        auto* block = llvm::BasicBlock::Create(context, name, chooser);
        llvm::IRBuilder<> there(block);
        llvm::CallInst* call = there.CreateCall(&version, arguments);
        call->setCallingConv(version.getCallingConv());
        call->setTailCall();
        if (call->getType()->isVoidTy()) {
            there.CreateRetVoid();
        } else {
            there.CreateRet(call);
        }
        return block;
    };
    llvm::BasicBlock* const toStable = callBlock(*stable, "stable");
    llvm::BasicBlock* const toSlots = callBlock(function, "slots");
    ir.CreateCondBr(all, toStable, toSlots);

    for (const Guard& guard : guards) {
        decide(*llvm::cast<llvm::BranchInst>(map[guard.branch]), true);
        decide(*guard.branch, false);
    }
    for (llvm::Function* version : {stable, &function}) {
        for (llvm::BasicBlock& block : *version) {
            llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions*/ true);
        }
        llvm::removeUnreachableBlocks(*version);
    }
}

} // namespace

void splitByStableIds(llvm::Module& module, Level level) {
    llvm::Function* const kernel = module.getFunction(kernelSymbol("sample", level));
    if (!kernel) {
        return;
    }
    std::vector<llvm::Function*> functions;
    for (llvm::Function& function : module) {
        // Coroutines stay one: who resumes them knows their frames.
        if (!function.isDeclaration() && !function.isPresplitCoroutine()) {
            functions.push_back(&function);
        }
    }
    for (llvm::Function* function : functions) {
        // Of one sample as well: what calls nothing needs no registers to be saved.
        if (const std::vector<Guard> guards = guardsOf(*function, *kernel); !guards.empty()) {
            split(*function, guards);
        }
    }
}

} // namespace cpu::jit
