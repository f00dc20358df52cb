// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "report/record.h"
#include "report/stalls.h"

#include <fmt/format.h>

namespace cpu::icd {

// What a Vulkan program waits for in its calls, for records (docs/record.md). Who reads them leaves
// out what another thread than those that submit and present waited for, and all of it where the
// program speaks OpenGL: the GL driver tells of its own waits.

/// The call `name` waited for the device, since the span began.
inline void noteWait(const report::Span& span, const char* name) {
    span.stopIfLong(report::EventKind::Stall, uint8_t(report::StallKind::Device), [&] {
        return fmt::format("waited for the device: {}", name);
    });
}

/// The call made what had to be compiled or loaded.
inline void noteMade(const report::Span& span, const char* name, uint32_t count) {
    span.stopIfLong(report::EventKind::Stall, uint8_t(report::StallKind::Pipelines), [&] {
        return fmt::format("{} made {}", name, count);
    });
}

} // namespace cpu::icd
