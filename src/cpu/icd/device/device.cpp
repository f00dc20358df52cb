// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/device/device.h"

#include "base/options.h"
#include "cpu/exec/processors.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/physical/features.h"
#include "cpu/icd/physical/instance.h"
#include "cpu/shader/compiler.h"

#include <string_view>
#include <system_error>

namespace cpu::icd {

namespace {

uint32_t workerCount() {
    const int wanted = base::options().cpuThreads;
    return wanted > 0 ? uint32_t(wanted) : exec::processorCount();
}

} // namespace

Device::Device(PhysicalDevice& physicalDevice, ExtensionSet extensions)
    : m_physicalDevice(physicalDevice),
      m_extensions(extensions),
      m_workers(workerCount(), m_interruption),
      m_background(std::make_unique<Background>(m_workers.count())),
      m_compileQueue("gl-cpu-compile", unsigned(base::options().compileThreads)) {}

Device::~Device() {
    m_queue.reset();
    Background::leave(std::move(m_background));
    report::tellFigures();
}

void Device::createQueue() {
    m_queue = std::make_unique<Queue>(*this, host(), base::options().watchdog);
}

exec::Host Device::host() {
    return {.monitor = m_monitor,
            .lost = m_lost,
            .fault = m_fault,
            .interruption = m_interruption,
            .workers = m_workers,
            .routines = routines(),
            .keyedRoutines = keyedRoutines()};
}

namespace {

/// Null for what the device does not have: commands of instances, of extensions that are not
/// enabled and of core versions that the application did not ask for.
PFN_vkVoidFunction deviceProcAddress(const Device& device, std::string_view name) {
    const Command* command = findCommand(name);
    if (!command || command->level != CommandLevel::Device) {
        return nullptr;
    }
    const Instance& instance = device.physicalDevice().instance();
    if (command->version && command->version <= instance.apiVersion()) {
        return command->function;
    }
    for (const Extension extension : command->extensions) {
        if (device.has(extension) || instance.extensions()[size_t(extension)]) {
            return command->function;
        }
    }
    return nullptr;
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physicalDevice,
                                            const VkDeviceCreateInfo* pCreateInfo,
                                            const VkAllocationCallbacks* pAllocator,
                                            VkDevice* pDevice) {
    ExtensionSet extensions;
    for (uint32_t i = 0; i < pCreateInfo->enabledExtensionCount; ++i) {
        Extension extension;
        if (!findExtension(pCreateInfo->ppEnabledExtensionNames[i], false, &extension)) {
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
        extensions.set(size_t(extension));
    }
    if (!checkFeatures(pCreateInfo->pEnabledFeatures, pCreateInfo->pNext)) {
        return VK_ERROR_FEATURE_NOT_PRESENT;
    }
    if (base::options().preload && !shader::loadCompiler()) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    // Threads are what a constructor cannot do without: having none is the machine's failure.
    try {
        auto* device = make<Device>(pAllocator, *cast(physicalDevice), extensions);
        if (!device) {
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        }
        if (pCreateInfo->queueCreateInfoCount > 0) {
            try {
                device->createQueue();
            } catch (...) {
                destroy(device, pAllocator);
                return VK_ERROR_INITIALIZATION_FAILED;
            }
        }
        *pDevice = handleOf<VkDevice>(device);
        return VK_SUCCESS;
    } catch (const std::system_error&) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
}

VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks* pAllocator) {
    destroy(cast(device), pAllocator);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* pName) {
    return deviceProcAddress(*cast(device), pName);
}

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue(VkDevice device,
                                          uint32_t queueFamilyIndex,
                                          uint32_t queueIndex,
                                          VkQueue* pQueue) {
    *pQueue = handleOf<VkQueue>(cast(device)->queue());
}

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue2(VkDevice device,
                                           const VkDeviceQueueInfo2* pQueueInfo,
                                           VkQueue* pQueue) {
    // Queues of other flags (protected ones) do not exist.
    *pQueue = pQueueInfo->flags ? VK_NULL_HANDLE : handleOf<VkQueue>(cast(device)->queue());
}

VKAPI_ATTR VkResult VKAPI_CALL DeviceWaitIdle(VkDevice device) {
    Device& object = *cast(device);
    if (object.queue()) {
        const report::Span span;
        object.queue()->waitIdle();
        noteWait(span, "vkDeviceWaitIdle");
    }
    return object.lost() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL
GetDeviceGroupPeerMemoryFeatures(VkDevice device,
                                 uint32_t heapIndex,
                                 uint32_t localDeviceIndex,
                                 uint32_t remoteDeviceIndex,
                                 VkPeerMemoryFeatureFlags* pPeerMemoryFeatures) {
    *pPeerMemoryFeatures =
        VK_PEER_MEMORY_FEATURE_COPY_SRC_BIT | VK_PEER_MEMORY_FEATURE_COPY_DST_BIT |
        VK_PEER_MEMORY_FEATURE_GENERIC_SRC_BIT | VK_PEER_MEMORY_FEATURE_GENERIC_DST_BIT;
}

} // namespace entry

} // namespace cpu::icd
