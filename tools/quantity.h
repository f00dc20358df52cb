// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Numbers and foreign texts, for people.

namespace tool {

/// "12 B", "3.4 KiB", "56.7 MiB"
std::string sizeText(uint64_t size_B);

/// "now", "5 min", "3 h", "12 d"; "-" for what nobody knows (0 s).
std::string ageText(int64_t since1970_s);

/// What a file from elsewhere says, without anything a terminal takes for a command.
std::string printable(std::string_view text);

} // namespace tool
