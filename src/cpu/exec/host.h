// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/interruption.h"
#include "cpu/exec/monitor.h"
#include "cpu/exec/workers.h"

#include <atomic>
#include <new>
#include <string>
#include <string_view>

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
    std::string& fault;      ///< Why, for people: a clause. Under the monitor, and for good.
    Interruption& interruption;
    Workers& workers;
    sample::RoutineCache& routines;
    routine::KeyedRoutines& keyedRoutines;

    /// A submission could not be carried out, or nothing more will be. Wakes who waits. The first
    /// reason counts, if there is memory for it.
    void lose(std::string_view reason) const noexcept {
        monitor.update([&] {
            if (lost) {
                return;
            }
            lost = true;
            try {
                fault = reason;
            } catch (const std::bad_alloc&) {
                fault.clear();
            }
        });
    }
};

} // namespace cpu::exec
