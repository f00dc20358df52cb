// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/features.h"

#include "base/environment.h"
#include "base/options.h"
#include "glvk/gpu/driver_facts.h"
#include "glvk/gpu/enumerate.h"
#include "spirv/stage.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <iterator>

namespace glvk {

namespace {

/// Every feature structure that is asked about or enabled, chained in one place.
struct FeatureChain {
    VkPhysicalDeviceFeatures2 core{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceDynamicRenderingFeatures dynamicRendering{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    VkPhysicalDeviceDepthClipEnableFeaturesEXT depthClipEnable{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT};
    VkPhysicalDeviceDepthClipControlFeaturesEXT depthClipControl{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_CONTROL_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicStateFeaturesEXT eds1{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT eds2{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT eds3{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT};
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT pipelineLibrary{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT};
    VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceGraphicsPipelineLibraryPropertiesEXT pipelineLibraryLimits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_PROPERTIES_EXT};
    VkPhysicalDeviceShaderObjectFeaturesEXT shaderObject{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT vertexInput{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT};
    VkPhysicalDeviceIndexTypeUint8FeaturesEXT indexUint8{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT};
    VkPhysicalDeviceLineRasterizationFeaturesEXT line{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT};
    VkPhysicalDeviceCustomBorderColorFeaturesEXT border{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT};
    VkPhysicalDeviceCustomBorderColorPropertiesEXT borderLimits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_PROPERTIES_EXT};
    VkPhysicalDeviceBorderColorSwizzleFeaturesEXT borderSwizzle{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BORDER_COLOR_SWIZZLE_FEATURES_EXT};
    VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT};
    VkPhysicalDeviceProvokingVertexFeaturesEXT provoking{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT};
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT};
    VkPhysicalDevicePrimitivesGeneratedQueryFeaturesEXT primitivesGenerated{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVES_GENERATED_QUERY_FEATURES_EXT};

    VkPhysicalDevicePrimitiveRestartIndexFeaturesEXT restartIndex{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_RESTART_INDEX_FEATURES_EXT};
    VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT listRestart{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT};
    VkPhysicalDeviceMultiDrawFeaturesEXT multiDraw{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT};
    VkPhysicalDeviceMultiDrawPropertiesEXT multiDrawLimits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_PROPERTIES_EXT};
    VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT seams{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_NON_SEAMLESS_CUBE_MAP_FEATURES_EXT};
    VkPhysicalDeviceSamplerFilterMinmaxProperties minmaxLimits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_FILTER_MINMAX_PROPERTIES};
    VkPhysicalDeviceShaderDrawParametersFeatures drawParameters{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES};

