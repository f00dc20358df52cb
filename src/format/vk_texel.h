// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/texel_value.h"
#include "format/vk_format.h"

#include <cstdint>

/// Texels one at a time, on the host: what clears, blits and resolves use, and the reference for
/// the kernels, which give the same bits.
namespace format {

/// The texel at `texel`, or of a compressed format the one at (x, y) of the block there. Channels
/// that are not stored are 0, alpha 1.
///  - Normalized and scaled numbers: the quotient rounded once to a float; sRGB: format/srgb.h.
///  - Narrow floats are exact; a NaN stays one and is quiet.
TexelValue
readTexel(const VkFormatLayout& layout, const uint8_t* texel, uint32_t x_px = 0, uint32_t y_px = 0);

/// Stores the channels in `channels` (bit 0 is r), keeps the others. Not for compressed formats.
/// Vulkan 1.3, "Conversion from Floating-Point to Normalized Fixed-Point" and "Floating-Point
/// Format Conversions":
///  - Normalized: clamped, times 2^b - 1 as floats, rounded to the nearest even; NaN is 0.
///  - Scaled and integers: clamped to what the format holds; fractions go to the nearest even.
///  - 16-bit floats: nearest even, overflow is infinity, a NaN keeps the upper bits it has.
///  - 11- and 10-bit floats: nearest even, negative is 0, finite stays finite.
///  - Shared exponents: as the specification's formulas in floats.
void writeTexel(const VkFormatLayout& layout,
                uint8_t* texel,
                const TexelValue& value,
                uint32_t channels = 0xf);

} // namespace format
