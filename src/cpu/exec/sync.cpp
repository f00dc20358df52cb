// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/sync.h"

#include "cpu/exec/replay.h"
#include "cpu/icd/device.h"
#include "cpu/icd/event.h"

#include <algorithm>

namespace cpu::exec {

void execute(const PipelineBarrier& command, Replay& replay) {
    replay.finishDraws();
}

void execute(const SetEvent& command, Replay& replay) {
    replay.finishDraws();
    replay.device().monitor().update([&] { command.event->set(command.signaled); });
}

void execute(const WaitEvents& command, Replay& replay) {
    replay.finishDraws();
    icd::Device& device = replay.device();
    device.monitor().wait(UINT64_MAX, [&] {
        return device.lost() || std::all_of(command.events.begin(),
                                            command.events.end(),
                                            [](const icd::Event* e) { return e->signaled(); });
    });
}

} // namespace cpu::exec
