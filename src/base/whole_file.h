// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace base {

/// The bytes of a file; none, or those before the place, where it cannot be read: it may be a
/// directory, or of a process that ended meanwhile. (Iterators over a stream's buffer throw then.)
std::string wholeFile(const std::filesystem::path& path);

} // namespace base
