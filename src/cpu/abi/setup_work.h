// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"
#include "cpu/abi/screen.h"

#include <cstdint>

/// What raster::Setup hands to the kernels that place vertices and set up triangles
/// (kernels/setup.h).
namespace cpu {

/// Where VolumeBit begin in ScreenRows::flags.
inline constexpr uint32_t kVolumeShift = 16;

/// Vertices in the framebuffer, by their place in the batch: ScreenVertex in rows, which
/// have room up to a whole vector.
struct ScreenRows {
    int32_t *x, *y;
    uint32_t* flags; ///< ClipBit in the low half, VolumeBit in the high one.
    double *inverseW, *depth;
};

/// The vertices of a batch.
struct PlaceWork {
    const Screen* screen;
    const uint32_t* rows; ///< VertexRows of the level's lanes.
    uint32_t slotCount;
    uint32_t vertexCount;
    uint32_t clipDistances; ///< That cut.
    uint32_t distances;     ///< Clip distances, then cull distances.
    ScreenRows to;
};

/// In TriangleWork::kept: the triangle has to be clipped first, and may turn out to be culled.
inline constexpr uint32_t kTriangleIsClipped = uint32_t(1) << 31;

/// The triangles of a batch: those that are filled, of one layer and one viewport.
struct TriangleWork {
    ScreenRows screen;
    const uint32_t* corners; ///< Places of vertices, three for each triangle.
    uint32_t triangleCount;
    uint32_t samples;
    int32_t leastSample, mostSample; ///< Where samples lie in a pixel, in both directions.
    Rectangle bounds;                ///< Screen::bounds.
    bool frontIsClockwise, cullFront, cullBack;
    bool discard; ///< None is drawn.

    /// Of sort_triangles: the numbers of those that are to be set up, in order; there is room for
    /// all.
    uint32_t* kept;
    uint32_t keptCount;
    /// That need not be clipped: all, and those that are not outside.
    uint32_t clippingInvocations, clippingPrimitives;

    // Of set_up_triangles.
    const PlaneList* planes;
    const uint32_t* rows;
    uint32_t slotCount;
    uint32_t firstPrimitiveId;
    bool provokingLast, readsPointCoord;
};

/// Some of the triangles that need not be clipped.
struct TriangleRun {
    const uint32_t* triangles; ///< Their numbers.
    const float* bias;         ///< Of depth, for each; null: none.
    Primitive* const* primitives;
    uint32_t count;
};

} // namespace cpu
