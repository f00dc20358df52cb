// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// storm: what a draw takes whose state, program or mix of programs a driver has never seen before.
// See docs/storm.md for what is timed.

#include "bench/harness/options.h"
#include "child.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <random>

namespace {

using namespace storm;

struct Options {
    bench::ContextOptions context;
    MeasureOptions measure;
    std::string cases;
    std::string json;
    bool finish = false;
    bool each = false;
    bool list = false;
};

int parse(int argc, char** argv, Options& options) {
    CLI::App app{"Measures draws that use something for the first time."};
    bench::addContextOptions(app, options.context);
    app.add_option(
        "--cases", options.cases, "only cases whose name matches this regular expression");
    app.add_flag("--finish", options.finish, "a second pass, with a glFinish after each draw");
    app.add_option("--seed",
                   options.measure.scene.seed,
                   "of all that is random, shaders' texts among it (default: another each time)");
    app.add_option("--loading-ms",
                   options.measure.scene.loading_ms,
                   "time between the last link and the first draw")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--shader-lines", options.measure.scene.shaderLines, "arithmetic in each shader")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option(
           "--programs", options.measure.scene.programs, "of cases loaded and fresh programs")
        ->check(CLI::Range(1, Canvas::kCells))
        ->capture_default_str();
    app.add_option("--draws", options.measure.mostDraws, "at most so many of each case")
        ->check(CLI::Range(1, Canvas::kCells));
    app.add_option("--flush-every",
                   options.measure.flushEvery,
                   "draws between two calls of glFlush, without --finish")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--json", options.json, "write the figures into this file");
    app.add_flag("--each", options.each, "print every draw");
    app.add_flag("--list", options.list, "print the cases");
    CLI11_PARSE(app, argc, argv);
    if (app.count("--seed") == 0) {
        std::random_device device;
        options.measure.scene.seed = uint64_t(std::time(nullptr)) << 20 ^ device();
    }
    return -1;
}

bool writeFile(const std::string& path, const std::string& text) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    const bool good = file && std::fputs(text.c_str(), file) >= 0;
    return file && std::fclose(file) == 0 && good;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (const int code = parse(argc, argv, options); code >= 0) {
        return code;
    }
    std::vector<const Case*> chosen;
    try {
        chosen = bench::choose(allCases(), options.cases);
    } catch (const std::regex_error&) {
        fmt::print(stderr, "storm: --cases is not a regular expression\n");
        return 2;
    }
    if (options.list) {
        bench::printNames(chosen);
        return 0;
    }
    Run run;
    run.options = options.measure;
    int failures = 0;
    for (const Wait wait : {Wait::None, Wait::Finish}) {
        if (wait == Wait::Finish && !options.finish) {
            continue;
        }
        for (const Case* one : chosen) {
            MeasureOptions measure = options.measure;
            measure.wait = wait;
            // Other programs: those of the first pass may be in a cache on disk.
            measure.scene.seed += wait == Wait::Finish ? 1 : 0;
            Child child(options.context, measure);
            run.outcomes.push_back(child.run(*one));
            run.renderer = child.renderer();
            run.version = child.version();
            const Outcome& outcome = run.outcomes.back();
            if (!outcome.failure.empty()) {
                fmt::print(stderr,
                           "storm: {} ({}, seed {}): {}\n",
                           one->name,
                           nameOf(wait),
                           measure.scene.seed,
                           outcome.failure);
                ++failures;
            } else if (options.each) {
                printEach(outcome);
            }
        }
    }
    printTable(run);
    if (!options.json.empty() && !writeFile(options.json, toJson(run))) {
        fmt::print(stderr, "storm: {} cannot be written\n", options.json);
        ++failures;
    }
    return failures > 0 ? 1 : 0;
}
