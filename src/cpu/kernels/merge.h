// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The output merger: what becomes of fragments in an attachment. One function for every state; its
// key is an argument, so that tier 0 is the object code and tier 1 the bitcode with the key
// constant, as with sampling routines (sample.h).
//
// Vulkan 1.3, "Fragment Operations" and "The Framebuffer".
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/abi/merge_key.h"
#include "cpu/kernels/lanes.h"

/// A vector is a part of a block of 4 × 4 pixels: all of it with 16 lanes, the upper or lower half
/// (`part` 0 or 1) with 8, a quad (`part` 0 … 3: upper left, upper right, lower left, lower right)
/// with 4. Lane 4 q + 2 j + i is the pixel (i, j) of quad q. `block` is the address of the block's
/// first pixel in the attachment, of the sample that counts; `rowPitch_B` that between rows of
/// pixels, of linear attachments (in tiled ones the block is contiguous). Attachments have memory
/// for whole blocks.

/// Stencil and depth test and their writes. `lanes`: those with a fragment (all bits or none). The
/// result: those that pass. Stencil faces are the caller's to choose.
extern "C" GLISSADE_CALL cpu::kernels::Mask
    GLISSADE_KERNEL(merge_depth)(cpu::DepthKey key,
                                 const cpu::DepthData* data,
                                 uint8_t* block,
                                 uint32_t rowPitch_B,
                                 uint32_t part,
                                 cpu::kernels::Mask lanes,
                                 cpu::kernels::Float depth,
                                 cpu::kernels::Int stencilReference);

/// Blending, logic operation, write mask, sRGB, encoding. `r1` … `a1` are the second source of
/// dual-source blending.
extern "C" GLISSADE_CALL void GLISSADE_KERNEL(merge_color)(cpu::ColorKey key,
                                                           const cpu::ColorData* data,
                                                           uint8_t* block,
                                                           uint32_t rowPitch_B,
                                                           uint32_t part,
                                                           cpu::kernels::Mask lanes,
                                                           cpu::kernels::Float r,
                                                           cpu::kernels::Float g,
                                                           cpu::kernels::Float b,
                                                           cpu::kernels::Float a,
                                                           cpu::kernels::Float r1,
                                                           cpu::kernels::Float g1,
                                                           cpu::kernels::Float b1,
                                                           cpu::kernels::Float a1);
