// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

// When an application's thread was kept waiting, and why.

namespace report {

using Clock = std::chrono::steady_clock;

struct Stall {
    Clock::time_point start;
    std::chrono::microseconds duration{};
    std::string cause; ///< For people: what was compiled or waited for, and what made it necessary.
};

/// The last stalls, and how many there were. Thread-safe.
class Stalls {
public:
    /// Shorter ones are not recorded.
    static constexpr std::chrono::microseconds kLeast{100};
    static constexpr size_t kKept = 256;

    void note(Stall stall);
    /// Oldest first.
    std::vector<Stall> recent() const;
    uint64_t count() const { return m_count.load(std::memory_order_relaxed); }
    uint64_t total_us() const { return m_total_us.load(std::memory_order_relaxed); }

private:
    std::atomic<uint64_t> m_count{0};
    std::atomic<uint64_t> m_total_us{0};
    mutable std::mutex m_mutex;
    std::deque<Stall> m_recent;
};

/// The process's.
Stalls& stalls();

/// Times its own life on an application's thread. What was long enough becomes a stall, and a line
/// of the log at level `info`.
class StallTimer {
public:
    StallTimer() : m_start(Clock::now()) {}
    StallTimer(const StallTimer&) = delete;
    StallTimer& operator=(const StallTimer&) = delete;

    /// `cause`: called, if at all, for the text.
    template <class Cause>
    void stop(Cause&& cause) const {
        const auto duration =
            std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - m_start);
        if (duration >= Stalls::kLeast) {
            stalls().note({m_start, duration, cause()});
        }
    }

private:
    const Clock::time_point m_start;
};

} // namespace report
