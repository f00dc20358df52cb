// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/keyed_routines.h"

#include "report/counters.h"

#include <fmt/format.h>

namespace cpu::routine {

KeyedRoutines::KeyedRoutines(BuildThreads& threads,
                             base::CpuTier tier,
                             size_t capacity,
                             std::unique_ptr<KeyedBuilder> builder)
    : m_builder(std::move(builder)),
      m_stored(capacity),
      m_builds(
          m_mutex,
          threads,
          tier,
          [this](const KeyedRoutine& routine) { return m_builder->build(routine.key); },
          [](const KeyedRoutine& routine) {
              return fmt::format(
                  "{} {:x}", jit::kernelName(routine.key.kernel).name, routine.key.bits);
          }) {}

bool KeyedRoutines::quit() {
    const std::lock_guard lock(m_mutex);
    return m_builds.quitLocked();
}

KeyedRoutines::~KeyedRoutines() {
    m_builds.stop();
    const KeyedCounters all = counters();
    using report::Figure;
    report::g_counters.add(Figure::DrawRoutineHits, all.hits);
    report::g_counters.add(Figure::DrawRoutinesNew, all.misses);
    report::g_counters.add(Figure::DrawRoutinesEvicted, all.evictions);
    report::g_counters.add(Figure::DrawRoutinesCompiled, all.compiled);
    report::g_counters.add(Figure::DrawRoutinesFromDisk, all.fromDisk);
    report::g_counters.add(Figure::DrawRoutinesFailed, all.failed);
}

KeyedRoutines::Handle KeyedRoutines::find(const KernelKey& key) {
    Routine routine;
    {
        const std::lock_guard lock(m_mutex);
        routine = findOrAddLocked(key);
    }
    m_builds.serve(routine);
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
        m_builds.forgetLocked(*evicted);
    }
    m_builds.wantLocked(routine);
    return routine;
}

KeyedCounters KeyedRoutines::counters() const {
    const std::lock_guard lock(m_mutex);
    KeyedCounters all = m_counters;
    static_cast<BuildCounters&>(all) = m_builds.countersLocked();
    return all;
}

size_t KeyedRoutines::storedCount() const {
    const std::lock_guard lock(m_mutex);
    return m_stored.size();
}

} // namespace cpu::routine
