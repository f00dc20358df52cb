// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/watchdog.h"

#include "cpu/exec/clock.h"

#include <algorithm>
#include <chrono>

namespace cpu::exec {

namespace {

/// How often it looks while there is work, in parts of its limit; and at most.
constexpr uint64_t kLooks = 8;
constexpr std::chrono::nanoseconds kLongestTick = std::chrono::seconds(1);

} // namespace

Watchdog::Watchdog(double limit_s, uint32_t threads, Interruption& interruption)
    : m_limit_ns(uint64_t(limit_s * 1e9)), m_interruption(interruption) {
    m_clocks.reserve(threads);
    m_began_ns.reserve(threads);
    if (m_limit_ns > 0) {
        m_thread = std::thread([this] { runThread(); });
    }
}

Watchdog::~Watchdog() {
    if (!m_thread.joinable()) {
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

void Watchdog::watch(pthread_t thread) {
    clockid_t clock;
    if (pthread_getcpuclockid(thread, &clock) == 0) {
        m_clocks.push_back(clock);
    }
}

void Watchdog::began() {
    if (m_limit_ns == 0) {
        return;
    }
    // Either this sees that the thread is about to sleep, or the thread sees the work.
    m_work.store(++m_lastWork);
    if (m_asleep.load()) [[unlikely]] {
        {
            const std::lock_guard lock(m_mutex);
            m_asleep = false;
        }
        m_wake.notify_all();
    }
}

void Watchdog::runThread() {
    pthread_setname_np(pthread_self(), "gl-cpu-watch");
    const auto tick = std::min<std::chrono::nanoseconds>(
        std::chrono::nanoseconds(m_limit_ns / kLooks), kLongestTick);
    std::unique_lock lock(m_mutex);
    uint64_t seen = 0;
    while (!m_stop) {
        const uint64_t work = m_work.load();
        if (work == 0 && seen == 0) {
            sleep(lock);
            continue;
        }
        if (work != seen) {
            seen = work;
            m_began_ns.clear();
            if (work) {
                readClocks();
            }
        } else if (ran_ns() >= m_limit_ns) {
            m_interruption.want();
            return;
        }
        m_wake.wait_for(lock, tick, [&] { return m_stop; });
    }
}

void Watchdog::sleep(std::unique_lock<std::mutex>& lock) {
    m_asleep = true;
    if (m_work.load() == 0) {
        m_wake.wait(lock, [&] { return m_stop || !m_asleep; });
    }
    m_asleep = false;
}

void Watchdog::readClocks() {
    for (const clockid_t clock : m_clocks) {
        m_began_ns.push_back(clock_ns(clock));
    }
}

uint64_t Watchdog::ran_ns() const {
    uint64_t most_ns = 0;
    for (size_t i = 0; i < m_began_ns.size(); ++i) {
        most_ns = std::max(most_ns, clock_ns(m_clocks[i]) - m_began_ns[i]);
    }
    return most_ns;
}

} // namespace cpu::exec
