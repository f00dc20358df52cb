// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/thread.h"

#include <signal.h>

#include <cassert>
#include <memory>
#include <system_error>
#include <utility>

namespace base {

namespace {

constexpr size_t kMaxThreadName = 15; ///< what the kernel keeps

constinit thread_local bool t_own = false; ///< A Thread runs here.

struct Start {
    std::string name;
    std::function<void()> work;
};

void* run(void* data) {
    const std::unique_ptr<Start> start(static_cast<Start*>(data));
    t_own = true;
    pthread_setname_np(pthread_self(), start->name.c_str());
    start->work();
    return nullptr;
}

/// While it lives, the threads that are started get no signals.
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

Thread::Thread(const std::string& name, std::function<void()> work) {
    auto start = std::make_unique<Start>(Start{name.substr(0, kMaxThreadName), std::move(work)});
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStack_B);
    const BlockSignals block;
    const int error = pthread_create(&m_handle, &attributes, run, start.get());
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), "no thread");
    }
    start.release(); // The thread's.
    m_running = true;
}

Thread::Thread(Thread&& other) noexcept
    : m_handle(other.m_handle), m_running(std::exchange(other.m_running, false)) {}

Thread::~Thread() {
    assert(!m_running);
}

void Thread::join() {
    pthread_join(m_handle, nullptr);
    m_running = false;
}

void*& carriedAlong() {
    static constinit thread_local void* word = nullptr;
    return word;
}

void onLargeStack(const std::function<void()>& work) {
    if (t_own) {
        work();
        return;
    }
    try {
        Thread thread("glissade-stack", [&work, carried = carriedAlong()] {
            carriedAlong() = carried;
            work();
        });
        thread.join();
    } catch (const std::exception&) {
        work();
    }
}

} // namespace base
