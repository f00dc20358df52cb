// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace cpu::icd {
class Pipeline;
}

/// vkCmdBindPipeline, vkCmdBindDescriptorSets, vkCmdPushDescriptorSet, vkCmdPushConstants at the
/// compute bind point. They set Replay::compute, which dispatches read.
namespace cpu::exec {

class Replay;

struct BindComputePipeline {
    const icd::Pipeline* pipeline;
};
void execute(const BindComputePipeline& command, Replay& replay);

/// Both within shader::kMaxSets and shader::kMaxDynamicBuffers.
struct BindComputeSets {
    uint32_t firstSet;
    std::span<const uint8_t* const> sets;
    std::span<const uint32_t> sizes_B; ///< Of the sets, as many.
    uint32_t firstDynamicOffset;
    std::span<const uint32_t> dynamicOffsets_B;
};
void execute(const BindComputeSets& command, Replay& replay);

/// Within shader::kPushConstants_B.
struct PushComputeConstants {
    uint32_t offset_B;
    std::span<const uint8_t> bytes;
};
void execute(const PushComputeConstants& command, Replay& replay);

} // namespace cpu::exec
