// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Function;
}

namespace cpu::shader {

/// What is computed twice is computed once, where the first dominates the second: operations,
/// intrinsics without memory, and loads with no write between them. LLVM's EarlyCSE does that as
/// well, and asks of every instruction whether it could be a simpler one, which takes four times as
/// long and finds next to nothing in what the translator makes.
void shareValues(llvm::Function& function);

} // namespace cpu::shader
