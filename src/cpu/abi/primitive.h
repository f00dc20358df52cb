// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/graphics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

/// Vertices as the stages leave them, and primitives as the rasteriser hands them to the kernels
/// that shade.
namespace cpu {

inline constexpr int32_t kSubpixelBits = 8; ///< VkPhysicalDeviceLimits::subPixelPrecisionBits.
inline constexpr int32_t kSubpixels = 1 << kSubpixelBits;
inline constexpr int32_t kMaxFramebuffer_px = 16384;
/// A triangle that reaches no further, in 1/256 pixels, and over two by two pixels at most, is not
/// drawn where it misses the centres: a test that is cheaper than setting it up.
inline constexpr int32_t kSmallTriangle = 4 * kSubpixels;
/// Pixels, the ends excluded.
struct Rectangle {
    int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};
/// What lies in both; empty where the first ends do not lie before the others.
inline Rectangle common(const Rectangle& a, const Rectangle& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

/// A half-plane: samples with a x + b y + c >= 0 are inside, x and y in 1/256 of a pixel. Ties are
/// settled in c.
struct Edge {
    int32_t a, b;
    int64_t c;
};

/// A convex piece of the framebuffer and what its fragments share. Lies in a PrimitiveArena, its
/// planes behind it. Triangles give none, one or, where they are clipped or drawn as lines or
/// points, several.
struct alignas(16) Primitive {
    Rectangle bounds;  ///< Pixels: covered ones lie inside. Within area, scissor and viewport.
    uint8_t edgeCount; ///< Pixels of the bounds that all edges have inside are covered.
    /// Samples are covered as their pixel's centre is: Bresenham lines.
    bool wholePixels;
    /// Of lines with the Bresenham rule and a stipple: the column, or row with stippleByRow, tells
    /// the bit.
    bool stippled, stippleByRow, stippleBackwards;
    uint16_t stipplePattern;
    uint32_t stippleFactor;
    int32_t stippleOrigin; ///< Column or row of the fragment with number stippleFirst.
    uint32_t stippleFirst;
    Edge edges[4];
    PrimitiveData data; ///< Planes behind it: PrimitiveData::varyings().

    /// Asks memory for what comes first when it is drawn.
    void prefetch() const {
        for (size_t at_B = 0; at_B <= offsetof(Primitive, data) + 64; at_B += 64) {
            __builtin_prefetch(reinterpret_cast<const std::byte*>(this) + at_B);
        }
    }

    Plane* planes() { return reinterpret_cast<Plane*>(this + 1); }
};
static_assert(offsetof(Primitive, data) + sizeof(PrimitiveData) == sizeof(Primitive),
              "planes lie behind the data");

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
        Interpolation interpolation;
    };
    std::array<Varying, 4 * kMaxLocations> varyings; ///< Those that are read.
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

} // namespace cpu
