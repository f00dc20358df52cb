// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/directory.h"

#include "base/environment.h"
#include "base/options.h"

#include <pwd.h>
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

} // namespace store
