// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"
#include "cpu/jit/jit.h"

#include <memory>

namespace llvm {
class TargetMachine;
}

namespace cpu::jit {

/// As clang sets them for the kernels.
inline constexpr char kTargetTriple[] = "x86_64-pc-linux-gnu";
inline constexpr char kDataLayout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Value of the function attribute "target-cpu": "x86-64-v4".
const char* cpuName(Level level);
/// Value of the function attribute "prefer-vector-width", in bits: the level's whole register.
const char* vectorWidth(Level level);

/// Position-independent code for the level. Null: LLVM was built without x86.
std::unique_ptr<llvm::TargetMachine> targetMachine(Level level);

} // namespace cpu::jit
