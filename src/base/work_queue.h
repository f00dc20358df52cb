// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/thread.h"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace base {

enum class Priority : unsigned char { High, Normal, Low };
constexpr size_t kPriorityCount = 3;

namespace detail {
class JobState;
}

/// A handle on submitted work; copies share it. It may outlive the queue. A default-constructed job
/// is done.
class Job {
public:
    Job() = default;

    /// True once the work has run, or was dropped because its queue was destroyed first. Work that
    /// ended with an exception has run: what it was to make is not there.
    bool done() const;
    /// Returns when done() is true. Work that no thread has started yet runs at once, on the
    /// calling thread or one that stands in for it (onLargeStack()), so waiting costs at most the
    /// work itself and never deadlocks on a busy queue. The caller must hold no lock that the work
    /// takes.
    void wait();

private:
    friend class WorkQueue;
    explicit Job(std::shared_ptr<detail::JobState> state) : m_state(std::move(state)) {}
    std::shared_ptr<detail::JobState> m_state;
};

/// Named threads that run jobs, those of a higher priority first and those of one priority in the
/// order of submission. The destructor closes it.
class WorkQueue {
public:
    /// threadCount 0 chooses by the number of processors, leaving one for the application. There
    /// may be fewer where the machine has no more; std::system_error: not even one.
    explicit WorkQueue(std::string name, unsigned threadCount = 0);
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// `work` is called once, without arguments; it may be move-only and may submit more work.
    template <class Fn>
    Job submit(Priority priority, Fn&& work);

    /// Returns when everything submitted before the call is done.
    void drain();

    /// Drops what has not started, finishes what has, and joins the threads. What is submitted from
    /// now on is dropped at once. Not by two threads at the same time, nor by a job.
    void close();

    /// 0 once it is closed.
    unsigned threadCount() const { return unsigned(m_threads.size()); }

private:
    Job submitState(Priority priority, std::shared_ptr<detail::JobState> state);
    std::shared_ptr<detail::JobState> popLocked();
    std::shared_ptr<detail::JobState> findLocked(uint64_t last) const;
    void runThread(unsigned index);

    const std::string m_name;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_stopping = false;
    uint64_t m_submitted = 0; ///< Jobs so far.
    std::array<std::deque<std::shared_ptr<detail::JobState>>, kPriorityCount> m_pending;
    std::vector<std::shared_ptr<detail::JobState>> m_running; ///< per thread; null while idle
    std::vector<Thread> m_threads;
};

namespace detail {

class JobState {
public:
    virtual ~JobState() = default;

    uint64_t place = 0; ///< In the order of submission to its queue, which alone uses it.

    /// Runs the work if nobody has claimed it yet.
    void runIfUnclaimed();
    /// Makes the job done without running it, if nobody has claimed it yet.
    void dropIfUnclaimed();
    bool claimed() const;
    bool done() const;
    void waitDone();

protected:
    virtual void run() = 0;
    /// Destroys the work and what it captured, before anybody is told that it is done.
    virtual void release() = 0;

private:
    enum class Phase : unsigned char { Pending, Claimed, Done };

    bool claim();
    void finish();

    mutable std::mutex m_mutex;
    std::condition_variable m_finished;
    Phase m_phase = Phase::Pending;
};

template <class Fn>
class JobStateOf final : public JobState {
public:
    explicit JobStateOf(Fn&& work) : m_work(std::make_unique<Fn>(std::move(work))) {}
    explicit JobStateOf(const Fn& work) : m_work(std::make_unique<Fn>(work)) {}

private:
    void run() override { (*m_work)(); }
    void release() override { m_work.reset(); }

    std::unique_ptr<Fn> m_work;
};

} // namespace detail

template <class Fn>
Job WorkQueue::submit(Priority priority, Fn&& work) {
    using State = detail::JobStateOf<std::decay_t<Fn>>;
    return submitState(priority, std::make_shared<State>(std::forward<Fn>(work)));
}

} // namespace base
