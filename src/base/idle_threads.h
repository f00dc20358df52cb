// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace base {

/// Threads for long work that must not cost others time: they get only what nobody else wants
/// (Linux: SCHED_IDLE), and a core that runs one of them counts as free.
///
/// Such a thread may be stopped for long in the middle of anything, with every lock it holds. So it
/// takes none that somebody in a hurry takes: an ordinary thread hands it the work, waits, and does
/// with the result what needs locks. Handing over uses atomics alone.
class IdleThreads {
public:
    /// count 0, or no thread to be had: run() calls the work itself.
    IdleThreads(const std::string& name, unsigned count);
    ~IdleThreads(); ///< No run() is under way.
    IdleThreads(const IdleThreads&) = delete;
    IdleThreads& operator=(const IdleThreads&) = delete;

    /// Returns when the work has run, or throws what it threw. As many at once as there are
    /// threads; others wait.
    void run(const std::function<void()>& work);

    /// Somebody waits for what is under way: the threads are ordinary ones from now on, where the
    /// system lets them (RLIMIT_NICE; else it takes as long as it takes). Any thread may call.
    void hurry();
    /// Some run() is under way.
    bool busy();

private:
    class Worker;

    std::mutex m_mutex; ///< Never held by an idle thread.
    std::condition_variable m_freed;
    std::vector<Worker*> m_free;
    std::vector<std::unique_ptr<Worker>> m_threads;
};

} // namespace base
