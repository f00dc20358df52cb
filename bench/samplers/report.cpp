// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include "bench/harness/json.h"

#include <fmt/format.h>

namespace samplers {

namespace {

using bench::jsonText;

std::string toJson(const Outcome& outcome) {
    if (!outcome.failure.empty()) {
        return fmt::format("{{\"failure\": {}}}", jsonText(outcome.failure));
    }
    const Figures& f = outcome.figures;
    std::string text = fmt::format("{{\"draws\": {}, \"median_ns\": {:.0f}, \"mean_ns\": {:.0f}, "
                                   "\"worst_ns\": {:.0f}, \"finished_ns\": {:.0f}, "
                                   "\"process_ns\": {:.0f}",
                                   f.draws,
                                   f.median_ns,
                                   f.mean_ns,
                                   f.worst_ns,
                                   f.finished_ns,
                                   f.process_ns);
    if (f.made) {
        text += fmt::format(",\n      \"made\": {{\"pipelines\": {}, \"shaders\": {}, "
                            "\"samplers\": {}, \"sets\": {}}}",
                            f.made->pipelines,
                            f.made->shaders,
                            f.made->samplers,
                            f.made->sets);
    }
    return text + "}";
}

} // namespace

void printTable(const Run& run) {
    fmt::print("{} · {}\nreading the clock: {:.0f} ns\n\n", run.renderer, run.version, clock_ns());
    fmt::print("{:32} {:>7} {:>10} {:>10} {:>10} {:>12} {:>12} {:>10} {:>8} {:>9} {:>9}\n",
               "",
               "draws",
               "median, ns",
               "mean, ns",
               "worst, µs",
               "finished, ns",
               "process, ns",
               "pipelines",
               "shaders",
               "samplers",
               "sets");
    for (const Outcome& outcome : run.outcomes) {
        const Figures& f = outcome.figures;
        fmt::print("{:32} ", outcome.kind->name);
        if (!outcome.failure.empty()) {
            fmt::print("FAILED\n");
            continue;
        }
        fmt::print("{:7} {:10.0f} {:10.0f} {:10.1f} {:12.0f} {:12.0f} ",
                   f.draws,
                   f.median_ns,
                   f.mean_ns,
                   f.worst_ns / 1000,
                   f.finished_ns,
                   f.process_ns);
        if (f.made) {
            fmt::print("{:10} {:8} {:9} {:9}\n",
                       f.made->pipelines,
                       f.made->shaders,
                       f.made->samplers,
                       f.made->sets);
        } else {
            fmt::print("{:>10} {:>8} {:>9} {:>9}\n", "–", "–", "–", "–");
        }
    }
}

void printJson(const Run& run) {
    fmt::print("{{\n  \"renderer\": {},\n  \"version\": {},\n  \"clock_ns\": {:.1f},\n"
               "  \"cases\": {{",
               jsonText(run.renderer),
               jsonText(run.version),
               clock_ns());
    const char* comma = "";
    for (const Outcome& outcome : run.outcomes) {
        fmt::print("{}\n    {}: {}", comma, jsonText(outcome.kind->name), toJson(outcome));
        comma = ",";
    }
    fmt::print("\n  }}\n}}\n");
}

} // namespace samplers
