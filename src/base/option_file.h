// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>
#include <string_view>
#include <vector>

// glissade.conf: options that a user set for good, for all programs or for some.
//
//     # a comment
//     log=info
//
//     [glmark2*]          the following is for programs whose file has such a name (glob(7))
//     present-mode=mailbox

namespace base {

struct FileOption {
    std::string item; ///< As in GLISSADE_OPTIONS: `key=value`, or a key.
    int line = 0;     ///< From 1.
};

/// What of a file's text counts for the program, in order: of a key set twice the last counts, and
/// what is in front of all sections is for every program.
std::vector<FileOption> optionsOf(std::string_view text, std::string_view program);

/// $XDG_CONFIG_HOME/glissade/glissade.conf, else ~/.config/glissade/glissade.conf. Empty: there is
/// no home, or the process is not to be told by its environment.
std::string optionFilePath();

struct ParsedOptions;
/// As parsedOptions() (base/options.h), for a program whose file has this name.
ParsedOptions parseOptionsOf(std::string_view program);

} // namespace base
