// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/known_programs.h"
#include "base/log.h"
#include "base/option_file.h"
#include "base/options.h"
#include "tools/commands.h"
#include "tools/doors.h"
#include "tools/installation.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

void say(const std::string& sentence) {
    std::fflush(stdout);
    fmt::print(stderr, "glissade: {}\n", sentence);
}

int fail(const std::string& sentence, int code) {
    say(sentence);
    return code;
}

int printOptions(const std::string& program) {
    fmt::print(
        "Options, set as GLISSADE_OPTIONS=key=value,key=value in the environment,\n"
        "with `glissade run --option key=value`, or in the file glissade/glissade.conf\n"
        "of $XDG_CONFIG_HOME or ~/.config, a line key=value each, below [PROGRAM] for\n"
        "programs of that name (it may have wildcards):\n\n{}"
        "\nKnown programs get these, unless the user says otherwise:\n\n{}",
        base::optionsHelp(program.empty() ? base::parsedOptions() : base::parseOptionsOf(program)),
        base::knownProgramsHelp());
    return 0;
}

} // namespace tool

namespace {

constexpr const char* kDeviceHelp =
    "Device to draw with: an index from `glissade info`, part of a device's or driver's name, "
    "`lavapipe`, `cpu`, or a Vulkan driver manifest (.json)";

/// Everything from the program's name on is the program's, whatever it looks like. Returns where
/// that begins in the arguments of `glissade run`.
int findCommand(int argc, char** argv) {
    constexpr std::string_view kTakesValue[] = {
        "-d", "--device", "-o", "--option", "--report", "--trace"};
    for (int i = 2; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--" || !argument.starts_with('-')) {
            return i;
        }
        if (std::ranges::find(kTakesValue, argument) != std::end(kTakesValue)) {
            ++i;
        }
    }
    return argc;
}

/// For people who ask what `glissade run` can do.
std::string doorsLine() {
    const base::Result<tool::Installation> installation = tool::findInstallation();
    return installation ? tool::describeDoors(*installation) : installation.error().message;
}

/// `glissade cache`
class CacheCommands {
public:
    explicit CacheCommands(CLI::App& app) {
        CLI::App* cache = app.add_subcommand("cache", "Look at the cache on disk, or clear it");
        cache->require_subcommand(1);
        add(*cache, "path", "Print the directory", [](const auto&) {
            return tool::printCachePath();
        });
        add(*cache, "size", "Print how much it holds", [](const auto&) {
            return tool::printCacheSize();
        });
        add(*cache, "clear", "Remove everything it holds", [](const auto&) {
            return tool::clearCache();
        });
        addJson(add(*cache, "ls", "List what it holds, those used last first", tool::listCache));
        addJson(add(*cache, "stats", "Sum up by kind and device", tool::summarizeCache));
        CLI::App* verify =
            addJson(add(*cache, "verify", "Read everything and tell damage", tool::verifyCache));
        verify->add_flag("--remove", m_request.remove, "Remove what is of no use");
        CLI::App* prune =
            addJson(add(*cache, "prune", "Remove those unused for longest", tool::pruneCache));
        prune->add_option("--max", m_request.max_B, "What may be left, such as 64MB or 1GB")
            ->required()
            ->transform(CLI::AsSizeValue(false))
            ->transform(CLI::Validator(refuseSign, "")); // Runs first.
        CLI::App* exporting =
            add(*cache, "export", "Write an archive for another machine", tool::exportCache);
        exporting->add_flag("--portable", m_request.portable, "Leave native code of devices out");
        exporting->add_option("FILE", m_request.archive, "The archive; - is standard output")
            ->required();
        CLI::App* importing =
            addJson(add(*cache, "import", "Take what an archive holds", tool::importCache));
        importing->add_flag("--native",
                            m_request.native,
                            "Also code that is run or believed as it is: only from an archive that "
                            "you made yourself");
        importing->add_option("FILE", m_request.archive, "The archive; - is standard input")
            ->required();
    }

    /// A sentence, or nothing. As a size it would wrap around.
    static std::string refuseSign(const std::string& text) {
        return text.starts_with('-') ? "A size has no sign." : "";
    }

    int run() const {
        for (const auto& [command, action] : m_commands) {
            if (*command) {
                return action(m_request);
            }
        }
        return 0;
    }

private:
    using Action = std::function<int(const tool::CacheRequest&)>;

    CLI::App* add(CLI::App& cache, const char* name, const char* help, Action action) {
        CLI::App* const command = cache.add_subcommand(name, help);
        m_commands.emplace_back(command, std::move(action));
        return command;
    }
    CLI::App* addJson(CLI::App* command) {
        command->add_flag("--json", m_request.json, "For scripts");
        return command;
    }

    tool::CacheRequest m_request;
    std::vector<std::pair<CLI::App*, Action>> m_commands;
};

