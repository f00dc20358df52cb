// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include "vk_compute/glsl.h"

namespace vkt {

namespace {

bool hasDepth(VkFormat format) {
    return format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT &&
           format != VK_FORMAT_S8_UINT;
}

bool hasStencil(VkFormat format) {
    return format >= VK_FORMAT_S8_UINT && format <= VK_FORMAT_D32_SFLOAT_S8_UINT;
}

uint32_t texelSize_B(VkFormat format, VkImageAspectFlagBits aspect) {
    if (aspect == VK_IMAGE_ASPECT_STENCIL_BIT) {
        return 1;
    }
    switch (format) {
    case VK_FORMAT_R8_UNORM:
    case VK_FORMAT_R8_UINT:
        return 1;
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_D16_UNORM_S8_UINT:
    case VK_FORMAT_R5G6B5_UNORM_PACK16:
    case VK_FORMAT_R8G8_UNORM:
    case VK_FORMAT_R16_SFLOAT:
        return 2;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R16G16B16A16_SINT:
    case VK_FORMAT_R32G32_SFLOAT:
        return 8;
    case VK_FORMAT_R32G32B32A32_SFLOAT:
    case VK_FORMAT_R32G32B32A32_UINT:
        return 16;
    default:
        return 4;
    }
}

} // namespace

void GraphicsTest::SetUp() {
    DeviceTest::SetUp();
    if (HasFatalFailure()) {
        return;
    }
    VkQueueFamilyProperties family{};
    uint32_t count = 1;
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice(), &count, &family);
    ASSERT_TRUE(family.queueFlags & VK_QUEUE_GRAPHICS_BIT);
}

bool GraphicsTest::hasAttachment(VkFormat format) const {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(physicalDevice(), format, &properties);
    const VkFormatFeatureFlags wanted = hasDepth(format) || hasStencil(format)
                                            ? VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
                                            : VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
    return properties.optimalTilingFeatures & wanted;
}

bool GraphicsTest::onLavapipe() const {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    return std::strncmp(properties.deviceName, "llvmpipe", 8) == 0;
}

Target GraphicsTest::makeTarget(const TargetShape& shape) {
    Target target;
    target.format = shape.format;
    target.extent = shape.extent;
    target.layers = shape.layers;
    target.aspects |= hasDepth(shape.format) ? VK_IMAGE_ASPECT_DEPTH_BIT : 0;
    target.aspects |= hasStencil(shape.format) ? VK_IMAGE_ASPECT_STENCIL_BIT : 0;
    const bool color = target.aspects == 0;
    target.aspects |= color ? VK_IMAGE_ASPECT_COLOR_BIT : 0;

    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = shape.format;
    info.extent = {shape.extent.width, shape.extent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = shape.layers;
    info.samples = shape.samples;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage =
        shape.usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
        (color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    EXPECT_VK(vkCreateImage(device(), &info, nullptr, &target.image));
    VkMemoryRequirements requirements;
    vkGetImageMemoryRequirements(device(), target.image, &requirements);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = requirements.size;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &memory));
    EXPECT_VK(vkBindImageMemory(device(), target.image, memory, 0));

    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = target.image;
    view.viewType = shape.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    view.format = shape.format;
    view.subresourceRange = {target.aspects, 0, 1, 0, shape.layers};
    EXPECT_VK(vkCreateImageView(device(), &view, nullptr, &target.view));
    atEnd([this, target, memory] {
        vkDestroyImageView(device(), target.view, nullptr);
        vkDestroyImage(device(), target.image, nullptr);
        vkFreeMemory(device(), memory, nullptr);
    });
    run([&](VkCommandBuffer commands) {
        VkImageMemoryBarrier transition{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        transition.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        transition.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        transition.srcQueueFamilyIndex = transition.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        transition.image = target.image;
        transition.subresourceRange = view.subresourceRange;
        vkCmdPipelineBarrier(commands,
                             VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0,
                             0,
                             nullptr,
                             0,
                             nullptr,
                             1,
                             &transition);
    });
    return target;
}

std::vector<std::byte> GraphicsTest::readBytes(const Target& target, VkImageAspectFlagBits aspect) {
    const VkDeviceSize size_B = VkDeviceSize(target.extent.width) * target.extent.height *
                                target.layers * texelSize_B(target.format, aspect);
    const Buffer buffer = makeBuffer(size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    run([&](VkCommandBuffer commands) {
        barrier(commands);
        VkBufferImageCopy region{};
        region.imageSubresource = {VkImageAspectFlags(aspect), 0, 0, target.layers};
        region.imageExtent = {target.extent.width, target.extent.height, 1};
        vkCmdCopyImageToBuffer(
            commands, target.image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer, 1, &region);
        barrier(commands);
    });
    const std::span<std::byte> bytes = buffer.as<std::byte>();
    return {bytes.begin(), bytes.end()};
}

namespace {

VkShaderModule makeModule(VkDevice device, const std::vector<uint32_t>& spirv) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = spirv.size() * sizeof(uint32_t);
    info.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateShaderModule(device, &info, nullptr, &module));
    return module;
}

} // namespace

