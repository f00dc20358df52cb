// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/physical/graphics_limits.h"

#include "cpu/abi/descriptors.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/icd/physical/named_limits.h"
#include "cpu/raster/primitive.h"
#include "cpu/shader/interface/stage_image.h"

namespace cpu::icd {

namespace {

constexpr uint32_t kMaxCapture_B = kMaxVertexSlots * sizeof(uint32_t);

} // namespace

void addGraphicsLimits(VkPhysicalDeviceLimits& limits) {
    // Vertices
    limits.maxDrawIndexedIndexValue = UINT32_MAX;
    limits.maxDrawIndirectCount = UINT32_MAX;
    limits.maxVertexInputAttributes = kMaxLocations;
    limits.maxVertexInputBindings = exec::kMaxVertexBindings;
    limits.maxVertexInputAttributeOffset = 65535;
    limits.maxVertexInputBindingStride = 65535;
    limits.maxVertexOutputComponents = 4 * kMaxLocations;
    limits.maxClipDistances = kMaxClipDistances;
    limits.maxCullDistances = kMaxClipDistances;
    limits.maxCombinedClipAndCullDistances = kMaxClipDistances;
    // Patches
    limits.maxTessellationGenerationLevel = kMaxTessellationLevel;
    limits.maxTessellationPatchSize = kMaxPatchVertices;
    limits.maxTessellationControlPerVertexInputComponents = 4 * kMaxLocations;
    limits.maxTessellationControlPerVertexOutputComponents = 4 * kMaxLocations;
    limits.maxTessellationControlPerPatchOutputComponents = 4 * (kMaxLocations - 2);
    limits.maxTessellationControlTotalOutputComponents = 4 * kMaxLocations * kMaxPatchVertices;
    limits.maxTessellationEvaluationInputComponents = 4 * kMaxLocations;
    limits.maxTessellationEvaluationOutputComponents = 4 * kMaxLocations;
    // Primitives
    limits.maxGeometryShaderInvocations = kMaxGeometryInvocations;
    limits.maxGeometryInputComponents = 4 * kMaxLocations;
    limits.maxGeometryOutputComponents = 4 * kMaxLocations;
    limits.maxGeometryOutputVertices = kMaxGeometryVertices;
    limits.maxGeometryTotalOutputComponents = 1024;
    // Fragments
    limits.maxFragmentInputComponents = 4 * kMaxLocations;
    limits.maxFragmentOutputAttachments = kMaxColorAttachments;
    limits.maxFragmentDualSrcAttachments = 1;
    limits.maxFragmentCombinedOutputResources = kMaxDescriptors;
    limits.minInterpolationOffset = -0.5f;
    limits.maxInterpolationOffset = 0.5f - 1.0f / 16;
    limits.subPixelInterpolationOffsetBits = 4;
    // Rasterisation
    limits.subPixelPrecisionBits = kSubpixelBits;
    limits.maxViewports = raster::kMaxViewports;
    limits.maxViewportDimensions[0] = kMaxExtent_px;
    limits.maxViewportDimensions[1] = kMaxExtent_px;
    limits.viewportBoundsRange[0] = -2.0f * float(kMaxExtent_px);
    limits.viewportBoundsRange[1] = 2.0f * float(kMaxExtent_px) - 1;
    limits.viewportSubPixelBits = 8;
    limits.pointSizeRange[0] = 1.0f;
    limits.pointSizeRange[1] = 1024.0f;
    limits.pointSizeGranularity = 1.0f / float(1 << kSubpixelBits);
    limits.lineWidthRange[0] = 1.0f;
    limits.lineWidthRange[1] = 64.0f;
    limits.lineWidthGranularity = 1.0f / float(1 << kSubpixelBits);
    limits.strictLines = VK_TRUE;
    limits.standardSampleLocations = VK_TRUE;
    limits.maxSampleMaskWords = 1;
    // Framebuffers
    limits.maxFramebufferWidth = kMaxExtent_px;
    limits.maxFramebufferHeight = kMaxExtent_px;
    limits.maxFramebufferLayers = kMaxLayers;
    limits.framebufferColorSampleCounts = kSampleCounts;
    limits.framebufferDepthSampleCounts = kSampleCounts;
    limits.framebufferStencilSampleCounts = kSampleCounts;
    limits.framebufferNoAttachmentsSampleCounts = kSampleCounts;
    limits.maxColorAttachments = kMaxColorAttachments;
}

void addGraphicsProperties(VkPhysicalDeviceVulkan11Properties& properties) {
    properties.maxMultiviewViewCount = 32;
    properties.maxMultiviewInstanceIndex = UINT32_MAX;
}

void addGraphicsProperties(VkPhysicalDeviceVulkan12Properties& properties) {
    constexpr VkResolveModeFlags kBoth =
        VK_RESOLVE_MODE_SAMPLE_ZERO_BIT | VK_RESOLVE_MODE_MIN_BIT | VK_RESOLVE_MODE_MAX_BIT;
    properties.supportedDepthResolveModes = kBoth | VK_RESOLVE_MODE_AVERAGE_BIT;
    properties.supportedStencilResolveModes = kBoth;
    properties.independentResolveNone = VK_TRUE;
    properties.independentResolve = VK_TRUE;
    properties.framebufferIntegerColorSampleCounts = kSampleCounts;
}

bool fillGraphicsProperties(VkBaseOutStructure* structure) {
    switch (structure->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_PROPERTIES_EXT:
        reinterpret_cast<VkPhysicalDeviceExtendedDynamicState3PropertiesEXT*>(structure)
            ->dynamicPrimitiveTopologyUnrestricted = VK_TRUE;
        return true;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_PROPERTIES_EXT: {
        auto& p =
            reinterpret_cast<VkPhysicalDeviceGraphicsPipelineLibraryPropertiesEXT&>(*structure);
        p.graphicsPipelineLibraryFastLinking = VK_TRUE;
        p.graphicsPipelineLibraryIndependentInterpolationDecoration = VK_TRUE;
        return true;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_PROPERTIES_EXT:
        reinterpret_cast<VkPhysicalDeviceLineRasterizationPropertiesEXT*>(structure)
            ->lineSubPixelPrecisionBits = kSubpixelBits;
        return true;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_PROPERTIES_EXT:
        reinterpret_cast<VkPhysicalDeviceMultiDrawPropertiesEXT*>(structure)->maxMultiDrawCount =
            UINT32_MAX;
        return true;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_PROPERTIES_EXT: {
        auto& p = reinterpret_cast<VkPhysicalDevicePipelineRobustnessPropertiesEXT&>(*structure);
        p.defaultRobustnessStorageBuffers =
            VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT;
        p.defaultRobustnessUniformBuffers =
            VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT;
        p.defaultRobustnessVertexInputs =
            VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT;
        p.defaultRobustnessImages = VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_ROBUST_IMAGE_ACCESS_2_EXT;
        return true;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_PROPERTIES_EXT: {
        auto& p = reinterpret_cast<VkPhysicalDeviceProvokingVertexPropertiesEXT&>(*structure);
        p.provokingVertexModePerPipeline = VK_TRUE;
        p.transformFeedbackPreservesTriangleFanProvokingVertex = VK_TRUE;
        return true;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT: {
        auto& p = reinterpret_cast<VkPhysicalDeviceTransformFeedbackPropertiesEXT&>(*structure);
        p.maxTransformFeedbackStreams = kMaxStreams;
        p.maxTransformFeedbackBuffers = shader::kMaxCaptureBuffers;
        p.maxTransformFeedbackBufferSize = UINT32_MAX; // Counters have 32 bits.
        p.maxTransformFeedbackStreamDataSize = kMaxCapture_B;
        p.maxTransformFeedbackBufferDataSize = kMaxCapture_B;
        p.maxTransformFeedbackBufferDataStride = 2048;
        p.transformFeedbackQueries = VK_TRUE;
        p.transformFeedbackStreamsLinesTriangles = VK_FALSE;
        p.transformFeedbackRasterizationStreamSelect = VK_FALSE;
        p.transformFeedbackDraw = VK_TRUE;
        return true;
    }
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT:
        reinterpret_cast<VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT*>(structure)
            ->maxVertexAttribDivisor = UINT32_MAX;
        return true;
    default:
        return false;
    }
}

} // namespace cpu::icd
