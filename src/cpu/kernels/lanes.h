// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vectors of lanes for kernels. Kernels are compiled by clang once per CPU level; GLISSADE_LEVEL is
// 2, 3 or 4 (x86-64-v2, v3, v4), and a vector has a full register's lanes. No kernel may let its
// result depend on the number of lanes, or on what other quads do.
#pragma once

#include <cstdint>

#ifndef __clang__
#error "Kernels are compiled by clang"
#endif

#if GLISSADE_LEVEL == 2
#define GLISSADE_LANES 4
#define GLISSADE_KERNEL(name) glissade_##name##_v2
#elif GLISSADE_LEVEL == 3
#define GLISSADE_LANES 8
#define GLISSADE_KERNEL(name) glissade_##name##_v3
#elif GLISSADE_LEVEL == 4
#define GLISSADE_LANES 16
#define GLISSADE_KERNEL(name) glissade_##name##_v4
#else
#error "GLISSADE_LEVEL is 2, 3 or 4"
#endif

#define GLISSADE_INLINE static inline __attribute__((always_inline))

// Vectors travel in registers, in calls and returns.
#define GLISSADE_CALL __attribute__((regcall))

namespace cpu::kernels {
// Everything is `static` or below a name with the level: the three builds share one library.
inline namespace GLISSADE_KERNEL(level) {

constexpr int kLanes = GLISSADE_LANES;
using Float = float __attribute__((ext_vector_type(GLISSADE_LANES)));
using Int = int32_t __attribute__((ext_vector_type(GLISSADE_LANES)));
using UInt = uint32_t __attribute__((ext_vector_type(GLISSADE_LANES)));
using Mask = Int; ///< All bits or none, per lane.

/// Four channels; integers travel as their bits.
struct Texel {
    Float r, g, b, a;
};

} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
