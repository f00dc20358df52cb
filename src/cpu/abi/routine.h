// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

#include <atomic>
#include <cstdint>

namespace cpu {

/// How a sampling instruction finds its routine; docs/sampling-routines.md tells the whole story.
enum class Tier : uint8_t {
    Ready,       ///< 0: object code of the library, which reads some or all state at run time.
    Specialized, ///< 1: compiled from bitcode with the state constant.
    Inlined,     ///< 2: part of the shader.
};

/// A routine with a vector signature (cpu/kernels/sample.h), called by generated code alone.
using RoutineFunction = void*;

/// What slots and snapshots point to. The function is replaced when a better tier is ready: all
/// tiers give the same bits, so calls already under way do not matter. Layout known to generated
/// code: the function is the first word.
struct Routine {
    std::atomic<RoutineFunction> function = nullptr;
    SampleKey key;
    std::atomic<Tier> tier = Tier::Ready;
    std::atomic<uint64_t> lastUse = 0; ///< The store's clock, set by hits of any level but inline.
};

/// Ids that no descriptor has.
inline constexpr uint64_t kNoIds = ~uint64_t(0);

/// The inline cache of one sampling instruction on one worker thread. Touched by that worker alone.
/// Generated code compares `ids` with the descriptor's (ImageDescriptor::viewId and samplerId as
/// one word) and calls routine->function, or RoutineCache::resolve() first.
///
/// A routine that a slot holds is not freed. Nothing is counted for that: whoever wants to free
/// routines looks into the slots, so they must be known to the cache. SlotArray (sample/slots.h)
/// makes arrays of them and sees to it.
struct Slot {
    uint64_t ids = kNoIds;
    Routine* routine = nullptr;
};
static_assert(sizeof(Slot) == 16);

} // namespace cpu