    VkPhysicalDeviceBufferDeviceAddressFeatures bufferAddress{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
    VkPhysicalDeviceDescriptorBufferFeaturesEXT descriptorBuffer{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT};

    VkPhysicalDeviceVulkan12Features vulkan12{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES}; ///< For vkCreateDevice alone.
    uint32_t apiVersion = 0;

    template <class T>
    void append(T& structure) {
        structure.pNext = core.pNext;
        core.pNext = &structure;
    }
    template <class F>
    void removeIf(F&& unwanted) {
        auto* previous = reinterpret_cast<VkBaseOutStructure*>(&core);
        while (previous->pNext) {
            if (unwanted(static_cast<const void*>(previous->pNext))) {
                previous->pNext = previous->pNext->pNext;
            } else {
                previous = previous->pNext;
            }
        }
    }
};

/// One row per extension. `chain` links its feature structure before the device is asked;
/// `accept` looks at the answer, keeps only what is used, and says whether the extension is worth
/// enabling; a required row that is refused makes the device unusable with `sentence`.
struct Feature {
    const char* extension;
    uint32_t coreVersion; ///< The API version that contains it, 0: none.
    const char* sentence; ///< Null: optional.
    void (*chain)(FeatureChain&);
    bool (*accept)(FeatureChain&, Features&);
};

const base::Options& options() {
    return base::options();
}

/// Shader objects came with the first, restart indices by the second at the latest.
constexpr uint32_t kKnowsShaderObjects = VK_MAKE_API_VERSION(0, 1, 3, 246);
constexpr uint32_t kKnowsRestartIndices = VK_MAKE_API_VERSION(0, 1, 4, 359);

/// A validation layer of an older version of Vulkan is loaded, as far as one can tell. What it does
/// not know it complains about, and of shader objects it would pass the numbers that it hands out
/// in place of set layouts on to the driver.
bool hasValidationBefore(uint32_t version) {
    const auto names = [](const char* variable) {
        const char* const text = base::environment(variable);
        return text && std::strstr(text, "validation");
    };
    if (!options().validation && !names("VK_INSTANCE_LAYERS") &&
        !names("VK_LOADER_LAYERS_ENABLE")) {
        return false;
    }
    const auto layers = enumerateAll<VkLayerProperties>(
        [](uint32_t* n, auto* p) { return vkEnumerateInstanceLayerProperties(n, p); });
    return std::any_of(layers.begin(), layers.end(), [&](const VkLayerProperties& layer) {
        return std::strcmp(layer.layerName, "VK_LAYER_KHRONOS_validation") == 0 &&
               layer.specVersion < version;
    });
}

constexpr Feature kFeatures[] = {
    {VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME,
     VK_API_VERSION_1_3,
     "the driver lacks dynamic rendering (VK_KHR_dynamic_rendering, core in Vulkan 1.3)",
     [](FeatureChain& c) { c.append(c.dynamicRendering); },
     [](FeatureChain& c, Features&) { return c.dynamicRendering.dynamicRendering == VK_TRUE; }},
    {VK_KHR_TIMELINE_SEMAPHORE_EXTENSION_NAME,
     VK_API_VERSION_1_2,
     "the driver lacks timeline semaphores (VK_KHR_timeline_semaphore, core in Vulkan 1.2)",
     [](FeatureChain& c) { c.append(c.timeline); },
     [](FeatureChain& c, Features&) { return c.timeline.timelineSemaphore == VK_TRUE; }},
    {VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME,
     VK_API_VERSION_1_2,
     "the driver lacks VK_KHR_depth_stencil_resolve, which dynamic rendering is built on",
     nullptr,
     nullptr},
    {VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME,
     VK_API_VERSION_1_2,
     "the driver lacks VK_KHR_create_renderpass2, which dynamic rendering is built on",
     nullptr,
     nullptr},
    {VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME,
     VK_API_VERSION_1_2,
     nullptr,
     nullptr,
     [](FeatureChain&, Features& f) { return f.driverProperties = true; }},
    {VK_EXT_PHYSICAL_DEVICE_DRM_EXTENSION_NAME,
     0,
     nullptr,
     nullptr,
     [](FeatureChain&, Features& f) { return f.drmProperties = true; }},
    {VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.depthClipControl); },
     [](FeatureChain& c, Features& f) {
         return f.depthClipControl =
                    c.depthClipControl.depthClipControl && !options().noDepthClipControl;
     }},
    {VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.depthClipEnable); },
     [](FeatureChain& c, Features& f) {
         return f.depthClipEnable =
                    c.depthClipEnable.depthClipEnable && f.clipsByCommand && f.usesShaderObjects();
     }},
    {VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.eds1); },
     [](FeatureChain& c, Features& f) {
         return f.extendedDynamicState = c.eds1.extendedDynamicState && !options().noDynamicState;
     }},
    {VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.eds2); },
     [](FeatureChain& c, Features& f) {
         f.extendedDynamicState2 = c.eds2.extendedDynamicState2 && !options().noDynamicState;
         f.dynamicPatchVertices =
             f.extendedDynamicState2 && c.eds2.extendedDynamicState2PatchControlPoints;
         return f.extendedDynamicState2;
     }},
    {VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.eds3); },
     [](FeatureChain& c, Features& f) {
         const auto answer = c.eds3;
         void* next = c.eds3.pNext;
         c.eds3 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, next};
         if (options().noDynamicState) {
             return false;
         }
         f.dynamicBlend = answer.extendedDynamicState3ColorBlendEnable &&
                          answer.extendedDynamicState3ColorBlendEquation &&
                          answer.extendedDynamicState3ColorWriteMask;
         c.eds3.extendedDynamicState3ColorBlendEnable = f.dynamicBlend;
         c.eds3.extendedDynamicState3ColorBlendEquation = f.dynamicBlend;
         c.eds3.extendedDynamicState3ColorWriteMask = f.dynamicBlend;
         const auto take = [&](VkBool32 VkPhysicalDeviceExtendedDynamicState3FeaturesEXT::* bit) {
             c.eds3.*bit = answer.*bit;
             return bool(answer.*bit);
         };
         using Eds3 = VkPhysicalDeviceExtendedDynamicState3FeaturesEXT;
         f.dynamicPolygonMode = take(&Eds3::extendedDynamicState3PolygonMode);
         f.dynamicDepthClamp = take(&Eds3::extendedDynamicState3DepthClampEnable);
         f.dynamicProvokingVertex = take(&Eds3::extendedDynamicState3ProvokingVertexMode);
         f.dynamicLineMode = take(&Eds3::extendedDynamicState3LineRasterizationMode);
         f.dynamicAlphaToCoverage = take(&Eds3::extendedDynamicState3AlphaToCoverageEnable);
         f.dynamicAlphaToOne = take(&Eds3::extendedDynamicState3AlphaToOneEnable);
         f.dynamicLogicOp = take(&Eds3::extendedDynamicState3LogicOpEnable) &&
                            f.extendedDynamicState2 && c.eds2.extendedDynamicState2LogicOp;
         return f.dynamicBlend || f.dynamicPolygonMode || f.dynamicDepthClamp ||
                f.dynamicProvokingVertex || f.dynamicLineMode || f.dynamicAlphaToCoverage ||
                f.dynamicAlphaToOne || f.dynamicLogicOp;
     }},
    {VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME, 0, nullptr, nullptr, nullptr},
    {VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.pipelineLibrary); },
     [](FeatureChain&, Features& f) { return f.usesLibraries(); }},
    {VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.vertexInput); },
     [](FeatureChain& c, Features& f) {
         return c.vertexInput.vertexInputDynamicState && f.strategy.dynamicVertexInput;
     }},
    {VK_EXT_SHADER_OBJECT_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.shaderObject); },
     [](FeatureChain&, Features& f) { return f.usesShaderObjects(); }},
    {VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.indexUint8); },
     [](FeatureChain& c, Features& f) {
         return f.indexTypeUint8 = c.indexUint8.indexTypeUint8 && !options().noIndexUint8;
     }},
    {VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.line); },
     [](FeatureChain& c, Features& f) {
         void* next = c.line.pNext;
         f.lineRasterization = c.line.bresenhamLines;
         f.stippledLines = c.line.bresenhamLines && c.line.stippledBresenhamLines;
         f.smoothLines = c.line.bresenhamLines && c.line.smoothLines &&
                         (c.line.stippledSmoothLines || !f.stippledLines);
         c.line = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT, next};
         c.line.bresenhamLines = f.lineRasterization;
         c.line.stippledBresenhamLines = f.stippledLines;
         c.line.smoothLines = f.smoothLines;
         c.line.stippledSmoothLines = f.smoothLines && f.stippledLines;
         return f.lineRasterization;
     }},
    {VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.border); },
     [](FeatureChain& c, Features& f) {
         f.borderNeedsFormat = !c.border.customBorderColorWithoutFormat;
         f.maxCustomBorders = c.borderLimits.maxCustomBorderColorSamplers;
         return f.customBorderColor = c.border.customBorderColors && !options().noCustomBorder;
     }},
    {VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.borderSwizzle); },
     [](FeatureChain& c, Features& f) {
         const bool stated =
             c.borderSwizzle.borderColorSwizzle && !c.borderSwizzle.borderColorSwizzleFromImage;
         f.borderSwizzle = stated ? BorderSwizzle::Sampler : BorderSwizzle::View;
         return f.customBorderColor && c.borderSwizzle.borderColorSwizzle;
     }},
    {VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.divisor); },
     [](FeatureChain& c, Features& f) {
         c.divisor.vertexAttributeInstanceRateZeroDivisor = VK_FALSE;
         return f.attributeDivisor = c.divisor.vertexAttributeInstanceRateDivisor;
     }},
    {VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.provoking); },
     [](FeatureChain& c, Features& f) {
         return f.provokingVertexLast = c.provoking.provokingVertexLast;
     }},
    {VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.feedback); },
     [](FeatureChain& c, Features& f) {
         f.geometryStreams = c.feedback.transformFeedback && c.feedback.geometryStreams;
         return f.transformFeedback = c.feedback.transformFeedback;
     }},
    {VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.primitivesGenerated); },
     [](FeatureChain& c, Features& f) {
         const auto& has = c.primitivesGenerated;
         f.primitivesGeneratedQuery = f.transformFeedback && has.primitivesGeneratedQuery &&
                                      has.primitivesGeneratedQueryWithRasterizerDiscard;
         f.primitivesGeneratedStreams =
             f.primitivesGeneratedQuery && has.primitivesGeneratedQueryWithNonZeroStreams;
         return f.primitivesGeneratedQuery;
     }},
    {VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME,
     0,
     nullptr,
     nullptr,
     [](FeatureChain&, Features& f) { return f.calibratedTimestamps = true; }},
    {VK_EXT_PRIMITIVE_RESTART_INDEX_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.restartIndex); },
     [](FeatureChain& c, Features& f) {
         return f.restartIndex = c.restartIndex.primitiveRestartIndex &&
                                 !options().noRestartIndex &&
                                 !hasValidationBefore(kKnowsRestartIndices);
     }},
    {VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.listRestart); },
     [](FeatureChain& c, Features& f) {
         f.listRestart = c.listRestart.primitiveTopologyListRestart;
         f.patchListRestart = c.listRestart.primitiveTopologyPatchListRestart;
         return f.listRestart;
     }},
    {VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.seams); },
     [](FeatureChain& c, Features& f) {
         return f.cubeSeams = c.seams.nonSeamlessCubeMap && !options().noCubeSeams;
     }},
    {VK_KHR_SHADER_DRAW_PARAMETERS_EXTENSION_NAME,
     VK_API_VERSION_1_1,
     nullptr,
     [](FeatureChain& c) { c.append(c.drawParameters); },
     [](FeatureChain& c, Features& f) {
         return f.drawParameters = c.drawParameters.shaderDrawParameters;
     }},
    {VK_EXT_MULTI_DRAW_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.multiDraw); },
     [](FeatureChain& c, Features& f) {
         f.maxMultiDraws = c.multiDraw.multiDraw ? c.multiDrawLimits.maxMultiDrawCount : 0;
         return f.maxMultiDraws > 0;
     }},
    {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME,
     0,
     nullptr,
     nullptr,
     [](FeatureChain&, Features& f) { return f.descriptors.way == DescriptorWay::Push; }},
    {VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.bufferAddress); },
     [](FeatureChain& c, Features& f) {
         c.bufferAddress.bufferDeviceAddressCaptureReplay = VK_FALSE;
         c.bufferAddress.bufferDeviceAddressMultiDevice = VK_FALSE;
         return f.descriptors.way == DescriptorWay::Buffer;
     }},
    {VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME,
     0,
     nullptr,
     [](FeatureChain& c) { c.append(c.descriptorBuffer); },
     [](FeatureChain& c, Features& f) {
         void* next = c.descriptorBuffer.pNext;
         c.descriptorBuffer = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT,
                               next};
         c.descriptorBuffer.descriptorBuffer = f.descriptors.way == DescriptorWay::Buffer;
         return f.descriptors.way == DescriptorWay::Buffer;
     }},
    {VK_KHR_SAMPLER_MIRROR_CLAMP_TO_EDGE_EXTENSION_NAME,
     0,
     nullptr,
     nullptr,
     [](FeatureChain&, Features& f) { return f.mirrorClampToEdge = !options().noMirrorClamp; }},
    {VK_EXT_SAMPLER_FILTER_MINMAX_EXTENSION_NAME,
     0,
     nullptr,
     nullptr,
     [](FeatureChain& c, Features& f) {
         return f.filterMinmax = c.minmaxLimits.filterMinmaxSingleComponentFormats &&
                                 c.minmaxLimits.filterMinmaxImageComponentMapping;
     }},
    {VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME,
     0,
     nullptr,
     nullptr,
     [](FeatureChain& c, Features& f) {
         return f.stencilExport = !driverFacts(c.driver).ignoresStencilExport;
     }},
};

