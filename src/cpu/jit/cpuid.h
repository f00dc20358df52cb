// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/level.h"

#include <cstdint>
#include <optional>

namespace cpu::jit {

/// The registers that decide about the level, as cpuid and xgetbv give them.
struct CpuIdentification {
    uint32_t leaf1_ecx = 0;
    uint32_t leaf7_ebx = 0;
    uint32_t extended1_ecx = 0; ///< Leaf 0x80000001.
    uint64_t xcr0 = 0;          ///< Zero where the operating system does not use xsave.
};

CpuIdentification identifyCpu();

/// The x86-64 level with everything it asks for, the operating system's part included. Nothing:
/// below v2.
std::optional<Level> bestLevel(const CpuIdentification& cpu);

} // namespace cpu::jit
