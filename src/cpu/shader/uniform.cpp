// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/uniform.h"

#include "cpu/jit/analyses.h"
#include "cpu/shader/share_values.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace cpu::shader {
namespace {

using namespace llvm::PatternMatch;

constexpr uint32_t kMaxDepth = 32;

using Phis = llvm::SmallSetVector<llvm::PHINode*, 16>;

/// Are all lanes of `value` the same, if those of `phis` are?
bool isUniform(llvm::Value* value, const Phis& phis, uint32_t depth = 0) {
    if (!value->getType()->isVectorTy() || llvm::getSplatValue(value)) {
        return true;
    }
    auto* i = llvm::dyn_cast<llvm::Instruction>(value);
    if (!i || depth > kMaxDepth) {
        return false;
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(i)) {
        return phis.contains(phi);
    }
    const bool lanewise = llvm::isa<llvm::BinaryOperator>(i) || llvm::isa<llvm::CmpInst>(i) ||
                          llvm::isa<llvm::SelectInst>(i) || llvm::isa<llvm::UnaryOperator>(i) ||
                          (llvm::isa<llvm::CastInst>(i) && !llvm::isa<llvm::BitCastInst>(i));
    if (!lanewise) {
        return false;
    }
    for (llvm::Value* operand : i->operands()) {
        if (!isUniform(operand, phis, depth + 1)) {
            return false;
        }
    }
    return true;
}

llvm::Value* scalarOf(llvm::IRBuilder<>& ir, llvm::Value* lanes) {
    if (llvm::Value* scalar = llvm::getSplatValue(lanes)) {
        return scalar;
    }
    return ir.CreateExtractElement(lanes, uint64_t(0));
}

/// Phis whose lanes never differ become phis of scalars.
void scalarizePhis(llvm::Function& function) {
    Phis phis;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        auto* phi = llvm::dyn_cast<llvm::PHINode>(&i);
        if (phi && phi->getType()->isVectorTy()) {
            phis.insert(phi);
        }
    }
    for (bool changed = true; changed;) {
        changed = phis.remove_if([&](llvm::PHINode* phi) {
            for (llvm::Value* incoming : phi->incoming_values()) {
                if (!isUniform(incoming, phis)) {
                    return true;
                }
            }
            return false;
        });
    }
    for (llvm::PHINode* phi : phis) {
        llvm::IRBuilder<> ir(phi);
        auto* scalar = ir.CreatePHI(phi->getType()->getScalarType(), phi->getNumIncomingValues());
        for (uint32_t n = 0; n < phi->getNumIncomingValues(); ++n) {
            llvm::BasicBlock* from = phi->getIncomingBlock(n);
            // One value for each way from the same block.
            const int known = scalar->getBasicBlockIndex(from);
            ir.SetInsertPoint(from->getTerminator());
            scalar->addIncoming(known >= 0 ? scalar->getIncomingValue(known)
                                           : scalarOf(ir, phi->getIncomingValue(n)),
                                from);
        }
        ir.SetInsertPoint(phi->getParent(), phi->getParent()->getFirstInsertionPt());
        const auto count = llvm::cast<llvm::VectorType>(phi->getType())->getElementCount();
        phi->replaceAllUsesWith(ir.CreateVectorSplat(count, scalar));
        phi->eraseFromParent();
    }
}

/// `i` on scalars; null where it is nothing that works lane by lane.
llvm::Value* onScalars(llvm::IRBuilder<>& ir, llvm::Instruction& i) {
    std::vector<llvm::Value*> scalars;
    for (llvm::Value* operand : i.operands()) {
        llvm::Value* scalar =
            operand->getType()->isVectorTy() ? llvm::getSplatValue(operand) : operand;
        if (!scalar) {
            return nullptr;
        }
        scalars.push_back(scalar);
    }
    if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&i)) {
        return ir.CreateBinOp(binary->getOpcode(), scalars[0], scalars[1]);
    }
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&i)) {
        return ir.CreateCmp(compare->getPredicate(), scalars[0], scalars[1]);
    }
    if (llvm::isa<llvm::SelectInst>(i)) {
        return ir.CreateSelect(scalars[0], scalars[1], scalars[2]);
    }
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&i)) {
        return ir.CreateCast(cast->getOpcode(), scalars[0], i.getType()->getScalarType());
    }
    if (const auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&i)) {
        return ir.CreateUnOp(unary->getOpcode(), scalars[0]);
    }
    return llvm::isa<llvm::FreezeInst>(i) ? ir.CreateFreeze(scalars[0]) : nullptr;
}

