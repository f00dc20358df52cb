// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/harness/device_test.h"
#include "pipeline_maker.h"

#include <cstring>
#include <functional>
#include <optional>
#include <string>

namespace vkt {

/// An image to draw into, always in VK_IMAGE_LAYOUT_GENERAL.
struct Target {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE; ///< Of all layers, aspects and the one level.
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkExtent2D extent{};
    uint32_t layers = 1;
    VkImageAspectFlags aspects = 0;
};

struct TargetShape {
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    VkExtent2D extent{16, 16};
    uint32_t layers = 1;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkImageUsageFlags usage = 0; ///< More than those of an attachment that is copied.
};

/// A set of one descriptor, at binding 0, and its layout.
struct DescriptorSet {
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
};

/// A vertex shader: a triangle over everything, at depth 0.5.
inline constexpr char kFullTriangle[] = R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, 0.5, 1);
})";
/// A fragment shader: all channels of color 0 are one.
inline constexpr char kWhite[] = R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
})";

/// Tests that draw: targets, pipelines from GLSL, and pixels to compare. All objects live until the
/// test ends.
class GraphicsTest : public DeviceTest {
protected:
    void SetUp() override;

    bool hasAttachment(VkFormat format) const;
    /// Some of what lavapipe does is not as the specification says; who asks tells what.
    bool onLavapipe() const;
    Target makeTarget(const TargetShape& shape);
    /// Of a target as it is; of depth and stencil one aspect. Tightly packed, layer by layer.
    std::vector<std::byte> readBytes(const Target& target, VkImageAspectFlagBits aspect);
    template <typename Texel>
    std::vector<Texel> read(const Target& target,
                            VkImageAspectFlagBits aspect = VK_IMAGE_ASPECT_COLOR_BIT) {
        const std::vector<std::byte> bytes = readBytes(target, aspect);
        std::vector<Texel> texels(bytes.size() / sizeof(Texel));
        std::memcpy(texels.data(), bytes.data(), texels.size() * sizeof(Texel));
        return texels;
    }

    VkShaderModule makeVertexShader(const std::string& glsl);
    VkShaderModule makeFragmentShader(const std::string& glsl);
    VkShaderModule makeControlShader(const std::string& glsl);
    VkShaderModule makeEvaluationShader(const std::string& glsl);
    VkShaderModule makeGeometryShader(const std::string& glsl);
    DescriptorSet makeSet(VkDescriptorType type,
                          const VkDescriptorImageInfo& image,
                          VkShaderStageFlags stages = VK_SHADER_STAGE_FRAGMENT_BIT);
    DescriptorSet
    makeSet(VkDescriptorType type, const VkDescriptorBufferInfo& buffer, VkShaderStageFlags stages);
    VkPipelineLayout makeLayout(std::vector<VkDescriptorSetLayout> sets = {},
                                uint32_t pushConstants_B = 0,
                                VkPipelineLayoutCreateFlags flags = 0);
    /// Null: it was not made; the test has failed.
    VkPipeline makePipeline(PipelineMaker& maker, VkResult expected = VK_SUCCESS);
    /// With the shaders, a layout without descriptors where the maker has none, and a viewport of
    /// the extent.
    VkPipeline makePipeline(PipelineMaker& maker,
                            const std::string& vertexGlsl,
                            const std::string& fragmentGlsl,
                            VkExtent2D extent);
    VkRenderPass makeRenderPass(const VkRenderPassCreateInfo2& info);
    VkFramebuffer makeFramebuffer(VkRenderPass pass,
                                  const std::vector<Target>& targets,
                                  VkFramebufferCreateFlags flags = 0);

    /// Reset, and ready to begin.
    VkQueryPool
    makeQueries(VkQueryType type, uint32_t count, VkQueryPipelineStatisticFlags statistics = 0);
    /// Waits for the results of the first so many queries, which have so many values each.
    std::vector<uint64_t> results(VkQueryPool pool, uint32_t queries, uint32_t valuesOfEach = 1);

    /// Clears the target and draws into it.
    void drawInto(const Target& target,
                  VkPipeline pipeline,
                  const std::function<void(VkCommandBuffer)>& commands);
    /// Everything that was written is there for what follows.
    static void barrier(VkCommandBuffer commands);

private:
    DescriptorSet makeSet(VkWriteDescriptorSet write, VkShaderStageFlags stages);
};

/// The parts of VkRenderingInfo, of attachments that are cleared or loaded whole.
struct Rendering {
    explicit Rendering(VkExtent2D extent) { info.renderArea.extent = extent; }
    Rendering(const Rendering&) = delete;
    Rendering& operator=(const Rendering&) = delete;

    VkRenderingAttachmentInfo& addColor(const Target& target,
                                        std::optional<VkClearColorValue> clear = {});
    VkRenderingAttachmentInfo& setDepth(const Target& target, std::optional<float> clear = {});
    VkRenderingAttachmentInfo& setStencil(const Target& target, std::optional<uint32_t> clear = {});
    /// Valid until something is changed.
    const VkRenderingInfo& operator()();

    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO, nullptr, 0, {}, 1};

private:
    VkRenderingAttachmentInfo m_colors[8];
    VkRenderingAttachmentInfo m_depth;
    VkRenderingAttachmentInfo m_stencil;
    bool m_hasDepth = false;
    bool m_hasStencil = false;
};

} // namespace vkt
