// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/steps.h"

#include "cpu/piece/shape.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace cpu::piece {
namespace {

/// Steps that wait for their user wait for each other; their emission is a recursion.
constexpr uint16_t kMaxDepth = 64;

bool isTruth(llvm::Type* type) {
    return type->getScalarType()->isIntegerTy(1);
}

/// It lies in memory as it lies in a slot.
bool liesAsStored(llvm::Type* type, Level level) {
    return storedType(type, level) == type;
}

/// The bits of an integer that lies in the lowest bytes of another one.
bool isLowPart(const llvm::TruncInst& trunc) {
    return !trunc.getType()->isVectorTy();
}

const llvm::Value* splatScalar(const llvm::ShuffleVectorInst& shuffle) {
    return llvm::getSplatValue(&shuffle);
}

} // namespace

bool hasEffects(const llvm::Instruction& i) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) {
        return !llvm::isa<llvm::IntrinsicInst>(call) || call->mayWriteToMemory();
    }
    return i.isTerminator() || i.mayWriteToMemory() || i.isVolatile() ||
           llvm::isa<llvm::FenceInst>(i);
}

Steps::Steps(llvm::Function& function, Level level)
    : m_function(function), m_level(level), m_memory_B(kFrameHead_B) {
    for (llvm::BasicBlock& block : function) {
        m_blockIndex[&block] = uint32_t(m_blocks.size());
        m_blocks.push_back(&block);
    }
    m_ofBlock.resize(m_blocks.size());
    m_taken.resize(m_blocks.size());
    m_leftAt.resize(m_blocks.size());
    placeAllocas();
    keepAlive();
    if (m_missing.empty()) {
        countUses();
        findLives();
        defer();
    }
}

void Steps::refuse(const llvm::Value& value) {
    if (m_missing.empty()) {
        llvm::raw_string_ostream out(m_missing);
        value.print(out);
    }
}

void Steps::placeAllocas() {
    const llvm::DataLayout& layout = m_function.getParent()->getDataLayout();
    for (llvm::Instruction& i : m_function.getEntryBlock()) {
        auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&i);
        if (!slot || !slot->isStaticAlloca()) {
            continue;
        }
        m_memory_B = (m_memory_B + 63) / 64 * 64;
        m_allocas[slot] = m_memory_B;
        const uint64_t size_B =
            slot->getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0));
        m_memory_B += uint32_t(std::min<uint64_t>(size_B, 1u << 24));
    }
    m_memory_B = (m_memory_B + 63) / 64 * 64;
}

/// Values that are other values, or parts of them, are no steps.
Operand Steps::operandOf(llvm::Value* value) {
    Operand operand{.type = value->getType()};
    llvm::Value* whole = value;
    for (;;) {
        if (auto* constant = llvm::dyn_cast<llvm::Constant>(whole)) {
            if (operand.offset_B != 0) {
                refuse(*value);
            }
            operand.constant = constant;
            return operand;
        }
        auto* i = llvm::dyn_cast<llvm::Instruction>(whole);
        if (!i) {
            break;
        }
        llvm::Value* inner = nullptr;
        if (llvm::isa<llvm::FreezeInst>(i) || llvm::isa<llvm::PtrToIntInst>(i) ||
            llvm::isa<llvm::IntToPtrInst>(i)) {
            llvm::Value* const from = i->getOperand(0);
            if (storedSize_B(from->getType(), m_level) == storedSize_B(i->getType(), m_level)) {
                inner = from;
            }
        } else if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(i)) {
            llvm::Type* const from = cast->getSrcTy();
            const bool masks = isTruth(from) != isTruth(cast->getDestTy());
            if (!masks || m_level == Level::V4) {
                inner = cast->getOperand(0);
            }
        } else if (auto* trunc = llvm::dyn_cast<llvm::TruncInst>(i); trunc && isLowPart(*trunc)) {
            inner = trunc->getOperand(0);
        } else if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(i);
                   part && part->getNumIndices() == 1) {
            inner = part->getAggregateOperand();
            operand.offset_B += fieldOffset_B(inner->getType(), part->getIndices()[0], m_level);
        } else if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(i);
                   extract && !isTruth(extract->getType())) {
            const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
            const auto* type = llvm::cast<llvm::FixedVectorType>(extract->getVectorOperandType());
            if (index && index->getValue().ult(type->getNumElements()) &&
                !llvm::isa<llvm::Constant>(extract->getVectorOperand())) {
                inner = extract->getVectorOperand();
                operand.offset_B +=
                    uint32_t(index->getZExtValue()) * storedSize_B(extract->getType(), m_level);
            }
        }
        if (!inner) {
            break;
        }
        whole = inner;
    }
    operand.step = stepOf(whole);
    return operand;
}

