// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace base {

/// How urgent a message is, the most urgent first.
enum class LogLevel : unsigned char { Error, Warn, Info, Debug };

/// What a message is about.
enum class Log : unsigned char {
    General,    ///< Options, threads, what is none of the others.
    Calls,      ///< What the application asked for and cannot have: its errors.
    Device,     ///< Which there are, what they do, that one is lost.
    Windows,    ///< Window systems, swapchains.
    Shaders,    ///< What becomes of them before and below pipelines.
    Pipelines,  ///< And shader objects.
    Cache,      ///< The files on disk.
    Waits,      ///< What kept the application waiting (docs/stalls.md).
    Validation, ///< Vulkan's layer, and what the CPU device finds itself.
    Count
};

/// As the option `log` and the lines have it.
std::string_view categoryName(Log about);

/// The least urgent level that is printed, for each category.
struct LogLevels {
    std::array<LogLevel, size_t(Log::Count)> of{};

    LogLevels() = default;
    explicit LogLevels(LogLevel all) { of.fill(all); }
    LogLevel& operator[](Log about) { return of[size_t(about)]; }
    LogLevel operator[](Log about) const { return of[size_t(about)]; }
    bool operator==(const LogLevels&) const = default;
};

} // namespace base
