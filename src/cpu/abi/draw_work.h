// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/graphics.h"
#include "cpu/abi/merge_key.h"

/// What a draw hands to the kernels that run its shaders (kernels/draw.h): addresses and numbers,
/// put together once for each draw.
namespace cpu {

/// An attribute that the vertex shader reads.
struct AttributeWork {
    void* routine; ///< fetch_vertex of some tier.
    const uint8_t* base;
    uint32_t format;
    uint32_t stride_B;
    uint32_t count; ///< Elements within the buffer.
    uint32_t location;
    uint32_t divisor; ///< Of instances; 0: all have the first instance's element.
    bool perInstance;
};

/// Vertices of one instance.
struct VertexWork {
    VertexFunction function;
    const DispatchData* data;
    const WorkerData* worker;
    const AttributeWork* attributes;
    uint32_t attributeCount;
    uint32_t slotCount; ///< Rows of `outputs` in a vector of vertices.
    uint32_t* rows;     ///< Room for kMaxLocations × 4 rows of kMaxLanes, 64-byte aligned.
    /// gl_VertexIndex of each; there is room up to a whole vector, whatever it holds.
    const uint32_t* vertices;
    uint32_t vertexCount;
    uint32_t* outputs; ///< slotCount rows for each vector of vertices, 64-byte aligned.
    uint32_t instance; ///< gl_InstanceIndex.
    uint32_t baseVertex;
    uint32_t baseInstance;
    uint32_t drawIndex;
    uint32_t viewIndex;
    bool writesPointSize; ///< Otherwise points have a size of one.
};

/// An attachment as blocks of 4 × 4 pixels see it.
struct TargetWork {
    void* routine; ///< merge_color or merge_depth of some tier. Null: there is nothing to do.
    uint8_t* base; ///< Pixel (0, 0) of layer 0, sample 0.
    uint64_t layerPitch_B;
    uint32_t samplePitch_B;
    uint32_t rowPitch_B; ///< As exec::Surface.
    uint32_t block_B;
    Tiling tiling;
};

/// When the tests of depth and stencil are made.
enum class DepthOrder : uint8_t {
    None,
    Early, ///< Before the shader: what it does does not change the outcome.
    Late,
};

/// The fragments of a draw. Faces: 0 front, 1 back.
struct FragmentWork {
    FragmentFunction function; ///< Null: fragments have no colors.
    const DispatchData* data;
    uint32_t samples;
    uint32_t sampleMask;
    float sampleX[kMaxSamples], sampleY[kMaxSamples];
    uint32_t viewIndex;
    DepthOrder depthOrder;
    bool perSample; ///< The shader runs for each sample.
    bool writesDepth, writesStencil, writesSampleMask;
    bool alphaToCoverage, alphaToOne;
    bool smoothLines;     ///< Alpha is multiplied with coverage:
    uint32_t smoothPlane; ///< the first of SmoothLinePlane among the primitive's planes.

    TargetWork depth[2]; ///< By face: the same attachment, other routines.
    DepthKey depthKey[2];
    uint32_t stencilCompareMask[2], stencilWriteMask[2], stencilReference[2];
    struct Range {
        float min, max;
    } depthRange[16]; ///< Of viewports, in order.
    Range depthBounds;

    TargetWork colors[kMaxColorAttachments];
    uint32_t colorsMerged; ///< A bit for each that has a routine.
    ColorKey colorKey[kMaxColorAttachments];
    ColorData colorData;
};

/// Of the pixels at (x, y), multiples of four, 4 × 4, those that a primitive covers: a mask for
/// each sample, bit 4 q + 2 j + i for the pixel (i, j) of quad q, quads upper left, upper right,
/// lower left, lower right.
struct CoveredBlock {
    int32_t x, y;
    uint16_t coverage[kMaxSamples];
};

/// What a worker counts.
struct FragmentCounters {
    uint64_t samplesPassed;
    uint64_t invocations;
};

} // namespace cpu
