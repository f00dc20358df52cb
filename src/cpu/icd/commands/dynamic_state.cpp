// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/change_state.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/pipelines/pipeline_state.h"
#include "cpu/icd/resources/attachment.h"

#include <algorithm>
#include <array>
#include <type_traits>

/// vkCmdSet*: each is a change of the state that draws read (exec/dynamic_state.h). What a change
/// needs it holds by value.
namespace cpu::icd {

namespace {

using exec::GraphicsState;
using exec::LooseState;

/// Changes the state, or the loose state, whichever `change` takes.
template <typename Change>
void record(VkCommandBuffer commands, const Change& change) {
    const auto either = [change](GraphicsState& state, LooseState& loose) {
        if constexpr (std::is_invocable_v<const Change&, GraphicsState&>) {
            change(state);
        } else {
            change(loose);
        }
    };
    cast(commands)->record(exec::ChangeState<decltype(either)>{either});
}

/// Changes the faces of the mask.
template <typename Change>
void recordFaces(VkCommandBuffer commands, VkStencilFaceFlags faces, const Change& change) {
    record(commands,
           [faces, change](GraphicsState& state) { forEachFace(faces, state.depth, change); });
}

/// Elements of an array from `first` on, as many as there is room for.
template <typename T, size_t kRoom>
struct Some {
    uint32_t first;
    uint32_t count;
    std::array<T, kRoom> values;

