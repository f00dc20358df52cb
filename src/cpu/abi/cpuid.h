// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu {

/// The registers that decide about the level, as cpuid and xgetbv give them.
struct CpuIdentification {
    bool intel = false; ///< Who made it.
    uint32_t leaf1_ecx = 0;
    uint32_t leaf7_ebx = 0;
    uint32_t leaf7_edx = 0;
    uint32_t extended1_ecx = 0; ///< Leaf 0x80000001.
    uint64_t xcr0 = 0;          ///< Zero where the operating system does not use xsave.
};

CpuIdentification identifyCpu();

} // namespace cpu
