// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The sampling routine: one function for every view, sampler and instruction. Tier 0 calls it as it
// is; tier 1 is its bitcode with `ids` and `op` constant; tier 2 has that inlined into the shader.
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/lanes.h"

/// Coordinates are u, v, w and, for arrays, the layer (of cube arrays the cube). What an operation
/// does not use is undefined and not read. `active`: a bit per lane that runs; others may hold
/// anything. All reads stay inside the image, whatever the coordinates.
/// `ids`: view id in the low half, sampler id in the high half (the order of ImageDescriptor).
/// There are fifteen vectors because regcall has sixteen registers for them.
extern "C" GLISSADE_CALL cpu::kernels::Texel GLISSADE_KERNEL(sample)(
    uint64_t ids,
    uint32_t op,
    const cpu::ImageData* image,
    const cpu::SamplerData* sampler,
    uint32_t active,
    cpu::kernels::Float u,
    cpu::kernels::Float v,
    cpu::kernels::Float w,
    cpu::kernels::Float layer,
    cpu::kernels::Float depthReference,
    cpu::kernels::Float lod,  // Or bias, or `minLod` of gradients.
    cpu::kernels::Float dudx, // Of other methods: the minLod operand in dudx,
    cpu::kernels::Float dvdx, // the sample's index in dvdx.
    cpu::kernels::Float dwdx,
    cpu::kernels::Float dudy,
    cpu::kernels::Float dvdy,
    cpu::kernels::Float dwdy,
    cpu::kernels::Int offsetU,
    cpu::kernels::Int offsetV,
    cpu::kernels::Int offsetW);
