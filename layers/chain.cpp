// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "layers/chain.h"

#include <cstring>
#include <mutex>
#include <unordered_map>

#define LAYER_EXPORT extern "C" __attribute__((visibility("default")))

namespace layers {
namespace {

/// The loader's dispatch table pointer is the first word of each dispatchable handle, and all
/// handles of one instance or device share it.
template <typename Handle>
void* dispatchKey(Handle handle) {
    return *reinterpret_cast<void**>(handle);
}

struct InstanceNext {
    VkInstance instance;
    PFN_vkGetInstanceProcAddr getProcAddr;
    /// Asked for while the instance is made: later the loader answers with the chain's first.
    PFN_vkDestroyInstance destroy;
};

struct DeviceNext {
    VkDevice device;
    PFN_vkGetDeviceProcAddr getProcAddr;
};

std::mutex g_mutex;
std::unordered_map<void*, InstanceNext> g_instances;
std::unordered_map<void*, DeviceNext> g_devices;

template <typename Link, typename CreateInfo>
Link* findLink(const CreateInfo* createInfo, VkStructureType type) {
    auto* link = const_cast<Link*>(static_cast<const Link*>(createInfo->pNext));
    while (link && !(link->sType == type && link->function == VK_LAYER_LINK_INFO)) {
        link = const_cast<Link*>(static_cast<const Link*>(link->pNext));
    }
    return link;
}

VKAPI_ATTR VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo* createInfo,
                                              const VkAllocationCallbacks* allocator,
                                              VkInstance* instance) {
    auto* link = findLink<VkLayerInstanceCreateInfo>(createInfo,
                                                     VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (!link) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const auto next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto create =
        reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult result =
        create ? create(createInfo, allocator, instance) : VK_ERROR_INITIALIZATION_FAILED;
    if (result == VK_SUCCESS) {
        const std::lock_guard lock(g_mutex);
        g_instances[dispatchKey(*instance)] = {
            *instance,
            next,
            reinterpret_cast<PFN_vkDestroyInstance>(next(*instance, "vkDestroyInstance"))};
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyInstance(VkInstance instance,
                                           const VkAllocationCallbacks* allocator) {
    if (!instance) {
        return;
    }
    PFN_vkDestroyInstance destroy = nullptr;
    {
        const std::lock_guard lock(g_mutex);
        const auto found = g_instances.find(dispatchKey(instance));
        destroy = found->second.destroy;
        g_instances.erase(found);
    }
    destroy(instance, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physicalDevice,
                                            const VkDeviceCreateInfo* createInfo,
                                            const VkAllocationCallbacks* allocator,
                                            VkDevice* device) {
    auto* link =
        findLink<VkLayerDeviceCreateInfo>(createInfo, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (!link) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const auto nextInstance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const auto nextDevice = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    VkInstance instance = VK_NULL_HANDLE;
    {
        const std::lock_guard lock(g_mutex);
        const auto found = g_instances.find(dispatchKey(physicalDevice));
        instance = found != g_instances.end() ? found->second.instance : VK_NULL_HANDLE;
    }
    const auto create =
        reinterpret_cast<PFN_vkCreateDevice>(nextInstance(instance, "vkCreateDevice"));
    const VkResult result = create ? create(physicalDevice, createInfo, allocator, device)
                                   : VK_ERROR_INITIALIZATION_FAILED;
    if (result == VK_SUCCESS) {
        const std::lock_guard lock(g_mutex);
        g_devices[dispatchKey(*device)] = {*device, nextDevice};
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks* allocator) {
    if (!device) {
        return;
    }
    PFN_vkDestroyDevice destroy = nullptr;
    {
        const std::lock_guard lock(g_mutex);
        const auto found = g_devices.find(dispatchKey(device));
        destroy = reinterpret_cast<PFN_vkDestroyDevice>(
            found->second.getProcAddr(device, "vkDestroyDevice"));
        g_devices.erase(found);
    }
    destroy(device, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL layerProperties(uint32_t* count, VkLayerProperties* properties) {
    if (!properties) {
        *count = 1;
        return VK_SUCCESS;
    }
    if (*count == 0) {
        return VK_INCOMPLETE;
    }
    *count = 1;
    *properties = {};
    std::strncpy(properties->layerName, kLayerName, VK_MAX_EXTENSION_NAME_SIZE - 1);
    properties->specVersion = VK_API_VERSION_1_3;
    properties->implementationVersion = 1;
    std::strncpy(properties->description, kLayerDescription, VK_MAX_DESCRIPTION_SIZE - 1);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL instanceExtensions(const char* layer,
                                                  uint32_t* count,
                                                  VkExtensionProperties*) {
    if (!layer || std::strcmp(layer, kLayerName) != 0) {
        return VK_ERROR_LAYER_NOT_PRESENT;
    }
    *count = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name) {
    const std::string_view wanted = name;
    if (wanted == "vkGetDeviceProcAddr") {
        return asVoid(getDeviceProcAddr);
    }
    if (wanted == "vkDestroyDevice") {
        return asVoid(destroyDevice);
    }
    PFN_vkGetDeviceProcAddr next = nullptr;
    {
        const std::lock_guard lock(g_mutex);
        const auto found = g_devices.find(dispatchKey(device));
        next = found != g_devices.end() ? found->second.getProcAddr : nullptr;
    }
    const PFN_vkVoidFunction function = next ? next(device, name) : nullptr;
    return function ? intercept(wanted, function) : function;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceProcAddr(VkInstance instance,
                                                             const char* name) {
    const std::string_view wanted = name;
    if (wanted == "vkGetInstanceProcAddr") {
        return asVoid(getInstanceProcAddr);
    }
    if (wanted == "vkCreateInstance") {
        return asVoid(createInstance);
    }
    if (wanted == "vkDestroyInstance") {
        return asVoid(destroyInstance);
    }
    if (wanted == "vkCreateDevice") {
        return asVoid(createDevice);
    }
    if (wanted == "vkDestroyDevice") {
        return asVoid(destroyDevice);
    }
    if (wanted == "vkGetDeviceProcAddr") {
        return asVoid(getDeviceProcAddr);
    }
    if (wanted == "vkEnumerateInstanceLayerProperties") {
        return asVoid(layerProperties);
    }
    if (wanted == "vkEnumerateInstanceExtensionProperties") {
        return asVoid(instanceExtensions);
    }
    if (!instance) {
        return nullptr;
    }
    PFN_vkGetInstanceProcAddr next = nullptr;
    {
        const std::lock_guard lock(g_mutex);
        const auto found = g_instances.find(dispatchKey(instance));
        next = found != g_instances.end() ? found->second.getProcAddr : nullptr;
    }
    const PFN_vkVoidFunction function = next ? next(instance, name) : nullptr;
    return function ? intercept(wanted, function) : function;
}

} // namespace

PFN_vkVoidFunction nextDeviceCommand(void* dispatchableHandle, const char* name) {
    PFN_vkGetDeviceProcAddr next = nullptr;
    VkDevice device = VK_NULL_HANDLE;
    {
        const std::lock_guard lock(g_mutex);
        const auto found = g_devices.find(dispatchKey(dispatchableHandle));
        if (found == g_devices.end()) {
            return nullptr;
        }
        next = found->second.getProcAddr;
        device = found->second.device;
    }
    return next(device, name);
}

} // namespace layers

LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiation) {
    if (negotiation->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        negotiation->loaderLayerInterfaceVersion < 2) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    negotiation->loaderLayerInterfaceVersion = 2;
    negotiation->pfnGetInstanceProcAddr = layers::getInstanceProcAddr;
    negotiation->pfnGetDeviceProcAddr = layers::getDeviceProcAddr;
    negotiation->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
