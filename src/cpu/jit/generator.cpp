// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/jit.h"

#include <llvm/Config/llvm-config.h>

namespace cpu::jit {

std::string generatorName() {
    return "LLVM " LLVM_VERSION_STRING;
}

} // namespace cpu::jit
