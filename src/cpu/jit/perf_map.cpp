// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/perf_map.h"

#include "base/options.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cpu::jit {

void addToPerfMap(std::string_view name, uint64_t address, size_t size_B) {
    if (!base::options().cpuPerfMap) {
        return;
    }
    static std::FILE* const file = openPerfMap(fmt::format("/tmp/perf-{}.map", getpid()));
    if (file) {
        // Names repeat, addresses do not: profiles keep routines apart.
        const std::string line =
            fmt::format("{:x} {:x} {}.{:x}\n", address, size_B, name, address & 0xffffffff);
        std::fwrite(line.data(), 1, line.size(), file);
        std::fflush(file);
    }
}

std::FILE* openPerfMap(const std::string& path) {
    constexpr int kOwn = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const int fd = ::open(path.c_str(), kOwn, 0600);
    if (fd < 0) {
        return nullptr;
    }
    struct stat info;
    std::FILE* file = nullptr;
    if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == ::geteuid()) {
        file = ::fdopen(fd, "a");
    }
    if (!file) {
        ::close(fd);
    }
    return file;
}

} // namespace cpu::jit
