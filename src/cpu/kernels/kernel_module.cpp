// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A shared object with the kernels, for the test of the library alone.

#include "cpu/kernels/kernel_library.h"

extern "C" __attribute__((visibility("default"))) uint64_t kernelModuleHash() {
    return cpu::kernels::buildHash();
}

extern "C" __attribute__((visibility("default"))) void* kernelModuleFind(const char* name,
                                                                         int level) {
    return cpu::kernels::kernel(name, cpu::Level(level));
}
