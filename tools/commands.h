// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/recorded_run.h"

#include <cstdint>
#include <string>
#include <vector>

// The subcommands of `glissade`. Each returns the program's exit code and prints what went wrong as
// one sentence on stderr.

namespace tool {

/// What wrappers such as env(1) return for failures of their own, so that it is not taken for the
/// program's exit code.
constexpr int kExitOwnFailure = 125;
constexpr int kExitNotExecutable = 126;
constexpr int kExitNotFound = 127;

struct RunRequest {
    std::string device; ///< empty: the driver chooses
    bool haveDevice = false;
    std::vector<std::string> options; ///< key=value
    std::vector<std::string> command;
    RecordRequest record;
};

/// Ends as the program ends, by the same signal too.
int runProgram(const RunRequest& request);

struct DefaultRequest {
    enum class Action : uint8_t { Show, On, Off };
    Action action = Action::Show;
    std::string root = "/"; ///< The system's; elsewhere for an image of one.
};

/// Makes Glissade what GLX programs find that nobody starts with `glissade run`, or undoes that.
/// Show returns 0 where it is.
int runDefault(const DefaultRequest& request);

int printInfo(const std::string& device);

int printCachePath();
int printCacheSize();
int clearCache();

struct CacheRequest {
    bool json = false;     ///< For scripts, on stdout.
    bool remove = false;   ///< verify: what is of no use.
    uint64_t max_B = 0;    ///< prune
    std::string archive;   ///< export, import; "-": standard output and input
    bool portable = false; ///< export: nothing that only one kind of device can use
    bool native = false;   ///< import: also code that is run as it is
};

int listCache(const CacheRequest& request);
int summarizeCache(const CacheRequest& request);
/// 1: some entries are of no use.
int verifyCache(const CacheRequest& request);
int pruneCache(const CacheRequest& request);
int exportCache(const CacheRequest& request);
/// 1: the archive could not be read to its end, or an entry not be written.
int importCache(const CacheRequest& request);

struct BenchRequest {
    std::string device; ///< As in RunRequest.
    bool haveDevice = false;
    std::string what;     ///< Of bench/programs.py, with commas between them; empty: all.
    std::string peers;    ///< The same; empty: all that are there.
    std::string mesaRoot; ///< A directory with another Mesa; empty: none.
    std::string json;     ///< A file; empty: none.
    std::vector<std::string> outputs; ///< Pictures (.svg) and pages (.html).
    int rounds = 3;
    double seconds = 0.1; ///< For a row in a round.
    bool list = false;
};

/// Becomes bench/bench.py, or fails with a sentence.
int runBench(const BenchRequest& request);

/// As a program of this name gets them; empty: as this one does.
int printOptions(const std::string& program);

/// Of the last run that was recorded.
int explainLastRun(const RecordRequest& request);

/// Prints the sentence on stderr.
void say(const std::string& sentence);
/// The same, and returns the code.
int fail(const std::string& sentence, int code = kExitOwnFailure);

} // namespace tool
