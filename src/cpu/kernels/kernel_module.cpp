// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A shared object with the kernels, for the test of the library alone.

#include "cpu/jit/kernel_library.h"

extern "C" __attribute__((visibility("default"))) uint64_t kernelModuleHash() {
    return cpu::jit::buildHash();
}

extern "C" __attribute__((visibility("default"))) void* kernelModuleFind(const char* name,
                                                                         int level) {
    return cpu::jit::kernel(name, cpu::jit::Level(level));
}
