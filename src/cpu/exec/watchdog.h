// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/interruption.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>
#include <time.h>

namespace cpu::exec {

/// Interrupts a submission that runs for too long (docs/watchdog.md). Time is what a device's
/// threads have run, and of those the one that ran longest: a busy machine, a debugger or a
/// laptop's lid do not count.
class Watchdog {
public:
    /// 0: it does nothing, and has no thread. `threads`: how many watch() will be told of; from
    /// then on it needs no memory.
    Watchdog(double limit_s, uint32_t threads, Interruption& interruption);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// Counts this thread's time, until the watchdog goes. Before the first began().
    void watch(pthread_t thread);

    // On the queue's thread, around each submission.
    void began();
    void ended() { m_work.store(0, std::memory_order_relaxed); }

private:
    void runThread();
    /// Sleeps until a submission begins, or stop.
    void sleep(std::unique_lock<std::mutex>& lock);
    void readClocks();
    /// Of the thread that ran longest since readClocks().
    uint64_t ran_ns() const;

    const uint64_t m_limit_ns;
    Interruption& m_interruption;
    std::vector<clockid_t> m_clocks;
    std::vector<uint64_t> m_began_ns; ///< By clock. The watchdog's thread's, with room for all.
    std::atomic<uint64_t> m_work{0};  ///< A number for the submission that runs; 0: none does.
    uint64_t m_lastWork = 0;          ///< The queue's thread's.
    std::atomic<bool> m_asleep{false};

    std::mutex m_mutex;
    std::condition_variable m_wake; ///< m_asleep or m_stop changed.
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace cpu::exec
