// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace cpu::shader {

/// Values instead of slots, and what LLVM's small passes see then.
void simplify(llvm::Function& function);

/// Scalars instead of vectors where all lanes are the same: counters of loops that all lanes leave
/// together, and the conditions of such loops and branches. Masks that such loops do not change
/// become the masks from before them. After simplify(); wants another one.
void scalarizeUniform(llvm::Function& function);

} // namespace cpu::shader
