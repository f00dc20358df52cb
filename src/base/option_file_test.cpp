// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/option_file.h"

#include <gtest/gtest.h>

namespace base {
namespace {

std::string itemsOf(std::string_view text, std::string_view program) {
    std::string items;
    for (const FileOption& option : optionsOf(text, program)) {
        items += option.item + "@" + std::to_string(option.line) + " ";
    }
    return items;
}

TEST(OptionFile, WhatIsInFrontOfSectionsIsForAll) {
    EXPECT_EQ(itemsOf("log=info\n\n# log=debug\n; log=error\n  validation\n", "game"),
              "log=info@1 validation@5 ");
}

TEST(OptionFile, SectionsAreForProgramsOfTheirName) {
    constexpr std::string_view kText = "log=info\n[game*]\nlog=debug\n[ other ]\nlog=error";
    EXPECT_EQ(itemsOf(kText, "game"), "log=info@1 log=debug@3 ");
    EXPECT_EQ(itemsOf(kText, "game-2"), "log=info@1 log=debug@3 ");
    EXPECT_EQ(itemsOf(kText, "other"), "log=info@1 log=error@5 ");
    EXPECT_EQ(itemsOf(kText, "agame"), "log=info@1 ");
}

TEST(OptionFile, SpacesAroundNamesAndValuesGo) {
    EXPECT_EQ(itemsOf("\tdevice =  my device \r\n", ""), "device=my device@1 ");
}

TEST(OptionFile, AnyBytesAreTaken) {
    EXPECT_EQ(itemsOf("", "x"), "");
    EXPECT_EQ(itemsOf("[", "x"), "[@1 ");
    EXPECT_EQ(itemsOf("[]\n=\n\n=", "x"), "");
    EXPECT_EQ(itemsOf("[[]\na=b", "["), "a=b@2 ");
}

} // namespace
} // namespace base
