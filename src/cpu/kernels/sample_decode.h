// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of the view's format from memory, as its aspect reads them.
#pragma once

#include "cpu/kernels/sample_state.h"
#include "cpu/kernels/texel.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

GLISSADE_INLINE Texel decodeWords(const State& s, const Words& words) {
    return texels::decode(s.layout(), s.view.aspect(), words);
}

/// Of a compressed format; `x` and `y` are the texel's coordinates in the level.
GLISSADE_INLINE Texel decodeBlock(const State& s, Int offset_B, Int x, Int y) {
    return texels::decodeBlock(s.layout(), s.image->base, offset_B, x, y);
}

/// The texel at an offset.
GLISSADE_INLINE Texel decodeAt(const State& s, Int offset_B, Int x, Int y) {
    return s.layout().compressed()
               ? decodeBlock(s, offset_B, x, y)
               : decodeWords(s, readTexel(s.image->base, s.layout().block_B, offset_B));
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
