// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/bind_state.h"
#include "cpu/stage/bound_stages.h"

#include <cstdint>
#include <span>

/// vkCmdBindPipeline, vkCmdBindDescriptorSets, vkCmdPushDescriptorSet, vkCmdPushConstants. They set
/// Replay::compute, which dispatches read, or Replay::drawing. For graphics pipelines see
/// bind_graphics.h.
namespace cpu::exec {

class Replay;

struct BindComputePipeline {
    stage::BoundStage<stage::ComputeStage> stage;
};
void execute(const BindComputePipeline& command, Replay& replay);

/// Both within kMaxSets and kMaxDynamicBuffers.
struct BindSets {
    BindPoint point;
    uint32_t firstSet;
    std::span<const uint8_t* const> sets;
    std::span<const uint32_t> sizes_B;      ///< Of the sets, as many.
    std::span<const uint32_t> firstDynamic; ///< As many: where the offsets of each set begin.
    uint32_t firstDynamicOffset;
    std::span<const uint32_t> dynamicOffsets_B;
};
void execute(const BindSets& command, Replay& replay);

/// Within kPushConstants_B.
struct PushConstants {
    BindPoint point;
    uint32_t offset_B;
    std::span<const uint8_t> bytes;
};
void execute(const PushConstants& command, Replay& replay);

} // namespace cpu::exec
