// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/live_objects.h"

#include "base/options.h"

#include <algorithm>

namespace cpu::exec {

void LiveRanges::add(const void* begin, size_t size_B) {
    const std::lock_guard lock(m_mutex);
    m_ranges.emplace(reinterpret_cast<uintptr_t>(begin), size_B);
}

void LiveRanges::remove(const void* begin, size_t size_B) {
    const std::lock_guard lock(m_mutex);
    const auto [first, last] = m_ranges.equal_range(reinterpret_cast<uintptr_t>(begin));
    const auto range =
        std::find_if(first, last, [&](const auto& entry) { return entry.second == size_B; });
    if (range != last) {
        m_ranges.erase(range);
    }
}

bool LiveRanges::contains(const void* address) const {
    const auto at = reinterpret_cast<uintptr_t>(address);
    const std::lock_guard lock(m_mutex);
    // The nearest first: ranges seldom overlap.
    for (auto range = m_ranges.upper_bound(at); range != m_ranges.begin();) {
        --range;
        if (at - range->first < range->second) {
            return true;
        }
    }
    return false;
}

LiveObjects* liveObjects() {
    static LiveObjects* const objects = base::options().validation ? new LiveObjects : nullptr;
    return objects;
}

} // namespace cpu::exec
