// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/dynamic_state.h"
#include "cpu/icd/vulkan.h"

#include <span>

/// From Vulkan's terms of graphics state to those of draws.
namespace cpu::icd {

raster::Topology topologyOf(VkPrimitiveTopology topology);
uint32_t patchVerticesOf(uint32_t patchControlPoints);
raster::PolygonMode polygonModeOf(VkPolygonMode mode);
raster::LineMode lineModeOf(VkLineRasterizationModeEXT mode);
raster::Viewport viewportOf(const VkViewport& viewport);
ColorKey::Blend blendOf(const VkPipelineColorBlendAttachmentState& state);
void setCullMode(VkCullModeFlags mode, raster::RasterState& rs);
/// Calls each(face) for the faces that are named.
template <typename Each>
void forEachFace(VkStencilFaceFlags faces, exec::DepthState& ds, Each&& each) {
    if (faces & VK_STENCIL_FACE_FRONT_BIT) {
        each(ds.front);
    }
    if (faces & VK_STENCIL_FACE_BACK_BIT) {
        each(ds.back);
    }
}
/// Attributes and bindings of other places than those named are none.
void setVertexInput(std::span<const VkVertexInputBindingDescription2EXT> bindings,
                    std::span<const VkVertexInputAttributeDescription2EXT> attributes,
                    exec::VertexInput& vi);

/// The pieces that the list names.
exec::Pieces dynamicPieces(const VkPipelineDynamicStateCreateInfo* info);

/// The static state of those parts of a pipeline. What Vulkan says is ignored is not looked at.
void readState(const VkGraphicsPipelineCreateInfo& info,
               VkGraphicsPipelineLibraryFlagsEXT parts,
               exec::Pieces dynamic,
               exec::GraphicsState& state,
               exec::LooseState& loose);

} // namespace cpu::icd
