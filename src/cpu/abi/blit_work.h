// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/vk_format.h"

#include <cstdint>

namespace cpu {

/// Texels of a row that lie one after another, and what each is made of (kernels/blit.h). A texel
/// is first + weight · (second - first) along x, then y, then z; where a weight is zero the second
/// is not looked at.
struct BlitWork {
    const format::VkFormatLayout* toFormat;
    const format::VkFormatLayout* fromFormat;
    uint8_t* to;
    /// Of one slice, then of another: where the weight is zero they may be the same.
    const uint8_t* rows[2][2];
    float weightY, weightZ;
    /// From the beginning of a row, for each texel; kMaxLanes - 1 more can be read.
    const int32_t *first_B, *second_B;
    const float* weights; ///< Null: all are zero, along each axis.
    uint32_t count;       ///< Texels.
};

} // namespace cpu
