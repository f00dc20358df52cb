// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/vk_format.h"

#include <cstdint>

namespace cpu {

/// Texels that lie one after another in memory, and so do their samples of each number
/// (kernels/resolve.h).
struct ResolveWork {
    const format::VkFormatLayout* format; ///< Of colors that are no integers.
    uint8_t* to;
    const uint8_t* from; ///< Sample 0 of the first.
    uint32_t samplePitch_B;
    uint32_t samples; ///< 2, 4, 8 or 16.
    uint32_t count;   ///< Texels.
};

} // namespace cpu
