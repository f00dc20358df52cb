// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/key.h"

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

} // namespace
} // namespace store
