// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

#include <string>
#include <vector>

/// Who the driver says it is.
namespace cpu::icd {

inline constexpr uint32_t kApiVersion = VK_MAKE_API_VERSION(0, 1, 3, VK_HEADER_VERSION);
inline constexpr uint32_t kDriverVersion = VK_MAKE_API_VERSION(0, 0, 1, 0);
inline constexpr char kDriverName[] = "Glissade";
/// There is no registered vendor or driver.
inline constexpr uint32_t kVendorId = 0;
inline constexpr uint32_t kDeviceId = 0;

/// "Glissade CPU (processor's name)"
std::string deviceName();
/// "0.1.0 (LLVM 19.1.7, x86-64-v4, 16 lanes)"
std::string driverInfo();

/// UUIDs of names: the same on every run. The device's tells processors apart, the cache's
/// everything that compiled code depends on.
void deviceUuid(uint8_t (&uuid)[VK_UUID_SIZE]);
void driverUuid(uint8_t (&uuid)[VK_UUID_SIZE]);
void pipelineCacheUuid(uint8_t (&uuid)[VK_UUID_SIZE]);

/// Those of instances, or those of devices.
std::vector<VkExtensionProperties> extensionProperties(bool instance);

/// Of the format of shaders' binaries (icd/pipelines/shader_binary.h), whatever build, machine or
/// CPU level wrote it: what fits is never refused.
inline constexpr uint8_t kShaderBinaryUuid[VK_UUID_SIZE] = {
    0x6f, 0x1c, 0x2e, 0x93, 0x5b, 0xd4, 0x4a, 0x07, 0x9c, 0x71, 0x38, 0xa6, 0xe0, 0x5d, 0xb2, 0x14};
inline constexpr uint32_t kShaderBinaryVersion = 1;

} // namespace cpu::icd
