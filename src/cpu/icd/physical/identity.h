// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

#include <vector>

/// Who the driver says it is.
namespace cpu::icd {

inline constexpr uint32_t kApiVersion = VK_MAKE_API_VERSION(0, 1, 3, VK_HEADER_VERSION);
inline constexpr uint32_t kDriverVersion = VK_MAKE_API_VERSION(0, 0, 1, 0);
inline constexpr char kDriverName[] = "Glissade";
/// There is no registered vendor or driver.
inline constexpr uint32_t kVendorId = 0;
inline constexpr uint32_t kDeviceId = 0;

/// The same in every run of a build on a machine.
struct Identity {
    char deviceName[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE]; ///< "Glissade CPU (processor's name)"
    char driverInfo[VK_MAX_DRIVER_INFO_SIZE]; ///< "0.1.0 (LLVM 19.1.7, x86-64-v4, 16 lanes)"
    uint8_t deviceUuid[VK_UUID_SIZE];         ///< Tells processors apart.
    uint8_t driverUuid[VK_UUID_SIZE];
    uint8_t pipelineCacheUuid[VK_UUID_SIZE]; ///< Of everything that compiled code depends on.
};

/// Found out by the first call, which vkCreateInstance makes: it reads a file and may throw
/// std::bad_alloc. Commands that cannot fail, and those in a sandbox, find it done.
const Identity& identity();

/// Those of instances, or those of devices.
std::vector<VkExtensionProperties> extensionProperties(bool instance);

/// Of the format of shaders' binaries (icd/pipelines/shader_binary.h), whatever build, machine or
/// CPU level wrote it: what fits is never refused.
inline constexpr uint8_t kShaderBinaryUuid[VK_UUID_SIZE] = {
    0x6f, 0x1c, 0x2e, 0x93, 0x5b, 0xd4, 0x4a, 0x07, 0x9c, 0x71, 0x38, 0xa6, 0xe0, 0x5d, 0xb2, 0x14};
inline constexpr uint32_t kShaderBinaryVersion = 1;

} // namespace cpu::icd
