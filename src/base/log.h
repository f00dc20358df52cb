// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/log_level.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

// Messages to the person at the terminal, on stderr, one line each: `glissade: warning: windows:
// text`; what is general does not say so. Nothing is printed below the level that is chosen for the
// category (option `log`, default warn for all). Any thread may call.

namespace base {

/// Takes the levels from the options and tells what of them was not understood, and what they
/// change. The first message does it, if nobody did it before.
void openLog();
/// Replace the levels that the options chose.
void setLogLevels(const LogLevels& levels);
void setLogLevel(LogLevel ofAll);
bool logEnabled(Log about, LogLevel level);

/// Receives every message that passes its level, without prefix or newline. It is called under the
/// log's lock, so it must not log. nullptr restores stderr.
using LogSink = void (*)(LogLevel level, std::string_view text);
void setLogSink(LogSink sink);

/// Formats and prints whatever the level is; prefer the named functions below.
void logText(Log about, LogLevel level, fmt::string_view format, fmt::format_args args) noexcept;
/// The same, unless this very text was printed through here before.
void logTextOnce(Log about,
                 LogLevel level,
                 fmt::string_view format,
                 fmt::format_args args) noexcept;

template <class... Args>
void log(Log about, LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
    if (logEnabled(about, level)) {
        logText(about, level, format, fmt::make_format_args(args...));
    }
}

template <class... Args>
void logOnce(Log about, LogLevel level, fmt::format_string<Args...> format, Args&&... args) {
    if (logEnabled(about, level)) {
        logTextOnce(about, level, format, fmt::make_format_args(args...));
    }
}

template <class... Args>
void logError(Log about, fmt::format_string<Args...> format, Args&&... args) {
    log(about, LogLevel::Error, format, std::forward<Args>(args)...);
}
template <class... Args>
void logWarn(Log about, fmt::format_string<Args...> format, Args&&... args) {
    log(about, LogLevel::Warn, format, std::forward<Args>(args)...);
}
template <class... Args>
void logInfo(Log about, fmt::format_string<Args...> format, Args&&... args) {
    log(about, LogLevel::Info, format, std::forward<Args>(args)...);
}
template <class... Args>
void logDebug(Log about, fmt::format_string<Args...> format, Args&&... args) {
    log(about, LogLevel::Debug, format, std::forward<Args>(args)...);
}

template <class... Args>
void logErrorOnce(Log about, fmt::format_string<Args...> format, Args&&... args) {
    logOnce(about, LogLevel::Error, format, std::forward<Args>(args)...);
}
template <class... Args>
void logWarnOnce(Log about, fmt::format_string<Args...> format, Args&&... args) {
    logOnce(about, LogLevel::Warn, format, std::forward<Args>(args)...);
}
template <class... Args>
void logInfoOnce(Log about, fmt::format_string<Args...> format, Args&&... args) {
    logOnce(about, LogLevel::Info, format, std::forward<Args>(args)...);
}

} // namespace base
