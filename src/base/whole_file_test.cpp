// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/whole_file.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace base {
namespace {

TEST(WholeFile, AllOfIt) {
    const std::string text("a\0b\nc", 5);
    const std::string path = testing::TempDir() + "glissade-whole-file";
    std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(wholeFile(path), text);
    std::filesystem::remove(path);
    EXPECT_EQ(wholeFile(path), "");
}

TEST(WholeFile, WhatCannotBeReadIsEmpty) {
    EXPECT_EQ(wholeFile(testing::TempDir()), "") << "a directory can be opened";
    EXPECT_EQ(wholeFile("/proc/self/mem"), "") << "nothing is at address 0";
}

} // namespace
} // namespace base
