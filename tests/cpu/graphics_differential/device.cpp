// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "device.h"

#include "sample_reader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace pictures {
namespace {

constexpr const char* kExtensions[] = {
    VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME,
    VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME,
    VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME,
    VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME,
    VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME,
    VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME,
    VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME,
    VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME,
    VK_EXT_MULTI_DRAW_EXTENSION_NAME,
    VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME,
    VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME,
    VK_EXT_SHADER_OBJECT_EXTENSION_NAME,
    VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME,
    VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME,
    VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME,
    VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME,
};

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT types,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data,
                                         void* user) {
    static_cast<std::vector<std::string>*>(user)->push_back(data->pMessage);
    return VK_FALSE;
}

} // namespace

void Device::makeInstance() {
    check(volkInitialize(), "loading the Vulkan loader");
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    const char* const layer = "VK_LAYER_KHRONOS_validation";
    const char* const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkDebugUtilsMessengerCreateInfoEXT messenger{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = onMessage;
    messenger.pUserData = &m_messages;
    const char* wanted = std::getenv("GLISSADE_DIFFERENTIAL_VALIDATE");
    const bool validates = wanted && std::atoi(wanted);
    if (validates) {
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &extension;
    }
    check(vkCreateInstance(&info, nullptr, &m_instance), "vkCreateInstance");
    volkLoadInstance(m_instance); // Commands go through the loader, which knows every device.
    if (validates) {
        check(vkCreateDebugUtilsMessengerEXT(m_instance, &messenger, nullptr, &m_messenger),
              "vkCreateDebugUtilsMessengerEXT");
    }
}

void Device::queryFeatures() {
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    void** end = &features.pNext;
    const auto append = [&](auto& structure, const char* extension = nullptr) {
        if (!extension || has(extension)) {
            *end = &structure;
            end = &structure.pNext;
        }
    };
    append(m_features11);
    append(m_features12);
    append(m_features13);
    append(m_more.dynamicState2, VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME);
    append(m_more.dynamicState3, VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME);
    append(m_more.vertexInput, VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME);
    append(m_more.depthClip, VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME);
    append(m_more.depthClipControl, VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME);
    append(m_more.indexUint8, VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME);
    append(m_more.lines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME);
    append(m_more.multiDraw, VK_EXT_MULTI_DRAW_EXTENSION_NAME);
    append(m_more.listRestart, VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME);
    append(m_more.provokingVertex, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME);
    append(m_more.shaderObject, VK_EXT_SHADER_OBJECT_EXTENSION_NAME);
    append(m_more.divisor, VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME);
    vkGetPhysicalDeviceFeatures2(m_physical, &features);
    m_features = features.features;

    const float priority = 1;
    VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    std::vector<const char*> extensions;
    for (const char* name : kExtensions) {
        if (has(name)) {
            extensions.push_back(name);
        }
    }
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queueInfo;
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    check(vkCreateDevice(m_physical, &info, nullptr, &m_device), "vkCreateDevice");
    if (m_more.shaderObject.shaderObject) {
        const auto load = [&](auto& to, const char* name) {
            to = reinterpret_cast<std::decay_t<decltype(to)>>(vkGetDeviceProcAddr(m_device, name));
            check(to ? VK_SUCCESS : VK_ERROR_EXTENSION_NOT_PRESENT, name);
        };
        load(m_shaderObjects.create, "vkCreateShadersEXT");
        load(m_shaderObjects.destroy, "vkDestroyShaderEXT");
        load(m_shaderObjects.bind, "vkCmdBindShadersEXT");
    }
}

Device::Device(const std::string& nameContains) {
    makeInstance();
    uint32_t count = 0;
    vkEnumeratePhysicalDevices(m_instance, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(m_instance, &count, devices.data());
    for (const VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties{};
        vkGetPhysicalDeviceProperties(device, &properties);
        if (std::strstr(properties.deviceName, nameContains.c_str())) {
            m_physical = device;
            m_name = properties.deviceName;
            m_limits = properties.limits;
            break;
        }
    }
    if (!m_physical) {
        vkDestroyInstance(m_instance, nullptr);
        throw Failure("there is no Vulkan device '" + nameContains + "'");
    }
    VkQueueFamilyProperties family{};
    count = 1;
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, &family);
    if (!(family.queueFlags & VK_QUEUE_GRAPHICS_BIT)) {
        throw Failure(m_name + " does not draw");
    }
    vkGetPhysicalDeviceMemoryProperties(m_physical, &m_memory);
    vkEnumerateDeviceExtensionProperties(m_physical, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> extensions(count);
    vkEnumerateDeviceExtensionProperties(m_physical, nullptr, &count, extensions.data());
    for (const VkExtensionProperties& extension : extensions) {
        m_extensions.insert(extension.extensionName);
    }
    if (m_messenger) {
        m_extensions.erase(VK_EXT_SHADER_OBJECT_EXTENSION_NAME);
    }
    queryFeatures();
    vkGetDeviceQueue(m_device, 0, 0, &m_queue);
    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    check(vkCreateCommandPool(m_device, &poolInfo, nullptr, &m_pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commandsInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commandsInfo.commandPool = m_pool;
    commandsInfo.commandBufferCount = 1;
    check(vkAllocateCommandBuffers(m_device, &commandsInfo, &m_commands),
          "vkAllocateCommandBuffers");
    VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    check(vkCreateFence(m_device, &fenceInfo, nullptr, &m_fence), "vkCreateFence");
}

Device::~Device() {
    vkDeviceWaitIdle(m_device);
    m_sampleReader.reset();
    vkDestroyFence(m_device, m_fence, nullptr);
    vkDestroyCommandPool(m_device, m_pool, nullptr);
    vkDestroyDevice(m_device, nullptr);
    if (m_messenger) {
        vkDestroyDebugUtilsMessengerEXT(m_instance, m_messenger, nullptr);
    }
    vkDestroyInstance(m_instance, nullptr);
}

VkFormatProperties Device::format(VkFormat format) const {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(m_physical, format, &properties);
    return properties;
}

uint32_t Device::memoryType(uint32_t allowed, VkMemoryPropertyFlags wanted) const {
    for (uint32_t i = 0; i < m_memory.memoryTypeCount; ++i) {
        if ((allowed >> i & 1) && (m_memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
            return i;
        }
    }
    throw Failure("there is no memory of the kind that is needed");
}

bool Device::supports(const VkImageCreateInfo& info) const {
    VkImageFormatProperties properties{};
    return vkGetPhysicalDeviceImageFormatProperties(m_physical,
                                                    info.format,
                                                    info.imageType,
                                                    info.tiling,
                                                    info.usage,
                                                    info.flags,
                                                    &properties) == VK_SUCCESS &&
           (properties.sampleCounts & info.samples);
}

void Device::run(const std::function<void(VkCommandBuffer)>& record) {
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(m_commands, &info), "vkBeginCommandBuffer");
    record(m_commands);
    barrier(m_commands);
    check(vkEndCommandBuffer(m_commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &m_commands;
    check(vkQueueSubmit(m_queue, 1, &submit, m_fence), "vkQueueSubmit");
    check(vkWaitForFences(m_device, 1, &m_fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    check(vkResetFences(m_device, 1, &m_fence), "vkResetFences");
}

SampleReader& Device::sampleReader() {
    if (!m_sampleReader) {
        m_sampleReader = std::make_unique<SampleReader>(*this);
    }
    return *m_sampleReader;
}

std::vector<std::string> Device::takeMessages() {
    return std::exchange(m_messages, {});
}

Objects::~Objects() {
    for (; !m_releases.empty(); m_releases.pop_back()) {
        m_releases.back()();
    }
}

VkDeviceMemory
Objects::allocate(VkDeviceSize size_B, uint32_t types, VkMemoryPropertyFlags wanted) {
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = size_B;
    allocation.memoryTypeIndex = m_device.memoryType(types, wanted);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    check(vkAllocateMemory(m_device.handle(), &allocation, nullptr, &memory), "vkAllocateMemory");
    atEnd([this, memory] { vkFreeMemory(m_device.handle(), memory, nullptr); });
    return memory;
}

Objects::Buffer Objects::buffer(size_t size_B, VkBufferUsageFlags usage) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size_B;
    info.usage = usage;
    Buffer buffer;
    check(vkCreateBuffer(m_device.handle(), &info, nullptr, &buffer.handle), "vkCreateBuffer");
    atEnd([this, buffer] { vkDestroyBuffer(m_device.handle(), buffer.handle, nullptr); });
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(m_device.handle(), buffer.handle, &needs);
    const size_t all_B = kMargin_B + needs.size + kMargin_B;
    const VkDeviceMemory memory =
        allocate(all_B,
                 needs.memoryTypeBits,
                 VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(m_device.handle(), buffer.handle, memory, kMargin_B),
          "vkBindBufferMemory");
    void* mapped = nullptr;
    check(vkMapMemory(m_device.handle(), memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    auto* bytes = static_cast<std::byte*>(mapped);
    std::fill_n(bytes, all_B, kMargin);
    std::fill_n(bytes + kMargin_B, size_B, std::byte{});
    buffer.bytes = {bytes + kMargin_B, size_B};
    m_margins.push_back({bytes, kMargin_B});
    m_margins.push_back({bytes + kMargin_B + size_B, all_B - kMargin_B - size_B});
    return buffer;
}

bool Objects::marginsIntact() const {
    for (const std::span<const std::byte> margin : m_margins) {
        for (const std::byte byte : margin) {
            if (byte != kMargin) {
                return false;
            }
        }
    }
    return true;
}

Objects::Image Objects::image(VkImageCreateInfo info, VkImageAspectFlags aspects) {
    Image image;
    image.aspects = aspects;
    image.info = info;
    check(vkCreateImage(m_device.handle(), &info, nullptr, &image.handle), "vkCreateImage");
    atEnd([this, image] { vkDestroyImage(m_device.handle(), image.handle, nullptr); });
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(m_device.handle(), image.handle, &needs);
    const VkDeviceMemory memory = allocate(needs.size, needs.memoryTypeBits, 0);
    check(vkBindImageMemory(m_device.handle(), image.handle, memory, 0), "vkBindImageMemory");
    m_device.run([&](VkCommandBuffer commands) {
        VkImageMemoryBarrier transition{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        transition.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        transition.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        transition.srcQueueFamilyIndex = transition.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        transition.image = image.handle;
        transition.subresourceRange = {
            aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        vkCmdPipelineBarrier(commands,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0,
                             0,
                             nullptr,
                             0,
                             nullptr,
                             1,
                             &transition);
    });
    return image;
}

VkImageView Objects::view(const Image& image,
                          VkImageViewType type,
                          VkFormat format,
                          VkImageAspectFlags aspects) {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = image.handle;
    info.viewType = type;
    info.format = format;
    info.subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    VkImageView view = VK_NULL_HANDLE;
    check(vkCreateImageView(m_device.handle(), &info, nullptr, &view), "vkCreateImageView");
    atEnd([this, view] { vkDestroyImageView(m_device.handle(), view, nullptr); });
    return view;
}

VkShaderModule Objects::shader(const std::vector<uint32_t>& spirv) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = spirv.size() * 4;
    info.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(m_device.handle(), &info, nullptr, &module), "vkCreateShaderModule");
    atEnd([this, module] { vkDestroyShaderModule(m_device.handle(), module, nullptr); });
    return module;
}

void barrier(VkCommandBuffer commands) {
    VkMemoryBarrier all{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    all.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    all.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    vkCmdPipelineBarrier(commands,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT,
                         0,
                         1,
                         &all,
                         0,
                         nullptr,
                         0,
                         nullptr);
}

} // namespace pictures
