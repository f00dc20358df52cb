// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/directory.h"

#include <gtest/gtest.h>

namespace store {
namespace {

TEST(Directory, optionThenXdgThenHome) {
    EXPECT_EQ(chooseDirectory("here", "/xdg", "/home/u"), "here");
    EXPECT_EQ(chooseDirectory("", "/xdg", "/home/u"), "/xdg/glissade");
    EXPECT_EQ(chooseDirectory("", "", "/home/u"), "/home/u/.cache/glissade");
    EXPECT_EQ(chooseDirectory("", "relative", "/home/u"), "/home/u/.cache/glissade");
    EXPECT_EQ(chooseDirectory("", "", ""), "");
}

} // namespace
} // namespace store
