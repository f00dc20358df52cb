// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace base {
namespace {

Result<int> half(int value) {
    if (value % 2) {
        return Error{"odd"};
    }
    return value / 2;
}

Result<void> check(bool good) {
    if (!good) {
        return Error{"bad"};
    }
    return {};
}

TEST(Result, holdsAValueOrAnError) {
    EXPECT_TRUE(half(4).ok());
    EXPECT_EQ(*half(4), 2);
    EXPECT_FALSE(half(3));
    EXPECT_EQ(half(3).error().message, "odd");
}

TEST(Result, voidResult) {
    EXPECT_TRUE(check(true));
    EXPECT_EQ(check(false).error().message, "bad");
}

TEST(Result, carriesMoveOnlyValues) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    const std::unique_ptr<int> owned = std::move(result).value();
    EXPECT_EQ(*owned, 5);
}

} // namespace
} // namespace base
