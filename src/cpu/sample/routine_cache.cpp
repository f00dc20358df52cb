// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/routine_cache.h"

#include "cpu/abi/shader.h"
#include "cpu/jit/jit.h"
#include "cpu/sample/sample_key.h"
#include "report/counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <new>

namespace cpu::sample {
namespace {

/// Evicted routines that may pile up before slots are searched for them.
constexpr size_t kCollectStep = 16;

// The worker that owns a slot writes it while collectors look.

void fill(Slot& slot, uint64_t ids, Routine* routine) {
    slot.ids = ids;
    std::atomic_ref(slot.routine).store(routine, std::memory_order_release);
}

const Routine* held(Slot& slot) {
    return std::atomic_ref(slot.routine).load(std::memory_order_acquire);
}

/// One thread writes, others read now and then.
void count(std::atomic<uint64_t>& counter) {
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

} // namespace

RoutineCacheConfig RoutineCacheConfig::fromOptions(const base::Options& options,
                                                   uint32_t workerCount) {
    return {size_t(options.cpuRoutines),
            options.cpuTier,
            workerCount,
            unsigned(options.compileThreads)};
}

// ---- Looking up ---------------------------------------------------------------------------------

void RoutineCache::resolve(uint32_t worker, Slot& slot, uint64_t ids, SampleOp op) {
    assert(worker < m_config.workerCount);
    count(m_workerCounters[worker].slotMisses);
    const SampleKey key = sampleKey(ids, op);
    if (!m_config.snapshot || !findShared(worker, slot, ids, key)) {
        Garbage garbage; // freed after the lock is
        try {
            const std::lock_guard lock(m_mutex);
            fill(slot, ids, findOrAddLocked(key, garbage));
        } catch (const std::bad_alloc&) {
            Routine& spare = m_spares[worker];
            spare.function.store(m_builder->ready(key), std::memory_order_relaxed);
            fill(slot, kNoIds, &spare);
            return;
        }
    }
    m_builds.serve(static_cast<StoredRoutine*>(slot.routine)); // the slot holds it
}

bool RoutineCache::findShared(uint32_t worker, Slot& slot, uint64_t ids, const SampleKey& key) {
    const auto guard = m_snapshot.read(worker);
    Routine* routine = guard.find(key);
    if (!routine) {
        return false;
    }
    // Most hits find the time unchanged and leave the cache line shared.
    const uint64_t now = m_clock.load(std::memory_order_relaxed);
    if (routine->lastUse.load(std::memory_order_relaxed) != now) {
        routine->lastUse.store(now, std::memory_order_relaxed);
    }
    count(m_workerCounters[worker].snapshotHits);
    // Before the guard goes: from then on the slot keeps the routine.
    fill(slot, ids, routine);
    return true;
}

StoredRoutine* RoutineCache::findOrAddLocked(const SampleKey& key, Garbage& garbage) {
    if (StoredRoutine* routine = m_store.find(key)) {
        ++m_counters.storeHits;
        routine->lastUse.store(m_store.clock(), std::memory_order_relaxed);
        return routine;
    }
    // What needs memory comes before anything changes: slots and readers may have what leaves.
    auto edit = m_snapshot.edit();
    RoutineStore::Node node = RoutineStore::makeNode(key);
    std::unique_ptr<StoredRoutine>* const retired = findRetiredLocked(key);
    std::unique_ptr<StoredRoutine> added;
    if (!retired) {
        added = std::make_unique<StoredRoutine>();
        added->key = key;
        added->function.store(m_builder->ready(key), std::memory_order_relaxed);
    }
    edit.set(key, retired ? retired->get() : added.get());
    m_retired.reserve(m_retired.size() + m_store.mostLeaving());
    auto leaving = m_store.makeRoom();

    if (retired) { // reserve() has moved them.
        std::unique_ptr<StoredRoutine>& revived = *findRetiredLocked(key);
        added = std::move(revived);
        m_retired.erase(m_retired.begin() + (&revived - m_retired.data()));
    }
    ++(retired ? m_counters.revivals : m_counters.storeMisses);
    for (const auto& routine : leaving) {
        edit.erase(routine->key);
    }
    node.mapped() = std::move(added);
    StoredRoutine* routine = m_store.insert(std::move(node));
    m_clock.store(m_store.clock(), std::memory_order_relaxed);
    const uint64_t version = m_snapshot.publish(std::move(edit));
    retireLocked(std::move(leaving), version);
    if (m_retired.size() >= m_collectAt) {
        garbage = collectLocked();
    }

    m_builds.wantLocked(routine);
    return routine;
}

// ---- Eviction -----------------------------------------------------------------------------------

/// A slot may have kept an evicted routine. It is as good as ever.
std::unique_ptr<StoredRoutine>* RoutineCache::findRetiredLocked(const SampleKey& key) {
    const auto it = std::find_if(m_retired.begin(), m_retired.end(), [&](const auto& routine) {
        return routine->key == key;
    });
    return it == m_retired.end() ? nullptr : &*it;
}

void RoutineCache::retireLocked(Garbage leaving, uint64_t goneSince) {
    m_counters.evictions += leaving.size();
    for (auto& routine : leaving) {
        m_builds.forgetLocked(routine.get());
        routine->goneSince = goneSince;
        m_retired.push_back(std::move(routine));
    }
}

/// A routine goes when no reader of a snapshot can come upon it any more and no slot holds it: what
/// a reader found is in its slot before it lets go of the snapshot. Without memory for looking,
/// nothing goes this time.
RoutineCache::Garbage RoutineCache::collectLocked() noexcept {
    const uint64_t readable = m_snapshot.oldestReadable();
    std::vector<const Routine*> candidates;
    std::vector<bool> isHeld;
    Garbage garbage;
    try {
        candidates.reserve(m_retired.size());
        isHeld.reserve(m_retired.size());
        garbage.reserve(m_retired.size());
    } catch (const std::bad_alloc&) {
        return garbage;
    }
    for (const auto& routine : m_retired) {
        if (routine->goneSince <= readable && routine->build != routine::BuildState::Running) {
            candidates.push_back(routine.get());
        }
    }
    std::sort(candidates.begin(), candidates.end());
    isHeld.resize(candidates.size());
    for (const auto& [slots, count] : m_slots) {
        for (Slot& slot : std::span(slots, count)) {
            const Routine* routine = held(slot);
            const auto it = std::lower_bound(candidates.begin(), candidates.end(), routine);
            if (it != candidates.end() && *it == routine) {
                isHeld[size_t(it - candidates.begin())] = true;
            }
        }
    }
    std::erase_if(m_retired, [&](std::unique_ptr<StoredRoutine>& routine) {
        const auto it = std::lower_bound(candidates.begin(), candidates.end(), routine.get());
        const bool free = it != candidates.end() && *it == routine.get() &&
                          !isHeld[size_t(it - candidates.begin())];
        if (free) {
            garbage.push_back(std::move(routine));
        }
        return free;
    });
    m_counters.freed += garbage.size();
    m_collectAt = 2 * m_retired.size() + kCollectStep;
    return garbage;
}

void RoutineCache::collect() {
    Garbage garbage;
    const std::lock_guard lock(m_mutex);
    garbage = collectLocked();
}

void RoutineCache::registerSlots(std::span<Slot> slots) {
    if (!slots.empty()) {
        const std::lock_guard lock(m_mutex);
        m_slots.emplace(slots.data(), slots.size());
    }
}

void RoutineCache::releaseSlots(std::span<Slot> slots) {
    Garbage garbage;
    const std::lock_guard lock(m_mutex);
    m_slots.erase({slots.data(), slots.size()});
    for (Slot& slot : slots) {
        fill(slot, kNoIds, nullptr);
    }
    if (m_retired.size() >= m_collectAt || m_slots.empty()) {
        garbage = collectLocked();
    }
}

// ---- Counting -----------------------------------------------------------------------------------

void RoutineCache::countInlined(uint64_t sites) {
    const std::lock_guard lock(m_mutex);
    m_counters.inlined += sites;
}

RoutineCounters RoutineCache::counters() const {
    const std::lock_guard lock(m_mutex);
    RoutineCounters all = m_counters;
    static_cast<routine::BuildCounters&>(all) = m_builds.countersLocked();
    for (uint32_t worker = 0; worker < m_config.workerCount; ++worker) {
        all.slotMisses += m_workerCounters[worker].slotMisses.load(std::memory_order_relaxed);
        all.snapshotHits += m_workerCounters[worker].snapshotHits.load(std::memory_order_relaxed);
    }
    return all;
}

size_t RoutineCache::storedCount() const {
    const std::lock_guard lock(m_mutex);
    return m_store.size();
}

size_t RoutineCache::retiredCount() const {
    const std::lock_guard lock(m_mutex);
    return m_retired.size();
}

// ---- Life ---------------------------------------------------------------------------------------

RoutineCache::RoutineCache(const RoutineCacheConfig& config,
                           std::unique_ptr<routine::RoutineBuilder> builder)
    : m_config(config),
      m_builder(std::move(builder)),
      m_workerCounters(std::make_unique<WorkerCounters[]>(config.workerCount)),
      m_spares(std::make_unique<Routine[]>(config.workerCount)),
      m_snapshot(config.workerCount),
      m_store(config.capacity),
      m_collectAt(kCollectStep),
      m_threads(config.compileThreads, config.compileIdle && config.tier == base::CpuTier::Auto),
      m_builds(
          m_mutex,
          m_threads,
          config.tier,
          [this](const StoredRoutine& routine) { return m_builder->build(routine.key); },
          [](const StoredRoutine& routine) {
              return fmt::format("view {:08x}, sampler {:08x}, operation {:x}",
                                 routine.key.viewId,
                                 routine.key.samplerId,
                                 routine.key.op);
          }) {
    jit::registerSymbol("glissade_resolve_routine",
                        reinterpret_cast<void*>(&glissade_resolve_routine));
}

bool RoutineCache::quit() {
    const std::lock_guard lock(m_mutex);
    return m_builds.quitLocked() || m_threads.busy();
}

RoutineCache::~RoutineCache() {
    m_builds.stop();
    m_threads.stop();
    assert(m_slots.empty());
    const RoutineCounters all = counters();
    using report::Figure;
    report::g_counters.add(Figure::SamplingSlotMisses, all.slotMisses);
    report::g_counters.add(Figure::SamplingSnapshotHits, all.snapshotHits);
    report::g_counters.add(Figure::SamplingStoreHits, all.storeHits);
    report::g_counters.add(Figure::SamplingNew, all.storeMisses);
    report::g_counters.add(Figure::SamplingRevived, all.revivals);
    report::g_counters.add(Figure::SamplingEvicted, all.evictions);
    report::g_counters.add(Figure::SamplingFreed, all.freed);
    report::g_counters.add(Figure::SamplingCompiled, all.compiled);
    report::g_counters.add(Figure::SamplingFromDisk, all.fromDisk);
    report::g_counters.add(Figure::SamplingFailed, all.failed);
    report::g_counters.add(Figure::SamplingInlined, all.inlined);
}

} // namespace cpu::sample

void glissade_resolve_routine(const cpu::WorkerData* worker,
                              cpu::Slot* slot,
                              uint64_t ids,
                              uint32_t op) {
    auto* cache = static_cast<cpu::sample::RoutineCache*>(worker->cache);
    cache->resolve(worker->worker, *slot, ids, cpu::SampleOp{op});
}
