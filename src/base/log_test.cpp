// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/log.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace base {
namespace {

std::vector<std::string> g_lines;

class LogTest : public testing::Test {
protected:
    void SetUp() override {
        g_lines.clear();
        setLogSink([](LogLevel, std::string_view text) { g_lines.emplace_back(text); });
    }
    void TearDown() override {
        setLogSink(nullptr);
        setLogLevel(LogLevel::Warn);
    }
};

TEST_F(LogTest, formatsItsArguments) {
    setLogLevel(LogLevel::Warn);
    logWarn("{} of {}", 1, "two");
    ASSERT_EQ(g_lines.size(), 1u);
    EXPECT_EQ(g_lines[0], "1 of two");
}

TEST_F(LogTest, printsNothingBelowTheChosenLevel) {
    setLogLevel(LogLevel::Warn);
    logInfo("quiet");
    logDebug("quiet");
    EXPECT_TRUE(g_lines.empty());
    logError("loud");
    EXPECT_EQ(g_lines.size(), 1u);
}

TEST_F(LogTest, onceIsOncePerText) {
    setLogLevel(LogLevel::Warn);
    for (int i = 0; i < 3; ++i) {
        logWarnOnce("missing {}", "a");
        logWarnOnce("missing {}", "b");
    }
    EXPECT_EQ(g_lines.size(), 2u);
}

TEST_F(LogTest, stderrLinesNameTheDriverAndTheLevel) {
    setLogSink(nullptr);
    testing::internal::CaptureStderr();
    logWarn("text {}", 7);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "glissade: warning: text 7\n");
}

} // namespace
} // namespace base
