// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report.h"

#include "bench/harness/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace storm {

namespace {

using bench::jsonText;

Figures firstOf(const CaseTimes& times) {
    std::vector<double> all;
    for (const DrawTime& draw : times.draws) {
        all.push_back(draw.first_ms);
    }
    return Figures::of(all);
}

Figures againOf(const CaseTimes& times) {
    std::vector<double> all;
    for (const DrawTime& draw : times.draws) {
        all.push_back(draw.again_ms);
    }
    return Figures::of(all);
}

/// Of those over 1 ms.
int preemptedOf(const CaseTimes& times) {
    return int(std::count_if(times.draws.begin(), times.draws.end(), [](const DrawTime& draw) {
        return draw.first_ms > 1 && draw.preempted;
    }));
}

std::string toJson(const Figures& figures) {
    return fmt::format("{{\"median_ms\": {:.5f}, \"p99_ms\": {:.5f}, \"max_ms\": {:.5f}, "
                       "\"over1\": {}, \"over4\": {}}}",
                       figures.median_ms,
                       figures.p99_ms,
                       figures.max_ms,
                       figures.over1,
                       figures.over4);
}

std::string toJson(const Outcome& outcome) {
    if (!outcome.missing.empty()) {
        return fmt::format("{{\"missing\": {}}}", jsonText(outcome.missing));
    }
    if (!outcome.failure.empty()) {
        return fmt::format("{{\"failure\": {}}}", jsonText(outcome.failure));
    }
    const CaseTimes& times = outcome.times;
    return fmt::format(
        "{{\"draws\": {}, \"programs\": {}, \"link_ms\": {:.3f}, "
        "\"longest_flush_ms\": {:.5f}, \"rest_ms\": {:.3f}, \"preempted\": {},\n      "
        "\"first\": {},\n      \"again\": {}}}",
        times.draws.size(),
        times.programs,
        times.link_ms,
        times.longestFlush_ms,
        times.rest_ms,
        preemptedOf(times),
        toJson(firstOf(times)),
        toJson(againOf(times)));
}

void printRow(const Outcome& outcome) {
    const CaseTimes& times = outcome.times;
    const Figures first = firstOf(times), again = againOf(times);
    fmt::print(
        "{:28} {:5} {:9.3f} {:9.3f} {:9.3f} {:6} {:6} {:5} | {:9.3f} {:9.3f} {:6} | {:8.0f} ",
        outcome.measured->name,
        times.draws.size(),
        first.median_ms,
        first.p99_ms,
        first.max_ms,
        first.over1,
        first.over4,
        preemptedOf(times),
        again.median_ms,
        again.max_ms,
        again.over1,
        times.link_ms);
    if (outcome.wait == Wait::None) {
        fmt::print("{:8.3f} {:8.0f}\n", times.longestFlush_ms, times.rest_ms);
    } else {
        fmt::print("{:>8} {:>8}\n", "–", "–");
    }
}

} // namespace

Figures Figures::of(std::vector<double> times_ms) {
    if (times_ms.empty()) {
        return {};
    }
    std::sort(times_ms.begin(), times_ms.end());
    const size_t count = times_ms.size();
    const auto over = [&](double limit_ms) {
        return int(times_ms.end() - std::upper_bound(times_ms.begin(), times_ms.end(), limit_ms));
    };
    const size_t half = count / 2;
    return {count % 2 ? times_ms[half] : 0.5 * (times_ms[half - 1] + times_ms[half]),
            times_ms[size_t(std::ceil(0.99 * double(count))) - 1],
            times_ms.back(),
            over(1),
            over(4)};
}

const char* nameOf(Wait wait) {
    return wait == Wait::Finish ? "finish" : "thread";
}

void printTable(const Run& run) {
    fmt::print("{} · {}\nseed {}, loading screens of {:.0f} ms, {} lines a shader\n",
               run.renderer,
               run.version,
               run.options.scene.seed,
               run.options.scene.loading_ms,
               run.options.scene.shaderLines);
    for (const Wait wait : {Wait::None, Wait::Finish}) {
        bool titled = false;
        for (const Outcome& outcome : run.outcomes) {
            if (outcome.wait != wait) {
                continue;
            }
            if (!titled) {
                fmt::print(
                    "\n{:28} {:>5} {:>9} {:>9} {:>9} {:>6} {:>6} {:>5} | {:>9} {:>9} {:>6} | "
                    "{:>8} {:>8} {:>8}\n",
                    wait == Wait::Finish ? "draw and glFinish, ms" : "application's thread, ms",
                    "draws",
                    "median",
                    "99th %",
                    "max",
                    "> 1 ms",
                    "> 4 ms",
                    "pre.",
                    "again med",
                    "max",
                    "> 1 ms",
                    "linking",
                    "flush",
                    "rest");
                titled = true;
            }
            if (!outcome.missing.empty() || !outcome.failure.empty()) {
                fmt::print("{:28} {}\n",
                           outcome.measured->name,
                           outcome.missing.empty() ? "FAILED" : "n/a: " + outcome.missing);
            } else {
                printRow(outcome);
            }
        }
    }
}

void printEach(const Outcome& outcome) {
    for (const DrawTime& draw : outcome.times.draws) {
        fmt::print("{}\t{}\t{:.4f}\t{:.4f}\t{:.4f}\t{}{}\n",
                   nameOf(outcome.wait),
                   outcome.measured->name,
                   draw.first_ms,
                   draw.link_ms,
                   draw.again_ms,
                   draw.name,
                   draw.preempted ? " (preempted)" : "");
    }
}

std::string toJson(const Run& run) {
    std::string text = fmt::format("{{\n  \"renderer\": {},\n  \"version\": {},\n  \"seed\": {},\n"
                                   "  \"loading_ms\": {},\n  \"shader_lines\": {},\n",
                                   jsonText(run.renderer),
                                   jsonText(run.version),
                                   run.options.scene.seed,
                                   run.options.scene.loading_ms,
                                   run.options.scene.shaderLines);
    const char* passComma = "";
    for (const Wait wait : {Wait::None, Wait::Finish}) {
        std::string rows;
        for (const Outcome& outcome : run.outcomes) {
            if (outcome.wait == wait) {
                rows += fmt::format("{}\n    {}: {}",
                                    rows.empty() ? "" : ",",
                                    jsonText(outcome.measured->name),
                                    toJson(outcome));
            }
        }
        if (!rows.empty()) {
            text += fmt::format("{}  \"{}\": {{{}\n  }}", passComma, nameOf(wait), rows);
            passComma = ",\n";
        }
    }
    return text + "\n}\n";
}

} // namespace storm
