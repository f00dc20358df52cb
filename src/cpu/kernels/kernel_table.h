// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"

#include <cstddef>
#include <cstdint>

/// What the build writes about the kernels it compiled; cpu/kernels/kernel_library.h reads it for
/// everybody else.
namespace cpu::kernels {

struct KernelBitcode {
    const std::byte* begin;
    const std::byte* end;
};

struct KernelRow {
    const char* name; ///< "sample" for GLISSADE_KERNEL(sample).
    Level level;
    const char* symbol; ///< As object files and bitcode spell it.
    void (*function)();
};

extern const KernelBitcode kBitcode[][3]; ///< By kernels::KernelFile, then level - 2.
extern const KernelRow kKernels[];
extern const size_t kKernelCount;
extern const uint64_t kBuildHash;

} // namespace cpu::kernels