int dispatch(int argc, char** argv) {
    CLI::App app("Runs OpenGL programs on Vulkan devices.", "glissade");
    app.set_version_flag("--version", "glissade " GLISSADE_VERSION);
    app.require_subcommand(1);

    tool::RunRequest request;
    CLI::App* run = app.add_subcommand("run", "Run a program on Glissade");
    run->footer(
        "glissade run [OPTIONS] [--] PROGRAM ARGS...\n"
        "Everything from PROGRAM on is the program's. Its exit code is passed through; 125 says\n"
        "that Glissade could not start it, 126 that it cannot be executed, 127 that there is\n"
        "no such program.\n" +
        doorsLine());
    CLI::Option* device = run->add_option("-d,--device", request.device, kDeviceHelp);
    run->add_option(
           "-o,--option", request.options, "Set a driver option (`glissade options` lists them)")
        ->allow_extra_args(false);

    run->add_option("--report",
                    request.record.report,
                    "Write a page (HTML) that tells what happened in each frame, and why");
    run->add_option(
        "--trace", request.record.trace, "Write a trace for Perfetto or chrome://tracing (JSON)");
    run->add_flag("--why", request.record.summary, "Tell at the end what kept the program waiting");

    tool::RecordRequest last;
    CLI::App* why = app.add_subcommand(
        "why", "Tell what kept the last program waiting that ran with --why, --report or --trace");
    why->add_option("--report", last.report, "Write its report (HTML)");
    why->add_option("--trace", last.trace, "Write its trace (JSON)");

    std::string infoDevice;
    CLI::App* info =
        app.add_subcommand("info", "Show devices, GL versions and the driver's decisions");
    info->add_option("-d,--device", infoDevice, "Show this device only");

    CLI::App* options = app.add_subcommand("options", "List the driver's options");
    std::string optionsProgram;
    options->add_option("--program", optionsProgram, "As a program of this name gets them");

    tool::DefaultRequest defaultRequest;
    CLI::App* byDefault =
        app.add_subcommand("default", "Show or set whether GLX programs find Glissade by default");
    byDefault->add_option("--root", defaultRequest.root, "The system's root, if it is not /");
    byDefault->require_subcommand(0, 1);
    CLI::App* defaultOn = byDefault->add_subcommand("on", "In all sessions that begin from now on");
    CLI::App* defaultOff = byDefault->add_subcommand("off", "As it was before");

    tool::BenchRequest benchRequest;
    CLI::App* bench = app.add_subcommand(
        "bench", "Measure Glissade beside the other drivers of this machine, and draw the result");
    CLI::Option* benchDevice = bench->add_option("-d,--device", benchRequest.device, kDeviceHelp);
    bench->add_option(
        "--what", benchRequest.what, "These benchmarks only, as in --what storm,pixels");
    bench->add_option("--peers", benchRequest.peers, "Beside these drivers only");
    bench->add_option("--rounds", benchRequest.rounds, "Rounds over everything")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    bench->add_option("--seconds", benchRequest.seconds, "For a row of a benchmark in a round")
        ->capture_default_str()
        ->check(CLI::Range(0.001, 60.0));
    bench
        ->add_option("--output",
                     benchRequest.outputs,
                     "Write a picture (.svg) or a page (.html); may be repeated")
        ->allow_extra_args(false);
    bench->add_option("--json", benchRequest.json, "Write all figures");
    bench->add_option(
        "--mesa-root", benchRequest.mesaRoot, "Also beside the Mesa of another root directory");
    bench->add_flag("--list", benchRequest.list, "List the benchmarks and the drivers, and end");

    CacheCommands cache(app);

    const bool isRun = argc > 1 && std::string_view(argv[1]) == "run";
    const int commandAt = isRun ? findCommand(argc, argv) : argc;
    try {
        app.parse(commandAt, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : tool::kExitOwnFailure;
    }
    if (*run) {
        request.haveDevice = device->count() > 0;
        request.command.assign(argv + commandAt, argv + argc);
        if (!request.command.empty() && request.command.front() == "--") {
            request.command.erase(request.command.begin());
        }
        return tool::runProgram(request);
    }
    if (*why) {
        last.summary = last.report.empty() && last.trace.empty();
        return tool::explainLastRun(last);
    }
    if (*info) {
        return tool::printInfo(infoDevice);
    }
    if (*options) {
        return tool::printOptions(optionsProgram);
    }
    if (*byDefault) {
        using Action = tool::DefaultRequest::Action;
        defaultRequest.action = *defaultOn ? Action::On : *defaultOff ? Action::Off : Action::Show;
        return tool::runDefault(defaultRequest);
    }
    if (*bench) {
        benchRequest.haveDevice = benchDevice->count() > 0;
        return tool::runBench(benchRequest);
    }
    return cache.run();
}

} // namespace

int main(int argc, char** argv) {
    base::openLog();
    return dispatch(argc, argv);
}
