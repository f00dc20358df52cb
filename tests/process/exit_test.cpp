// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Programs that end while threads of ours are inside of the Vulkan driver.

#include "child.h"
#include "picture.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <unistd.h>

namespace process {
namespace {

/// What the children run. The first draw begins what programs that were linked before will need.
TEST(Program, DISABLED_EndsWithoutWaiting) {
    Picture picture;
    ASSERT_TRUE(picture.openDisplay());
    ASSERT_TRUE(picture.makeCurrent());
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(picture.link(7000 + i));
    }
    EXPECT_TRUE(picture.draw(100));
}

/// Another program: what this one asked of the driver is no part of it.
class Exit : public testing::TestWithParam<const char*> {};

TEST_P(Exit, WhileCompiling) {
    const auto* const given = std::getenv("GLISSADE_OPTIONS");
    const std::string options = std::string(given ? given : "") + ",disk-cache=off,pipelines=";
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(inChild([&] {
                      setenv("GLISSADE_OPTIONS", (options + GetParam()).c_str(), 1);
                      execl("/proc/self/exe",
                            "process_exit_test",
                            "--gtest_also_run_disabled_tests",
                            "--gtest_brief=1",
                            "--gtest_filter=Program.DISABLED_EndsWithoutWaiting",
                            nullptr);
                      return 1;
                  }),
                  kPassed);
    }
}

INSTANTIATE_TEST_SUITE_P(AllWays, Exit, testing::Values("auto", "whole", "libraries", "objects"));

} // namespace
} // namespace process