std::shared_ptr<const DeviceExtensions> deviceExtensions(VkPhysicalDevice physical) {
    return std::make_shared<const DeviceExtensions>(
        enumerateAll<VkExtensionProperties>([&](uint32_t* count, VkExtensionProperties* all) {
            return vkEnumerateDeviceExtensionProperties(physical, nullptr, count, all);
        }));
}

bool hasExtension(const std::vector<VkExtensionProperties>& list, const char* name) {
    return std::any_of(list.begin(), list.end(), [&](const VkExtensionProperties& e) {
        return std::strcmp(e.extensionName, name) == 0;
    });
}

/// Core features worth having; anything not listed stays off.
VkPhysicalDeviceFeatures usefulCore(const VkPhysicalDeviceFeatures& has) {
    VkPhysicalDeviceFeatures use{};
    use.robustBufferAccess = has.robustBufferAccess;
    use.fullDrawIndexUint32 = has.fullDrawIndexUint32;
    use.independentBlend = has.independentBlend;
    use.geometryShader = has.geometryShader;
    use.tessellationShader = has.tessellationShader;
    use.shaderTessellationAndGeometryPointSize = has.shaderTessellationAndGeometryPointSize;
    use.sampleRateShading = has.sampleRateShading;
    use.dualSrcBlend = has.dualSrcBlend;
    use.logicOp = has.logicOp;
    use.multiViewport = has.multiViewport;
    use.alphaToOne = has.alphaToOne;
    use.multiDrawIndirect = has.multiDrawIndirect;
    use.drawIndirectFirstInstance = has.drawIndirectFirstInstance;
    use.shaderFloat64 = has.shaderFloat64;
    use.imageCubeArray = has.imageCubeArray;
    use.shaderImageGatherExtended = has.shaderImageGatherExtended;
    use.depthClamp = has.depthClamp;
    use.depthBiasClamp = has.depthBiasClamp;
    use.fillModeNonSolid = has.fillModeNonSolid;
    use.wideLines = has.wideLines;
    use.largePoints = has.largePoints;
    use.samplerAnisotropy = has.samplerAnisotropy;
    use.textureCompressionBC = has.textureCompressionBC;
    use.textureCompressionETC2 = has.textureCompressionETC2;
    use.shaderSampledImageArrayDynamicIndexing = has.shaderSampledImageArrayDynamicIndexing;
    use.shaderUniformBufferArrayDynamicIndexing = has.shaderUniformBufferArrayDynamicIndexing;
    use.shaderClipDistance = has.shaderClipDistance;
    use.shaderCullDistance = has.shaderCullDistance;
    use.occlusionQueryPrecise = has.occlusionQueryPrecise;
    use.pipelineStatisticsQuery = has.pipelineStatisticsQuery;
    return use;
}

