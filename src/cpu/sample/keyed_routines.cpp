// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/keyed_routines.h"

#include "base/log.h"

#include <algorithm>
#include <optional>

namespace cpu::sample {

KeyedRoutines::KeyedRoutines(RoutineCache& cache,
                             size_t capacity,
                             std::unique_ptr<KeyedBuilder> builder)
    : m_cache(cache), m_builder(std::move(builder)), m_stored(capacity) {}

KeyedRoutines::~KeyedRoutines() {
    std::vector<base::Job> jobs;
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_wanted.clear();
        jobs = std::move(m_jobs);
    }
    for (base::Job& job : jobs) {
        job.wait();
    }
    base::logDebug(
        "draw routines: {} hits, {} new, {} evicted; {} compiled, {} from disk, {} failed",
        m_counters.hits,
        m_counters.misses,
        m_counters.evictions,
        m_counters.compiled,
        m_counters.fromDisk,
        m_counters.failed);
}

KeyedRoutines::Handle KeyedRoutines::find(const KernelKey& key) {
    Routine routine;
    {
        const std::lock_guard lock(m_mutex);
        routine = findOrAddLocked(key);
    }
    if (m_cache.tier() == base::CpuTier::Specialized &&
        routine->tier.load(std::memory_order_acquire) == Tier::Ready) {
        buildNow(routine);
    }
    return routine;
}

KeyedRoutines::Routine KeyedRoutines::findOrAddLocked(const KernelKey& key) {
    if (const Routine* stored = m_stored.find(key)) {
        ++m_counters.hits;
        return *stored;
    }
    ++m_counters.misses;
    auto routine = std::make_shared<KeyedRoutine>(key);
    const KeyedBuilder::Ready ready = m_builder->ready(key);
    routine->function.store(ready.function, std::memory_order_relaxed);
    if (ready.final) {
        routine->tier.store(Tier::Specialized, std::memory_order_relaxed);
        routine->build = BuildState::Done;
    }
    if (const auto evicted = m_stored.insert(key, routine)) {
        ++m_counters.evictions;
        if ((*evicted)->build == BuildState::Wanted) {
            std::erase(m_wanted, *evicted);
            (*evicted)->build = BuildState::None;
        }
    }
    const base::CpuTier tier = m_cache.tier();
    if (routine->build == BuildState::None && tier != base::CpuTier::Generic &&
        tier != base::CpuTier::Prebuilt) {
        routine->build = BuildState::Wanted;
        m_wanted.push_back(routine);
        if (tier != base::CpuTier::Specialized) {
            startBuildsLocked();
        }
    }
    return routine;
}

void KeyedRoutines::startBuildsLocked() {
    if (m_stopping) {
        return;
    }
    std::erase_if(m_jobs, [](const base::Job& job) { return job.done(); });
    const size_t useful = std::min<size_t>(m_cache.compileThreadCount(), m_wanted.size());
    while (m_buildJobs < useful) {
        ++m_buildJobs;
        m_jobs.push_back(m_cache.submit([this] { runBuildJob(); }));
    }
}

/// One routine a job, so that others in the same queue get their turn.
void KeyedRoutines::runBuildJob() {
    std::unique_lock lock(m_mutex);
    if (!m_wanted.empty()) {
        const Routine routine = std::move(m_wanted.front());
        m_wanted.pop_front();
        build(lock, *routine);
    }
    --m_buildJobs;
    startBuildsLocked();
    m_built.notify_all();
}

void KeyedRoutines::build(std::unique_lock<std::mutex>& lock, KeyedRoutine& routine) {
    routine.build = BuildState::Running;
    lock.unlock();
    std::optional<base::Result<BuiltRoutine>> result;
    m_cache.idly([&] { result = m_builder->build(routine.key); });
    base::Result<BuiltRoutine>& built = *result;
    lock.lock();
    if (built) {
        ++(built->fromDisk ? m_counters.fromDisk : m_counters.compiled);
        routine.code = std::move(built->code);
        routine.function.store(built->function, std::memory_order_release);
        routine.tier.store(Tier::Specialized, std::memory_order_release);
        routine.build = BuildState::Done;
    } else {
        ++m_counters.failed;
        routine.build = BuildState::Failed;
        base::logWarn("no special code for {} {:x}: {}",
                      jit::kernelName(routine.key.kernel).name,
                      routine.key.bits,
                      built.error().message);
    }
    m_built.notify_all();
}

/// For cpu-tier=specialized.
void KeyedRoutines::buildNow(const Routine& routine) {
    std::unique_lock lock(m_mutex);
    if (routine->build == BuildState::Wanted) {
        std::erase(m_wanted, routine);
    }
    if (routine->build == BuildState::Wanted || routine->build == BuildState::None) {
        build(lock, *routine);
    }
    m_built.wait(lock, [&] { return routine->build != BuildState::Running; });
}

void KeyedRoutines::drain() {
    std::unique_lock lock(m_mutex);
    m_built.wait(lock, [&] { return m_wanted.empty() && m_buildJobs == 0; });
}

KeyedCounters KeyedRoutines::counters() const {
    const std::lock_guard lock(m_mutex);
    return m_counters;
}

size_t KeyedRoutines::storedCount() const {
    const std::lock_guard lock(m_mutex);
    return m_stored.size();
}

} // namespace cpu::sample
