// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>

namespace store {

/// Where the store lives: the option cache-dir, else $XDG_CACHE_HOME/glissade, else
/// ~/.cache/glissade. Empty if there is no home to put it in, and in processes that may do more
/// than their user (base::runsElevated). The directory need not exist.
std::string defaultDirectory();

/// The rule behind it; the arguments may be empty. Relative paths in XDG_CACHE_HOME are ignored, as
/// the XDG Base Directory Specification asks.
std::string chooseDirectory(const std::string& option,
                            const std::string& xdgCacheHome,
                            const std::string& home);

} // namespace store
