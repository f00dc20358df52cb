// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/graphics_state.h"

#include <array>
#include <cstdint>

/// The pieces that GraphicsState is set in: those that a pipeline has static come with its binding,
/// the others by commands of their own, which later bindings leave alone (Vulkan 1.3, "Dynamic
/// State").
namespace cpu::exec {

/// In the order of the four parts of a pipeline (VK_EXT_graphics_pipeline_library).
enum class Piece : uint8_t {
    // Vertex input interface
    VertexInput,
    VertexStrides,
    Topology,
    PrimitiveRestart,
    // Pre-rasterization shaders
    ViewportCount,
    Viewports,
    Scissors,
    LineWidth,
    DepthBias,
    DepthBiasEnable,
    CullMode,
    FrontFace,
    RasterizerDiscard,
    DepthClamp,
    DepthClip,
    NegativeOneToOne,
    PolygonMode,
    ProvokingVertex,
    LineMode,
    LineStippleEnable,
    LineStipple,
    PatchVertices,
    DomainOrigin,
    // Fragment shader
    DepthTest,
    DepthWrite,
    DepthCompare,
    DepthBoundsTest,
    DepthBounds,
    StencilTest,
    StencilOps,
    StencilCompareMask,
    StencilWriteMask,
    StencilReference,
    SampleShading,
    // Fragment output interface
    Samples,
    SampleMask,
    AlphaToCoverage,
    AlphaToOne,
    LogicOp,
    LogicOpEnable,
    BlendEnable,
    BlendEquation,
    WriteMask,
    ColorWriteEnable,
    BlendConstants,
    Count,
};

/// A bit per Piece.
using Pieces = uint64_t;
static_assert(uint32_t(Piece::Count) <= 64);
constexpr Pieces bit(Piece piece) {
    return Pieces(1) << uint32_t(piece);
}
/// Those from `first` up to the one before `end`.
constexpr Pieces range(Piece first, Piece end) {
    return bit(end) - bit(first);
}
inline constexpr Pieces kAllPieces = range(Piece::VertexInput, Piece::Count);
inline constexpr Pieces kVertexInputPieces = range(Piece::VertexInput, Piece::ViewportCount);
inline constexpr Pieces kPreRasterPieces = range(Piece::ViewportCount, Piece::DepthTest);
inline constexpr Pieces kFragmentPieces = range(Piece::DepthTest, Piece::Samples);
inline constexpr Pieces kOutputPieces = range(Piece::Samples, Piece::Count);

/// State that GraphicsState has only in combination with other state.
struct LooseState {
    bool logicOpEnable = false;
    uint8_t logicOp = 0; ///< As VkLogicOp.
    /// As VkColorComponentFlags.
    std::array<uint8_t, kMaxColorAttachments> writeMasks = {15, 15, 15, 15, 15, 15, 15, 15};
    uint32_t colorWrites = ~0u; ///< A bit per attachment (VK_EXT_color_write_enable).
    bool sampleShading = false;
    float minSampleShading = 0;
    /// Nothing was said of depth clipping by itself: it is off where depth is clamped.
    bool depthClipFollowsClamp = true;
    bool depthClip = true;
};
/// Brings what `state` has in combination up to date.
void settle(const LooseState& loose, GraphicsState& state);

/// Copies those pieces; addresses and sizes of buffers are none. settle() is the caller's to call.
void copyPieces(Pieces pieces,
                const GraphicsState& from,
                const LooseState& fromLoose,
                GraphicsState& to,
                LooseState& toLoose);

/// What a graphics pipeline sets when it is bound: all pieces that are not dynamic.
struct StaticState {
    GraphicsState state;
    LooseState loose;
    Pieces dynamic = 0;
};

} // namespace cpu::exec
