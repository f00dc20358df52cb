// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/directory.h"

#include "base/environment.h"
#include "base/options.h"

#include <errno.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

namespace store {

namespace {

std::string variable(const char* name) {
    const char* value = base::environment(name);
    return value ? value : "";
}

std::string homeDirectory() {
    if (std::string home = variable("HOME"); !home.empty()) {
        return home;
    }
    passwd entry;
    passwd* found = nullptr;
    std::vector<char> buffer(16 * 1024);
    if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found) {
        return found->pw_dir;
    }
    return {};
}

} // namespace

std::string chooseDirectory(const std::string& option,
                            const std::string& xdgCacheHome,
                            const std::string& home) {
    if (!option.empty()) {
        return option;
    }
    if (xdgCacheHome.starts_with('/')) {
        return xdgCacheHome + "/glissade";
    }
    return home.starts_with('/') ? home + "/.cache/glissade" : "";
}

std::string defaultDirectory() {
    if (base::runsElevated()) {
        return {};
    }
    return chooseDirectory(base::options().cacheDir, variable("XDG_CACHE_HOME"), homeDirectory());
}

bool makeDirectory(const std::string& path) {
    if (path.empty()) {
        return false;
    }
    if (::mkdir(path.c_str(), 0700) == 0) {
        return true;
    }
    if (errno == EEXIST) {
        struct stat info;
        return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
    }
    const size_t slash = path.find_last_of('/');
    if (errno != ENOENT || slash == std::string::npos || slash == 0) {
        return false;
    }
    return makeDirectory(path.substr(0, slash)) &&
           (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

} // namespace store
