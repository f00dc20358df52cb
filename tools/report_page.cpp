// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/page_files.h"
#include "tools/recording.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/utsname.h>

#include <ctime>
#include <string_view>
#include <thread>

namespace tool {
namespace {

using nlohmann::json;
using report::EventKind;

/// Thousandths of a ms are enough, and short.
double shortened(double time_ms) {
    return double(int64_t(time_ms * 1000 + 0.5)) / 1000;
}

json processData(const RecordedProcess& process) {
    json data = {{"pid", process.pid},
                 {"name", process.name()},
                 {"command", process.command},
                 {"version", process.version},
                 {"options", process.options},
                 {"libraries", process.libraries},
                 {"devices", process.devices},
                 {"lost", process.lost}};
    json threads = json::object();
    for (const auto& [thread, name] : process.threads) {
        threads[fmt::to_string(thread)] = fmt::format("{} {}", name, thread);
    }
    data["threads"] = std::move(threads);
    json frames = json::array();
    json stalls = json::array();
    json compiles = json::array();
    json answers = json::array();
    json memory = json::array();
    json faults = json::array();
    json uploads = json::array();
    json submits = json::array();
    json executes = json::array();
    json figures = json::array();
    for (const Event& event : process.events) {
        const double start = shortened(event.start_ms);
        const double duration = shortened(event.duration_ms);
        switch (event.kind) {
        case EventKind::Frame:
            frames.push_back({start, duration});
            break;
        case EventKind::Stall:
            stalls.push_back({{"t", start},
                              {"d", duration},
                              {"kind", event.detail},
                              {"thread", event.thread},
                              {"cause", event.text},
                              {"advice", adviceFor(event)}});
            break;
        case EventKind::Compile:
            if (event.detail < uint8_t(report::CompileKind::Count)) {
                compiles.push_back({{"t", start},
                                    {"d", duration},
                                    {"kind", event.detail},
                                    {"thread", event.thread},
                                    {"text", event.text}});
            }
            break;
        case EventKind::Answer:
            if (event.detail < uint8_t(report::AnswerFrom::Count)) {
                answers.push_back({start, event.detail});
            }
            break;
        case EventKind::Memory:
            memory.push_back({start, event.value});
            break;
        case EventKind::Fault:
            faults.push_back({{"t", start}, {"text", event.text}});
            break;
        case EventKind::Upload:
            uploads.push_back(
                {{"t", start}, {"d", duration}, {"bytes", event.value}, {"text", event.text}});
            break;
        case EventKind::Submit:
            submits.push_back({start, duration});
            break;
        case EventKind::Execute:
            executes.push_back({start, duration});
            break;
        case EventKind::Figures:
            figures.push_back(event.text);
            break;
        default:
            break;
        }
    }
    data["frames"] = std::move(frames);
    data["stalls"] = std::move(stalls);
    data["compiles"] = std::move(compiles);
    data["answers"] = std::move(answers);
    data["memory"] = std::move(memory);
    data["faults"] = std::move(faults);
    data["uploads"] = std::move(uploads);
    data["submits"] = std::move(submits);
    data["executes"] = std::move(executes);
    data["figures"] = std::move(figures);
    return data;
}

std::string machine() {
    utsname system{};
    uname(&system);
    return fmt::format("{} {}, {}, {} cores",
                       system.sysname,
                       system.release,
                       system.machine,
                       std::thread::hardware_concurrency());
}

/// Bytes of a program's choice may be in it: what is no UTF-8 is replaced. Text of JSON must not
/// end the element that it is in.
std::string embedded(const json& data) {
    const std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace);
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        if (c == '<') {
            safe += "\\u003c";
        } else {
            safe += c;
        }
    }
    return safe;
}

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
        case '<':
            safe += "&lt;";
            break;
        case '&':
            safe += "&amp;";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

} // namespace

