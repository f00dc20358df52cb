// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage images and texel buffers: no filter, no sampler, robust access by lane. The view's id is
// an argument of its own so that specialised code can have it constant. Integer formats travel as
// the bits of their channels.
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/lanes.h"

/// Texels at integer coordinates of the view's level 0 (arrays: `layer`; cubes: the face index in
/// `layer`). Outside: zeros, and one for the alpha of formats without (Vulkan 1.3, "Robust image
/// access"). No swizzle: storage views have none.
extern "C" GLISSADE_CALL cpu::kernels::Texel
    GLISSADE_KERNEL(image_load)(uint32_t viewId,
                                const cpu::ImageData* image,
                                uint32_t active,
                                cpu::kernels::Int x,
                                cpu::kernels::Int y,
                                cpu::kernels::Int z,
                                cpu::kernels::Int layer,
                                cpu::kernels::Int sample);
/// Lanes are stored in their order; a texel written by several lanes holds the last one's.
extern "C" GLISSADE_CALL void GLISSADE_KERNEL(image_store)(uint32_t viewId,
                                                           const cpu::ImageData* image,
                                                           uint32_t active,
                                                           cpu::kernels::Int x,
                                                           cpu::kernels::Int y,
                                                           cpu::kernels::Int z,
                                                           cpu::kernels::Int layer,
                                                           cpu::kernels::Int sample,
                                                           cpu::kernels::Texel texel);
/// Address of each lane's texel for atomics (formats R32 and R64 only), as offset from image->base;
/// -1 outside.
extern "C" GLISSADE_CALL cpu::kernels::Int
    GLISSADE_KERNEL(image_texel_offset)(uint32_t viewId,
                                        const cpu::ImageData* image,
                                        cpu::kernels::Int x,
                                        cpu::kernels::Int y,
                                        cpu::kernels::Int z,
                                        cpu::kernels::Int layer,
                                        cpu::kernels::Int sample);

extern "C" GLISSADE_CALL cpu::kernels::Texel GLISSADE_KERNEL(buffer_load)(uint32_t viewId,
                                                                          const uint8_t* base,
                                                                          uint32_t elementCount,
                                                                          uint32_t active,
                                                                          cpu::kernels::Int index);
extern "C" GLISSADE_CALL void GLISSADE_KERNEL(buffer_store)(uint32_t viewId,
                                                            uint8_t* base,
                                                            uint32_t elementCount,
                                                            uint32_t active,
                                                            cpu::kernels::Int index,
                                                            cpu::kernels::Texel texel);
