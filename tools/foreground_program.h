// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tool {

struct ProgramEnd {
    int startError = 0; ///< errno's, where the program could not be executed
    int status = 0;     ///< else as waitpid(2) has it

    bool succeeded() const { return startError == 0 && status == 0; }
};

/// Called while a program runs. Returns how long to wait until the next call; nothing: there is
/// none.
using Observer = std::function<std::optional<std::chrono::nanoseconds>(pid_t program)>;

/// Runs a program as though this process had become it: it has our standard files, it stays in our
/// process group and so in the terminal's job control, it gets the signals that others send us, we
/// stop when job control stops it, and it does not outlive us. SIGSTOP alone stays with whom it is
/// sent to. Returns when the program has ended; signals are blocked from then on.
ProgramEnd runInForeground(const std::vector<std::string>& command, const Observer& observe);

/// Ends this process by the signal that ended the program; else returns the program's exit code.
int endLike(const ProgramEnd& end);

} // namespace tool
