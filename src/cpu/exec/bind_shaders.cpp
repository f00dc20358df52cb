// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/bind_shaders.h"

#include "cpu/exec/replay.h"

namespace cpu::exec {

namespace {

/// Takes the pipeline away with what it set that no command can set.
void unbindPipeline(Replay& replay) {
    replay.looseState.sampleShading = false;
    settle(replay.looseState, replay.graphics);
}

} // namespace

void execute(const BindShaders& command, Replay& replay) {
    stage::DrawStages stages = replay.stages.ofPipeline ? stage::DrawStages() : replay.stages;
    bool draws = false;
    for (const StageToBind& one : command.stages) {
        std::visit(
            [&]<typename Stage>(const stage::BoundStage<Stage>& bound) {
                if constexpr (std::is_same_v<Stage, stage::ComputeStage>) {
                    replay.computeStage = bound;
                } else {
                    stages.of<Stage>() = bound;
                    draws = true;
                }
            },
            one);
    }
    if (!draws || stages == replay.stages) {
        return;
    }
    if (replay.stages.ofPipeline) {
        unbindPipeline(replay);
    }
    replay.stages = stages;
    replay.drawChanges |= kStateChanged;
}

} // namespace cpu::exec
