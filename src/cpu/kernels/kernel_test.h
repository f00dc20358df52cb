// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"

#include <vector>

// How tests call kernels, whose vector signatures only clang knows. The test foo_test.cpp has a
// source foo_probe.cpp, which is compiled once per level and defines plain functions over arrays:
//
//     extern "C" void GLISSADE_KERNEL(test_floor)(const float* in, float* out, int count) {
//         for (int i = 0; i < count; i += kLanes) { store(out + i, floor(load(in + i))); }
//     }
//
// The test declares it with GLISSADE_PROBE and calls it for each level that this machine has:
//
//     GLISSADE_PROBE(test_floor, (const float* in, float* out, int count));
//     for (Level level : levelsHere()) { test_floor(level)(in, out, 16); }
//
// Counts are multiples of 16 everywhere, so that one array serves every level.

#define GLISSADE_PROBE(name, signature)                                                            \
    extern "C" void glissade_##name##_v2 signature;                                                \
    extern "C" void glissade_##name##_v3 signature;                                                \
    extern "C" void glissade_##name##_v4 signature;                                                \
    [[maybe_unused]] static auto name(cpu::Level level) {                                          \
        return level == cpu::Level::V2   ? glissade_##name##_v2                                    \
               : level == cpu::Level::V3 ? glissade_##name##_v3                                    \
                                         : glissade_##name##_v4;                                   \
    }                                                                                              \
    static_assert(true)

namespace cpu::kernels {

inline std::vector<Level> levelsHere() {
    std::vector<Level> levels = {Level::V2};
    if (__builtin_cpu_supports("x86-64-v3")) {
        levels.push_back(Level::V3);
    }
    if (__builtin_cpu_supports("x86-64-v4")) {
        levels.push_back(Level::V4);
    }
    return levels;
}

} // namespace cpu::kernels
