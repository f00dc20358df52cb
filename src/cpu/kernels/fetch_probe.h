// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::kernels {

/// Calls of fetch_vertex, lane by lane. `active` has 16 lanes in each element.
struct FetchArrays {
    void* routine; ///< With the kernel's signature; null: the kernel.
    uint32_t format;
    const uint8_t* base;
    uint32_t stride_B;
    uint32_t count;
    const uint16_t* active;
    const uint32_t* index;
    uint32_t* out[4];
};

} // namespace cpu::kernels
