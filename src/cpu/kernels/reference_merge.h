// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/merge_key.h"

#include <cstdint>

/// The output merger one texel at a time, for tests: as the specification tells it, and slow.
namespace cpu::kernels {

/// Colors of integer formats are their bits.
void referenceMergeColor(ColorKey key,
                         const ColorData& data,
                         uint8_t* texel,
                         const float source[4],
                         const float second[4]);

/// Whether the fragment passes.
bool referenceMergeDepth(
    DepthKey key, const DepthData& data, uint8_t* texel, float depth, uint32_t stencilReference);

} // namespace cpu::kernels
