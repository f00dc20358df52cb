// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw.h"

#include "cpu/exec/draw_engine.h"
#include "cpu/exec/replay.h"
#include "cpu/icd/pipeline.h"

#include <algorithm>

namespace cpu::exec {
namespace {

bool setState(Replay& replay, DrawEngine& engine, const icd::GraphicsPipeline& pipeline) {
    const DrawEngine::Stages stages = {*pipeline.vertex(),
                                       pipeline.routine<ControlStage>(),
                                       pipeline.routine<EvaluationStage>(),
                                       pipeline.routine<GeometryStage>(),
                                       pipeline.fragment()};
    // Of the code that the engine took: what is rebuilt meanwhile may want more.
    return engine.setState(replay.graphics, stages) && replay.prepareWorkers(0, engine.frames_B());
}

bool setData(Replay& replay, DrawEngine& engine, const icd::GraphicsPipeline& pipeline) {
    shader::DispatchData vertex = replay.drawing.data;
    pipeline.prepare<VertexStage>(vertex);
    shader::DispatchData fragment = replay.drawing.data;
    pipeline.prepare<FragmentStage>(fragment);
    shader::DispatchData control, evaluation, geometry;
    const auto prepare = [&]<typename Stage>(shader::DispatchData& data, Stage) {
        if (!pipeline.routine<Stage>()) {
            return static_cast<const shader::DispatchData*>(nullptr);
        }
        data = replay.drawing.data;
        pipeline.prepare<Stage>(data);
        return static_cast<const shader::DispatchData*>(&data);
    };
    return engine.setData({vertex,
                           {prepare(control, ControlStage()),
                            prepare(evaluation, EvaluationStage()),
                            prepare(geometry, GeometryStage())},
                           fragment});
}

/// Brings the engine up to date with what draws read.
bool prepare(Replay& replay, DrawEngine& engine, const icd::GraphicsPipeline& pipeline) {
    if (!engine.makeRoom()) {
        return false;
    }
    uint32_t& changes = replay.drawChanges;
    if (engine.wantsAll()) {
        changes = kEverythingChanged;
    }
    const bool done =
        (!(changes & kStateChanged) || setState(replay, engine, pipeline)) &&
        (!(changes & (kStateChanged | kVertexBuffersChanged)) ||
         engine.setAttributes(replay.graphics.input)) &&
        (!(changes & (kStateChanged | kDataChanged)) || setData(replay, engine, pipeline));
    changes = done ? 0 : changes;
    return done;
}

} // namespace

void draw(Replay& replay, const DrawCall& call) {
    const icd::GraphicsPipeline* const pipeline = replay.drawing.pipeline->graphics();
    if (!pipeline || !pipeline->vertex()) {
        return;
    }
    DrawEngine& engine = replay.drawEngine();
    if (!prepare(replay, engine, *pipeline) ||
        !engine.draw(call, replay.graphics.indices, replay.feedback)) {
        replay.fail("out of memory for a draw");
    }
}

} // namespace cpu::exec
