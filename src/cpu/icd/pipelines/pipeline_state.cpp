// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/pipeline_state.h"

#include "cpu/icd/object.h"
#include "cpu/icd/resources/attachment.h"
#include "cpu/icd/resources/render_pass.h"
#include "format/vk_formats.h"

#include <algorithm>

namespace cpu::icd {

using exec::bit;
using exec::Piece;

// The numbers of these enums are Vulkan's.
static_assert(uint32_t(BlendFactor::OneMinusSrc1Alpha) == VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA);
static_assert(uint32_t(BlendOp::Max) == VK_BLEND_OP_MAX);
static_assert(uint32_t(StencilOp::DecrementAndWrap) == VK_STENCIL_OP_DECREMENT_AND_WRAP);
static_assert(uint32_t(Compare::Always) == VK_COMPARE_OP_ALWAYS);
static_assert(uint32_t(raster::Topology::PatchList) == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST);
static_assert(uint32_t(raster::PolygonMode::Point) == VK_POLYGON_MODE_POINT);

raster::Topology topologyOf(VkPrimitiveTopology topology) {
    return topology <= VK_PRIMITIVE_TOPOLOGY_PATCH_LIST ? raster::Topology(topology)
                                                        : raster::Topology::PointList;
}

uint32_t patchVerticesOf(uint32_t patchControlPoints) {
    return std::clamp(patchControlPoints, 1u, kMaxPatchVertices);
}

raster::PolygonMode polygonModeOf(VkPolygonMode mode) {
    return mode <= VK_POLYGON_MODE_POINT ? raster::PolygonMode(mode) : raster::PolygonMode::Fill;
}

raster::LineMode lineModeOf(VkLineRasterizationModeEXT mode) {
    switch (mode) {
    case VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT:
        return raster::LineMode::Bresenham;
    case VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT:
        return raster::LineMode::RectangularSmooth;
    default:
        return raster::LineMode::Rectangular; // The default where lines are strict.
    }
}

raster::Viewport viewportOf(const VkViewport& viewport) {
    return {viewport.x,
            viewport.y,
            viewport.width,
            viewport.height,
            viewport.minDepth,
            viewport.maxDepth};
}

ColorKey::Blend blendOf(const VkPipelineColorBlendAttachmentState& state) {
    const auto factor = [](VkBlendFactor from) {
        return from <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA ? BlendFactor(from) : BlendFactor::Zero;
    };
    const auto op = [](VkBlendOp from) {
        return from <= VK_BLEND_OP_MAX ? BlendOp(from) : BlendOp::Add;
    };
    return {factor(state.srcColorBlendFactor),
            factor(state.dstColorBlendFactor),
            op(state.colorBlendOp),
            factor(state.srcAlphaBlendFactor),
            factor(state.dstAlphaBlendFactor),
            op(state.alphaBlendOp)};
}

void setCullMode(VkCullModeFlags mode, raster::RasterState& rs) {
    rs.cullFront = mode & VK_CULL_MODE_FRONT_BIT;
    rs.cullBack = mode & VK_CULL_MODE_BACK_BIT;
}

void setVertexInput(std::span<const VkVertexInputBindingDescription2EXT> bindings,
                    std::span<const VkVertexInputAttributeDescription2EXT> attributes,
                    exec::VertexInput& vi) {
    vi.attributes = {};
    for (const VkVertexInputBindingDescription2EXT& from : bindings) {
        if (from.binding < exec::kMaxVertexBindings) {
            exec::VertexBinding& to = vi.bindings[from.binding];
            to.stride_B = from.stride;
            to.perInstance = from.inputRate == VK_VERTEX_INPUT_RATE_INSTANCE;
            to.divisor = from.divisor;
        }
    }
    for (const VkVertexInputAttributeDescription2EXT& from : attributes) {
        if (from.location < kMaxLocations && from.binding < exec::kMaxVertexBindings) {
            vi.attributes[from.location] = {
                format::vkFormatIndex(uint32_t(from.format)), uint8_t(from.binding), from.offset};
        }
    }
}

exec::Pieces dynamicPieces(const VkPipelineDynamicStateCreateInfo* info) {
    struct Meaning {
        VkDynamicState state;
        exec::Pieces pieces;
    };
    static constexpr Meaning kMeanings[] = {
        {VK_DYNAMIC_STATE_VIEWPORT, bit(Piece::Viewports)},
        {VK_DYNAMIC_STATE_SCISSOR, bit(Piece::Scissors)},
        {VK_DYNAMIC_STATE_LINE_WIDTH, bit(Piece::LineWidth)},
        {VK_DYNAMIC_STATE_DEPTH_BIAS, bit(Piece::DepthBias)},
        {VK_DYNAMIC_STATE_BLEND_CONSTANTS, bit(Piece::BlendConstants)},
        {VK_DYNAMIC_STATE_DEPTH_BOUNDS, bit(Piece::DepthBounds)},
        {VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK, bit(Piece::StencilCompareMask)},
        {VK_DYNAMIC_STATE_STENCIL_WRITE_MASK, bit(Piece::StencilWriteMask)},
        {VK_DYNAMIC_STATE_STENCIL_REFERENCE, bit(Piece::StencilReference)},
        {VK_DYNAMIC_STATE_CULL_MODE, bit(Piece::CullMode)},
        {VK_DYNAMIC_STATE_FRONT_FACE, bit(Piece::FrontFace)},
        {VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY, bit(Piece::Topology)},
        {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT, bit(Piece::Viewports) | bit(Piece::ViewportCount)},
        {VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT, bit(Piece::Scissors)},
        {VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE, bit(Piece::VertexStrides)},
        {VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE, bit(Piece::DepthTest)},
        {VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE, bit(Piece::DepthWrite)},
        {VK_DYNAMIC_STATE_DEPTH_COMPARE_OP, bit(Piece::DepthCompare)},
        {VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE, bit(Piece::DepthBoundsTest)},
        {VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE, bit(Piece::StencilTest)},
        {VK_DYNAMIC_STATE_STENCIL_OP, bit(Piece::StencilOps)},
        {VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE, bit(Piece::RasterizerDiscard)},
        {VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE, bit(Piece::DepthBiasEnable)},
        {VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE, bit(Piece::PrimitiveRestart)},
        {VK_DYNAMIC_STATE_VERTEX_INPUT_EXT, bit(Piece::VertexInput) | bit(Piece::VertexStrides)},
        {VK_DYNAMIC_STATE_LOGIC_OP_EXT, bit(Piece::LogicOp)},
        {VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT, bit(Piece::ColorWriteEnable)},
        {VK_DYNAMIC_STATE_LINE_STIPPLE_EXT, bit(Piece::LineStipple)},
        {VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT, bit(Piece::DepthClamp)},
        {VK_DYNAMIC_STATE_POLYGON_MODE_EXT, bit(Piece::PolygonMode)},
        {VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT, bit(Piece::Samples)},
        {VK_DYNAMIC_STATE_SAMPLE_MASK_EXT, bit(Piece::SampleMask)},
        {VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT, bit(Piece::AlphaToCoverage)},
        {VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT, bit(Piece::AlphaToOne)},
        {VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT, bit(Piece::LogicOpEnable)},
        {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT, bit(Piece::BlendEnable)},
        {VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT, bit(Piece::BlendEquation)},
        {VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT, bit(Piece::WriteMask)},
        {VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT, bit(Piece::DepthClip)},
        {VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT, bit(Piece::ProvokingVertex)},
        {VK_DYNAMIC_STATE_LINE_RASTERIZATION_MODE_EXT, bit(Piece::LineMode)},
        {VK_DYNAMIC_STATE_LINE_STIPPLE_ENABLE_EXT, bit(Piece::LineStippleEnable)},
        {VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT, bit(Piece::PatchVertices)},
        {VK_DYNAMIC_STATE_TESSELLATION_DOMAIN_ORIGIN_EXT, bit(Piece::DomainOrigin)},
        {VK_DYNAMIC_STATE_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT, bit(Piece::NegativeOneToOne)},
    };
    exec::Pieces pieces = 0;
    for (uint32_t i = 0; info && i < info->dynamicStateCount; ++i) {
        for (const Meaning& meaning : kMeanings) {
            pieces |= meaning.state == info->pDynamicStates[i] ? meaning.pieces : 0;
        }
    }
    return pieces;
}

namespace {

void readVertexInput(const VkPipelineVertexInputStateCreateInfo& info, exec::VertexInput& vi) {
    std::array<VkVertexInputBindingDescription2EXT, exec::kMaxVertexBindings> bindings{};
    std::array<VkVertexInputAttributeDescription2EXT, kMaxLocations> attributes{};
    const uint32_t bindingCount =
        std::min(info.vertexBindingDescriptionCount, exec::kMaxVertexBindings);
    for (uint32_t i = 0; i < bindingCount; ++i) {
        const VkVertexInputBindingDescription& from = info.pVertexBindingDescriptions[i];
        bindings[i].binding = from.binding;
        bindings[i].stride = from.stride;
        bindings[i].inputRate = from.inputRate;
        bindings[i].divisor = 1;
    }
    if (const auto* divisors = find<VkPipelineVertexInputDivisorStateCreateInfoEXT>(
            info.pNext, VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT)) {
        for (uint32_t i = 0; i < divisors->vertexBindingDivisorCount; ++i) {
            const VkVertexInputBindingDivisorDescriptionEXT& from =
                divisors->pVertexBindingDivisors[i];
            for (uint32_t j = 0; j < bindingCount; ++j) {
                if (bindings[j].binding == from.binding) {
                    bindings[j].divisor = from.divisor;
                }
            }
        }
    }
    const uint32_t attributeCount = std::min(info.vertexAttributeDescriptionCount, kMaxLocations);
    for (uint32_t i = 0; i < attributeCount; ++i) {
        const VkVertexInputAttributeDescription& from = info.pVertexAttributeDescriptions[i];
        attributes[i].location = from.location;
        attributes[i].binding = from.binding;
        attributes[i].format = from.format;
        attributes[i].offset = from.offset;
    }
    setVertexInput({bindings.data(), bindingCount}, {attributes.data(), attributeCount}, vi);
}

void readRasterization(const VkPipelineRasterizationStateCreateInfo& info,
                       raster::RasterState& rs,
                       exec::LooseState& loose) {
    rs.depthClamp = info.depthClampEnable;
    rs.discard = info.rasterizerDiscardEnable;
    rs.polygonMode = polygonModeOf(info.polygonMode);
    setCullMode(info.cullMode, rs);
    rs.frontIsClockwise = info.frontFace == VK_FRONT_FACE_CLOCKWISE;
    rs.depthBias = info.depthBiasEnable;
    rs.biasConstant = info.depthBiasConstantFactor;
    rs.biasClamp = info.depthBiasClamp;
    rs.biasSlope = info.depthBiasSlopeFactor;
    rs.lineWidth_px = info.lineWidth;
    if (const auto* clip = find<VkPipelineRasterizationDepthClipStateCreateInfoEXT>(
            info.pNext,
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT)) {
        loose.depthClipFollowsClamp = false;
        loose.depthClip = clip->depthClipEnable;
    }
    if (const auto* provoking = find<VkPipelineRasterizationProvokingVertexStateCreateInfoEXT>(
            info.pNext,
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT)) {
        rs.provokingLast =
            provoking->provokingVertexMode == VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
    }
    if (const auto* line = find<VkPipelineRasterizationLineStateCreateInfoEXT>(
            info.pNext, VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT)) {
        rs.lineMode = lineModeOf(line->lineRasterizationMode);
        rs.stippled = line->stippledLineEnable;
        rs.stippleFactor = line->lineStippleFactor;
        rs.stipplePattern = line->lineStipplePattern;
    }
}

void readTessellation(const VkPipelineTessellationStateCreateInfo& info,
                      exec::TessellationState& ts) {
    ts.patchVertices = patchVerticesOf(info.patchControlPoints);
    if (const auto* origin = find<VkPipelineTessellationDomainOriginStateCreateInfo>(
            info.pNext, VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO)) {
        ts.lowerLeft = origin->domainOrigin == VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT;
    }
}

/// Whether there is state of tessellation to be read.
bool tessellates(const VkGraphicsPipelineCreateInfo& info) {
    const std::span stages(info.pStages, info.pStages ? info.stageCount : 0);
    return info.pTessellationState &&
           std::ranges::any_of(stages, [](const VkPipelineShaderStageCreateInfo& stage) {
               return stage.stage == VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
           });
}

void readViewports(const VkPipelineViewportStateCreateInfo& info,
                   exec::Pieces dynamic,
                   raster::RasterState& rs) {
    rs.viewportCount = std::clamp(info.viewportCount, 1u, raster::kMaxViewports);
    for (uint32_t i = 0; i < std::min(info.viewportCount, raster::kMaxViewports); ++i) {
        if (!(dynamic & bit(Piece::Viewports)) && info.pViewports) {
            rs.viewports[i] = viewportOf(info.pViewports[i]);
        }
    }
    for (uint32_t i = 0; i < std::min(info.scissorCount, raster::kMaxViewports); ++i) {
        if (!(dynamic & bit(Piece::Scissors)) && info.pScissors) {
            rs.scissors[i] = rectangleOf(info.pScissors[i]);
        }
    }
    if (const auto* control = find<VkPipelineViewportDepthClipControlCreateInfoEXT>(
            info.pNext, VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT)) {
        rs.negativeOneToOne = control->negativeOneToOne;
    }
}

exec::StencilFace faceOf(const VkStencilOpState& from) {
    exec::StencilFace face;
    face.ops = {StencilOp(from.failOp & 7),
                StencilOp(from.passOp & 7),
                StencilOp(from.depthFailOp & 7),
                Compare(from.compareOp & 7)};
    face.compareMask = from.compareMask;
    face.writeMask = from.writeMask;
    face.reference = from.reference;
    return face;
}

void readDepthStencil(const VkPipelineDepthStencilStateCreateInfo& info, exec::DepthState& ds) {
    ds.tests = info.depthTestEnable;
    ds.writes = info.depthWriteEnable;
    ds.compare = Compare(info.depthCompareOp & 7);
    ds.boundsTest = info.depthBoundsTestEnable;
    ds.minBounds = info.minDepthBounds;
    ds.maxBounds = info.maxDepthBounds;
    ds.stencilTests = info.stencilTestEnable;
    ds.front = faceOf(info.front);
    ds.back = faceOf(info.back);
}

void readMultisample(const VkPipelineMultisampleStateCreateInfo& info, exec::SampleState& ms) {
    ms.samples = info.rasterizationSamples == VK_SAMPLE_COUNT_4_BIT ? 4 : 1;
    ms.mask = info.pSampleMask ? info.pSampleMask[0] : ~0u;
    ms.alphaToCoverage = info.alphaToCoverageEnable;
    ms.alphaToOne = info.alphaToOneEnable;
}

void readColorBlend(const VkPipelineColorBlendStateCreateInfo& info,
                    exec::Pieces dynamic,
                    exec::BlendState& cb,
                    exec::LooseState& loose) {
    loose.logicOpEnable = info.logicOpEnable;
    loose.logicOp = uint8_t(info.logicOp & 15);
    std::copy_n(info.blendConstants, 4, cb.constants);
    constexpr exec::Pieces kOfAttachments =
        bit(Piece::BlendEnable) | bit(Piece::BlendEquation) | bit(Piece::WriteMask);
    const bool ignored = (dynamic & kOfAttachments) == kOfAttachments;
    for (uint32_t i = 0;
         !ignored && info.pAttachments && i < std::min(info.attachmentCount, kMaxColorAttachments);
         ++i) {
        const VkPipelineColorBlendAttachmentState& from = info.pAttachments[i];
        cb.targets[i].blends = from.blendEnable;
        cb.targets[i].blend = blendOf(from);
        loose.writeMasks[i] = uint8_t(from.colorWriteMask & 15);
    }
    if (const auto* writes = find<VkPipelineColorWriteCreateInfoEXT>(
            info.pNext, VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT)) {
        for (uint32_t i = 0;
             writes->pColorWriteEnables && i < std::min(writes->attachmentCount, 32u);
             ++i) {
            const uint32_t one = 1u << i;
            loose.colorWrites =
                writes->pColorWriteEnables[i] ? loose.colorWrites | one : loose.colorWrites & ~one;
        }
    }
}

/// Which state of the attachments' is there to be read.
struct Uses {
    bool colors = true;
    bool depthStencil = true;
};
Uses usesOf(const VkGraphicsPipelineCreateInfo& info, VkGraphicsPipelineLibraryFlagsEXT parts) {
    if (info.renderPass) {
        const RenderPass& pass = *cast(info.renderPass);
        if (info.subpass >= pass.subpasses().size()) {
            return {};
        }
        const RenderPass::Subpass& subpass = pass.subpasses()[info.subpass];
        return {subpass.usesColors(), subpass.depthStencil != VK_ATTACHMENT_UNUSED};
    }
    constexpr VkGraphicsPipelineLibraryFlagsEXT kBoth =
        VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT |
        VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;
    const auto* rendering = find<VkPipelineRenderingCreateInfo>(
        info.pNext, VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
    // Formats belong to the output interface; a library of the fragment shader alone has none.
    const bool formats = (parts & kBoth) == kBoth;
    Uses uses;
    if (formats) {
        uses.depthStencil =
            rendering && (rendering->depthAttachmentFormat || rendering->stencilAttachmentFormat);
    }
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT) {
        uses.colors = rendering && rendering->colorAttachmentCount > 0;
    }
    return uses;
}

} // namespace

void readState(const VkGraphicsPipelineCreateInfo& info,
               VkGraphicsPipelineLibraryFlagsEXT parts,
               exec::Pieces dynamic,
               exec::GraphicsState& state,
               exec::LooseState& loose) {
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT) {
        if (!(dynamic & bit(Piece::VertexInput)) && info.pVertexInputState) {
            readVertexInput(*info.pVertexInputState, state.input);
        }
        if (info.pInputAssemblyState) {
            state.raster.topology = topologyOf(info.pInputAssemblyState->topology);
            state.raster.restart = info.pInputAssemblyState->primitiveRestartEnable;
        }
    }
    bool discards = false;
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT) {
        readRasterization(*info.pRasterizationState, state.raster, loose);
        if (tessellates(info)) {
            readTessellation(*info.pTessellationState, state.tessellation);
        }
        discards = state.raster.discard && !(dynamic & bit(Piece::RasterizerDiscard));
        if (!discards && info.pViewportState) {
            readViewports(*info.pViewportState, dynamic, state.raster);
        }
    }
    if (discards) {
        return;
    }
    const Uses uses = usesOf(info, parts);
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT) {
        if (uses.depthStencil && info.pDepthStencilState) {
            readDepthStencil(*info.pDepthStencilState, state.depth);
        }
        if (info.pMultisampleState) {
            loose.sampleShading = info.pMultisampleState->sampleShadingEnable;
            loose.minSampleShading = info.pMultisampleState->minSampleShading;
        }
    }
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT) {
        if (info.pMultisampleState) {
            readMultisample(*info.pMultisampleState, state.samples);
        }
        if (uses.colors && info.pColorBlendState) {
            readColorBlend(*info.pColorBlendState, dynamic, state.blend, loose);
        }
    }
}

} // namespace cpu::icd
