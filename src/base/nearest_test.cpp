// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace base {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"fps", "frametime", "memory"};

TEST(Nearest, isWhatTakesFewestLetters) {
    EXPECT_EQ(nearest("frametimes", kNames), "frametime");
    EXPECT_EQ(nearest("fp", kNames), "fps");
    EXPECT_EQ(nearest("memroy", kNames), "memory");
}

TEST(Nearest, isNothingWhereNothingIsNear) {
    EXPECT_EQ(nearest("everything", kNames), "");
    EXPECT_EQ(nearest("", kNames), "");
    EXPECT_EQ(nearest("xyz", kNames), "");
    EXPECT_EQ(nearest(std::string(100'000, 'f'), kNames), "");
}

} // namespace
} // namespace base
