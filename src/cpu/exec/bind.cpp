// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/bind.h"

#include "cpu/exec/replay.h"

#include <algorithm>

namespace cpu::exec {

void execute(const BindComputePipeline& command, Replay& replay) {
    replay.compute.pipeline = command.pipeline;
}

void execute(const BindComputeSets& command, Replay& replay) {
    shader::DispatchData& data = replay.compute.data;
    std::ranges::copy(command.sets, data.sets + command.firstSet);
    std::ranges::copy(command.sizes_B, data.setSizes_B + command.firstSet);
    std::ranges::copy(command.dynamicOffsets_B, data.dynamicOffsets_B + command.firstDynamicOffset);
}

void execute(const PushComputeConstants& command, Replay& replay) {
    std::ranges::copy(command.bytes, replay.compute.data.pushConstants + command.offset_B);
}

} // namespace cpu::exec
