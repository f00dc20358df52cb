// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/whole_file.h"

#include <fstream>
#include <sstream>
#include <utility>

namespace base {

std::string wholeFile(const std::filesystem::path& path) {
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (file) {
        text << file.rdbuf(); // Catches what the buffer throws.
    }
    return std::move(text).str();
}

} // namespace base
