// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/interface/instance.h"

#include "base/drm_node.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/options.h"
#include "glvk/backend/device.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/driver_facts.h"
#include "glvk/gpu/enumerate.h"
#include "glvk/gpu/features.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/interface/native_window.h"
#include "report/record.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <iterator>
#include <mutex>
#include <string_view>
#include <sys/sysmacros.h>

namespace glvk {

namespace {

/// The process's instance, and what guards its creation.
struct OwnInstance {
    std::mutex mutex;
    std::weak_ptr<Instance> instance;
};
constinit base::PerProcess<OwnInstance> g_own;

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data,
                                         void*) {
    if (const char* const why = whyDeviates(*data)) {
        base::logDebug(base::Log::Validation, "{}, since {}", data->pMessage, why);
    } else if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) {
        base::logError(base::Log::Validation, "{}", data->pMessage);
    } else {
        base::logWarn(base::Log::Validation, "{}", data->pMessage);
    }
    return VK_FALSE;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return char(std::tolower(c));
    });
    return text;
}

class InstanceImpl final : public Instance, public std::enable_shared_from_this<InstanceImpl> {
public:
    bool open(std::string& error);
    ~InstanceImpl() override;

    const std::vector<DeviceDescription>& devices() const override { return m_devices; }
    std::optional<size_t> defaultDevice(std::string& error) const override;
    std::shared_ptr<Device> open(size_t index, std::string& error) override;

private:
    bool createInstance(std::string& error);
    void describeDevices();

    VkInstance m_instance = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
    bool m_presentation = false;
    std::vector<VkPhysicalDevice> m_physical;
    std::vector<std::shared_ptr<const DeviceExtensions>> m_extensions; ///< of each
    std::vector<DeviceDescription> m_devices;
    std::mutex m_mutex; ///< Guards m_open.
    std::vector<std::weak_ptr<Device>> m_open;
};

bool InstanceImpl::open(std::string& error) {
    if (volkInitialize() != VK_SUCCESS) {
        error = "no Vulkan loader was found (libvulkan.so.1; package libvulkan1)";
        return false;
    }
    if (!createInstance(error)) {
        return false;
    }
    describeDevices();
    if (m_devices.empty()) {
        error = "no Vulkan driver was found (for a CPU one: package mesa-vulkan-drivers)";
        return false;
    }
    return true;
}

