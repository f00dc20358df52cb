// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/abi/level.h"

#include "base/log.h"
#include "base/options.h"
#include "cpu/abi/cpuid.h"

#include <cpuid.h>

#include <algorithm>

namespace cpu {
namespace {

constexpr bool has(uint32_t bits, uint32_t wanted) {
    return (bits & wanted) == wanted;
}

} // namespace

std::optional<Level> bestLevel(const CpuIdentification& cpu) {
    constexpr uint32_t v2 =
        bit_SSE3 | bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT | bit_CMPXCHG16B;
    if (!has(cpu.leaf1_ecx, v2) || !has(cpu.extended1_ecx, bit_LAHF_LM)) {
        return std::nullopt;
    }
    constexpr uint32_t v3 = bit_AVX | bit_F16C | bit_FMA | bit_MOVBE | bit_OSXSAVE;
    constexpr uint64_t ymmState = 0x6; // SSE and AVX
    if (!has(cpu.leaf1_ecx, v3) || !has(cpu.leaf7_ebx, bit_AVX2 | bit_BMI | bit_BMI2) ||
        !has(cpu.extended1_ecx, bit_LZCNT) || (cpu.xcr0 & ymmState) != ymmState) {
        return Level::V2;
    }
    constexpr uint32_t v4 = bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
    constexpr uint64_t zmmState = 0xe0; // opmask, upper halves, upper registers
    if (!has(cpu.leaf7_ebx, v4) || (cpu.xcr0 & zmmState) != zmmState) {
        return Level::V3;
    }
    return Level::V4;
}

bool quickGathers(const CpuIdentification& cpu) {
    constexpr uint32_t avx512fp16 = 1u << 23;
    return cpu.intel && has(cpu.leaf7_edx, avx512fp16);
}

Level processLevel() {
    static const Level level = [] {
        const std::optional<Level> best = bestLevel(identifyCpu());
        if (!best) {
            base::logError(base::Log::Device,
                           "this processor lacks x86-64-v2, which the CPU device needs");
        }
        const int wanted = base::options().cpuLevel;
        if (wanted < int(Level::V2)) {
            return best.value_or(Level::V2);
        }
        if (best && wanted > int(*best)) {
            base::logWarn(base::Log::Device,
                          "cpu-level={}: this processor has x86-64-v{}",
                          wanted,
                          int(*best));
        }
        return std::min(Level(wanted), best.value_or(Level::V2));
    }();
    return level;
}

bool quickGathers() {
    static const bool quick = quickGathers(identifyCpu());
    return quick;
}

} // namespace cpu
