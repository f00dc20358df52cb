// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#define VOLK_IMPLEMENTATION
#include "device.h"

#include <algorithm>
#include <cstring>

namespace vkc {

void check(VkResult result, const char* what) {
    if (result != VK_SUCCESS) {
        throw Failure(std::string(what) + " gave VkResult " + std::to_string(int(result)));
    }
}

namespace {

std::vector<const char*> extensionsOf(VkPhysicalDevice device,
                                      const std::vector<const char*>& wanted) {
    uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> all(count);
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data());
    std::vector<const char*> found;
    for (const char* name : wanted) {
        const auto has = [name](const auto& extension) {
            return std::strcmp(extension.extensionName, name) == 0;
        };
        if (std::any_of(all.begin(), all.end(), has)) {
            found.push_back(name);
        }
    }
    return found;
}

} // namespace

Device::Device(const std::string& nameContains) : Device(Wishes{.nameContains = nameContains}) {}

Device::Device(const Wishes& wishes) {
    const std::string& nameContains = wishes.nameContains;
    check(volkInitialize(), "loading the Vulkan loader");
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = wishes.apiVersion;
    VkInstanceCreateInfo instanceInfo{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instanceInfo.pApplicationInfo = &application;
    instanceInfo.enabledExtensionCount = uint32_t(wishes.instanceExtensions.size());
    instanceInfo.ppEnabledExtensionNames = wishes.instanceExtensions.data();
    check(vkCreateInstance(&instanceInfo, nullptr, &m_instance), "vkCreateInstance");
    volkLoadInstance(m_instance); // Commands go through the loader, which knows every device.
    uint32_t count = 0;
    vkEnumeratePhysicalDevices(m_instance, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(m_instance, &count, devices.data());
    VkPhysicalDeviceProperties properties{};
    for (const VkPhysicalDevice device : devices) {
        vkGetPhysicalDeviceProperties(device, &properties);
        if (std::strstr(properties.deviceName, nameContains.c_str())) {
            m_physical = device;
            break;
        }
    }
    if (!m_physical) {
        vkDestroyInstance(m_instance, nullptr);
        throw Failure(nameContains.empty() ? "there is no Vulkan device"
                                           : "there is no Vulkan device '" + nameContains + "'");
    }
    m_name = properties.deviceName;
    m_limits = properties.limits;
    vkGetPhysicalDeviceFeatures(m_physical, &m_features);
    vkGetPhysicalDeviceMemoryProperties(m_physical, &m_memory);

    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, families.data());
    const VkQueueFlags wanted =
        VK_QUEUE_COMPUTE_BIT | (wishes.graphics ? VkQueueFlags(VK_QUEUE_GRAPHICS_BIT) : 0);
    const auto family = std::find_if(families.begin(), families.end(), [&](const auto& candidate) {
        return (candidate.queueFlags & wanted) == wanted;
    });
    if (family == families.end()) {
        throw Failure(m_name +
                      (wishes.graphics ? " has no queue for graphics" : " has no compute queue"));
    }
    const auto familyIndex = uint32_t(family - families.begin());
    const float priority = 1;
    VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queueInfo.queueFamilyIndex = familyIndex;
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    VkDeviceCreateInfo deviceInfo{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    deviceInfo.queueCreateInfoCount = 1;
    deviceInfo.pQueueCreateInfos = &queueInfo;
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    features.pNext = wishes.features;
    if (wishes.features) {
        vkGetPhysicalDeviceFeatures2(m_physical, &features);
        deviceInfo.pNext = &features;
    } else {
        deviceInfo.pEnabledFeatures = &m_features;
    }
    m_extensions = extensionsOf(m_physical, wishes.extensions);
    deviceInfo.enabledExtensionCount = uint32_t(m_extensions.size());
    deviceInfo.ppEnabledExtensionNames = m_extensions.data();
    check(vkCreateDevice(m_physical, &deviceInfo, nullptr, &m_device), "vkCreateDevice");
    vkGetDeviceQueue(m_device, familyIndex, 0, &m_queue);

    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    poolInfo.queueFamilyIndex = familyIndex;
    check(vkCreateCommandPool(m_device, &poolInfo, nullptr, &m_pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commandsInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commandsInfo.commandPool = m_pool;
    commandsInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commandsInfo.commandBufferCount = 1;
    check(vkAllocateCommandBuffers(m_device, &commandsInfo, &m_commands),
          "vkAllocateCommandBuffers");
    VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    check(vkCreateFence(m_device, &fenceInfo, nullptr, &m_fence), "vkCreateFence");
}

Device::~Device() {
    vkDeviceWaitIdle(m_device);
    vkDestroyFence(m_device, m_fence, nullptr);
    vkDestroyCommandPool(m_device, m_pool, nullptr);
    vkDestroyDevice(m_device, nullptr);
    vkDestroyInstance(m_instance, nullptr);
}

bool Device::hasFormat(VkFormat format, VkFormatFeatureFlags features) const {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(m_physical, format, &properties);
    return (properties.optimalTilingFeatures & features) == features;
}

bool Device::hasExtension(const char* name) const {
    return std::any_of(m_extensions.begin(), m_extensions.end(), [name](const char* extension) {
        return std::strcmp(extension, name) == 0;
    });
}

uint32_t Device::memoryType(uint32_t allowed, VkMemoryPropertyFlags wanted) const {
    for (uint32_t i = 0; i < m_memory.memoryTypeCount; ++i) {
        if ((allowed >> i & 1) && (m_memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
            return i;
        }
    }
    throw Failure("there is no memory of the kind that is needed");
}

void Device::begin() {
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(m_commands, &info), "vkBeginCommandBuffer");
}

void Device::submitAndWait() {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(m_commands,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_HOST_BIT,
                         0,
                         1,
                         &barrier,
                         0,
                         nullptr,
                         0,
                         nullptr);
    check(vkEndCommandBuffer(m_commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &m_commands;
    check(vkQueueSubmit(m_queue, 1, &submit, m_fence), "vkQueueSubmit");
    check(vkWaitForFences(m_device, 1, &m_fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
    check(vkResetFences(m_device, 1, &m_fence), "vkResetFences");
}

void Device::dispatch(const Kernel& kernel,
                      uint32_t groupsX,
                      uint32_t groupsY,
                      uint32_t groupsZ,
                      std::span<const std::byte> pushConstants) {
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline());
        const VkDescriptorSet set = kernel.set();
        if (set) {
            vkCmdBindDescriptorSets(
                commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout(), 0, 1, &set, 0, nullptr);
        }
        if (!pushConstants.empty()) {
            vkCmdPushConstants(commands,
                               kernel.layout(),
                               VK_SHADER_STAGE_COMPUTE_BIT,
                               0,
                               uint32_t(pushConstants.size()),
                               pushConstants.data());
        }
        vkCmdDispatch(commands, groupsX, groupsY, groupsZ);
    });
}

Buffer::Buffer(Device& device, VkDeviceSize size_B, VkBufferUsageFlags usage)
    : m_device(device), m_size_B(size_B) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size_B;
    info.usage = usage;
    check(vkCreateBuffer(device.handle(), &info, nullptr, &m_buffer), "vkCreateBuffer");
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(device.handle(), m_buffer, &needs);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = device.memoryType(needs.memoryTypeBits,
                                                   VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                       VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkAllocateMemory(device.handle(), &allocation, nullptr, &m_memory), "vkAllocateMemory");
    check(vkBindBufferMemory(device.handle(), m_buffer, m_memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(device.handle(), m_memory, 0, VK_WHOLE_SIZE, 0, &m_mapped), "vkMapMemory");
    std::memset(m_mapped, 0, size_t(size_B));
}

Buffer::~Buffer() {
    vkDestroyBuffer(m_device.handle(), m_buffer, nullptr);
    vkFreeMemory(m_device.handle(), m_memory, nullptr);
}

Image::Image(Device& device, const ImageShape& shape) : m_device(device), m_shape(shape) {
    const bool cube = shape.viewType == VK_IMAGE_VIEW_TYPE_CUBE ||
                      shape.viewType == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0;
    info.imageType = shape.type;
    info.format = shape.format;
    info.extent = shape.extent;
    info.mipLevels = shape.levels;
    info.arrayLayers = shape.layers;
    info.samples = shape.samples;
    info.tiling = shape.tiling;
    info.usage = shape.usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    check(vkCreateImage(device.handle(), &info, nullptr, &m_image), "vkCreateImage");
    VkMemoryRequirements needs{};
    vkGetImageMemoryRequirements(device.handle(), m_image, &needs);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = device.memoryType(needs.memoryTypeBits, 0);
    check(vkAllocateMemory(device.handle(), &allocation, nullptr, &m_memory), "vkAllocateMemory");
    check(vkBindImageMemory(device.handle(), m_image, m_memory, 0), "vkBindImageMemory");
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = m_image;
    view.viewType = shape.viewType;
    view.format = shape.format;
    view.components = shape.swizzle;
    view.subresourceRange = {shape.aspect, 0, shape.levels, 0, shape.layers};
    check(vkCreateImageView(device.handle(), &view, nullptr, &m_view), "vkCreateImageView");
    device.run([&](VkCommandBuffer commands) {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        barrier.image = m_image;
        barrier.subresourceRange = {
            shape.aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        vkCmdPipelineBarrier(commands,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0,
                             0,
                             nullptr,
                             0,
                             nullptr,
                             1,
                             &barrier);
    });
}

Image::~Image() {
    vkDestroyImageView(m_device.handle(), m_view, nullptr);
    vkDestroyImage(m_device.handle(), m_image, nullptr);
    vkFreeMemory(m_device.handle(), m_memory, nullptr);
}

VkExtent3D Image::levelExtent(uint32_t level) const {
    const auto half = [&](uint32_t size) { return std::max(1u, size >> level); };
    return {half(m_shape.extent.width), half(m_shape.extent.height), half(m_shape.extent.depth)};
}

VkBufferImageCopy Image::region(uint32_t level) const {
    VkBufferImageCopy region{};
    region.imageSubresource = {m_shape.aspect, level, 0, m_shape.layers};
    region.imageExtent = levelExtent(level);
    return region;
}

void Image::upload(uint32_t level, std::span<const std::byte> texels) {
    Buffer staging(m_device, texels.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    std::memcpy(staging.as<std::byte>().data(), texels.data(), texels.size());
    m_device.run([&](VkCommandBuffer commands) {
        const VkBufferImageCopy copy = region(level);
        vkCmdCopyBufferToImage(
            commands, staging.handle(), m_image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    });
}

std::vector<std::byte> Image::download(uint32_t level, size_t size_B) {
    Buffer staging(m_device, size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    m_device.run([&](VkCommandBuffer commands) {
        const VkBufferImageCopy copy = region(level);
        vkCmdCopyImageToBuffer(
            commands, m_image, VK_IMAGE_LAYOUT_GENERAL, staging.handle(), 1, &copy);
    });
    const auto bytes = staging.as<std::byte>();
    return {bytes.begin(), bytes.end()};
}

Sampler::Sampler(Device& device, const VkSamplerCreateInfo& info) : m_device(device) {
    check(vkCreateSampler(device.handle(), &info, nullptr, &m_sampler), "vkCreateSampler");
}

Sampler::~Sampler() {
    vkDestroySampler(m_device.handle(), m_sampler, nullptr);
}

Kernel::Kernel(Device& device,
               std::span<const uint32_t> spirv,
               std::span<const BindingType> bindings,
               uint32_t pushConstants_B,
               const VkSpecializationInfo* specialization)
    : m_device(device), m_types(bindings.begin(), bindings.end()) {
    std::vector<VkDescriptorSetLayoutBinding> layoutBindings;
    std::vector<VkDescriptorPoolSize> sizes;
    for (uint32_t i = 0; i < bindings.size(); ++i) {
        layoutBindings.push_back(
            {i, bindings[i].type, bindings[i].count, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
        sizes.push_back({bindings[i].type, bindings[i].count});
    }
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = uint32_t(layoutBindings.size());
    setInfo.pBindings = layoutBindings.data();
    check(vkCreateDescriptorSetLayout(device.handle(), &setInfo, nullptr, &m_setLayout),
          "vkCreateDescriptorSetLayout");
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, pushConstants_B};
    VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layoutInfo.setLayoutCount = 1;
    layoutInfo.pSetLayouts = &m_setLayout;
    layoutInfo.pushConstantRangeCount = pushConstants_B ? 1 : 0;
    layoutInfo.pPushConstantRanges = &range;
    check(vkCreatePipelineLayout(device.handle(), &layoutInfo, nullptr, &m_layout),
          "vkCreatePipelineLayout");
    VkShaderModuleCreateInfo moduleInfo{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    moduleInfo.codeSize = spirv.size_bytes();
    moduleInfo.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device.handle(), &moduleInfo, nullptr, &module),
          "vkCreateShaderModule");
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = specialization;
    info.layout = m_layout;
    const VkResult result =
        vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &m_pipeline);
    vkDestroyShaderModule(device.handle(), module, nullptr);
    check(result, "vkCreateComputePipelines");
    if (sizes.empty()) {
        return;
    }
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = uint32_t(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    check(vkCreateDescriptorPool(device.handle(), &poolInfo, nullptr, &m_pool),
          "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocation.descriptorPool = m_pool;
    allocation.descriptorSetCount = 1;
    allocation.pSetLayouts = &m_setLayout;
    check(vkAllocateDescriptorSets(device.handle(), &allocation, &m_set),
          "vkAllocateDescriptorSets");
}

Kernel::~Kernel() {
    vkDestroyDescriptorPool(m_device.handle(), m_pool, nullptr);
    vkDestroyPipeline(m_device.handle(), m_pipeline, nullptr);
    vkDestroyPipelineLayout(m_device.handle(), m_layout, nullptr);
    vkDestroyDescriptorSetLayout(m_device.handle(), m_setLayout, nullptr);
}

void Kernel::bind(uint32_t binding, const Buffer& buffer) {
    const VkDescriptorBufferInfo info{buffer.handle(), 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = m_set;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = m_types.at(binding).type;
    write.pBufferInfo = &info;
    vkUpdateDescriptorSets(m_device.handle(), 1, &write, 0, nullptr);
}

void Kernel::bind(uint32_t binding, const Image& image, const Sampler* sampler) {
    const VkDescriptorImageInfo info{
        sampler ? sampler->handle() : VK_NULL_HANDLE, image.view(), VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = m_set;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = m_types.at(binding).type;
    write.pImageInfo = &info;
    vkUpdateDescriptorSets(m_device.handle(), 1, &write, 0, nullptr);
}

} // namespace vkc
