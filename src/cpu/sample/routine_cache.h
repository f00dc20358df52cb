// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/options.h"
#include "base/snapshot.h"
#include "cpu/routine/build_queue.h"
#include "cpu/routine/hot_queue.h"
#include "cpu/routine/routine_builder.h"
#include "cpu/sample/routine_store.h"

#include <mutex>
#include <set>
#include <span>
#include <vector>

/// Sampling routines by state: see docs/sampling-routines.md.
namespace cpu::sample {

/// What happened so far. Hits of slots are not here: they execute nothing that could count.
struct RoutineCounters : routine::BuildCounters {
    uint64_t slotMisses = 0;   ///< Sampling instructions that asked the cache.
    uint64_t snapshotHits = 0; ///< Of those: answered without a lock.
    uint64_t storeHits = 0;    ///< Answered under the lock: another thread had just inserted it.
    uint64_t storeMisses = 0;  ///< Answered by tier 0, with a new entry.
    uint64_t revivals = 0;     ///< Answered by an evicted routine that a slot had kept.
    uint64_t evictions = 0;
    uint64_t freed = 0;   ///< Evicted routines whose memory was given back.
    uint64_t inlined = 0; ///< Tier 2: sites that were built into shaders.
};

struct RoutineCacheConfig {
    size_t capacity = 1024;
    base::CpuTier tier = base::CpuTier::Auto;
    uint32_t workerCount = 1;
    unsigned compileThreads = 0; ///< 0: by the number of processors.
    /// Builds take only what time the workers leave, and may take long on a busy machine. Not where
    /// the tier is pinned: there, the shader waits for them.
    bool compileIdle = true;
    bool snapshot = true; ///< Off: every slot miss takes the lock, to measure that.

    static RoutineCacheConfig fromOptions(const base::Options& options, uint32_t workerCount);
};

/// The shared levels behind the slots: a snapshot that workers read without a lock, and the store
/// that owns. A miss is answered with tier 0 at once; tier 1 is built by background threads, which
/// take only what time the workers leave. One per device.
class RoutineCache {
public:
    RoutineCache(const RoutineCacheConfig& config,
                 std::unique_ptr<routine::RoutineBuilder> builder);
    /// Slots may be registered only by work that was submitted and is still running.
    ~RoutineCache();
    RoutineCache(const RoutineCache&) = delete;
    RoutineCache& operator=(const RoutineCache&) = delete;

    /// Finds the routine and puts it into the slot. On worker's own thread. Waits for a compiler
    /// only with cpu-tier=specialized. Never fails, for generated code has no way to hear of it:
    /// without memory for a routine, tier 0 serves this call alone.
    void resolve(uint32_t worker, Slot& slot, uint64_t ids, SampleOp op);

    /// Slots must be registered before resolve() fills them. SlotArray does it.
    void registerSlots(std::span<Slot> slots);
    /// Empties them; routines that nobody else holds go. No worker may be using them.
    void releaseSlots(std::span<Slot> slots);

    /// Those that build tier 1, and tier 2 behind it.
    routine::BuildThreads& threads() { return m_threads; }
    /// Of stages that run often enough to be compiled, on the same threads.
    routine::HotQueue& hotStages() { return m_hotStages; }
    void countInlined(uint64_t sites);
    /// Nothing more is built. True: something is under way that the destructor will wait for.
    bool quit();

    base::CpuTier tier() const { return m_config.tier; }
    RoutineCounters counters() const;
    /// Routines in the store, and evicted ones that slots keep.
    size_t storedCount() const;
    size_t retiredCount() const;

    /// Returns when no tier 1 is wanted or under way.
    void drain() { m_builds.drain(); }
    /// Frees evicted routines that nobody holds. Happens by itself now and then.
    void collect();

private:
    struct alignas(64) WorkerCounters {
        std::atomic<uint64_t> slotMisses = 0;
        std::atomic<uint64_t> snapshotHits = 0;
    };
    using Garbage = std::vector<std::unique_ptr<StoredRoutine>>;

    bool findShared(uint32_t worker, Slot& slot, uint64_t ids, const SampleKey& key);
    StoredRoutine* findOrAddLocked(const SampleKey& key, Garbage& garbage);
    std::unique_ptr<StoredRoutine>* findRetiredLocked(const SampleKey& key);
    void retireLocked(Garbage leaving, uint64_t goneSince);
    Garbage collectLocked() noexcept;

    const RoutineCacheConfig m_config;
    const std::unique_ptr<routine::RoutineBuilder> m_builder;
    const std::unique_ptr<WorkerCounters[]> m_workerCounters;
    /// By worker: what a slot leads to while there is no memory for a routine of its own.
    const std::unique_ptr<Routine[]> m_spares;
    /// The store's clock where snapshot hits see it.
    std::atomic<uint64_t> m_clock = 0;
    base::Snapshot<SampleKey, Routine> m_snapshot;

    /// Never held while something is built or read from disk.
    mutable std::mutex m_mutex;
    RoutineStore m_store;
    std::vector<std::unique_ptr<StoredRoutine>> m_retired; ///< Evicted, and possibly still in use.
    size_t m_collectAt;                                    ///< Size of m_retired worth a look.
    std::set<std::pair<Slot*, size_t>> m_slots;
    RoutineCounters m_counters;

    routine::HotQueue m_hotStages{m_threads};
    routine::BuildThreads m_threads;
    routine::BuildQueue<StoredRoutine*> m_builds;
};

} // namespace cpu::sample
