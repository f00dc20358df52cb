// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/properties.h"

#include "cpu/abi/shader.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/api/promoted_properties.h"
#include "cpu/icd/physical/graphics_limits.h"
#include "cpu/icd/physical/identity.h"
#include "cpu/icd/physical/limits.h"
#include "cpu/icd/physical/physical_device.h"
#include "cpu/shader/compiler.h"

#include <cstdio>
#include <cstring>

#include <spirv/unified1/spirv.hpp11>

namespace cpu::icd {

namespace {

VkSubgroupFeatureFlags subgroupOperations() {
    using spv::Capability;
    struct Group {
        Capability capability;
        VkSubgroupFeatureFlags flags;
    };
    constexpr Group kGroups[] = {
        {Capability::GroupNonUniformVote, VK_SUBGROUP_FEATURE_VOTE_BIT},
        {Capability::GroupNonUniformArithmetic, VK_SUBGROUP_FEATURE_ARITHMETIC_BIT},
        {Capability::GroupNonUniformBallot, VK_SUBGROUP_FEATURE_BALLOT_BIT},
        {Capability::GroupNonUniformShuffle, VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
        {Capability::GroupNonUniformShuffleRelative, VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT},
        {Capability::GroupNonUniformClustered, VK_SUBGROUP_FEATURE_CLUSTERED_BIT},
        {Capability::GroupNonUniformQuad, VK_SUBGROUP_FEATURE_QUAD_BIT},
    };
    VkSubgroupFeatureFlags flags = VK_SUBGROUP_FEATURE_BASIC_BIT;
    for (const Group& group : kGroups) {
        flags |= shader::supportsCapability(uint32_t(group.capability)) ? group.flags : 0;
    }
    return flags;
}

void fill11(const PhysicalDevice& device, VkPhysicalDeviceVulkan11Properties& p) {
    std::memcpy(p.deviceUUID, identity().deviceUuid, sizeof p.deviceUUID);
    std::memcpy(p.driverUUID, identity().driverUuid, sizeof p.driverUUID);
    std::memset(p.deviceLUID, 0, sizeof p.deviceLUID);
    p.deviceNodeMask = 0;
    p.deviceLUIDValid = VK_FALSE;
    p.subgroupSize = kSubgroupSize;
    p.subgroupSupportedStages =
        VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    p.subgroupSupportedOperations = subgroupOperations();
    p.subgroupQuadOperationsInAllStages = VK_TRUE;
    p.pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
    p.protectedNoFault = VK_FALSE;
    p.maxPerSetDescriptors = kMaxDescriptors;
    p.maxMemoryAllocationSize = device.heap_B();
}

void fill12(VkPhysicalDeviceVulkan12Properties& p) {
    p.driverID = VkDriverId(0); // None is registered.
    std::snprintf(p.driverName, sizeof p.driverName, "%s", kDriverName);
    std::memcpy(p.driverInfo, identity().driverInfo, sizeof p.driverInfo);
    p.conformanceVersion = {0, 0, 0, 0}; // Not tested by Khronos' conformance tests.
    p.denormBehaviorIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    p.roundingModeIndependence = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    const auto has = [](spv::Capability capability) {
        return VkBool32(shader::supportsCapability(uint32_t(capability)));
    };
    // Arithmetic is the processor's own: IEEE 754, to nearest even, with denormals.
    p.shaderSignedZeroInfNanPreserveFloat32 = has(spv::Capability::SignedZeroInfNanPreserve);
    p.shaderDenormPreserveFloat32 = has(spv::Capability::DenormPreserve);
    p.shaderRoundingModeRTEFloat32 = has(spv::Capability::RoundingModeRTE);
    const VkBool32 has16 = has(spv::Capability::Float16);
    const VkBool32 has64 = has(spv::Capability::Float64);
    p.shaderSignedZeroInfNanPreserveFloat16 = p.shaderSignedZeroInfNanPreserveFloat32 & has16;
    p.shaderSignedZeroInfNanPreserveFloat64 = p.shaderSignedZeroInfNanPreserveFloat32 & has64;
    p.shaderDenormPreserveFloat16 = p.shaderDenormPreserveFloat32 & has16;
    p.shaderDenormPreserveFloat64 = p.shaderDenormPreserveFloat32 & has64;
    p.shaderRoundingModeRTEFloat16 = p.shaderRoundingModeRTEFloat32 & has16;
    p.shaderRoundingModeRTEFloat64 = p.shaderRoundingModeRTEFloat32 & has64;
    p.shaderDenormFlushToZeroFloat16 = VK_FALSE;
    p.shaderDenormFlushToZeroFloat32 = VK_FALSE;
    p.shaderDenormFlushToZeroFloat64 = VK_FALSE;
    p.shaderRoundingModeRTZFloat16 = VK_FALSE;
    p.shaderRoundingModeRTZFloat32 = VK_FALSE;
    p.shaderRoundingModeRTZFloat64 = VK_FALSE;
    p.maxUpdateAfterBindDescriptorsInAllPools = UINT32_MAX;
    p.shaderUniformBufferArrayNonUniformIndexingNative = VK_FALSE;
    p.shaderSampledImageArrayNonUniformIndexingNative = VK_FALSE;
    p.shaderStorageBufferArrayNonUniformIndexingNative = VK_FALSE;
    p.shaderStorageImageArrayNonUniformIndexingNative = VK_FALSE;
    p.shaderInputAttachmentArrayNonUniformIndexingNative = VK_FALSE;
    p.robustBufferAccessUpdateAfterBind = VK_TRUE;
    p.quadDivergentImplicitLod = VK_FALSE;
    p.maxPerStageDescriptorUpdateAfterBindSamplers = kMaxDescriptors;
    p.maxPerStageDescriptorUpdateAfterBindUniformBuffers = kMaxDescriptors;
    p.maxPerStageDescriptorUpdateAfterBindStorageBuffers = kMaxDescriptors;
    p.maxPerStageDescriptorUpdateAfterBindSampledImages = kMaxDescriptors;
    p.maxPerStageDescriptorUpdateAfterBindStorageImages = kMaxDescriptors;
    p.maxPerStageDescriptorUpdateAfterBindInputAttachments = kMaxDescriptors;
    p.maxPerStageUpdateAfterBindResources = kMaxDescriptors;
    p.maxDescriptorSetUpdateAfterBindSamplers = kMaxDescriptors;
    p.maxDescriptorSetUpdateAfterBindUniformBuffers = kMaxDescriptors;
    p.maxDescriptorSetUpdateAfterBindUniformBuffersDynamic = kMaxDynamicUniformBuffers;
    p.maxDescriptorSetUpdateAfterBindStorageBuffers = kMaxDescriptors;
    p.maxDescriptorSetUpdateAfterBindStorageBuffersDynamic = kMaxDynamicStorageBuffers;
    p.maxDescriptorSetUpdateAfterBindSampledImages = kMaxDescriptors;
    p.maxDescriptorSetUpdateAfterBindStorageImages = kMaxDescriptors;
    p.maxDescriptorSetUpdateAfterBindInputAttachments = kMaxDescriptors;
    p.supportedDepthResolveModes = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    p.supportedStencilResolveModes = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    p.independentResolveNone = VK_FALSE;
    p.independentResolve = VK_FALSE;
    p.filterMinmaxSingleComponentFormats = VK_TRUE;
    p.filterMinmaxImageComponentMapping = VK_TRUE;
    p.maxTimelineSemaphoreValueDifference = UINT64_MAX;
}

void fill13(VkPhysicalDeviceVulkan13Properties& p) {
    p.minSubgroupSize = kSubgroupSize;
    p.maxSubgroupSize = kSubgroupSize;
    p.maxComputeWorkgroupSubgroups = kMaxInvocations / kSubgroupSize;
    p.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    p.maxInlineUniformBlockSize = kMaxInlineUniformBlock_B;
    p.maxPerStageDescriptorInlineUniformBlocks = kMaxInlineUniformBlocks;
    p.maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks = kMaxInlineUniformBlocks;
    p.maxDescriptorSetInlineUniformBlocks = kMaxInlineUniformBlocks;
    p.maxDescriptorSetUpdateAfterBindInlineUniformBlocks = kMaxInlineUniformBlocks;
    p.maxInlineUniformTotalSize = kMaxInlineUniformBlock_B * kMaxInlineUniformBlocks;
    // No integerDotProduct*Accelerated: no dot product is faster than the arithmetic it replaces.
    p.storageTexelBufferOffsetAlignmentBytes = kTexelBufferAlign_B;
    p.storageTexelBufferOffsetSingleTexelAlignment = VK_TRUE;
    p.uniformTexelBufferOffsetAlignmentBytes = kTexelBufferAlign_B;
    p.uniformTexelBufferOffsetSingleTexelAlignment = VK_TRUE;
    p.maxBufferSize = kMaxBuffer_B;
}

/// The types are none of the enum's where headers are older than the extensions.
bool fillNewerProperties(VkBaseOutStructure* structure) {
    if (structure->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_PROPERTIES_EXT) {
        auto& p = reinterpret_cast<VkPhysicalDeviceShaderObjectPropertiesEXT&>(*structure);
        std::memcpy(p.shaderBinaryUUID, kShaderBinaryUuid, VK_UUID_SIZE);
        p.shaderBinaryVersion = kShaderBinaryVersion;
        return true;
    }
    if (structure->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_PROPERTIES_KHR) {
        auto& p = reinterpret_cast<VkPhysicalDeviceMaintenance5PropertiesKHR&>(*structure);
        // Samples are counted last, also where tests come before the shader.
        p.earlyFragmentMultisampleCoverageAfterSampleCounting = VK_FALSE;
        p.earlyFragmentSampleMaskTestBeforeSampleCounting = VK_TRUE;
        p.depthStencilSwizzleOneSupport = VK_TRUE;
        p.polygonModePointSize = VK_TRUE;
        // Lines are strict ones.
        p.nonStrictSinglePixelWideLinesUseParallelogram = VK_FALSE;
        p.nonStrictWideLinesUseParallelogram = VK_FALSE;
        return true;
    }
    return false;
}

void fillDescriptorBuffer(VkPhysicalDeviceDescriptorBufferPropertiesEXT& p) {
    p.combinedImageSamplerDescriptorSingleArray = VK_TRUE;
    p.bufferlessPushDescriptors = VK_TRUE;
    p.allowSamplerImageViewPostSubmitCreation = VK_FALSE;
    p.descriptorBufferOffsetAlignment = kDescriptor_B;
    p.maxDescriptorBufferBindings = kMaxDescriptorBuffers;
    p.maxResourceDescriptorBufferBindings = kMaxDescriptorBuffers;
    p.maxSamplerDescriptorBufferBindings = kMaxDescriptorBuffers;
    p.maxEmbeddedImmutableSamplerBindings = kMaxSets;
    p.maxEmbeddedImmutableSamplers = kMaxDescriptors;
    for (size_t* size_B : {&p.samplerDescriptorSize,
                           &p.combinedImageSamplerDescriptorSize,
                           &p.sampledImageDescriptorSize,
                           &p.storageImageDescriptorSize,
                           &p.uniformTexelBufferDescriptorSize,
                           &p.robustUniformTexelBufferDescriptorSize,
                           &p.storageTexelBufferDescriptorSize,
                           &p.robustStorageTexelBufferDescriptorSize,
                           &p.uniformBufferDescriptorSize,
                           &p.robustUniformBufferDescriptorSize,
                           &p.storageBufferDescriptorSize,
                           &p.robustStorageBufferDescriptorSize,
                           &p.inputAttachmentDescriptorSize}) {
        *size_B = kDescriptor_B;
    }
    p.maxSamplerDescriptorBufferRange = kMaxBuffer_B;
    p.maxResourceDescriptorBufferRange = kMaxBuffer_B;
    p.samplerDescriptorBufferAddressSpaceSize = kMaxBuffer_B;
    p.resourceDescriptorBufferAddressSpaceSize = kMaxBuffer_B;
    p.descriptorBufferAddressSpaceSize = kMaxBuffer_B;
}

} // namespace

VkPhysicalDeviceProperties deviceProperties() {
    VkPhysicalDeviceProperties properties{};
    properties.apiVersion = kApiVersion;
    properties.driverVersion = kDriverVersion;
    properties.vendorID = kVendorId;
    properties.deviceID = kDeviceId;
    properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
    const Identity& who = identity();
    std::memcpy(properties.deviceName, who.deviceName, sizeof who.deviceName);
    std::memcpy(properties.pipelineCacheUUID, who.pipelineCacheUuid, sizeof who.pipelineCacheUuid);
    properties.limits = deviceLimits();
    return properties; // Nothing is sparse.
}

void queryProperties(const PhysicalDevice& device, VkPhysicalDeviceProperties2* properties) {
    properties->properties = deviceProperties();
    CoreProperties core{};
    fill11(device, core.v11);
    fill12(core.v12);
    fill13(core.v13);
    addGraphicsProperties(core.v11);
    addGraphicsProperties(core.v12);
    // The head of the caller's structure stays.
    const auto replace = [](auto* structure, const auto& value) {
        void* const next = structure->pNext;
        const VkStructureType type = structure->sType;
        *structure = value;
        structure->pNext = next;
        structure->sType = type;
    };
    for (auto* at = static_cast<VkBaseOutStructure*>(properties->pNext); at; at = at->pNext) {
        switch (at->sType) {
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES:
            replace(reinterpret_cast<VkPhysicalDeviceVulkan11Properties*>(at), core.v11);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES:
            replace(reinterpret_cast<VkPhysicalDeviceVulkan12Properties*>(at), core.v12);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES:
            replace(reinterpret_cast<VkPhysicalDeviceVulkan13Properties*>(at), core.v13);
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR:
            reinterpret_cast<VkPhysicalDevicePushDescriptorPropertiesKHR*>(at)->maxPushDescriptors =
                kMaxPushDescriptors;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_PROPERTIES_EXT: {
            auto& p = reinterpret_cast<VkPhysicalDeviceRobustness2PropertiesEXT&>(*at);
            p.robustStorageBufferAccessSizeAlignment = 1;
            p.robustUniformBufferAccessSizeAlignment = 1;
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_PROPERTIES_EXT:
            reinterpret_cast<VkPhysicalDeviceCustomBorderColorPropertiesEXT*>(at)
                ->maxCustomBorderColorSamplers = kMaxCustomBorderColorSamplers;
            break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT:
            fillDescriptorBuffer(
                reinterpret_cast<VkPhysicalDeviceDescriptorBufferPropertiesEXT&>(*at));
            break;
        default:
            if (!fillNewerProperties(at) && !fillGraphicsProperties(at)) {
                fillPromoted(at, core);
            }
        }
    }
}

namespace entry {

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties(VkPhysicalDevice physicalDevice,
                                                       VkPhysicalDeviceProperties* pProperties) {
    *pProperties = deviceProperties();
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties2(VkPhysicalDevice physicalDevice,
                                                        VkPhysicalDeviceProperties2* pProperties) {
    queryProperties(*cast(physicalDevice), pProperties);
}

} // namespace entry

} // namespace cpu::icd
