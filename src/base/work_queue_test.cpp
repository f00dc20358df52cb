// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/work_queue.h"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <future>
#include <new>

namespace base {
namespace {

/// Keeps a queue's only thread busy until opened.
class Gate {
public:
    Job close(WorkQueue& queue) {
        Job job = queue.submit(Priority::High, [this] {
            m_entered.set_value();
            m_open.get_future().wait();
        });
        m_entered.get_future().wait();
        return job;
    }
    void open() { m_open.set_value(); }

private:
    std::promise<void> m_entered;
    std::promise<void> m_open;
};

TEST(WorkQueue, runsEverything) {
    std::atomic<int> sum = 0;
    WorkQueue queue("test", 3);
    for (int i = 1; i <= 100; ++i) {
        queue.submit(Priority::Normal, [&sum, i] { sum += i; });
    }
    queue.drain();
    EXPECT_EQ(sum, 5050);
}

TEST(WorkQueue, higherPrioritiesGoFirst) {
    Gate gate;
    WorkQueue queue("test", 1);
    gate.close(queue);
    std::string order;
    queue.submit(Priority::Low, [&] { order += 'l'; });
    queue.submit(Priority::Normal, [&] { order += 'n'; });
    queue.submit(Priority::High, [&] { order += 'h'; });
    queue.submit(Priority::High, [&] { order += 'H'; });
    gate.open();
    queue.drain();
    EXPECT_EQ(order, "hHnl");
}

TEST(WorkQueue, waitRunsUnstartedWorkAtOnce) {
    Gate gate;
    WorkQueue queue("test", 1);
    gate.close(queue);
    bool ran = false;
    Job job = queue.submit(Priority::Low, [&] { ran = true; });
    EXPECT_FALSE(job.done());
    job.wait();
    EXPECT_TRUE(job.done());
    EXPECT_TRUE(ran);
    gate.open();
}

/// Takes more stack than small threads have.
[[gnu::noinline]] int useStack() {
    volatile char large[size_t(1) << 20];
    for (size_t i = 0; i < sizeof large; i += 4096) {
        large[i] = char(i);
    }
    return large[4096] + 1;
}

TEST(WorkQueue, workHasRoomWhoeverWaitsForIt) {
    struct {
        Gate gate;
        WorkQueue queue{"test", 1};
        int answer = 0;
    } test;
    test.gate.close(test.queue);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, size_t(64) << 10);
    pthread_t thread;
    const auto wait = [](void* data) -> void* {
        auto& t = *static_cast<decltype(test)*>(data);
        t.queue.submit(Priority::Low, [&] { t.answer = useStack(); }).wait();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &small, wait, &test), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&small);
    EXPECT_EQ(test.answer, 1);
    test.gate.open();
}

TEST(WorkQueue, workThatThrowsIsDone) {
    WorkQueue queue("test", 1);
    Job failing = queue.submit(Priority::Low, [] { throw std::bad_alloc(); });
    failing.wait();
    EXPECT_TRUE(failing.done());
    bool ran = false;
    queue.submit(Priority::Low, [&] { ran = true; }).wait();
    EXPECT_TRUE(ran);
}

TEST(WorkQueue, waitsForWorkThatRuns) {
    Gate gate;
    WorkQueue queue("test", 1);
    Job job = gate.close(queue);
    EXPECT_FALSE(job.done());
    gate.open();
    job.wait();
    EXPECT_TRUE(job.done());
}

TEST(WorkQueue, destructionDropsWhatHasNotStarted) {
    bool ran = false;
    Job job;
    auto token = std::make_shared<int>(0);
    Gate gate;
    std::thread opener;
    {
        WorkQueue queue("test", 1);
        gate.close(queue);
        job = queue.submit(Priority::Low, [&ran, token] { ran = true; });
        // The queue is destroyed while its only thread is busy.
        opener = std::thread([&] {
            while (!job.done()) {
                std::this_thread::yield();
            }
            gate.open();
        });
    }
    opener.join();
    EXPECT_TRUE(job.done());
    job.wait();
    EXPECT_FALSE(ran);
    EXPECT_EQ(token.use_count(), 1);
}

TEST(WorkQueue, aClosedQueueDropsWhatComes) {
    WorkQueue queue("test", 2);
    queue.submit(Priority::Normal, [] {});
    queue.close();
    bool ran = false;
    Job job = queue.submit(Priority::High, [&] { ran = true; });
    EXPECT_TRUE(job.done());
    job.wait();
    queue.drain();
    queue.close();
    EXPECT_FALSE(ran);
}

TEST(WorkQueue, doneWorkHasReleasedItsCaptures) {
    WorkQueue queue("test", 1);
    auto token = std::make_shared<int>(0);
    Job job = queue.submit(Priority::Normal, [token] {});
    job.wait();
    EXPECT_EQ(token.use_count(), 1);
}

TEST(WorkQueue, takesMoveOnlyWork) {
    WorkQueue queue("test", 1);
    int seen = 0;
    Job job = queue.submit(Priority::Normal,
                           [&seen, owned = std::make_unique<int>(7)] { seen = *owned; });
    job.wait();
    EXPECT_EQ(seen, 7);
}

TEST(WorkQueue, workMaySubmitWork) {
    WorkQueue queue("test", 2);
    std::promise<void> inner;
    queue.submit(Priority::Normal,
                 [&] { queue.submit(Priority::Normal, [&] { inner.set_value(); }); });
    inner.get_future().wait();
}

TEST(WorkQueue, threadsCarryItsName) {
    WorkQueue queue("glsl-compile-and-more", 1);
    char name[16] = {};
    std::promise<void> ran;
    queue.submit(Priority::Normal, [&] {
        pthread_getname_np(pthread_self(), name, sizeof name);
        ran.set_value();
    });
    ran.get_future().wait();
    EXPECT_STREQ(name, "glsl-compile-an");
}

TEST(WorkQueue, aDefaultJobIsDone) {
    Job job;
    EXPECT_TRUE(job.done());
    job.wait();
}

TEST(WorkQueue, manyWaitersOneRun) {
    WorkQueue queue("test", 2);
    for (int round = 0; round < 200; ++round) {
        std::atomic<int> runs = 0;
        Job job = queue.submit(Priority::Normal, [&] { ++runs; });
        std::thread other([job]() mutable { job.wait(); });
        job.wait();
        EXPECT_EQ(runs, 1);
        other.join();
    }
}

} // namespace
} // namespace base
