// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/texel_value.h"
#include "format/vk_format.h"

#include <cstdint>

namespace format {

inline constexpr uint32_t kBlockTexels = 16;

/// The texels of a compressed block, row by row.
///
/// BC2 and BC3 colours, BC1, BC7 and ETC2 are made in eight bits, rounded to the nearest where the
/// format leaves it open (interpolated BC1–3 colours), and then normalized or taken from sRGB. BC3
/// alpha, BC4, BC5 and EAC are made of integers that are divided once.
void decodeBlock(const VkFormatLayout& layout,
                 const uint8_t* block,
                 TexelValue texels[kBlockTexels]);

} // namespace format
