// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Reading operands with the checks that turn malformed modules into errors. Nothing reaches LLVM's
// builder before its shape was looked at: a wrong IR type would be undefined behaviour there.
#pragma once

#include "cpu/shader/instructions/translator.h"
#include "cpu/shader/module/module.h"

namespace cpu::shader {

inline bool isFloat(const Type& type) {
    return type.scalar == ScalarKind::Float;
}
inline bool isBool(const Type& type) {
    return type.scalar == ScalarKind::Bool;
}
inline bool isInteger(const Type& type) {
    return type.scalar == ScalarKind::Int || type.scalar == ScalarKind::Uint;
}

/// The type if it is a scalar or vector; throws Refused otherwise.
const Type& componentwise(Translator& t, Id type);
/// The same of the instruction's result.
const Type& componentwiseResult(Translator& t, const Instruction& i);
/// The type of a value, if it is a scalar or vector.
const Type& componentwiseOperand(Translator& t, Id id);

/// The scalars of `id`, which has to hold what `type` describes: as many, of the same IR type.
/// Signedness does not matter.
Value operandOf(Translator& t, Id id, const Type& type);
/// Any scalar or vector of 32-bit floats (or integers) with at least `count` components.
Value floatsOf(Translator& t, Id id, size_t count);
Value intsOf(Translator& t, Id id, size_t count);
/// One scalar of <N x i32> / <N x i1>.
llvm::Value* intOf(Translator& t, Id id);
llvm::Value* boolOf(Translator& t, Id id);

/// Integer lanes as <N x i32>, extended as `type` says or cut.
llvm::Value* toInt32(Translator& t, llvm::Value* lanes, const Type& type);

/// The number that every lane of IR type `lanes` holds.
llvm::Value* splatOf(llvm::Type* lanes, double value);
llvm::Value* splatOf(llvm::Type* lanes, int64_t value);
inline llvm::Value* splatOf(llvm::Type* lanes, int value) {
    return splatOf(lanes, int64_t(value));
}

// Families too large for one file.
bool translateRelational(Translator& t, const Instruction& i); // relational.cpp
bool translateBits(Translator& t, const Instruction& i);       // bits.cpp
bool translateMatrix(Translator& t, const Instruction& i);     // matrix.cpp
bool translateIntegerDot(Translator& t, const Instruction& i); // integer_dot.cpp

/// For translateExtended: false where the instruction is not one of theirs.
bool translateGeometric(Translator& t, const Instruction& i, uint32_t glsl); // glsl_geometric.cpp
bool translatePacking(Translator& t, const Instruction& i, uint32_t glsl);   // glsl_packing.cpp

/// How an operation takes integers, whose type has no sign in LLVM.
enum class Signedness { Unsigned, Signed };

/// The nearest integer (towards zero) of 32- or 64-bit floats, zero of NaN.
llvm::Value* toInteger(Translator& t, llvm::Value* x, llvm::Type* to, Signedness signedness);

/// What several families compute.
llvm::Value* dot(Translator& t, const Value& a, const Value& b);
/// Numbers win over NaN. FMin and FMax may answer with either then, yet programs rely on the
/// number.
llvm::Value* numberMin(Translator& t, llvm::Value* a, llvm::Value* b);
llvm::Value* numberMax(Translator& t, llvm::Value* a, llvm::Value* b);
llvm::Value* sqrtOf(Translator& t, llvm::Value* x);

/// Kernels of the maths family of one argument, by what they return.
llvm::Value* floatKernel(Translator& t, std::string_view name, llvm::Value* x);
llvm::Value* intKernel(Translator& t, std::string_view name, llvm::Value* x);

} // namespace cpu::shader
