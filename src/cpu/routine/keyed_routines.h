// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "base/lru.h"
#include "cpu/abi/merge_key.h"
#include "cpu/routine/build_queue.h"
#include "format/vk_format.h"

#include <memory>
#include <mutex>

/// Routines of the output merger and of vertex fetch by their state: the tiers of sampling routines
/// (docs/sampling-routines.md), for state that is known when a draw begins.
namespace cpu::routine {

struct KeyedRoutine {
    const KernelKey key;
    /// With the kernel's signature. It is replaced when tier 1 is ready; what a draw has read once
    /// serves it to the end, for as long as the draw holds the routine.
    std::atomic<RoutineFunction> function = nullptr;
    std::atomic<Tier> tier = Tier::Ready;

    // For KeyedRoutines, under its lock.
    BuildState build = BuildState::None;
    std::shared_ptr<const void> code; ///< Of tier 1.
};

struct KeyedCounters : BuildCounters {
    uint64_t hits = 0;
    uint64_t misses = 0; ///< Answered by tier 0, with a new entry.
    uint64_t evictions = 0;
};

/// Draws ask seldom, compared to what sampling instructions do, and mostly from one thread: a lock
/// and a reference count cost them nothing that could be measured.
class KeyedRoutines {
public:
    /// What keeps a routine while it may be called, evicted or not.
    using Handle = std::shared_ptr<const KeyedRoutine>;

    /// Builds run on the threads, which outlive this, as far as the tier wants them.
    KeyedRoutines(BuildThreads& threads,
                  base::CpuTier tier,
                  size_t capacity,
                  std::unique_ptr<KeyedBuilder> builder);
    ~KeyedRoutines();
    KeyedRoutines(const KeyedRoutines&) = delete;
    KeyedRoutines& operator=(const KeyedRoutines&) = delete;

    /// Waits for a compiler only with cpu-tier=specialized. Safe on any thread. Never null.
    Handle find(const KernelKey& key);
    Handle find(ColorKey key) { return find({jit::KeyedKernel::MergeColor, key.bits}); }
    Handle find(DepthKey key) { return find({jit::KeyedKernel::MergeDepth, key.bits}); }
    Handle findFetch(format::VkFormatIndex format) {
        return find({jit::KeyedKernel::FetchVertex, format});
    }

    /// Nothing more is built. True: something is under way that the destructor will wait for.
    bool quit();

    KeyedCounters counters() const;
    size_t storedCount() const;
    /// Returns when no tier 1 is wanted or under way.
    void drain() { m_builds.drain(); }

private:
    using Routine = std::shared_ptr<KeyedRoutine>;
    struct Hash {
        size_t operator()(const KernelKey& key) const {
            return size_t(base::hashCombine(uint64_t(key.kernel), key.bits));
        }
    };

    Routine findOrAddLocked(const KernelKey& key);

    const std::unique_ptr<KeyedBuilder> m_builder;

    /// Never held while something is built or read from disk.
    mutable std::mutex m_mutex;
    base::Lru<KernelKey, Routine, Hash> m_stored;
    KeyedCounters m_counters;
    BuildQueue<Routine> m_builds;
};

} // namespace cpu::routine
