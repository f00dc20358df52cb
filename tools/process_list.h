// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

// What /proc tells of processes. Of those that have ended, belong to others or hide from their
// owner (set-uid programs, sandboxes) nothing is known: the answers are empty.

namespace tool {

/// A process and all that it started, as far as their parents live.
std::vector<pid_t> processTree(pid_t root);

/// Its short name.
std::string processName(pid_t process);

/// The files that it has in memory, each once.
std::vector<std::string> mappedFiles(pid_t process);

/// True where it was started with the variable and a value that begins so.
bool startedWith(pid_t process, const std::string& variable, const std::string& value);

} // namespace tool
