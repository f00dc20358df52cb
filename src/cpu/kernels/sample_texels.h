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

/// Of tiled images too an offset is the sum of what column and row contribute.
GLISSADE_INLINE GridOffsets gridOffsets(const State& s, const Level& level, const Grid& grid) {
    return {{columnOffset(s, grid.x.at[0]), columnOffset(s, grid.x.at[1])},
            {grid.base_B + rowOffset(s, level, grid.y.at[0]),
             grid.base_B + rowOffset(s, level, grid.y.at[1])},
            grid.columns,
            grid.rows,
            s.layout().compressed()};
}

/// Where a tap's texel lies.
struct Place {
    Int offset_B;
    Int x, y;    ///< Within the face or layer.
    Mask corner; ///< Beyond a cube's corner, where there is no texel.
};

/// Some tap, of a lane that counts, lies on another face.
GLISSADE_INLINE bool crossesEdge(const State& s, const Grid& grid) {
    if (!s.seamless() || grid.columns == 1) {
        return false;
    }
    const Mask out = (grid.x.unwrapped[0] != grid.x.at[0]) | (grid.x.unwrapped[1] != grid.x.at[1]) |
                     (grid.y.unwrapped[0] != grid.y.at[0]) | (grid.y.unwrapped[1] != grid.y.at[1]);
    return any(out, s.active);
}

GLISSADE_INLINE Place acrossEdge(
    const State& s, const Level& level, const Point& p, const Grid& grid, int column, int row) {
    const Int x = grid.x.unwrapped[column];
    const Int y = grid.y.unwrapped[row];
    const Mask outX = x != grid.x.at[column];
    const Mask outY = y != grid.y.at[row];
    const CubeTexel there = acrossEdge(p.face, x, y, level.width);
    const Mask crosses = outX ^ outY;
    Place place;
    place.x = select(crosses, there.x, grid.x.at[column]);
    place.y = select(crosses, there.y, grid.y.at[row]);
    const Int face = select(crosses, there.face, p.face.index());
    place.offset_B = layerOffset(s, level, p.layer + face) + columnOffset(s, place.x) +
                     rowOffset(s, level, place.y);
    place.corner = outX & outY;
    return place;
}

/// The texel beyond a cube's corner is the average of the other three; of integers it is the
/// corner's of the face itself.
GLISSADE_INLINE void fillCorners(const State& s, const Mask corner[4], Texel taps[4]) {
    const auto average = [](Float a, Float b, Float c) { return (a + b + c) / 3.0f; };
    for (int i = 0; i < 4; ++i) {
        const Texel& a = taps[i ^ 1];
        const Texel& b = taps[i ^ 2];
        const Texel& c = taps[i ^ 3];
        const Texel mean = {average(a.r, b.r, c.r),
                            average(a.g, b.g, c.g),
                            average(a.b, b.b, c.b),
                            average(a.a, b.a, c.a)};
        taps[i] = select(corner[i], s.integer() ? c : mean, taps[i]);
    }
}

/// Texels row by row: tap 0 and 1 are of the first row where there are two columns.
GLISSADE_INLINE void
readTaps(const State& s, const Level& level, const Point& p, const Grid& grid, Texel taps[4]) {
    const int count = grid.columns * grid.rows;
    const bool blocks = s.layout().compressed();
    const bool crosses = crossesEdge(s, grid);
    const GridOffsets offsets = gridOffsets(s, level, grid);
    Words words[4];
    if (!blocks && !crosses) {
        readGrid(
            s.image->base, s.layout().block_B, offsets, s.view.quickGathers(), s.active, words);
    }
    Mask corner[4];
    for (int i = 0; i < count; ++i) {
        const int column = grid.columns == 2 ? i & 1 : 0;
        const int row = grid.columns == 2 ? i >> 1 : i;
        Place place = {offsets.column_B[column] + offsets.row_B[row],
                       grid.x.at[column],
                       grid.y.at[row],
                       splat(0)};
        if (crosses) {
            place = acrossEdge(s, level, p, grid, column, row);
            if (!blocks) {
                words[i] = readTexel(s.image->base, s.layout().block_B, place.offset_B);
            }
        }
        corner[i] = place.corner;
        Texel t =
            blocks ? decodeBlock(s, place.offset_B, place.x, place.y) : decodeWords(s, words[i]);
        if (s.border()) {
            t = select(grid.outside | grid.x.outside[column] | grid.y.outside[row], border(s), t);
        }
        if (s.compares()) {
            t = {compare(s, p.depthReference, t.r), splat(0.0f), splat(0.0f), splat(1.0f)};
        }
        taps[i] = t;
    }
    if (crosses) {
        fillCorners(s, corner, taps);
    }
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
