// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The texels that a filter's taps are, read from memory, with borders and cube edges in place and
// depth compared.
#pragma once

#include "cpu/kernels/sample_address.h"
#include "cpu/kernels/sample_cube.h"
#include "cpu/kernels/sample_decode.h"
#include "cpu/kernels/sample_state.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// Where a filter looks: normalised coordinates within a face or layer.
struct Point {
    Float u, v, w;
    Int layer; ///< In range. Of cubes the first face of the cube.
    Face face; ///< Cubes.
    Int offsetU, offsetV, offsetW;
    Float depthReference;
};

/// Taps of one filter in one slice: columns × rows of 1 or 2 each.
struct Grid {
    Taps x, y;
    int columns, rows;
    Int base_B;   ///< Offset of the layer and slice.
    Mask outside; ///< The slice is the border's.
};

GLISSADE_INLINE Int columnOffset(const State& s, Int x) {
    const Int block = s.layout().compressed() ? x >> 2 : x;
    const int32_t block_B = s.layout().block_B;
    if (s.view.tiling() == Tiling::Tiled) {
        return ((block >> 2) * 16 + (block & 3)) * block_B;
    }
    return block * block_B;
}

GLISSADE_INLINE Int rowOffset(const State& s, const Level& level, Int y) {
    const Int block = s.layout().compressed() ? y >> 2 : y;
    if (s.view.tiling() == Tiling::Tiled) {
        return (block >> 2) * level.rowPitch_B + (block & 3) * (4 * int32_t(s.layout().block_B));
    }
    return block * level.rowPitch_B;
}

GLISSADE_INLINE Int layerOffset(const State& s, const Level& level, Int layer) {
    return level.offset_B + layer * int32_t(s.image->layerPitch_B);
}

/// Offset of the layer, or of cubes of the face.
GLISSADE_INLINE Int pointOffset(const State& s, const Level& level, const Point& p) {
    return layerOffset(s, level, s.cube() ? p.layer + p.face.index() : p.layer);
}

/// 1 or 0 by comparing the reference with depth `d`.
GLISSADE_INLINE Float compare(const State& s, Float reference, Float d) {
    if (s.layout().type == format::ChannelType::Unorm) {
        // Keeps NaN, which compares with nothing.
        reference = select(reference < 0.0f, splat(0.0f), reference);
        reference = select(reference > 1.0f, splat(1.0f), reference);
    }
    const auto number = [](Mask m) { return asFloat(m & 0x3f800000); };
    switch (s.sampler.compare()) {
    case Compare::Never:
        return splat(0.0f);
    case Compare::Less:
        return number(reference < d);
    case Compare::Equal:
        return number(reference == d);
    case Compare::LessOrEqual:
        return number(reference <= d);
    case Compare::Greater:
        return number(reference > d);
    case Compare::NotEqual:
        return number(reference != d);
    case Compare::GreaterOrEqual:
        return number(reference >= d);
    case Compare::Always:
        break;
    }
    return splat(1.0f);
}

/// Where each tap's texel lies.
struct Places {
    Int offset_B[4];
    Int x[4], y[4]; ///< Within the face or layer.
    Mask corner[4]; ///< Beyond a cube's corner, where there is no texel.
    bool corners;   ///< Some lane that counts has one.
};

GLISSADE_INLINE Places placesOf(const State& s,
                                const Level& level,
                                const Point& p,
                                const Grid& grid) {
    Places places;
    places.corners = false;
    for (int i = 0; i < 4; ++i) {
        const int column = grid.columns == 2 ? i & 1 : 0;
        const int row = grid.columns == 2 ? i >> 1 : i;
        places.x[i] = grid.x.at[column];
        places.y[i] = grid.y.at[row & 1];
        places.offset_B[i] =
            grid.base_B + columnOffset(s, places.x[i]) + rowOffset(s, level, places.y[i]);
        places.corner[i] = splat(0);
    }
    if (!s.seamless() || grid.columns == 1) {
        return places;
    }
    Mask outX[2], outY[2];
    for (int i = 0; i < 2; ++i) {
        outX[i] = grid.x.unwrapped[i] != grid.x.at[i];
        outY[i] = grid.y.unwrapped[i] != grid.y.at[i];
    }
    if (!any(outX[0] | outX[1] | outY[0] | outY[1], s.active)) {
        return places;
    }
    for (int i = 0; i < 4; ++i) {
        const Mask x = outX[i & 1];
        const Mask y = outY[i >> 1];
        const CubeTexel texel =
            acrossEdge(p.face, grid.x.unwrapped[i & 1], grid.y.unwrapped[i >> 1], level.width);
        const Mask crosses = x ^ y;
        places.x[i] = select(crosses, texel.x, places.x[i]);
        places.y[i] = select(crosses, texel.y, places.y[i]);
        const Int base = layerOffset(s, level, p.layer + texel.face);
        places.offset_B[i] = select(crosses,
                                    base + columnOffset(s, texel.x) + rowOffset(s, level, texel.y),
                                    places.offset_B[i]);
        places.corner[i] = x & y;
        places.corners |= any(places.corner[i], s.active);
    }
    return places;
}

/// The texel beyond a cube's corner is the average of the other three; of integers it is the
/// corner's of the face itself.
GLISSADE_INLINE void fillCorners(const State& s, const Places& places, Texel taps[4]) {
    const auto average = [](Float a, Float b, Float c) { return (a + b + c) / 3.0f; };
    for (int i = 0; i < 4; ++i) {
        const Texel& a = taps[i ^ 1];
        const Texel& b = taps[i ^ 2];
        const Texel& c = taps[i ^ 3];
        const Texel mean = {average(a.r, b.r, c.r),
                            average(a.g, b.g, c.g),
                            average(a.b, b.b, c.b),
                            average(a.a, b.a, c.a)};
        taps[i] = select(places.corner[i], s.integer() ? c : mean, taps[i]);
    }
}

/// Texels row by row: tap 0 and 1 are of the first row where there are two columns.
GLISSADE_INLINE void
readTaps(const State& s, const Level& level, const Point& p, const Grid& grid, Texel taps[4]) {
    const Places places = placesOf(s, level, p, grid);
    const int count = grid.columns * grid.rows;
    Words words[4];
    if (!s.layout().compressed()) {
        readTexels(s.image->base, s.layout().block_B, places.offset_B, count, s.active, words);
    }
    for (int i = 0; i < count; ++i) {
        Texel t = s.layout().compressed()
                      ? decodeBlock(s, places.offset_B[i], places.x[i], places.y[i])
                      : decodeWords(s, words[i]);
        if (s.border()) {
            const int column = grid.columns == 2 ? i & 1 : 0;
            const int row = grid.columns == 2 ? i >> 1 : i;
            const Mask outside = grid.outside | grid.x.outside[column] | grid.y.outside[row];
            t = select(outside, border(s), t);
        }
        if (s.compares()) {
            t = {compare(s, p.depthReference, t.r), splat(0.0f), splat(0.0f), splat(1.0f)};
        }
        taps[i] = t;
    }
    if (places.corners) {
        fillCorners(s, places, taps);
    }
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
