// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/sync.h"

#include "cpu/exec/event.h"
#include "cpu/exec/replay.h"

#include <algorithm>

namespace cpu::exec {

void execute(const PipelineBarrier& command, Replay& replay) {
    replay.finishDraws();
}

void execute(const SetEvent& command, Replay& replay) {
    replay.finishDraws();
    replay.host().monitor.update([&] { command.event->set(command.signaled); });
}

void execute(const WaitEvents& command, Replay& replay) {
    replay.finishDraws();
    const Host& host = replay.host();
    host.monitor.wait(UINT64_MAX, [&] {
        return host.lost || std::all_of(command.events.begin(),
                                        command.events.end(),
                                        [](const Event* e) { return e->signaled(); });
    });
}

} // namespace cpu::exec
