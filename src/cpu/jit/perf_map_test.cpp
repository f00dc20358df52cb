// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/perf_map.h"

#include "store/temporary_directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace cpu::jit {
namespace {

class PerfMap : public testing::Test {
protected:
    void add() const {
        if (std::FILE* const file = openPerfMap(m_path)) {
            std::fputs("line\n", file);
            std::fclose(file);
        }
    }
    static uintmax_t size_B(const std::string& path) { return std::filesystem::file_size(path); }

    const store::TemporaryDirectory m_directory;
    const std::string m_path = m_directory.path() + "/perf-1.map";
    const std::string m_other = m_directory.path() + "/precious";
};

TEST_F(PerfMap, isAppendedTo) {
    add();
    add();
    EXPECT_EQ(10u, size_B(m_path));
}

TEST_F(PerfMap, linksAreNotFollowed) {
    std::ofstream(m_other) << "precious";
    std::filesystem::create_symlink(m_other, m_path);
    add();
    EXPECT_EQ(8u, size_B(m_other));
}

TEST_F(PerfMap, filesOfOthersAreLeftAlone) {
    std::ofstream(m_path) << "theirs";
    if (::chown(m_path.c_str(), 12345, 12345) != 0) {
        GTEST_SKIP() << "only root gives files away";
    }
    add();
    EXPECT_EQ(6u, size_B(m_path));
}

TEST_F(PerfMap, fifosDoNotBlock) {
    ASSERT_EQ(0, ::mkfifo(m_path.c_str(), 0600));
    EXPECT_EQ(nullptr, openPerfMap(m_path));
}

} // namespace
} // namespace cpu::jit
