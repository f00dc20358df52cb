// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw.h"

#include "cpu/exec/draw_engine.h"
#include "cpu/exec/replay.h"
#include "cpu/stage/set_places.h"

namespace cpu::exec {
namespace {

bool setState(Replay& replay, DrawEngine& engine) {
    const stage::DrawStages& bound = replay.stages;
    const DrawEngine::Stages stages = {*bound.routine<stage::VertexStage>(),
                                       bound.routine<stage::ControlStage>(),
                                       bound.routine<stage::EvaluationStage>(),
                                       bound.routine<stage::GeometryStage>(),
                                       bound.routine<stage::FragmentStage>()};
    // Of the code that the engine took: what is rebuilt meanwhile may want more.
    return engine.setState(replay.graphics, stages) && replay.prepareWorkers(0, engine.frames_B());
}

bool setData(Replay& replay, DrawEngine& engine) {
    const BindState& drawing = replay.drawing;
    // Null: there is no such stage.
    const auto place = [&]<typename Stage>(const stage::BoundStage<Stage>& stage,
                                           DispatchData& data) {
        if (!stage.routine) {
            return static_cast<const DispatchData*>(nullptr);
        }
        data = drawing.data;
        stage.sets->place(drawing.firstDynamic, data);
        return static_cast<const DispatchData*>(&data);
    };
    const stage::DrawStages& stages = replay.stages;
    DispatchData vertex, control, evaluation, geometry, fragment;
    place(stages.of<stage::VertexStage>(), vertex);
    const DispatchData* const ofFragments = place(stages.of<stage::FragmentStage>(), fragment);
    return engine.setData({vertex,
                           {place(stages.of<stage::ControlStage>(), control),
                            place(stages.of<stage::EvaluationStage>(), evaluation),
                            place(stages.of<stage::GeometryStage>(), geometry)},
                           ofFragments ? fragment : vertex});
}

/// Brings the engine up to date with what draws read.
bool prepare(Replay& replay, DrawEngine& engine) {
    if (!engine.makeRoom()) {
        return false;
    }
    uint32_t& changes = replay.drawChanges;
    if (engine.wantsAll()) {
        changes = kEverythingChanged;
    }
    const bool done = (!(changes & kStateChanged) || setState(replay, engine)) &&
                      (!(changes & (kStateChanged | kVertexBuffersChanged)) ||
                       engine.setAttributes(replay.graphics.input)) &&
                      (!(changes & (kStateChanged | kDataChanged)) || setData(replay, engine));
    changes = done ? 0 : changes;
    return done;
}

} // namespace

void draw(Replay& replay, const DrawCall& call) {
    DrawEngine& engine = replay.drawEngine();
    if (!prepare(replay, engine) || !engine.draw(call, replay.graphics.indices, replay.feedback)) {
        replay.fail("out of memory for a draw");
    }
}

} // namespace cpu::exec
