// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/recording.h"
#include "base/whole_file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>
#include <set>
#include <string_view>

namespace tool {
namespace {

using report::EventHeader;
using report::EventKind;
using report::RecordHeader;

struct RecordFile {
    uint64_t start_ns = 0;
    uint64_t startOfDay_ns = 0;
    uint64_t lost = 0;
    std::vector<Event> events; ///< start_ms: of the clock itself.
};

/// Empty: it is no record.
RecordFile readFile(const std::filesystem::path& path) {
    const std::string bytes = base::wholeFile(path);
    RecordFile file;
    if (bytes.size() < sizeof(RecordHeader) ||
        std::memcmp(bytes.data(), report::kRecordMagic.data(), report::kRecordMagic.size()) != 0) {
        return file;
    }
    const auto word = [&](size_t offset) {
        uint64_t value = 0;
        std::memcpy(&value, bytes.data() + offset, sizeof value);
        return value;
    };
    file.start_ns = word(offsetof(RecordHeader, start_ns));
    file.startOfDay_ns = word(offsetof(RecordHeader, startOfDay_ns));
    file.lost = word(offsetof(RecordHeader, lost));
    size_t at = sizeof(RecordHeader);
    while (at + sizeof(EventHeader) <= bytes.size()) {
        EventHeader header;
        std::memcpy(&header, bytes.data() + at, sizeof header);
        if (header.size_B == 0) {
            // Nobody finished it, or the end: what others wrote behind it is found by its size,
            // which is a multiple of the alignment.
            at += report::kEventAlignment_B;
            continue;
        }
        if (header.size_B % report::kEventAlignment_B || header.size_B > bytes.size() - at ||
            header.text_B > header.size_B - sizeof header || header.kind >= EventKind::Count) {
            break;
        }
        file.events.push_back({.kind = header.kind,
                               .detail = header.detail,
                               .ofDevice = false,
                               .thread = header.thread,
                               .start_ms = double(header.start_ns) / 1e6,
                               .duration_ms = double(header.duration_ns) / 1e6,
                               .value = header.value,
                               .text = bytes.substr(at + sizeof header, header.text_B)});
        at += header.size_B;
    }
    return file;
}

/// Of lines of `key=value`.
std::string valueOf(std::string_view text, std::string_view key) {
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == '=') {
            return std::string(line.substr(key.size() + 1));
        }
        at = end + 1;
    }
    return {};
}

int numberOf(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void addUnlessThere(std::vector<std::string>& to, std::string text) {
    if (!text.empty() && std::ranges::find(to, text) == to.end()) {
        to.push_back(std::move(text));
    }
}

void add(RecordedProcess& process, RecordFile file) {
    process.lost += file.lost;
    const std::filesystem::path library = valueOf(file.events.front().text, "library");
    const bool ofDevice = library.filename().string().starts_with("libvulkan_");
    for (Event& event : file.events) {
        event.ofDevice = ofDevice;
        if (event.kind == EventKind::Process) {
            process.program = valueOf(event.text, "program");
            process.command = valueOf(event.text, "command");
            process.version = valueOf(event.text, "version");
            process.options = valueOf(event.text, "options");
            addUnlessThere(process.libraries, valueOf(event.text, "library"));
        } else if (event.kind == EventKind::Device) {
            addUnlessThere(process.devices, event.text);
        } else if (event.kind == EventKind::Thread) {
            process.threads.try_emplace(event.thread, event.text);
        }
    }
    process.events.insert(process.events.end(),
                          std::make_move_iterator(file.events.begin()),
                          std::make_move_iterator(file.events.end()));
}

/// What both drivers of a process tell is told once. Of a Vulkan program, only threads that keep
/// the device busy or show frames wait; others compile ahead, which is what they are for.
void leaveOutWhatIsTwice(RecordedProcess& process) {
    const auto is = [](const Event& event, EventKind kind, bool ofDevice) {
        return event.kind == kind && event.ofDevice == ofDevice;
    };
    const bool hasGl = std::ranges::any_of(process.events, std::not_fn(&Event::ofDevice));
    for (const EventKind kind :
         {EventKind::Frame, EventKind::Memory, EventKind::Submit, EventKind::Stall}) {
        const bool isTold = kind == EventKind::Stall
                                ? hasGl
                                : std::ranges::any_of(process.events, [&](const Event& event) {
                                      return is(event, kind, false);
                                  });
        if (isTold) {
            std::erase_if(process.events,
                          [&](const Event& event) { return is(event, kind, true); });
        }
    }
    std::set<uint32_t> drawing;
    for (const Event& event : process.events) {
        if (event.kind == EventKind::Submit || event.kind == EventKind::Frame) {
            drawing.insert(event.thread);
        }
    }
    std::erase_if(process.events, [&](const Event& event) {
        return is(event, EventKind::Stall, true) && !drawing.contains(event.thread);
    });
}

} // namespace

std::string RecordedProcess::name() const {
    return program.substr(program.rfind('/') + 1);
}

Recording readRecording(const std::filesystem::path& directory) {
    std::vector<RecordFile> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        if (entry.path().extension() == report::kRecordSuffix) {
            RecordFile file = readFile(entry.path());
            if (!file.events.empty() && file.events.front().kind == EventKind::Process) {
                files.push_back(std::move(file));
            }
        }
    }
    Recording recording;
    std::ranges::sort(files, {}, &RecordFile::start_ns);
    const double start_ms = files.empty() ? 0 : double(files.front().start_ns) / 1e6;
    for (RecordFile& file : files) {
        recording.startOfDay_ns =
            recording.startOfDay_ns ? recording.startOfDay_ns : file.startOfDay_ns;
        const int pid = numberOf(valueOf(file.events.front().text, "pid"));
        auto process = std::ranges::find(recording.processes, pid, &RecordedProcess::pid);
        if (process == recording.processes.end()) {
            process = recording.processes.insert(process, RecordedProcess{.pid = pid});
        }
        for (Event& event : file.events) {
            event.start_ms = std::max(event.start_ms - start_ms, 0.0);
            recording.duration_ms =
                std::max(recording.duration_ms, event.start_ms + event.duration_ms);
        }
        add(*process, std::move(file));
    }
    for (RecordedProcess& process : recording.processes) {
        leaveOutWhatIsTwice(process);
        std::ranges::stable_sort(process.events, {}, &Event::start_ms);
    }
    return recording;
}

} // namespace tool
