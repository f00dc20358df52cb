// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/log_level.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

// Messages to the person at the terminal, on stderr, one line each: `glissade: warning: text`.
// Nothing is printed below the chosen level (option `log`, default warn). Any thread may call.

namespace base {

/// Takes the level from the options and tells what of them was not understood, and what they
/// change. The first message does it, if nobody did it before.
void openLog();
/// Replaces the level that the options chose.
void setLogLevel(LogLevel level);
bool logEnabled(LogLevel level);

/// Receives every message that passes the level, without prefix or newline. It is called under the
/// log's lock, so it must not log. nullptr restores stderr.
using LogSink = void (*)(LogLevel level, std::string_view text);
void setLogSink(LogSink sink);

/// Formats and prints whatever the level is; prefer the named functions below.
void logText(LogLevel level, fmt::string_view format, fmt::format_args args) noexcept;
/// The same, unless this very text was printed through here before.
void logTextOnce(LogLevel level, fmt::string_view format, fmt::format_args args) noexcept;

template <class... Args>
void log(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
    if (logEnabled(level)) {
        logText(level, format, fmt::make_format_args(args...));
    }
}

template <class... Args>
void logOnce(LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
    if (logEnabled(level)) {
        logTextOnce(level, format, fmt::make_format_args(args...));
    }
}

template <class... Args>
void logError(fmt::format_string<Args...> format, Args&&... args) {
    log(LogLevel::Error, format, std::forward<Args>(args)...);
}
template <class... Args>
void logWarn(fmt::format_string<Args...> format, Args&&... args) {
    log(LogLevel::Warn, format, std::forward<Args>(args)...);
}
template <class... Args>
void logInfo(fmt::format_string<Args...> format, Args&&... args) {
    log(LogLevel::Info, format, std::forward<Args>(args)...);
}
template <class... Args>
void logDebug(fmt::format_string<Args...> format, Args&&... args) {
    log(LogLevel::Debug, format, std::forward<Args>(args)...);
}

template <class... Args>
void logErrorOnce(fmt::format_string<Args...> format, Args&&... args) {
    logOnce(LogLevel::Error, format, std::forward<Args>(args)...);
}
template <class... Args>
void logWarnOnce(fmt::format_string<Args...> format, Args&&... args) {
    logOnce(LogLevel::Warn, format, std::forward<Args>(args)...);
}
template <class... Args>
void logInfoOnce(fmt::format_string<Args...> format, Args&&... args) {
    logOnce(LogLevel::Info, format, std::forward<Args>(args)...);
}

} // namespace base
