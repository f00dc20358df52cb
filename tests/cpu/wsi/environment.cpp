// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "environment.h"

#include <gtest/gtest.h>

#include <cstring>
#include <mutex>
#include <utility>

namespace wsit {

namespace {

constexpr char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";

std::mutex messageMutex;
std::vector<std::string> allMessages;

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                         VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data,
                                         void*) {
    std::lock_guard lock(messageMutex);
    allMessages.push_back(data->pMessage);
    return VK_FALSE;
}

bool layerInstalled() {
    uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vkEnumerateInstanceLayerProperties(&count, layers.data());
    for (const VkLayerProperties& layer : layers) {
        if (std::strcmp(layer.layerName, kValidationLayer) == 0) {
            return true;
        }
    }
    return false;
}

bool createInstance(Environment& made) {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkDebugUtilsMessengerCreateInfoEXT messenger{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = onMessage;
    std::vector<const char*> extensions = {VK_KHR_SURFACE_EXTENSION_NAME,
                                           VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME,
                                           VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME,
                                           VK_KHR_XCB_SURFACE_EXTENSION_NAME,
                                           VK_KHR_XLIB_SURFACE_EXTENSION_NAME,
                                           VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME};
    const char* const layer = kValidationLayer;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    if (layerInstalled()) {
        info.pNext = &messenger;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    }
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    if (const VkResult result = vkCreateInstance(&info, nullptr, &made.instance)) {
        ADD_FAILURE() << "vkCreateInstance gave " << result;
        return false;
    }
    volkLoadInstance(made.instance);
    if (vkCreateDebugUtilsMessengerEXT) {
        VkDebugUtilsMessengerEXT unused;
        vkCreateDebugUtilsMessengerEXT(made.instance, &messenger, nullptr, &unused);
    }
    return true;
}

bool createDevice(Environment& made) {
    uint32_t count = 1;
    vkEnumeratePhysicalDevices(made.instance, &count, &made.physical);
    if (count == 0) {
        ADD_FAILURE() << "there is no device";
        return false;
    }
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    const char* const extensions[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME,
                                      VK_KHR_SWAPCHAIN_MUTABLE_FORMAT_EXTENSION_NAME,
                                      VK_KHR_INCREMENTAL_PRESENT_EXTENSION_NAME};
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(std::size(extensions));
    info.ppEnabledExtensionNames = extensions;
    if (const VkResult result = vkCreateDevice(made.physical, &info, nullptr, &made.device)) {
        ADD_FAILURE() << "vkCreateDevice gave " << result;
        return false;
    }
    volkLoadDevice(made.device);
    vkGetDeviceQueue(made.device, 0, 0, &made.queue);
    return true;
}

/// Never destroyed: layers have static objects of their own.
Environment* create() {
    auto* made = new Environment;
    if (volkInitialize() != VK_SUCCESS) {
        ADD_FAILURE() << "there is no Vulkan loader";
    } else if (createInstance(*made)) {
        createDevice(*made);
    }
    return made;
}

} // namespace

const Environment& environment() {
    static const Environment* const one = create();
    return *one;
}

std::vector<std::string> takeMessages() {
    std::lock_guard lock(messageMutex);
    return std::exchange(allMessages, {});
}

} // namespace wsit
