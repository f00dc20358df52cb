// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/fork.h"

#include <pthread.h>

namespace base {

namespace {

std::atomic<uint32_t> g_forks{0};

/// From when the library is loaded: what is made before anybody asks is counted right.
[[maybe_unused]] const bool g_counting = [] {
    afterFork([] { g_forks.fetch_add(1, std::memory_order_relaxed); });
    return true;
}();

} // namespace

uint32_t forkCount() {
    return g_forks.load(std::memory_order_relaxed);
}

void afterFork(void (*forget)()) {
    pthread_atfork(nullptr, nullptr, forget);
}

} // namespace base
