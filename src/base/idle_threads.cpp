// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/idle_threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <atomic>
#include <thread>

namespace base {

class IdleThreads::Thread {
public:
    explicit Thread(const std::string& name) {
        // Signals belong to the application's threads.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        m_thread = std::thread([this, name] { loop(name); });
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    ~Thread() {
        tell(State::Stop);
        m_thread.join();
    }

    void hurry() {
        const sched_param none{};
        pthread_setschedparam(m_thread.native_handle(), SCHED_OTHER, &none);
    }

    void run(const std::function<void()>& work) {
        m_work = &work;
        tell(State::Working);
        m_state.wait(State::Working);
    }

private:
    enum class State : int { Waiting, Working, Stop };

    void tell(State state) {
        m_state.store(state);
        m_state.notify_all();
    }

    void loop(const std::string& name) {
        constexpr size_t longest = 15; // what the kernel keeps
        pthread_setname_np(pthread_self(), name.substr(0, longest).c_str());
        const sched_param none{};
        pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
        for (;;) {
            m_state.wait(State::Waiting);
            if (m_state.load() == State::Stop) {
                return;
            }
            (*m_work)();
            tell(State::Waiting);
        }
    }

    std::atomic<State> m_state = State::Waiting;
    const std::function<void()>* m_work = nullptr;
    std::thread m_thread;
};

IdleThreads::IdleThreads(const std::string& name, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        m_threads.push_back(std::make_unique<Thread>(name));
        m_free.push_back(m_threads.back().get());
    }
}

IdleThreads::~IdleThreads() = default;

void IdleThreads::hurry() {
    for (const std::unique_ptr<Thread>& thread : m_threads) {
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
    Thread* const thread = m_free.back();
    m_free.pop_back();
    lock.unlock();
    thread->run(work);
    lock.lock();
    m_free.push_back(thread);
    m_freed.notify_one();
}

} // namespace base
