// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the compiler implements: known without loading it.

#include "cpu/shader/compiler.h"

#include <spirv/unified1/spirv.hpp>

#include <algorithm>

namespace cpu::shader {
namespace {

constexpr spv::Capability kCapabilities[] = {
    spv::CapabilityMatrix,
    spv::CapabilityShader,
    spv::CapabilityFloat16,
    spv::CapabilityFloat64,
    spv::CapabilityInt64,
    spv::CapabilityInt64Atomics,
    spv::CapabilityAtomicFloat32AddEXT,
    spv::CapabilityAtomicFloat64AddEXT,
    spv::CapabilityInt16,
    spv::CapabilityInt8,
    spv::CapabilityImageGatherExtended,
    spv::CapabilityStorageImageMultisample,
    spv::CapabilityUniformBufferArrayDynamicIndexing,
    spv::CapabilitySampledImageArrayDynamicIndexing,
    spv::CapabilityStorageBufferArrayDynamicIndexing,
    spv::CapabilityStorageImageArrayDynamicIndexing,
    spv::CapabilityImageCubeArray,
    spv::CapabilityMinLod,
    spv::CapabilitySampled1D,
    spv::CapabilityImage1D,
    spv::CapabilitySampledCubeArray,
    spv::CapabilitySampledBuffer,
    spv::CapabilityImageBuffer,
    spv::CapabilityImageMSArray,
    spv::CapabilityStorageImageExtendedFormats,
    spv::CapabilityImageQuery,
    spv::CapabilityDerivativeControl,
    spv::CapabilityStorageImageReadWithoutFormat,
    spv::CapabilityStorageImageWriteWithoutFormat,
    spv::CapabilityGroupNonUniform,
    spv::CapabilityGroupNonUniformVote,
    spv::CapabilityGroupNonUniformArithmetic,
    spv::CapabilityGroupNonUniformBallot,
    spv::CapabilityGroupNonUniformShuffle,
    spv::CapabilityGroupNonUniformShuffleRelative,
    spv::CapabilityGroupNonUniformClustered,
    spv::CapabilityGroupNonUniformQuad,
    spv::CapabilitySubgroupBallotKHR,
    spv::CapabilitySubgroupVoteKHR,
    spv::CapabilityStorageBuffer16BitAccess,
    spv::CapabilityUniformAndStorageBuffer16BitAccess,
    spv::CapabilityStoragePushConstant16,
    spv::CapabilityStorageBuffer8BitAccess,
    spv::CapabilityUniformAndStorageBuffer8BitAccess,
    spv::CapabilityStoragePushConstant8,
    spv::CapabilityDeviceGroup,
    spv::CapabilityComputeDerivativeGroupLinearNV,
    spv::CapabilityShaderNonUniform,
    spv::CapabilityRuntimeDescriptorArray,
    spv::CapabilityUniformTexelBufferArrayDynamicIndexing,
    spv::CapabilityStorageTexelBufferArrayDynamicIndexing,
    spv::CapabilityUniformBufferArrayNonUniformIndexing,
    spv::CapabilitySampledImageArrayNonUniformIndexing,
    spv::CapabilityStorageBufferArrayNonUniformIndexing,
    spv::CapabilityStorageImageArrayNonUniformIndexing,
    spv::CapabilityUniformTexelBufferArrayNonUniformIndexing,
    spv::CapabilityStorageTexelBufferArrayNonUniformIndexing,
    spv::CapabilityVulkanMemoryModel,
    spv::CapabilityVulkanMemoryModelDeviceScope,
    spv::CapabilityPhysicalStorageBufferAddresses,
    spv::CapabilityDotProduct,
    spv::CapabilityDotProductInputAll,
    spv::CapabilityDotProductInput4x8Bit,
    spv::CapabilityDotProductInput4x8BitPacked,
    // Of graphics.
    spv::CapabilityTransformFeedback,
    spv::CapabilityGeometryStreams,
    spv::CapabilityTessellation,
    spv::CapabilityTessellationPointSize,
    spv::CapabilityGeometryPointSize,
    spv::CapabilityClipDistance,
    spv::CapabilityCullDistance,
    spv::CapabilitySampleRateShading,
    spv::CapabilityInterpolationFunction,
    spv::CapabilityDrawParameters,
    spv::CapabilityMultiView,
    spv::CapabilityGeometry,
    spv::CapabilityMultiViewport,
    spv::CapabilityShaderLayer,
    spv::CapabilityShaderViewportIndex,
    spv::CapabilityShaderViewportIndexLayerEXT,
    spv::CapabilityInputAttachment,
    spv::CapabilityInputAttachmentArrayDynamicIndexing,
    spv::CapabilityInputAttachmentArrayNonUniformIndexing,
    spv::CapabilityDemoteToHelperInvocation,
    spv::CapabilityStencilExportEXT,
};

constexpr std::string_view kExtensions[] = {
    "SPV_KHR_16bit_storage",
    "SPV_KHR_8bit_storage",
    "SPV_KHR_device_group",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_physical_storage_buffer",
    "SPV_KHR_shader_ballot",
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_subgroup_vote",
    "SPV_KHR_terminate_invocation",
    "SPV_KHR_vulkan_memory_model",
    "SPV_KHR_multiview",
    "SPV_KHR_shader_draw_parameters",
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_EXT_descriptor_indexing",
    "SPV_EXT_physical_storage_buffer",
    "SPV_EXT_shader_stencil_export",
    "SPV_EXT_shader_viewport_index_layer",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_NV_compute_shader_derivatives",
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_GOOGLE_user_type",
};

} // namespace

bool supportsCapability(uint32_t spvCapability) {
    const auto number = [](spv::Capability capability) { return uint32_t(capability); };
    return std::ranges::find(kCapabilities, spvCapability, number) != std::end(kCapabilities);
}

bool supportsExtension(std::string_view name) {
    return std::ranges::find(kExtensions, name) != std::end(kExtensions);
}

} // namespace cpu::shader
