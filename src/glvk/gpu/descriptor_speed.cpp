// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/descriptor_speed.h"

#include "base/bits.h"
#include "base/log.h"
#include "glvk/gpu/device_entry.h"
#include "glvk/gpu/plain_state.h"
#include "store/store.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <span>
#include <vector>

namespace glvk {

namespace {

// clang-format off
constexpr uint32_t kNothing[] =
#include "shaders/described.vert.inc"
    ;
constexpr uint32_t kReads[] =
#include "shaders/described.frag.inc"
    ;
// clang-format on

constexpr uint32_t kImages = 8;
constexpr uint32_t kBindings = 1 + kImages; // Uniforms have the first.
constexpr uint32_t kTarget_px = 16;
constexpr uint32_t kChanges = 64;
constexpr int kRounds = 5; ///< The first warms up.
/// A program that starts takes time from what is measured, and what is found is kept: another way
/// that wins in the first rounds has to win in all of these.
constexpr int kMostRounds = 25;
/// What another way may take at most of what sets take: on machines with other work runs differ.
constexpr float kClearly = 0.7f;

constexpr VkDeviceSize kUniformStep_B = 256;
constexpr VkDeviceSize kDescriptorsAt_B = kChanges * kUniformStep_B;
constexpr VkDeviceSize kMaxSet_B = 8192;
constexpr VkDeviceSize kBuffer_B = kDescriptorsAt_B + kChanges * kMaxSet_B;

constexpr VkImageSubresourceRange kColor{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

enum class Change : uint8_t { Uniforms, One, All };

store::Key descriptorKey(const VkPhysicalDeviceProperties& properties) {
    return deviceKey("descriptor-speed-1", properties).finish();
}

struct WayLayout {
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    VkPipelineLayout pipeline = VK_NULL_HANDLE;
    VkPipeline shaders = VK_NULL_HANDLE;
};

/// A device with what the ways need, until the end of the measurement.
class DescriptorMeasurement {
public:
    DescriptorMeasurement(VkPhysicalDevice physical, const DescriptorAbilities& has)
        : m_physical(physical), m_has(has) {}
    ~DescriptorMeasurement();
    bool open(const std::stop_token& stop);
    std::optional<DescriptorSpeed> run(const std::stop_token& stop);

private:
    bool makeDevice();
    bool makeBuffer();
    bool makeImages();
    bool makeImage(VkImageUsageFlags usage, VkImage& image, VkDeviceMemory& memory);
    bool makeView(VkImage image, VkImageView& view);
    bool makeSets();
    bool makeLayout(DescriptorWay way);
    bool makeModule(std::span<const uint32_t> words, VkShaderModule& module);
    bool makePipeline(DescriptorWay way);
    uint32_t memoryType(uint32_t types, VkMemoryPropertyFlags wanted) const;
    std::array<VkWriteDescriptorSet, kBindings> writesOf(uint32_t view, VkDeviceSize uniforms_B);
    void describe(uint32_t view, VkDeviceSize uniforms_B, std::byte* set);
    bool offers(DescriptorWay way) const {
        return way == DescriptorWay::Sets ||
               (way == DescriptorWay::Push ? m_has.push : m_has.buffer);
    }
    void record(DescriptorWay way, Change change);
    float timed_ns(DescriptorWay way, Change change);
    size_t uniformBuffer_B() const { return m_sizes.uniformBufferDescriptorSize; }

    const VkPhysicalDevice m_physical;
    DescriptorAbilities m_has;
    bool m_onProcessor = false;
    VkDevice m_device = VK_NULL_HANDLE;
    VolkDeviceTable m_vk{};
    VkQueue m_queue = VK_NULL_HANDLE;
    VkCommandPool m_commandPool = VK_NULL_HANDLE;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
    VkShaderModule m_vertex = VK_NULL_HANDLE;
    VkShaderModule m_fragment = VK_NULL_HANDLE;
    std::array<WayLayout, DescriptorSpeed::kWays> m_layouts;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    std::array<VkDescriptorSet, 2> m_sets{};
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceMemory m_bufferMemory = VK_NULL_HANDLE;
    std::byte* m_mapped = nullptr;
    VkDeviceAddress m_address = 0;
    VkImage m_image = VK_NULL_HANDLE;
    VkDeviceMemory m_imageMemory = VK_NULL_HANDLE;
    std::array<VkImageView, 2> m_views{};
    VkImage m_target = VK_NULL_HANDLE;
    VkDeviceMemory m_targetMemory = VK_NULL_HANDLE;
    VkImageView m_targetView = VK_NULL_HANDLE;
    VkSampler m_sampler = VK_NULL_HANDLE;
    // What writes point at.
    VkDescriptorBufferInfo m_uniforms{};
    std::array<VkDescriptorImageInfo, kImages> m_infos{};
    // In descriptor buffers.
    VkPhysicalDeviceDescriptorBufferPropertiesEXT m_sizes{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkDeviceSize m_set_B = 0;
    std::array<VkDeviceSize, kBindings> m_offsets_B{};
    std::array<std::vector<std::byte>, 2> m_bytes; ///< Of the sets.
};

DescriptorMeasurement::~DescriptorMeasurement() {
    if (!m_device) {
        return;
    }
    m_vk.vkDestroySampler(m_device, m_sampler, nullptr);
    for (const VkImageView view : m_views) {
        m_vk.vkDestroyImageView(m_device, view, nullptr);
    }
    m_vk.vkDestroyImageView(m_device, m_targetView, nullptr);
    m_vk.vkDestroyImage(m_device, m_image, nullptr);
    m_vk.vkDestroyImage(m_device, m_target, nullptr);
    m_vk.vkFreeMemory(m_device, m_imageMemory, nullptr);
    m_vk.vkFreeMemory(m_device, m_targetMemory, nullptr);
    m_vk.vkDestroyBuffer(m_device, m_buffer, nullptr);
    m_vk.vkFreeMemory(m_device, m_bufferMemory, nullptr);
    m_vk.vkDestroyDescriptorPool(m_device, m_pool, nullptr);
    for (const WayLayout& layout : m_layouts) {
        m_vk.vkDestroyPipeline(m_device, layout.shaders, nullptr);
        m_vk.vkDestroyPipelineLayout(m_device, layout.pipeline, nullptr);
        m_vk.vkDestroyDescriptorSetLayout(m_device, layout.set, nullptr);
    }
    m_vk.vkDestroyShaderModule(m_device, m_vertex, nullptr);
    m_vk.vkDestroyShaderModule(m_device, m_fragment, nullptr);
    m_vk.vkDestroyCommandPool(m_device, m_commandPool, nullptr);
    m_vk.vkDestroyDevice(m_device, nullptr);
}

bool DescriptorMeasurement::open(const std::stop_token& stop) {
    if (!makeDevice() || !makeBuffer() || !makeImages() || !makeModule(kNothing, m_vertex) ||
        !makeModule(kReads, m_fragment)) {
        return false;
    }
    for (size_t way = 0; way < m_layouts.size(); ++way) {
        if (offers(DescriptorWay(way)) &&
            (stop.stop_requested() || !makeLayout(DescriptorWay(way)) ||
             !makePipeline(DescriptorWay(way)))) {
            return false;
        }
    }
    return makeSets();
}

bool DescriptorMeasurement::makeModule(std::span<const uint32_t> words, VkShaderModule& module) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = words.size_bytes();
    info.pCode = words.data();
    return m_vk.vkCreateShaderModule(m_device, &info, nullptr, &module) == VK_SUCCESS;
}

bool DescriptorMeasurement::makeDevice() {
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    properties.pNext = m_has.buffer ? &m_sizes : nullptr;
    vkGetPhysicalDeviceProperties2(m_physical, &properties);
    m_onProcessor = properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (properties.properties.apiVersion < VK_API_VERSION_1_3) {
        return false;
    }
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1; // Of the first family: all that there are record.
    queue.pQueuePriorities = &priority;
    VkPhysicalDeviceDynamicRenderingFeatures rendering{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES};
    rendering.dynamicRendering = VK_TRUE;
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, &rendering};
    addresses.bufferDeviceAddress = VK_TRUE;
    VkPhysicalDeviceDescriptorBufferFeaturesEXT buffers{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT, &addresses};
    buffers.descriptorBuffer = VK_TRUE;
    std::vector<const char*> extensions;
    if (m_has.push) {
        extensions.push_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    }
    if (m_has.buffer) {
        extensions.push_back(VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME);
    }
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = m_has.buffer ? static_cast<const void*>(&buffers) : &rendering;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    if (vkCreateDevice(m_physical, &info, nullptr, &m_device) != VK_SUCCESS) {
        m_device = VK_NULL_HANDLE;
        return false;
    }
    volkLoadDeviceTable(&m_vk, m_device);
    m_vk.vkGetDeviceQueue(m_device, 0, 0, &m_queue);
    const VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    if (m_vk.vkCreateCommandPool(m_device, &pool, nullptr, &m_commandPool) != VK_SUCCESS) {
        return false;
    }
    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.commandPool = m_commandPool;
    commands.commandBufferCount = 1;
    return m_vk.vkAllocateCommandBuffers(m_device, &commands, &m_commands) == VK_SUCCESS;
}

/// The first type of those that has what is wanted; VK_MAX_MEMORY_TYPES: none.
uint32_t DescriptorMeasurement::memoryType(uint32_t types, VkMemoryPropertyFlags wanted) const {
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(m_physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        if ((types >> i & 1) && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
            return i;
        }
    }
    return VK_MAX_MEMORY_TYPES;
}

bool DescriptorMeasurement::makeBuffer() {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = kBuffer_B;
    info.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    if (m_has.buffer) {
        info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                      VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                      VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT;
    }
    if (m_vk.vkCreateBuffer(m_device, &info, nullptr, &m_buffer) != VK_SUCCESS) {
        return false;
    }
    VkMemoryRequirements needs{};
    m_vk.vkGetBufferMemoryRequirements(m_device, m_buffer, &needs);
    constexpr VkMemoryPropertyFlags kHost =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = memoryType(needs.memoryTypeBits, kHost | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    if (type == VK_MAX_MEMORY_TYPES) {
        type = memoryType(needs.memoryTypeBits, kHost);
    }
    VkMemoryAllocateFlagsInfo addressed{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
    addressed.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    VkMemoryAllocateInfo memory{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    memory.pNext = m_has.buffer ? &addressed : nullptr;
    memory.allocationSize = needs.size;
    memory.memoryTypeIndex = type;
    void* mapped = nullptr;
    if (type == VK_MAX_MEMORY_TYPES ||
        m_vk.vkAllocateMemory(m_device, &memory, nullptr, &m_bufferMemory) != VK_SUCCESS ||
        m_vk.vkBindBufferMemory(m_device, m_buffer, m_bufferMemory, 0) != VK_SUCCESS ||
        m_vk.vkMapMemory(m_device, m_bufferMemory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS) {
        return false;
    }
    m_mapped = static_cast<std::byte*>(mapped);
    if (m_has.buffer) {
        const VkBufferDeviceAddressInfo address{
            VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, m_buffer};
        m_address = m_vk.vkGetBufferDeviceAddress(m_device, &address);
    }
    return true;
}

bool DescriptorMeasurement::makeImages() {
    const VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    return makeImage(VK_IMAGE_USAGE_SAMPLED_BIT, m_image, m_imageMemory) &&
           makeImage(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, m_target, m_targetMemory) &&
           makeView(m_image, m_views[0]) && makeView(m_image, m_views[1]) &&
           makeView(m_target, m_targetView) &&
           m_vk.vkCreateSampler(m_device, &sampler, nullptr, &m_sampler) == VK_SUCCESS;
}

bool DescriptorMeasurement::makeImage(VkImageUsageFlags usage,
                                      VkImage& image,
                                      VkDeviceMemory& memory) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {kTarget_px, kTarget_px, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = usage;
    if (m_vk.vkCreateImage(m_device, &info, nullptr, &image) != VK_SUCCESS) {
        return false;
    }
    VkMemoryRequirements needs{};
    m_vk.vkGetImageMemoryRequirements(m_device, image, &needs);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = memoryType(needs.memoryTypeBits, 0);
    return m_vk.vkAllocateMemory(m_device, &allocate, nullptr, &memory) == VK_SUCCESS &&
           m_vk.vkBindImageMemory(m_device, image, memory, 0) == VK_SUCCESS;
}

bool DescriptorMeasurement::makeView(VkImage image, VkImageView& view) {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = image;
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.subresourceRange = kColor;
    return m_vk.vkCreateImageView(m_device, &info, nullptr, &view) == VK_SUCCESS;
}

bool DescriptorMeasurement::makeLayout(DescriptorWay way) {
    WayLayout& layout = m_layouts[size_t(way)];
    std::array<VkDescriptorSetLayoutBinding, kBindings> bindings{};
    for (uint32_t i = 0; i < kBindings; ++i) {
        const VkDescriptorType type = i > 0 ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                      : way == DescriptorWay::Sets
                                          ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC
                                          : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        bindings[i] = {i, type, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    }
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set.flags = way == DescriptorWay::Push ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
                : way == DescriptorWay::Buffer
                    ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT
                    : 0;
    set.bindingCount = kBindings;
    set.pBindings = bindings.data();
    VkPipelineLayoutCreateInfo pipeline{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    pipeline.setLayoutCount = 1;
    pipeline.pSetLayouts = &layout.set;
    return m_vk.vkCreateDescriptorSetLayout(m_device, &set, nullptr, &layout.set) == VK_SUCCESS &&
           m_vk.vkCreatePipelineLayout(m_device, &pipeline, nullptr, &layout.pipeline) ==
               VK_SUCCESS;
}

bool DescriptorMeasurement::makePipeline(DescriptorWay way) {
    VkPipelineShaderStageCreateInfo stages[2]{};
    for (VkPipelineShaderStageCreateInfo& stage : stages) {
        stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stage.pName = "main";
    }
    stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
    stages[0].module = m_vertex;
    stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    stages[1].module = m_fragment;
    const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    rendering.colorAttachmentCount = 1;
    rendering.pColorAttachmentFormats = &format;
    WayLayout& layout = m_layouts[size_t(way)];
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};
    info.flags = way == DescriptorWay::Buffer ? VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0;
    info.stageCount = uint32_t(std::size(stages));
    info.pStages = stages;
    const PlainState state(kTarget_px);
    state.fill(info);
    info.layout = layout.pipeline;
    return m_vk.vkCreateGraphicsPipelines(
               m_device, VK_NULL_HANDLE, 1, &info, nullptr, &layout.shaders) == VK_SUCCESS;
}

/// Of all bindings, `view` for each image; they point at members.
std::array<VkWriteDescriptorSet, kBindings>
DescriptorMeasurement::writesOf(uint32_t view, VkDeviceSize uniforms_B) {
    m_uniforms = {m_buffer, uniforms_B, kUniformStep_B};
    m_infos.fill({m_sampler, m_views[view], VK_IMAGE_LAYOUT_GENERAL});
    std::array<VkWriteDescriptorSet, kBindings> writes{};
    for (uint32_t i = 0; i < kBindings; ++i) {
        const bool image = i > 0;
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType =
            image ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        writes[i].pBufferInfo = &m_uniforms;
        writes[i].pImageInfo = image ? &m_infos[i - 1] : nullptr;
    }
    return writes;
}

bool DescriptorMeasurement::makeSets() {
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 2},
        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2 * kImages},
    };
    VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = uint32_t(m_sets.size());
    pool.poolSizeCount = uint32_t(std::size(sizes));
    pool.pPoolSizes = sizes;
    const VkDescriptorSetLayout layout = m_layouts[size_t(DescriptorWay::Sets)].set;
    const VkDescriptorSetLayout layouts[] = {layout, layout};
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorSetCount = uint32_t(m_sets.size());
    allocate.pSetLayouts = layouts;
    if (m_vk.vkCreateDescriptorPool(m_device, &pool, nullptr, &m_pool) != VK_SUCCESS) {
        return false;
    }
    allocate.descriptorPool = m_pool;
    if (m_vk.vkAllocateDescriptorSets(m_device, &allocate, m_sets.data()) != VK_SUCCESS) {
        return false;
    }
    for (uint32_t i = 0; i < m_sets.size(); ++i) {
        auto writes = writesOf(i, 0);
        writes[0].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
        for (VkWriteDescriptorSet& write : writes) {
            write.dstSet = m_sets[i];
        }
        m_vk.vkUpdateDescriptorSets(m_device, kBindings, writes.data(), 0, nullptr);
    }
    if (!m_has.buffer) {
        return true;
    }
    const VkDescriptorSetLayout buffered = m_layouts[size_t(DescriptorWay::Buffer)].set;
    m_vk.vkGetDescriptorSetLayoutSizeEXT(m_device, buffered, &m_set_B);
    m_set_B = base::alignUp(m_set_B, m_sizes.descriptorBufferOffsetAlignment);
    if (m_set_B > kMaxSet_B) {
        m_has.buffer = false; // Sizes that nobody draws with.
        return true;
    }
    for (uint32_t i = 0; i < kBindings; ++i) {
        m_vk.vkGetDescriptorSetLayoutBindingOffsetEXT(m_device, buffered, i, &m_offsets_B[i]);
    }
    for (uint32_t i = 0; i < m_bytes.size(); ++i) {
        m_bytes[i].resize(m_set_B);
        describe(i, 0, m_bytes[i].data());
    }
    return true;
}

/// The bytes of a set, `view` for each image.
void DescriptorMeasurement::describe(uint32_t view, VkDeviceSize uniforms_B, std::byte* set) {
    VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
    VkDescriptorAddressInfoEXT buffer{VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT};
    buffer.range = kUniformStep_B;
    buffer.address = m_address + uniforms_B;
    info.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    info.data.pUniformBuffer = &buffer;
    m_vk.vkGetDescriptorEXT(m_device, &info, uniformBuffer_B(), set + m_offsets_B[0]);
    const VkDescriptorImageInfo image{m_sampler, m_views[view], VK_IMAGE_LAYOUT_GENERAL};
    info.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    info.data.pCombinedImageSampler = &image;
    for (uint32_t i = 1; i < kBindings; ++i) {
        m_vk.vkGetDescriptorEXT(
            m_device, &info, m_sizes.combinedImageSamplerDescriptorSize, set + m_offsets_B[i]);
    }
}

/// The changes, as DescriptorBinder has them made, each before a command that reads all.
void DescriptorMeasurement::record(DescriptorWay way, Change change) {
    const WayLayout& layout = m_layouts[size_t(way)];
    constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    m_vk.vkCmdBindPipeline(m_commands, kPoint, layout.shaders);
    auto writes = writesOf(0, 0);
    if (way == DescriptorWay::Push) {
        m_vk.vkCmdPushDescriptorSetKHR(
            m_commands, kPoint, layout.pipeline, 0, kBindings, writes.data());
    } else if (way == DescriptorWay::Buffer) {
        VkDescriptorBufferBindingInfoEXT binding{
            VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT};
        binding.address = m_address;
        binding.usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                        VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT;
        m_vk.vkCmdBindDescriptorBuffersEXT(m_commands, 1, &binding);
    }
    const uint32_t first = change == Change::Uniforms ? 0 : 1;
    const uint32_t count = change == Change::All ? kImages : 1;
    for (uint32_t i = 0; i < kChanges; ++i) {
        const uint32_t other = change == Change::Uniforms ? 0 : i & 1;
        const VkDeviceSize uniforms_B = change == Change::Uniforms ? i * kUniformStep_B : 0;
        if (way == DescriptorWay::Sets) {
            const auto offset = uint32_t(uniforms_B);
            m_vk.vkCmdBindDescriptorSets(
                m_commands, kPoint, layout.pipeline, 0, 1, &m_sets[other], 1, &offset);
        } else if (way == DescriptorWay::Push) {
            m_uniforms.offset = uniforms_B;
            for (uint32_t k = 0; k < count; ++k) {
                m_infos[k].imageView = m_views[other];
            }
            m_vk.vkCmdPushDescriptorSetKHR(
                m_commands, kPoint, layout.pipeline, 0, count, writes.data() + first);
        } else {
            std::byte* const bytes = m_bytes[other].data();
            if (change == Change::Uniforms) {
                VkDescriptorAddressInfoEXT buffer{VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT};
                buffer.address = m_address + uniforms_B;
                buffer.range = kUniformStep_B;
                VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
                info.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
                info.data.pUniformBuffer = &buffer;
                m_vk.vkGetDescriptorEXT(m_device, &info, uniformBuffer_B(), bytes + m_offsets_B[0]);
            }
            const VkDeviceSize at_B = kDescriptorsAt_B + i * m_set_B;
            std::memcpy(m_mapped + at_B, bytes, m_set_B);
            constexpr uint32_t kFirst = 0;
            m_vk.vkCmdSetDescriptorBufferOffsetsEXT(
                m_commands, kPoint, layout.pipeline, 0, 1, &kFirst, &at_B);
        }
        m_vk.vkCmdDraw(m_commands, 3, 1, 0, 0);
    }
}

/// For one change; infinite where something failed.
float DescriptorMeasurement::timed_ns(DescriptorWay way, Change change) {
    constexpr float kFailed_ns = std::numeric_limits<float>::infinity();
    using Clock = std::chrono::steady_clock;
    if (m_vk.vkResetCommandPool(m_device, m_commandPool, 0) != VK_SUCCESS) {
        return kFailed_ns;
    }
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (m_vk.vkBeginCommandBuffer(m_commands, &begin) != VK_SUCCESS) {
        return kFailed_ns;
    }
    std::array<VkImageMemoryBarrier, 2> barriers{};
    for (VkImageMemoryBarrier& barrier : barriers) {
        barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        barrier.subresourceRange = kColor;
    }
    barriers[0].dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
    barriers[0].image = m_image;
    barriers[1].dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    barriers[1].image = m_target;
    m_vk.vkCmdPipelineBarrier(m_commands,
                              VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                              VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT |
                                  VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                              0,
                              0,
                              nullptr,
                              0,
                              nullptr,
                              uint32_t(barriers.size()),
                              barriers.data());
    VkRenderingAttachmentInfo target{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    target.imageView = m_targetView;
    target.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    target.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    target.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
    rendering.renderArea.extent = {kTarget_px, kTarget_px};
    rendering.layerCount = 1;
    rendering.colorAttachmentCount = 1;
    rendering.pColorAttachments = &target;
    m_vk.vkCmdBeginRendering(m_commands, &rendering);
    const Clock::time_point start = Clock::now();
    record(way, change);
    m_vk.vkCmdEndRendering(m_commands);
    bool done = m_vk.vkEndCommandBuffer(m_commands) == VK_SUCCESS;
    if (done && m_onProcessor) { // What executes them takes from what records.
        VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &m_commands;
        done = m_vk.vkQueueSubmit(m_queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS &&
               m_vk.vkQueueWaitIdle(m_queue) == VK_SUCCESS;
    }
    const std::chrono::duration<float, std::nano> took = Clock::now() - start;
    return done ? took.count() / kChanges : kFailed_ns;
}

std::optional<DescriptorSpeed> DescriptorMeasurement::run(const std::stop_token& stop) {
    constexpr float kNever_ns = std::numeric_limits<float>::infinity();
    DescriptorSpeed speed;
    const auto enough = [&](int rounds) {
        return rounds == kMostRounds || (rounds >= kRounds && speed.best() == DescriptorWay::Sets);
    };
    for (int round = 0; !enough(round); ++round) {
        for (size_t i = 0; i < DescriptorSpeed::kWays; ++i) {
            const auto way = DescriptorWay(i);
            if (!offers(way)) {
                continue;
            }
            DescriptorSpeed::Costs& costs = speed.costs[i];
            if (round <= 1) {
                costs = {kNever_ns, kNever_ns, kNever_ns};
            }
            costs.uniforms_ns = std::min(costs.uniforms_ns, timed_ns(way, Change::Uniforms));
            costs.one_ns = std::min(costs.one_ns, timed_ns(way, Change::One));
            costs.all_ns = std::min(costs.all_ns, timed_ns(way, Change::All));
            if (stop.stop_requested() || !std::isfinite(speed.mean_ns(way))) {
                return {};
            }
        }
    }
    return speed;
}

} // namespace

float DescriptorSpeed::mean_ns(DescriptorWay way) const {
    const Costs& c = costs[size_t(way)];
    return std::cbrt(c.uniforms_ns * c.one_ns * c.all_ns);
}

DescriptorWay DescriptorSpeed::best() const {
    DescriptorWay best = DescriptorWay::Sets;
    float least_ns = mean_ns(best) * kClearly;
    for (const DescriptorWay way : {DescriptorWay::Push, DescriptorWay::Buffer}) {
        const float mean = mean_ns(way);
        if (mean > 0 && mean < least_ns) {
            best = way;
            least_ns = mean;
        }
    }
    return best;
}

std::string DescriptorSpeed::description() const {
    std::string text =
        fmt::format("measured: a change takes {:.0f} ns", mean_ns(DescriptorWay::Sets));
    const auto add = [&](DescriptorWay way, const char* how) {
        text += mean_ns(way) > 0 ? fmt::format(", {} {:.0f}", how, mean_ns(way)) : "";
    };
    add(DescriptorWay::Push, "pushed");
    add(DescriptorWay::Buffer, "in buffers");
    return text;
}

std::optional<DescriptorSpeed> knownDescriptorSpeed(const VkPhysicalDeviceProperties& properties) {
    const store::Store store(deviceOrigin(properties));
    const auto bytes = store.get(descriptorKey(properties), store::Kind::Measurement);
    DescriptorSpeed speed;
    if (!bytes || bytes->size() != sizeof speed) {
        return {};
    }
    std::memcpy(&speed, bytes->data(), sizeof speed);
    const auto possible = [](const DescriptorSpeed::Costs& costs) {
        const auto time = [](float ns) { return std::isfinite(ns) && ns >= 0; };
        return time(costs.uniforms_ns) && time(costs.one_ns) && time(costs.all_ns);
    };
    return std::ranges::all_of(speed.costs, possible) ? std::optional(speed) : std::nullopt;
}

std::optional<DescriptorSpeed> measureDescriptorSpeed(VkPhysicalDevice physical,
                                                      const DescriptorAbilities& has,
                                                      std::stop_token stop) {
    const auto begin = std::chrono::steady_clock::now();
    std::optional<DescriptorSpeed> speed;
    if (!stop.stop_requested()) {
        DescriptorMeasurement measurement(physical, has);
        speed = measurement.open(stop) ? measurement.run(stop) : std::nullopt;
    }
    if (!speed) {
        return {};
    }
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(physical, &properties);
    for (size_t i = 0; i < DescriptorSpeed::kWays; ++i) {
        const DescriptorSpeed::Costs& costs = speed->costs[i];
        if (costs.all_ns > 0) {
            base::logDebug(base::Log::Device,
                           "{}: descriptors, way {}: uniforms {:.0f} ns, one texture of eight "
                           "{:.0f}, eight {:.0f}",
                           properties.deviceName,
                           i,
                           costs.uniforms_ns,
                           costs.one_ns,
                           costs.all_ns);
        }
    }
    base::logInfo(
        base::Log::Device,
        "{}: descriptors {}; measuring took {:.1f} ms",
        properties.deviceName,
        speed->description(),
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
            .count());
    store::Store(deviceOrigin(properties))
        .put(descriptorKey(properties),
             std::as_bytes(std::span(&*speed, 1)),
             store::Kind::Measurement);
    return speed;
}

} // namespace glvk
