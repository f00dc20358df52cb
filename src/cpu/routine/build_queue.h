// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/log.h"
#include "base/options.h"
#include "base/result.h"
#include "cpu/routine/build_threads.h"
#include "cpu/routine/routine_builder.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace cpu::routine {

/// What came of builds of tier 1.
struct BuildCounters {
    uint64_t compiled = 0; ///< By the compiler.
    uint64_t fromDisk = 0; ///< Of an earlier run.
    uint64_t failed = 0;
};

/// Brings routines to tier 1, one after the other on background threads, as far as the tier that
/// is pinned wants that. A handle leads to a routine, which has `function`, `tier`, `build` and
/// `code`; while it is BuildState::Running the owner keeps it.
///
/// The owner's mutex guards the queue as well. It is not held while something is built.
template <class Handle>
class BuildQueue {
public:
    using Routine = std::remove_cvref_t<decltype(*std::declval<Handle>())>;
    /// On any thread, several at once.
    using Build = std::function<base::Result<BuiltRoutine>(const Routine&)>;
    /// For the log.
    using Name = std::function<std::string(const Routine&)>;

    BuildQueue(std::mutex& mutex, BuildThreads& threads, base::CpuTier tier, Build build, Name name)
        : m_mutex(mutex),
          m_threads(threads),
          m_tier(tier),
          m_build(std::move(build)),
          m_name(std::move(name)) {}
    ~BuildQueue() { stop(); }
    BuildQueue(const BuildQueue&) = delete;
    BuildQueue& operator=(const BuildQueue&) = delete;

    /// A routine that nobody asked for before. Without memory to note that, it stays as it is.
    void wantLocked(const Handle& routine) noexcept;
    /// The routine is not kept any longer: it need not be built, unless that is under way.
    void forgetLocked(const Handle& routine);
    /// Where tier 1 is pinned: waits until the routine has it. Without the lock.
    void serve(const Handle& routine);
    /// Drops what is not under way. True: something is.
    bool quitLocked();
    /// Finishes what is under way and drops the rest. Without the lock.
    void stop();
    /// Returns when nothing is wanted or under way. Without the lock.
    void drain();

