// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/counters.h"

#include "base/log.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace report {
namespace {

TEST(Counters, FiguresHaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (size_t i = 0; i < size_t(Figure::Count); ++i) {
        EXPECT_FALSE(figureName(Figure(i)).empty());
        EXPECT_TRUE(names.insert(figureName(Figure(i))).second) << figureName(Figure(i));
    }
}

TEST(Counters, TheLogTellsThoseThatCounted) {
    static std::string s_lines;
    base::setLogLevel(base::LogLevel::Debug);
    base::setLogSink([](base::LogLevel, std::string_view text) { s_lines += text; });
    tellFigures();
    EXPECT_EQ(s_lines, "");
    g_counters.add(Figure::PipelinesBuilt, 2);
    g_counters.add(Figure::PipelinesBuilt, 1);
    g_counters.add(Figure::DrawRoutineHits, 7);
    tellFigures();
    base::setLogSink(nullptr);
    base::setLogLevel(base::LogLevel::Warn);
    EXPECT_EQ(s_lines, "counted by now: pipelines built=3, draw routine hits=7");
}

} // namespace
} // namespace report
