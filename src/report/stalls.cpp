// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "report/stalls.h"

#include "base/fork.h"
#include "base/log.h"
#include "base/thread.h"
#include "report/object_name.h"
#include "report/record.h"

#include <iterator>
#include <utility>

namespace report {

namespace {

/// The innermost of this thread's, or of the thread that this one does something for.
StallTimer* innermost() {
    return static_cast<StallTimer*>(base::carriedAlong());
}

/// Waits for the device are what some programs do every frame: they would drown the others.
base::LogLevel levelOf(StallKind kind) {
    return kind == StallKind::Device ? base::LogLevel::Debug : base::LogLevel::Info;
}

} // namespace

std::string inMilliseconds(std::chrono::microseconds duration) {
    const double time_ms = double(duration.count()) / 1000;
    return fmt::format("{:.{}f} ms", time_ms, time_ms < 99.95 ? 1 : 0);
}

void Stalls::note(Stall stall) {
    base::log(base::Log::Waits,
              levelOf(stall.kind),
              "stalled for {}: {}",
              inMilliseconds(stall.duration),
              stall.cause);
    const auto duration_ns = uint64_t(std::chrono::nanoseconds(stall.duration).count());
    g_counters.count(EventKind::Stall, uint8_t(stall.kind), duration_ns, 0);
    if (Record* const to = record()) {
        to->add(EventKind::Stall,
                uint8_t(stall.kind),
                uint64_t(std::chrono::nanoseconds(stall.start.time_since_epoch()).count()),
                duration_ns,
                0,
                stall.cause);
    }
    m_count.fetch_add(1, std::memory_order_relaxed);
    m_total_us.fetch_add(uint64_t(stall.duration.count()), std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    Sum& sum = m_byKind[size_t(stall.kind)];
    ++sum.count;
    sum.duration += stall.duration;
    if (stall.duration > m_longest.duration) {
        m_longest = stall;
    }
    m_recent.push_back(std::move(stall));
    if (m_recent.size() > kKept) {
        m_recent.pop_front();
    }
}

std::vector<Stall> Stalls::recent() const {
    const std::lock_guard lock(m_mutex);
    return {m_recent.begin(), m_recent.end()};
}

Stall Stalls::longest() const {
    const std::lock_guard lock(m_mutex);
    return m_longest;
}

std::string Stalls::summary() const {
    constexpr const char* kNames[] = {
        "pipelines", "programs", "the device", "windows", "other threads"};
    static_assert(std::size(kNames) == size_t(StallKind::Count));
    const std::lock_guard lock(m_mutex);
    std::string kinds;
    Sum all;
    for (size_t i = 0; i < m_byKind.size(); ++i) {
        const Sum& sum = m_byKind[i];
        if (sum.count) {
            kinds += fmt::format("{}{} for {} ({})",
                                 kinds.empty() ? "" : ", ",
                                 sum.count,
                                 kNames[i],
                                 inMilliseconds(sum.duration));
        }
        all.count += sum.count;
        all.duration += sum.duration;
    }
    return all.count == 0 ? std::string()
                          : fmt::format("{} stalls, {} in all: {}; the longest, {}: {}",
                                        all.count,
                                        inMilliseconds(all.duration),
                                        kinds,
                                        inMilliseconds(m_longest.duration),
                                        m_longest.cause);
}

Stalls& stalls() {
    // Never destroyed: threads may outlive main().
    static constinit base::PerProcess<Stalls> all;
    return all.get();
}

StallTimer::StallTimer(StallKind kind) : m_kind(kind), m_outer(innermost()), m_start(Clock::now()) {
    base::carriedAlong() = this;
}

StallTimer::~StallTimer() {
    base::carriedAlong() = m_outer;
}

void StallTimer::note(std::chrono::microseconds duration, std::string cause) {
    if (const std::string subject = Subject::current(); !subject.empty()) {
        cause += fmt::format(", {}", subject);
    }
    if (!m_within.empty()) {
        cause += fmt::format(" ({})", m_within);
    }
    if (m_outer) {
        m_outer->add(duration, cause);
    } else {
        stalls().note({m_start, duration, std::move(cause), m_kind});
    }
}

void StallTimer::add(std::chrono::microseconds duration, std::string_view cause) {
    m_within +=
        fmt::format("{}{}: {}", m_within.empty() ? "" : ", ", inMilliseconds(duration), cause);
}

StallPart::StallPart() : m_timer(innermost()) {
    if (m_timer) {
        m_start = Clock::now();
    }
}

void StallPart::note(std::chrono::microseconds duration, std::string_view cause) const {
    m_timer->add(duration, cause);
}

} // namespace report
