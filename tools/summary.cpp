// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tool {
namespace {

using report::EventKind;

constexpr size_t kCauses = 4; ///< More are not for a terminal.

std::string milliseconds(double time_ms) {
    return time_ms >= 1 ? fmt::format("{:.1f} ms", time_ms)
                        : fmt::format("{:.0f} µs", time_ms * 1000);
}

std::string times(size_t count) {
    return count == 1 ? "once" : fmt::format("{} times", count);
}

/// The cause without what happened within and what was new, and with neither numbers nor labels:
/// what differs in those belongs together.
std::string kindOf(const std::string& cause) {
    std::string kind;
    bool isLabel = false;
    for (const char c : cause.substr(0, std::min(cause.find(" ("), cause.find("; ")))) {
        const bool isName = isLabel || c == '\'' || (c >= '0' && c <= '9');
        isLabel = isLabel != (c == '\'');
        if (!isName) {
            kind += c;
        } else if (kind.empty() || kind.back() != '#') {
            kind += '#';
        }
    }
    return kind;
}

struct Cause {
    const Event* longest = nullptr;
    size_t count = 0;
    double sum_ms = 0;
};

std::vector<Cause> causesOf(const RecordedProcess& process) {
    std::map<std::string, Cause> byKind;
    for (const Event& event : process.events) {
        if (event.kind == EventKind::Stall) {
            Cause& cause = byKind[kindOf(event.text)];
            ++cause.count;
            cause.sum_ms += event.duration_ms;
            if (!cause.longest || event.duration_ms > cause.longest->duration_ms) {
                cause.longest = &event;
            }
        }
    }
    std::vector<Cause> causes;
    for (const auto& [kind, cause] : byKind) {
        causes.push_back(cause);
    }
    // Many short waits slow a program down; what stutters are the long ones.
    std::ranges::sort(
        causes, std::greater(), [](const Cause& cause) { return cause.longest->duration_ms; });
    return causes;
}

/// From one frame to the next, in order of length.
std::vector<double> frameTimes_ms(const RecordedProcess& process) {
    std::vector<double> ends;
    for (const Event& event : process.events) {
        if (event.kind == EventKind::Frame) {
            ends.push_back(event.start_ms + event.duration_ms);
        }
    }
    std::vector<double> frames(ends.size());
    std::adjacent_difference(ends.begin(), ends.end(), frames.begin());
    if (!frames.empty()) {
        frames.erase(frames.begin());
    }
    std::ranges::sort(frames);
    return frames;
}

std::string describe(const RecordedProcess& process) {
    std::string text = fmt::format("{} ({}), Glissade {}{}{}\n",
                                   process.name(),
                                   process.pid,
                                   process.version,
                                   process.devices.empty() ? "" : " on ",
                                   fmt::join(process.devices, ", "));
    if (const std::vector<double> frames = frameTimes_ms(process); !frames.empty()) {
        text +=
            fmt::format("  {} frames, usually {}, the slowest of a hundred {}, the slowest {}\n",
                        frames.size(),
                        milliseconds(frames[frames.size() / 2]),
                        milliseconds(frames[frames.size() * 99 / 100]),
                        milliseconds(frames.back()));
    } else {
        text += "  no frames: it showed no image twice\n";
    }
    const std::vector<Cause> causes = causesOf(process);
    if (causes.empty()) {
        text += "  Glissade kept it waiting nowhere for 0.1 ms or more\n";
    }
    for (size_t i = 0; i < std::min(causes.size(), kCauses); ++i) {
        const Cause& cause = causes[i];
        text += cause.count == 1 ? fmt::format("  waited once, {}: {}\n",
                                               milliseconds(cause.sum_ms),
                                               cause.longest->text)
                                 : fmt::format("  waited {}, {} in all, at most {}: {}\n",
                                               times(cause.count),
                                               milliseconds(cause.sum_ms),
                                               milliseconds(cause.longest->duration_ms),
                                               cause.longest->text);
        if (const std::string advice = adviceFor(*cause.longest); !advice.empty()) {
            text += fmt::format("      {}\n", advice);
        }
    }
    if (causes.size() > kCauses) {
        text += fmt::format("  and {} other causes\n", causes.size() - kCauses);
    }
    size_t compiles = 0;
    double compiled_ms = 0;
    for (const Event& event : process.events) {
        if (event.kind == EventKind::Compile) {
            ++compiles;
            compiled_ms += event.duration_ms;
        } else if (event.kind == EventKind::Fault) {
            text += fmt::format("  the device was lost: {}\n", event.text);
        }
    }
    text += fmt::format(
        "  compiled {}, {} on all threads\n", times(compiles), milliseconds(compiled_ms));
    return text;
}

} // namespace

std::string summary(const Recording& recording) {
    std::string text;
    for (const RecordedProcess& process : recording.processes) {
        text += describe(process);
    }
    if (!recording.ending.empty()) {
        text += recording.ending + "\n";
    }
    return text;
}

} // namespace tool
