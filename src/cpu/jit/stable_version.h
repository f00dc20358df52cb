// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"

namespace llvm {
class Module;
}

namespace cpu::jit {

/// Calls of the sampling kernel with constant `ids` stand behind a compare of their descriptors'
/// ids. Functions that have them become two: one for when all compares hold, in which nothing is
/// compared, so that samples share what they have in common; and one that finds all routines by
/// their slots. Which of the two runs is decided in front of everything. Compares of
/// descriptors that are not known there stay where they are.
void splitByStableIds(llvm::Module& module, Level level);

} // namespace cpu::jit
