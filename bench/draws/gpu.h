// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the Vulkan programs here draw with: dynamic rendering into a color and a depth attachment.
#pragma once

#include "vk_compute/device.h"
#include "vk_compute/glsl.h"

// After Vulkan's own header.
#include "base/vk_shader_object.h"

#include <optional>

namespace draws {

/// A device of Vulkan 1.3 that draws, and what of VK_EXT_extended_dynamic_state3 it has.
class Gpu {
public:
    Gpu();
    vkc::Device& device() { return *m_device; }
    /// Blending and write mask are dynamic states.
    bool dynamicBlend() const;
    bool hasTarget(VkFormat format, uint32_t samples) const;
    /// VK_EXT_shader_object and all that it needs to be set.
    bool hasShaderObjects() const;
    bool hasInlineBlocks() const { return m_13.inlineUniformBlock; }

private:
    VkPhysicalDeviceShaderObjectFeaturesEXT m_shaderObject{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT m_dynamic{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT};
    VkPhysicalDeviceVulkan13Features m_13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    std::unique_ptr<vkc::Device> m_device;
};

class Target {
public:
    /// VK_FORMAT_UNDEFINED: there is no such attachment.
    Target(Gpu& gpu, VkExtent2D extent, VkFormat color, VkFormat depth, uint32_t samples);

    VkExtent2D extent() const { return m_extent; }
    VkFormat color() const { return m_color ? m_color->shape().format : VK_FORMAT_UNDEFINED; }
    VkFormat depth() const { return m_depth ? m_depth->shape().format : VK_FORMAT_UNDEFINED; }
    bool hasStencil() const;
    VkSampleCountFlagBits samples() const { return m_samples; }

    /// Cleared to half of everything, or as it is.
    void begin(VkCommandBuffer commands, bool clear) const;
    static void end(VkCommandBuffer commands) { vkCmdEndRendering(commands); }

private:
    VkExtent2D m_extent;
    VkSampleCountFlagBits m_samples;
    std::unique_ptr<vkc::Image> m_color, m_depth;
};

class Shader {
public:
    Shader(Gpu& gpu, VkShaderStageFlagBits stage, const std::string& glsl);
    ~Shader();
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    VkShaderModule handle() const { return m_module; }
    VkShaderStageFlagBits stage() const { return m_stage; }

private:
    Gpu& m_gpu;
    VkShaderStageFlagBits m_stage;
    VkShaderModule m_module = VK_NULL_HANDLE;
};

inline constexpr uint32_t kPushConstants_B = 32; ///< Of both stages.

/// The layout of all pipelines: one sampled image in set 0, push constants.
class Layout {
public:
    explicit Layout(Gpu& gpu);
    ~Layout();
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;

    VkPipelineLayout handle() const { return m_layout; }
    VkDescriptorSetLayout setLayout() const { return m_setLayout; }
    void bindImage(const vkc::Image& image, const vkc::Sampler& sampler);
    VkDescriptorSet set() const { return m_set; }

private:
    Gpu& m_gpu;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

/// What a program does not change stays as it is here.
struct PipelineState {
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkCullModeFlags cull = VK_CULL_MODE_NONE;
    VkPipelineColorBlendAttachmentState blend{.blendEnable = VK_FALSE,
                                              .colorWriteMask = 15 /* All. */};
    VkPipelineDepthStencilStateCreateInfo depth{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    std::vector<VkVertexInputBindingDescription> bindings;
    std::vector<VkVertexInputAttributeDescription> attributes;
    std::vector<VkDynamicState> dynamic;
};

class Pipeline {
public:
    Pipeline(Gpu& gpu,
             VkPipelineLayout layout,
             const Target& target,
             const Shader& vertex,
             const Shader* fragment, // Null: depth only.
             const PipelineState& state);
    ~Pipeline();
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;
    VkPipeline handle() const { return m_pipeline; }

private:
    Gpu& m_gpu;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
};

} // namespace draws
