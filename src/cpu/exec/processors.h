// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::exec {

/// How many cores the process may use at once: those it may be scheduled on, or fewer by the quota
/// of its control group, rounded up. At least one.
uint32_t processorCount();

} // namespace cpu::exec
