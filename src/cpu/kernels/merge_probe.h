// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/merge_key.h"

#include <cstdint>

namespace cpu::kernels {

/// Calls of merge_color or merge_depth for a row of blocks, 16 lanes each.
struct MergeArrays {
    void* routine; ///< With the kernel's signature; null: the kernel.
    uint64_t key;
    const void* data; ///< ColorData or DepthData.
    uint8_t* base;
    uint32_t block_B; ///< From block to block.
    uint32_t rowPitch_B;
    const uint16_t* lanes;    ///< By block.
    const float* in[8];       ///< r … a1; of merge_depth depth alone.
    const int32_t* reference; ///< Of merge_depth, as is
    uint16_t* passing;        ///< what comes out.
};

} // namespace cpu::kernels
