// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the Vulkan loader looks for in a driver: interface version 5 (the loader's document
// "LoaderDriverInterface").

#include "cpu/icd/physical/instance.h"

#include <algorithm>

namespace {

/// Version 6 is version 5 plus the adapters of Windows. 5: the driver does not fail instances of
/// later API versions.
constexpr uint32_t kInterfaceVersion = 5;
constexpr uint32_t kOldestInterfaceVersion = 2;

} // namespace

#define GLISSADE_EXPORT extern "C" __attribute__((visibility("default")))

GLISSADE_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* pVersion) {
    if (*pVersion < kOldestInterfaceVersion) {
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    }
    *pVersion = std::min(*pVersion, kInterfaceVersion);
    return VK_SUCCESS;
}

GLISSADE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
vk_icdGetInstanceProcAddr(VkInstance instance, const char* pName) {
    return cpu::icd::instanceProcAddress(cpu::icd::cast(instance), pName);
}

/// Only commands of physical devices, so that the loader can tell them from others it does not
/// know.
GLISSADE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char* pName) {
    const cpu::icd::Command* command = cpu::icd::findCommand(pName);
    return command && command->level == cpu::icd::CommandLevel::PhysicalDevice
               ? cpu::icd::instanceProcAddress(cpu::icd::cast(instance), pName)
               : nullptr;
}
