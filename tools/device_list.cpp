// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/device_list.h"

#include "tools/child_process.h"
#include "tools/manifest_list.h"

#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace tool {

namespace {

constexpr const char* kLoaderName = "libvulkan.so.1";

struct LoaderFunctions {
    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    PFN_vkCreateInstance createInstance = nullptr;

    bool load() {
        void* const library = ::dlopen(kLoaderName, RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            return false;
        }
        getInstanceProcAddr =
            reinterpret_cast<PFN_vkGetInstanceProcAddr>(::dlsym(library, "vkGetInstanceProcAddr"));
        createInstance = get<PFN_vkCreateInstance>(nullptr, "vkCreateInstance");
        return createInstance != nullptr;
    }

    template <class Fn>
    Fn get(VkInstance instance, const char* name) const {
        return getInstanceProcAddr ? reinterpret_cast<Fn>(getInstanceProcAddr(instance, name))
                                   : nullptr;
    }
};

const char* typeName(VkPhysicalDeviceType type) {
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return "GPU";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return "CPU";
    default:
        return "other";
    }
}

/// Fields travel between tabs.
std::string oneField(std::string text) {
    std::replace_if(text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return text;
}

std::string driverText(const VkPhysicalDeviceDriverProperties& driver) {
    const std::string name = driver.driverName;
    const std::string info = driver.driverInfo;
    return info.empty() ? name : name + ", " + info;
}

void printDevice(const LoaderFunctions& vk,
                 VkInstance instance,
                 VkPhysicalDevice device,
                 std::FILE* output) {
    const auto getProperties =
        vk.get<PFN_vkGetPhysicalDeviceProperties>(instance, "vkGetPhysicalDeviceProperties");
    const auto getProperties2 =
        vk.get<PFN_vkGetPhysicalDeviceProperties2>(instance, "vkGetPhysicalDeviceProperties2");
    VkPhysicalDeviceProperties properties;
    getProperties(device, &properties);
    VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    if (properties.apiVersion >= VK_API_VERSION_1_2 && getProperties2) {
        VkPhysicalDeviceProperties2 properties2{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                                &driver};
        getProperties2(device, &properties2);
    }
    const uint32_t version = properties.apiVersion;
    const store::Origin origin =
        store::originOfDevice(properties.deviceName,
                              {.vendor = properties.vendorID,
                               .device = properties.deviceID,
                               .driverVersion = properties.driverVersion,
                               .pipelineCacheUuid = properties.pipelineCacheUUID});
    fmt::print(output,
               "{}\t{}\t{}.{}.{}\t{}\t{:02x}\n",
               oneField(properties.deviceName),
               oneField(driverText(driver)),
               VK_API_VERSION_MAJOR(version),
               VK_API_VERSION_MINOR(version),
               VK_API_VERSION_PATCH(version),
               typeName(properties.deviceType),
               fmt::join(origin.id.bytes, ""));
}

/// Of what printDevice() wrote.
base::Digest parseDigest(std::string_view text) {
    base::Digest digest;
    for (size_t i = 0; i < digest.bytes.size() && 2 * i + 2 <= text.size(); ++i) {
        std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, digest.bytes[i], 16);
    }
    return digest;
}

/// Runs in the child.
bool printDevices(std::FILE* output) {
    LoaderFunctions vk;
    if (!vk.load()) {
        return false;
    }
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    if (vk.createInstance(&info, nullptr, &instance) != VK_SUCCESS) {
        return false;
    }
    const auto enumerate =
        vk.get<PFN_vkEnumeratePhysicalDevices>(instance, "vkEnumeratePhysicalDevices");
    uint32_t count = 0;
    if (!enumerate || enumerate(instance, &count, nullptr) != VK_SUCCESS) {
        return false;
    }
    std::vector<VkPhysicalDevice> devices(count);
    enumerate(instance, &count, devices.data());
    for (uint32_t i = 0; i < count; ++i) {
        printDevice(vk, instance, devices[i], output);
    }
    return true;
}

} // namespace

std::vector<VulkanDevice> listDevicesOf(const std::string& manifest) {
    const ChildResult child = runInChild([&](std::FILE* output) {
        exportManifest(manifest);
        return printDevices(output);
    });
    std::vector<VulkanDevice> devices;
    std::istringstream lines(child.output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        VulkanDevice device;
        device.manifest = manifest;
        device.indexInManifest = int(devices.size());
        std::getline(fields, device.name, '\t');
        std::getline(fields, device.driver, '\t');
        std::getline(fields, device.apiVersion, '\t');
        std::getline(fields, device.type, '\t');
        std::string origin;
        std::getline(fields, origin, '\t');
        device.origin = parseDigest(origin);
        devices.push_back(std::move(device));
    }
    return devices;
}

std::vector<VulkanDevice> listDevices() {
    std::vector<VulkanDevice> all;
    for (const std::string& manifest : listManifests()) {
        for (VulkanDevice& device : listDevicesOf(manifest)) {
            all.push_back(std::move(device));
        }
    }
    return all;
}

bool haveVulkanLoader() {
    return runInChild([](std::FILE*) { return LoaderFunctions().load(); }).finished;
}

} // namespace tool
