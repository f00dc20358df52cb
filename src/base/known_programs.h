// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace base {

/// An option that a program needs, unless its user says otherwise.
struct KnownNeed {
    std::string_view pattern; ///< Of the program's file name, as in glissade.conf.
    std::string_view item;    ///< `key=value`
    std::string_view reason;  ///< One sentence.
};

/// One table for all drivers. An entry is for what a program does and cannot be seen in time, not
/// for what a driver gets wrong, which is mended instead.
std::span<const KnownNeed> knownNeeds();

/// The table, for people.
std::string knownProgramsHelp();

/// Whether the file name of a program is meant; glob(7).
bool isProgram(std::string_view pattern, std::string_view program);

} // namespace base
