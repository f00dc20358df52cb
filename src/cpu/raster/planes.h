// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/primitive.h"
#include "cpu/raster/screen.h"
#include "cpu/shader/graphics_abi.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

/// How values change over the framebuffer: the planes of a primitive. Worked out in double, in a
/// fixed order, and rounded once. They start at the corner with the greatest w, where values / w
/// are least and rounding hurts most. Vulkan 1.3, "Basic Polygon Rasterization" and "Basic Line
/// Segment Rasterization".
namespace cpu::raster {

/// Rows of slots as VertexFunction leaves them: of vertex v, slot s is
/// rows[(v / lanes * slotCount + s) * lanes + v % lanes].
struct VertexRows {
    const uint32_t* rows;
    uint32_t lanes; ///< 4, 8 or 16.
    uint32_t slotCount;
    uint32_t vertexCount;

    /// Slot 0 of a vertex; slots are `lanes` apart.
    const uint32_t* vertex(uint32_t number) const {
        return rows + (size_t(number / lanes) * slotCount * lanes + number % lanes);
    }
    /// Slots without rows are zero.
    uint32_t bits(const uint32_t* vertex, uint32_t slot) const {
        return slot < slotCount ? vertex[size_t(slot) * lanes] : 0;
    }
    float number(const uint32_t* vertex, uint32_t slot) const {
        return std::bit_cast<float>(bits(vertex, slot));
    }
};

/// The planes that a draw's primitives have.
struct PlaneList {
    struct Varying {
        uint8_t plane;
        shader::Interpolation interpolation;
    };
    std::array<Varying, 4 * shader::kMaxLocations> varyings; ///< Those that are read.
    uint32_t varyingCount = 0;
    uint32_t planeCount = 0;
    uint32_t clipDistances = 0; ///< Those that fragments read.
};

/// A corner of a piece of a primitive.
struct Corner {
    int32_t x, y; ///< 1/256 pixels.
    double inverseW, depth;
    /// Of the primitive's vertices, in clip space and in the framebuffer. Where `whole` of Piece is
    /// false.
    double weights[3];
    double linearWeights[3];
};

/// A triangle, or a line where the third corner counts for nothing.
struct Piece {
    const uint32_t* vertices[3]; ///< The primitive's, as VertexRows::vertex.
    const uint32_t* provoking;
    const Corner* corners[3];
    bool whole; ///< The corners are the vertices.
};

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
