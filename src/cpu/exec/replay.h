// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/shader.h"
#include "cpu/exec/bind_state.h"
#include "cpu/exec/draw_counters.h"
#include "cpu/exec/dynamic_state.h"
#include "cpu/exec/feedback.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/exec/host.h"
#include "cpu/stage/bound_stages.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cpu::exec {

class DrawEngine;

/// What changed since the last draw, as far as draws read it.
enum DrawChange : uint32_t {
    kStateChanged = 1, ///< Replay::stages, Replay::graphics.
    kVertexBuffersChanged = 2,
    kDataChanged = 4, ///< Descriptor sets, push constants.
    kEverythingChanged = 7,
};

/// Memory that grows and keeps its size; 64-byte aligned, contents undefined.
class Scratch {
public:
    /// Null: out of memory. The pointer is good until the next call.
    uint8_t* reserve(size_t size_B);

private:
    struct Free {
        void operator()(uint8_t* memory) const;
    };
    std::unique_ptr<uint8_t, Free> m_memory;
    size_t m_size_B = 0;
};

/// What a queue executes commands on: the state that they leave for each other, the worker threads
/// and their memory. Owned by the queue and touched by its thread alone; a command may use the
/// workers, and has done all of its work when its execute() returns. But what is drawn in a render
/// pass instance has happened only after finishDraws(): whoever may look at it calls that.
class Replay {
public:
    explicit Replay(const Host& host);
    ~Replay();
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    const Host& host() const { return m_host; }
    Workers& workers() { return m_host.workers; }

    /// State is undefined at the start of each command buffer (Vulkan 1.3, "Command Buffer
    /// Lifecycle"), secondary ones included; here it is empty.
    void beginCommandBuffer();
    /// Around the commands of a secondary command buffer: state crosses neither way, but render
    /// pass instances, queries and conditions go on.
    void beginSecondary();
    /// Nothing of a command buffer is left to do when its submission is.
    void endCommandBuffer() { finishDraws(); }

    BindState compute;
    BindState drawing;
    BindState& at(BindPoint point) { return point == BindPoint::Compute ? compute : drawing; }
    stage::BoundStage<stage::ComputeStage> computeStage; ///< What dispatches run.
    stage::DrawStages stages;                            ///< What draws run.
    GraphicsState graphics;
    LooseState looseState; ///< What changes of `graphics` are made from.
    DrawCounters counters;
    TransformFeedback feedback;
    uint32_t drawChanges = kEverythingChanged; ///< Of DrawChange.
    DrawEngine& drawEngine();                  ///< Made when it is first needed.
    /// Everything drawn so far is in the attachments and in the results of queries.
    void finishDraws();
    /// Queries that ended get their results if nothing is left to be drawn.
    void settleCounters();
    bool skips = false; ///< Conditional rendering drops draws, dispatches, clears of attachments.

    /// The records of all workers, as routines take them. `cache` and `worker` are set for good;
    /// workgroupMemory and frames are what prepareWorkers() made; slots are the dispatch's matter.
    WorkerData& worker(uint32_t index) { return m_workerData[index]; }
    /// Gives each worker memory of these sizes. False: out of memory; the command calls fail().
    bool prepareWorkers(size_t workgroupMemory_B, size_t frames_B);
    /// Memory for a command's own use, until the next command.
    Scratch& commandScratch() { return m_commandScratch; }

    /// The environment let a command down (out of memory): the device is lost after this
    /// submission, with `reason`, a literal, in the log.
    void fail(const char* reason);
    bool failed() const { return m_failure != nullptr; }
    /// The first one's reason.
    const char* failure() const { return m_failure; }

private:
    const Host m_host;
    std::vector<WorkerData> m_workerData;
    std::vector<Scratch> m_workgroupMemory;
    std::vector<Scratch> m_frames;
    Scratch m_commandScratch;
    std::unique_ptr<DrawEngine> m_drawEngine;
    const char* m_failure = nullptr;
};

} // namespace cpu::exec
