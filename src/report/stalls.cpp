// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "report/stalls.h"

#include "base/log.h"

#include <utility>

namespace report {

void Stalls::note(Stall stall) {
    base::logInfo("stalled for {} µs: {}", stall.duration.count(), stall.cause);
    m_count.fetch_add(1, std::memory_order_relaxed);
    m_total_us.fetch_add(uint64_t(stall.duration.count()), std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    m_recent.push_back(std::move(stall));
    if (m_recent.size() > kKept) {
        m_recent.pop_front();
    }
}

std::vector<Stall> Stalls::recent() const {
    const std::lock_guard lock(m_mutex);
    return {m_recent.begin(), m_recent.end()};
}

Stalls& stalls() {
    // Never destroyed: threads may outlive main().
    static Stalls& all = *new Stalls;
    return all;
}

} // namespace report
