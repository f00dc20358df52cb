// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/vertical_blank.h"

#include <gtest/gtest.h>

namespace glx {
namespace {

TEST(BlankCondition, WaitsForTheTarget) {
    const BlankCondition condition{.msc = 10};
    EXPECT_EQ(condition.next(7), 10);
    EXPECT_EQ(condition.next(12), 10); // Passed: there is nothing to wait for.
}

TEST(BlankCondition, TheDivisorCountsOnceTheTargetHasPassed) {
    const BlankCondition condition{.msc = 10, .divisor = 4, .remainder = 1};
    EXPECT_EQ(condition.next(7), 10);
    EXPECT_EQ(condition.next(10), 13);
    EXPECT_EQ(condition.next(12), 13);
    EXPECT_EQ(condition.next(13), 17);
}

TEST(BlankCondition, ARemainderIsBelowItsDivisor) {
    EXPECT_TRUE((BlankCondition{.msc = 1, .divisor = 2, .remainder = 1}).valid());
    EXPECT_FALSE((BlankCondition{.msc = 1, .divisor = 2, .remainder = 2}).valid());
    EXPECT_FALSE((BlankCondition{.msc = -1}).valid());
    EXPECT_FALSE((BlankCondition{.divisor = -1}).valid());
    EXPECT_TRUE((BlankCondition{.remainder = 3}).valid());
}

} // namespace
} // namespace glx
