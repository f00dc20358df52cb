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

/// The best level of this processor, or a lower one by the option cpu-level.
Level processLevel();

} // namespace cpu
