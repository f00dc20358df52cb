// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/known_programs.h"

#include <fnmatch.h>

#include <fmt/format.h>

namespace base {

namespace {

constexpr std::string_view kGpuProcess =
    "Its GPU process gives up opening files once it has begun, and would find the CPU device's "
    "compiler no more.";

constexpr KnownNeed kKnownNeeds[] = {
    {"chromium*", "preload=on", kGpuProcess},
    {"chrome", "preload=on", kGpuProcess},
    {"electron*", "preload=on", kGpuProcess},
};

} // namespace

std::span<const KnownNeed> knownNeeds() {
    return kKnownNeeds;
}

std::string knownProgramsHelp() {
    std::string help;
    for (const KnownNeed& need : kKnownNeeds) {
        help += fmt::format("  [{}] {}\n      {}\n", need.pattern, need.item, need.reason);
    }
    return help;
}

bool isProgram(std::string_view pattern, std::string_view program) {
    return fnmatch(std::string(pattern).c_str(), std::string(program).c_str(), 0) == 0;
}

} // namespace base
