// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/graphics_routine.h"

#include <mutex>
#include <unordered_map>

namespace cpu::exec {

/// The stages of a device's pipelines that are alive, by key: pipelines that differ in state alone
/// share their code. Safe on any thread.
template <typename Stage>
class StageRoutines {
public:
    using Routine = std::shared_ptr<StageRoutine<Stage>>;

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

private:
    static constexpr size_t kSweep = 256;

    std::mutex m_mutex;
    std::unordered_map<store::Key, std::weak_ptr<StageRoutine<Stage>>, base::KeyHash<store::Key>>
        m_routines;
    size_t m_sweepAt = kSweep;
};

struct GraphicsRoutines {
    StageRoutines<VertexStage> vertex;
    StageRoutines<FragmentStage> fragment;
};

} // namespace cpu::exec