    template <typename Source, typename Convert>
    static Some of(const Source* source, uint32_t first, uint32_t count, const Convert& convert) {
        Some some{};
        some.first = std::min(first, uint32_t(kRoom));
        some.count = std::min(count, uint32_t(kRoom) - some.first);
        for (uint32_t i = 0; i < some.count; ++i) {
            some.values[i] = convert(source[i]);
        }
        return some;
    }
    template <typename Set>
    void each(const Set& set) const {
        for (uint32_t i = 0; i < count; ++i) {
            set(first + i, values[i]);
        }
    }
};

template <typename T>
using PerAttachment = Some<T, kMaxColorAttachments>;

/// Whether a command says how many viewports there are.
enum class ViewportCount : uint8_t { Keep, Set };

void recordViewports(VkCommandBuffer commands,
                     uint32_t first,
                     uint32_t count,
                     const VkViewport* viewports,
                     ViewportCount viewportCount) {
    const auto some =
        Some<raster::Viewport, raster::kMaxViewports>::of(viewports, first, count, viewportOf);
    record(commands, [some, viewportCount](GraphicsState& state) {
        some.each([&](uint32_t i, const raster::Viewport& viewport) {
            state.raster.viewports[i] = viewport;
        });
        if (viewportCount == ViewportCount::Set) {
            state.raster.viewportCount = std::max(some.count, 1u);
        }
    });
}

void recordScissors(VkCommandBuffer commands,
                    uint32_t first,
                    uint32_t count,
                    const VkRect2D* scissors) {
    const auto some =
        Some<Rectangle, raster::kMaxViewports>::of(scissors, first, count, rectangleOf);
    record(commands, [some](GraphicsState& state) {
        some.each(
            [&](uint32_t i, const Rectangle& scissor) { state.raster.scissors[i] = scissor; });
    });
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdSetRenderingAttachmentLocationsKHR(
    VkCommandBuffer commandBuffer, const VkRenderingAttachmentLocationInfoKHR* pLocationInfo) {
    std::array<uint8_t, kMaxColorAttachments> locations = exec::Framebuffer().locations;
    const uint32_t count = std::min(pLocationInfo->colorAttachmentCount, kMaxColorAttachments);
    for (uint32_t i = 0; pLocationInfo->pColorAttachmentLocations && i < count; ++i) {
        locations[i] =
            uint8_t(std::min(pLocationInfo->pColorAttachmentLocations[i], kMaxColorAttachments));
    }
    record(commandBuffer,
           [locations](GraphicsState& state) { state.framebuffer.locations = locations; });
}

/// Shaders read attachments by descriptors alone, which say where they are.
VKAPI_ATTR void VKAPI_CALL CmdSetRenderingInputAttachmentIndicesKHR(
    VkCommandBuffer commandBuffer,
    const VkRenderingInputAttachmentIndexInfoKHR* pInputAttachmentIndexInfo) {}

VKAPI_ATTR void VKAPI_CALL CmdSetViewport(VkCommandBuffer commandBuffer,
                                          uint32_t firstViewport,
                                          uint32_t viewportCount,
                                          const VkViewport* pViewports) {
    recordViewports(commandBuffer, firstViewport, viewportCount, pViewports, ViewportCount::Keep);
}

VKAPI_ATTR void VKAPI_CALL CmdSetViewportWithCount(VkCommandBuffer commandBuffer,
                                                   uint32_t viewportCount,
                                                   const VkViewport* pViewports) {
    recordViewports(commandBuffer, 0, viewportCount, pViewports, ViewportCount::Set);
}

VKAPI_ATTR void VKAPI_CALL CmdSetScissor(VkCommandBuffer commandBuffer,
                                         uint32_t firstScissor,
                                         uint32_t scissorCount,
                                         const VkRect2D* pScissors) {
    recordScissors(commandBuffer, firstScissor, scissorCount, pScissors);
}

VKAPI_ATTR void VKAPI_CALL CmdSetScissorWithCount(VkCommandBuffer commandBuffer,
                                                  uint32_t scissorCount,
                                                  const VkRect2D* pScissors) {
    // As many as viewports, whose number counts.
    recordScissors(commandBuffer, 0, scissorCount, pScissors);
}

VKAPI_ATTR void VKAPI_CALL CmdSetLineWidth(VkCommandBuffer commandBuffer, float lineWidth) {
    record(commandBuffer,
           [lineWidth](GraphicsState& state) { state.raster.lineWidth_px = lineWidth; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthBias(VkCommandBuffer commandBuffer,
                                           float depthBiasConstantFactor,
                                           float depthBiasClamp,
                                           float depthBiasSlopeFactor) {
    record(commandBuffer, [=](GraphicsState& state) {
        state.raster.biasConstant = depthBiasConstantFactor;
        state.raster.biasClamp = depthBiasClamp;
        state.raster.biasSlope = depthBiasSlopeFactor;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetBlendConstants(VkCommandBuffer commandBuffer,
                                                const float blendConstants[4]) {
    std::array<float, 4> constants;
    std::copy_n(blendConstants, 4, constants.begin());
    record(commandBuffer, [constants](GraphicsState& state) {
        std::ranges::copy(constants, state.blend.constants);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthBounds(VkCommandBuffer commandBuffer,
                                             float minDepthBounds,
                                             float maxDepthBounds) {
    record(commandBuffer, [=](GraphicsState& state) {
        state.depth.minBounds = minDepthBounds;
        state.depth.maxBounds = maxDepthBounds;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetStencilCompareMask(VkCommandBuffer commandBuffer,
                                                    VkStencilFaceFlags faceMask,
                                                    uint32_t compareMask) {
    recordFaces(
        commandBuffer, faceMask, [=](exec::StencilFace& face) { face.compareMask = compareMask; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetStencilWriteMask(VkCommandBuffer commandBuffer,
                                                  VkStencilFaceFlags faceMask,
                                                  uint32_t writeMask) {
    recordFaces(
        commandBuffer, faceMask, [=](exec::StencilFace& face) { face.writeMask = writeMask; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetStencilReference(VkCommandBuffer commandBuffer,
                                                  VkStencilFaceFlags faceMask,
                                                  uint32_t reference) {
    recordFaces(
        commandBuffer, faceMask, [=](exec::StencilFace& face) { face.reference = reference; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetCullMode(VkCommandBuffer commandBuffer, VkCullModeFlags cullMode) {
    record(commandBuffer,
           [cullMode](GraphicsState& state) { setCullMode(cullMode, state.raster); });
}

VKAPI_ATTR void VKAPI_CALL CmdSetFrontFace(VkCommandBuffer commandBuffer, VkFrontFace frontFace) {
    record(commandBuffer, [frontFace](GraphicsState& state) {
        state.raster.frontIsClockwise = frontFace == VK_FRONT_FACE_CLOCKWISE;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetPrimitiveTopology(VkCommandBuffer commandBuffer,
                                                   VkPrimitiveTopology primitiveTopology) {
    record(commandBuffer, [primitiveTopology](GraphicsState& state) {
        state.raster.topology = topologyOf(primitiveTopology);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthTestEnable(VkCommandBuffer commandBuffer,
                                                 VkBool32 depthTestEnable) {
    record(commandBuffer,
           [depthTestEnable](GraphicsState& state) { state.depth.tests = depthTestEnable; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthWriteEnable(VkCommandBuffer commandBuffer,
                                                  VkBool32 depthWriteEnable) {
    record(commandBuffer,
           [depthWriteEnable](GraphicsState& state) { state.depth.writes = depthWriteEnable; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthCompareOp(VkCommandBuffer commandBuffer,
                                                VkCompareOp depthCompareOp) {
    record(commandBuffer, [depthCompareOp](GraphicsState& state) {
        state.depth.compare = Compare(depthCompareOp & 7);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthBoundsTestEnable(VkCommandBuffer commandBuffer,
                                                       VkBool32 depthBoundsTestEnable) {
    record(commandBuffer, [depthBoundsTestEnable](GraphicsState& state) {
        state.depth.boundsTest = depthBoundsTestEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetStencilTestEnable(VkCommandBuffer commandBuffer,
                                                   VkBool32 stencilTestEnable) {
    record(commandBuffer, [stencilTestEnable](GraphicsState& state) {
        state.depth.stencilTests = stencilTestEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetStencilOp(VkCommandBuffer commandBuffer,
                                           VkStencilFaceFlags faceMask,
                                           VkStencilOp failOp,
                                           VkStencilOp passOp,
                                           VkStencilOp depthFailOp,
                                           VkCompareOp compareOp) {
    const DepthKey::Stencil ops{StencilOp(failOp & 7),
                                StencilOp(passOp & 7),
                                StencilOp(depthFailOp & 7),
                                Compare(compareOp & 7)};
    recordFaces(commandBuffer, faceMask, [=](exec::StencilFace& face) { face.ops = ops; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetRasterizerDiscardEnable(VkCommandBuffer commandBuffer,
                                                         VkBool32 rasterizerDiscardEnable) {
    record(commandBuffer, [rasterizerDiscardEnable](GraphicsState& state) {
        state.raster.discard = rasterizerDiscardEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthBiasEnable(VkCommandBuffer commandBuffer,
                                                 VkBool32 depthBiasEnable) {
    record(commandBuffer,
           [depthBiasEnable](GraphicsState& state) { state.raster.depthBias = depthBiasEnable; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetPrimitiveRestartEnable(VkCommandBuffer commandBuffer,
                                                        VkBool32 primitiveRestartEnable) {
    record(commandBuffer, [primitiveRestartEnable](GraphicsState& state) {
        state.raster.restart = primitiveRestartEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetLogicOpEXT(VkCommandBuffer commandBuffer, VkLogicOp logicOp) {
    record(commandBuffer, [logicOp](LooseState& loose) { loose.logicOp = uint8_t(logicOp & 15); });
}

VKAPI_ATTR void VKAPI_CALL CmdSetLogicOpEnableEXT(VkCommandBuffer commandBuffer,
                                                  VkBool32 logicOpEnable) {
    record(commandBuffer,
           [logicOpEnable](LooseState& loose) { loose.logicOpEnable = logicOpEnable; });
}

VKAPI_ATTR void VKAPI_CALL
CmdSetVertexInputEXT(VkCommandBuffer commandBuffer,
                     uint32_t vertexBindingDescriptionCount,
                     const VkVertexInputBindingDescription2EXT* pVertexBindingDescriptions,
                     uint32_t vertexAttributeDescriptionCount,
                     const VkVertexInputAttributeDescription2EXT* pVertexAttributeDescriptions) {
    CommandBuffer& commands = *cast(commandBuffer);
    const auto bindings = commands.copy(pVertexBindingDescriptions, vertexBindingDescriptionCount);
    const auto attributes =
        commands.copy(pVertexAttributeDescriptions, vertexAttributeDescriptionCount);
    record(commandBuffer, [bindings, attributes](GraphicsState& state) {
        setVertexInput(bindings, attributes, state.input);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetColorWriteEnableEXT(VkCommandBuffer commandBuffer,
                                                     uint32_t attachmentCount,
                                                     const VkBool32* pColorWriteEnables) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < std::min(attachmentCount, 32u); ++i) {
        mask |= pColorWriteEnables[i] ? 1u << i : 0;
    }
    record(commandBuffer, [mask](LooseState& loose) { loose.colorWrites = mask; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetLineStippleEXT(VkCommandBuffer commandBuffer,
                                                uint32_t lineStippleFactor,
                                                uint16_t lineStipplePattern) {
    record(commandBuffer, [=](GraphicsState& state) {
        state.raster.stippleFactor = lineStippleFactor;
        state.raster.stipplePattern = lineStipplePattern;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthClampEnableEXT(VkCommandBuffer commandBuffer,
                                                     VkBool32 depthClampEnable) {
    record(commandBuffer, [depthClampEnable](GraphicsState& state) {
        state.raster.depthClamp = depthClampEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthClipEnableEXT(VkCommandBuffer commandBuffer,
                                                    VkBool32 depthClipEnable) {
    record(commandBuffer, [depthClipEnable](LooseState& loose) {
        loose.depthClipFollowsClamp = false;
        loose.depthClip = depthClipEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetPatchControlPointsEXT(VkCommandBuffer commandBuffer,
                                                       uint32_t patchControlPoints) {
    record(commandBuffer, [patchControlPoints](GraphicsState& state) {
        state.tessellation.patchVertices = patchVerticesOf(patchControlPoints);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetTessellationDomainOriginEXT(
    VkCommandBuffer commandBuffer, VkTessellationDomainOrigin domainOrigin) {
    record(commandBuffer, [domainOrigin](GraphicsState& state) {
        state.tessellation.lowerLeft = domainOrigin == VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetPolygonModeEXT(VkCommandBuffer commandBuffer,
                                                VkPolygonMode polygonMode) {
    record(commandBuffer, [polygonMode](GraphicsState& state) {
        state.raster.polygonMode = polygonModeOf(polygonMode);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetRasterizationSamplesEXT(
    VkCommandBuffer commandBuffer, VkSampleCountFlagBits rasterizationSamples) {
    record(commandBuffer, [rasterizationSamples](GraphicsState& state) {
        state.samples.samples = rasterizationSamples == VK_SAMPLE_COUNT_4_BIT ? 4 : 1;
    });
}

/// There is no other stream than 0 to choose (transformFeedbackRasterizationStreamSelect).
VKAPI_ATTR void VKAPI_CALL CmdSetRasterizationStreamEXT(VkCommandBuffer commandBuffer,
                                                        uint32_t rasterizationStream) {}

VKAPI_ATTR void VKAPI_CALL CmdSetSampleMaskEXT(VkCommandBuffer commandBuffer,
                                               VkSampleCountFlagBits samples,
                                               const VkSampleMask* pSampleMask) {
    const VkSampleMask mask = pSampleMask[0];
    record(commandBuffer, [mask](GraphicsState& state) { state.samples.mask = mask; });
}

VKAPI_ATTR void VKAPI_CALL CmdSetAlphaToCoverageEnableEXT(VkCommandBuffer commandBuffer,
                                                          VkBool32 alphaToCoverageEnable) {
    record(commandBuffer, [alphaToCoverageEnable](GraphicsState& state) {
        state.samples.alphaToCoverage = alphaToCoverageEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetAlphaToOneEnableEXT(VkCommandBuffer commandBuffer,
                                                     VkBool32 alphaToOneEnable) {
    record(commandBuffer, [alphaToOneEnable](GraphicsState& state) {
        state.samples.alphaToOne = alphaToOneEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetProvokingVertexModeEXT(
    VkCommandBuffer commandBuffer, VkProvokingVertexModeEXT provokingVertexMode) {
    record(commandBuffer, [provokingVertexMode](GraphicsState& state) {
        state.raster.provokingLast =
            provokingVertexMode == VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetLineRasterizationModeEXT(
    VkCommandBuffer commandBuffer, VkLineRasterizationModeEXT lineRasterizationMode) {
    record(commandBuffer, [lineRasterizationMode](GraphicsState& state) {
        state.raster.lineMode = lineModeOf(lineRasterizationMode);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetLineStippleEnableEXT(VkCommandBuffer commandBuffer,
                                                      VkBool32 stippledLineEnable) {
    record(commandBuffer, [stippledLineEnable](GraphicsState& state) {
        state.raster.stippled = stippledLineEnable;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetDepthClipNegativeOneToOneEXT(VkCommandBuffer commandBuffer,
                                                              VkBool32 negativeOneToOne) {
    record(commandBuffer, [negativeOneToOne](GraphicsState& state) {
        state.raster.negativeOneToOne = negativeOneToOne;
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetColorBlendEnableEXT(VkCommandBuffer commandBuffer,
                                                     uint32_t firstAttachment,
                                                     uint32_t attachmentCount,
                                                     const VkBool32* pColorBlendEnables) {
    const auto some = PerAttachment<bool>::of(pColorBlendEnables,
                                              firstAttachment,
                                              attachmentCount,
                                              [](VkBool32 enable) { return enable != VK_FALSE; });
    record(commandBuffer, [some](GraphicsState& state) {
        some.each([&](uint32_t i, bool blends) { state.blend.targets[i].blends = blends; });
    });
}

VKAPI_ATTR void VKAPI_CALL
CmdSetColorBlendEquationEXT(VkCommandBuffer commandBuffer,
                            uint32_t firstAttachment,
                            uint32_t attachmentCount,
                            const VkColorBlendEquationEXT* pColorBlendEquations) {
    const auto some = PerAttachment<ColorKey::Blend>::of(
        pColorBlendEquations,
        firstAttachment,
        attachmentCount,
        [](const VkColorBlendEquationEXT& equation) {
            VkPipelineColorBlendAttachmentState state{};
            state.srcColorBlendFactor = equation.srcColorBlendFactor;
            state.dstColorBlendFactor = equation.dstColorBlendFactor;
            state.colorBlendOp = equation.colorBlendOp;
            state.srcAlphaBlendFactor = equation.srcAlphaBlendFactor;
            state.dstAlphaBlendFactor = equation.dstAlphaBlendFactor;
            state.alphaBlendOp = equation.alphaBlendOp;
            return blendOf(state);
        });
    record(commandBuffer, [some](GraphicsState& state) {
        some.each([&](uint32_t i, const ColorKey::Blend& blend) {
            state.blend.targets[i].blend = blend;
        });
    });
}

VKAPI_ATTR void VKAPI_CALL CmdSetColorWriteMaskEXT(VkCommandBuffer commandBuffer,
                                                   uint32_t firstAttachment,
                                                   uint32_t attachmentCount,
                                                   const VkColorComponentFlags* pColorWriteMasks) {
    const auto some = PerAttachment<uint8_t>::of(
        pColorWriteMasks, firstAttachment, attachmentCount, [](VkColorComponentFlags mask) {
            return uint8_t(mask & 15);
        });
    record(commandBuffer, [some](LooseState& loose) {
        some.each([&](uint32_t i, uint8_t mask) { loose.writeMasks[i] = mask; });
    });
}

} // namespace entry
} // namespace cpu::icd
