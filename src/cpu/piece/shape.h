// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Type.h>

#include <cstdint>

/// What a piece of machine code is for: the same words name it where it is made, while the driver
/// is built, and where it is copied (docs/shader-pieces.md).
namespace cpu::piece {

/// Where the value that was made last is kept for the next piece. Everything else is in the frame.
enum class Register : uint8_t {
    None,
    Vector,  ///< A whole vector register, or the lowest part of it.
    General, ///< 64 bits; masks of v4 as well.
};
Register registerOf(llvm::Type* type, Level level);

/// What stands for a value of this type in the frame and in registers. Masks are bits at v4 and
/// words below, which are zero or all ones; a truth value is a byte.
llvm::Type* storedType(llvm::Type* type, Level level);
uint32_t storedSize_B(llvm::Type* type, Level level);
uint32_t storedAlign_B(llvm::Type* type, Level level);
/// Of a struct as the frame has it.
uint32_t fieldOffset_B(llvm::Type* type, unsigned field, Level level);
/// What kCopy, kKeep and kTake move it as: one type for all that look alike. Null: it is larger
/// than a register, and goes in parts.
llvm::Type* movedType(llvm::Type* type, Level level);
/// The frame can hold it.
bool isStorable(llvm::Type* type);

/// Pieces that are not one instruction of LLVM, beside its opcodes.
enum Operation : uint32_t {
    kEnter = 1000, ///< Builds the frame, keeps the arguments.
    kLeave,        ///< Ends the function.
    kLeaveWith,    ///< (value)
    kKeep,         ///< (value in register) → frame; it stays in the register as well.
    kCopy,         ///< (value) → frame.
    kTake,         ///< (value) → register.
    kSplat,        ///< (scalar) → lanes.
    kFrameAddress, ///< → the address of kDisplacement in the frame.
    kElementAt,    ///< (index): of the vector in the frame at kDisplacement.
    kSetElementAt, ///< (index, scalar): likewise.
    kJumpIf,       ///< (truth value): to the target.
    kJumpUnless,   ///< Likewise.
    kJumpIfEqual,  ///< (integer, integer)
    kAddScaled,    ///< (pointer or pointers, index or indices), times kDisplacement.
    kCall,         ///< (function, arguments…); the detail is its calling convention.
    kGather,       ///< (pointer, offsets, mask, otherwise)
    kScatter,      ///< (value, pointer, offsets, mask)
    kQuadShuffle,  ///< (lanes); the detail is quadPattern().
    kLoadSplat,    ///< (pointer) → lanes, kDisplacement behind the pointer.
    kBeginCount,   ///< Finds the count, kDisplacement behind the second argument.
    kCount,        ///< Adds kDisplacement to it. Leaves the register as it is.
};

/// What the result of a piece depends on, but for what its holes are filled with.
struct Shape {
    uint32_t operation = 0; ///< Of LLVM, or an Operation.
    uint32_t detail = 0;    ///< Predicate, intrinsic, operation of an atomic.
    llvm::SmallVector<llvm::Type*, 8> operands;
    llvm::Type* result = nullptr; ///< Null: none.
    uint32_t inRegister = 0;      ///< A bit for each operand that is the value made last.
};

/// Different for different shapes; what makes the table sees to it.
uint64_t keyOf(const Shape& shape);

/// Of operations that LLVM has an instruction or an intrinsic for, without memory: those operands
/// that are values, and no operand in the register.
Shape shapeOf(const llvm::Instruction& instruction);
/// How many of an intrinsic's arguments are values: the others say what may be undefined.
unsigned valueArguments(const llvm::Instruction& call);

/// Where each lane of a quad comes from, 2 bits each; UINT32_MAX: the mask is not the same for all
/// quads, or has two sources.
uint32_t quadPattern(llvm::ArrayRef<int> mask);
/// Beside the patterns of quads: the first lane in all.
inline constexpr uint32_t kFirstLane = 256;

} // namespace cpu::piece
