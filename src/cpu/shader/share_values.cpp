// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/share_values.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <vector>

namespace cpu::shader {
namespace {

using namespace llvm::PatternMatch;

/// Instructions that are the same but for where they stand.
struct SameWork {
    static llvm::Instruction* getEmptyKey() {
        return llvm::DenseMapInfo<llvm::Instruction*>::getEmptyKey();
    }
    static llvm::Instruction* getTombstoneKey() {
        return llvm::DenseMapInfo<llvm::Instruction*>::getTombstoneKey();
    }
    static unsigned getHashValue(const llvm::Instruction* i) {
        return unsigned(
            llvm::hash_combine(i->getOpcode(),
                               i->getType(),
                               llvm::hash_combine_range(i->value_op_begin(), i->value_op_end())));
    }
    static bool isEqual(const llvm::Instruction* a, const llvm::Instruction* b) {
        const auto isMark = [](const llvm::Instruction* i) {
            return i == getEmptyKey() || i == getTombstoneKey();
        };
        return a == b || (!isMark(a) && !isMark(b) && a->isIdenticalTo(b));
    }
};

bool isPure(const llvm::Instruction& i) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) {
        return llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() &&
               call->willReturn() && !call->isConvergent() && !call->getType()->isVoidTy();
    }
    return llvm::isa<llvm::BinaryOperator>(i) || llvm::isa<llvm::UnaryOperator>(i) ||
           llvm::isa<llvm::CmpInst>(i) || llvm::isa<llvm::CastInst>(i) ||
           llvm::isa<llvm::SelectInst>(i) || llvm::isa<llvm::GetElementPtrInst>(i) ||
           llvm::isa<llvm::ExtractElementInst>(i) || llvm::isa<llvm::InsertElementInst>(i) ||
           llvm::isa<llvm::ShuffleVectorInst>(i) || llvm::isa<llvm::ExtractValueInst>(i) ||
           llvm::isa<llvm::InsertValueInst>(i) || llvm::isa<llvm::FreezeInst>(i);
}

class Sharer {
public:
    explicit Sharer(llvm::Function& function)
        : m_layout(function.getParent()->getDataLayout()), m_function(function) {}

    void run() {
        m_tree.recalculate(m_function);
        walk();
        // Whether a negation moves is a matter of who else wants the value, which is known only
        // when those that are the same are one.
        if (m_negates) {
            m_moves = true;
            walk();
        }
    }

private:
    void walk() {
        // A stack of our own: trees may be deep.
        struct Visit {
            llvm::DomTreeNode* node;
            size_t known;    ///< of m_added, when it was entered
            uint32_t writes; ///< when it was left
            unsigned next = 0;
        };
        std::vector<Visit> stack;
        const auto enter = [&](llvm::DomTreeNode* node, uint32_t writes) {
            // From elsewhere anything may have been written.
            m_writes = node->getBlock()->getSinglePredecessor() ? writes : ++m_lastWrite;
            const size_t known = m_added.size();
            visit(*node->getBlock());
            stack.push_back({node, known, m_writes});
        };
        enter(m_tree.getRootNode(), 0);
        while (!stack.empty()) {
            Visit& top = stack.back();
            if (top.next < top.node->getNumChildren()) {
                enter(*(top.node->begin() + top.next++), top.writes);
                continue;
            }
            for (; m_added.size() > top.known; m_added.pop_back()) {
                m_known.erase(m_added.back());
            }
            stack.pop_back();
        }
    }

