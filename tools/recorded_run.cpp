// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/recorded_run.h"

#include "base/environment.h"
#include "base/whole_file.h"
#include "tools/commands.h"
#include "tools/recording.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <fstream>
#include <signal.h>
#include <unistd.h>

namespace tool {
namespace {

namespace fs = std::filesystem;

constexpr char kEndingFile[] = "ending";

base::Result<fs::path> runsDirectory() {
    if (const char* state = base::environment("XDG_STATE_HOME"); state && *state == '/') {
        return fs::path(state) / "glissade/runs";
    }
    if (const char* home = base::environment("HOME"); home && *home == '/') {
        return fs::path(home) / ".local/state/glissade/runs";
    }
    return base::Error{"There is no home directory to keep a record in; XDG_STATE_HOME names one."};
}

/// Runs have the number of the `glissade` that began them. 0: it is no run's directory.
pid_t runOf(const fs::path& directory) {
    const std::string name = directory.filename();
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    return error == std::errc() && end == name.data() + name.size() ? pid : 0;
}

/// Takes what no event needed back from the disk.
void shorten(const fs::path& directory) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error)) {
        if (entry.path().extension() != report::kRecordSuffix) {
            continue;
        }
        std::ifstream file(entry.path(), std::ios::binary);
        char header[sizeof(report::RecordHeader)];
        uint64_t end_B = 0;
        if (file.read(header, sizeof header)) {
            std::memcpy(&end_B, header + offsetof(report::RecordHeader, end_B), sizeof end_B);
            if (end_B >= sizeof header && end_B < entry.file_size(error)) {
                fs::resize_file(entry.path(), end_B, error);
            }
        }
    }
}

bool writeFile(const std::string& name, const std::string& text) {
    std::ofstream file(name, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    return !file.fail();
}

} // namespace

base::Result<fs::path> beginRecordedRun() {
    const base::Result<fs::path> runs = runsDirectory();
    if (!runs) {
        return runs.error();
    }
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(*runs, error)) {
        const pid_t run = runOf(entry.path());
        if (run && run != getpid() && kill(run, 0) != 0 && errno == ESRCH) {
            fs::remove_all(entry.path(), error);
        }
    }
    const fs::path own = *runs / fmt::to_string(getpid());
    fs::remove_all(own, error);
    error.clear();
    fs::create_directories(own, error);
    if (error) {
        return base::Error{fmt::format("Cannot make {}: {}.", own.string(), error.message())};
    }
    fs::permissions(own, fs::perms::owner_all, error);
    return own;
}

std::string finishRecordedRun(const fs::path& directory,
                              const std::string& ending,
                              const RecordRequest& request) {
    shorten(directory);
    const fs::path endingFile = directory / kEndingFile;
    if (!ending.empty()) {
        writeFile(endingFile, ending);
    }
    Recording recording = readRecording(directory);
    recording.ending = base::wholeFile(endingFile);
    if (recording.processes.empty()) {
        return "Nothing was recorded: no process of this run drew with Glissade.";
    }
    std::string problems;
    if (!request.report.empty() && !writeFile(request.report, reportPage(recording))) {
        problems += fmt::format("Cannot write {}: {}. ", request.report, std::strerror(errno));
    }
    if (!request.trace.empty() && !writeFile(request.trace, traceFile(recording))) {
        problems += fmt::format("Cannot write {}: {}. ", request.trace, std::strerror(errno));
    }
    if (request.summary) {
        fmt::print(stderr, "{}", summary(recording));
    }
    return problems;
}

base::Result<fs::path> lastRecordedRun() {
    const base::Result<fs::path> runs = runsDirectory();
    if (!runs) {
        return runs.error();
    }
    fs::path last;
    fs::file_time_type lastTime{};
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(*runs, error)) {
        const auto time = entry.last_write_time(error);
        if (runOf(entry.path()) && (last.empty() || time > lastTime)) {
            last = entry.path();
            lastTime = time;
        }
    }
    if (last.empty()) {
        return base::Error{"No run was recorded yet; `glissade run --why PROGRAM` records one."};
    }
    return last;
}

} // namespace tool
