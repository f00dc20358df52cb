// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace base {
namespace {

TEST(Options, defaultsComeFromTheTable) {
    const ParsedOptions parsed = parseOptions("");
    EXPECT_TRUE(parsed.warnings.empty());
    EXPECT_EQ(parsed.options.log, LogLevels(LogLevel::Warn));
    EXPECT_TRUE(parsed.options.diskCache);
    EXPECT_EQ(parsed.options.compileThreads, 0);
    EXPECT_EQ(parsed.options.presentMode, PresentMode::Auto);
    for (const OptionInfo& info : optionTable()) {
        EXPECT_EQ(valueText(info, parsed.options), info.defaultText) << info.name;
    }
}

TEST(Options, namesAreUniqueAndHelpIsOneSentence) {
    std::set<std::string_view> names;
    for (const OptionInfo& info : optionTable()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_TRUE(info.help.ends_with('.')) << info.name;
    }
}

TEST(Options, readsEveryType) {
    const ParsedOptions parsed = parseOptions(
        "log=debug,device=llvmpipe,disk-cache=off,compile-threads=3,present-mode=mailbox");
    EXPECT_TRUE(parsed.warnings.empty());
    EXPECT_EQ(parsed.options.log, LogLevels(LogLevel::Debug));
    EXPECT_EQ(parsed.options.device, "llvmpipe");
    EXPECT_FALSE(parsed.options.diskCache);
    EXPECT_EQ(parsed.options.compileThreads, 3);
    EXPECT_EQ(parsed.options.presentMode, PresentMode::Mailbox);
}

TEST(Options, secondsMayHaveFractions) {
    const ParsedOptions parsed = parseOptions("watchdog=0.25,device-wait=86401,device-wait=nan");
    EXPECT_EQ(parsed.options.watchdog, 0.25);
    EXPECT_EQ(parsed.options.deviceWait, parseOptions("").options.deviceWait);
    EXPECT_EQ(parsed.warnings.size(), 2u);
    EXPECT_EQ(changedOptions(parsed.options), "watchdog=0.25");
}

TEST(Options, aSwitchMayStandAlone) {
    const ParsedOptions parsed = parseOptions("tiny-rings,no-index-uint8=off");
    EXPECT_TRUE(parsed.warnings.empty());
    EXPECT_TRUE(parsed.options.tinyRings);
    EXPECT_FALSE(parsed.options.noIndexUint8);
}

TEST(Options, emptyItemsAreIgnoredAndTheLastSettingCounts) {
    const ParsedOptions parsed = parseOptions(",log=info,,log=error,");
    EXPECT_TRUE(parsed.warnings.empty());
    EXPECT_EQ(parsed.options.log, LogLevels(LogLevel::Error));
}

TEST(Options, unknownKeyWarnsAndChangesNothing) {
    const ParsedOptions parsed = parseOptions("colour=red,log=info");
    ASSERT_EQ(parsed.warnings.size(), 1u);
    EXPECT_NE(parsed.warnings[0].find("colour"), std::string::npos);
    EXPECT_EQ(parsed.options.log, LogLevels(LogLevel::Info));
}

TEST(Options, misspeltKeysAreToldTheNearest) {
    const auto warningOf = [](const char* text) { return parseOptions(text).warnings.at(0); };
    EXPECT_NE(warningOf("disc-cache=off").find("but \"disk-cache\""), std::string::npos);
    EXPECT_NE(warningOf("watchdgo=3").find("but \"watchdog\""), std::string::npos);
    EXPECT_EQ(warningOf("colour=red").find("but"), std::string::npos);
    EXPECT_EQ(warningOf("=").find("but"), std::string::npos);
    EXPECT_EQ(warningOf(std::string(100'000, 'x').c_str()).find("but"), std::string::npos);
}

TEST(Options, categoriesOfTheLogHaveLevelsOfTheirOwn) {
    LogLevels wanted(LogLevel::Warn);
    wanted[Log::Pipelines] = LogLevel::Debug;
    EXPECT_EQ(parseOptions("log=pipelines:debug").options.log, wanted);
    wanted[Log::Calls] = LogLevel::Error;
    const Options options = parseOptions("log=warn+calls:error+pipelines:debug").options;
    EXPECT_EQ(options.log, wanted);
    EXPECT_EQ(changedOptions(options), "log=warn+calls:error+pipelines:debug");
    EXPECT_EQ(changedOptions(parseOptions("log=debug+general:warn+shaders:warn").options),
              "log=warn+calls:debug+device:debug+windows:debug+pipelines:debug+cache:debug+"
              "waits:debug+validation:debug");
}

TEST(Options, helpNamesEveryCategory) {
    const std::string help = optionsHelp(parseOptions(""));
    for (size_t i = 0; i < size_t(Log::Count); ++i) {
        EXPECT_NE(help.find(categoryName(Log(i))), std::string::npos) << i;
    }
}

TEST(Options, misspeltValuesAreToldTheNearest) {
    const auto warningOf = [](const char* text) { return parseOptions(text).warnings.at(0); };
    EXPECT_NE(warningOf("log=pipelnes:debug")
                  .find("there is no category \"pipelnes\", but \"pipelines\""),
              std::string::npos);
    EXPECT_NE(
        warningOf("log=info+pipelines:debg").find("there is no level \"debg\", but \"debug\""),
        std::string::npos);
    EXPECT_NE(warningOf("present-mode=mailbx").find("but \"mailbox\""), std::string::npos);
    for (const char* text : {"log=:", "log=+", "log=info+", "log=pipelines:", "log=:info"}) {
        EXPECT_EQ(parseOptions(text).warnings.size(), 1u) << text;
        EXPECT_EQ(changedOptions(parseOptions(text).options), "") << text;
    }
}

TEST(Options, theFileCountsLessThanTheEnvironment) {
    constexpr std::string_view kFile = "log=info\nwatchdog=5\n[game]\nlog=debug\n";
    const auto parse = [&](std::string_view program) {
        return parseOptions("watchdog=7", kFile, "/f", program);
    };
    EXPECT_EQ(parse("game").options.log, LogLevels(LogLevel::Debug));
    EXPECT_EQ(parse("other").options.log, LogLevels(LogLevel::Info));
    EXPECT_EQ(parse("other").options.watchdog, 7);
}

TEST(Options, sourcesAreKnown) {
    const ParsedOptions parsed = parseOptions("watchdog=7", "\nlog=info\nwatchdog=5\n", "/f", "p");
    const std::string help = optionsHelp(parsed);
    EXPECT_NE(help.find("Now: info, by /f:2."), std::string::npos);
    EXPECT_NE(help.find("Now: 7, by GLISSADE_OPTIONS."), std::string::npos);
    EXPECT_EQ(std::ranges::count(parsed.sources, ""), std::ssize(optionTable()) - 2);
}

TEST(Options, warningsNameTheFilesLine) {
    const ParsedOptions parsed = parseOptions("", "\n[p]\nlog=loud", "/f", "p");
    ASSERT_EQ(parsed.warnings.size(), 1u);
    EXPECT_EQ(parsed.warnings[0].rfind("/f:3: ", 0), 0u);
}

TEST(Options, badValuesWarnAndKeepTheDefault) {
    for (const char* text : {"log=loud",
                             "log",
                             "disk-cache=maybe",
                             "compile-threads=65",
                             "compile-threads=-1",
                             "compile-threads=2x",
                             "compile-threads=",
                             "compile-threads=99999999999"}) {
        const ParsedOptions parsed = parseOptions(text);
        EXPECT_EQ(parsed.warnings.size(), 1u) << text;
        EXPECT_EQ(changedOptions(parsed.options), "") << text;
    }
}

TEST(Options, changedOptionsReadBack) {
    const std::string text = "log=info,device=a b,tiny-rings=on";
    EXPECT_EQ(changedOptions(parseOptions(text).options), text);
}

TEST(Options, helpNamesEveryOption) {
    const std::string help = optionsHelp(parseOptions(""));
    for (const OptionInfo& info : optionTable()) {
        EXPECT_NE(help.find(info.name), std::string::npos) << info.name;
    }
}

} // namespace
} // namespace base