/// Operations on splats become splats of operations, so that addresses show that they are uniform.
void scalarizeOperations(llvm::Function& function) {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
        for (llvm::Instruction& i : llvm::make_early_inc_range(*block)) {
            auto* type = llvm::dyn_cast<llvm::FixedVectorType>(i.getType());
            const auto* from = i.getNumOperands() == 0
                                   ? nullptr
                                   : llvm::dyn_cast<llvm::FixedVectorType>(
                                         i.getOperand(i.getNumOperands() - 1)->getType());
            if (!type || !from || type->getNumElements() != from->getNumElements() ||
                i.use_empty() || llvm::getSplatValue(&i)) {
                continue;
            }
            llvm::IRBuilder<> ir(&i);
            if (llvm::Value* scalar = onScalars(ir, i)) {
                i.replaceAllUsesWith(ir.CreateVectorSplat(type->getNumElements(), scalar));
                i.eraseFromParent();
            }
        }
    }
}

/// A mask as its bits and as lanes of full width are one mask.
llvm::Value* plainMask(llvm::Value* mask) {
    llvm::Value* inner = nullptr;
    while (match(mask, m_SExt(m_Value(inner))) ||
           (match(mask, m_SpecificICmp(llvm::ICmpInst::ICMP_SLT, m_Value(inner), m_Zero())) &&
            inner->getType()->isVectorTy())) {
        mask = inner;
    }
    return mask;
}

/// Takes the factors that all lanes share from a mask, and returns what is left.
llvm::Value* takeFactors(llvm::Value* mask, std::vector<llvm::Value*>& factors) {
    for (uint32_t depth = 0; depth < kMaxDepth; ++depth) {
        mask = plainMask(mask);
        llvm::Value* a = nullptr;
        llvm::Value* b = nullptr;
        if (!match(mask, m_And(m_Value(a), m_Value(b))) &&
            !match(mask, m_Select(m_Value(a), m_Value(b), m_Zero()))) {
            break;
        }
        if (a->getType()->isVectorTy() && !isUniform(plainMask(a), {})) {
            std::swap(a, b);
        }
        llvm::Value* factor = plainMask(a);
        if (!isUniform(factor, {}) || !factor->getType()->getScalarType()->isIntegerTy(1)) {
            break;
        }
        factors.push_back(factor);
        mask = b;
    }
    return mask;
}

/// The mask of a question whether any lane is in it: icmp ne (bitcast mask to iN), 0.
llvm::Value* maskOfQuestion(llvm::Value* question) {
    llvm::Value* mask = nullptr;
    if (match(question,
              m_SpecificICmp(llvm::ICmpInst::ICMP_NE, m_BitCast(m_Value(mask)), m_Zero())) &&
        mask->getType()->isVectorTy() && mask->getType()->getScalarType()->isIntegerTy(1)) {
        return mask;
    }
    return nullptr;
}

