// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/stage/stage_routine.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace cpu::stage {

/// The routines of a stage that are alive, by key. Safe on any thread.
template <typename Stage>
class LiveRoutines {
public:
    using Routine = std::shared_ptr<StageRoutine<Stage>>;

    /// While it lives, nobody else has the key's.
    class Turn {
    public:
        Turn(LiveRoutines& routines, const store::Key& key) : m_routines(routines), m_key(key) {
            std::unique_lock lock(m_routines.m_mutex);
            m_routines.m_ended.wait(lock, [&] { return m_routines.m_turns.insert(m_key).second; });
        }
        ~Turn() {
            {
                const std::lock_guard lock(m_routines.m_mutex);
                m_routines.m_turns.erase(m_key);
            }
            m_routines.m_ended.notify_all();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        LiveRoutines& m_routines;
        const store::Key m_key;
    };

    /// Null: it is not in memory.
    Routine find(const store::Key& key) {
        const std::lock_guard lock(m_mutex);
        const auto at = m_routines.find(key);
        return at == m_routines.end() ? nullptr : at->second.lock();
    }
    /// The routine, or the one that another thread was faster with.
    Routine insert(const store::Key& key, Routine routine) {
        const std::lock_guard lock(m_mutex);
        std::weak_ptr<StageRoutine<Stage>>& entry = m_routines[key];
        if (Routine other = entry.lock()) {
            return other;
        }
        entry = routine;
        if (m_routines.size() >= m_sweepAt) {
            std::erase_if(m_routines, [](const auto& item) { return item.second.expired(); });
            m_sweepAt = 2 * m_routines.size() + kSweep;
        }
        return routine;
    }

    /// Shaders that had to be compiled.
    uint64_t compiledCount() const { return m_compiled.load(std::memory_order_relaxed); }
    void countCompiled() { m_compiled.fetch_add(1, std::memory_order_relaxed); }

private:
    static constexpr size_t kSweep = 256;

    std::atomic<uint64_t> m_compiled = 0;
    std::mutex m_mutex;
    std::condition_variable m_ended;
    std::unordered_set<store::Key, base::KeyHash<store::Key>> m_turns;
    std::unordered_map<store::Key, std::weak_ptr<StageRoutine<Stage>>, base::KeyHash<store::Key>>
        m_routines;
    size_t m_sweepAt = kSweep;
};

/// Those of a device: pipelines that differ in state alone share their code.
class StageRoutines {
public:
    template <typename Stage>
    LiveRoutines<Stage>& of() {
        return std::get<LiveRoutines<Stage>>(m_stages);
    }

private:
    AllStages::Tuple<LiveRoutines> m_stages;
};

} // namespace cpu::stage