    const BuildCounters& countersLocked() const { return m_counters; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kQuiet{50};
    static constexpr std::chrono::milliseconds kLongestBurst{2000};

    void startLocked();
    void runJob();
    void awaitQuiet(std::unique_lock<std::mutex>& lock);
    void build(std::unique_lock<std::mutex>& lock, Routine& routine);

    std::mutex& m_mutex;
    BuildThreads& m_threads;
    const base::CpuTier m_tier;
    const Build m_build;
    const Name m_name;
    std::condition_variable m_built;
    std::deque<Handle> m_wanted;
    std::vector<base::Job> m_jobs; ///< Not all done.
    unsigned m_running = 0; ///< Jobs queued or running, as many as there are threads at most.
    Clock::time_point m_burstBegan{}, m_lastWanted{};
    std::condition_variable m_hurry; ///< Nobody waits for quiet any longer.
    unsigned m_draining = 0;         ///< Callers of drain().
    unsigned m_building = 0;         ///< Routines that are BuildState::Running.
    bool m_stopping = false;
    BuildCounters m_counters;
};

template <class Handle>
bool BuildQueue<Handle>::quitLocked() {
    m_stopping = true;
    m_hurry.notify_all();
    m_wanted.clear();
    return m_building > 0;
}

template <class Handle>
void BuildQueue<Handle>::stop() {
    std::vector<base::Job> jobs;
    {
        const std::lock_guard lock(m_mutex);
        quitLocked();
        jobs = std::move(m_jobs);
    }
    m_threads.hurry();
    for (base::Job& job : jobs) {
        job.wait();
    }
}

template <class Handle>
void BuildQueue<Handle>::wantLocked(const Handle& routine) noexcept {
    if (routine->build != BuildState::None || m_tier == base::CpuTier::Generic ||
        m_tier == base::CpuTier::Prebuilt || m_tier == base::CpuTier::Copied) {
        return;
    }
    const Clock::time_point now = Clock::now();
    if (now - m_lastWanted >= kQuiet) {
        m_burstBegan = now;
    }
    m_lastWanted = now;
    try {
        m_wanted.push_back(routine);
    } catch (const std::bad_alloc&) {
        return;
    }
    routine->build = BuildState::Wanted;
    if (m_tier != base::CpuTier::Specialized) {
        startLocked();
    }
}

template <class Handle>
void BuildQueue<Handle>::forgetLocked(const Handle& routine) {
    if (routine->build == BuildState::Wanted) {
        std::erase(m_wanted, routine);
        routine->build = BuildState::None;
    }
}

template <class Handle>
void BuildQueue<Handle>::serve(const Handle& routine) {
    if (m_tier != base::CpuTier::Specialized ||
        routine->tier.load(std::memory_order_acquire) != Tier::Ready) {
        return;
    }
    std::unique_lock lock(m_mutex);
    if (routine->build == BuildState::Wanted) {
        std::erase(m_wanted, routine);
    }
    if (routine->build == BuildState::Wanted || routine->build == BuildState::None) {
        build(lock, *routine);
    }
    m_built.wait(lock, [&] { return routine->build != BuildState::Running; });
}

template <class Handle>
void BuildQueue<Handle>::drain() {
    std::unique_lock lock(m_mutex);
    ++m_draining;
    m_hurry.notify_all();
    m_built.wait(lock, [&] { return m_wanted.empty() && m_running == 0; });
    --m_draining;
}

template <class Handle>
void BuildQueue<Handle>::startLocked() {
    if (m_stopping) {
        return;
    }
    std::erase_if(m_jobs, [](const base::Job& job) { return job.done(); });
    const size_t useful = std::min<size_t>(m_threads.count(), m_wanted.size());
    try {
        while (m_running < useful) {
            m_jobs.reserve(m_jobs.size() + 1);
            m_jobs.push_back(m_threads.submit([this] { runJob(); }));
            ++m_running; // Before the job looks: it waits for the lock.
        }
    } catch (const std::bad_alloc&) {
        // Those that run take what is wanted in turn.
    }
}

template <class Handle>
void BuildQueue<Handle>::awaitQuiet(std::unique_lock<std::mutex>& lock) {
    while (!m_stopping && m_draining == 0) {
        const auto until = std::min(m_lastWanted + kQuiet, m_burstBegan + kLongestBurst);
        if (Clock::now() >= until) {
            return;
        }
        m_hurry.wait_until(lock, until);
    }
}

/// One routine a job, so that others on the same threads get their turn.
template <class Handle>
void BuildQueue<Handle>::runJob() {
    std::unique_lock lock(m_mutex);
    awaitQuiet(lock);
    if (!m_wanted.empty()) {
        const Handle routine = std::move(m_wanted.front());
        m_wanted.pop_front();
        build(lock, *routine);
    }
    --m_running;
    startLocked();
    m_built.notify_all();
}

template <class Handle>
void BuildQueue<Handle>::build(std::unique_lock<std::mutex>& lock, Routine& routine) {
    routine.build = BuildState::Running;
    ++m_building;
    lock.unlock();
    base::Result<BuiltRoutine> built = base::Error{"out of memory"};
    try {
        m_threads.idly([&] { built = m_build(routine); });
    } catch (const std::bad_alloc&) { // Nobody waits for it: there is code that does.
    }
    lock.lock();
    --m_building;
    if (built) {
        ++(built->fromDisk ? m_counters.fromDisk : m_counters.compiled);
        routine.code = std::move(built->code);
        routine.function.store(built->function, std::memory_order_release);
        routine.tier.store(Tier::Specialized, std::memory_order_release);
        routine.build = BuildState::Done;
    } else {
        ++m_counters.failed;
        routine.build = BuildState::Failed;
        try {
            base::logWarn(base::Log::Shaders,
                          "no special code for {}: {}",
                          m_name(routine),
                          built.error().message);
        } catch (const std::bad_alloc&) { // Nor memory for its name.
        }
    }
    m_built.notify_all();
}

} // namespace cpu::routine