/// What Strategy chooses from. After the chain was filled in.
Offer offerOf(const VkPhysicalDeviceProperties& properties,
              const DriverFacts& facts,
              const std::optional<PipelineSpeed>& speed,
              const FeatureChain& chain) {
    Offer offer;
    offer.speed = speed;
    offer.onProcessor = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    offer.shaderObjects = chain.shaderObject.shaderObject && !options().noDynamicState;
    offer.libraries = chain.pipelineLibrary.graphicsPipelineLibrary;
    offer.fastLinking = chain.pipelineLibraryLimits.graphicsPipelineLibraryFastLinking;
    offer.vertexInput = chain.vertexInput.vertexInputDynamicState;
    offer.setPerStage = properties.limits.maxBoundDescriptorSets >= spirv::kGraphicsStageCount &&
                        !options().foldSets;
    offer.openSets = facts.openSets;
    offer.oldValidation = hasValidationBefore(kKnowsShaderObjects);
    return offer;
}

/// Shader objects have all state dynamic.
void makeAllDynamic(Features& f) {
    f.extendedDynamicState = f.extendedDynamicState2 = f.dynamicBlend = true;
    f.dynamicPolygonMode = f.dynamicSamples = f.dynamicAlphaToCoverage = true;
    f.dynamicPatchVertices = true;
    f.dynamicAlphaToOne = f.core.alphaToOne;
    f.dynamicLogicOp = f.core.logicOp;
    f.dynamicDepthClamp = f.core.depthClamp;
    f.dynamicProvokingVertex = f.provokingVertexLast;
    f.dynamicLineMode = f.lineRasterization;
}

