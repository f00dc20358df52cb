// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/smooth_line.h"
#include "cpu/raster/planes.h"
#include "cpu/raster/primitive.h"
#include "cpu/raster/raster_state.h"
#include "cpu/raster/screen_vertices.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cpu::raster {

/// Where a draw goes.
struct Target {
    Rectangle area;       ///< Framebuffer::area; within kMaxFramebuffer_px.
    uint32_t layers = 1;  ///< Primitives of other layers are dropped.
    uint32_t samples = 1; ///< 1 or 4.
    /// The smallest difference of depths that the attachment resolves, for the constant factor of
    /// depth bias: 2^-15 with D16, 2^-23 with D24. 0: floats, it depends on the primitive.
    float biasUnit = 0;
};

/// What vertices bring along and what of it fragments read.
struct VertexOutputs {
    /// FragmentImage::varyings: a Plane for each.
    std::span<const Interpolation> varyings;
    uint8_t clipDistances = 0, cullDistances = 0;
    bool pointSize = false, layer = false, viewportIndex = false; ///< Slots that are written.
    bool primitiveId = false;                                     ///< As well.
    bool readsPointCoord = false, readsClipDistance = false;      ///< By the fragment shader.
};

/// For pipeline statistics.
struct SetupCounters {
    uint64_t clippingInvocations = 0;
    uint64_t clippingPrimitives = 0;
};

/// Of kernels/setup.h, those of the level that made the rows of vertices. Null: one vertex and one
/// triangle are done at a time, with the same results.
struct SetupKernels {
    void (*placeVertices)(const PlaceWork*) = nullptr;
    void (*sortTriangles)(TriangleWork*) = nullptr;
    void (*setUpTriangles)(const TriangleWork*, const TriangleRun*) = nullptr;
};

/// What a worker keeps between batches.
struct SetupScratch {
    SetupKernels kernels;
    ScreenVertices vertices;
    std::vector<uint32_t> kept; ///< TriangleWork::kept.
    std::vector<float> bias;    ///< TriangleRun::bias.
    /// Where the next segment of a stippled line strip goes on in the pattern, in pixels. Such
    /// draws are set up by one worker, batch after batch, each within a strip; who begins another
    /// strip sets it to 0.
    double stipple_px = 0;
};

/// Clipping, culling, viewport, facing, edges and planes: vertices to Primitives. Vulkan 1.3,
/// "Fixed-Function Vertex Post-Processing" and "Rasterization". Made once for a draw, then used by
/// all workers.
///
/// Positions are rounded to 1/256 of a pixel. Triangles follow the top-left rule exactly. Points
/// are clipped by their centre, against all planes. Lines are as strictLines says: rectangles.
class Setup {
public:
    Setup(const RasterState& state, const Target& target, const VertexOutputs& outputs);

    /// Appends what `vertices` (numbers in the rows, Assembly::corners() for each primitive)
    /// become; with RasterState::discard nothing, for they are discarded behind clipping.
    /// gl_PrimitiveID counts from firstPrimitiveId where vertices do not say it.
    SetupCounters run(const VertexRows& rows,
                      std::span<const uint32_t> vertices,
                      uint32_t firstPrimitiveId,
                      PrimitiveArena& arena,
                      SetupScratch& scratch) const;

    /// Planes behind each primitive.
    uint32_t planeCount() const {
        return m_planes.planeCount + (m_smooth ? uint32_t(kSmoothLinePlanes) : 0);
    }

private:
    friend class SetupRun;

    RasterState m_state;
    Target m_target;
    VertexOutputs m_outputs; ///< Without the span.
    PlaneList m_planes;
    uint32_t m_distances; ///< Clip distances, then cull distances.
    bool m_smooth;        ///< Primitives are smooth lines.
    std::array<Screen, kMaxViewports> m_screens;
};

} // namespace cpu::raster
