// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace cpu {

/// x86-64 levels that kernels exist for. The number of lanes is the device's SIMD width; no result
/// depends on it.
enum class Level : uint8_t { V2 = 2, V3 = 3, V4 = 4 };

constexpr uint32_t lanesOf(Level level) {
    return level == Level::V4 ? 16 : level == Level::V3 ? 8 : 4;
}

struct CpuIdentification;

/// The level with everything that it asks for, the operating system's part included. Nothing: below
/// v2.
std::optional<Level> bestLevel(const CpuIdentification& cpu);

/// Gathers take hardly longer than the loads that they are: windows of texels
/// (kernels/sample_window.h), which elsewhere are several times as fast, only cost. So it is on
/// Intel's processors with AVX512-FP16; earlier ones' microcode slows gathers down.
bool quickGathers(const CpuIdentification& cpu);

/// The best level of this processor, or a lower one by the option cpu-level.
Level processLevel();

/// Of this processor.
bool quickGathers();

} // namespace cpu
