// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/presenter.h"

#include <csignal>
#include <utility>

#include <pthread.h>

namespace cpu::wsi {

Presenter::Presenter(Target& target, PresentMode mode, std::chrono::nanoseconds period, Done done)
    : m_target(target), m_mode(mode), m_period(period), m_done(std::move(done)), m_thread([this] {
          runThread();
      }) {}

Presenter::~Presenter() {
    {
        std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_one();
    m_thread.join();
}

void Presenter::present(uint32_t frame) {
    std::deque<uint32_t> replaced;
    {
        std::lock_guard lock(m_mutex);
        if (m_mode == PresentMode::Mailbox) {
            replaced.swap(m_waiting);
        }
        m_waiting.push_back(frame);
    }
    m_changed.notify_one();
    for (const uint32_t old : replaced) {
        m_done(old, {});
    }
}

void Presenter::waitForRefresh(std::unique_lock<std::mutex>& lock) {
    if (m_mode == PresentMode::Immediate) {
        return;
    }
    const Clock::time_point now = Clock::now();
    if (!m_pacer) {
        m_pacer.emplace(now, m_period);
        m_pacer->shown(now);
        return;
    }
    const Clock::time_point due = m_pacer->due(now, m_mode == PresentMode::FifoRelaxed);
    m_changed.wait_until(lock, due, [&] { return m_stop; });
    m_pacer->shown(due);
}

void Presenter::runThread() {
    pthread_setname_np(pthread_self(), "gl-cpu-present");
    sigset_t all; // Signals are for the application's threads.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [&] { return m_stop || !m_waiting.empty(); });
        if (m_waiting.empty()) {
            return;
        }
        waitForRefresh(lock);
        if (m_stop) {
            m_waiting.erase(m_waiting.begin(), m_waiting.end() - 1);
        }
        const uint32_t frame = m_waiting.front();
        m_waiting.pop_front();
        lock.unlock();
        m_done(frame, m_target.show(frame));
        lock.lock();
    }
}

} // namespace cpu::wsi
