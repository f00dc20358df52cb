// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What a draw costs before which samplers changed: their units, the states of sampler objects and
// textures, known ones and new ones. See docs/benchmarks.md for what is timed.

#include "bench/harness/options.h"
#include "report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>

namespace {

using namespace samplers;

struct Options {
    bench::ContextOptions context;
    MeasureOptions measure;
    std::string cases;
    bool json = false;
    bool list = false;
    bool noCheck = false;
};

int parse(int argc, char** argv, Options& options) {
    CLI::App app{
        "Measures draws before which samplers changed. With VK_LAYER_GLISSADE_census loaded "
        "it tells what Vulkan objects the draws made."};
    bench::addContextOptions(app, options.context);
    app.add_option(
        "--cases", options.cases, "only cases whose name matches this regular expression");
    app.add_option("--seconds", options.measure.seconds, "time for a case whose draws are alike")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--batches", options.measure.batches, "batches of new states in a case")
        ->check(CLI::Range(1, 8))
        ->capture_default_str();
    app.add_option("--new", options.measure.batchOfNew, "new states in a batch")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    app.add_flag("--no-check", options.noCheck, "do not look at the pixels");
    app.add_flag("--json", options.json, "print JSON");
    app.add_flag("--list", options.list, "print the cases");
    CLI11_PARSE(app, argc, argv);
    options.measure.checks = !options.noCheck;
    return -1;
}

/// Those that want such a context, in one of their own. Returns how many failed.
int measureKinds(const std::vector<const Kind*>& chosen,
                 bool compatible,
                 Options& options,
                 Run& run) {
    bench::Context context;
    int failures = 0;
    for (const Kind* kind : chosen) {
        if (kind->compatible != compatible) {
            continue;
        }
        if (!context.display()) {
            options.context.api = compatible ? bench::Api::Gl : bench::Api::Core;
            if (!context.create(options.context)) {
                fmt::print(stderr, "samplers: {}\n", context.error());
                return failures + 1;
            }
            run.renderer = context.renderer();
            run.version = run.version.empty() ? context.version() : run.version;
        }
        run.outcomes.push_back(measure(*kind, options.measure));
        if (const std::string& failure = run.outcomes.back().failure; !failure.empty()) {
            fmt::print(stderr, "samplers: {}: {}\n", kind->name, failure);
            ++failures;
        }
    }
    return failures;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (const int code = parse(argc, argv, options); code >= 0) {
        return code;
    }
    std::vector<const Kind*> chosen;
    try {
        chosen = bench::choose(allKinds(), options.cases);
    } catch (const std::regex_error&) {
        fmt::print(stderr, "samplers: --cases is not a regular expression\n");
        return 2;
    }
    if (options.list) {
        bench::printNames(chosen);
        return 0;
    }
    Run run;
    int failures = 0;
    for (const bool compatible : {false, true}) {
        failures += measureKinds(chosen, compatible, options, run);
    }
    if (options.json) {
        printJson(run);
    } else {
        printTable(run);
    }
    return failures > 0 ? 1 : 0;
}
