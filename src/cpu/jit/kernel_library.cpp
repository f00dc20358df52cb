// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/jit/kernel_library.h"

#include "cpu/kernels/kernel_table.h"

namespace cpu::jit {

std::span<const std::byte> bitcode(KernelFile file, Level level) {
    const kernels::KernelBitcode& code = kernels::kBitcode[size_t(file)][size_t(level) - 2];
    return {code.begin, code.end};
}

void* kernel(std::string_view name, Level level) {
    for (size_t i = 0; i < kernels::kKernelCount; i++) {
        const kernels::KernelRow& row = kernels::kKernels[i];
        if (row.level == level && row.name == name) {
            return reinterpret_cast<void*>(row.function);
        }
    }
    return nullptr;
}

uint64_t buildHash() {
    return kernels::kBuildHash;
}

} // namespace cpu::jit
