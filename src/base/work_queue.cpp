// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/work_queue.h"

#include "base/log.h"

#include <algorithm>
#include <exception>

namespace base {

namespace {

constexpr unsigned kMaxAutomaticThreads = 8;

void noteFailure(const std::exception& failure) noexcept {
    try {
        logWarnOnce(Log::General, "work was given up: {}", failure.what());
    } catch (const std::exception&) {
        // No memory to tell of it.
    }
}

unsigned automaticThreadCount() {
    const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    return std::clamp(processors - 1, 1u, kMaxAutomaticThreads);
}

} // namespace

namespace detail {

bool JobState::claim() {
    std::lock_guard lock(m_mutex);
    if (m_phase != Phase::Pending) {
        return false;
    }
    m_phase = Phase::Claimed;
    return true;
}

void JobState::finish() {
    release();
    // Notified under the lock: the waiter may free this object as soon as it sees the phase.
    std::lock_guard lock(m_mutex);
    m_phase = Phase::Done;
    m_finished.notify_all();
}

void JobState::runIfUnclaimed() {
    if (claim()) {
        try {
            run();
        } catch (const std::exception& failure) {
            noteFailure(failure);
        }
        finish();
    }
}

void JobState::dropIfUnclaimed() {
    if (claim()) {
        finish();
    }
}

bool JobState::claimed() const {
    std::lock_guard lock(m_mutex);
    return m_phase != Phase::Pending;
}

bool JobState::done() const {
    std::lock_guard lock(m_mutex);
    return m_phase == Phase::Done;
}

void JobState::waitDone() {
    std::unique_lock lock(m_mutex);
    m_finished.wait(lock, [&] { return m_phase == Phase::Done; });
}

} // namespace detail

bool Job::done() const {
    return !m_state || m_state->done();
}

void Job::wait() {
    if (m_state) {
        if (!m_state->claimed()) {
            onLargeStack([this] { m_state->runIfUnclaimed(); });
        }
        m_state->waitDone();
    }
}

WorkQueue::WorkQueue(std::string name, unsigned threadCount) : m_name(std::move(name)) {
    if (threadCount == 0) {
        threadCount = automaticThreadCount();
    }
    m_running.resize(threadCount);
    m_threads.reserve(threadCount);
    try {
        for (unsigned i = 0; i < threadCount; ++i) {
            m_threads.emplace_back(m_name, [this, i] { runThread(i); });
        }
    } catch (const std::exception& failure) {
        if (m_threads.empty()) {
            throw;
        }
        noteFailure(failure); // Fewer will do.
    }
}

WorkQueue::~WorkQueue() {
    close();
}

void WorkQueue::close() {
    std::unique_lock lock(m_mutex);
    m_stopping = true;
    m_wake.notify_all();
    while (const std::shared_ptr<detail::JobState> state = popLocked()) {
        lock.unlock();
        state->dropIfUnclaimed();
        lock.lock();
    }
    lock.unlock();
    for (Thread& thread : m_threads) {
        thread.join();
    }
    m_threads.clear();
}

Job WorkQueue::submitState(Priority priority, std::shared_ptr<detail::JobState> state) {
    Job job(state);
    bool stopping = false;
    {
        std::lock_guard lock(m_mutex);
        stopping = m_stopping;
        if (!stopping) {
            state->place = m_submitted + 1;
            m_pending[size_t(priority)].push_back(std::move(state));
            ++m_submitted;
        }
    }
    if (stopping) {
        job.m_state->dropIfUnclaimed(); // a running job submitted more while the queue closes
    } else {
        m_wake.notify_one();
    }
    return job;
}

void WorkQueue::drain() {
    std::unique_lock lock(m_mutex);
    const uint64_t last = m_submitted;
    while (const std::shared_ptr<detail::JobState> state = findLocked(last)) {
        lock.unlock();
        state->waitDone();
        lock.lock();
    }
}

/// Some job that is not done, of the first `last` that were submitted; null: there is none.
std::shared_ptr<detail::JobState> WorkQueue::findLocked(uint64_t last) const {
    const auto wanted = [&](const std::shared_ptr<detail::JobState>& state) {
        return state && state->place <= last && !state->done();
    };
    if (const auto it = std::ranges::find_if(m_running, wanted); it != m_running.end()) {
        return *it;
    }
    for (const auto& level : m_pending) {
        if (const auto it = std::ranges::find_if(level, wanted); it != level.end()) {
            return *it;
        }
    }
    return nullptr;
}

std::shared_ptr<detail::JobState> WorkQueue::popLocked() {
    for (auto& level : m_pending) {
        if (!level.empty()) {
            std::shared_ptr<detail::JobState> state = std::move(level.front());
            level.pop_front();
            return state;
        }
    }
    return nullptr;
}

void WorkQueue::runThread(unsigned index) {
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (m_stopping) {
            return;
        }
        if (std::shared_ptr<detail::JobState> state = popLocked()) {
            m_running[index] = state;
            lock.unlock();
            state->runIfUnclaimed();
            state.reset();
            lock.lock();
            m_running[index].reset();
        } else {
            m_wake.wait(lock);
        }
    }
}

} // namespace base
