// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/icd/vulkan.h"

namespace cpu::icd {

/// Limits that have names of their own in other structures too.
inline constexpr uint32_t kMaxExtent_px = 1u << (kMaxLevels - 1); ///< Of 1D and 2D images.
inline constexpr uint32_t kMaxDepth_px = 2048;                    ///< And all else of 3D images.
inline constexpr uint32_t kMaxLayers = 2048;
inline constexpr VkSampleCountFlags kSampleCounts = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
inline constexpr uint32_t kMaxDescriptors = 1u << 20;
inline constexpr uint32_t kMaxDynamicUniformBuffers = 12;
inline constexpr uint32_t kMaxDynamicStorageBuffers = 12;
inline constexpr uint32_t kMaxInlineUniformBlock_B = 4096;
inline constexpr uint32_t kMaxInlineUniformBlocks = 64;
inline constexpr uint32_t kMaxPushDescriptors = 32;
inline constexpr uint32_t kMaxDescriptorBuffers = 32; ///< Bound at a time.
inline constexpr uint32_t kMaxInvocations = 1024;     ///< Of a workgroup.
inline constexpr uint32_t kMaxCustomBorderColorSamplers = 1u << 20;
inline constexpr uint64_t kMaxBuffer_B = uint64_t(1) << 40;
inline constexpr uint32_t kMaxBufferRange_B = 0x7fffffffu; ///< Offsets in shaders have 32 bits.
inline constexpr uint64_t kTexelBufferAlign_B = 16;
/// Allocations begin at multiples of this, and so may buffers and images in them.
inline constexpr uint64_t kMemoryAlign_B = 256;

} // namespace cpu::icd
