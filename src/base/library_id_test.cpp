// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/library_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

TEST(LibraryId, StandsInTheFile) {
    const std::vector<std::byte>& id = base::libraryId();
    ASSERT_GE(id.size(), 8u);
    std::ifstream file(std::filesystem::read_symlink("/proc/self/exe"), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(bytes.find(std::string(reinterpret_cast<const char*>(id.data()), id.size())),
              std::string::npos);
}

TEST(LibraryId, IsReadFromFiles) {
    EXPECT_EQ(base::libraryIdOf("/proc/self/exe"), base::libraryId());
    EXPECT_TRUE(base::libraryIdOf("/proc/self/no-such-file").empty());
    EXPECT_TRUE(base::libraryIdOf("/proc/self/maps").empty()); // Text.
}

} // namespace
