// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace cpu::jit {

/// Address of what an object asks for by name: a kernel of any level, a function registered with
/// registerSymbol(), or one of the few library functions that LLVM calls of its own accord. Null:
/// unknown.
void* findSymbol(std::string_view name);

} // namespace cpu::jit
