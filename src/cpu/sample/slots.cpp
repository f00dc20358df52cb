// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/slots.h"

#include "cpu/sample/routine_cache.h"

namespace cpu::sample {

SlotArray::SlotArray(RoutineCache& cache, uint32_t siteCount, uint32_t workerCount)
    : m_cache(cache),
      m_siteCount(siteCount),
      m_workerCount(workerCount),
      m_linesPerWorker((siteCount + kSlotsPerLine - 1) / kSlotsPerLine),
      m_lines(std::make_unique<Line[]>(size_t(m_linesPerWorker) * workerCount)) {
    m_cache.registerSlots(all());
}

SlotArray::~SlotArray() {
    m_cache.releaseSlots(all());
}

std::span<Slot> SlotArray::all() {
    return {reinterpret_cast<Slot*>(m_lines.get()),
            size_t(m_linesPerWorker) * m_workerCount * kSlotsPerLine};
}

} // namespace cpu::sample
