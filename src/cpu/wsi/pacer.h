// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/clock.h"

namespace cpu::wsi {

/// The refreshes of a display, as a clock has them: one each period.
class Pacer {
public:
    Pacer(Clock::time_point first, std::chrono::nanoseconds period)
        : m_first(first), m_period(period), m_last(first - period) {}

    /// When a frame that is ready at `now` is shown: at the next refresh, or the one after when
    /// that has its frame. `late` (FIFO_RELAXED): at once, if the refresh before `now` had none.
    Clock::time_point due(Clock::time_point now, bool late) const;
    /// A frame is shown for this due(); the next one is for a later refresh.
    void shown(Clock::time_point due);

private:
    Clock::time_point refreshUpTo(Clock::time_point time) const;

    Clock::time_point m_first;
    std::chrono::nanoseconds m_period;
    Clock::time_point m_last; ///< The refresh that had a frame last.
};

} // namespace cpu::wsi
