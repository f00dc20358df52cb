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
    logWarn(Log::General, "{} of {}", 1, "two");
    ASSERT_EQ(g_lines.size(), 1u);
    EXPECT_EQ(g_lines[0], "1 of two");
}

TEST_F(LogTest, printsNothingBelowTheChosenLevel) {
    setLogLevel(LogLevel::Warn);
    logInfo(Log::General, "quiet");
    logDebug(Log::General, "quiet");
    EXPECT_TRUE(g_lines.empty());
    logError(Log::General, "loud");
    EXPECT_EQ(g_lines.size(), 1u);
}

TEST_F(LogTest, onceIsOncePerText) {
    setLogLevel(LogLevel::Warn);
    for (int i = 0; i < 3; ++i) {
        logWarnOnce(Log::General, "missing {}", "a");
        logWarnOnce(Log::General, "missing {}", "b");
    }
    EXPECT_EQ(g_lines.size(), 2u);
}

TEST_F(LogTest, categoriesHaveLevelsOfTheirOwn) {
    LogLevels levels(LogLevel::Warn);
    levels[Log::Pipelines] = LogLevel::Debug;
    levels[Log::Calls] = LogLevel::Error;
    setLogLevels(levels);
    logDebug(Log::Pipelines, "wanted");
    logWarn(Log::Windows, "as all");
    logInfo(Log::Windows, "quiet");
    logWarn(Log::Calls, "quiet");
    EXPECT_EQ(g_lines, (std::vector<std::string>{"wanted", "as all"}));
}

TEST_F(LogTest, stderrLinesNameTheCategory) {
    setLogSink(nullptr);
    testing::internal::CaptureStderr();
    logError(Log::Validation, "text");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "glissade: error: validation: text\n");
}

TEST_F(LogTest, stderrLinesNameTheDriverAndTheLevel) {
    setLogSink(nullptr);
    testing::internal::CaptureStderr();
    logWarn(Log::General, "text {}", 7);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "glissade: warning: text 7\n");
}

} // namespace
} // namespace base
