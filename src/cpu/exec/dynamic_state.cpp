// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/dynamic_state.h"

#include <algorithm>

namespace cpu::exec {

namespace {

constexpr uint32_t kNoLogicOp = 16;

void copyStencil(Pieces pieces, const StencilFace& from, StencilFace& to) {
    if (pieces & bit(Piece::StencilOps)) {
        to.ops = from.ops;
    }
    if (pieces & bit(Piece::StencilCompareMask)) {
        to.compareMask = from.compareMask;
    }
    if (pieces & bit(Piece::StencilWriteMask)) {
        to.writeMask = from.writeMask;
    }
    if (pieces & bit(Piece::StencilReference)) {
        to.reference = from.reference;
    }
}

void copyVertexInput(Pieces pieces, const VertexInput& from, VertexInput& to) {
    if (pieces & bit(Piece::VertexInput)) {
        to.attributes = from.attributes;
    }
    for (uint32_t i = 0; i < kMaxVertexBindings; ++i) {
        if (pieces & bit(Piece::VertexInput)) {
            to.bindings[i].perInstance = from.bindings[i].perInstance;
            to.bindings[i].divisor = from.bindings[i].divisor;
        }
        if (pieces & bit(Piece::VertexStrides)) {
            to.bindings[i].stride_B = from.bindings[i].stride_B;
        }
    }
}

} // namespace

void settle(const LooseState& loose, GraphicsState& state) {
    state.blend.logicOp = loose.logicOpEnable ? loose.logicOp : kNoLogicOp;
    for (uint32_t i = 0; i < kMaxColorAttachments; ++i) {
        state.blend.targets[i].writeMask = loose.colorWrites >> i & 1 ? loose.writeMasks[i] : 0;
    }
    state.samples.sampleShading =
        loose.sampleShading && loose.minSampleShading * float(state.samples.samples) > 1;
    state.raster.depthClip =
        loose.depthClipFollowsClamp ? !state.raster.depthClamp : loose.depthClip;
}

void copyPieces(Pieces pieces,
                const GraphicsState& from,
                const LooseState& fromLoose,
                GraphicsState& to,
                LooseState& toLoose) {
    const auto copy = [&](Piece piece, auto... members) {
        if (pieces & bit(piece)) {
            ((members(to) = members(from)), ...);
        }
    };
#define MEMBER(name) [](auto& state) -> auto& { return state.name; }
    if (pieces & (bit(Piece::VertexInput) | bit(Piece::VertexStrides))) {
        copyVertexInput(pieces, from.input, to.input);
    }
    copy(Piece::Topology, MEMBER(raster.topology));
    copy(Piece::PrimitiveRestart, MEMBER(raster.restart));

    copy(Piece::ViewportCount, MEMBER(raster.viewportCount));
    copy(Piece::Viewports, MEMBER(raster.viewports));
    copy(Piece::Scissors, MEMBER(raster.scissors));
    copy(Piece::LineWidth, MEMBER(raster.lineWidth_px));
    copy(Piece::DepthBias,
         MEMBER(raster.biasConstant),
         MEMBER(raster.biasClamp),
         MEMBER(raster.biasSlope));
    copy(Piece::DepthBiasEnable, MEMBER(raster.depthBias));
    copy(Piece::CullMode, MEMBER(raster.cullFront), MEMBER(raster.cullBack));
    copy(Piece::FrontFace, MEMBER(raster.frontIsClockwise));
    copy(Piece::RasterizerDiscard, MEMBER(raster.discard));
    copy(Piece::DepthClamp, MEMBER(raster.depthClamp));
    copy(Piece::NegativeOneToOne, MEMBER(raster.negativeOneToOne));
    copy(Piece::PolygonMode, MEMBER(raster.polygonMode));
    copy(Piece::ProvokingVertex, MEMBER(raster.provokingLast));
    copy(Piece::LineMode, MEMBER(raster.lineMode));
    copy(Piece::LineStippleEnable, MEMBER(raster.stippled));
    copy(Piece::LineStipple, MEMBER(raster.stipplePattern), MEMBER(raster.stippleFactor));
    copy(Piece::PatchVertices, MEMBER(tessellation.patchVertices));
    copy(Piece::DomainOrigin, MEMBER(tessellation.lowerLeft));

    copy(Piece::DepthTest, MEMBER(depth.tests));
    copy(Piece::DepthWrite, MEMBER(depth.writes));
    copy(Piece::DepthCompare, MEMBER(depth.compare));
    copy(Piece::DepthBoundsTest, MEMBER(depth.boundsTest));
    copy(Piece::DepthBounds, MEMBER(depth.minBounds), MEMBER(depth.maxBounds));
    copy(Piece::StencilTest, MEMBER(depth.stencilTests));
    copyStencil(pieces, from.depth.front, to.depth.front);
    copyStencil(pieces, from.depth.back, to.depth.back);

    copy(Piece::Samples, MEMBER(samples.samples));
    copy(Piece::SampleMask, MEMBER(samples.mask));
    copy(Piece::AlphaToCoverage, MEMBER(samples.alphaToCoverage));
    copy(Piece::AlphaToOne, MEMBER(samples.alphaToOne));
#undef MEMBER
    if (pieces & bit(Piece::BlendConstants)) {
        std::ranges::copy(from.blend.constants, to.blend.constants);
    }
    for (uint32_t i = 0; i < kMaxColorAttachments; ++i) {
        if (pieces & bit(Piece::BlendEnable)) {
            to.blend.targets[i].blends = from.blend.targets[i].blends;
        }
        if (pieces & bit(Piece::BlendEquation)) {
            to.blend.targets[i].blend = from.blend.targets[i].blend;
        }
    }

    if (pieces & bit(Piece::LogicOp)) {
        toLoose.logicOp = fromLoose.logicOp;
    }
    if (pieces & bit(Piece::LogicOpEnable)) {
        toLoose.logicOpEnable = fromLoose.logicOpEnable;
    }
    if (pieces & bit(Piece::WriteMask)) {
        toLoose.writeMasks = fromLoose.writeMasks;
    }
    if (pieces & bit(Piece::ColorWriteEnable)) {
        toLoose.colorWrites = fromLoose.colorWrites;
    }
    if (pieces & bit(Piece::SampleShading)) {
        toLoose.sampleShading = fromLoose.sampleShading;
        toLoose.minSampleShading = fromLoose.minSampleShading;
    }
    if (pieces & bit(Piece::DepthClip)) {
        toLoose.depthClipFollowsClamp = fromLoose.depthClipFollowsClamp;
        toLoose.depthClip = fromLoose.depthClip;
    }
}

} // namespace cpu::exec
