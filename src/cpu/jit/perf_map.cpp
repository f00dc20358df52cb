// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/perf_map.h"

#include "base/options.h"

#include <fmt/format.h>

#include <cstdio>

#include <unistd.h>

namespace cpu::jit {

void addToPerfMap(std::string_view name, uint64_t address, size_t size_B) {
    if (!base::options().cpuPerfMap) {
        return;
    }
    static std::FILE* const file =
        std::fopen(fmt::format("/tmp/perf-{}.map", getpid()).c_str(), "ae");
    if (file) {
        // Names repeat, addresses do not: profiles keep routines apart.
        const std::string line =
            fmt::format("{:x} {:x} {}.{:x}\n", address, size_B, name, address & 0xffffffff);
        std::fwrite(line.data(), 1, line.size(), file);
        std::fflush(file);
    }
}

} // namespace cpu::jit
