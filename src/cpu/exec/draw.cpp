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
    VertexRoutine& vertex = *pipeline.vertex();
    FragmentRoutine* const fragment = pipeline.fragment();
    const size_t frames_B =
        std::max<size_t>(vertex.image().frames_B, fragment ? fragment->image().frames_B : 0);
    return replay.prepareWorkers(0, frames_B) &&
           engine.setState(replay.graphics, {vertex, fragment});
}

bool setData(Replay& replay, DrawEngine& engine, const icd::GraphicsPipeline& pipeline) {
    shader::DispatchData vertexData = replay.drawing.data;
    pipeline.prepareVertex(vertexData);
    shader::DispatchData fragmentData = replay.drawing.data;
    pipeline.prepareFragment(fragmentData);
    return engine.setData(vertexData, fragmentData);
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
