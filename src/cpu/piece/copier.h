// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/jit/jit.h"

#include <cstdint>
#include <optional>

namespace llvm {
class Module;
}

/// Code without a compiler (docs/shader-pieces.md).
namespace cpu::piece {

/// How functions count what they do: the pointer to the count lies `offset_B` behind the second
/// argument, and may be null.
struct WorkCount {
    int32_t offset_B;
    uint64_t whole; ///< Added by code that runs from end to end, without its loops' repetitions.
};

/// What jit::compile() does, without its passes and without LLVM's code generator: the same bits
/// from slower code, a thousand times as fast. The module is changed. An error names the first
/// instruction that there is no piece for. Safe on any thread as long as each module has a context
/// of its own.
base::Result<jit::Object>
copyPieces(llvm::Module& module, Level level, std::optional<WorkCount> count = std::nullopt);

} // namespace cpu::piece