using Extensions = DeviceExtensions;

/// Chains the structures of the rows that the device has, and returns those rows. One that it must
/// have and has not ends this with the selection's sentence.
std::vector<const Feature*>
chainRows(const Extensions& available, FeatureChain& chain, FeatureSelection& selection) {
    std::vector<const Feature*> present;
    for (const Feature& row : kFeatures) {
        const bool core = row.coreVersion && chain.apiVersion >= row.coreVersion;
        if (!core && !hasExtension(available, row.extension)) {
            if (row.sentence) {
                selection.missing = row.sentence;
                break;
            }
            continue;
        }
        present.push_back(&row);
        if (row.chain) {
            row.chain(chain);
        }
    }
    return present;
}

template <class Properties>
void readProperties(VkPhysicalDevice physical, Properties& properties) {
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties};
    vkGetPhysicalDeviceProperties2(physical, &all);
}

/// The properties that rows decide by.
void readLimits(VkPhysicalDevice physical, const Extensions& available, FeatureChain& chain) {
    if (hasExtension(available, VK_EXT_MULTI_DRAW_EXTENSION_NAME)) {
        readProperties(physical, chain.multiDrawLimits);
    }
    if (hasExtension(available, VK_EXT_SAMPLER_FILTER_MINMAX_EXTENSION_NAME)) {
        readProperties(physical, chain.minmaxLimits);
    }
    if (hasExtension(available, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME)) {
        readProperties(physical, chain.borderLimits);
    }
    if (hasExtension(available, VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)) {
        readProperties(physical, chain.pipelineLibraryLimits);
    }
    if (chain.apiVersion >= VK_API_VERSION_1_2) {
        readProperties(physical, chain.driver);
    }
}

