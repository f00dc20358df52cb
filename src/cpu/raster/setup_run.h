// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/clip.h"
#include "cpu/raster/setup.h"

namespace cpu::raster {

/// Setup at work on a batch.
class SetupRun {
public:
    SetupRun(const Setup& setup,
             const VertexRows& rows,
             PrimitiveArena& arena,
             SetupScratch& scratch);

    void triangles(std::span<const uint32_t> vertices, uint32_t primitiveId);
    void lines(std::span<const uint32_t> vertices, uint32_t primitiveId);
    void points(std::span<const uint32_t> vertices, uint32_t primitiveId);
    const SetupCounters& counters() const { return m_counters; }

private:
    /// The primitive of the topology that pieces come from.
    struct Source {
        uint32_t count;
        const uint32_t* rows[3];
        const ScreenVertex* screens[3];
        const uint32_t* provoking;
        const Screen* screen;
        uint32_t primitiveId, layer, viewportIndex;
        bool front = true;
        float bias = 0; ///< Of depth.
    };

    void placeAll();
    void place(const Screen& screen, uint32_t vertex, ScreenVertex& to) const;
    /// False: the primitive has no place to go, or none of it is visible.
    bool source(const uint32_t* vertices, uint32_t count, uint32_t primitiveId, Source& source);
    void toClip(const Source& source, uint32_t i, ClipVertex& to) const;
    void toCorner(const Source& source, const ClipVertex& from, Corner& to) const;
    Primitive* begin(const Source& source, const Rectangle& bounds, uint32_t edgeCount);

    /// Triangles that the kernels know.
    bool areSimple() const;
    void manyTriangles(std::span<const uint32_t> vertices, uint32_t primitiveId);
    void setUp(const TriangleWork& work, std::span<const uint32_t> triangles);
    void triangle(Source& source);
    void clippedTriangle(Source& source);
    /// Whether a triangle of this area, positive where it is clockwise, is drawn at all; sets
    /// source.front.
    bool facing(Source& source, int64_t area) const;
    /// `clockwise` as seen on the framebuffer, y down.
    void fill(const Source& source, const Corner* const (&corners)[3], bool whole, bool clockwise);
    /// Polygons as lines or points.
    void outline(const Source& source);
    float biasOf(const Corner& a, const Corner& b, const Corner& c) const;

    void line(const Source& source, uint32_t from, uint32_t to, double& stipple_px);
    void drawLine(const Source& source, const Piece& piece, double& stipple_px);
    void dashes(const Source& source, const Piece& piece, double length_px, double stipple_px);
    /// The part of a line from (x0, y0) to (x1, y1).
    void rectangle(
        const Source& source, const Piece& piece, int32_t x0, int32_t y0, int32_t x1, int32_t y1);
    void bresenham(const Source& source, const Piece& piece, double stipple_px);
    Rectangle lineBounds(const Source& source) const;
    float lineWidth_px() const;
    void point(const Source& source, uint32_t i);

    const Setup& m_setup;
    const RasterState& m_state;
    const VertexRows& m_rows;
    PrimitiveArena& m_arena;
    SetupScratch& m_scratch;
    SetupCounters m_counters;
    bool m_ownViewports;      ///< Vertices are placed for each primitive.
    ScreenVertex m_placed[3]; ///< Of the source.
};

} // namespace cpu::raster