Step* Steps::stepOf(llvm::Value* value) {
    Step*& known = m_known[value];
    if (!known) {
        known = &m_steps.emplace_back();
        known->value = value;
        if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
            known->kind = StepKind::Argument;
            known->crosses = true;
            if (argument->getArgNo() < kRegisterArguments) {
                known->slot_B = int32_t(kFirstArgument_B + 8 * argument->getArgNo());
            }
        } else if (auto* i = llvm::dyn_cast<llvm::Instruction>(value)) {
            known->block = m_blockIndex.lookup(i->getParent());
        } else {
            refuse(*value);
        }
    }
    if (!known->alive) {
        known->alive = true;
        m_work.push_back(known);
    }
    return known;
}

void Steps::read(Step& step, llvm::Value* value) {
    if (!isStorable(value->getType())) {
        refuse(*step.value);
        return;
    }
    const Operand operand = operandOf(value);
    step.operands.push_back(operand);
}

/// From what has effects to what it needs.
void Steps::keepAlive() {
    for (llvm::Argument& argument : m_function.args()) {
        if (argument.getArgNo() >= kRegisterArguments && !argument.use_empty()) {
            stepOf(&argument);
        }
    }
    for (llvm::Instruction& i : llvm::instructions(m_function)) {
        if (hasEffects(i)) {
            stepOf(&i);
        }
    }
    while (!m_work.empty() && m_missing.empty()) {
        Step* const step = m_work.back();
        m_work.pop_back();
        if (auto* i = llvm::dyn_cast<llvm::Instruction>(step->value)) {
            if (!i->getType()->isVoidTy() && !isStorable(i->getType())) {
                refuse(*i);
                return;
            }
            describe(*step, *i);
        }
    }
    if (!m_missing.empty()) {
        return;
    }
    for (llvm::BasicBlock* block : m_blocks) {
        auto& steps = m_ofBlock[m_blockIndex.lookup(block)];
        for (llvm::Instruction& i : *block) {
            Step* const step = m_known.lookup(&i);
            if (step && step->alive) {
                steps.push_back(step);
            }
        }
    }
}

void Steps::describe(Step& step, llvm::Instruction& i) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        describeLoad(step, *load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        describeStore(step, *store);
    } else if (auto* pointer = llvm::dyn_cast<llvm::GetElementPtrInst>(&i)) {
        describePointer(step, *pointer);
    } else if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i)) {
        describeShuffle(step, *shuffle);
    } else if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&i)) {
        describeElement(step, *extract);
    } else if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&i)) {
        describeInsert(step, *insert);
    } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) {
        describeIntrinsic(step, *intrinsic);
    } else if (llvm::isa<llvm::AllocaInst>(i)) {
        if (!m_allocas.contains(&i)) {
            refuse(i);
        }
        step.kind = StepKind::Address;
        step.displacement = int32_t(m_allocas.lookup(&i));
    } else if (llvm::isa<llvm::PHINode>(i)) {
        step.kind = StepKind::Phi;
        step.crosses = true;
        for (llvm::Value* incoming : llvm::cast<llvm::PHINode>(i).incoming_values()) {
            read(step, incoming);
        }
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) {
        step.kind = StepKind::Call;
        step.detail = call->getCallingConv();
        read(step, call->getCalledOperand());
        for (llvm::Value* argument : call->args()) {
            read(step, argument);
        }
    } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&i)) {
        step.kind = StepKind::Branch;
        if (branch->isConditional()) {
            read(step, branch->getCondition());
        }
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&i)) {
        step.kind = StepKind::Switch;
        read(step, choice->getCondition());
        for (const auto& option : choice->cases()) {
            read(step, option.getCaseValue());
        }
    } else if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&i)) {
        step.kind = StepKind::Return;
        if (end->getReturnValue()) {
            read(step, end->getReturnValue());
        }
    } else {
        if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
            step.detail = atomic->getOperation();
        }
        for (llvm::Value* operand : i.operands()) {
            read(step, operand);
        }
    }
}

/// The step's displacement from a base: null where it is the frame itself.
bool Steps::describeAddress(llvm::Value* pointer, Step& step, llvm::Value*& base) {
    const llvm::DataLayout& layout = m_function.getParent()->getDataLayout();
    llvm::APInt offset(64, 0);
    base = pointer;
    if (!llvm::isa<llvm::Constant>(pointer)) {
        base =
            pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds*/ true);
    }
    const bool frame = m_allocas.contains(base);
    const int64_t displacement =
        offset.getSExtValue() + (frame ? int64_t(m_allocas.lookup(base)) : 0);
    if (displacement != int32_t(displacement)) {
        base = pointer;
        return false;
    }
    step.displacement = int32_t(displacement);
    return frame;
}

