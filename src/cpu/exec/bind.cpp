// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/bind.h"

#include "cpu/exec/replay.h"

#include <algorithm>

namespace cpu::exec {

void execute(const BindComputePipeline& command, Replay& replay) {
    replay.computeStage = command.stage;
}

void execute(const BindSets& command, Replay& replay) {
    BindState& bound = replay.at(command.point);
    DispatchData& data = bound.data;
    std::ranges::copy(command.sets, data.sets + command.firstSet);
    std::ranges::copy(command.sizes_B, data.setSizes_B + command.firstSet);
    std::ranges::copy(command.firstDynamic, bound.firstDynamic.begin() + command.firstSet);
    std::ranges::copy(command.dynamicOffsets_B, data.dynamicOffsets_B + command.firstDynamicOffset);
    replay.drawChanges |= kDataChanged;
}

void execute(const PushConstants& command, Replay& replay) {
    std::ranges::copy(command.bytes,
                      replay.at(command.point).data.pushConstants + command.offset_B);
    replay.drawChanges |= kDataChanged;
}

} // namespace cpu::exec
