// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <deque>
#include <string>

namespace cpu::piece {

struct Step;

/// What a step reads, as it sees it: a constant, or what another step has made, or part of that.
struct Operand {
    llvm::Type* type = nullptr;
    llvm::Constant* constant = nullptr; ///< Its bytes count; the type may be another one.
    Step* step = nullptr;
    uint32_t offset_B = 0;
};

enum class StepKind : uint8_t {
    Argument,
    Phi,
    Plain,       ///< The shape says all.
    Load,        ///< (pointer), displaced.
    Store,       ///< (value, pointer), displaced.
    LoadFrame,   ///< () from the frame's own memory, at the displacement.
    StoreFrame,  ///< (value) likewise.
    Address,     ///< The address of an alloca.
    AddScaled,   ///< (pointer, index), times the displacement.
    Splat,       ///< (scalar)
    QuadShuffle, ///< (lanes), by `detail`.
    Shuffle,     ///< (lanes, lanes), element by element.
    Element,     ///< (index), of the vector whose memory operand 1 is.
    SetElement,  ///< (index, scalar), of a copy of operand 2.
    Insert,      ///< (scalar), into a copy of operand 1 at `detail`.
    Gather,      ///< (pointer, offsets)
    Scatter,     ///< (value, pointer, offsets, mask)
    Call,        ///< (function, arguments…)
    Branch,
    Switch,
    Return,
};

/// An instruction as it is copied. What LLVM needs several for may be one step, and what needs no
/// code is none.
struct Step {
    llvm::Value* value = nullptr; ///< The instruction or argument.
    StepKind kind = StepKind::Plain;
    bool alive = false;    ///< Somebody needs what it does.
    bool crosses = false;  ///< Used in other blocks than its own, or made by none.
    bool deferred = false; ///< Emitted right before its only user.
    bool emitted = false;
    uint16_t depth = 0; ///< Of deferred steps below it.
    uint32_t detail = 0;
    int32_t displacement = 0;
    uint32_t block = 0;
    uint32_t uses = 0;
    uint32_t left = 0; ///< Of the uses, those that were not emitted yet.
    Step* user = nullptr;
    int32_t slot_B = -1;                    ///< In the frame; -1: none yet.
    uint32_t firstBlock = 0, lastBlock = 0; ///< Where the slot is taken, of those that cross.
    llvm::SmallVector<Operand, 4> operands;

    llvm::Type* type() const { return value->getType(); }
};

/// The steps of a function that do something.
class Steps {
public:
    Steps(llvm::Function& function, Level level);

    /// What no step can be made for; empty: there is nothing.
    const std::string& missing() const { return m_missing; }
    llvm::ArrayRef<llvm::BasicBlock*> blocks() const { return m_blocks; }
    uint32_t indexOf(const llvm::BasicBlock* block) const { return m_blockIndex.lookup(block); }
    /// Of the block, in order.
    llvm::ArrayRef<Step*> of(uint32_t block) const { return m_ofBlock[block]; }
    /// Those with slots that are taken from the block on, and given back behind it.
    llvm::ArrayRef<Step*> takenAt(uint32_t block) const { return m_taken[block]; }
    llvm::ArrayRef<Step*> leftAt(uint32_t block) const { return m_leftAt[block]; }
    Step* find(const llvm::Value* value) const { return m_known.lookup(value); }
    /// Of allocas, behind what every frame has.
    uint32_t memory_B() const { return m_memory_B; }

private:
    Operand operandOf(llvm::Value* value);
    void placeAllocas();
    Step* stepOf(llvm::Value* value);
    void describe(Step& step, llvm::Instruction& instruction);
    bool describeAddress(llvm::Value* pointer, Step& step, llvm::Value*& base);
    void describeLoad(Step& step, llvm::LoadInst& load);
    void describeStore(Step& step, llvm::StoreInst& store);
    void describePointer(Step& step, llvm::GetElementPtrInst& pointer);
    void describeShuffle(Step& step, llvm::ShuffleVectorInst& shuffle);
    void describeElement(Step& step, llvm::ExtractElementInst& extract);
    void describeInsert(Step& step, llvm::InsertElementInst& insert);
    void describeIntrinsic(Step& step, llvm::IntrinsicInst& call);
    void read(Step& step, llvm::Value* value);
    void refuse(const llvm::Value& value);
    void keepAlive();
    void countUses();
    void findLives();
    void defer();

    llvm::Function& m_function;
    const Level m_level;
    std::string m_missing;
    std::deque<Step> m_steps;
    llvm::DenseMap<const llvm::Value*, Step*> m_known;
    llvm::DenseMap<const llvm::Value*, uint32_t> m_allocas; ///< Where they lie in the frame.
    llvm::SmallVector<llvm::BasicBlock*, 32> m_blocks;
    llvm::DenseMap<const llvm::BasicBlock*, uint32_t> m_blockIndex;
    std::vector<llvm::SmallVector<Step*, 8>> m_ofBlock, m_taken, m_leftAt;
    std::vector<Step*> m_work;
    uint32_t m_memory_B;
};

/// Whether the instruction has effects beyond its value.
bool hasEffects(const llvm::Instruction& instruction);

/// Of every frame: the stack as it was, the arguments from registers, the address of the count, and
/// a count that nobody asks for.
inline constexpr uint32_t kFrameHead_B = 128;
inline constexpr uint32_t kFirstArgument_B = 8;
inline constexpr unsigned kRegisterArguments = 6;
/// From the stack as the frame has it to the first argument that came there.
inline constexpr int32_t kStackArguments_B = 56;

} // namespace cpu::piece
