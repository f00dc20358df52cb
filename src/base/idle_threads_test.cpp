// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/idle_threads.h"

#include <gtest/gtest.h>

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <thread>

namespace base {
namespace {

TEST(IdleThreads, GiveWay) {
    IdleThreads threads("test", 1);
    int policy = -1;
    std::thread::id id;
    threads.run([&] {
        policy = sched_getscheduler(0);
        id = std::this_thread::get_id();
    });
    EXPECT_EQ(policy, SCHED_IDLE);
    EXPECT_NE(id, std::this_thread::get_id());
    EXPECT_NE(sched_getscheduler(0), SCHED_IDLE);
}

TEST(IdleThreads, HurryWhenSomebodyWaits) {
    const sched_param none{};
    bool mayComeBack = false;
    std::thread([&] {
        pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
        mayComeBack = pthread_setschedparam(pthread_self(), SCHED_OTHER, &none) == 0;
    }).join();
    if (!mayComeBack) {
        GTEST_SKIP() << "the system lets nobody come back from SCHED_IDLE";
    }
    IdleThreads threads("test", 1);
    int before = -1, after = -1;
    threads.run([&] { before = sched_getscheduler(0); });
    threads.hurry();
    threads.run([&] { after = sched_getscheduler(0); });
    EXPECT_EQ(before, SCHED_IDLE);
    EXPECT_EQ(after, SCHED_OTHER);
}

TEST(IdleThreads, NoneMeansTheCaller) {
    IdleThreads threads("test", 0);
    std::thread::id id;
    threads.run([&] { id = std::this_thread::get_id(); });
    EXPECT_EQ(id, std::this_thread::get_id());
}

TEST(IdleThreads, ManyCallersShareAFew) {
    IdleThreads threads("test", 2);
    std::atomic<int> runs = 0, now = 0, most = 0;
    std::vector<std::thread> callers;
    for (int i = 0; i < 6; ++i) {
        callers.emplace_back([&] {
            for (int j = 0; j < 20; ++j) {
                int mine = 0;
                threads.run([&] {
                    const int here = ++now;
                    for (int seen = most; seen < here && !most.compare_exchange_weak(seen, here);) {
                    }
                    mine = ++runs;
                    --now;
                });
                EXPECT_GT(mine, 0);
            }
        });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    EXPECT_EQ(runs, 120);
    EXPECT_LE(most, 2);
}

} // namespace
} // namespace base
