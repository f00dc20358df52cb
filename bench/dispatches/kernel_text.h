// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/storm/random.h"

#include <array>
#include <cstdint>
#include <string>

namespace dispatches {

inline constexpr uint32_t kGroupSize = 64;

enum class Kind : uint8_t {
    Straight,  ///< arithmetic, one line after the other
    Loops,     ///< loops of a few lines, whose ends depend on data, with a branch in each
    Workgroup, ///< lines in parts; between them values go through shared memory, behind a barrier
};
inline constexpr std::array kKinds = {Kind::Straight, Kind::Loops, Kind::Workgroup};
[[nodiscard]] const char* nameOf(Kind kind);

/// A compute shader that nobody has seen before. Binding 0 is a buffer of vec4; each invocation
/// replaces its element by `value` plus something smaller than kSlack. So compilers have work, no
/// cache knows the text, and what a dispatch leaves behind is known.
struct KernelText {
    std::string glsl;
    std::array<float, 4> value;
};
inline constexpr float kSlack = 0.001f;

[[nodiscard]] KernelText makeKernel(storm::Random& random, Kind kind, int lines);

} // namespace dispatches