void Steps::describeLoad(Step& step, llvm::LoadInst& load) {
    step.kind = StepKind::Load;
    llvm::Value* base = nullptr;
    const bool frame = describeAddress(load.getPointerOperand(), step, base);
    if (frame && liesAsStored(load.getType(), m_level) &&
        step.displacement % int32_t(storedAlign_B(load.getType(), m_level)) == 0) {
        step.kind = StepKind::LoadFrame;
        return;
    }
    if (frame) {
        step.displacement -= int32_t(m_allocas.lookup(base));
    }
    read(step, base);
}

void Steps::describeStore(Step& step, llvm::StoreInst& store) {
    step.kind = StepKind::Store;
    if (store.isAtomic()) {
        refuse(store);
    }
    read(step, store.getValueOperand());
    llvm::Value* base = nullptr;
    llvm::Type* const type = store.getValueOperand()->getType();
    const bool frame = describeAddress(store.getPointerOperand(), step, base);
    if (frame && liesAsStored(type, m_level) &&
        step.displacement % int32_t(storedAlign_B(type, m_level)) == 0) {
        step.kind = StepKind::StoreFrame;
        return;
    }
    if (frame) {
        step.displacement -= int32_t(m_allocas.lookup(base));
    }
    read(step, base);
}

void Steps::describePointer(Step& step, llvm::GetElementPtrInst& pointer) {
    const llvm::DataLayout& layout = m_function.getParent()->getDataLayout();
    llvm::APInt offset(64, 0);
    if (!pointer.getType()->isVectorTy() && pointer.accumulateConstantOffset(layout, offset)) {
        llvm::Value* base = nullptr;
        if (describeAddress(&pointer, step, base)) {
            step.kind = StepKind::Address;
            return;
        }
        llvm::APInt whole(64, 0);
        base = pointer.stripAndAccumulateConstantOffsets(layout, whole, true);
        read(step, base);
        read(step, llvm::ConstantInt::get(llvm::Type::getInt64Ty(pointer.getContext()), whole));
        return;
    }
    if (pointer.getNumIndices() != 1) {
        refuse(pointer);
        return;
    }
    const uint64_t scale = layout.getTypeAllocSize(pointer.getSourceElementType());
    read(step, pointer.getPointerOperand());
    read(step, pointer.getOperand(1));
    if (scale != 1) {
        step.kind = StepKind::AddScaled;
        step.displacement = int32_t(scale);
        if (scale > 1u << 20 || pointer.getType()->isVectorTy()) {
            refuse(pointer);
        }
    }
}

void Steps::describeShuffle(Step& step, llvm::ShuffleVectorInst& shuffle) {
    const llvm::ArrayRef<int> mask = shuffle.getShuffleMask();
    auto* from = llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
    if (const llvm::Value* scalar = splatScalar(shuffle);
        scalar && mask.size() == lanesOf(m_level)) {
        step.kind = StepKind::Splat;
        read(step, const_cast<llvm::Value*>(scalar));
        return;
    }
    const int count = int(from->getNumElements());
    llvm::Type* const element = from->getElementType();
    if (!isTruth(element) && mask.size() == lanesOf(m_level) && mask[0] >= 0 && mask[0] < count &&
        std::ranges::all_of(
            mask, [&](int at) { return at == mask[0]; }) &&
        !llvm::isa<llvm::Constant>(shuffle.getOperand(0))) {
        step.kind = StepKind::Splat;
        read(step, shuffle.getOperand(0));
        if (m_missing.empty()) {
            step.operands[0].type = element;
            step.operands[0].offset_B += uint32_t(mask[0]) * storedSize_B(element, m_level);
        }
        return;
    }
    const bool oneSource = std::ranges::all_of(mask, [&](int at) { return at < count; });
    const uint32_t pattern =
        oneSource && int(mask.size()) == count && mask.size() == lanesOf(m_level)
            ? quadPattern(mask)
            : UINT32_MAX;
    if (pattern != UINT32_MAX && (isTruth(element) || storedSize_B(element, m_level) == 4)) {
        step.kind = StepKind::QuadShuffle;
        step.detail = pattern;
        read(step, shuffle.getOperand(0));
        return;
    }
    if (isTruth(element) && mask.size() == lanesOf(m_level) &&
        std::ranges::all_of(mask, [](int at) { return at == 0; })) {
        step.kind = StepKind::QuadShuffle;
        step.detail = kFirstLane;
        read(step, shuffle.getOperand(0));
        return;
    }
    if (isTruth(element) && m_level == Level::V4) {
        refuse(shuffle);
        return;
    }
    step.kind = StepKind::Shuffle;
    read(step, shuffle.getOperand(0));
    read(step, shuffle.getOperand(1));
}

