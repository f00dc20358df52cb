// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "vulkan_program.h"

#include "vk_compute/device.h"
#include "vk_compute/glsl.h"

#include <array>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace process {

struct Shaders {
    std::vector<uint32_t> compute, vertex, fragment;
};

std::shared_ptr<const Shaders> compileShaders() {
    auto shaders = std::make_shared<Shaders>();
    shaders->compute = vkc::compileGlsl(R"(#version 460
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint salt = 0;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(push_constant) uniform Push { uint pushed; };
shared uint both[64];
void main() {
    both[gl_LocalInvocationIndex] = pushed;
    barrier();
    numbers[gl_GlobalInvocationID.x] = salt + both[63 - gl_LocalInvocationIndex];
})");
    shaders->vertex = vkc::compileVertexGlsl(R"(#version 460
layout(location = 0) in vec2 corner;
void main() {
    gl_Position = vec4(corner, 0.5, 1);
})");
    shaders->fragment = vkc::compileFragmentGlsl(R"(#version 460
layout(constant_id = 0) const uint salt = 0;
layout(set = 0, binding = 0) uniform sampler2D image;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(float(salt & 255) / 255, texture(image, vec2(0.5)).rgb);
})");
    return shaders;
}

namespace {

constexpr uint32_t kGroups = 16;
constexpr uint32_t kNumbers = kGroups * 64;
constexpr uint32_t kPushed = 0x1000;
constexpr uint32_t kSize_px = 48;
constexpr uint32_t kTexels = kSize_px * kSize_px;
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;
constexpr float kCorners[] = {-1, -1, 3, -1, -1, 3};

/// Where things are in the one buffer.
struct Content {
    uint32_t numbers[kNumbers];
    uint32_t texels[kTexels]; ///< What was drawn.
    float corners[std::size(kCorners)];
};

class Program {
public:
    Program(const Shaders& shaders, uint32_t salt) : m_shaders(shaders), m_salt(salt) {}
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    WholeVulkan run();

private:
    bool openDevice();
    bool makeMemory();
    bool makeImage(VkFormat format, VkImageUsageFlags usage, VkImage& image, VkImageView& view);
    bool makeSets();
    bool makeLayouts();
    bool makeModule(const std::vector<uint32_t>& code, VkShaderModule& module);
    bool makePipelines();
    bool makeGraphicsPipeline(VkShaderModule vertex, VkShaderModule fragment);
    bool makePass();
    bool record();
    void recordCompute();
    void recordDraws();
    void recordPass();
    void barrier();
    bool submit();
    bool look();

    /// Whether `result` is VK_SUCCESS; else it is what came of the program.
    bool step(const char* name, VkResult result) {
        if (result != VK_SUCCESS) {
            m_whole.failed = name;
            m_whole.result = result;
        }
        return result == VK_SUCCESS;
    }
    /// At the end, last first.
    void later(std::function<void()> destroy) { m_destroy.push_back(std::move(destroy)); }