VkShaderModule GraphicsTest::makeVertexShader(const std::string& glsl) {
    const VkShaderModule module = makeModule(device(), vkc::compileVertexGlsl(glsl));
    atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
    return module;
}

VkShaderModule GraphicsTest::makeFragmentShader(const std::string& glsl) {
    const VkShaderModule module = makeModule(device(), vkc::compileFragmentGlsl(glsl));
    atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
    return module;
}

VkShaderModule GraphicsTest::makeControlShader(const std::string& glsl) {
    const VkShaderModule module = makeModule(device(), vkc::compileControlGlsl(glsl));
    atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
    return module;
}

VkShaderModule GraphicsTest::makeEvaluationShader(const std::string& glsl) {
    const VkShaderModule module = makeModule(device(), vkc::compileEvaluationGlsl(glsl));
    atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
    return module;
}

VkShaderModule GraphicsTest::makeGeometryShader(const std::string& glsl) {
    const VkShaderModule module = makeModule(device(), vkc::compileGeometryGlsl(glsl));
    atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
    return module;
}

DescriptorSet GraphicsTest::makeSet(VkDescriptorType type,
                                    const VkDescriptorImageInfo& image,
                                    VkShaderStageFlags stages) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.descriptorType = type;
    write.pImageInfo = &image;
    return makeSet(write, stages);
}

DescriptorSet GraphicsTest::makeSet(VkDescriptorType type,
                                    const VkDescriptorBufferInfo& buffer,
                                    VkShaderStageFlags stages) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.descriptorType = type;
    write.pBufferInfo = &buffer;
    return makeSet(write, stages);
}

DescriptorSet GraphicsTest::makeSet(VkWriteDescriptorSet write, VkShaderStageFlags stages) {
    DescriptorSet made;
    const VkDescriptorSetLayoutBinding binding{0, write.descriptorType, 1, stages, nullptr};
    VkDescriptorSetLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    layoutInfo.bindingCount = 1;
    layoutInfo.pBindings = &binding;
    EXPECT_VK(vkCreateDescriptorSetLayout(device(), &layoutInfo, nullptr, &made.layout));
    const VkDescriptorPoolSize size{write.descriptorType, 1};
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 1;
    poolInfo.pPoolSizes = &size;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateDescriptorPool(device(), &poolInfo, nullptr, &pool));
    atEnd([this, pool, layout = made.layout] {
        vkDestroyDescriptorPool(device(), pool, nullptr);
        vkDestroyDescriptorSetLayout(device(), layout, nullptr);
    });
    VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocation.descriptorPool = pool;
    allocation.descriptorSetCount = 1;
    allocation.pSetLayouts = &made.layout;
    EXPECT_VK(vkAllocateDescriptorSets(device(), &allocation, &made.set));
    write.dstSet = made.set;
    write.descriptorCount = 1;
    vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
    return made;
}

VkPipelineLayout GraphicsTest::makeLayout(std::vector<VkDescriptorSetLayout> sets,
                                          uint32_t pushConstants_B,
                                          VkPipelineLayoutCreateFlags flags) {
    const VkPushConstantRange range{
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, pushConstants_B};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.flags = flags;
    info.setLayoutCount = uint32_t(sets.size());
    info.pSetLayouts = sets.data();
    info.pushConstantRangeCount = pushConstants_B > 0 ? 1 : 0;
    info.pPushConstantRanges = &range;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    EXPECT_VK(vkCreatePipelineLayout(device(), &info, nullptr, &layout));
    atEnd([this, layout] { vkDestroyPipelineLayout(device(), layout, nullptr); });
    return layout;
}

