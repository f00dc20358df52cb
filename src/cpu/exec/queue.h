// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/command.h"
#include "cpu/exec/host.h"
#include "cpu/exec/replay.h"
#include "cpu/exec/watchdog.h"

#include <functional>
#include <list>
#include <span>
#include <thread>
#include <vector>

namespace cpu::exec {

class Fence;
class Semaphore;

struct SemaphoreOperation {
    Semaphore* semaphore;
    uint64_t value; ///< Of timeline semaphores.
};

/// What a queue does at a time: a batch of vkQueueSubmit.
struct Submission {
    std::vector<SemaphoreOperation> waits;
    std::vector<const CommandArena*> commands; ///< Of command buffers.
    std::function<void(Workers&)> last;        ///< After them; may be null.
    std::vector<SemaphoreOperation> signals;
    Fence* fence = nullptr; ///< Signalled last.
};

/// A thread that carries submissions out, one after the other in their order.
class Queue {
public:
    /// What runs longer than `watchdog_s` is given up, and the device lost; 0: nothing is.
    Queue(const Host& host, double watchdog_s);
    /// Drops what has not begun, and interrupts what has.
    ~Queue();

    /// All of them or, where it throws std::bad_alloc, none.
    void submit(std::vector<Submission> submissions);
    /// Returns when everything submitted so far is done.
    void waitIdle();

private:
    void runThread();
    void execute(const Submission& submission);
    void run(const Submission& submission);
    void loseInterrupted();

    const Host m_host;
    Replay m_replay;
    // Under the monitor.
    std::list<Submission> m_pending;
    uint64_t m_submitted = 0;
    uint64_t m_completed = 0;
    bool m_stop = false;

    const double m_watchdog_s;
    Watchdog m_watchdog;
    std::thread m_thread;
};

} // namespace cpu::exec
