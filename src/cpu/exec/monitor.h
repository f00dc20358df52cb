// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace cpu::exec {

/// What threads wait for on a device: fences, semaphores, events and the queue change under this
/// one lock and wake whoever waits, so that a wait for any of several objects is one wait.
class Monitor {
public:
    /// Runs `change` under the lock, then wakes the waiting threads.
    template <typename Change>
    void update(Change&& change) {
        {
            std::lock_guard lock(m_mutex);
            change();
        }
        m_changed.notify_all();
    }
    /// Runs `read` under the lock.
    template <typename Read>
    auto inspect(Read&& read) {
        std::lock_guard lock(m_mutex);
        return read();
    }
    /// Waits until `ready`, called under the lock, is true. False: the time was up first.
    template <typename Ready>
    bool wait(uint64_t timeout_ns, Ready&& ready) {
        std::unique_lock lock(m_mutex);
        // What lies beyond the clock's range is forever.
        if (timeout_ns > uint64_t(std::chrono::hours(24 * 365) / std::chrono::nanoseconds(1))) {
            m_changed.wait(lock, ready);
            return true;
        }
        return m_changed.wait_for(lock, std::chrono::nanoseconds(timeout_ns), ready);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace cpu::exec
