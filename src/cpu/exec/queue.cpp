// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/queue.h"

#include "cpu/exec/fence.h"
#include "cpu/exec/semaphore.h"

#include <algorithm>
#include <iterator>

#include <pthread.h>

namespace cpu::exec {

Queue::Queue(const Host& host) : m_host(host), m_replay(host), m_thread([this] { runThread(); }) {}

Queue::~Queue() {
    m_host.lose(); // Wakes what waits for something that can no longer come.
    m_host.monitor.update([&] { m_stop = true; });
    m_thread.join();
}

void Queue::submit(std::vector<Submission> submissions) {
    m_host.monitor.update([&] {
        m_submitted += submissions.size();
        std::move(submissions.begin(), submissions.end(), std::back_inserter(m_pending));
    });
}

void Queue::waitIdle() {
    const uint64_t until = m_host.monitor.inspect([&] { return m_submitted; });
    m_host.monitor.wait(UINT64_MAX, [&] { return m_completed >= until || m_host.lost; });
}

void Queue::runThread() {
    pthread_setname_np(pthread_self(), "gl-cpu-queue");
    Monitor& monitor = m_host.monitor;
    for (;;) {
        Submission submission;
        monitor.wait(UINT64_MAX, [&] { return m_stop || !m_pending.empty(); });
        const bool stop = monitor.inspect([&] {
            if (!m_stop) {
                submission = std::move(m_pending.front());
                m_pending.pop_front();
            }
            return m_stop;
        });
        if (stop) {
            return;
        }
        execute(submission);
    }
}

void Queue::execute(const Submission& submission) {
    Monitor& monitor = m_host.monitor;
    if (!submission.waits.empty()) {
        monitor.wait(UINT64_MAX, [&] {
            return m_host.lost || std::all_of(submission.waits.begin(),
                                              submission.waits.end(),
                                              [](const SemaphoreOperation& wait) {
                                                  return wait.semaphore->reached(wait.value);
                                              });
        });
    }
    for (const CommandArena* commands : submission.commands) {
        if (m_host.lost) {
            return;
        }
        m_replay.beginCommandBuffer();
        commands->replay(m_replay);
        m_replay.endCommandBuffer();
        if (m_replay.failed()) {
            m_host.lose();
        }
    }
    if (m_host.lost) {
        return;
    }
    if (submission.last) {
        submission.last(m_host.workers);
    }
    monitor.update([&] {
        for (const SemaphoreOperation& wait : submission.waits) {
            wait.semaphore->consume();
        }
        for (const SemaphoreOperation& signal : submission.signals) {
            signal.semaphore->signal(signal.value);
        }
        if (submission.fence) {
            submission.fence->set(true);
        }
        ++m_completed;
    });
}

} // namespace cpu::exec
