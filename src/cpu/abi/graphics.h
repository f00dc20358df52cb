// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/shader.h"

#include <cstdint>

/// How draws talk with the code of the stages of graphics pipelines. As in shader.h, offsets are
/// taken from these structs when code is generated.
namespace cpu {

inline constexpr uint32_t kMaxLanes = 16;
inline constexpr uint32_t kMaxLocations = 32; ///< Of vertex attributes and of varyings.
inline constexpr uint32_t kMaxColorAttachments = 8;
inline constexpr uint32_t kMaxSamples = 4;
inline constexpr uint32_t kMaxClipDistances = 8; ///< Clip and cull distances together.

/// What the stages before rasterisation write of a vertex, in scalars of 32 bits. Varyings have
/// four for each location, by component, so that the next stage finds them without a table.
enum VertexSlot : uint32_t {
    kPositionSlot = 0,      ///< x, y, z, w in clip space.
    kPointSizeSlot = 4,     ///< Pixels. 1 where the shader writes none.
    kLayerSlot = 5,         ///< An integer.
    kViewportSlot = 6,      ///< An integer.
    kPrimitiveIdSlot = 7,   ///< An integer; of tessellation and geometry shaders.
    kClipDistanceSlot = 8,  ///< Clip distances, then cull distances.
    kFirstVaryingSlot = 16, ///< Location 0, component 0.
};
inline constexpr uint32_t kMaxVertexSlots = kFirstVaryingSlot + 4 * kMaxLocations;

inline constexpr uint32_t kMaxPatchVertices = 32; ///< Going into a control shader, and out of it.
inline constexpr uint32_t kMaxTessellationLevel = 64;
inline constexpr uint32_t kMaxGeometryVertices = 256;
inline constexpr uint32_t kMaxGeometryInvocations = 32;
inline constexpr uint32_t kMaxStreams = 4;

/// What a control shader writes of a patch, as VertexSlot.
enum PatchSlot : uint32_t {
    kOuterLevelSlot = 0,
    kInnerLevelSlot = 4,
    kFirstPatchSlot = 8, ///< Location 0, component 0.
};

/// Either of the two stages may say it: None, or 0, where the other one does.
struct TessellationModes {
    enum class Domain : uint8_t { None, Triangles, Quads, Isolines };
    enum class Spacing : uint8_t { None, Equal, FractionalEven, FractionalOdd };
    enum class Order : uint8_t { None, Clockwise, CounterClockwise };
    Domain domain = Domain::None;
    Spacing spacing = Spacing::None;
    Order order = Order::None;
    bool points = false;
    uint32_t outputVertices = 0; ///< Of a patch.
};

/// Of a varying slot, as the fragment shader reads it. None: it does not.
enum class Interpolation : uint8_t { None, Smooth, NoPerspective, Flat };

/// A call of a vertex shader: one vector of vertices of one instance.
struct VertexLanes {
    uint32_t vertexIndex[kMaxLanes]; ///< gl_VertexIndex; of indexed draws with the vertex offset.
    uint32_t active;                 ///< A bit per lane.
    uint32_t instanceIndex;          ///< gl_InstanceIndex, with the first instance.
    uint32_t baseVertex;
    uint32_t baseInstance;
    uint32_t drawIndex;
    uint32_t viewIndex;
    /// [location][component][lane], a row has as many lanes as vectors have. Integers by their
    /// bits.
    const uint32_t* attributes;
    /// [slot][lane], VertexImage::slotCount rows. Slots that the shader does not write are left as
    /// they are.
    uint32_t* outputs;
};
using VertexFunction = void (*)(const DispatchData* draw,
                                const WorkerData* worker,
                                const VertexLanes* lanes);

/// A call of a control shader: all invocations of one patch in each lane.
struct ControlLanes {
    const uint8_t* inputs; ///< ControlImage::inputs say how it lies there.
    uint8_t* outputs;      ///< The same of ControlImage::outputs; begins as zeros.
    uint32_t active;       ///< A bit per lane.
    uint32_t outputVertices;
    uint32_t patchVertices; ///< gl_PatchVerticesIn
    uint32_t viewIndex;
    uint32_t primitiveId[kMaxLanes];
};
using ControlFunction = void (*)(const DispatchData* draw,
                                 const WorkerData* worker,
                                 const ControlLanes* lanes);

/// A call of an evaluation shader: one vector of vertices of one patch.
struct EvaluationLanes {
    const uint8_t* inputs; ///< EvaluationImage::inputs; all lanes have the same.
    uint32_t* outputs;     ///< As VertexLanes.
    uint32_t active;
    uint32_t patchVertices; ///< Those that come out of the control shader.
    uint32_t primitiveId;
    uint32_t viewIndex;
    float tessCoord[3][kMaxLanes];
};
using EvaluationFunction = void (*)(const DispatchData* draw,
                                    const WorkerData* worker,
                                    const EvaluationLanes* lanes);

/// A call of a geometry shader: one invocation of one primitive in each lane.
struct GeometryLanes {
    const uint8_t* inputs; ///< GeometryImage::inputs
    /// [vertex][slot][lane], as many vertices as the shader may emit, GeometryImage::slotCount rows
    /// and one more (GeometryVertex) for each.
    uint32_t* outputs;
    uint32_t active;
    uint32_t invocation;
    uint32_t viewIndex;
    uint32_t primitiveId[kMaxLanes];
    uint32_t counts[kMaxLanes]; ///< Out: vertices.
};
/// The last row of an emitted vertex.
enum GeometryVertex : uint32_t {
    kBeginsStrip = 1, ///< Primitives do not go on from the vertices before.
    kStreamShift = 1,
};
using GeometryFunction = void (*)(const DispatchData* draw,
                                  const WorkerData* worker,
                                  GeometryLanes* lanes);

/// A number that changes linearly over the framebuffer: at (x, y) in pixels, pixel centres at
/// halves, it is atOrigin + (x - originX) * dx + (y - originY) * dy.
struct Plane {
    float atOrigin, dx, dy;
};

/// What all fragments of a primitive share. Followed by a Plane for each varying slot, 4 for each
/// location from 0 to the last that the fragment shader reads. By the slot's interpolation:
/// `Smooth` planes are of value / w (the shader divides by the plane of 1 / w), `NoPerspective`
/// ones of the value, of `Flat` ones atOrigin has the provoking vertex's bits.
struct PrimitiveData {
    float originX, originY;
    Plane depth; ///< In framebuffer space, before clamping, bias included.
    Plane inverseW;
    Plane pointCoord[2];  ///< Of points.
    uint32_t frontFacing; ///< 0 or 1.
    uint32_t primitiveId;
    uint32_t layer;
    uint32_t viewportIndex;
    Plane clipDistance[kMaxClipDistances]; ///< As Smooth. For shaders that read them.
    const Plane* varyings() const { return reinterpret_cast<const Plane*>(this + 1); }
};

/// A call of a fragment shader: one vector of quads of one primitive. Lane 4 q + 2 j + i is the
/// pixel (x[q] + i, y[q] + j).
struct FragmentLanes {
    int32_t x[kMaxLanes / 4], y[kMaxLanes / 4]; ///< Upper left pixels, even numbers.
    /// In: lanes that are covered; the others are helper invocations. Out: without those that were
    /// discarded.
    uint32_t active;
    /// Lanes whose sample is covered, by sample; one where there is no multisampling. For
    /// gl_SampleMaskIn.
    uint32_t sampleCoverage[kMaxSamples];
    uint32_t sampleCount;
    /// -1: once for each pixel, at its centre. Otherwise the sample this call is for: gl_SampleID.
    int32_t sampleIndex;
    uint32_t viewIndex;
    /// Places of the samples in a pixel, 0 … 1.
    float sampleX[kMaxSamples], sampleY[kMaxSamples];

    // Out, as far as the shader writes them (FragmentImage says). Rows have kMaxLanes elements
    // whatever the level.
    uint32_t color[kMaxColorAttachments][4][kMaxLanes]; ///< By location; integers by their bits.
    uint32_t secondColor[4][kMaxLanes];                 ///< Index 1 of location 0.
    float depth[kMaxLanes];
    uint32_t stencilReference[kMaxLanes];
    uint32_t sampleMask[kMaxLanes];
};
using FragmentFunction = void (*)(const DispatchData* draw,
                                  const WorkerData* worker,
                                  const PrimitiveData* primitive,
                                  FragmentLanes* lanes);

} // namespace cpu
