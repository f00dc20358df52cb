// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/dispatch.h"

#include "cpu/exec/replay.h"
#include "cpu/stage/set_places.h"
#include "cpu/stage/stage_routine.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cpu::exec {

namespace {

/// Workgroups that a worker takes at once: few enough that all workers end together, enough that
/// taking them costs nothing.
uint64_t grainOf(uint64_t groups, uint32_t workers) {
    return std::clamp<uint64_t>(groups / (uint64_t(workers) * 16), 1, 256);
}

uint64_t groupsOf(const uint32_t (&count)[3]) {
    uint64_t groups = uint64_t(count[0]) * count[1];
    return __builtin_mul_overflow(groups, uint64_t(count[2]), &groups)
               ? std::numeric_limits<uint64_t>::max()
               : groups;
}

uint32_t invocationsOf(const shader::ComputeImage& image) {
    return image.workgroupSize[0] * image.workgroupSize[1] * image.workgroupSize[2];
}

} // namespace

void execute(const Dispatch& command, Replay& replay) {
    stage::ComputeRoutine* const routine = replay.computeStage.routine;
    const uint64_t groups = groupsOf(command.groupCount);
    if (!routine || groups == 0 || replay.skips) {
        return;
    }
    const stage::StageCode<stage::ComputeStage>& code = routine->begin();
    const shader::ComputeImage& image = routine->image();
    if (!replay.prepareWorkers(image.workgroupMemory_B, code.frames_B)) {
        replay.fail("out of memory for a workgroup");
        return;
    }
    DispatchData data = replay.compute.data;
    replay.computeStage.sets->place(replay.compute.firstDynamic, data);
    std::ranges::copy(command.groupCount, data.groupCount);

    Workers& workers = replay.workers();
    for (uint32_t i = 0; i < workers.count(); ++i) {
        routine->enter(replay.worker(i));
    }
    // The base is part of the groups' ids; code has no need of DispatchData::baseGroup.
    const uint64_t width = command.groupCount[0];
    const uint64_t height = command.groupCount[1];
    const auto runGroup = [&](uint64_t group, uint32_t worker) {
        const uint64_t row = group / width;
        code.function(&data,
                      &replay.worker(worker),
                      command.baseGroup[0] + uint32_t(group % width),
                      command.baseGroup[1] + uint32_t(row % height),
                      command.baseGroup[2] + uint32_t(row / height));
    };
    if (groups == 1) {
        runGroup(0, 0);
    } else {
        workers.run(groups, grainOf(groups, workers.count()), runGroup);
    }
    routine->end();
    if (replay.counters.counts(DrawCounters::Statistics)) {
        replay.counters.sums().add(Statistic::ComputeInvocations, groups * invocationsOf(image));
    }
}

void execute(const DispatchIndirect& command, Replay& replay) {
    Dispatch direct{};
    std::memcpy(direct.groupCount, command.groupCount, sizeof direct.groupCount);
    execute(direct, replay);
}

} // namespace cpu::exec
