// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/graphics.h"
#include "cpu/raster/screen.h"

#include <cstdint>

/// Cutting primitives at the planes of the view volume, of the guard band and of clip distances.
/// Where an edge is cut depends on its two vertices alone, and always counts from the one inside:
/// primitives that share the edge get the same vertices. Vulkan 1.3, "Primitive Clipping".
namespace cpu::raster {

struct ClipVertex {
    double x, y, z, w;
    double weights[3]; ///< Of the primitive's vertices: where this one lies in clip space.
    double distances[kMaxClipDistances];
    uint32_t clip; ///< Of ClipBit, of the primitive's own vertices.
    int32_t own;   ///< Which of the primitive's vertices this is, or -1: one from a cut.
};

struct ClipPolygon {
    static constexpr uint32_t kMaxVertices = 3 + 7 + kMaxClipDistances;
    ClipVertex vertices[kMaxVertices];
    uint32_t count = 0;
};

/// Nothing is left: count is 0.
void clipPolygon(const Screen& screen, uint32_t distances, ClipPolygon& polygon);
/// False: nothing is left.
bool clipLine(const Screen& screen, uint32_t distances, ClipVertex (&ends)[2]);

} // namespace cpu::raster
