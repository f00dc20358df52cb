// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/harness/context.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <regex>
#include <string>
#include <vector>

namespace bench {

/// --platform and --device.
void addContextOptions(CLI::App& app, ContextOptions& context);

/// The items whose `name` the regular expression finds somewhere; all of them by an empty one.
/// Throws std::regex_error.
template <typename Item>
[[nodiscard]] std::vector<const Item*> choose(const std::vector<Item>& items,
                                              const std::string& pattern) {
    std::vector<const Item*> chosen;
    const std::regex wanted(pattern);
    for (const Item& item : items) {
        if (pattern.empty() || std::regex_search(item.name, wanted)) {
            chosen.push_back(&item);
        }
    }
    return chosen;
}

/// A line for each name, and one that says what it is.
template <typename Item>
void printNames(const std::vector<const Item*>& items) {
    for (const Item* item : items) {
        fmt::print("{}\n    {}\n", item->name, item->what);
    }
}

} // namespace bench
