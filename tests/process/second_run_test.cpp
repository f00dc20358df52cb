// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A program that runs again: all that was compiled is on disk, and no compiler is loaded.

#include "child.h"
#include "picture.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace process {
namespace {

constexpr int kPrograms = 4;

std::string contents(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What the children run. Tells on stderr, where the driver's log goes as well, what is loaded.
TEST(Program, DISABLED_Draws) {
    Picture picture;
    ASSERT_TRUE(picture.openDisplay());
    ASSERT_TRUE(picture.makeCurrent());
    for (int i = 0; i < kPrograms; ++i) {
        ASSERT_TRUE(picture.link(9000 + i));
        ASSERT_TRUE(picture.draw(uint8_t(100 + i)));
    }
    ASSERT_TRUE(picture.terminate()); // What is to be kept is written by then.
    if (contents("/proc/self/maps").find("libglissade_cpu_compiler") != std::string::npos) {
        std::fprintf(stderr, "the compiler is loaded\n");
    }
}

class SecondRunTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "second-run-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        m_directory = name;
    }
    void TearDown() override { std::filesystem::remove_all(m_directory); }

    /// What it said.
    std::string run() {
        const std::string log = m_directory + "/log";
        const auto* const given = std::getenv("GLISSADE_OPTIONS");
        const std::string options = std::string(given ? given : "") +
                                    ",log=debug,disk-cache=on,cache-dir=" + m_directory + "/cache";
        const Ending ending = inChild([&] {
            const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            CHILD_EXPECT(file >= 0 && dup2(file, STDERR_FILENO) >= 0);
            setenv("GLISSADE_OPTIONS", options.c_str(), 1);
            execl("/proc/self/exe",
                  "process_second_run_test",
                  "--gtest_also_run_disabled_tests",
                  "--gtest_brief=1",
                  "--gtest_filter=Program.DISABLED_Draws",
                  nullptr);
            return 1;
        });
        EXPECT_EQ(ending, kPassed) << contents(log);
        return contents(log);
    }

    static bool says(const std::string& text, std::string_view words) {
        return text.find(words) != std::string::npos;
    }

private:
    std::string m_directory;
};

TEST_F(SecondRunTest, CompilesNothingAndLoadsNoCompiler) {
    const std::string first = run();
    EXPECT_TRUE(says(first, ": GLSL of a"));
    const bool onCpuDevice = says(first, ": SPIR-V of");
    EXPECT_EQ(says(first, "the compiler is loaded"), onCpuDevice);
    for (int i = 0; i < 2; ++i) {
        const std::string again = run();
        EXPECT_FALSE(says(again, ": GLSL of a")) << again;
        EXPECT_FALSE(says(again, ": SPIR-V of")) << again;
        EXPECT_FALSE(says(again, "the compiler is loaded"));
    }
}

} // namespace
} // namespace process
