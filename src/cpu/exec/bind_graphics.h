// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/dynamic_state.h"
#include "cpu/stage/bound_stages.h"

#include <cstdint>
#include <span>

/// vkCmdBindPipeline at the graphics bind point, vkCmdBindVertexBuffers, vkCmdBindIndexBuffer,
/// vkCmdSetPrimitiveRestartIndexEXT.
namespace cpu::exec {

class Replay;

/// Sets all state that the pipeline has static.
struct BindGraphicsPipeline {
    stage::DrawStages stages;
    const StaticState* state;
};
void execute(const BindGraphicsPipeline& command, Replay& replay);

struct BoundBuffer {
    const uint8_t* base; ///< Null: nothing.
    uint64_t size_B;
};
/// Within kMaxVertexBindings.
struct BindVertexBuffers {
    uint32_t first;
    std::span<const BoundBuffer> buffers;
    std::span<const uint32_t> strides_B; ///< As many, or none: strides stay.
};
void execute(const BindVertexBuffers& command, Replay& replay);

struct BindIndexBuffer {
    BoundBuffer buffer;
    uint32_t index_B;
};
void execute(const BindIndexBuffer& command, Replay& replay);

/// Until an index buffer is bound.
struct SetRestartIndex {
    uint32_t index;
};
void execute(const SetRestartIndex& command, Replay& replay);

} // namespace cpu::exec
