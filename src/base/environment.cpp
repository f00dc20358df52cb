// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/environment.h"

#include <cstdlib>

#include <sys/auxv.h>
#include <unistd.h>

namespace base {

bool runsElevated() {
    return ::getauxval(AT_SECURE) != 0 || ::getuid() != ::geteuid() || ::getgid() != ::getegid();
}

const char* environment(const char* name) {
    return runsElevated() ? nullptr : anyEnvironment(name);
}

const char* anyEnvironment(const char* name) {
    const char* const value = std::getenv(name);
    return value && *value ? value : nullptr;
}

} // namespace base