/// A loop that goes on only while any lane of its mask is left, and whose mask loses all lanes at
/// once or none, has the mask it was entered with.
void keepMasks(llvm::Function& function) {
    std::vector<llvm::PHINode*> phis;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        auto* phi = llvm::dyn_cast<llvm::PHINode>(&i);
        if (phi && phi->getType()->isVectorTy() && phi->getType()->isIntOrIntVectorTy() &&
            phi->getNumIncomingValues() == 2) {
            phis.push_back(phi);
        }
    }
    for (llvm::PHINode* phi : phis) {
        for (uint32_t n = 0; n < 2; ++n) {
            auto* branch =
                llvm::dyn_cast<llvm::BranchInst>(phi->getIncomingBlock(n)->getTerminator());
            if (!branch || !branch->isConditional() ||
                branch->getSuccessor(0) != phi->getParent() ||
                branch->getSuccessor(1) == phi->getParent()) {
                continue;
            }
            llvm::Value* asked = maskOfQuestion(branch->getCondition());
            std::vector<llvm::Value*> factors;
            if (!asked || plainMask(asked) != plainMask(phi->getIncomingValue(n)) ||
                takeFactors(asked, factors) != phi) {
                continue;
            }
            // As lanes of full width only masks are kept: every value is all bits or none.
            phi->replaceAllUsesWith(phi->getIncomingValue(1 - n));
            phi->eraseFromParent();
            break;
        }
    }
}

/// "Is any lane in m and c?" is "c, and is any lane in m?" where all lanes share c.
void splitQuestions(llvm::Function& function) {
    std::vector<llvm::Instruction*> questions;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        if (maskOfQuestion(&i)) {
            questions.push_back(&i);
        }
    }
    for (llvm::Instruction* question : questions) {
        std::vector<llvm::Value*> factors;
        llvm::Value* asked = maskOfQuestion(question);
        llvm::Value* left = takeFactors(asked, factors);
        if (isUniform(left, {}) && left->getType()->getScalarType()->isIntegerTy(1)) {
            factors.push_back(left);
            left = nullptr;
        }
        if (factors.empty()) {
            continue;
        }
        llvm::IRBuilder<> ir(question);
        llvm::Value* answer = nullptr;
        if (left) {
            if (!left->getType()->getScalarType()->isIntegerTy(1)) {
                left = ir.CreateICmpSLT(left, llvm::Constant::getNullValue(left->getType()));
            }
            llvm::Type* bits = question->getOperand(0)->getType();
            answer =
                ir.CreateICmpNE(ir.CreateBitCast(left, bits), llvm::Constant::getNullValue(bits));
        }
        for (llvm::Value* factor : factors) {
            llvm::Value* scalar = factor->getType()->isVectorTy() ? scalarOf(ir, factor) : factor;
            answer = answer ? ir.CreateAnd(scalar, answer) : scalar;
        }
        question->replaceAllUsesWith(answer);
    }
}

/// Scalars instead of vectors where all lanes are the same: counters of loops that all lanes leave
/// together, and the conditions of such loops and branches. Masks that such loops do not change
/// become the masks from before them.
void scalarizeUniform(llvm::Function& function) {
    scalarizePhis(function);
    scalarizeOperations(function);
    keepMasks(function);
    splitQuestions(function);
}

bool hasLoops(const llvm::Function& function) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> loops;
    llvm::FindFunctionBackedges(function, loops);
    return !loops.empty();
}

/// Branches on constants go, and blocks that have one way in from a block with one way out are one.
void joinBlocks(llvm::Function& function) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
        changed |= llvm::ConstantFoldTerminator(&block);
    }
    if (changed) {
        llvm::removeUnreachableBlocks(function);
    }
    for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
        llvm::MergeBlockIntoPredecessor(&block);
    }
}

/// For code without loops that is copied at once: what else LLVM's passes do to it takes three
/// quarters of the time from SPIR-V to code, and leaves as much to be copied.
void simplifyStraight(llvm::Function& function) {
    {
        llvm::FunctionAnalysisManager analyses;
        analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
        analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
        analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
        analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
        llvm::SROAPass(llvm::SROAOptions::ModifyCFG).run(function, analyses);
    }
    scalarizeUniform(function);
    shareValues(function);
    joinBlocks(function);
}

void simplify(llvm::Function& function) {
    llvm::PassBuilder builder;
    jit::Analyses analyses;
    analyses.connect(builder);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.run(function, analyses.functions);
}

} // namespace

void simplifyAll(llvm::Function& function, Simplification effort) {
    if (effort == Simplification::Quick && !hasLoops(function)) {
        simplifyStraight(function);
        return;
    }
    simplify(function);
    scalarizeUniform(function);
    simplify(function);
}

} // namespace cpu::shader
