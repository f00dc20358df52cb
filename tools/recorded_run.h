// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

// Where `glissade run` keeps what the drivers record: a directory for each run in
// $XDG_STATE_HOME/glissade/runs, else ~/.local/state/glissade/runs. Only the last run's stays.

namespace tool {

/// What people want of a recorded run; empty: not that.
struct RecordRequest {
    std::string report;   ///< A page to write.
    std::string trace;    ///< A file for trace viewers to write.
    bool summary = false; ///< Lines on stderr.

    bool wanted() const { return !report.empty() || !trace.empty() || summary; }
};

/// The directory for this run, made; those of runs that are over are removed.
base::Result<std::filesystem::path> beginRecordedRun();

/// Writes what was asked for. `ending`: how the program ended, if not by itself. Returns sentences
/// about what could not be done; none if all could.
std::string finishRecordedRun(const std::filesystem::path& directory,
                              const std::string& ending,
                              const RecordRequest& request);

/// The last run's directory; an error if there is none.
base::Result<std::filesystem::path> lastRecordedRun();

} // namespace tool
