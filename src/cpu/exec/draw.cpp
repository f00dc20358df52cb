// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw.h"

#include "cpu/exec/draw_engine.h"
#include "cpu/exec/replay.h"
#include "cpu/icd/device.h"
#include "cpu/icd/pipeline.h"

#include <algorithm>
#include <vector>

namespace cpu::exec {
namespace {

/// Keeps what it hands out for as long as the draw takes.
class HeldRoutines final : public DrawRoutines {
public:
    explicit HeldRoutines(sample::KeyedRoutines& routines) : m_routines(routines) {}

    void* fetchVertex(uint32_t format) override {
        return hold(m_routines.findFetch(format::VkFormatIndex(format)));
    }
    void* mergeDepth(DepthKey key) override { return hold(m_routines.find(key)); }
    void* mergeColor(ColorKey key) override { return hold(m_routines.find(key)); }

private:
    void* hold(sample::KeyedRoutines::Handle routine) {
        m_held.push_back(std::move(routine));
        return m_held.back()->function.load(std::memory_order_acquire);
    }

    sample::KeyedRoutines& m_routines;
    std::vector<sample::KeyedRoutines::Handle> m_held;
};

} // namespace

void draw(Replay& replay, const DrawCall& call) {
    const icd::GraphicsPipeline* const pipeline = replay.drawing.pipeline->graphics();
    VertexRoutine* const vertex = pipeline ? pipeline->vertex() : nullptr;
    if (!vertex) {
        return;
    }
    FragmentRoutine* const fragment = pipeline->fragment();
    const size_t frames_B =
        std::max<size_t>(vertex->image().frames_B, fragment ? fragment->image().frames_B : 0);
    if (!replay.prepareWorkers(0, frames_B)) {
        replay.fail("out of memory for a draw");
        return;
    }
    shader::DispatchData vertexData = replay.drawing.data;
    pipeline->prepareVertex(vertexData);
    shader::DispatchData fragmentData = replay.drawing.data;
    if (fragment) {
        pipeline->prepareFragment(fragmentData);
    }
    HeldRoutines routines(replay.device().keyedRoutines());
    const DrawEngine::Input input = {.state = replay.graphics,
                                     .vertex = *vertex,
                                     .vertexData = vertexData,
                                     .fragment = fragment,
                                     .fragmentData = fragmentData,
                                     .routines = routines,
                                     .workers = &replay.worker(0)};
    if (!replay.drawEngine().draw(input, call, replay.counters)) {
        replay.fail("out of memory for a draw");
    }
}

} // namespace cpu::exec
