// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/bind_graphics.h"

#include "cpu/exec/replay.h"

namespace cpu::exec {

void execute(const BindGraphicsPipeline& command, Replay& replay) {
    const StaticState& state = *command.state;
    replay.stages = command.stages;
    copyPieces(
        kAllPieces & ~state.dynamic, state.state, state.loose, replay.graphics, replay.looseState);
    settle(replay.looseState, replay.graphics);
    replay.drawChanges |= kStateChanged;
}

void execute(const BindVertexBuffers& command, Replay& replay) {
    for (size_t i = 0; i < command.buffers.size(); ++i) {
        VertexBinding& binding = replay.graphics.input.bindings[command.first + i];
        binding.base = command.buffers[i].base;
        binding.size_B = command.buffers[i].size_B;
        if (!command.strides_B.empty()) {
            binding.stride_B = command.strides_B[i];
        }
    }
    replay.drawChanges |= kVertexBuffersChanged;
}

void execute(const BindIndexBuffer& command, Replay& replay) {
    replay.graphics.indices = {command.buffer.base, command.buffer.size_B, command.index_B};
}

void execute(const SetRestartIndex& command, Replay& replay) {
    replay.graphics.indices.restart = command.index;
}

} // namespace cpu::exec
