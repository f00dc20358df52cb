// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace tool {

struct ChildResult {
    bool finished = false; ///< false: it crashed, hung or returned false
    std::string output;    ///< what `work` wrote to its file
    std::string errors;    ///< what anybody in the child wrote to stderr
};

/// Runs `work` in a child process, because a driver may crash, hang, print, or keep the environment
/// of its first use. The child is killed after half a minute.
ChildResult runInChild(const std::function<bool(std::FILE* output)>& work);

} // namespace tool