/// Where the pipelines of a rendering have to share the provoking vertex.
bool hasOneProvokingVertex(VkPhysicalDevice physical, const Extensions& available) {
    if (!hasExtension(available, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME)) {
        return false;
    }
    VkPhysicalDeviceProvokingVertexPropertiesEXT provoking{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_PROPERTIES_EXT};
    readProperties(physical, provoking);
    return !provoking.provokingVertexModePerPipeline || options().oneProvokingVertex;
}

/// Asks the rows, which switch off in `chain` what is not to be enabled.
void acceptRows(const std::vector<const Feature*>& present,
                const Extensions& available,
                FeatureChain& chain,
                FeatureSelection& selection) {
    for (const Feature* row : present) {
        const bool accepted = !row->accept || row->accept(chain, selection.features);
        if (!accepted && row->sentence) {
            selection.missing = row->sentence;
            return;
        }
        if (accepted && hasExtension(available, row->extension)) {
            selection.extensions.push_back(row->extension);
        }
    }
}

/// State that only one value is allowed for need not be dynamic.
void settleDynamicState(Features& f) {
    f.dynamicPolygonMode &= f.core.fillModeNonSolid != 0;
    f.dynamicDepthClamp &= f.core.depthClamp != 0;
    f.dynamicProvokingVertex &= f.provokingVertexLast && !f.oneProvokingVertex;
    f.dynamicLineMode &= f.lineRasterization;
    f.dynamicAlphaToOne &= f.core.alphaToOne != 0;
    f.dynamicLogicOp &= f.core.logicOp != 0;
    if (f.usesShaderObjects()) {
        makeAllDynamic(f);
    }
}

