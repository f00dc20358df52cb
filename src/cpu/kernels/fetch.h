// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vertex attributes from buffers: Vulkan 1.3, "Fixed-Function Vertex Processing". The format is an
// argument of its own so that specialised code can have it constant.
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/lanes.h"

/// The attribute of element `index` in each lane that is active: at base + index * stride_B.
/// Elements from `count` on are beyond the buffer and read as zeros. Components that the format
/// lacks are 0, 0, 1 (an integer 1 for integer formats); integers travel as their bits.
extern "C" GLISSADE_CALL cpu::kernels::Texel
    GLISSADE_KERNEL(fetch_vertex)(uint32_t format, // format::VkFormatIndex
                                  const uint8_t* base,
                                  uint32_t stride_B,
                                  uint32_t count,
                                  uint32_t active,
                                  cpu::kernels::Int index);
