// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/processors.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include <sched.h>

namespace cpu::exec {

namespace {

/// Time per period, version 2 and then 1 of control groups. 0: no quota.
uint32_t quota() {
    std::string limit;
    double quota_us = 0;
    double period_us = 0;
    if (std::ifstream file("/sys/fs/cgroup/cpu.max"); file >> limit >> period_us) {
        quota_us = limit == "max" ? 0 : std::atof(limit.c_str());
    } else if (std::ifstream time("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"); time >> quota_us) {
        std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_period_us") >> period_us;
    }
    return quota_us > 0 && period_us > 0 ? uint32_t((quota_us + period_us - 1) / period_us) : 0;
}

} // namespace

uint32_t processorCount() {
    cpu_set_t set;
    CPU_ZERO(&set);
    uint32_t count = sched_getaffinity(0, sizeof set, &set) == 0 ? uint32_t(CPU_COUNT(&set)) : 1;
    if (const uint32_t most = quota(); most > 0) {
        count = std::min(count, most);
    }
    return std::max(count, 1u);
}

} // namespace cpu::exec
