// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/instructions/translator.h"

namespace cpu::shader {

/// True where the instruction's result or its operand `operand` (counted as Instruction does) is
/// made of 16-bit floats.
bool computesHalves(Translator& t, const Instruction& i, size_t operand = 0);

/// Translates an instruction with 16-bit floats by `translate`, which sees 32-bit floats instead:
/// operands are widened and results rounded, so that arithmetic needs no more than conversions at
/// every level, and gives the bits of 16-bit arithmetic (a float has twice its digits and more).
bool translateHalvesAsFloats(Translator& t,
                             const Instruction& i,
                             bool (*translate)(Translator& t, const Instruction& i));

llvm::Value* halfToFloat(Translator& t, llvm::Value* half);
llvm::Value* floatToHalf(Translator& t, llvm::Value* x, llvm::Type* half);

} // namespace cpu::shader
