// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "report/stalls.h"

#include <gtest/gtest.h>

#include <thread>

namespace report {
namespace {

TEST(Stalls, KeepsTheLast) {
    Stalls stalls;
    for (size_t i = 0; i < Stalls::kKept + 10; ++i) {
        stalls.note({{}, std::chrono::microseconds(200), std::to_string(i)});
    }
    EXPECT_EQ(Stalls::kKept + 10, stalls.count());
    EXPECT_EQ(200 * (Stalls::kKept + 10), stalls.total_us());
    const std::vector<Stall> recent = stalls.recent();
    ASSERT_EQ(Stalls::kKept, recent.size());
    EXPECT_EQ("10", recent.front().cause);
    EXPECT_EQ(std::to_string(Stalls::kKept + 9), recent.back().cause);
}

TEST(Stalls, TimerRecordsLongOnes) {
    const uint64_t before = stalls().count();
    {
        const StallTimer timer;
        std::this_thread::sleep_for(3 * Stalls::kLeast);
        timer.stop([] { return std::string("slept"); });
    }
    EXPECT_EQ(before + 1, stalls().count());
    EXPECT_EQ("slept", stalls().recent().back().cause);
    EXPECT_LE(3 * Stalls::kLeast, stalls().recent().back().duration);
}

} // namespace
} // namespace report
