// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/kernel_library.h"

#include "cpu/kernels/kernel_table.h"

namespace cpu::kernels {

std::span<const std::byte> bitcode(KernelFile file, Level level) {
    const KernelBitcode& code = kBitcode[size_t(file)][size_t(level) - 2];
    return {code.begin, code.end};
}

void* kernel(std::string_view name, Level level) {
    for (size_t i = 0; i < kKernelCount; i++) {
        const KernelRow& row = kKernels[i];
        if (row.level == level && row.name == name) {
            return reinterpret_cast<void*>(row.function);
        }
    }
    return nullptr;
}

uint64_t buildHash() {
    return kBuildHash;
}

} // namespace cpu::kernels
