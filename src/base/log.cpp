// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/log.h"

#include "base/fork.h"
#include "base/options.h"

#include <atomic>
#include <cstdio>
#include <exception>
#include <iterator>
#include <mutex>
#include <string>
#include <unordered_set>

namespace base {

namespace {

/// Beyond this many distinct texts a "once" message is more likely a loop than news.
constexpr size_t kMaxOnceTexts = 1000;

/// Two bits a category, and one above that says that they are set.
std::atomic<uint32_t> g_levels{0};
constexpr uint32_t kLevelsSet = uint32_t(1) << 31;
static_assert(2 * size_t(Log::Count) < 31);

constexpr std::string_view kCategories[] = {"general",
                                            "calls",
                                            "device",
                                            "windows",
                                            "shaders",
                                            "pipelines",
                                            "cache",
                                            "waits",
                                            "validation"};
static_assert(std::size(kCategories) == size_t(Log::Count));

uint32_t packed(const LogLevels& levels) {
    uint32_t bits = kLevelsSet;
    for (size_t i = 0; i < levels.of.size(); ++i) {
        bits |= uint32_t(levels.of[i]) << (2 * i);
    }
    return bits;
}

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

void printLocked(Log about, LogLevel level, std::string_view text) {
    if (const LogSink sink = g_sink.load()) {
        sink(level, text);
        return;
    }
    const std::string_view category = about == Log::General ? "" : categoryName(about);
    const std::string line = fmt::format(
        "glissade: {}: {}{}{}\n", prefix(level), category, category.empty() ? "" : ": ", text);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

std::string_view categoryName(Log about) {
    return kCategories[size_t(about)];
}

void openLog() {
    const ParsedOptions& parsed = parsedOptions();
    uint32_t unset = 0;
    if (!g_levels.compare_exchange_strong(unset, packed(parsed.options.log))) {
        return; // somebody else did
    }
    for (const std::string& warning : parsed.warnings) {
        logWarn(Log::General, "{}", warning);
    }
    const std::string changed = changedOptions(parsed.options);
    if (!changed.empty()) {
        logInfo(Log::General, "options: {}", changed);
    }
}

void setLogLevels(const LogLevels& levels) {
    g_levels.store(packed(levels), std::memory_order_relaxed);
}

void setLogLevel(LogLevel ofAll) {
    setLogLevels(LogLevels(ofAll));
}

bool logEnabled(Log about, LogLevel level) {
    uint32_t chosen = g_levels.load(std::memory_order_relaxed);
    if (chosen == 0) {
        openLog();
        chosen = g_levels.load(std::memory_order_relaxed);
    }
    return uint32_t(level) <= (chosen >> (2 * uint32_t(about)) & 3);
}

void setLogSink(LogSink sink) {
    std::lock_guard lock(g_state.get().mutex);
    g_sink = sink;
}

// A line for which there is no memory is lost: to log is no reason to fail.

void logText(Log about, LogLevel level, fmt::string_view format, fmt::format_args args) noexcept {
    try {
        const std::string text = fmt::vformat(format, args);
        std::lock_guard lock(g_state.get().mutex);
        printLocked(about, level, text);
    } catch (const std::exception&) {
    }
}

void logTextOnce(Log about,
                 LogLevel level,
                 fmt::string_view format,
                 fmt::format_args args) noexcept {
    try {
        const std::string text = fmt::vformat(format, args);
        LogState& s = g_state.get();
        std::lock_guard lock(s.mutex);
        if (s.onceTexts.size() < kMaxOnceTexts && s.onceTexts.insert(text).second) {
            printLocked(about, level, text);
        }
    } catch (const std::exception&) {
    }
}

} // namespace base