/// What sharing images with others takes: all of it or nothing.
void addDmaBufExtensions(const Extensions& available, FeatureSelection& selection) {
    constexpr const char* kNeeded[] = {VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
                                       VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME,
                                       VK_KHR_IMAGE_FORMAT_LIST_EXTENSION_NAME,
                                       VK_EXT_IMAGE_DRM_FORMAT_MODIFIER_EXTENSION_NAME};
    const auto has = [&](const char* name) { return hasExtension(available, name); };
    if (const auto* const lack = std::ranges::find_if_not(kNeeded, has);
        lack != std::end(kNeeded)) {
        selection.features.dmaBufsLack = *lack;
        return;
    }
    selection.features.dmaBufs = true;
    std::ranges::copy(kNeeded, std::back_inserter(selection.extensions));
    if (has(VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME)) {
        selection.features.foreignQueueFamily = true;
        selection.extensions.push_back(VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME);
    }
}

/// Extensions without structures that are used where they are.
void addPlainExtensions(const Extensions& available,
                        bool presentation,
                        FeatureSelection& selection) {
    if (presentation && hasExtension(available, VK_KHR_SWAPCHAIN_EXTENSION_NAME) &&
        !options().noSwapchain) {
        selection.features.swapchain = true;
        selection.extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
        if (hasExtension(available, VK_KHR_INCREMENTAL_PRESENT_EXTENSION_NAME)) {
            selection.features.incrementalPresent = true;
            selection.extensions.push_back(VK_KHR_INCREMENTAL_PRESENT_EXTENSION_NAME);
        }
    }
    addDmaBufExtensions(available, selection);
    if (hasExtension(available, "VK_KHR_portability_subset")) {
        selection.features.portabilitySubset = true;
        selection.extensions.push_back("VK_KHR_portability_subset");
    }
}

/// Walks the rows: chains and queries first, then accepts, leaving in `chain` exactly what is to be
/// enabled.
FeatureSelection evaluate(VkPhysicalDevice physical,
                          bool presentation,
                          std::shared_ptr<const DeviceExtensions> known,
                          const Measured& measured,
                          FeatureChain& chain) {
    FeatureSelection selection;
    selection.measured = measured;
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(physical, &properties);
    if (properties.apiVersion < VK_API_VERSION_1_1) {
        selection.missing = "the driver offers Vulkan 1.0 only; Glissade needs Vulkan 1.1";
        return selection;
    }
    chain.apiVersion = properties.apiVersion;
    selection.available = known ? std::move(known) : deviceExtensions(physical);
    const Extensions& available = *selection.available;
    const std::vector<const Feature*> present = chainRows(available, chain, selection);
    if (!selection.missing.empty()) {
        return selection;
    }
    vkGetPhysicalDeviceFeatures2(physical, &chain.core);
    readLimits(physical, available, chain);
    Features& f = selection.features;
    f.oneProvokingVertex = hasOneProvokingVertex(physical, available);
    const DriverFacts& facts = driverFacts(chain.driver);
    // What else descriptor buffers need is part of Vulkan 1.3.
    f.descriptorAbilities = {.push = hasExtension(available, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME),
                             .buffer = properties.apiVersion >= VK_API_VERSION_1_3 &&
                                       chain.descriptorBuffer.descriptorBuffer &&
                                       chain.bufferAddress.bufferDeviceAddress,
                             .robust = chain.core.features.robustBufferAccess == VK_TRUE};
    const MeasuredDescriptors best =
        facts.setsCostLeast ? MeasuredDescriptors{DescriptorWay::Sets, "known of this driver"}
        : measured.descriptors
            ? MeasuredDescriptors{measured.descriptors->best(), measured.descriptors->description()}
            : MeasuredDescriptors{};
    f.descriptors = chooseDescriptors(physical, best, f.descriptorAbilities);
    chain.core.features = usefulCore(chain.core.features);
    f.core = chain.core.features;
    f.strategy = Strategy(offerOf(properties, facts, measured.pipelines, chain), options());
    f.comparesByInstruction = facts.comparesByInstruction;
    f.failedCommandsStay = facts.failedCommandsStay;
    f.numbersOnInRuns = facts.numbersOnInRuns;
    f.swapsDepth24Alone = facts.swapsDepth24Alone;
    f.setsCostLeast = facts.setsCostLeast;
    f.clipsByCommand = facts.clipsByCommand;
    acceptRows(present, available, chain, selection);
    if (!selection.missing.empty()) {
        return selection;
    }
    settleDynamicState(f);
    addPlainExtensions(available, presentation, selection);
    return selection;
}

