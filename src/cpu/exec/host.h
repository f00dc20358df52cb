// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/monitor.h"
#include "cpu/exec/workers.h"

#include <atomic>

namespace cpu::routine {
class KeyedRoutines;
}
namespace cpu::sample {
class RoutineCache;
}

namespace cpu::exec {

/// What the engine works for: the parts of a device that outlive its queue.
struct Host {
    Monitor& monitor;
    std::atomic<bool>& lost; ///< Set under the monitor, and for good.
    Workers& workers;
    sample::RoutineCache& routines;
    routine::KeyedRoutines& keyedRoutines;

    /// A submission could not be carried out, or nothing more will be. Wakes who waits.
    void lose() const {
        monitor.update([&] { lost = true; });
    }
};

} // namespace cpu::exec
