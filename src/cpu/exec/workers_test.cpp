// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/workers.h"

#include "cpu/exec/processors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace cpu::exec {
namespace {

const Interruption kNoInterruption;

class WorkersTest : public testing::TestWithParam<uint32_t> {};

TEST_P(WorkersTest, RunsEachItemOnce) {
    Workers workers(GetParam(), kNoInterruption);
    ASSERT_EQ(workers.count(), GetParam());
    for (const uint64_t items : {0u, 1u, 2u, 7u, 1000u}) {
        for (const uint64_t grain : {0u, 1u, 3u, 5000u}) {
            std::vector<std::atomic<int>> calls(items);
            workers.run(items, grain, [&](uint64_t item, uint32_t) { ++calls[item]; });
            EXPECT_TRUE(
                std::all_of(calls.begin(), calls.end(), [](const auto& c) { return c == 1; }))
                << items << " items by " << grain;
        }
    }
}

TEST_P(WorkersTest, WorkersAreThreadsOfTheirOwn) {
    Workers workers(GetParam(), kNoInterruption);
    std::vector<std::atomic<int>> inside(GetParam());
    std::atomic<bool> shared = false;
    workers.run(2000, 1, [&](uint64_t, uint32_t worker) {
        shared = shared || ++inside[worker] != 1;
        std::this_thread::yield();
        --inside[worker];
    });
    EXPECT_FALSE(shared);
}

TEST_P(WorkersTest, ReturnsAfterAllWork) {
    Workers workers(GetParam(), kNoInterruption);
    // Plain memory: what workers wrote is visible when run() returns, many times over.
    std::vector<uint64_t> values(64);
    for (uint64_t round = 1; round <= 500; ++round) {
        workers.run(values.size(), 1, [&](uint64_t item, uint32_t) { values[item] += item; });
        for (uint64_t i = 0; i < values.size(); ++i) {
            ASSERT_EQ(values[i], i * round);
        }
    }
}

/// Whichever worker meets the end of memory, the caller hears of it, and the next round runs.
TEST_P(WorkersTest, ThrowsWhatACallThrew) {
    Workers workers(GetParam(), kNoInterruption);
    for (uint64_t failing = 0; failing < 64; ++failing) {
        EXPECT_THROW(workers.run(64,
                                 1,
                                 [&](uint64_t item, uint32_t) {
                                     if (item == failing) {
                                         throw std::bad_alloc();
                                     }
                                 }),
                     std::bad_alloc);
        std::atomic<int> calls = 0;
        workers.run(64, 1, [&](uint64_t, uint32_t) { ++calls; });
        EXPECT_EQ(calls, 64);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkersTest, testing::Values(1, 2, 3, 8));

TEST(Workers, StopWhileIdle) {
    for (int i = 0; i < 50; ++i) {
        const Workers workers(4, kNoInterruption);
    }
}

TEST(Processors, AreAtLeastOneAndNotMoreThanThereAre) {
    EXPECT_GE(processorCount(), 1u);
    EXPECT_LE(processorCount(), std::max(1u, std::thread::hardware_concurrency()));
}

} // namespace
} // namespace cpu::exec
