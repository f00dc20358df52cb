// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/idle_threads.h"

#include "base/log.h"
#include "base/thread.h"

#include <sched.h>

#include <atomic>
#include <exception>
#include <utility>

namespace base {

class IdleThreads::Worker {
public:
    explicit Worker(const std::string& name) : m_thread(name, [this] { loop(); }) {}
    ~Worker() {
        tell(State::Stop);
        m_thread.join();
    }

    void hurry() {
        const sched_param none{};
        pthread_setschedparam(m_thread.handle(), SCHED_OTHER, &none);
    }

    void run(const std::function<void()>& work) {
        m_work = &work;
        tell(State::Working);
        m_state.wait(State::Working);
        if (m_failure) {
            std::rethrow_exception(std::exchange(m_failure, nullptr));
        }
    }

private:
    enum class State : int { Waiting, Working, Stop };

    void tell(State state) {
        m_state.store(state);
        m_state.notify_all();
    }

    void loop() {
        const sched_param none{};
        pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
        for (;;) {
            m_state.wait(State::Waiting);
            if (m_state.load() == State::Stop) {
                return;
            }
            try {
                (*m_work)();
            } catch (const std::exception&) {
                m_failure = std::current_exception();
            }
            tell(State::Waiting);
        }
    }

    std::atomic<State> m_state = State::Waiting;
    const std::function<void()>* m_work = nullptr;
    std::exception_ptr m_failure; ///< What the work ended with.
    base::Thread m_thread;
};

IdleThreads::IdleThreads(const std::string& name, unsigned count) {
    m_threads.reserve(count);
    m_free.reserve(count);
    try {
        for (unsigned i = 0; i < count; ++i) {
            m_threads.push_back(std::make_unique<Worker>(name));
            m_free.push_back(m_threads.back().get());
        }
    } catch (const std::exception& failure) {
        logWarnOnce(Log::General,
                    "{} of {} threads could be started: {}",
                    m_free.size(),
                    count,
                    failure.what());
    }
}

IdleThreads::~IdleThreads() = default;

void IdleThreads::hurry() {
    for (const std::unique_ptr<Worker>& thread : m_threads) {
        thread->hurry();
    }
}

bool IdleThreads::busy() {
    const std::lock_guard lock(m_mutex);
    return m_free.size() < m_threads.size();
}

void IdleThreads::run(const std::function<void()>& work) {
    if (m_threads.empty()) {
        work();
        return;
    }
    std::unique_lock lock(m_mutex);
    m_freed.wait(lock, [&] { return !m_free.empty(); });
    Worker* const thread = m_free.back();
    m_free.pop_back();
    lock.unlock();
    const auto giveBack = [&] {
        lock.lock();
        m_free.push_back(thread);
        m_freed.notify_one();
    };
    try {
        thread->run(work);
    } catch (...) {
        giveBack();
        throw;
    }
    giveBack();
}

} // namespace base
