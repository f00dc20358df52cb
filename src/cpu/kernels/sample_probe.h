// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

namespace cpu::kernels {

/// The sampling kernel's arguments (cpu/kernels/sample.h) as arrays, a sample an element.
struct SampleArrays {
    uint64_t ids;
    uint32_t op;
    const ImageData* image;
    const SamplerData* sampler;
    const bool* active;
    const float* uvw[3];
    const float* layer;
    const float* reference;
    const float* lod;
    const float* dx[3];
    const float* dy[3];
    const int32_t* offset[3];
    float* out[4];
};

} // namespace cpu::kernels
