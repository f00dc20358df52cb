// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"

/// How values change over the framebuffer: the planes of a primitive. Worked out in double, in a
/// fixed order, and rounded once. They start at the corner with the greatest w, where values / w
/// are least and rounding hurts most. Vulkan 1.3, "Basic Polygon Rasterization" and "Basic Line
/// Segment Rasterization".
namespace cpu::raster {

/// Fills data's planes and those behind it, but for bias and pointCoord.
void setTrianglePlanes(const PlaneList& list,
                       const VertexRows& rows,
                       const Piece& piece,
                       Primitive& primitive);
void setLinePlanes(const PlaneList& list,
                   const VertexRows& rows,
                   const Piece& piece,
                   Primitive& primitive);
/// With the first corner's values everywhere.
void setPointPlanes(const PlaneList& list,
                    const VertexRows& rows,
                    const Piece& piece,
                    Primitive& primitive);

} // namespace cpu::raster