void Steps::describeElement(Step& step, llvm::ExtractElementInst& extract) {
    if (isTruth(extract.getType())) {
        read(step, extract.getVectorOperand());
        read(step, extract.getIndexOperand());
        return;
    }
    step.kind = StepKind::Element;
    read(step, extract.getIndexOperand());
    read(step, extract.getVectorOperand());
}

void Steps::describeInsert(Step& step, llvm::InsertElementInst& insert) {
    if (isTruth(insert.getType())) {
        for (llvm::Value* operand : insert.operands()) {
            read(step, operand);
        }
        return;
    }
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert.getOperand(2));
    if (index) {
        step.kind = StepKind::Insert;
        step.detail = uint32_t(index->getZExtValue());
        read(step, insert.getOperand(1));
        read(step, insert.getOperand(0));
        return;
    }
    step.kind = StepKind::SetElement;
    read(step, insert.getOperand(2));
    read(step, insert.getOperand(1));
    read(step, insert.getOperand(0));
}

namespace {

/// Addresses that are one pointer and an offset of 32 bits for each lane, counted with its sign.
struct Offsets {
    llvm::Value* base = nullptr;
    llvm::Value* lanes = nullptr;
};

Offsets offsetsOf(llvm::Value* pointers, Level level) {
    auto* add = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers);
    if (!add || add->getNumIndices() != 1 || !add->getSourceElementType()->isIntegerTy(8)) {
        return {};
    }
    llvm::Value* base = add->getPointerOperand();
    if (base->getType()->isVectorTy()) {
        base = llvm::getSplatValue(base);
    }
    llvm::Value* lanes = add->getOperand(1);
    if (auto* wide = llvm::dyn_cast<llvm::SExtInst>(lanes)) {
        lanes = wide->getOperand(0);
    }
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(lanes->getType());
    if (!base || !type || !type->getElementType()->isIntegerTy(32) ||
        type->getNumElements() != lanesOf(level)) {
        return {};
    }
    return {base, lanes};
}

bool isAllOnes(llvm::Value* mask) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
    return constant && constant->isAllOnesValue();
}

bool isWord(llvm::Type* lanes) {
    llvm::Type* const element = lanes->getScalarType();
    return element->isFloatTy() || element->isIntegerTy(32);
}

} // namespace

void Steps::describeIntrinsic(Step& step, llvm::IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::masked_gather: {
        const bool all = isAllOnes(call.getArgOperand(2));
        const Offsets offsets = offsetsOf(call.getArgOperand(0), m_level);
        if (all && offsets.base && isWord(call.getType())) {
            step.kind = StepKind::Gather;
            read(step, offsets.base);
            read(step, offsets.lanes);
            return;
        }
        read(step, call.getArgOperand(0));
        if (!all) {
            read(step, call.getArgOperand(2));
            read(step, call.getArgOperand(3));
        }
        return;
    }
    case llvm::Intrinsic::masked_scatter: {
        const Offsets offsets = offsetsOf(call.getArgOperand(1), m_level);
        read(step, call.getArgOperand(0));
        if (offsets.base && isWord(call.getArgOperand(0)->getType())) {
            step.kind = StepKind::Scatter;
            read(step, offsets.base);
            read(step, offsets.lanes);
        } else {
            read(step, call.getArgOperand(1));
        }
        read(step, call.getArgOperand(3));
        return;
    }
    case llvm::Intrinsic::masked_load:
        read(step, call.getArgOperand(0));
        read(step, call.getArgOperand(2));
        read(step, call.getArgOperand(3));
        return;
    case llvm::Intrinsic::masked_store:
        read(step, call.getArgOperand(0));
        read(step, call.getArgOperand(1));
        read(step, call.getArgOperand(3));
        return;
    case llvm::Intrinsic::memset: {
        // As a call of the function.
        llvm::LLVMContext& context = call.getContext();
        llvm::Type* const pointer = llvm::PointerType::getUnqual(context);
        llvm::Type* const word = llvm::Type::getInt32Ty(context);
        auto memset = m_function.getParent()->getOrInsertFunction(
            "memset",
            llvm::FunctionType::get(
                call.getType(), {pointer, word, llvm::Type::getInt64Ty(context)}, false));
        const auto* byte = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
        if (!byte) {
            refuse(call);
            return;
        }
        step.kind = StepKind::Call;
        step.detail = llvm::CallingConv::C;
        read(step, memset.getCallee());
        read(step, call.getArgOperand(0));
        read(step, llvm::ConstantInt::get(word, byte->getZExtValue()));
        read(step, call.getArgOperand(2));
        return;
    }
    default:
        for (unsigned i = 0; i < valueArguments(call); ++i) {
            read(step, call.getArgOperand(i));
        }
    }
}

