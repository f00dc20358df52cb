// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <cstdint>

namespace spirv {

/// What a module's entry point becomes where every call is replaced by the function's code, as most
/// devices do it. Counts end at kMost: functions that call others twice grow as powers of two.
struct InlinedSize {
    static constexpr uint64_t kMost = uint64_t{1} << 40;
    uint64_t instructions = 0;
    uint64_t calls = 0; ///< that are replaced
};

[[nodiscard]] InlinedSize inlinedSize(const Module& module);

} // namespace spirv
