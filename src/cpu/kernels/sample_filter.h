// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Filtering within a level: Vulkan 1.3, "Texel Filtering" and "Texel Gathering".
#pragma once

#include "cpu/kernels/sample_bytes.h"
#include "cpu/kernels/sample_texels.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// Exact where both are equal.
GLISSADE_INLINE Float lerp(Float a, Float b, Float weight) {
    return a + (b - a) * weight;
}
GLISSADE_INLINE Float lesser(Float a, Float b) {
    return b < a ? b : a;
}
GLISSADE_INLINE Float greater(Float a, Float b) {
    return b > a ? b : a;
}

GLISSADE_INLINE Float mix(const State& s, Float a, Float b, Float weight) {
    switch (s.sampler.reduction()) {
    case Reduction::WeightedAverage:
        break;
    case Reduction::Min:
        return lesser(a, b);
    case Reduction::Max:
        return greater(a, b);
    }
    return lerp(a, b, weight);
}
GLISSADE_INLINE Texel mix(const State& s, const Texel& a, const Texel& b, Float weight) {
    return {s.varies(0) ? mix(s, a.r, b.r, weight) : a.r,
            s.varies(1) ? mix(s, a.g, b.g, weight) : a.g,
            s.varies(2) ? mix(s, a.b, b.b, weight) : a.b,
            s.varies(3) ? mix(s, a.a, b.a, weight) : a.a};
}

struct LevelTaps {
    Taps x, y, z;
};
GLISSADE_INLINE LevelTaps levelTaps(const State& s,
                                    const Level& level,
                                    const Point& p,
                                    Mask linear) {
    LevelTaps taps;
    taps.x = tapsOf(s, 0, p.u, level.width, linear, p.offsetU);
    taps.y = s.axes() > 1 ? tapsOf(s, 1, p.v, level.height, linear, p.offsetV) : noTaps();
    taps.z = s.axes() > 2 ? tapsOf(s, 2, p.w, level.depth, linear, p.offsetW) : noTaps();
    return taps;
}

/// `linear`: lanes whose filter is linear.
GLISSADE_INLINE Texel filterFloats(
    const State& s, const Level& level, const Point& p, const LevelTaps& taps, Mask linear) {
    const bool wide = s.magLinear() || s.minLinear();
    const int slices = wide && s.axes() == 3 ? 2 : 1;
    Grid grid = {taps.x, taps.y, wide ? 2 : 1, wide && s.axes() > 1 ? 2 : 1, splat(0), splat(0)};
    const Int base = pointOffset(s, level, p);
    Texel result;
    Texel nearest;
    for (int slice = 0; slice < slices; ++slice) {
        grid.base_B = base + taps.z.at[slice] * level.slicePitch_B;
        grid.outside = taps.z.outside[slice];
        Texel tap[4];
        readTaps(s, level, p, grid, tap);
        Texel flat = tap[0];
        if (slice == 0) {
            nearest = flat;
        }
        if (grid.columns == 2) {
            flat = mix(s, tap[0], tap[1], taps.x.weight);
            if (grid.rows == 2) {
                flat = mix(s, flat, mix(s, tap[2], tap[3], taps.x.weight), taps.y.weight);
            }
        }
        result = slice == 0 ? flat : mix(s, result, flat, taps.z.weight);
    }
    // Where one filter is nearest, its lanes have a texel as it is, infinite or not.
    return s.magLinear() == s.minLinear() ? result : select(linear, result, nearest);
}

/// The filtered texel of one level.
GLISSADE_INLINE Texel filterLevel(const State& s, const Point& p, const Level& level, Mask linear) {
    const LevelTaps taps = levelTaps(s, level, p, linear);
    const bool bytes = filtersBytes(s);
    const Mask special = bytes ? beyondBytes(s, taps.x, taps.y) : splat(-1);
    Texel t = {};
    if (bytes) {
        t = filterBytes(s, level, p, taps.x, taps.y);
    }
    if (!bytes || (leavesBytes(s) && any(special, s.active))) {
        t = select(special, filterFloats(s, level, p, taps, linear), t);
    }
    return t;
}

/// Four texels' values of one component, in the order that SPIR-V gives them.
GLISSADE_INLINE Texel gatherLevel(const State& s, const Point& p, Int index) {
    const Level level = levelAt(s, index, false);
    const LevelTaps taps = levelTaps(s, level, p, splat(-1));
    const Grid grid = {taps.x, taps.y, 2, 2, pointOffset(s, level, p), splat(0)};
    Texel tap[4];
    readTaps(s, level, p, grid, tap);
    const Swizzle component = s.view.swizzle(s.op.depthReference() ? 0 : s.op.gatherComponent());
    return {swizzled(s, tap[2], component),
            swizzled(s, tap[3], component),
            swizzled(s, tap[1], component),
            swizzled(s, tap[0], component)};
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
