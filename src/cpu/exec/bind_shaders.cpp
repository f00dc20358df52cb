// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/bind_shaders.h"

#include "cpu/exec/replay.h"
#include "cpu/icd/shader_object.h"

namespace cpu::exec {

namespace {

template <typename Stage>
BoundStage<Stage> boundOf(const icd::ShaderObject* shader) {
    return shader ? shader->bound<Stage>() : BoundStage<Stage>();
}

void setStage(const ShaderToBind& bind, DrawStages& stages) {
    const auto set = [&]<typename Stage>(BoundStage<Stage>& to) {
        to = boundOf<Stage>(bind.shader);
    };
    switch (bind.stage) {
    case VK_SHADER_STAGE_VERTEX_BIT:
        set(stages.of<VertexStage>());
        break;
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
        set(stages.of<ControlStage>());
        break;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
        set(stages.of<EvaluationStage>());
        break;
    case VK_SHADER_STAGE_GEOMETRY_BIT:
        set(stages.of<GeometryStage>());
        break;
    default:
        set(stages.of<FragmentStage>());
        break;
    }
}

/// Takes the pipeline away with what it set that no command can set.
void unbindPipeline(Replay& replay) {
    replay.looseState.sampleShading = false;
    settle(replay.looseState, replay.graphics);
}

} // namespace

void execute(const BindShaders& command, Replay& replay) {
    DrawStages stages = replay.stages.ofPipeline ? DrawStages() : replay.stages;
    bool draws = false;
    for (const ShaderToBind& bind : command.shaders) {
        if (bind.stage == VK_SHADER_STAGE_COMPUTE_BIT) {
            replay.computeStage = boundOf<ComputeStage>(bind.shader);
        } else {
            setStage(bind, stages);
            draws = true;
        }
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
