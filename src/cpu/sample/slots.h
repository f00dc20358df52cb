// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/routine.h"

#include <cstdint>
#include <memory>
#include <span>

namespace cpu::sample {

class RoutineCache;

/// The slots of one shader: for each worker thread one per sampling instruction, away from the
/// other workers' cache lines. WorkerData::slots is ofWorker(). Made and destroyed while no worker
/// runs the shader, and destroyed before the cache.
class SlotArray {
public:
    SlotArray(RoutineCache& cache, uint32_t siteCount, uint32_t workerCount);
    ~SlotArray();
    SlotArray(const SlotArray&) = delete;
    SlotArray& operator=(const SlotArray&) = delete;

    uint32_t siteCount() const { return m_siteCount; }
    uint32_t workerCount() const { return m_workerCount; }

    Slot* ofWorker(uint32_t worker) {
        return reinterpret_cast<Slot*>(m_lines.get() + size_t(worker) * m_linesPerWorker);
    }
    Slot& at(uint32_t worker, uint32_t site) { return ofWorker(worker)[site]; }
    std::span<Slot> all();

private:
    static constexpr uint32_t kSlotsPerLine = 4;
    struct alignas(64) Line {
        Slot slots[kSlotsPerLine];
    };

    RoutineCache& m_cache;
    const uint32_t m_siteCount;
    const uint32_t m_workerCount;
    const uint32_t m_linesPerWorker;
    const std::unique_ptr<Line[]> m_lines;
};

} // namespace cpu::sample
