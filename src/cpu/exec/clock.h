// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <time.h>

namespace cpu::exec {

inline uint64_t clock_ns(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return uint64_t(now.tv_sec) * 1'000'000'000 + uint64_t(now.tv_nsec);
}

/// The device's clock.
inline uint64_t timestamp_ns() {
    return clock_ns(CLOCK_MONOTONIC);
}

} // namespace cpu::exec
