// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <vector>

namespace base {

// The linker's hash of the library or program that this code is part of: what one build keeps on
// disk another does not take for its own. Empty: it was linked without.
const std::vector<std::byte>& libraryId();

} // namespace base