    const Shaders& m_shaders;
    const uint32_t m_salt;
    WholeVulkan m_whole;
    std::vector<std::function<void()>> m_destroy;
    VkInstance m_instance = VK_NULL_HANDLE;
    VkPhysicalDevice m_physical = VK_NULL_HANDLE;
    VkDevice m_device = VK_NULL_HANDLE;
    VkQueue m_queue = VK_NULL_HANDLE;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
    VkCommandBuffer m_secondary = VK_NULL_HANDLE;
    VkBuffer m_buffer = VK_NULL_HANDLE;
    Content* m_content = nullptr;
    VkImage m_color = VK_NULL_HANDLE, m_depth = VK_NULL_HANDLE, m_source = VK_NULL_HANDLE;
    VkImageView m_colorView = VK_NULL_HANDLE, m_depthView = VK_NULL_HANDLE,
                m_sourceView = VK_NULL_HANDLE;
    VkSampler m_sampler = VK_NULL_HANDLE;
    VkDescriptorSetLayout m_computeSet = VK_NULL_HANDLE, m_drawSet = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
    VkPipelineLayout m_computeLayout = VK_NULL_HANDLE, m_drawLayout = VK_NULL_HANDLE;
    VkPipelineCache m_cache = VK_NULL_HANDLE;
    VkPipeline m_compute = VK_NULL_HANDLE, m_graphics = VK_NULL_HANDLE;
    VkRenderPass m_pass = VK_NULL_HANDLE;
    VkFramebuffer m_framebuffer = VK_NULL_HANDLE;
    VkQueryPool m_queries = VK_NULL_HANDLE;
};

Program::~Program() {
    if (m_device) {
        vkDeviceWaitIdle(m_device);
    }
    while (!m_destroy.empty()) {
        m_destroy.back()();
        m_destroy.pop_back();
    }
}

// Makes an object that the end destroys.
#define MAKE(Object, info, handle)                                                                 \
    (step("vkCreate" #Object, vkCreate##Object(m_device, &(info), nullptr, &(handle))) &&          \
     (later([this, made = (handle)] { vkDestroy##Object(m_device, made, nullptr); }), true))

bool Program::openDevice() {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo instanceInfo{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instanceInfo.pApplicationInfo = &application;
    if (!step("vkCreateInstance", vkCreateInstance(&instanceInfo, nullptr, &m_instance))) {
        return false;
    }
    later([this] { vkDestroyInstance(m_instance, nullptr); });
    volkLoadInstance(m_instance);
    uint32_t count = 1;
    const VkResult found = vkEnumeratePhysicalDevices(m_instance, &count, &m_physical);
    if (found != VK_INCOMPLETE && !step("vkEnumeratePhysicalDevices", found)) {
        return false;
    }
    if (!m_physical) {
        return step("vkEnumeratePhysicalDevices", VK_ERROR_INITIALIZATION_FAILED);
    }
    VkPhysicalDeviceVulkan13Features features{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    features.dynamicRendering = VK_TRUE;
    features.synchronization2 = VK_TRUE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    const char* const extensions[] = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(std::size(extensions));
    info.ppEnabledExtensionNames = extensions;
    if (!step("vkCreateDevice", vkCreateDevice(m_physical, &info, nullptr, &m_device))) {
        return false;
    }
    later([this] { vkDestroyDevice(m_device, nullptr); });
    volkLoadDevice(m_device);
    vkGetDeviceQueue(m_device, 0, 0, &m_queue);
    return true;
}

bool Program::makeMemory() {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = sizeof(Content);
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    if (!MAKE(Buffer, info, m_buffer)) {
        return false;
    }
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(m_device, m_buffer, &needs);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size; // Of the first type: the device's only one.
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (!step("vkAllocateMemory", vkAllocateMemory(m_device, &allocation, nullptr, &memory))) {
        return false;
    }
    later([this, memory] { vkFreeMemory(m_device, memory, nullptr); });
    void* mapped = nullptr;
    if (!step("vkBindBufferMemory", vkBindBufferMemory(m_device, m_buffer, memory, 0)) ||
        !step("vkMapMemory", vkMapMemory(m_device, memory, 0, VK_WHOLE_SIZE, 0, &mapped))) {
        return false;
    }
    m_content = static_cast<Content*>(mapped);
    *m_content = {};
    std::copy(std::begin(kCorners), std::end(kCorners), m_content->corners);

    VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkQueryPoolCreateInfo queries{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    queries.queryType = VK_QUERY_TYPE_OCCLUSION;
    queries.queryCount = 1;
    return makeImage(kFormat,
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                     m_color,
                     m_colorView) &&
           makeImage(
               kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, m_depth, m_depthView) &&
           makeImage(kFormat,
                     VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                     m_source,
                     m_sourceView) &&
           MAKE(Sampler, sampler, m_sampler) && MAKE(QueryPool, queries, m_queries);
}

bool Program::makeImage(VkFormat format,
                        VkImageUsageFlags usage,
                        VkImage& image,
                        VkImageView& view) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {kSize_px, kSize_px, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = usage;
    if (!MAKE(Image, info, image)) {
        return false;
    }
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(m_device, image, &needs);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (!step("vkAllocateMemory", vkAllocateMemory(m_device, &allocation, nullptr, &memory))) {
        return false;
    }
    later([this, memory] { vkFreeMemory(m_device, memory, nullptr); });
    if (!step("vkBindImageMemory", vkBindImageMemory(m_device, image, memory, 0))) {
        return false;
    }
    VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    viewInfo.image = image;
    viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
    viewInfo.format = format;
    viewInfo.subresourceRange = {VkImageAspectFlags(format == kDepthFormat
                                                        ? VK_IMAGE_ASPECT_DEPTH_BIT
                                                        : VK_IMAGE_ASPECT_COLOR_BIT),
                                 0,
                                 1,
                                 0,
                                 1};
    return MAKE(ImageView, viewInfo, view);
}

/// Of the compute pipeline one from a pool, of the graphics pipeline a pushed one.
bool Program::makeSets() {
    VkDescriptorSetLayoutBinding numbers{
        0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    VkDescriptorSetLayoutBinding image{
        0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo layout{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    layout.bindingCount = 1;
    layout.pBindings = &numbers;
    if (!MAKE(DescriptorSetLayout, layout, m_computeSet)) {
        return false;
    }
    layout.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    layout.pBindings = &image;
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 1;
    poolInfo.pPoolSizes = &size;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    if (!MAKE(DescriptorSetLayout, layout, m_drawSet) || !MAKE(DescriptorPool, poolInfo, pool)) {
        return false;
    }
    VkDescriptorSetAllocateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    set.descriptorPool = pool;
    set.descriptorSetCount = 1;
    set.pSetLayouts = &m_computeSet;
    if (!step("vkAllocateDescriptorSets", vkAllocateDescriptorSets(m_device, &set, &m_set))) {
        return false;
    }
    const VkDescriptorBufferInfo buffer{m_buffer, 0, sizeof(Content::numbers)};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = m_set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &buffer;
    vkUpdateDescriptorSets(m_device, 1, &write, 0, nullptr);
    return true;
}

bool Program::makeLayouts() {
    const VkPushConstantRange pushed{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof kPushed};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &m_drawSet;
    if (!MAKE(PipelineLayout, layout, m_drawLayout)) {
        return false;
    }
    layout.pSetLayouts = &m_computeSet;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &pushed;
    return MAKE(PipelineLayout, layout, m_computeLayout);
}

bool Program::makeModule(const std::vector<uint32_t>& code, VkShaderModule& module) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = code.size() * sizeof(uint32_t);
    info.pCode = code.data();
    return MAKE(ShaderModule, info, module);
}

bool Program::makePipelines() {
    VkShaderModule compute = VK_NULL_HANDLE, vertex = VK_NULL_HANDLE, fragment = VK_NULL_HANDLE;
    VkPipelineCacheCreateInfo cache{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (!makeModule(m_shaders.compute, compute) || !makeModule(m_shaders.vertex, vertex) ||
        !makeModule(m_shaders.fragment, fragment) || !MAKE(PipelineCache, cache, m_cache)) {
        return false;
    }
    const VkSpecializationMapEntry entry{0, 0, sizeof m_salt};
    const VkSpecializationInfo salt{1, &entry, sizeof m_salt, &m_salt};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  nullptr,
                  0,
                  VK_SHADER_STAGE_COMPUTE_BIT,
                  compute,
                  "main",
                  &salt};
    info.layout = m_computeLayout;
    if (!step("vkCreateComputePipelines",
              vkCreateComputePipelines(m_device, m_cache, 1, &info, nullptr, &m_compute))) {
        return false;
    }
    later([this] { vkDestroyPipeline(m_device, m_compute, nullptr); });
    return makeGraphicsPipeline(vertex, fragment);
}

bool Program::makeGraphicsPipeline(VkShaderModule vertex, VkShaderModule fragment) {
    const VkSpecializationMapEntry entry{0, 0, sizeof m_salt};
    const VkSpecializationInfo salt{1, &entry, sizeof m_salt, &m_salt};
    VkPipelineShaderStageCreateInfo stage{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    stage.pName = "main";
    stage.pSpecializationInfo = &salt;
    std::array<VkPipelineShaderStageCreateInfo, 2> stages{stage, stage};
    stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
    stages[0].module = vertex;
    stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    stages[1].module = fragment;
    const VkVertexInputBindingDescription binding{0, 8, VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attribute{0, 0, VK_FORMAT_R32G32_SFLOAT, 0};
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    vi.vertexBindingDescriptionCount = vi.vertexAttributeDescriptionCount = 1;
    vi.pVertexBindingDescriptions = &binding;
    vi.pVertexAttributeDescriptions = &attribute;
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    const VkViewport viewport{0, 0, kSize_px, kSize_px, 0, 1};
    const VkRect2D scissor{{0, 0}, {kSize_px, kSize_px}};
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    vp.viewportCount = vp.scissorCount = 1;
    vp.pViewports = &viewport;
    vp.pScissors = &scissor;
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    rs.lineWidth = 1;
    VkPipelineMultisampleStateCreateInfo ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    ms.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineDepthStencilStateCreateInfo ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    ds.depthTestEnable = ds.depthWriteEnable = VK_TRUE;
    ds.depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    VkPipelineColorBlendAttachmentState blend{};
    blend.colorWriteMask = 0xf;
    VkPipelineColorBlendStateCreateInfo cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    cb.attachmentCount = 1;
    cb.pAttachments = &blend;
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    rendering.colorAttachmentCount = 1;
    rendering.pColorAttachmentFormats = &kFormat;
    rendering.depthAttachmentFormat = kDepthFormat;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};
    info.stageCount = uint32_t(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &vi;
    info.pInputAssemblyState = &ia;
    info.pViewportState = &vp;
    info.pRasterizationState = &rs;
    info.pMultisampleState = &ms;
    info.pDepthStencilState = &ds;
    info.pColorBlendState = &cb;
    info.layout = m_drawLayout;
    if (!step("vkCreateGraphicsPipelines",
              vkCreateGraphicsPipelines(m_device, m_cache, 1, &info, nullptr, &m_graphics))) {
        return false;
    }
    later([this] { vkDestroyPipeline(m_device, m_graphics, nullptr); });
    return true;
}

bool Program::makePass() {
    VkAttachmentDescription color{};
    color.format = kFormat;
    color.samples = VK_SAMPLE_COUNT_1_BIT;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    color.initialLayout = color.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_GENERAL};
    VkSubpassDescription subpass{};
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = info.subpassCount = 1;
    info.pAttachments = &color;
    info.pSubpasses = &subpass;
    if (!MAKE(RenderPass, info, m_pass)) {
        return false;
    }
    VkFramebufferCreateInfo framebuffer{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    framebuffer.renderPass = m_pass;
    framebuffer.attachmentCount = 1;
    framebuffer.pAttachments = &m_colorView;
    framebuffer.width = framebuffer.height = kSize_px;
    framebuffer.layers = 1;
    return MAKE(Framebuffer, framebuffer, m_framebuffer);
}

void Program::barrier() {
    VkMemoryBarrier2 memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    memory.srcStageMask = memory.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    memory.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
    VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &memory;
    vkCmdPipelineBarrier2(m_commands, &info);
}

void Program::recordCompute() {
    vkCmdBindPipeline(m_commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_compute);
    vkCmdBindDescriptorSets(
        m_commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_computeLayout, 0, 1, &m_set, 0, nullptr);
    vkCmdPushConstants(
        m_commands, m_computeLayout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof kPushed, &kPushed);
    vkCmdDispatch(m_commands, kGroups, 1, 1);
}

void Program::recordDraws() {
    VkRenderingAttachmentInfo color{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    color.imageView = m_colorView;
    color.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingAttachmentInfo depth = color;
    depth.imageView = m_depthView;
    depth.clearValue.depthStencil.depth = 1;
    VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
    rendering.renderArea.extent = {kSize_px, kSize_px};
    rendering.layerCount = rendering.colorAttachmentCount = 1;
    rendering.pColorAttachments = &color;
    rendering.pDepthAttachment = &depth;
    vkCmdBeginRendering(m_commands, &rendering);
    vkCmdBindPipeline(m_commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_graphics);
    const VkDeviceSize offset_B = offsetof(Content, corners);
    vkCmdBindVertexBuffers(m_commands, 0, 1, &m_buffer, &offset_B);
    const VkDescriptorImageInfo image{m_sampler, m_sourceView, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &image;
    vkCmdPushDescriptorSetKHR(
        m_commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_drawLayout, 0, 1, &write);
    vkCmdBeginQuery(m_commands, m_queries, 0, 0);
    vkCmdDraw(m_commands, 3, 1, 0, 0);
    vkCmdEndQuery(m_commands, m_queries, 0);
    vkCmdEndRendering(m_commands);
}

/// Clears the first pixel, in a pass of the old kind and by a secondary command buffer.
void Program::recordPass() {
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = m_pass;
    begin.framebuffer = m_framebuffer;
    begin.renderArea.extent = {kSize_px, kSize_px};
    vkCmdBeginRenderPass(m_commands, &begin, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
    vkCmdExecuteCommands(m_commands, 1, &m_secondary);
    vkCmdEndRenderPass(m_commands);
}

bool Program::record() {
    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool = VK_NULL_HANDLE;
    if (!MAKE(CommandPool, poolInfo, pool)) {
        return false;
    }
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool;
    allocate.commandBufferCount = 1;
    VkCommandBufferInheritanceInfo inheritance{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    inheritance.renderPass = m_pass;
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (!step("vkAllocateCommandBuffers",
              vkAllocateCommandBuffers(m_device, &allocate, &m_commands))) {
        return false;
    }
    allocate.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    if (!step("vkAllocateCommandBuffers",
              vkAllocateCommandBuffers(m_device, &allocate, &m_secondary)) ||
        !step("vkBeginCommandBuffer", vkBeginCommandBuffer(m_commands, &begin))) {
        return false;
    }
    begin.flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
    begin.pInheritanceInfo = &inheritance;
    if (!step("vkBeginCommandBuffer", vkBeginCommandBuffer(m_secondary, &begin))) {
        return false;
    }
    const VkClearAttachment black{VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
    const VkClearRect first{{{0, 0}, {1, 1}}, 0, 1};
    vkCmdClearAttachments(m_secondary, 1, &black, 1, &first);
    if (!step("vkEndCommandBuffer", vkEndCommandBuffer(m_secondary))) {
        return false;
    }

    vkCmdResetQueryPool(m_commands, m_queries, 0, 1);
    recordCompute();
    const VkClearColorValue white{{1, 1, 1, 1}};
    const VkImageSubresourceRange whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdClearColorImage(m_commands, m_source, VK_IMAGE_LAYOUT_GENERAL, &white, 1, &whole);
    barrier();
    recordDraws();
    barrier();
    recordPass();
    barrier();
    VkBufferImageCopy copy{};
    copy.bufferOffset = offsetof(Content, texels);
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {kSize_px, kSize_px, 1};
    vkCmdCopyImageToBuffer(m_commands, m_color, VK_IMAGE_LAYOUT_GENERAL, m_buffer, 1, &copy);
    return step("vkEndCommandBuffer", vkEndCommandBuffer(m_commands));
}

bool Program::submit() {
    VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    if (!MAKE(Fence, fenceInfo, fence)) {
        return false;
    }
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &m_commands;
    uint64_t samples = 0;
    if (!step("vkQueueSubmit", vkQueueSubmit(m_queue, 1, &info, fence)) ||
        !step("vkWaitForFences", vkWaitForFences(m_device, 1, &fence, VK_TRUE, UINT64_MAX)) ||
        !step("vkGetQueryPoolResults",
              vkGetQueryPoolResults(m_device,
                                    m_queries,
                                    0,
                                    1,
                                    sizeof samples,
                                    &samples,
                                    sizeof samples,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT))) {
        return false;
    }
    m_whole.wrong = samples == 0;
    size_t size_B = 0;
    if (!step("vkGetPipelineCacheData",
              vkGetPipelineCacheData(m_device, m_cache, &size_B, nullptr))) {
        return false;
    }
    std::vector<std::byte> data(size_B);
    return step("vkGetPipelineCacheData",
                vkGetPipelineCacheData(m_device, m_cache, &size_B, data.data()));
}

bool Program::look() {
    for (const uint32_t number : m_content->numbers) {
        m_whole.wrong |= number != m_salt + kPushed;
    }
    for (uint32_t i = 0; i < kTexels; ++i) {
        m_whole.wrong |= m_content->texels[i] != (i == 0 ? 0 : 0xffffff00 | (m_salt & 255));
    }
    return true;
}

WholeVulkan Program::run() {
    static_cast<void>(openDevice() && makeMemory() && makeSets() && makeLayouts() &&
                      makePipelines() && makePass() && record() && submit() && look());
    return m_whole;
}

} // namespace

WholeVulkan runWholeVulkan(const Shaders& shaders, uint32_t salt) {
    Program program(shaders, salt);
    return program.run();
}

} // namespace process
