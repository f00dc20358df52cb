// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::jit {

/// x86-64 levels that kernels exist for. The number of lanes is the device's SIMD width; no result
/// depends on it.
enum class Level : uint8_t { V2 = 2, V3 = 3, V4 = 4 };

constexpr uint32_t lanesOf(Level level) {
    return level == Level::V4 ? 16 : level == Level::V3 ? 8 : 4;
}

/// The best level of this processor, or a lower one by the option cpu-level.
Level processLevel();

} // namespace cpu::jit
