// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/idle_threads.h"
#include "base/work_queue.h"

#include <atomic>
#include <functional>
#include <memory>

namespace cpu::routine {

/// Threads that build code which is better than what there is: nobody waits for it.
class BuildThreads {
public:
    /// count 0: by the number of processors. `idle`: what takes long gets only time that nobody
    /// else wants, and may take very long on a busy machine.
    BuildThreads(unsigned count, bool idle)
        : m_queue(std::make_unique<base::WorkQueue>("glissade-sample", count)),
          m_idle("glissade-idle", idle ? m_queue->threadCount() : 0) {}
    ~BuildThreads() { stop(); }
    BuildThreads(const BuildThreads&) = delete;
    BuildThreads& operator=(const BuildThreads&) = delete;

    /// Runs the work behind what is queued already.
    base::Job submit(std::function<void()> work) {
        return m_queue->submit(base::Priority::Low, std::move(work));
    }
    /// What takes long in such work, and takes no lock.
    void idly(const std::function<void()>& work) { m_idle.run(work); }
    /// Somebody waits for what is under way (base::IdleThreads::hurry()).
    void hurry() {
        if (!m_unhurried.load(std::memory_order_relaxed)) {
            m_idle.hurry();
        }
    }
    /// Whoever waits from now on has time.
    void dontHurry() { m_unhurried.store(true, std::memory_order_relaxed); }
    /// Some of the work given to idly() is under way.
    bool busy() { return m_idle.busy(); }
    /// As many as submitted work runs on at once.
    unsigned count() const { return m_queue->threadCount(); }

    /// Finishes what is under way and drops the rest. Nobody submits work any more.
    void stop() {
        hurry();
        m_queue.reset();
    }

private:
    std::unique_ptr<base::WorkQueue> m_queue; ///< Its threads hold locks,
    base::IdleThreads m_idle;                 ///< and have the long work done by these.
    std::atomic<bool> m_unhurried = false;
};

} // namespace cpu::routine