std::string reportPage(const Recording& recording) {
    json processes = json::array();
    for (const RecordedProcess& process : recording.processes) {
        processes.push_back(processData(process));
    }
    const json data = {
        {"began",
         fmt::format("{:%Y-%m-%d %H:%M:%S} UTC",
                     fmt::gmtime(std::time_t(recording.startOfDay_ns / 1'000'000'000)))},
        {"duration", shortened(recording.duration_ms)},
        {"ending", recording.ending},
        {"machine", machine()},
        {"processes", std::move(processes)}};
    const std::string title = recording.processes.empty()
                                  ? "Glissade"
                                  : recording.processes.front().name() + " on Glissade";
    std::string page;
    std::string_view rest = kPageHtml;
    for (;;) {
        const size_t begin = rest.find('@');
        const size_t end = begin == rest.npos ? begin : rest.find('@', begin + 1);
        page += rest.substr(0, begin);
        if (end == rest.npos) {
            return page;
        }
        const std::string_view name = rest.substr(begin + 1, end - begin - 1);
        if (name == "TITLE") {
            page += escaped(title);
        } else if (name == "UPLOT_CSS") {
            page += kUplotCss;
        } else if (name == "CSS") {
            page += kPageCss;
        } else if (name == "DATA") {
            page += embedded(data);
        } else if (name == "UPLOT") {
            page += kUplotJs;
        } else if (name == "SCRIPT") {
            page += kPageJs;
        }
        rest.remove_prefix(end + 1);
    }
}

std::string traceFile(const Recording& recording) {
    constexpr const char* kCompiles[] = {
        "shader", "program", "pipeline", "stage, copied", "stage, compiled", "routine"};
    constexpr const char* kAnswers[] = {"memory", "disk", "made ahead", "made"};
    static_assert(std::size(kCompiles) == size_t(report::CompileKind::Count));
    static_assert(std::size(kAnswers) == size_t(report::AnswerFrom::Count));
    json events = json::array();
    for (const RecordedProcess& process : recording.processes) {
        events.push_back({{"ph", "M"},
                          {"name", "process_name"},
                          {"pid", process.pid},
                          {"args", {{"name", process.name()}}}});
        for (const auto& [thread, name] : process.threads) {
            events.push_back({{"ph", "M"},
                              {"name", "thread_name"},
                              {"pid", process.pid},
                              {"tid", thread},
                              {"args", {{"name", name}}}});
        }
        for (const Event& event : process.events) {
            json one = {{"pid", process.pid},
                        {"tid", event.thread},
                        {"ts", event.start_ms * 1000},
                        {"ph", "X"},
                        {"dur", event.duration_ms * 1000}};
            switch (event.kind) {
            case EventKind::Frame:
                one["name"] = "hand over a frame";
                one["cat"] = "frame";
                break;
            case EventKind::Stall:
                one["name"] = "wait";
                one["cat"] = "wait";
                one["args"] = {{"cause", event.text}, {"advice", adviceFor(event)}};
                break;
            case EventKind::Compile:
                if (event.detail >= std::size(kCompiles)) {
                    continue;
                }
                one["name"] = fmt::format("compile: {}", kCompiles[event.detail]);
                one["cat"] = "compile";
                one["args"] = {{"what", event.text}};
                break;
            case EventKind::Answer:
                if (event.detail >= std::size(kAnswers)) {
                    continue;
                }
                one["ph"] = "i";
                one["s"] = "t";
                one["name"] = fmt::format("{}: {}", event.text, kAnswers[event.detail]);
                one["cat"] = "cache";
                one.erase("dur");
                break;
            case EventKind::Memory:
                one["ph"] = "C";
                one["name"] = "device memory";
                one["args"] = {{"bytes", event.value}};
                one.erase("dur");
                break;
            case EventKind::Upload:
                one["name"] = fmt::format("upload to {}", event.text);
                one["cat"] = "upload";
                one["args"] = {{"bytes", event.value}};
                break;
            case EventKind::Submit:
                one["name"] = "submit";
                one["cat"] = "submit";
                break;
            case EventKind::Present:
                one["name"] = "present";
                one["cat"] = "frame";
                break;
            case EventKind::Execute:
                one["name"] = "execute a submission";
                one["cat"] = "device";
                one["args"] = {{"submission", event.value}};
                break;
            case EventKind::Fault:
                one["ph"] = "i";
                one["s"] = "p";
                one["name"] = "device lost";
                one["args"] = {{"why", event.text}};
                one.erase("dur");
                break;
            default:
                continue;
            }
            events.push_back(std::move(one));
        }
    }
    return json{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
}

} // namespace tool
