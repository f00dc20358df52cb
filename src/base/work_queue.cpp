// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/work_queue.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>

namespace base {

namespace {

constexpr unsigned kMaxAutomaticThreads = 8;
constexpr size_t kMaxThreadName = 15; ///< what the kernel keeps

unsigned automaticThreadCount() {
    const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    return std::clamp(processors - 1, 1u, kMaxAutomaticThreads);
}

/// Signals belong to the application's threads: its handlers must not find themselves on ours.
class BlockSignals {
public:
    BlockSignals() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

private:
    sigset_t m_before;
};

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
        run();
        finish();
    }
}

void JobState::dropIfUnclaimed() {
    if (claim()) {
        finish();
    }
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
        m_state->runIfUnclaimed();
        m_state->waitDone();
    }
}

WorkQueue::WorkQueue(std::string name, unsigned threadCount) : m_name(std::move(name)) {
    if (threadCount == 0) {
        threadCount = automaticThreadCount();
    }
    BlockSignals block;
    m_running.resize(threadCount);
    m_threads.reserve(threadCount);
    for (unsigned i = 0; i < threadCount; ++i) {
        m_threads.emplace_back([this, i] { runThread(i); });
    }
}

WorkQueue::~WorkQueue() {
    std::array<std::deque<std::shared_ptr<detail::JobState>>, kPriorityCount> dropped;
    {
        std::lock_guard lock(m_mutex);
        m_stopping = true;
        dropped.swap(m_pending);
    }
    m_wake.notify_all();
    for (auto& level : dropped) {
        for (auto& state : level) {
            state->dropIfUnclaimed();
        }
    }
    for (std::thread& thread : m_threads) {
        thread.join();
    }
}

Job WorkQueue::submitState(Priority priority, std::shared_ptr<detail::JobState> state) {
    Job job(state);
    bool stopping = false;
    {
        std::lock_guard lock(m_mutex);
        stopping = m_stopping;
        if (!stopping) {
            m_pending[size_t(priority)].push_back(std::move(state));
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
    std::vector<std::shared_ptr<detail::JobState>> unfinished;
    {
        std::lock_guard lock(m_mutex);
        unfinished = m_running;
        for (auto& level : m_pending) {
            unfinished.insert(unfinished.end(), level.begin(), level.end());
        }
    }
    for (auto& state : unfinished) {
        if (state) {
            state->waitDone();
        }
    }
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
    pthread_setname_np(pthread_self(), m_name.substr(0, kMaxThreadName).c_str());
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (std::shared_ptr<detail::JobState> state = popLocked()) {
            m_running[index] = state;
            lock.unlock();
            state->runIfUnclaimed();
            state.reset();
            lock.lock();
            m_running[index].reset();
        } else if (m_stopping) {
            return;
        } else {
            m_wake.wait(lock);
        }
    }
}

} // namespace base
