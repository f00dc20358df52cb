// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/workers.h"

#include "base/log.h"
#include "cpu/exec/processors.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>

namespace cpu::exec {

namespace {

/// How often a thread looks again for work before it sleeps: dispatches often follow each other
/// closely, and waking a thread costs more than the whole of a small one. Where threads share cores
/// they only keep each other from working.
constexpr int kSpins = 2000;

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

} // namespace

/// A round is one call of run(). Threads take part in a round by counting themselves in under the
/// mutex, so that run() knows when the last one has left its task alone.
struct Workers::Shared {
    explicit Shared(const Interruption& interruption) : interruption(interruption) {}

    const Interruption& interruption;
    std::mutex mutex;
    std::condition_variable wake; ///< A round began, or stop.
    std::condition_variable idle; ///< busy became 0.
    std::atomic<uint64_t> round{0};
    bool stop = false;
    bool open = false; ///< Threads may join the round.
    uint32_t busy = 0; ///< Threads inside the round, the caller not counted.

    const Task* task = nullptr;
    uint64_t items = 0;
    uint64_t grain = 1;
    std::atomic<uint64_t> next{0};
    std::atomic<bool> failed{false}; ///< A call of the task met the end of memory.

    std::vector<std::thread> threads;
    int spins = 0;

    void work(uint32_t worker) {
        try {
            takeItems(worker);
        } catch (const std::bad_alloc&) {
            failed.store(true, std::memory_order_relaxed);
            next.store(items, std::memory_order_relaxed); // Nobody takes more.
        }
    }

    void takeItems(uint32_t worker) {
        for (;;) {
            const uint64_t begin = next.fetch_add(grain, std::memory_order_relaxed);
            if (begin >= items) {
                return;
            }
            const uint64_t end = std::min(items, begin + grain);
            for (uint64_t item = begin; item < end; ++item) {
                if (interruption.isWanted()) [[unlikely]] {
                    return;
                }
                (*task)(item, worker);
            }
        }
    }

    void runThread(uint32_t worker) {
        pthread_setname_np(pthread_self(), ("gl-cpu-" + std::to_string(worker)).c_str());
        uint64_t seen = 0;
        std::unique_lock lock(mutex);
        while (!stop) {
            const uint64_t now = round.load(std::memory_order_relaxed);
            if (now != seen) {
                seen = now;
                if (open) {
                    ++busy;
                    lock.unlock();
                    work(worker);
                    lock.lock();
                    open = false; // Nothing is left to hand out.
                    if (--busy == 0) {
                        idle.notify_one();
                    }
                }
                lock.unlock();
                for (int i = 0; i < spins && round.load(std::memory_order_relaxed) == seen; ++i) {
                    pause();
                }
                lock.lock();
                continue;
            }
            wake.wait(lock);
        }
    }
};

Workers::Workers(uint32_t threadCount, const Interruption& interruption)
    : m_interruption(interruption), m_shared(std::make_unique<Shared>(interruption)) {
    Shared& shared = *m_shared;
    shared.spins = threadCount <= processorCount() ? kSpins : 0;
    shared.threads.reserve(threadCount);
    try {
        for (uint32_t worker = 1; worker < threadCount; ++worker) {
            shared.threads.emplace_back([&shared, worker] { shared.runThread(worker); });
        }
    } catch (const std::exception& failure) {
        base::logWarn(base::Log::Device,
                      "{} of {} threads work for the CPU device: {}",
                      count(),
                      threadCount,
                      failure.what());
    }
}

Workers::~Workers() {
    {
        std::lock_guard lock(m_shared->mutex);
        m_shared->stop = true;
    }
    m_shared->wake.notify_all();
    for (std::thread& thread : m_shared->threads) {
        thread.join();
    }
}

uint32_t Workers::count() const {
    return uint32_t(m_shared->threads.size()) + 1;
}

std::vector<pthread_t> Workers::threads() const {
    std::vector<pthread_t> threads;
    for (std::thread& thread : m_shared->threads) {
        threads.push_back(thread.native_handle());
    }
    return threads;
}

void Workers::run(uint64_t items, uint64_t grain, const Task& task) {
    Shared& shared = *m_shared;
    grain = std::max<uint64_t>(grain, 1);
    if (items <= grain || shared.threads.empty()) {
        for (uint64_t item = 0; item < items && !interrupted(); ++item) {
            task(item, 0);
        }
        return;
    }
    {
        std::lock_guard lock(shared.mutex);
        shared.task = &task;
        shared.items = items;
        shared.grain = grain;
        shared.next.store(0, std::memory_order_relaxed);
        shared.failed.store(false, std::memory_order_relaxed);
        shared.open = true;
        shared.round.fetch_add(1, std::memory_order_relaxed);
    }
    shared.wake.notify_all();
    shared.work(0);
    std::unique_lock lock(shared.mutex);
    shared.open = false;
    shared.idle.wait(lock, [&] { return shared.busy == 0; });
    if (shared.failed.load(std::memory_order_relaxed)) {
        throw std::bad_alloc();
    }
}

} // namespace cpu::exec
