// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/abi/routine.h"

#include <cstddef>
#include <cstdint>

/// What generated shader code finds in memory. Offsets are taken from these structs when code is
/// generated; a change here changes kAbiVersion.
namespace cpu {

inline constexpr uint32_t kAbiVersion = 5;
inline constexpr uint32_t kMaxSets = 8;
inline constexpr uint32_t kMaxDynamicBuffers = 24; ///< Over all sets of a layout.
inline constexpr uint32_t kPushConstants_B = 256;
/// Subgroups are quads on every machine and at every level, so that programs that use them give
/// the same results everywhere.
inline constexpr uint32_t kSubgroupSize = 4;

struct Interruption; ///< abi/interruption.h

/// State of a dispatch, the same for all of its workgroups. Constant while it runs.
struct DispatchData {
    /// Descriptor sets' memory. Never null: what was not bound leads to zeros of the layout's size,
    /// for code reads descriptors before it knows whether they are used.
    const uint8_t* sets[kMaxSets];
    uint32_t setSizes_B[kMaxSets]; ///< What there is of a set whose last binding's count varies.
    uint32_t dynamicOffsets_B[kMaxDynamicBuffers]; ///< In the order of the pipeline layout.
    alignas(16) uint8_t pushConstants[kPushConstants_B];
    uint32_t groupCount[3];
    uint32_t baseGroup[3];
};

/// What a worker thread brings along.
struct WorkerData {
    Slot* slots;                ///< Of the routine that runs, one per sampling instruction.
    uint8_t* workgroupMemory;   ///< ComputeImage::workgroupMemory_B bytes, 64-byte aligned.
    uint8_t* frames;            ///< StageImage::frames_B bytes, 64-byte aligned: what invocations
                                ///< keep across barriers.
    void* cache;                ///< sample::RoutineCache, for its resolve().
    uint32_t worker;            ///< Index of the thread.
    Interruption* interruption; ///< The device's.
    uint64_t* work;             ///< Where copied code counts what it does. Null: nobody asks.
};

/// What copied code adds to WorkerData::work when it runs once from end to end; loops count for
/// themselves (docs/shader-pieces.md).
inline constexpr uint64_t kWholeWork = 256;

/// Runs one workgroup, all of its invocations, barriers included. The group's numbers are its
/// WorkgroupId: the dispatch's base is in them.
using WorkgroupFunction = void (*)(const DispatchData* dispatch,
                                   const WorkerData* worker,
                                   uint32_t groupX,
                                   uint32_t groupY,
                                   uint32_t groupZ);

} // namespace cpu

/// The slow path of a sampling instruction: finds the routine for `ids` and `op` and puts it into
/// the slot. Never waits for a compiler.
extern "C" void
glissade_resolve_routine(const cpu::WorkerData* worker, cpu::Slot* slot, uint64_t ids, uint32_t op);
