// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/library_use.h"

#include <atomic>
#include <ctime>
#include <pthread.h>

namespace base {

namespace {

/// Threads inside read, fork() writes, and is not kept waiting by threads that enter.
constexpr pthread_rwlock_t kNobodyInside = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
pthread_rwlock_t g_inside = kNobodyInside;
/// An ancestor had threads inside when it forked.
std::atomic<bool> g_impossible{false};
/// This thread's uses; only the outermost one locks.
thread_local int t_depth = 0;
/// This thread forks, and nobody is inside.
thread_local bool t_alone = false;

void beforeFork() {
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    const long long until_ns =
        until.tv_nsec + std::chrono::nanoseconds(LibraryUse::kForkWaits).count();
    until.tv_sec += until_ns / 1'000'000'000;
    until.tv_nsec = until_ns % 1'000'000'000;
    t_alone = pthread_rwlock_clockwrlock(&g_inside, CLOCK_MONOTONIC, &until) == 0;
}

void afterForkInParent() {
    if (t_alone) {
        pthread_rwlock_unlock(&g_inside);
    }
}

void afterForkInChild() {
    if (!t_alone) {
        g_impossible = true;
    }
    g_inside = kNobodyInside;
    if (t_depth > 0) {
        pthread_rwlock_rdlock(&g_inside);
    }
}

[[maybe_unused]] const bool g_watching =
    pthread_atfork(beforeFork, afterForkInParent, afterForkInChild) == 0;

} // namespace

LibraryUse::LibraryUse() {
    if (t_depth++ == 0) {
        pthread_rwlock_rdlock(&g_inside);
    }
}

LibraryUse::~LibraryUse() {
    if (--t_depth == 0) {
        pthread_rwlock_unlock(&g_inside);
    }
}

LibraryUse::operator bool() const {
    return !g_impossible;
}

} // namespace base
