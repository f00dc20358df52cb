// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "gpu.h"

namespace draws {
namespace {

VkImageAspectFlags aspectsOf(VkFormat depth) {
    const bool stencil =
        depth == VK_FORMAT_D24_UNORM_S8_UINT || depth == VK_FORMAT_D32_SFLOAT_S8_UINT;
    return VK_IMAGE_ASPECT_DEPTH_BIT |
           (stencil ? VkImageAspectFlags(VK_IMAGE_ASPECT_STENCIL_BIT) : 0);
}

std::unique_ptr<vkc::Image> attachment(
    Gpu& gpu, VkExtent2D extent, VkFormat format, bool color, VkSampleCountFlagBits samples) {
    if (format == VK_FORMAT_UNDEFINED) {
        return nullptr;
    }
    vkc::ImageShape shape;
    shape.format = format;
    shape.extent = {extent.width, extent.height, 1};
    shape.usage =
        color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    shape.aspect = color ? VkImageAspectFlags(VK_IMAGE_ASPECT_COLOR_BIT) : aspectsOf(format);
    shape.samples = samples;
    return std::make_unique<vkc::Image>(gpu.device(), shape);
}

} // namespace

Gpu::Gpu() {
    m_13.pNext = &m_dynamic;
    m_dynamic.pNext = &m_shaderObject;
    vkc::Wishes wishes;
    wishes.apiVersion = VK_API_VERSION_1_3;
    wishes.graphics = true;
    wishes.extensions = {VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME,
                         VK_EXT_SHADER_OBJECT_EXTENSION_NAME,
                         VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
    wishes.features = &m_13;
    m_device = std::make_unique<vkc::Device>(wishes);
    if (!m_13.dynamicRendering) {
        throw vkc::Failure(m_device->name() + " has no dynamic rendering");
    }
}

bool Gpu::dynamicBlend() const {
    return m_device->hasExtension(VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME) &&
           m_dynamic.extendedDynamicState3ColorBlendEnable &&
           m_dynamic.extendedDynamicState3ColorBlendEquation &&
           m_dynamic.extendedDynamicState3ColorWriteMask;
}

bool Gpu::hasShaderObjects() const {
    return m_device->hasExtension(VK_EXT_SHADER_OBJECT_EXTENSION_NAME) &&
           m_shaderObject.shaderObject;
}

bool Gpu::hasTarget(VkFormat format, uint32_t samples) const {
    const bool depth = format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT;
    const auto& limits = m_device->limits();
    const VkSampleCountFlags counts =
        depth ? limits.framebufferDepthSampleCounts : limits.framebufferColorSampleCounts;
    return (counts & samples) &&
           m_device->hasFormat(format,
                               depth ? VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
                                     : VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT);
}

Target::Target(Gpu& gpu, VkExtent2D extent, VkFormat color, VkFormat depth, uint32_t samples)
    : m_extent(extent),
      m_samples(VkSampleCountFlagBits(samples)),
      m_color(attachment(gpu, extent, color, true, m_samples)),
      m_depth(attachment(gpu, extent, depth, false, m_samples)) {}

bool Target::hasStencil() const {
    return m_depth && (m_depth->shape().aspect & VK_IMAGE_ASPECT_STENCIL_BIT);
}

void Target::begin(VkCommandBuffer commands, bool clear) const {
    const VkAttachmentLoadOp load =
        clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
    VkRenderingAttachmentInfo color{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    color.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    color.loadOp = load;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingAttachmentInfo depth = color;
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = m_extent;
    info.layerCount = 1;
    if (m_color) {
        color.imageView = m_color->view();
        color.clearValue.color = {{0.5f, 0.5f, 0.5f, 0.5f}};
        info.colorAttachmentCount = 1;
        info.pColorAttachments = &color;
    }
    if (m_depth) {
        depth.imageView = m_depth->view();
        depth.clearValue.depthStencil = {0.5f, 1};
        info.pDepthAttachment = &depth;
        info.pStencilAttachment = hasStencil() ? &depth : nullptr;
    }
    vkCmdBeginRendering(commands, &info);
}

Shader::Shader(Gpu& gpu, VkShaderStageFlagBits stage, const std::string& glsl)
    : m_gpu(gpu), m_stage(stage) {
    const std::vector<uint32_t> spirv = stage == VK_SHADER_STAGE_VERTEX_BIT
                                            ? vkc::compileVertexGlsl(glsl)
                                            : vkc::compileFragmentGlsl(glsl);
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = spirv.size() * 4;
    info.pCode = spirv.data();
    vkc::check(vkCreateShaderModule(gpu.device().handle(), &info, nullptr, &m_module),
               "vkCreateShaderModule");
}

Shader::~Shader() {
    vkDestroyShaderModule(m_gpu.device().handle(), m_module, nullptr);
}

Layout::Layout(Gpu& gpu) : m_gpu(gpu) {
    VkDevice device = gpu.device().handle();
    const VkDescriptorSetLayoutBinding binding{
        0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = 1;
    setInfo.pBindings = &binding;
    vkc::check(vkCreateDescriptorSetLayout(device, &setInfo, nullptr, &m_setLayout),
               "vkCreateDescriptorSetLayout");
    const VkPushConstantRange range{
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, kPushConstants_B};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &m_setLayout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    vkc::check(vkCreatePipelineLayout(device, &info, nullptr, &m_layout), "vkCreatePipelineLayout");
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1};
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 1;
    poolInfo.pPoolSizes = &size;
    vkc::check(vkCreateDescriptorPool(device, &poolInfo, nullptr, &m_pool),
               "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocation.descriptorPool = m_pool;
    allocation.descriptorSetCount = 1;
    allocation.pSetLayouts = &m_setLayout;
    vkc::check(vkAllocateDescriptorSets(device, &allocation, &m_set), "vkAllocateDescriptorSets");
}

Layout::~Layout() {
    VkDevice device = m_gpu.device().handle();
    vkDestroyDescriptorPool(device, m_pool, nullptr);
    vkDestroyPipelineLayout(device, m_layout, nullptr);
    vkDestroyDescriptorSetLayout(device, m_setLayout, nullptr);
}

void Layout::bindImage(const vkc::Image& image, const vkc::Sampler& sampler) {
    const VkDescriptorImageInfo info{sampler.handle(), image.view(), VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = m_set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &info;
    vkUpdateDescriptorSets(m_gpu.device().handle(), 1, &write, 0, nullptr);
}

Pipeline::Pipeline(Gpu& gpu,
                   VkPipelineLayout layout,
                   const Target& target,
                   const Shader& vertex,
                   const Shader* fragment,
                   const PipelineState& state)
    : m_gpu(gpu) {
    const VkFormat color = target.color();
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    rendering.colorAttachmentCount = color ? 1 : 0;
    rendering.pColorAttachmentFormats = &color;
    rendering.depthAttachmentFormat = target.depth();
    rendering.stencilAttachmentFormat = target.hasStencil() ? target.depth() : VK_FORMAT_UNDEFINED;
    VkPipelineShaderStageCreateInfo stages[2];
    uint32_t stageCount = 0;
    for (const Shader* shader : {&vertex, fragment}) {
        if (shader) {
            auto& stage = stages[stageCount++];
            stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
            stage.stage = shader->stage();
            stage.module = shader->handle();
            stage.pName = "main";
        }
    }
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    vi.vertexBindingDescriptionCount = uint32_t(state.bindings.size());
    vi.pVertexBindingDescriptions = state.bindings.data();
    vi.vertexAttributeDescriptionCount = uint32_t(state.attributes.size());
    vi.pVertexAttributeDescriptions = state.attributes.data();
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    ia.topology = state.topology;
    const VkViewport viewport{
        0, 0, float(target.extent().width), float(target.extent().height), 0, 1};
    const VkRect2D scissor{{0, 0}, target.extent()};
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    vp.viewportCount = vp.scissorCount = 1;
    vp.pViewports = &viewport;
    vp.pScissors = &scissor;
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    rs.lineWidth = 1;
    rs.cullMode = state.cull;
    VkPipelineMultisampleStateCreateInfo ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    ms.rasterizationSamples = target.samples();
    VkPipelineColorBlendStateCreateInfo cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    cb.attachmentCount = color ? 1 : 0;
    cb.pAttachments = &state.blend;
    cb.blendConstants[0] = cb.blendConstants[3] = 0.25f;
    cb.blendConstants[1] = cb.blendConstants[2] = 0.75f;
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamic.dynamicStateCount = uint32_t(state.dynamic.size());
    dynamic.pDynamicStates = state.dynamic.data();
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.pNext = &rendering;
    info.stageCount = stageCount;
    info.pStages = stages;
    info.pVertexInputState = &vi;
    info.pInputAssemblyState = &ia;
    info.pViewportState = &vp;
    info.pRasterizationState = &rs;
    info.pMultisampleState = &ms;
    info.pDepthStencilState = &state.depth;
    info.pColorBlendState = &cb;
    info.pDynamicState = state.dynamic.empty() ? nullptr : &dynamic;
    info.layout = layout;
    vkc::check(vkCreateGraphicsPipelines(
                   gpu.device().handle(), VK_NULL_HANDLE, 1, &info, nullptr, &m_pipeline),
               "vkCreateGraphicsPipelines");
}

Pipeline::~Pipeline() {
    vkDestroyPipeline(m_gpu.device().handle(), m_pipeline, nullptr);
}

} // namespace draws
