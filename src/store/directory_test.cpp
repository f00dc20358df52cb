// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/directory.h"

#include "store/temporary_directory.h"

#include <gtest/gtest.h>

#include <fstream>

namespace store {
namespace {

TEST(Directory, optionThenXdgThenHome) {
    EXPECT_EQ(chooseDirectory("here", "/xdg", "/home/u"), "here");
    EXPECT_EQ(chooseDirectory("", "/xdg", "/home/u"), "/xdg/glissade");
    EXPECT_EQ(chooseDirectory("", "", "/home/u"), "/home/u/.cache/glissade");
    EXPECT_EQ(chooseDirectory("", "relative", "/home/u"), "/home/u/.cache/glissade");
    EXPECT_EQ(chooseDirectory("", "", ""), "");
}

TEST(Directory, makesParents) {
    const TemporaryDirectory temporary;
    const std::string path = temporary.path() + "/a/b/c";
    EXPECT_TRUE(makeDirectory(path));
    EXPECT_TRUE(makeDirectory(path));
    EXPECT_TRUE(std::filesystem::is_directory(path));
}

TEST(Directory, refusesWhatCannotBe) {
    const TemporaryDirectory temporary;
    std::ofstream(temporary.path() + "/file") << "x";
    EXPECT_FALSE(makeDirectory(temporary.path() + "/file"));
    EXPECT_FALSE(makeDirectory(temporary.path() + "/file/below"));
    EXPECT_FALSE(makeDirectory(""));
}

} // namespace
} // namespace store