bool InstanceImpl::createInstance(std::string& error) {
    const auto available = enumerateAll<VkExtensionProperties>(
        [](uint32_t* n, auto* p) { return vkEnumerateInstanceExtensionProperties(nullptr, n, p); });
    const auto has = [](const auto& list, const char* name, auto member) {
        return std::any_of(list.begin(), list.end(), [&](const auto& e) {
            return std::strcmp(e.*member, name) == 0;
        });
    };
    const auto hasExtension = [&](const char* name) {
        return has(available, name, &VkExtensionProperties::extensionName);
    };
    std::vector<const char*> extensions;
    if (hasExtension(VK_KHR_SURFACE_EXTENSION_NAME)) {
        std::ranges::copy_if(kSurfaceExtensions, std::back_inserter(extensions), hasExtension);
        m_presentation = !extensions.empty();
        if (m_presentation) {
            extensions.push_back(VK_KHR_SURFACE_EXTENSION_NAME);
        }
    }
    const bool portability = hasExtension(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    if (portability) {
        extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    }
    std::vector<const char*> layers;
    const char* const validationLayer = "VK_LAYER_KHRONOS_validation";
    if (base::options().validation) {
        const auto layerList = enumerateAll<VkLayerProperties>(
            [](uint32_t* n, auto* p) { return vkEnumerateInstanceLayerProperties(n, p); });
        if (has(layerList, validationLayer, &VkLayerProperties::layerName)) {
            layers.push_back(validationLayer);
            extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
        } else {
            base::logError(base::Log::Validation, "{} is not installed", validationLayer);
        }
    }
    // Below, names of shaders are told in records.
    const bool records = report::record() != nullptr;
    if (records && layers.empty() && hasExtension(VK_EXT_DEBUG_UTILS_EXTENSION_NAME)) {
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    }

    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "Glissade";
    application.pEngineName = "Glissade";
    const uint32_t loader = volkGetInstanceVersion();
    application.apiVersion = std::min<uint32_t>(loader, VK_API_VERSION_1_3);
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.flags = portability ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0;
    info.pApplicationInfo = &application;
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    info.enabledLayerCount = uint32_t(layers.size());
    info.ppEnabledLayerNames = layers.data();
    const VkValidationFeatureEnableEXT enables[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    VkValidationFeaturesEXT validation{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    validation.enabledValidationFeatureCount = 1;
    validation.pEnabledValidationFeatures = enables;
    VkDebugUtilsMessengerCreateInfoEXT messenger{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = onMessage;
    if (!layers.empty()) {
        info.pNext = &validation;
    }
    if (const VkResult result = vkCreateInstance(&info, nullptr, &m_instance);
        result != VK_SUCCESS) {
        error = result == VK_ERROR_INCOMPATIBLE_DRIVER
                    ? "no Vulkan driver was found (for a CPU one: package mesa-vulkan-drivers)"
                    : fmt::format("vkCreateInstance failed ({})", resultName(result));
        m_instance = VK_NULL_HANDLE;
        return false;
    }
    volkLoadInstanceOnly(m_instance);
    if (!layers.empty()) {
        vkCreateDebugUtilsMessengerEXT(m_instance, &messenger, nullptr, &m_messenger);
    }
    return true;
}

namespace {

uint64_t deviceMemory_B(VkPhysicalDevice physical) {
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    uint64_t largest_B = 0;
    for (const VkMemoryHeap& heap : std::span(memory.memoryHeaps, memory.memoryHeapCount)) {
        if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) {
            largest_B = std::max<uint64_t>(largest_B, heap.size);
        }
    }
    return largest_B;
}

DrmNode drmNode(int64_t major, int64_t minor) {
    const dev_t number = makedev(unsigned(major), unsigned(minor));
    return {.number = number, .path = base::drmNodePath(number)};
}

void describeNodes(VkPhysicalDevice physical, DeviceDescription& description) {
    VkPhysicalDeviceDrmPropertiesEXT drm{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRM_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &drm};
    vkGetPhysicalDeviceProperties2(physical, &properties);
    if (drm.hasPrimary) {
        description.primaryNode = drmNode(drm.primaryMajor, drm.primaryMinor);
    }
    if (drm.hasRender) {
        description.renderNode = drmNode(drm.renderMajor, drm.renderMinor);
    }
}

} // namespace

void InstanceImpl::describeDevices() {
    m_physical = enumerateAll<VkPhysicalDevice>(
        [&](uint32_t* n, auto* p) { return vkEnumeratePhysicalDevices(m_instance, n, p); });
    for (const VkPhysicalDevice physical : m_physical) {
        const FeatureSelection selection = selectFeatures(physical, m_presentation);
        VkPhysicalDeviceProperties plain{};
        vkGetPhysicalDeviceProperties(physical, &plain);
        DeviceDescription d;
        d.name = plain.deviceName;
        d.apiVersion = fmt::format("{}.{}.{}",
                                   VK_API_VERSION_MAJOR(plain.apiVersion),
                                   VK_API_VERSION_MINOR(plain.apiVersion),
                                   VK_API_VERSION_PATCH(plain.apiVersion));
        d.vendorId = plain.vendorID;
        d.deviceId = plain.deviceID;
        d.isCpu = plain.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
        d.unifiedMemory = plain.deviceType != VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
        d.memory_B = deviceMemory_B(physical);
        if (plain.apiVersion >= VK_API_VERSION_1_1) {
            VkPhysicalDeviceDriverProperties driver{
                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
            VkPhysicalDeviceIDProperties id{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
            if (selection.features.driverProperties) {
                id.pNext = &driver;
            }
            VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                                   &id};
            vkGetPhysicalDeviceProperties2(physical, &properties);
            d.driver = fmt::format("{} {}", driver.driverName, driver.driverInfo);
            d.isOwn = driverFacts(driver).isOwn;
            std::copy_n(id.deviceUUID, d.uuid.size(), d.uuid.begin());
            if (selection.features.drmProperties) {
                describeNodes(physical, d);
            }
        }
        d.usable = selection.missing.empty();
        d.whyNot = selection.missing;
        m_devices.push_back(std::move(d));
        m_extensions.push_back(selection.available);
    }
    m_open.resize(m_physical.size());
}

InstanceImpl::~InstanceImpl() {
    if (processExiting()) {
        return;
    }
    if (m_messenger) {
        vkDestroyDebugUtilsMessengerEXT(m_instance, m_messenger, nullptr);
    }
    if (m_instance) {
        vkDestroyInstance(m_instance, nullptr);
    }
}

std::optional<size_t> InstanceImpl::defaultDevice(std::string& error) const {
    const std::string& wanted = base::options().device;
    if (!wanted.empty()) {
        size_t index = 0;
        const auto [end, bad] =
            std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
        const bool number = bad == std::errc() && end == wanted.data() + wanted.size();
        for (size_t i = 0; i < m_devices.size(); ++i) {
            const DeviceDescription& d = m_devices[i];
            const bool match =
                number ? i == index
                       : lower(d.name + " " + d.driver).find(lower(wanted)) != std::string::npos;
            if (match && d.usable) {
                return i;
            }
            if (match) {
                error = fmt::format("{} cannot be used: {}", d.name, d.whyNot);
            }
        }
        if (error.empty()) {
            error = fmt::format("no Vulkan device matches \"{}\"", wanted);
        }
        return std::nullopt;
    }
    const auto rank = [](const DeviceDescription& d) { return !d.isCpu ? 0 : d.isOwn ? 1 : 2; };
    std::optional<size_t> best;
    for (size_t i = 0; i < m_devices.size(); ++i) {
        if (m_devices[i].usable && (!best || rank(m_devices[i]) < rank(m_devices[*best]))) {
            best = i;
        }
    }
    if (best) {
        return best;
    }
    error = fmt::format("{} cannot be used: {}", m_devices[0].name, m_devices[0].whyNot);
    return std::nullopt;
}

std::shared_ptr<Device> InstanceImpl::open(size_t index, std::string& error) {
    const std::lock_guard lock(m_mutex);
    if (index >= m_physical.size()) {
        error = fmt::format("there is no Vulkan device number {}", index);
        return nullptr;
    }
    if (auto device = m_open[index].lock(); device && !device->lost()) {
        return device;
    }
    auto device = Device::create({.owner = shared_from_this(),
                                  .instance = m_instance,
                                  .device = m_physical[index],
                                  .description = m_devices[index],
                                  .extensions = m_extensions[index]},
                                 m_presentation,
                                 error);
    m_open[index] = device;
    return device;
}

} // namespace

std::shared_ptr<Instance> Instance::get(std::string& error) {
    OwnInstance& own = g_own.get();
    const std::lock_guard lock(own.mutex);
    if (auto instance = own.instance.lock()) {
        return instance;
    }
    auto instance = std::make_shared<InstanceImpl>();
    if (!instance->open(error)) {
        return nullptr;
    }
    own.instance = instance;
    return instance;
}

std::shared_ptr<DeviceFactory> openDevice(Instance& instance, size_t index, std::string& error) {
    return instance.open(index, error);
}

} // namespace glvk
