// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace base {

/// The linker's hash of the library or program that this code is part of: what one build keeps on
/// disk another does not take for its own. Empty: it was linked without.
const std::vector<std::byte>& libraryId();
/// The same of a file, which need not be loaded. Empty too if there is no such file, or it is no
/// 64-bit ELF file.
std::vector<std::byte> libraryIdOf(const std::string& path);

} // namespace base
