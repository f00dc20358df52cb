// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu {

/// What tier 2 knows of a sampling instruction of a shader: `ids` were stable, so that the routine
/// is inlined for them, behind a compare that falls back to the slot.
struct StableSite {
    uint32_t site;
    uint64_t ids;
};

} // namespace cpu
