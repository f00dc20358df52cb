// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <functional>
#include <pthread.h>
#include <string>

namespace base {

/// A thread of our own: named, with a stack that compilers have room on whatever the process's
/// default is, and without signals, which belong to the application's threads. Who makes it joins
/// it.
class Thread {
public:
    /// What compilers need at most: as much as a program's first thread has, as a rule. Only what
    /// is used takes memory.
    static constexpr size_t kStack_B = size_t(8) << 20;

    /// std::system_error: there is none to be had. `work` throws nothing.
    Thread(const std::string& name, std::function<void()> work);
    Thread(Thread&& other) noexcept;
    Thread& operator=(Thread&&) = delete;
    ~Thread(); ///< It has been joined.

    void join();
    pthread_t handle() const { return m_handle; }

private:
    pthread_t m_handle{};
    bool m_running = false;
};

/// Calls `work`, which throws nothing, where there is room for a compiler: here where the calling
/// thread is a Thread, else on one that is made for it, while the caller waits. Here, too, where no
/// thread can be had.
void onLargeStack(const std::function<void()>& work);

/// A word that goes along with onLargeStack(), from thread to thread: what the caller is timing
/// (report/stalls.h).
void*& carriedAlong();

} // namespace base
