// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/abi/graphics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// What the compiler makes of the shaders of each stage.
namespace cpu::shader {

/// A sampling instruction of the module, in the order of its slots.
struct SampleSite {
    SampleOp op;
};

/// A compiled shader without its addresses: what is kept on disk. This is what the images of all
/// stages have.
struct StageImage {
    std::vector<std::byte> object; ///< Defines the stage's symbol.
    std::vector<SampleSite> sites;
    uint32_t frames_B = 0; ///< Of worker memory: what invocations keep across barriers.
    bool copied = false;   ///< The object is of pieces, not compiled (docs/shader-pieces.md).
};

struct ComputeImage : StageImage {
    std::array<uint32_t, 3> workgroupSize{1, 1, 1};
    uint32_t workgroupMemory_B = 0;
};
inline constexpr char kWorkgroupSymbol[] = "workgroup";

inline constexpr char kVertexSymbol[] = "vertex";
inline constexpr char kControlSymbol[] = "control";
inline constexpr char kEvaluationSymbol[] = "evaluation";
inline constexpr char kGeometrySymbol[] = "geometry";
inline constexpr char kFragmentSymbol[] = "fragment";

inline constexpr uint32_t kMaxCaptureBuffers = 4;

/// A word of a vertex that transform feedback writes.
struct Capture {
    uint32_t slot;
    uint32_t buffer;
    uint32_t offset_B; ///< In the vertex's part of the buffer.
    uint32_t stream;
    friend constexpr bool operator==(const Capture&, const Capture&) = default;
};

/// What a stage says whose vertices may be rasterised.
struct VertexOutputImage : StageImage {
    /// Slots written, and room for them: one more than the last.
    uint32_t slotCount = kFirstVaryingSlot;
    bool writesPointSize = false;
    bool writesLayer = false;
    bool writesViewportIndex = false;
    bool writesPrimitiveId = false;
    uint8_t clipDistances = 0;                              ///< How many.
    uint8_t cullDistances = 0;                              ///< How many, after the clip distances.
    std::array<uint8_t, kMaxLocations> varyingComponents{}; ///< Mask of those written, by location.
    bool writesMemory = false;                              ///< Stores, atomics, image writes.
    std::vector<Capture> captures;                          ///< By buffer, then by offset.
    std::array<uint32_t, kMaxCaptureBuffers> captureStrides_B{};
};

/// Defines kVertexSymbol, a VertexFunction.
struct VertexImage : VertexOutputImage {
    uint32_t attributesUsed = 0; ///< A bit per location.
};

/// Where a stage has a word of other stages' vertices, or of their patch, in the memory that it
/// shares with them: of vertex v in lane l at offset_B + v * vertex_B + l * lane_B.
struct Cell {
    uint32_t slot;
    uint32_t offset_B, vertex_B, lane_B;
    uint32_t vertexCount; ///< That there is room for; of patches 1.
    friend constexpr bool operator==(const Cell&, const Cell&) = default;
};
inline constexpr uint32_t kMaxCells = 256;
struct Cells {
    std::vector<Cell> vertices; ///< By VertexSlot; kMaxCells at most, as those of the patch.
    std::vector<Cell> patch;    ///< By PatchSlot.
    uint32_t size_B = 0;
    friend bool operator==(const Cells&, const Cells&) = default;
};

/// Defines kControlSymbol, a ControlFunction.
struct ControlImage : StageImage {
    TessellationModes modes;
    Cells inputs;
    Cells outputs;
    bool writesMemory = false;
};

/// Defines kEvaluationSymbol, an EvaluationFunction.
struct EvaluationImage : VertexOutputImage {
    TessellationModes modes;
    Cells inputs;
};

/// Defines kGeometrySymbol, a GeometryFunction.
struct GeometryImage : VertexOutputImage {
    Cells inputs;
    uint8_t inputVertices = 0; ///< Of a primitive: 1, 2, 3; with adjacency 4, 6.
    uint8_t outputCorners = 0; ///< 1 points, 2 line strips, 3 triangle strips.
    uint32_t maxVertices = 0;
    uint32_t invocations = 1;
};

/// Defines kFragmentSymbol, a FragmentFunction.
struct FragmentImage : StageImage {
    /// Of each varying slot from location 0, component 0, to the last one read.
    std::vector<Interpolation> varyings;
    uint8_t colorsWritten = 0; ///< A bit per location.
    bool writesSecondColor = false;
    bool writesDepth = false;
    bool writesStencil = false;
    bool writesSampleMask = false;
    bool readsPointCoord = false;
    bool readsClipDistance = false;
    bool discards = false;
    bool writesMemory = false;
    bool earlyTests = false; ///< EarlyFragmentTests.
    bool perSample = false;  ///< Reads gl_SampleID or gl_SamplePosition, or interpolates so.
    bool readsInputAttachments = false;
};

/// Of<ComputeImage, VertexImage, …>: what has a part for the image of every stage.
template <template <class...> class Of>
using OfStageImages =
    Of<ComputeImage, VertexImage, ControlImage, EvaluationImage, GeometryImage, FragmentImage>;

} // namespace cpu::shader