VkPipeline GraphicsTest::makePipeline(PipelineMaker& maker, VkResult expected) {
    VkPipeline pipeline = VK_NULL_HANDLE;
    EXPECT_EQ(
        vkCreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &maker.info(), nullptr, &pipeline),
        expected);
    atEnd([this, pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
    return pipeline;
}

VkPipeline GraphicsTest::makePipeline(PipelineMaker& maker,
                                      const std::string& vertexGlsl,
                                      const std::string& fragmentGlsl,
                                      VkExtent2D extent) {
    maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(vertexGlsl));
    maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(fragmentGlsl));
    maker.setViewport(extent.width, extent.height);
    if (!maker.layout) {
        maker.layout = makeLayout();
    }
    return makePipeline(maker);
}

VkRenderPass GraphicsTest::makeRenderPass(const VkRenderPassCreateInfo2& info) {
    VkRenderPass pass = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateRenderPass2(device(), &info, nullptr, &pass));
    atEnd([this, pass] { vkDestroyRenderPass(device(), pass, nullptr); });
    return pass;
}

VkFramebuffer GraphicsTest::makeFramebuffer(VkRenderPass pass,
                                            const std::vector<Target>& targets,
                                            VkFramebufferCreateFlags flags) {
    std::vector<VkImageView> views;
    for (const Target& target : targets) {
        views.push_back(target.view);
    }
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.flags = flags;
    info.renderPass = pass;
    info.attachmentCount = uint32_t(views.size());
    info.pAttachments = views.data();
    info.width = targets[0].extent.width;
    info.height = targets[0].extent.height;
    info.layers = 1;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateFramebuffer(device(), &info, nullptr, &framebuffer));
    atEnd([this, framebuffer] { vkDestroyFramebuffer(device(), framebuffer, nullptr); });
    return framebuffer;
}

VkQueryPool GraphicsTest::makeQueries(VkQueryType type,
                                      uint32_t count,
                                      VkQueryPipelineStatisticFlags statistics) {
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = type;
    info.queryCount = count;
    info.pipelineStatistics = statistics;
    VkQueryPool pool = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateQueryPool(device(), &info, nullptr, &pool));
    atEnd([this, pool] { vkDestroyQueryPool(device(), pool, nullptr); });
    vkResetQueryPool(device(), pool, 0, count);
    return pool;
}

std::vector<uint64_t>
GraphicsTest::results(VkQueryPool pool, uint32_t queries, uint32_t valuesOfEach) {
    std::vector<uint64_t> values(size_t(queries) * valuesOfEach);
    EXPECT_VK(vkGetQueryPoolResults(device(),
                                    pool,
                                    0,
                                    queries,
                                    values.size() * 8,
                                    values.data(),
                                    VkDeviceSize(valuesOfEach) * 8,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    return values;
}

void GraphicsTest::drawInto(const Target& target,
                            VkPipeline pipeline,
                            const std::function<void(VkCommandBuffer)>& commands) {
    run([&](VkCommandBuffer to) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(to, &rendering());
        vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        commands(to);
        vkCmdEndRendering(to);
    });
}

void GraphicsTest::barrier(VkCommandBuffer commands) {
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

namespace {

VkRenderingAttachmentInfo attachmentOf(const Target& target, bool clears) {
    VkRenderingAttachmentInfo info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    info.imageView = target.view;
    info.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    info.loadOp = clears ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
    info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    return info;
}

} // namespace

VkRenderingAttachmentInfo& Rendering::addColor(const Target& target,
                                               std::optional<VkClearColorValue> clear) {
    VkRenderingAttachmentInfo& to = m_colors[info.colorAttachmentCount++];
    to = attachmentOf(target, clear.has_value());
    to.clearValue.color = clear.value_or(VkClearColorValue{});
    return to;
}

VkRenderingAttachmentInfo& Rendering::setDepth(const Target& target, std::optional<float> clear) {
    m_depth = attachmentOf(target, clear.has_value());
    m_depth.clearValue.depthStencil.depth = clear.value_or(0.0f);
    m_hasDepth = true;
    return m_depth;
}

VkRenderingAttachmentInfo& Rendering::setStencil(const Target& target,
                                                 std::optional<uint32_t> clear) {
    m_stencil = attachmentOf(target, clear.has_value());
    m_stencil.clearValue.depthStencil.stencil = clear.value_or(0);
    m_hasStencil = true;
    return m_stencil;
}

const VkRenderingInfo& Rendering::operator()() {
    info.pColorAttachments = m_colors;
    info.pDepthAttachment = m_hasDepth ? &m_depth : nullptr;
    info.pStencilAttachment = m_hasStencil ? &m_stencil : nullptr;
    return info;
}

} // namespace vkt