void Steps::countUses() {
    for (Step& step : m_steps) {
        if (!step.alive) {
            continue;
        }
        for (const Operand& operand : step.operands) {
            if (!operand.step) {
                continue;
            }
            ++operand.step->uses;
            operand.step->user = &step;
        }
    }
    for (Step& step : m_steps) {
        step.left = step.uses;
    }
}

/// Which blocks, from the first to the last, those live in that cross them. Phis read at the end of
/// the blocks that they come from.
void Steps::findLives() {
    std::vector<uint32_t> seen(m_blocks.size(), 0);
    uint32_t round = 0;
    std::vector<uint32_t> work;
    struct Reader {
        Step* step;
        uint32_t block;
        bool atEnd;
    };
    llvm::DenseMap<Step*, llvm::SmallVector<Reader, 4>> readers;
    for (Step& step : m_steps) {
        if (!step.alive) {
            continue;
        }
        for (size_t n = 0; n < step.operands.size(); ++n) {
            Step* const from = step.operands[n].step;
            if (!from) {
                continue;
            }
            uint32_t block = step.block;
            if (step.kind == StepKind::Phi) {
                block = m_blockIndex.lookup(
                    llvm::cast<llvm::PHINode>(step.value)->getIncomingBlock(unsigned(n)));
            }
            if (from->crosses || from->block != block) {
                from->crosses = true;
                readers[from].push_back({&step, block, step.kind == StepKind::Phi});
            } else {
                readers[from].push_back({&step, block, step.kind == StepKind::Phi});
            }
        }
    }
    for (Step& step : m_steps) {
        if (!step.alive || !step.crosses) {
            continue;
        }
        if (step.kind == StepKind::Argument && step.slot_B >= 0) {
            continue;
        }
        ++round;
        step.firstBlock = step.lastBlock = step.block;
        const auto cover = [&](uint32_t block) {
            step.firstBlock = std::min(step.firstBlock, block);
            step.lastBlock = std::max(step.lastBlock, block);
        };
        const auto liveIn = [&](uint32_t block) {
            if (seen[block] != round) {
                seen[block] = round;
                work.push_back(block);
                cover(block);
            }
        };
        // A phi is made at the end of each block before its own.
        const auto phi =
            step.kind == StepKind::Phi ? llvm::cast<llvm::PHINode>(step.value) : nullptr;
        for (const Reader& reader : readers[&step]) {
            cover(reader.block);
            // Of a loop's own phi, read at the end of its block: it lives there from the beginning.
            if (reader.block != step.block) {
                liveIn(reader.block);
            }
        }
        while (!work.empty()) {
            const uint32_t block = work.back();
            work.pop_back();
            for (llvm::BasicBlock* before : llvm::predecessors(m_blocks[block])) {
                const uint32_t index = m_blockIndex.lookup(before);
                cover(index);
                if (index != step.block) {
                    liveIn(index);
                }
            }
        }
        if (phi) {
            for (llvm::BasicBlock* before : phi->blocks()) {
                cover(m_blockIndex.lookup(before));
            }
        }
        m_taken[step.firstBlock].push_back(&step);
        m_leftAt[step.lastBlock].push_back(&step);
    }
}

/// What has one user in its own block waits for it: so it is in the register when it is wanted.
void Steps::defer() {
    for (auto& steps : m_ofBlock) {
        for (Step* const step : steps) {
            for (const Operand& operand : step->operands) {
                if (operand.step && operand.step->deferred) {
                    step->depth = std::max<uint16_t>(step->depth, operand.step->depth + 1);
                }
            }
            const auto* i = llvm::dyn_cast<llvm::Instruction>(step->value);
            const bool pure = step->kind == StepKind::Plain || step->kind == StepKind::Splat ||
                              step->kind == StepKind::QuadShuffle ||
                              step->kind == StepKind::AddScaled || step->kind == StepKind::Address;
            step->deferred = pure && i && !i->mayReadOrWriteMemory() && !hasEffects(*i) &&
                             !step->crosses && step->uses == 1 && step->user &&
                             step->user->kind != StepKind::Phi &&
                             step->user->block == step->block && step->depth < kMaxDepth;
        }
    }
}

} // namespace cpu::piece
