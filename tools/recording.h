// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "report/record_format.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

// What drivers recorded (report/record_format.h), as people and other programs want it.

namespace tool {

struct Event {
    report::EventKind kind{};
    uint8_t detail = 0;
    bool ofDevice = false; ///< The CPU device told it.
    uint32_t thread = 0;
    double start_ms = 0; ///< Since the run began.
    double duration_ms = 0;
    uint64_t value = 0;
    std::string text;
};

/// What one process did on Glissade: the events of all its drivers.
struct RecordedProcess {
    int pid = 0;
    std::string program; ///< Its file.
    std::string command;
    std::string version;
    std::string options;                ///< That are not as they are by default.
    std::vector<std::string> libraries; ///< The drivers that recorded.
    std::vector<std::string> devices;   ///< Vulkan's.
    std::map<uint32_t, std::string> threads;
    /// By start. What the GL driver tells, too, the device below it does not: its frames, memory,
    /// submissions and waits are told once.
    std::vector<Event> events;
    uint64_t lost = 0; ///< Events that no file had room for.

    /// The last part of its file's name.
    std::string name() const;
};

struct Recording {
    uint64_t startOfDay_ns = 0;             ///< When it began, since 1970, UTC.
    double duration_ms = 0;                 ///< To the last event's end.
    std::string ending;                     ///< A sentence, if the program did not end by itself.
    std::vector<RecordedProcess> processes; ///< By their first event; empty: nobody recorded.
};

/// All that lies in the directory; what is damaged or of another build is left out, and the
/// events of a file up to where it is damaged are taken.
Recording readRecording(const std::filesystem::path& directory);

/// A page that stands for itself: no other file, no network.
std::string reportPage(const Recording& recording);
/// Chrome's trace event format, which Perfetto reads as well.
std::string traceFile(const Recording& recording);
/// Some ten lines for a terminal.
std::string summary(const Recording& recording);

/// What a developer or a user can do about waits with such a cause.
std::string adviceFor(const Event& stall);

} // namespace tool
