// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/log.h"

#include "base/fork.h"
#include "base/options.h"

#include <atomic>
#include <cstdio>
#include <exception>
#include <mutex>
#include <string>
#include <unordered_set>

namespace base {

namespace {

constexpr int kLevelUnset = -1;
/// Beyond this many distinct texts a "once" message is more likely a loop than news.
constexpr size_t kMaxOnceTexts = 1000;

std::atomic<int> g_level{kLevelUnset};

std::atomic<LogSink> g_sink{nullptr};

struct LogState {
    std::mutex mutex;
    std::unordered_set<std::string> onceTexts;
};

/// Never destroyed: worker threads and atexit handlers of the application may still log.
constinit PerProcess<LogState> g_state;

const char* prefix(LogLevel level) {
    switch (level) {
    case LogLevel::Error:
        return "error";
    case LogLevel::Warn:
        return "warning";
    case LogLevel::Info:
        return "info";
    case LogLevel::Debug:
        return "debug";
    }
    return "";
}

void printLocked(LogLevel level, std::string_view text) {
    if (const LogSink sink = g_sink.load()) {
        sink(level, text);
        return;
    }
    const std::string line = fmt::format("glissade: {}: {}\n", prefix(level), text);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

void openLog() {
    const ParsedOptions& parsed = parsedOptions();
    int unset = kLevelUnset;
    if (!g_level.compare_exchange_strong(unset, int(parsed.options.log))) {
        return; // somebody else did
    }
    for (const std::string& warning : parsed.warnings) {
        logWarn("{}", warning);
    }
    const std::string changed = changedOptions(parsed.options);
    if (!changed.empty()) {
        logInfo("options: {}", changed);
    }
}

void setLogLevel(LogLevel level) {
    g_level.store(int(level), std::memory_order_relaxed);
}

bool logEnabled(LogLevel level) {
    int chosen = g_level.load(std::memory_order_relaxed);
    if (chosen == kLevelUnset) {
        openLog();
        chosen = g_level.load(std::memory_order_relaxed);
    }
    return int(level) <= chosen;
}

void setLogSink(LogSink sink) {
    std::lock_guard lock(g_state.get().mutex);
    g_sink = sink;
}

// A line for which there is no memory is lost: to log is no reason to fail.

void logText(LogLevel level, fmt::string_view format, fmt::format_args args) noexcept {
    try {
        const std::string text = fmt::vformat(format, args);
        std::lock_guard lock(g_state.get().mutex);
        printLocked(level, text);
    } catch (const std::exception&) {
    }
}

void logTextOnce(LogLevel level, fmt::string_view format, fmt::format_args args) noexcept {
    try {
        const std::string text = fmt::vformat(format, args);
        LogState& s = g_state.get();
        std::lock_guard lock(s.mutex);
        if (s.onceTexts.size() < kMaxOnceTexts && s.onceTexts.insert(text).second) {
            printLocked(level, text);
        }
    } catch (const std::exception&) {
    }
}

} // namespace base
