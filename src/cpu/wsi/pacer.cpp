// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/pacer.h"

#include <algorithm>

namespace cpu::wsi {

Clock::time_point Pacer::refreshUpTo(Clock::time_point time) const {
    return m_first + (time - m_first) / m_period * m_period;
}

Clock::time_point Pacer::due(Clock::time_point now, bool late) const {
    const Clock::time_point last = refreshUpTo(now);
    if (late && last > m_last) {
        return now;
    }
    return std::max(last, m_last) + m_period;
}

void Pacer::shown(Clock::time_point due) {
    m_last = std::max(m_last, refreshUpTo(due));
}

} // namespace cpu::wsi
