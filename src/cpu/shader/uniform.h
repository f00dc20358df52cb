// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace cpu::shader {

/// Quick is for code that is copied at once: where it has no loops, most passes would take longer
/// than the copying and leave as much to be copied.
enum class Simplification { Quick, Thorough };

/// Values instead of slots, what LLVM's small passes see then, and scalars instead of vectors where
/// all lanes are the same: counters of loops that all lanes leave together, and the conditions of
/// such loops and branches.
void simplifyAll(llvm::Function& function, Simplification effort);

} // namespace cpu::shader
