// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/lru.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace base {
namespace {

TEST(Lru, evictsWhatWasUnusedForLongest) {
    Lru<int, int> lru(2);
    EXPECT_FALSE(lru.insert(1, 10));
    EXPECT_FALSE(lru.insert(2, 20));
    EXPECT_EQ(*lru.find(1), 10);
    EXPECT_EQ(lru.insert(3, 30), 20);
    EXPECT_EQ(lru.find(2), nullptr);
    EXPECT_EQ(lru.size(), 2u);
}

TEST(Lru, peekIsNotAUse) {
    Lru<int, int> lru(2);
    lru.insert(1, 10);
    lru.insert(2, 20);
    EXPECT_EQ(*lru.peek(1), 10);
    EXPECT_EQ(lru.insert(3, 30), 10);
}

TEST(Lru, insertingAgainReplacesAndCountsAsAUse) {
    Lru<int, int> lru(2);
    lru.insert(1, 10);
    lru.insert(2, 20);
    EXPECT_EQ(lru.insert(1, 11), 10);
    EXPECT_EQ(lru.insert(3, 30), 20);
    EXPECT_EQ(*lru.find(1), 11);
}

TEST(Lru, capacityOne) {
    Lru<int, int> lru(1);
    lru.insert(1, 10);
    EXPECT_EQ(lru.insert(2, 20), 10);
    EXPECT_EQ(lru.peek(1), nullptr);
    EXPECT_EQ(*lru.peek(2), 20);
}

TEST(Lru, ownsMoveOnlyValues) {
    Lru<int, std::unique_ptr<int>> lru(1);
    lru.insert(1, std::make_unique<int>(5));
    std::optional<std::unique_ptr<int>> evicted = lru.insert(2, nullptr);
    ASSERT_TRUE(evicted);
    EXPECT_EQ(**evicted, 5);
}

TEST(Lru, eraseAndPop) {
    Lru<int, int> lru(3);
    lru.insert(1, 10);
    lru.insert(2, 20);
    lru.insert(3, 30);
    EXPECT_EQ(lru.erase(2), 20);
    EXPECT_EQ(lru.erase(2), std::nullopt);
    EXPECT_EQ(lru.popOldest(), 10);
    EXPECT_EQ(lru.popOldest(), 30);
    EXPECT_EQ(lru.popOldest(), std::nullopt);
}

TEST(Lru, forEachGoesFromNewestToOldest) {
    Lru<int, int> lru(3);
    for (int i = 1; i <= 3; ++i) {
        lru.insert(i, i * 10);
    }
    lru.find(1);
    std::vector<int> keys;
    lru.forEach([&](int key, int&) { keys.push_back(key); });
    EXPECT_EQ(keys, (std::vector<int>{1, 3, 2}));
}

} // namespace
} // namespace base
