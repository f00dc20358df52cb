// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/features.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/api/feature_structures.h"
#include "cpu/shader/compiler.h"

#include <algorithm>
#include <span>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

namespace cpu::icd {

namespace {

using spv::Capability;

/// Nothing but the driver's own code is needed.
constexpr auto kAlways = Capability::Max;

/// A feature that is not here is not supported. What shaders need is asked of the compiler, so that
/// the device says what the compiler does.
struct Fact {
    std::string_view name;
    Capability capability = kAlways;
};

constexpr Fact kFacts[] = {
    // Vulkan 1.0
    {"robustBufferAccess"},
    {"imageCubeArray", Capability::SampledCubeArray},
    {"samplerAnisotropy"},
    {"textureCompressionETC2"},
    {"textureCompressionBC"},
    {"shaderImageGatherExtended", Capability::ImageGatherExtended},
    {"shaderStorageImageExtendedFormats", Capability::StorageImageExtendedFormats},
    {"shaderStorageImageReadWithoutFormat", Capability::StorageImageReadWithoutFormat},
    {"shaderStorageImageWriteWithoutFormat", Capability::StorageImageWriteWithoutFormat},
    {"shaderUniformBufferArrayDynamicIndexing", Capability::UniformBufferArrayDynamicIndexing},
    {"shaderSampledImageArrayDynamicIndexing", Capability::SampledImageArrayDynamicIndexing},
    {"shaderStorageBufferArrayDynamicIndexing", Capability::StorageBufferArrayDynamicIndexing},
    {"shaderStorageImageArrayDynamicIndexing", Capability::StorageImageArrayDynamicIndexing},
    {"shaderFloat64", Capability::Float64},
    {"shaderInt64", Capability::Int64},
    {"shaderInt16", Capability::Int16},
    {"shaderResourceMinLod", Capability::MinLod},
    // Vulkan 1.1
    {"storageBuffer16BitAccess", Capability::StorageBuffer16BitAccess},
    {"uniformAndStorageBuffer16BitAccess", Capability::UniformAndStorageBuffer16BitAccess},
    {"storagePushConstant16", Capability::StoragePushConstant16},
    {"variablePointersStorageBuffer", Capability::VariablePointersStorageBuffer},
    {"variablePointers", Capability::VariablePointers},
    // Vulkan 1.2
    {"samplerMirrorClampToEdge"},
    {"storageBuffer8BitAccess", Capability::StorageBuffer8BitAccess},
    {"uniformAndStorageBuffer8BitAccess", Capability::UniformAndStorageBuffer8BitAccess},
    {"storagePushConstant8", Capability::StoragePushConstant8},
    {"shaderBufferInt64Atomics", Capability::Int64Atomics},
    {"shaderSharedInt64Atomics", Capability::Int64Atomics},
    {"shaderFloat16", Capability::Float16},
    {"shaderInt8", Capability::Int8},
    {"descriptorIndexing", Capability::ShaderNonUniform},
    {"shaderUniformTexelBufferArrayDynamicIndexing",
     Capability::UniformTexelBufferArrayDynamicIndexing},
    {"shaderStorageTexelBufferArrayDynamicIndexing",
     Capability::StorageTexelBufferArrayDynamicIndexing},
    {"shaderUniformBufferArrayNonUniformIndexing",
     Capability::UniformBufferArrayNonUniformIndexing},
    {"shaderSampledImageArrayNonUniformIndexing", Capability::SampledImageArrayNonUniformIndexing},
    {"shaderStorageBufferArrayNonUniformIndexing",
     Capability::StorageBufferArrayNonUniformIndexing},
    {"shaderStorageImageArrayNonUniformIndexing", Capability::StorageImageArrayNonUniformIndexing},
    {"shaderUniformTexelBufferArrayNonUniformIndexing",
     Capability::UniformTexelBufferArrayNonUniformIndexing},
    {"shaderStorageTexelBufferArrayNonUniformIndexing",
     Capability::StorageTexelBufferArrayNonUniformIndexing},
    {"descriptorBindingUniformBufferUpdateAfterBind"},
    {"descriptorBindingSampledImageUpdateAfterBind"},
    {"descriptorBindingStorageImageUpdateAfterBind"},
    {"descriptorBindingStorageBufferUpdateAfterBind"},
    {"descriptorBindingUniformTexelBufferUpdateAfterBind"},
    {"descriptorBindingStorageTexelBufferUpdateAfterBind"},
    {"descriptorBindingUpdateUnusedWhilePending"},
    {"descriptorBindingPartiallyBound"},
    {"descriptorBindingVariableDescriptorCount"},
    {"runtimeDescriptorArray", Capability::RuntimeDescriptorArray},
    {"samplerFilterMinmax"},
    {"scalarBlockLayout"},
    {"uniformBufferStandardLayout"},
    {"shaderSubgroupExtendedTypes", Capability::GroupNonUniform},
    {"separateDepthStencilLayouts"},
    {"hostQueryReset"},
    {"timelineSemaphore"},
    {"bufferDeviceAddress", Capability::PhysicalStorageBufferAddresses},
    {"vulkanMemoryModel", Capability::VulkanMemoryModel},
    {"vulkanMemoryModelDeviceScope", Capability::VulkanMemoryModelDeviceScope},
    {"vulkanMemoryModelAvailabilityVisibilityChains", Capability::VulkanMemoryModel},
    {"subgroupBroadcastDynamicId", Capability::GroupNonUniformBallot},
    // Vulkan 1.3
    {"robustImageAccess"},
    {"inlineUniformBlock"},
    {"descriptorBindingInlineUniformBlockUpdateAfterBind"},
    {"pipelineCreationCacheControl"},
    {"privateData"},
    {"subgroupSizeControl"},
    {"computeFullSubgroups"},
    {"synchronization2"},
    {"shaderZeroInitializeWorkgroupMemory", Capability::Shader},
    {"shaderIntegerDotProduct", Capability::DotProduct},
    {"maintenance4"},
    // VK_KHR_maintenance5
    {"maintenance5"},
    // VK_EXT_4444_formats
    {"formatA4R4G4B4"},
    {"formatA4B4G4R4"},
    // VK_EXT_custom_border_color
    {"customBorderColors"},
    {"customBorderColorWithoutFormat"},
    // VK_EXT_descriptor_buffer
    {"descriptorBuffer"},
    {"descriptorBufferImageLayoutIgnored"},
    {"descriptorBufferPushDescriptors"},
    // VK_EXT_device_fault
    {"deviceFault"},
    // VK_EXT_image_view_min_lod
    {"minLod"},
    // VK_EXT_robustness2
    {"robustBufferAccess2"},
    {"robustImageAccess2"},
    {"nullDescriptor"},
    // VK_EXT_shader_atomic_float
    {"shaderBufferFloat32Atomics", Capability::Shader},
    {"shaderBufferFloat32AtomicAdd", Capability::AtomicFloat32AddEXT},
    {"shaderBufferFloat64Atomics", Capability::Float64},
    {"shaderBufferFloat64AtomicAdd", Capability::AtomicFloat64AddEXT},
    {"shaderSharedFloat32Atomics", Capability::Shader},
    {"shaderSharedFloat32AtomicAdd", Capability::AtomicFloat32AddEXT},
    {"shaderSharedFloat64Atomics", Capability::Float64},
    {"shaderSharedFloat64AtomicAdd", Capability::AtomicFloat64AddEXT},
    {"shaderImageFloat32Atomics", Capability::Shader},
    {"shaderImageFloat32AtomicAdd", Capability::AtomicFloat32AddEXT},
    // VK_EXT_texel_buffer_alignment
    {"texelBufferAlignment"},
    // VK_NV_compute_shader_derivatives
    {"computeDerivativeGroupQuads", Capability::ComputeDerivativeGroupQuadsNV},
    {"computeDerivativeGroupLinear", Capability::ComputeDerivativeGroupLinearNV},
    // Graphics, by the same order.
    // Vulkan 1.0
    {"fullDrawIndexUint32"},
    {"independentBlend"},
    {"geometryShader", Capability::Geometry},
    {"tessellationShader", Capability::Tessellation},
    {"sampleRateShading", Capability::SampleRateShading},
    {"dualSrcBlend"},
    {"logicOp"},
    {"multiDrawIndirect"},
    {"drawIndirectFirstInstance"},
    {"depthClamp"},
    {"depthBiasClamp"},
    {"fillModeNonSolid"},
    {"depthBounds"},
    {"wideLines"},
    {"largePoints"},
    {"alphaToOne"},
    {"multiViewport", Capability::MultiViewport},
    {"occlusionQueryPrecise"},
    {"pipelineStatisticsQuery"},
    {"vertexPipelineStoresAndAtomics"},
    {"fragmentStoresAndAtomics"},
    {"shaderTessellationAndGeometryPointSize", Capability::GeometryPointSize},
    {"shaderClipDistance", Capability::ClipDistance},
    {"shaderCullDistance", Capability::CullDistance},
    {"variableMultisampleRate"},
    {"inheritedQueries"},
    // Vulkan 1.1
    {"multiview", Capability::MultiView},
    {"shaderDrawParameters", Capability::DrawParameters},
    // Vulkan 1.2
    {"drawIndirectCount"},
    {"imagelessFramebuffer"},
    {"shaderInputAttachmentArrayDynamicIndexing", Capability::InputAttachmentArrayDynamicIndexing},
    {"shaderInputAttachmentArrayNonUniformIndexing",
     Capability::InputAttachmentArrayNonUniformIndexing},
    {"shaderOutputViewportIndex", Capability::ShaderViewportIndex},
    {"shaderOutputLayer", Capability::ShaderLayer},
    // Vulkan 1.3
    {"dynamicRendering"},
    {"shaderDemoteToHelperInvocation", Capability::DemoteToHelperInvocation},
    {"shaderTerminateInvocation"},
    // VK_KHR_dynamic_rendering_local_read
    {"dynamicRenderingLocalRead"},
    // VK_EXT_extended_dynamic_state
    {"extendedDynamicState"},
    // VK_EXT_extended_dynamic_state2
    {"extendedDynamicState2"},
    {"extendedDynamicState2LogicOp"},
    {"extendedDynamicState2PatchControlPoints"},
    // VK_EXT_extended_dynamic_state3
    {"extendedDynamicState3TessellationDomainOrigin"},
    {"extendedDynamicState3DepthClampEnable"},
    {"extendedDynamicState3PolygonMode"},
    {"extendedDynamicState3RasterizationSamples"},
    {"extendedDynamicState3SampleMask"},
    {"extendedDynamicState3AlphaToCoverageEnable"},
    {"extendedDynamicState3AlphaToOneEnable"},
    {"extendedDynamicState3LogicOpEnable"},
    {"extendedDynamicState3ColorBlendEnable"},
    {"extendedDynamicState3ColorBlendEquation"},
    {"extendedDynamicState3ColorWriteMask"},
    {"extendedDynamicState3DepthClipEnable"},
    {"extendedDynamicState3ProvokingVertexMode"},
    {"extendedDynamicState3LineRasterizationMode"},
    {"extendedDynamicState3LineStippleEnable"},
    {"extendedDynamicState3DepthClipNegativeOneToOne"},
    // VK_EXT_attachment_feedback_loop_layout
    {"attachmentFeedbackLoopLayout"},
    // VK_EXT_border_color_swizzle
    {"borderColorSwizzle"},
    {"borderColorSwizzleFromImage"},
    // VK_EXT_color_write_enable
    {"colorWriteEnable"},
    // VK_EXT_conditional_rendering
    {"conditionalRendering"},
    {"inheritedConditionalRendering"},
    // VK_EXT_depth_clamp_zero_one
    {"depthClampZeroOne"},
    // VK_EXT_depth_clip_control
    {"depthClipControl"},
    // VK_EXT_depth_clip_enable
    {"depthClipEnable"},
    // VK_EXT_graphics_pipeline_library
    {"graphicsPipelineLibrary"},
    // VK_EXT_image_2d_view_of_3d
    {"image2DViewOf3D"},
    {"sampler2DViewOf3D"},
    // VK_EXT_index_type_uint8
    {"indexTypeUint8"},
    // VK_EXT_line_rasterization
    {"rectangularLines"},
    {"bresenhamLines"},
    {"smoothLines"},
    {"stippledRectangularLines"},
    {"stippledBresenhamLines"},
    {"stippledSmoothLines"},
    // VK_EXT_multi_draw
    {"multiDraw"},
    // VK_EXT_non_seamless_cube_map
    {"nonSeamlessCubeMap"},
    // VK_EXT_pipeline_robustness
    {"pipelineRobustness"},
    // VK_EXT_primitive_restart_index
    {"primitiveRestartIndex"},
    // VK_EXT_primitive_topology_list_restart
    {"primitiveTopologyListRestart"},
    {"primitiveTopologyPatchListRestart"},
    // VK_EXT_primitives_generated_query
    {"primitivesGeneratedQuery"},
    {"primitivesGeneratedQueryWithRasterizerDiscard"},
    {"primitivesGeneratedQueryWithNonZeroStreams"},
    // VK_EXT_provoking_vertex
    {"provokingVertexLast"},
    {"transformFeedbackPreservesProvokingVertex", Capability::TransformFeedback},
    // VK_EXT_rasterization_order_attachment_access
    {"rasterizationOrderColorAttachmentAccess"},
    {"rasterizationOrderDepthAttachmentAccess"},
    {"rasterizationOrderStencilAttachmentAccess"},
    // VK_EXT_shader_object
    {"shaderObject"},
    // VK_EXT_transform_feedback
    {"transformFeedback", Capability::TransformFeedback},
    {"geometryStreams", Capability::GeometryStreams},
    // VK_EXT_vertex_attribute_divisor
    {"vertexAttributeInstanceRateDivisor"},
    {"vertexAttributeInstanceRateZeroDivisor"},
    // VK_EXT_vertex_input_dynamic_state
    {"vertexInputDynamicState"},
};

bool isIn(std::span<const Fact> facts, std::string_view name) {
    for (const Fact& fact : facts) {
        if (fact.name == name) {
            return fact.capability == kAlways ||
                   shader::supportsCapability(uint32_t(fact.capability));
        }
    }
    return false;
}

/// A structure with what the device supports of it.
struct Support {
    VkStructureType type;
    std::vector<VkBool32> bits;
};

const std::vector<Support>& supports() {
    static const std::vector<Support> all = [] {
        std::vector<Support> list;
        for (const FeatureStructure& structure : featureStructures()) {
            Support& support = list.emplace_back(structure.type);
            for (const char* name : structure.names) {
                support.bits.push_back(supportsFeature(name));
            }
        }
        return list;
    }();
    return all;
}

const Support* supportOf(VkStructureType type) {
    for (const Support& support : supports()) {
        if (support.type == type) {
            return &support;
        }
    }
    return nullptr;
}

constexpr size_t kBitsOffset_B = sizeof(VkBaseInStructure);

bool covers(const Support& support, const VkBool32* wanted) {
    for (const VkBool32 has : support.bits) {
        if (*wanted++ && !has) {
            return false;
        }
    }
    return true;
}

} // namespace

bool supportsFeature(std::string_view name) {
    return isIn(kFacts, name);
}

void queryFeatures(VkPhysicalDeviceFeatures2* features) {
    for (auto* at = reinterpret_cast<VkBaseOutStructure*>(features); at; at = at->pNext) {
        if (const Support* support = supportOf(at->sType)) {
            std::copy(
                support->bits.begin(),
                support->bits.end(),
                reinterpret_cast<VkBool32*>(reinterpret_cast<std::byte*>(at) + kBitsOffset_B));
        }
    }
}

bool checkFeatures(const VkPhysicalDeviceFeatures* core, const void* chain) {
    if (core && !covers(*supportOf(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2),
                        reinterpret_cast<const VkBool32*>(core))) {
        return false;
    }
    for (auto* at = static_cast<const VkBaseInStructure*>(chain); at; at = at->pNext) {
        const Support* support = supportOf(at->sType);
        if (support && !covers(*support,
                               reinterpret_cast<const VkBool32*>(
                                   reinterpret_cast<const std::byte*>(at) + kBitsOffset_B))) {
            return false;
        }
    }
    return true;
}

namespace entry {

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFeatures(VkPhysicalDevice physicalDevice,
                                                     VkPhysicalDeviceFeatures* pFeatures) {
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    queryFeatures(&features);
    *pFeatures = features.features;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFeatures2(VkPhysicalDevice physicalDevice,
                                                      VkPhysicalDeviceFeatures2* pFeatures) {
    queryFeatures(pFeatures);
}

} // namespace entry

} // namespace cpu::icd
