// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/abi/cpuid.h"

#include <cpuid.h>

namespace cpu {
namespace {

/// What the operating system saves when it switches threads: XCR0. Not before OSXSAVE is known.
uint64_t enabledState() {
    uint32_t low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return uint64_t(high) << 32 | low;
}

} // namespace

CpuIdentification identifyCpu() {
    CpuIdentification cpu;
    uint32_t a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(0, &a, &b, &c, &d)) {
        cpu.intel =
            b == signature_INTEL_ebx && c == signature_INTEL_ecx && d == signature_INTEL_edx;
    }
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        cpu.leaf1_ecx = c;
        if (c & bit_OSXSAVE) {
            cpu.xcr0 = enabledState();
        }
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        cpu.leaf7_ebx = b;
        cpu.leaf7_edx = d;
    }
    if (__get_cpuid(0x80000001u, &a, &b, &c, &d)) {
        cpu.extended1_ecx = c;
    }
    return cpu;
}

} // namespace cpu
