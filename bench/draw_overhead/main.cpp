// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// How many draws a second an application's thread can hand to the driver, with one state change
// before each. See docs/benchmarks.md for what is timed.

#include "bench/harness/json.h"
#include "bench/harness/median.h"
#include "bench/harness/options.h"
#include "rows.h"
#include "scene.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

using namespace bench;

struct Options {
    ContextOptions context;
    std::string rows;
    int rounds = 5;
    double seconds = 0.2;
    int draws = 0; ///< 0: for `seconds`.
    int flushEvery = 10000;
    bool json = false;
    bool list = false;
};

struct Sample {
    double wall_kdps; ///< thousand draws a second of wall time
    double cpu_kdps;  ///< … of the calling thread's processor time
    double
        all_kdps; ///< … of all threads' processor time: a driver's own threads, a CPU device's too
};

double now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// Draws for the given time. What is timed ends with the flush that hands over the last batch;
/// waiting for the device comes after it, so that no work is left over for the next row.
Sample measure(Scene& scene, const Row& row, const Options& options) {
    const double wallStart = now(CLOCK_MONOTONIC);
    const double cpuStart = now(CLOCK_THREAD_CPUTIME_ID);
    double draws = 0;
    const double allStart = now(CLOCK_PROCESS_CPUTIME_ID);
    double wall = 0;
    do {
        for (int left = options.flushEvery; left > 0; left -= 1000) {
            const int count = std::min(left, 1000);
            row.run(scene, count);
            draws += count;
        }
        glFlush();
        wall = now(CLOCK_MONOTONIC) - wallStart;
    } while (options.draws > 0 ? draws < options.draws : wall < options.seconds);
    const double cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpuStart;
    glFinish();
    const double all = now(CLOCK_PROCESS_CPUTIME_ID) - allStart;
    return {draws / wall * 1e-3, draws / cpu * 1e-3, draws / all * 1e-3};
}

struct Result {
    const Row* row;
    std::vector<double> wall_kdps;
    std::vector<double> cpu_kdps;
    std::vector<double> all_kdps;
};

int parse(int argc, char** argv, Options& options) {
    CLI::App app{"Measures thousand draws a second with one state change before each draw."};
    std::string api = "gles2";
    app.add_option("--api", api, "gles2, gl, or core (OpenGL 3.3 core)")
        ->check(CLI::IsMember({"gles2", "gl", "core"}));
    addContextOptions(app, options.context);
    app.add_option("--rows", options.rows, "only rows whose name matches this regular expression");
    app.add_option("--rounds", options.rounds, "times that each row is measured")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "time for a row in a round")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--draws",
                   options.draws,
                   "draws for a row in a round instead of a time, for counting instructions");
    app.add_option("--flush-every", options.flushEvery, "draws between two calls of glFlush")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--json", options.json, "print JSON");
    app.add_flag("--list", options.list, "print the names of the rows");
    CLI11_PARSE(app, argc, argv);
    options.context.api = api == "gl" ? Api::Gl : api == "core" ? Api::Core : Api::Gles2;
    return -1;
}

void printTable(const Context& context, const std::vector<Result>& results) {
    fmt::print("{} · {}\n", context.renderer(), context.version());
    fmt::print("{:28} {:>10} {:>10} {:>12} {:>8}\n",
               "k draws/s, change per draw",
               "wall",
               "thread CPU",
               "process CPU",
               "of 1st");
    const double first =
        results.empty() || results[0].wall_kdps.empty() ? 0.0 : median(results[0].wall_kdps);
    for (const Result& result : results) {
        if (result.wall_kdps.empty()) {
            fmt::print("{:28} {:>10}\n", result.row->name, "n/a");
            continue;
        }
        const double wall = median(result.wall_kdps);
        fmt::print("{:28} {:10.0f} {:10.0f} {:12.0f} {:6.1f} %\n",
                   result.row->name,
                   wall,
                   median(result.cpu_kdps),
                   median(result.all_kdps),
                   first > 0 ? 100.0 * wall / first : 0.0);
    }
}

void printJson(const Context& context, const Options& options, const std::vector<Result>& results) {
    fmt::print("{{\n  \"renderer\": {},\n  \"version\": {},\n  \"rounds\": {},\n  \"rows\": {{",
               jsonText(context.renderer()),
               jsonText(context.version()),
               options.rounds);
    const char* comma = "";
    for (const Result& result : results) {
        if (result.wall_kdps.empty()) {
            fmt::print("{}\n    {}: null", comma, jsonText(result.row->name));
        } else {
            fmt::print("{}\n    {}: {{\"wall_kdps\": {:.1f}, \"cpu_kdps\": {:.1f}, "
                       "\"all_kdps\": {:.1f}}}",
                       comma,
                       jsonText(result.row->name),
                       median(result.wall_kdps),
                       median(result.cpu_kdps),
                       median(result.all_kdps));
        }
        comma = ",";
    }
    fmt::print("\n  }}\n}}\n");
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (const int code = parse(argc, argv, options); code >= 0) {
        return code;
    }
    std::vector<Result> results;
    try {
        for (const Row* row : choose(allRows(), options.rows)) {
            results.push_back({.row = row});
        }
    } catch (const std::regex_error&) {
        fmt::print(stderr, "draw_overhead: --rows is not a regular expression\n");
        return 2;
    }
    if (options.list) {
        for (const Result& result : results) {
            fmt::print("{}\n", result.row->name);
        }
        return 0;
    }
    Context context;
    if (!context.create(options.context)) {
        fmt::print(stderr, "draw_overhead: {}\n", context.error());
        return 1;
    }
    Scene scene;
    if (!scene.create(context)) {
        fmt::print(stderr, "draw_overhead: {}\n", scene.error());
        return 1;
    }
    // Round by round over all rows, so that a slow moment of the machine does not fall on one row.
    for (int round = 0; round < options.rounds; ++round) {
        for (Result& result : results) {
            const Row& row = *result.row;
            if (row.possible && !row.possible(scene)) {
                continue;
            }
            if (!scene.begin(row.shape)) {
                if (round == 0 && !scene.error().empty()) {
                    fmt::print(stderr, "draw_overhead: {}: {}\n", row.name, scene.error());
                }
                continue;
            }
            row.run(scene, 100); // First use of the row's states is not what is measured here.
            glFinish();
            const Sample sample = measure(scene, row, options);
            result.wall_kdps.push_back(sample.wall_kdps);
            result.cpu_kdps.push_back(sample.cpu_kdps);
            result.all_kdps.push_back(sample.all_kdps);
        }
    }
    if (options.json) {
        printJson(context, options, results);
    } else {
        printTable(context, results);
    }
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        fmt::print(stderr, "draw_overhead: GL error 0x{:04x}\n", error);
        return 1;
    }
    return 0;
}
