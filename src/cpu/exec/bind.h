// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace cpu::icd {
class Pipeline;
}

/// vkCmdBindPipeline, vkCmdBindDescriptorSets, vkCmdPushDescriptorSet, vkCmdPushConstants. They set
/// Replay::compute, which dispatches read, or Replay::drawing. For graphics pipelines see
/// bind_graphics.h.
namespace cpu::exec {

class Replay;

enum class BindPoint : uint8_t { Compute, Graphics };
inline constexpr uint32_t kBindPoints = 2;

struct BindComputePipeline {
    const icd::Pipeline* pipeline;
};
void execute(const BindComputePipeline& command, Replay& replay);

/// Both within shader::kMaxSets and shader::kMaxDynamicBuffers.
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

/// Within shader::kPushConstants_B.
struct PushConstants {
    BindPoint point;
    uint32_t offset_B;
    std::span<const uint8_t> bytes;
};
void execute(const PushConstants& command, Replay& replay);

} // namespace cpu::exec
