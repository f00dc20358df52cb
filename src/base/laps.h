// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/log.h"

#include <chrono>
#include <cstddef>

namespace base {

/// Times the steps of what takes long, for a line of the log at `debug`:
///
///   a fragment shader: 4.12 ms (reading 0.31, checking 1.20, …)
///
/// Where nobody would see it, no clock is read.
class Laps {
public:
    Laps() : m_enabled(logEnabled(Log::Shaders, LogLevel::Debug)) {
        if (m_enabled) {
            m_last = Clock::now();
        }
    }

    /// Ends a step; `name` is a literal. Steps beyond the most there can be are only in the sum.
    void lap(const char* name) {
        if (!m_enabled) {
            return;
        }
        const Clock::time_point now = Clock::now();
        const double time_ms = std::chrono::duration<double, std::milli>(now - m_last).count();
        m_last = now;
        m_sum_ms += time_ms;
        if (m_count < kMost) {
            m_steps[m_count++] = {name, time_ms};
        }
    }

    /// `what`: gives the name, if anybody wants it.
    template <class What>
    void log(What&& what) const {
        if (!m_enabled) {
            return;
        }
        fmt::memory_buffer text;
        for (size_t i = 0; i < m_count; ++i) {
            fmt::format_to(std::back_inserter(text),
                           "{}{} {:.2f}",
                           i ? ", " : "",
                           m_steps[i].name,
                           m_steps[i].time_ms);
        }
        logDebug(Log::Shaders, "{}: {:.2f} ms ({})", what(), m_sum_ms, fmt::to_string(text));
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Step {
        const char* name;
        double time_ms;
    };
    static constexpr size_t kMost = 12;

    const bool m_enabled;
    Clock::time_point m_last;
    double m_sum_ms = 0;
    size_t m_count = 0;
    Step m_steps[kMost] = {};
};

} // namespace base