    void visit(llvm::BasicBlock& block) {
        for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
            foldOperands(i);
            if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i); load && load->isSimple()) {
                const bool isInvariant = load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
                share(i, isInvariant ? 0 : m_writes);
            } else if (isPure(i)) {
                visitPure(i);
            } else if (i.mayWriteToMemory()) {
                m_writes = ++m_lastWrite;
            }
        }
    }

    /// Expressions of constants that the builder could not compute, as it does not know the layout
    /// of data.
    void foldOperands(llvm::Instruction& i) {
        for (llvm::Use& use : i.operands()) {
            if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(use.get())) {
                if (auto* constant = llvm::ConstantFoldConstant(expression, m_layout)) {
                    use.set(constant);
                }
            }
        }
    }

    void visitPure(llvm::Instruction& i) {
        llvm::Value* other = llvm::ConstantFoldInstruction(&i, m_layout);
        if (!other) {
            other = elementOfSplat(i);
        }
        if (!other) {
            other = halvesAsWords(i);
        }
        if (!other) {
            m_negates |= isNegation(i);
            if (llvm::Instruction* const made = m_moves ? withoutNegation(i) : nullptr) {
                made->insertBefore(&i);
                i.replaceAllUsesWith(made);
                i.eraseFromParent();
                share(*made, 0);
                return;
            }
            share(i, 0);
            return;
        }
        i.replaceAllUsesWith(other);
        i.eraseFromParent();
    }

    static bool isNegation(llvm::Instruction& i) {
        return i.getOpcode() == llvm::Instruction::FNeg ||
               match(&i, m_c_FMul(m_Value(), m_SpecificFP(-1.0)));
    }

    static llvm::Value* elementOfSplat(llvm::Instruction& i) {
        const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&i);
        if (!extract || !llvm::isa<llvm::ConstantInt>(extract->getIndexOperand())) {
            return nullptr;
        }
        return const_cast<llvm::Value*>(llvm::getSplatValue(extract->getVectorOperand()));
    }

    /// There are no pieces that choose between halves.
    static llvm::Value* halvesAsWords(llvm::Instruction& i) {
        if (!llvm::isa<llvm::SelectInst>(i) || !i.getType()->getScalarType()->isHalfTy()) {
            return nullptr;
        }
        llvm::IRBuilder<> ir(&i);
        llvm::Type* const words =
            i.getType()->isVectorTy()
                ? llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(i.getType()))
                : static_cast<llvm::Type*>(ir.getInt16Ty());
        llvm::Value* const chosen = ir.CreateSelect(i.getOperand(0),
                                                    ir.CreateBitCast(i.getOperand(1), words),
                                                    ir.CreateBitCast(i.getOperand(2), words));
        return ir.CreateBitCast(chosen, i.getType());
    }

    /// The signs of NaN tell where a negation stands, and compiled code has moved it: as LLVM does,
    /// into the operation beside it. Not inserted yet; null where there is none.
    llvm::Instruction* withoutNegation(llvm::Instruction& i) const {
        llvm::Value* x = nullptr;
        llvm::Value* y = nullptr;
        llvm::Constant* c = nullptr;
        const auto negated = [&] {
            return llvm::ConstantFoldUnaryOpOperand(llvm::Instruction::FNeg, c, m_layout);
        };
        const auto minusOne = m_SpecificFP(-1.0);
        if (match(&i, m_FAdd(m_FNeg(m_Value(x)), m_Value(y)))) {
            return llvm::BinaryOperator::CreateFSub(y, x);
        }
        if (match(&i, m_FAdd(m_Value(x), m_FNeg(m_Value(y))))) {
            return llvm::BinaryOperator::CreateFSub(x, y);
        }
        if (match(&i, m_FSub(m_Value(x), m_FNeg(m_Value(y))))) {
            return llvm::BinaryOperator::CreateFAdd(x, y);
        }
        if (match(&i, m_c_FMul(m_Value(x), minusOne))) {
            return llvm::UnaryOperator::CreateFNeg(x);
        }
        if (match(&i, m_FMul(m_FNeg(m_Value(x)), m_FNeg(m_Value(y))))) {
            return llvm::BinaryOperator::CreateFMul(x, y);
        }
        if (match(&i, m_c_FMul(m_FNeg(m_Value(x)), m_Constant(c)))) {
            return llvm::BinaryOperator::CreateFMul(x, negated());
        }
        if (match(&i, m_FDiv(m_FNeg(m_Value(x)), m_FNeg(m_Value(y))))) {
            return llvm::BinaryOperator::CreateFDiv(x, y);
        }
        if (match(&i, m_FDiv(m_FNeg(m_Value(x)), m_Constant(c)))) {
            return llvm::BinaryOperator::CreateFDiv(x, negated());
        }
        if (match(&i, m_FDiv(m_Constant(c), m_FNeg(m_Value(x))))) {
            return llvm::BinaryOperator::CreateFDiv(negated(), x);
        }
        if (match(&i, m_FNeg(m_OneUse(m_FMul(m_Value(x), m_Constant(c)))))) {
            return llvm::BinaryOperator::CreateFMul(x, negated());
        }
        if (match(&i, m_FNeg(m_OneUse(m_FDiv(m_Value(x), m_Constant(c)))))) {
            return llvm::BinaryOperator::CreateFDiv(x, negated());
        }
        if (match(&i, m_FNeg(m_OneUse(m_FDiv(m_Constant(c), m_Value(x)))))) {
            return llvm::BinaryOperator::CreateFDiv(negated(), x);
        }
        return nullptr;
    }

    /// `writes`: what had been written when it was loaded; 0 for what no write changes.
    void share(llvm::Instruction& i, uint32_t writes) {
        const auto known = m_known.find(&i);
        if (known == m_known.end() || known->second != writes) {
            if (known != m_known.end()) {
                m_known.erase(known); // What it loaded may be another value now.
            }
            m_known.try_emplace(&i, writes);
            m_added.push_back(&i);
            return;
        }
        i.replaceAllUsesWith(known->first);
        i.eraseFromParent();
    }

    const llvm::DataLayout& m_layout;
    llvm::Function& m_function;
    llvm::DominatorTree m_tree;
    llvm::DenseMap<llvm::Instruction*, uint32_t, SameWork> m_known;
    std::vector<llvm::Instruction*> m_added;
    uint32_t m_writes = 0;
    uint32_t m_lastWrite = 0;
    bool m_negates = false; ///< There are negations.
    bool m_moves = false;   ///< They move.
};

} // namespace

void shareValues(llvm::Function& function) {
    // Where memory runs out it stays behind: LLVM's tables do not bear to be taken apart while they
    // grow.
    auto* const sharer = new Sharer(function);
    sharer->run();
    delete sharer;
}

} // namespace cpu::shader
