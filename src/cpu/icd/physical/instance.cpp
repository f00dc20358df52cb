// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/instance.h"

#include "base/log.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/identity.h"

#include <cstring>
#include <execinfo.h>
#include <vector>

namespace cpu::icd {

namespace {

/// glibc looks for the library that unwinds its frames when an exception first passes through one
/// of them, and ends the process where there is no memory for that. So it is found ahead.
void findUnwinder() {
    void* frame = nullptr;
    backtrace(&frame, 1);
}

} // namespace

Instance::Instance(uint32_t apiVersion, ExtensionSet extensions)
    : m_apiVersion(apiVersion), m_extensions(extensions), m_physicalDevice(*this) {}

PFN_vkVoidFunction instanceProcAddress(const Instance* instance, const char* name) {
    const Command* command = findCommand(name);
    if (!command || (!instance && command->level != CommandLevel::Global)) {
        return nullptr;
    }
    if (!instance || command->level == CommandLevel::Global || command->version) {
        return command->function;
    }
    // An instance hands out the commands of device extensions before any device exists.
    for (const Extension extension : command->extensions) {
        if (!extensionTable()[size_t(extension)].instance ||
            instance->extensions()[size_t(extension)]) {
            return command->function;
        }
    }
    return nullptr;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* pCreateInfo,
                                              const VkAllocationCallbacks* pAllocator,
                                              VkInstance* pInstance) {
    base::openLog(); // Options that are not understood are told of, whatever else there is to say.
    (void)identity();
    findUnwinder();
    if (pCreateInfo->enabledLayerCount > 0) {
        return VK_ERROR_LAYER_NOT_PRESENT;
    }
    ExtensionSet extensions;
    for (uint32_t i = 0; i < pCreateInfo->enabledExtensionCount; ++i) {
        Extension extension;
        if (!findExtension(pCreateInfo->ppEnabledExtensionNames[i], true, &extension)) {
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
        extensions.set(size_t(extension));
    }
    const VkApplicationInfo* application = pCreateInfo->pApplicationInfo;
    uint32_t version = application ? application->apiVersion : 0;
    version = version ? version : VK_API_VERSION_1_0;
    if (VK_API_VERSION_VARIANT(version) != 0) {
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    }
    auto* instance = make<Instance>(pAllocator, version, extensions);
    if (!instance) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pInstance = handleOf<VkInstance>(instance);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance,
                                           const VkAllocationCallbacks* pAllocator) {
    destroy(cast(instance), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceExtensionProperties(
    const char* pLayerName, uint32_t* pPropertyCount, VkExtensionProperties* pProperties) {
    if (pLayerName) {
        return VK_ERROR_LAYER_NOT_PRESENT;
    }
    return enumerate(extensionProperties(true), pPropertyCount, pProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceLayerProperties(uint32_t* pPropertyCount,
                                                                VkLayerProperties* pProperties) {
    *pPropertyCount = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceVersion(uint32_t* pApiVersion) {
    *pApiVersion = kApiVersion;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance,
                                                        uint32_t* pPhysicalDeviceCount,
                                                        VkPhysicalDevice* pPhysicalDevices) {
    const VkPhysicalDevice devices[] = {
        handleOf<VkPhysicalDevice>(&cast(instance)->physicalDevice())};
    return enumerate(devices, pPhysicalDeviceCount, pPhysicalDevices);
}

VKAPI_ATTR VkResult VKAPI_CALL
EnumeratePhysicalDeviceGroups(VkInstance instance,
                              uint32_t* pPhysicalDeviceGroupCount,
                              VkPhysicalDeviceGroupProperties* pPhysicalDeviceGroupProperties) {
    if (!pPhysicalDeviceGroupProperties) {
        *pPhysicalDeviceGroupCount = 1;
        return VK_SUCCESS;
    }
    if (*pPhysicalDeviceGroupCount == 0) {
        return VK_INCOMPLETE;
    }
    *pPhysicalDeviceGroupCount = 1;
    VkPhysicalDeviceGroupProperties& group = pPhysicalDeviceGroupProperties[0];
    group.physicalDeviceCount = 1;
    group.physicalDevices[0] = handleOf<VkPhysicalDevice>(&cast(instance)->physicalDevice());
    group.subsetAllocation = VK_FALSE;
    return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance,
                                                             const char* pName) {
    return instanceProcAddress(cast(instance), pName);
}

} // namespace entry

} // namespace cpu::icd
