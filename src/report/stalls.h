// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "report/record_format.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

// When an application's thread was kept waiting, and why. See docs/stalls.md.

namespace report {

using Clock = std::chrono::steady_clock;

/// What kept it waiting.
enum class StallKind : uint8_t { Pipelines, Programs, Device, Windows, Threads, Count };

struct Stall {
    Clock::time_point start;
    std::chrono::microseconds duration{};
    std::string cause; ///< For people: what was compiled or waited for, and what made it necessary.
    StallKind kind{};
};

/// The last stalls, and how many there were. Thread-safe.
class Stalls {
public:
    /// Shorter ones are not recorded.
    static constexpr std::chrono::microseconds kLeast{kLeastWait_ns / 1000};
    static constexpr size_t kKept = 256;

    void note(Stall stall);
    /// Oldest first.
    std::vector<Stall> recent() const;
    Stall longest() const;
    uint64_t count() const { return m_count.load(std::memory_order_relaxed); }
    uint64_t total_us() const { return m_total_us.load(std::memory_order_relaxed); }
    /// A line for people: how many, how long in all and by kind, the longest. Empty: there was
    /// none.
    std::string summary() const;

    std::chrono::microseconds least() const { return m_least.load(std::memory_order_relaxed); }
    /// For tests, to which a wait is one however short.
    void setLeast(std::chrono::microseconds least) { m_least = least; }

private:
    struct Sum {
        uint64_t count = 0;
        std::chrono::microseconds duration{};
    };

    std::atomic<uint64_t> m_count{0};
    std::atomic<uint64_t> m_total_us{0};
    std::atomic<std::chrono::microseconds> m_least{kLeast};
    mutable std::mutex m_mutex;
    std::deque<Stall> m_recent;
    Stall m_longest;
    std::array<Sum, size_t(StallKind::Count)> m_byKind{};
};

/// The process's.
Stalls& stalls();

/// `0.3 ms`, `12.5 ms`, `172 ms`.
std::string inMilliseconds(std::chrono::microseconds duration);

/// Times its own life on an application's thread, which is about to compile or to wait: reading the
/// clock is not for what has neither to do. What was long enough becomes a stall, and a line of the
/// log. Timers nest: what happens within another's time is told in its cause.
class StallTimer {
public:
    explicit StallTimer(StallKind kind);
    ~StallTimer();
    StallTimer(const StallTimer&) = delete;
    StallTimer& operator=(const StallTimer&) = delete;

    /// `cause`: called, if at all, for the text. What there is no memory to tell of is not told:
    /// destructors wait, too.
    template <class Cause>
    void stop(Cause&& cause) noexcept {
        const auto duration =
            std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - m_start);
        try {
            if (duration >= stalls().least()) {
                note(duration, cause());
            }
        } catch (const std::bad_alloc&) {
        }
    }

private:
    friend class StallPart;
    void note(std::chrono::microseconds duration, std::string cause);
    void add(std::chrono::microseconds duration, std::string_view cause);

    const StallKind m_kind;
    StallTimer* const m_outer;
    std::string m_within; ///< Causes of what nested.
    const Clock::time_point m_start;
};

/// The same for what may happen on any thread: it counts as part of a timer's time, else not.
class StallPart {
public:
    StallPart();
    template <class Cause>
    void stop(Cause&& cause) const {
        if (m_timer) {
            const auto duration =
                std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - m_start);
            if (duration >= stalls().least()) {
                note(duration, cause());
            }
        }
    }

private:
    void note(std::chrono::microseconds duration, std::string_view cause) const;

    StallTimer* const m_timer;
    Clock::time_point m_start;
};

} // namespace report
