// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/limits.h"

#include "cpu/abi/descriptors.h"
#include "cpu/abi/shader.h"
#include "cpu/icd/physical/graphics_limits.h"

namespace cpu::icd {

static_assert(kMaxDynamicUniformBuffers + kMaxDynamicStorageBuffers <= kMaxDynamicBuffers);

VkPhysicalDeviceLimits deviceLimits() {
    VkPhysicalDeviceLimits limits{};
    // Images and buffers
    limits.maxImageDimension1D = kMaxExtent_px;
    limits.maxImageDimension2D = kMaxExtent_px;
    limits.maxImageDimension3D = kMaxDepth_px;
    limits.maxImageDimensionCube = kMaxExtent_px;
    limits.maxImageArrayLayers = kMaxLayers;
    limits.maxTexelBufferElements = 1u << 27;
    limits.maxUniformBufferRange = kMaxBufferRange_B;
    limits.maxStorageBufferRange = kMaxBufferRange_B;
    limits.maxPushConstantsSize = kPushConstants_B;
    limits.maxMemoryAllocationCount = 1u << 15; // Each is a mapping, of which a process has 65530.
    limits.maxSamplerAllocationCount = kMaxDescriptors;
    limits.bufferImageGranularity = 1;
    limits.minMemoryMapAlignment = 4096;
    limits.minTexelBufferOffsetAlignment = kTexelBufferAlign_B;
    limits.minUniformBufferOffsetAlignment = 16;
    limits.minStorageBufferOffsetAlignment = 16;
    limits.optimalBufferCopyOffsetAlignment = 16;
    limits.optimalBufferCopyRowPitchAlignment = 16;
    limits.nonCoherentAtomSize = 64;
    // Descriptors
    limits.maxBoundDescriptorSets = kMaxSets;
    limits.maxPerStageDescriptorSamplers = kMaxDescriptors;
    limits.maxPerStageDescriptorUniformBuffers = kMaxDescriptors;
    limits.maxPerStageDescriptorStorageBuffers = kMaxDescriptors;
    limits.maxPerStageDescriptorSampledImages = kMaxDescriptors;
    limits.maxPerStageDescriptorStorageImages = kMaxDescriptors;
    limits.maxPerStageDescriptorInputAttachments = kMaxDescriptors;
    limits.maxPerStageResources = kMaxDescriptors;
    limits.maxDescriptorSetSamplers = kMaxDescriptors;
    limits.maxDescriptorSetUniformBuffers = kMaxDescriptors;
    limits.maxDescriptorSetUniformBuffersDynamic = kMaxDynamicUniformBuffers;
    limits.maxDescriptorSetStorageBuffers = kMaxDescriptors;
    limits.maxDescriptorSetStorageBuffersDynamic = kMaxDynamicStorageBuffers;
    limits.maxDescriptorSetSampledImages = kMaxDescriptors;
    limits.maxDescriptorSetStorageImages = kMaxDescriptors;
    limits.maxDescriptorSetInputAttachments = kMaxDescriptors;
    // Compute
    limits.maxComputeSharedMemorySize = 65536;
    limits.maxComputeWorkGroupCount[0] = 65535;
    limits.maxComputeWorkGroupCount[1] = 65535;
    limits.maxComputeWorkGroupCount[2] = 65535;
    limits.maxComputeWorkGroupInvocations = kMaxInvocations;
    limits.maxComputeWorkGroupSize[0] = kMaxInvocations;
    limits.maxComputeWorkGroupSize[1] = kMaxInvocations;
    limits.maxComputeWorkGroupSize[2] = kMaxInvocations;
    // Sampling
    limits.subTexelPrecisionBits = 8;
    limits.mipmapPrecisionBits = 8;
    limits.maxSamplerLodBias = 16.0f;
    limits.maxSamplerAnisotropy = 16.0f;
    limits.minTexelOffset = -8;
    limits.maxTexelOffset = 7;
    limits.minTexelGatherOffset = -32;
    limits.maxTexelGatherOffset = 31;
    limits.sampledImageColorSampleCounts = kSampleCounts;
    limits.sampledImageIntegerSampleCounts = kSampleCounts;
    limits.sampledImageDepthSampleCounts = kSampleCounts;
    limits.sampledImageStencilSampleCounts = kSampleCounts;
    limits.storageImageSampleCounts = VK_SAMPLE_COUNT_1_BIT;
    // Queues
    limits.timestampComputeAndGraphics = VK_TRUE;
    limits.timestampPeriod = 1.0f;
    limits.discreteQueuePriorities = 2;
    addGraphicsLimits(limits);
    return limits;
}

} // namespace cpu::icd
