// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/graphics_limits.h"

#include "cpu/exec/graphics_state.h"
#include "cpu/kernels/abi.h"
#include "cpu/raster/primitive.h"
#include "cpu/shader/graphics.h"

namespace cpu::icd {

namespace {

constexpr uint32_t kMaxExtent_px = 1u << (kMaxLevels - 1);
constexpr uint32_t kMaxLayers = 2048;
constexpr VkSampleCountFlags kSamples = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
constexpr uint32_t kMaxResources = 1u << 20;
constexpr uint32_t kMaxCapture_B = shader::kMaxVertexSlots * sizeof(uint32_t);

} // namespace

void addGraphicsLimits(VkPhysicalDeviceLimits& limits) {
    // Vertices
    limits.maxDrawIndexedIndexValue = UINT32_MAX;
    limits.maxDrawIndirectCount = UINT32_MAX;
    limits.maxVertexInputAttributes = shader::kMaxLocations;
    limits.maxVertexInputBindings = exec::kMaxVertexBindings;
    limits.maxVertexInputAttributeOffset = 65535;
    limits.maxVertexInputBindingStride = 65535;
    limits.maxVertexOutputComponents = 4 * shader::kMaxLocations;
    limits.maxClipDistances = shader::kMaxClipDistances;
    limits.maxCullDistances = shader::kMaxClipDistances;
    limits.maxCombinedClipAndCullDistances = shader::kMaxClipDistances;
    // Patches
    limits.maxTessellationGenerationLevel = shader::kMaxTessellationLevel;
    limits.maxTessellationPatchSize = shader::kMaxPatchVertices;
    limits.maxTessellationControlPerVertexInputComponents = 4 * shader::kMaxLocations;
    limits.maxTessellationControlPerVertexOutputComponents = 4 * shader::kMaxLocations;
    limits.maxTessellationControlPerPatchOutputComponents = 4 * (shader::kMaxLocations - 2);
    limits.maxTessellationControlTotalOutputComponents =
        4 * shader::kMaxLocations * shader::kMaxPatchVertices;
    limits.maxTessellationEvaluationInputComponents = 4 * shader::kMaxLocations;
    limits.maxTessellationEvaluationOutputComponents = 4 * shader::kMaxLocations;
    // Primitives
    limits.maxGeometryShaderInvocations = shader::kMaxGeometryInvocations;
    limits.maxGeometryInputComponents = 4 * shader::kMaxLocations;
    limits.maxGeometryOutputComponents = 4 * shader::kMaxLocations;
    limits.maxGeometryOutputVertices = shader::kMaxGeometryVertices;
    limits.maxGeometryTotalOutputComponents = 1024;
    // Fragments
    limits.maxFragmentInputComponents = 4 * shader::kMaxLocations;
    limits.maxFragmentOutputAttachments = shader::kMaxColorAttachments;
    limits.maxFragmentDualSrcAttachments = 1;
    limits.maxFragmentCombinedOutputResources = kMaxResources;
    limits.minInterpolationOffset = -0.5f;
    limits.maxInterpolationOffset = 0.5f - 1.0f / 16;
    limits.subPixelInterpolationOffsetBits = 4;
    // Rasterisation
    limits.subPixelPrecisionBits = raster::kSubpixelBits;
    limits.maxViewports = exec::kMaxViewports;
    limits.maxViewportDimensions[0] = kMaxExtent_px;
    limits.maxViewportDimensions[1] = kMaxExtent_px;
    limits.viewportBoundsRange[0] = -2.0f * float(kMaxExtent_px);
    limits.viewportBoundsRange[1] = 2.0f * float(kMaxExtent_px) - 1;
    limits.viewportSubPixelBits = 8;
    limits.pointSizeRange[0] = 1.0f;
    limits.pointSizeRange[1] = 1024.0f;
    limits.pointSizeGranularity = 1.0f / float(1 << raster::kSubpixelBits);
    limits.lineWidthRange[0] = 1.0f;
    limits.lineWidthRange[1] = 64.0f;
    limits.lineWidthGranularity = 1.0f / float(1 << raster::kSubpixelBits);
    limits.strictLines = VK_TRUE;
    limits.standardSampleLocations = VK_TRUE;
    limits.maxSampleMaskWords = 1;
    // Framebuffers
    limits.maxFramebufferWidth = kMaxExtent_px;
    limits.maxFramebufferHeight = kMaxExtent_px;
    limits.maxFramebufferLayers = kMaxLayers;
    limits.framebufferColorSampleCounts = kSamples;
    limits.framebufferDepthSampleCounts = kSamples;
    limits.framebufferStencilSampleCounts = kSamples;
    limits.framebufferNoAttachmentsSampleCounts = kSamples;
    limits.maxColorAttachments = shader::kMaxColorAttachments;
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
    properties.framebufferIntegerColorSampleCounts = kSamples;
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
            ->lineSubPixelPrecisionBits = raster::kSubpixelBits;
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
        p.maxTransformFeedbackStreams = shader::kMaxStreams;
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