/// Structures whose extension was refused must not be passed to vkCreateDevice.
void unchainRefused(FeatureChain& chain, const FeatureSelection& selection) {
    const auto enabled = [&](const char* name) {
        return std::any_of(selection.extensions.begin(),
                           selection.extensions.end(),
                           [&](const char* e) { return std::strcmp(e, name) == 0; });
    };
    const std::pair<void*, const char*> optional[] = {
        {&chain.depthClipControl, VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME},
        {&chain.depthClipEnable, VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME},
        {&chain.eds1, VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME},
        {&chain.eds2, VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME},
        {&chain.eds3, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME},
        {&chain.pipelineLibrary, VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME},
        {&chain.vertexInput, VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME},
        {&chain.shaderObject, VK_EXT_SHADER_OBJECT_EXTENSION_NAME},
        {&chain.indexUint8, VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME},
        {&chain.line, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME},
        {&chain.border, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME},
        {&chain.borderSwizzle, VK_EXT_BORDER_COLOR_SWIZZLE_EXTENSION_NAME},
        {&chain.divisor, VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME},
        {&chain.provoking, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME},
        {&chain.feedback, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME},
        {&chain.primitivesGenerated, VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME},
        {&chain.bufferAddress, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME},
        {&chain.descriptorBuffer, VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME},
        {&chain.restartIndex, VK_EXT_PRIMITIVE_RESTART_INDEX_EXTENSION_NAME},
        {&chain.listRestart, VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME},
    };
    chain.removeIf([&](const void* structure) {
        return std::any_of(std::begin(optional), std::end(optional), [&](const auto& o) {
            return o.first == structure && !enabled(o.second);
        });
    });
}

/// Minima and maxima have no structure of their own, and that of Vulkan 1.2 takes the place of
/// others.
void chainVulkan12(FeatureChain& chain, const Features& features) {
    if (!features.filterMinmax || chain.apiVersion < VK_API_VERSION_1_2) {
        return;
    }
    chain.vulkan12.samplerFilterMinmax = VK_TRUE;
    chain.vulkan12.samplerMirrorClampToEdge = features.mirrorClampToEdge;
    chain.removeIf([&](const void* structure) {
        if (structure == &chain.timeline) {
            chain.vulkan12.timelineSemaphore = VK_TRUE;
        } else if (structure == &chain.bufferAddress) {
            chain.vulkan12.bufferDeviceAddress = VK_TRUE;
        }
        return structure == &chain.timeline || structure == &chain.bufferAddress;
    });
    chain.append(chain.vulkan12);
}

} // namespace

FeatureSelection selectFeatures(VkPhysicalDevice physical,
                                bool presentation,
                                std::shared_ptr<const DeviceExtensions> available,
                                const Measured& measured) {
    FeatureChain chain;
    return evaluate(physical, presentation, std::move(available), measured, chain);
}

VkResult createDevice(VkPhysicalDevice physical,
                      const FeatureSelection& selection,
                      uint32_t queueFamily,
                      VkDevice* device) {
    FeatureChain chain;
    const FeatureSelection again = evaluate(
        physical, selection.features.swapchain, selection.available, selection.measured, chain);
    unchainRefused(chain, again);
    chainVulkan12(chain, again.features);

    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = queueFamily;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &chain.core;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(again.extensions.size());
    info.ppEnabledExtensionNames = again.extensions.data();
    return vkCreateDevice(physical, &info, nullptr, device);
}

} // namespace glvk
