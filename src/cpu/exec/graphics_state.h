// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/graphics.h"
#include "cpu/abi/merge_key.h"
#include "cpu/exec/surface.h"
#include "cpu/raster/raster_state.h"

#include <array>
#include <cstdint>

/// Everything that a draw reads besides its shaders: plain data, in the terms of the kernels and of
/// the rasteriser, whatever of it came with the pipeline or was set dynamically.
namespace cpu::exec {

inline constexpr uint32_t kMaxVertexBindings = 32;

struct VertexBinding {
    const uint8_t* base = nullptr; ///< Null: nothing is bound, attributes read as zeros.
    uint64_t size_B = 0;           ///< From base.
    uint32_t stride_B = 0;
    bool perInstance = false;
    uint32_t divisor = 1; ///< Of instances; 0: all have the first element.
};

struct VertexAttribute {
    uint8_t format = 0; ///< format::VkFormatIndex. 0: the location has no attribute.
    uint8_t binding = 0;
    uint32_t offset_B = 0;
};

struct VertexInput {
    std::array<VertexBinding, kMaxVertexBindings> bindings;
    std::array<VertexAttribute, kMaxLocations> attributes; ///< By location.
};

struct TessellationState {
    uint32_t patchVertices = 1; ///< Going into the control shader.
    bool lowerLeft = false;     ///< VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
};

struct SampleState {
    uint32_t samples = 1; ///< 1 or 4.
    uint32_t mask = ~0u;
    bool alphaToCoverage = false;
    bool alphaToOne = false;
    bool sampleShading = false; ///< With a fraction that asks for more than one.
};

/// As VkStencilOpState, by face, and the rest of VkPipelineDepthStencilStateCreateInfo.
struct StencilFace {
    DepthKey::Stencil ops;
    uint32_t compareMask = ~0u;
    uint32_t writeMask = ~0u;
    uint32_t reference = 0;
};
struct DepthState {
    bool tests = false;
    bool writes = false;
    Compare compare = Compare::Always;
    bool boundsTest = false;
    float minBounds = 0, maxBounds = 1;
    bool stencilTests = false;
    StencilFace front, back;
};

struct BlendState {
    struct Target {
        bool blends = false;
        ColorKey::Blend blend;
        uint32_t writeMask = 15;
    };
    std::array<Target, kMaxColorAttachments> targets;
    uint32_t logicOp = 16; ///< As VkLogicOp; 16: none.
    float constants[4] = {};
};

/// An attachment of the render pass instance. Surfaces have one z for each layer.
struct Attachment {
    Surface surface = {}; ///< base null: there is none.
    uint8_t format = 0;   ///< format::VkFormatIndex, of the view.
};
struct Framebuffer {
    std::array<Attachment, kMaxColorAttachments> colors;
    /// The shader's location of which each color attachment has what is written
    /// (VK_KHR_dynamic_rendering_local_read). Others than those of attachments: none.
    std::array<uint8_t, kMaxColorAttachments> locations = {0, 1, 2, 3, 4, 5, 6, 7};
    Attachment depth, stencil; ///< Of combined formats the same surface, at the start of texels.
    Rectangle area;            ///< Nothing outside is drawn.
    uint32_t layers = 1;
    uint32_t viewMask = 0;
    uint32_t samples = 1;
};

struct GraphicsState {
    VertexInput input;
    raster::IndexBuffer indices;
    raster::RasterState raster;
    TessellationState tessellation;
    SampleState samples;
    DepthState depth;
    BlendState blend;
    Framebuffer framebuffer;
};

} // namespace cpu::exec
