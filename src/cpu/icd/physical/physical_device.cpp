// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/physical_device.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/identity.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>

#include <unistd.h>

namespace cpu::icd {

namespace {

/// What a file of control groups limits memory to; UINT64_MAX: nothing.
uint64_t limitIn(const char* path) {
    std::ifstream file(path);
    uint64_t limit_B = UINT64_MAX;
    return file >> limit_B ? limit_B : UINT64_MAX;
}

uint64_t machineMemory_B() {
    const uint64_t physical_B = uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
    return std::min({physical_B,
                     limitIn("/sys/fs/cgroup/memory.max"),
                     limitIn("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

uint64_t availableMemory_B() {
    std::ifstream info("/proc/meminfo");
    for (std::string word; info >> word;) {
        if (uint64_t available_kB = 0; word == "MemAvailable:" && info >> available_kB) {
            return available_kB * 1024;
        }
    }
    return UINT64_MAX; // Not known.
}

/// Allocations from here on are worth asking the system about.
constexpr uint64_t kLarge_B = uint64_t(64) << 20;

void fillQueueFamily(VkQueueFamilyProperties& family) {
    family.queueFlags = queueFlags();
    family.queueCount = 1;
    family.timestampValidBits = 64;
    family.minImageTransferGranularity = {1, 1, 1};
}

void fillMemory(const PhysicalDevice& device, VkPhysicalDeviceMemoryProperties& memory) {
    memory = {};
    memory.memoryTypeCount = 1;
    memory.memoryTypes[0] = {
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
        0};
    memory.memoryHeapCount = 1;
    memory.memoryHeaps[0] = {device.heap_B(), VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
}

} // namespace

VkQueueFlags queueFlags() {
    return VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
}

PhysicalDevice::PhysicalDevice(Instance& instance)
    : m_instance(instance), m_heap_B(machineMemory_B()) {}

bool PhysicalDevice::reserve(uint64_t size_B) {
    // Pages are given when they are touched, and by then there is no error to return.
    if (size_B >= kLarge_B && size_B > availableMemory_B()) {
        return false;
    }
    uint64_t used_B = m_used_B;
    do {
        if (size_B > m_heap_B - used_B) {
            return false;
        }
    } while (!m_used_B.compare_exchange_weak(used_B, used_B + size_B));
    return true;
}

namespace entry {

VKAPI_ATTR void VKAPI_CALL
GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice physicalDevice,
                                       uint32_t* pQueueFamilyPropertyCount,
                                       VkQueueFamilyProperties* pQueueFamilyProperties) {
    if (pQueueFamilyProperties && *pQueueFamilyPropertyCount > 0) {
        fillQueueFamily(pQueueFamilyProperties[0]);
    }
    *pQueueFamilyPropertyCount =
        pQueueFamilyProperties ? std::min(*pQueueFamilyPropertyCount, 1u) : 1;
}

VKAPI_ATTR void VKAPI_CALL
GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice physicalDevice,
                                        uint32_t* pQueueFamilyPropertyCount,
                                        VkQueueFamilyProperties2* pQueueFamilyProperties) {
    if (pQueueFamilyProperties && *pQueueFamilyPropertyCount > 0) {
        fillQueueFamily(pQueueFamilyProperties[0].queueFamilyProperties);
    }
    *pQueueFamilyPropertyCount =
        pQueueFamilyProperties ? std::min(*pQueueFamilyPropertyCount, 1u) : 1;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceMemoryProperties(
    VkPhysicalDevice physicalDevice, VkPhysicalDeviceMemoryProperties* pMemoryProperties) {
    fillMemory(*cast(physicalDevice), *pMemoryProperties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceMemoryProperties2(
    VkPhysicalDevice physicalDevice, VkPhysicalDeviceMemoryProperties2* pMemoryProperties) {
    const PhysicalDevice& device = *cast(physicalDevice);
    fillMemory(device, pMemoryProperties->memoryProperties);
    for (auto* at = static_cast<VkBaseOutStructure*>(pMemoryProperties->pNext); at;
         at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT) {
            auto& budget = reinterpret_cast<VkPhysicalDeviceMemoryBudgetPropertiesEXT&>(*at);
            std::fill_n(budget.heapBudget, VK_MAX_MEMORY_HEAPS, 0);
            std::fill_n(budget.heapUsage, VK_MAX_MEMORY_HEAPS, 0);
            budget.heapUsage[0] = device.used_B();
            // Neither is exact: of what is used, parts were never touched.
            const uint64_t more_B = std::min(availableMemory_B(), device.heap_B());
            budget.heapBudget[0] = std::min(device.used_B() + more_B, device.heap_B());
        }
    }
}

VKAPI_ATTR void VKAPI_CALL
GetPhysicalDeviceSparseImageFormatProperties(VkPhysicalDevice physicalDevice,
                                             VkFormat format,
                                             VkImageType type,
                                             VkSampleCountFlagBits samples,
                                             VkImageUsageFlags usage,
                                             VkImageTiling tiling,
                                             uint32_t* pPropertyCount,
                                             VkSparseImageFormatProperties* pProperties) {
    *pPropertyCount = 0;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceSparseImageFormatInfo2* pFormatInfo,
    uint32_t* pPropertyCount,
    VkSparseImageFormatProperties2* pProperties) {
    *pPropertyCount = 0;
}

// But for images in memory of others (format_features.cpp), nothing is shared with other devices or
// processes.

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceExternalBufferProperties(
    VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalBufferInfo* pExternalBufferInfo,
    VkExternalBufferProperties* pExternalBufferProperties) {
    pExternalBufferProperties->externalMemoryProperties = {0, 0, pExternalBufferInfo->handleType};
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceExternalFenceProperties(
    VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalFenceInfo* pExternalFenceInfo,
    VkExternalFenceProperties* pExternalFenceProperties) {
    pExternalFenceProperties->exportFromImportedHandleTypes = 0;
    pExternalFenceProperties->compatibleHandleTypes = 0;
    pExternalFenceProperties->externalFenceFeatures = 0;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalSemaphoreInfo* pExternalSemaphoreInfo,
    VkExternalSemaphoreProperties* pExternalSemaphoreProperties) {
    pExternalSemaphoreProperties->exportFromImportedHandleTypes = 0;
    pExternalSemaphoreProperties->compatibleHandleTypes = 0;
    pExternalSemaphoreProperties->externalSemaphoreFeatures = 0;
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceToolProperties(VkPhysicalDevice physicalDevice,
                                uint32_t* pToolCount,
                                VkPhysicalDeviceToolProperties* pToolProperties) {
    *pToolCount = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
EnumerateDeviceExtensionProperties(VkPhysicalDevice physicalDevice,
                                   const char* pLayerName,
                                   uint32_t* pPropertyCount,
                                   VkExtensionProperties* pProperties) {
    if (pLayerName) {
        return VK_ERROR_LAYER_NOT_PRESENT;
    }
    return enumerate(extensionProperties(false), pPropertyCount, pProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceLayerProperties(VkPhysicalDevice physicalDevice,
                                                              uint32_t* pPropertyCount,
                                                              VkLayerProperties* pProperties) {
    *pPropertyCount = 0;
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
