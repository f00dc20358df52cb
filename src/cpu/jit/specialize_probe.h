// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

namespace cpu::jit {

/// A call of a sampling routine (kernels/sample.h) with its vectors as arrays.
struct RoutineCall {
    static constexpr uint32_t kCount = 16; ///< Samples: a multiple of every level's lanes.
    void* routine;
    uint64_t ids;
    uint32_t op;
    uint32_t active; ///< A bit per sample.
    const ImageData* image;
    const SamplerData* sampler;
    float in[12][kCount]; ///< u … dwdy
    int32_t offset[3][kCount];
    uint32_t out[4][kCount];
};

} // namespace cpu::jit
