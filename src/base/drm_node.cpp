// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/drm_node.h"

#include <filesystem>
#include <sys/stat.h>

namespace base {

std::string drmNodePath(dev_t number, const std::string& directory) {
    if (number == 0) {
        return {};
    }
    std::error_code error;
    std::filesystem::directory_iterator entry(directory, error);
    for (; !error && entry != end(entry); entry.increment(error)) {
        struct stat file{};
        if (lstat(entry->path().c_str(), &file) == 0 && S_ISCHR(file.st_mode) &&
            file.st_rdev == number) {
            return entry->path();
        }
    }
    return {};
}

} // namespace base
