// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/queue.h"

#include "base/log.h"
#include "cpu/exec/fence.h"
#include "cpu/exec/semaphore.h"
#include "report/record.h"
#include "spirv/stage.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

#include <pthread.h>

namespace cpu::exec {

namespace {

/// By spirv::Stage.
constexpr std::array<std::string_view, spirv::kStageCount> kStageNames = {
    "a vertex shader",
    "a tessellation control shader",
    "a tessellation evaluation shader",
    "a geometry shader",
    "a fragment shader",
    "a compute shader",
};

} // namespace

Queue::Queue(const Host& host, double watchdog_s)
    : m_host(host),
      m_replay(host),
      m_watchdog_s(watchdog_s),
      m_watchdog(watchdog_s, host.workers.count(), host.interruption) {
    for (const pthread_t thread : host.workers.threads()) {
        m_watchdog.watch(thread);
    }
    m_thread = std::thread([this] { runThread(); }); // Last: what fails finds it not running.
    m_watchdog.watch(m_thread.native_handle());
}

Queue::~Queue() {
    m_host.lose("it is destroyed"); // Wakes what waits for something that can no longer come.
    m_host.interruption.want();
    m_host.monitor.update([&] { m_stop = true; });
    m_thread.join();
}

void Queue::submit(std::vector<Submission> submissions) {
    std::list<Submission> added(std::move_iterator(submissions.begin()),
                                std::move_iterator(submissions.end()));
    m_host.monitor.update([&] {
        m_submitted += added.size();
        m_pending.splice(m_pending.end(), added);
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
    if (m_host.lost) {
        return;
    }
    m_watchdog.began();
    const report::Span span;
    run(submission);
    span.stop(report::EventKind::Execute, 0, m_completed + 1, [] { return ""; });
    m_watchdog.ended();
    if (m_host.interruption.isWanted()) {
        loseInterrupted();
    }
    if (m_host.lost) {
        return;
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

void Queue::run(const Submission& submission) {
    try {
        for (const CommandArena* commands : submission.commands) {
            m_replay.beginCommandBuffer();
            commands->replay(m_replay, m_host.interruption);
            m_replay.endCommandBuffer();
            if (m_replay.failed() || m_host.lost || m_host.interruption.isWanted()) {
                break;
            }
        }
        if (submission.last && !m_replay.failed() && !m_host.lost &&
            !m_host.interruption.isWanted()) {
            submission.last(m_host.workers);
        }
    } catch (const std::bad_alloc&) {
        m_replay.fail("out of memory for commands");
    }
    if (m_replay.failed()) {
        report::recordEvent(report::EventKind::Fault, 0, 0, m_replay.failure());
        m_host.lose(m_replay.failure());
    }
}

/// Nothing of the submission runs any more: only now may the application hear that it is over, for
/// it may free what the submission used.
void Queue::loseInterrupted() {
    if (m_host.lost) {
        return; // The queue goes, or ran out of memory.
    }
    const uint32_t stage = m_host.interruption.stage.load(std::memory_order_relaxed);
    const std::string_view what = stage > 0 && stage <= kStageNames.size()
                                      ? kStageNames[stage - 1]
                                      : std::string_view("its commands");
    std::array<char, 128> reason; // There may be no memory for it.
    const auto end = fmt::format_to_n(reason.data(),
                                      reason.size(),
                                      "a submission ran for {} s (option watchdog), {} did not end",
                                      m_watchdog_s,
                                      what)
                         .out;
    const std::string_view told(reason.data(), size_t(end - reason.data()));
    base::logError(base::Log::Device, "the CPU device is lost: {}", told);
    report::recordEvent(report::EventKind::Fault, 0, 0, told);
    m_host.lose(told);
}

} // namespace cpu::exec
