// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/key.h"

#include "base/testing/xxh3_collision.h"

#include <gtest/gtest.h>

namespace store {
namespace {

TEST(KeyBuilder, coversEveryPart) {
    const Key key = KeyBuilder("a").add("x").addValue(1u).finish();
    EXPECT_EQ(key, KeyBuilder("a").add("x").addValue(1u).finish());
    EXPECT_NE(key, KeyBuilder("b").add("x").addValue(1u).finish());
    EXPECT_NE(key, KeyBuilder("a").add("y").addValue(1u).finish());
    EXPECT_NE(key, KeyBuilder("a").add("x").addValue(2u).finish());
}

TEST(KeyBuilder, theDivisionIntoPartsCounts) {
    EXPECT_NE(KeyBuilder("a").add("xy").add("z").finish(),
              KeyBuilder("a").add("x").add("yz").finish());
    EXPECT_NE(KeyBuilder("a").finish(), KeyBuilder("a").add("").finish());
}

/// Names decide what code runs: nobody may make two things of one name.
TEST(KeyBuilder, tellsTextsThatCollideInXxh3) {
    const auto [first, second] = base::testing::CollidingTexts()
                                     .add("one of ")
                                     .add("some", "what")
                                     .add(" and ")
                                     .add("what", "some")
                                     .finish();
    ASSERT_NE(first, second);
    EXPECT_NE(KeyBuilder("a").add(first).finish(), KeyBuilder("a").add(second).finish());
}

} // namespace
} // namespace store
