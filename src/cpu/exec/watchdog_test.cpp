// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/watchdog.h"

#include "cpu/exec/clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace cpu::exec {
namespace {

constexpr double kLimit_s = 0.02;

uint64_t ran_ns() {
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/// Runs on this thread for so many limits, or until it is interrupted.
void work(double limits, const Interruption& interruption) {
    const uint64_t end_ns = ran_ns() + uint64_t(limits * kLimit_s * 1e9);
    while (ran_ns() < end_ns && !interruption.isWanted()) {
    }
}

TEST(Watchdog, InterruptsWhatDoesNotEnd) {
    Interruption interruption;
    Watchdog watchdog(kLimit_s, 1, interruption);
    watchdog.watch(pthread_self());
    watchdog.began();
    const uint64_t begin_ns = ran_ns();
    while (!interruption.isWanted()) {
    }
    EXPECT_GE(ran_ns() - begin_ns, uint64_t(kLimit_s * 1e9));
    watchdog.ended();
}

TEST(Watchdog, CountsAnyOfTheThreads) {
    Interruption interruption;
    Watchdog watchdog(kLimit_s, 2, interruption);
    std::thread other;
    std::atomic<bool> begins = false;
    other = std::thread([&] {
        while (!begins) {
            std::this_thread::yield();
        }
        while (!interruption.isWanted()) {
        }
    });
    watchdog.watch(pthread_self());
    watchdog.watch(other.native_handle());
    watchdog.began();
    begins = true;
    other.join();
    watchdog.ended();
    EXPECT_TRUE(interruption.isWanted());
}

TEST(Watchdog, CountsEachSubmissionAlone) {
    Interruption interruption;
    Watchdog watchdog(kLimit_s, 1, interruption);
    watchdog.watch(pthread_self());
    for (int i = 0; i < 20; ++i) {
        watchdog.began();
        work(0.5, interruption);
        watchdog.ended();
    }
    EXPECT_FALSE(interruption.isWanted());
}

/// A thread that waits for the machine, or for an event, does not run.
TEST(Watchdog, DoesNotCountWaiting) {
    Interruption interruption;
    Watchdog watchdog(kLimit_s, 1, interruption);
    watchdog.watch(pthread_self());
    watchdog.began();
    std::this_thread::sleep_for(std::chrono::duration<double>(10 * kLimit_s));
    watchdog.ended();
    EXPECT_FALSE(interruption.isWanted());
}

TEST(Watchdog, CanBeTurnedOff) {
    Interruption interruption;
    Watchdog watchdog(0, 1, interruption);
    watchdog.watch(pthread_self());
    watchdog.began();
    work(3, interruption);
    watchdog.ended();
    EXPECT_FALSE(interruption.isWanted());
}

} // namespace
} // namespace cpu::exec
