// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/known_programs.h"

#include "base/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace base {
namespace {

/// Who set the option for the program.
std::string sourceOf(std::string_view option, const ParsedOptions& parsed) {
    const auto table = optionTable();
    const auto found = std::ranges::find(table, option, &OptionInfo::name);
    return parsed.sources.at(size_t(found - table.begin()));
}

TEST(KnownPrograms, everyEntryIsGoodAndHasAReason) {
    for (const KnownNeed& need : knownNeeds()) {
        const ParsedOptions parsed = parseOptions(need.item);
        EXPECT_TRUE(parsed.warnings.empty()) << need.item;
        EXPECT_EQ(changedOptions(parsed.options), need.item) << "is the default";
        EXPECT_TRUE(need.reason.ends_with('.')) << need.item;
    }
}

TEST(KnownPrograms, getWhatTheyNeed) {
    const ParsedOptions parsed = parseOptions("", "", "/f", "chromium");
    EXPECT_TRUE(parsed.options.preload);
    EXPECT_EQ(sourceOf("preload", parsed), "Glissade for chromium*");
    EXPECT_TRUE(parseOptions("", "", "/f", "chrome").options.preload);
    for (const char* other : {"", "chrome-sandbox", "game", "notchromium"}) {
        EXPECT_FALSE(parseOptions("", "", "/f", other).options.preload) << other;
    }
}

TEST(KnownPrograms, theUserCountsMore) {
    const ParsedOptions byFile = parseOptions("", "[chromium]\npreload=off", "/f", "chromium");
    EXPECT_FALSE(byFile.options.preload);
    EXPECT_EQ(sourceOf("preload", byFile), "/f:2");
    const ParsedOptions byVariable = parseOptions("preload=off", "", "/f", "chromium");
    EXPECT_FALSE(byVariable.options.preload);
    EXPECT_EQ(sourceOf("preload", byVariable), "GLISSADE_OPTIONS");
}

} // namespace
} // namespace base
