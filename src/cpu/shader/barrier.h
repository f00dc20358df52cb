// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <llvm/IR/Function.h>

namespace cpu::shader {

/// Calls of this function are where an invocation waits for the others.
inline constexpr char kBarrierSymbol[] = "glissade_barrier";

/// Makes `function` resumable: i32 f(…, ptr frame, i32 state) returns 0 when it is done, or at a
/// barrier the state to call it with again. It is started with state 1. What lives across barriers
/// is kept in the frame, whose size in bytes is the result. After simplify(): slots that are left
/// are kept as well.
uint32_t splitAtBarriers(llvm::Function& function);

} // namespace cpu::shader
