// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/leave_behind.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace base {
namespace {

TEST(LeaveBehind, IsOnAnotherThread) {
    std::promise<std::thread::id> where;
    leaveBehind([&] { where.set_value(std::this_thread::get_id()); });
    EXPECT_NE(where.get_future().get(), std::this_thread::get_id());
}

TEST(LeaveBehind, ReturnsBeforeTheWorkIsDone) {
    std::promise<void> go;
    std::atomic<bool> done = false;
    Job job = leaveBehind([&, allowed = std::make_shared<std::future<void>>(go.get_future())] {
        allowed->wait();
        done = true;
    });
    EXPECT_FALSE(done);
    EXPECT_FALSE(job.done());
    go.set_value();
    job.wait();
    EXPECT_TRUE(done);
}

TEST(LeaveBehind, WaitsForTheOldestOfTooMany) {
    std::promise<void> go;
    const std::shared_future<void> allowed = go.get_future().share();
    std::promise<void> started;
    std::atomic<size_t> done = 0;
    std::vector<Job> jobs{leaveBehind([&] {
        started.set_value();
        allowed.wait();
        ++done;
    })};
    started.get_future().wait(); // so that nobody else can run it
    for (size_t i = 1; i < kMaxBehind; ++i) {
        jobs.push_back(leaveBehind([&] { ++done; }));
    }
    EXPECT_EQ(done, 0u);
    std::atomic<size_t> doneWhenBack = 0;
    std::thread caller([&] {
        jobs.push_back(leaveBehind([&] { ++done; }));
        doneWhenBack = done.load();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // enough to come back too early
    go.set_value();
    caller.join();
    EXPECT_GE(doneWhenBack, 1u);
    for (Job& job : jobs) {
        job.wait();
    }
    EXPECT_EQ(done, kMaxBehind + 1);
}

} // namespace
} // namespace base
