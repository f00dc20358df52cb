// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::kernels {

/// Texels to decode: of lane i the one at (x[i], y[i]), whose block lies at base + offset_B[i].
/// Channel c of it goes to out[c][i].
struct TexelArrays {
    uint32_t format; ///< format::VkFormatIndex
    uint32_t aspect; ///< AspectRead
    const uint8_t* base;
    const int32_t* offset_B;
    const int32_t* x;
    const int32_t* y;
    uint32_t* out[4];
};

} // namespace cpu::kernels
