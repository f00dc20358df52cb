// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using testing::Each;
using testing::ElementsAre;
using vkt::DescriptorSet;
using vkt::kFullTriangle;
using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

class GraphicsExtensions : public vkt::GraphicsTest {
protected:
    VkSampler makeSampler(VkSamplerCreateFlags flags, VkFilter filter) {
        VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
        info.flags = flags;
        info.magFilter = info.minFilter = filter;
        info.addressModeU = info.addressModeV = info.addressModeW =
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        VkSampler sampler = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateSampler(device(), &info, nullptr, &sampler));
        atEnd([this, sampler] { vkDestroySampler(device(), sampler, nullptr); });
        return sampler;
    }
    /// In VK_IMAGE_LAYOUT_GENERAL, with memory of its own.
    VkImage makeImage(const VkImageCreateInfo& info) {
        VkImage image = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateImage(device(), &info, nullptr, &image));
        VkMemoryRequirements requirements;
        vkGetImageMemoryRequirements(device(), image, &requirements);
        VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        allocation.allocationSize = requirements.size;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &memory));
        EXPECT_VK(vkBindImageMemory(device(), image, memory, 0));
        atEnd([this, image, memory] {
            vkDestroyImage(device(), image, nullptr);
            vkFreeMemory(device(), memory, nullptr);
        });
        run([&](VkCommandBuffer commands) {
            VkImageMemoryBarrier transition{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
            transition.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
            transition.newLayout = VK_IMAGE_LAYOUT_GENERAL;
            transition.srcQueueFamilyIndex = transition.dstQueueFamilyIndex =
                VK_QUEUE_FAMILY_IGNORED;
            transition.image = image;
            transition.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT,
                                           0,
                                           VK_REMAINING_MIP_LEVELS,
                                           0,
                                           VK_REMAINING_ARRAY_LAYERS};
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
        return image;
    }
    VkImageView makeView(VkImage image, VkImageViewType type, VkImageSubresourceRange range) {
        VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
        info.image = image;
        info.viewType = type;
        info.format = VK_FORMAT_R8G8B8A8_UNORM;
        info.subresourceRange = range;
        VkImageView view = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateImageView(device(), &info, nullptr, &view));
        atEnd([this, view] { vkDestroyImageView(device(), view, nullptr); });
        return view;
    }
    void clear(VkImage image, float value, uint32_t level, uint32_t layer, uint32_t layers = 1) {
        run([&](VkCommandBuffer commands) {
            const VkClearColorValue color{{value, value, value, value}};
            const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, level, 1, layer, layers};
            vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
            barrier(commands);
        });
    }
    /// A triangle over everything.
    void draw(const Target& target,
              PipelineMaker& maker,
              const char* fragment,
              const DescriptorSet& set) {
        maker.layout = makeLayout({set.layout});
        const VkPipeline pipeline = makePipeline(maker, kFullTriangle, fragment, target.extent);
        run([&](VkCommandBuffer commands) {
            Rendering rendering(target.extent);
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            vkCmdBindDescriptorSets(commands,
                                    VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    maker.layout,
                                    0,
                                    1,
                                    &set.set,
                                    0,
                                    nullptr);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
    }

    /// A render pass of one subpass that may read its color attachment, in both bind points' ways.
    VkRenderPass makeLoop(const Target& target,
                          VkSubpassDescriptionFlags flags,
                          VkDependencyFlags dependencyFlags,
                          VkImageLayout layout,
                          bool input) {
        VkAttachmentDescription2 attachment{VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2};
        attachment.format = target.format;
        attachment.samples = VK_SAMPLE_COUNT_1_BIT;
        attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
        attachment.initialLayout = attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
        const VkAttachmentReference2 reference{VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                                               nullptr,
                                               0,
                                               layout,
                                               VK_IMAGE_ASPECT_COLOR_BIT};
        VkSubpassDescription2 subpass{VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2};
        subpass.flags = flags;
        subpass.colorAttachmentCount = 1;
        subpass.pColorAttachments = &reference;
        subpass.inputAttachmentCount = input ? 1 : 0;
        subpass.pInputAttachments = &reference;
        VkSubpassDependency2 dependency{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2};
        dependency.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
        dependency.dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
        dependency.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
        dependency.dstAccessMask =
            input ? VK_ACCESS_INPUT_ATTACHMENT_READ_BIT : VK_ACCESS_SHADER_READ_BIT;
        dependency.dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT | dependencyFlags;
        VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
        info.attachmentCount = 1;
        info.pAttachments = &attachment;
        info.subpassCount = 1;
        info.pSubpasses = &subpass;
        info.dependencyCount = 1;
        info.pDependencies = &dependency;
        return makeRenderPass(info);
    }
};

TEST_F(GraphicsExtensions, ClampDepthToUnit) {
    if (!hasExtension(VK_EXT_DEPTH_CLAMP_ZERO_ONE_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target color = makeTarget({.extent = {4, 1}});
    const Target depth = makeTarget({.format = VK_FORMAT_D32_SFLOAT, .extent = {4, 1}});
    PipelineMaker maker;
    maker.setFormats({color.format}, depth.format);
    maker.ds.depthTestEnable = maker.ds.depthWriteEnable = VK_TRUE;
    const VkPipeline pipeline = makePipeline(maker,
                                             kFullTriangle,
                                             R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
    gl_FragDepth = gl_FragCoord.x - 1.25; // -0.75, 0.25, 1.25, 2.25
})",
                                             color.extent);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(color.extent);
        rendering.addColor(color, VkClearColorValue{});
        rendering.setDepth(depth, 0.5f);
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<float>(depth, VK_IMAGE_ASPECT_DEPTH_BIT), ElementsAre(0, 0.25f, 1, 1));
}

/// Filtering at a face's edge takes the face's texels alone.
TEST_F(GraphicsExtensions, KeepFacesOfCubesApart) {
    if (!hasExtension(VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {2, 2, 1};
    info.mipLevels = 1;
    info.arrayLayers = 6;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const VkImage cube = makeImage(info);
    clear(cube, 0, 0, 0, 6);
    clear(cube, 1, 0, 0);
    const VkImageView view =
        makeView(cube, VK_IMAGE_VIEW_TYPE_CUBE, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 6});
    for (const bool seamless : {false, true}) {
        const Target target = makeTarget({.extent = {1, 1}});
        const VkSampler sampler = makeSampler(
            seamless ? 0 : VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT, VK_FILTER_LINEAR);
        PipelineMaker maker;
        draw(target,
             maker,
             R"(#version 460
layout(set = 0, binding = 0) uniform samplerCube cube;
layout(location = 0) out vec4 result;
void main() {
    result = textureLod(cube, vec3(1, 0.25, 0.99), 0);
})",
             makeSet(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                     {sampler, view, VK_IMAGE_LAYOUT_GENERAL}));
        const uint32_t texel = read<uint32_t>(target)[0] & 255;
        if (seamless) {
            EXPECT_NEAR(texel, 128, 8);
        } else {
            EXPECT_EQ(texel, 255u);
        }
    }
}

/// A slice of a 3D image, sampled and stored to as a 2D one.
TEST_F(GraphicsExtensions, SeeSlicesAsImages) {
    if (!hasExtension(VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    VkPhysicalDeviceImage2DViewOf3DFeaturesEXT slices{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_2D_VIEW_OF_3D_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &slices};
    vkGetPhysicalDeviceFeatures2(physicalDevice(), &all);
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT;
    info.imageType = VK_IMAGE_TYPE_3D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {8, 6, 4};
    info.mipLevels = 2;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage =
        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const VkImage image = makeImage(info);
    clear(image, 0, 0, 0);
    clear(image, 0, 1, 0);
    // Both of them of the second level, which has two slices of 4 × 3 texels.
    const VkImageView second =
        makeView(image, VK_IMAGE_VIEW_TYPE_2D, {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 1, 1});
    const VkImageView whole =
        makeView(image, VK_IMAGE_VIEW_TYPE_3D, {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 0, 1});
    const Target target = makeTarget({.extent = {4, 6}});
    const VkSampler sampler = makeSampler(0, VK_FILTER_NEAREST);
    if (!features().fragmentStoresAndAtomics || !slices.image2DViewOf3D) {
        GTEST_SKIP();
    }
    {
        PipelineMaker maker;
        draw(target,
             maker,
             R"(#version 460
layout(set = 0, binding = 0, rgba8) uniform writeonly image2D slice;
layout(location = 0) out vec4 result;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    if (at.y < 3) {
        imageStore(slice, at, vec4(at.x + 4 * at.y + 1) / 255);
    }
    result = vec4(imageSize(slice), 0, 0) / 255;
})",
             makeSet(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                     {VK_NULL_HANDLE, second, VK_IMAGE_LAYOUT_GENERAL}));
        EXPECT_THAT(read<uint32_t>(target), Each(0x0304u));
    }
    PipelineMaker maker;
    draw(target,
         maker,
         R"(#version 460
layout(set = 0, binding = 0) uniform sampler3D all;
layout(location = 0) out vec4 result;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    result = texelFetch(all, ivec3(at.x, at.y % 3, at.y / 3), 0);
})",
         makeSet(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                 {sampler, whole, VK_IMAGE_LAYOUT_GENERAL}));
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t i = 0; i < 24; ++i) {
        EXPECT_EQ(texels[i], i < 12 ? 0 : (i - 11) * 0x01010101u) << i;
    }
    if (slices.sampler2DViewOf3D) {
        PipelineMaker sampling;
        draw(target,
             sampling,
             R"(#version 460
layout(set = 0, binding = 0) uniform sampler2D slice;
layout(location = 0) out vec4 result;
void main() {
    result = textureLod(slice, gl_FragCoord.xy / vec2(4, 6), 0);
})",
             makeSet(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                     {sampler, second, VK_IMAGE_LAYOUT_GENERAL}));
        const std::vector<uint32_t> sampled = read<uint32_t>(target);
        for (uint32_t i = 0; i < 24; ++i) {
            EXPECT_EQ(sampled[i], (i / 8 * 4 + i % 4 + 1) * 0x01010101u) << i;
        }
    }
}

/// Fragments read what those before them in the same draw left, without barriers.
TEST_F(GraphicsExtensions, ReadAttachmentsInOrder) {
    if (!hasExtension(VK_EXT_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target target =
        makeTarget({.extent = {70, 9}, .usage = VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT});
    PipelineMaker maker;
    maker.renderPass =
        makeLoop(target,
                 VK_SUBPASS_DESCRIPTION_RASTERIZATION_ORDER_ATTACHMENT_COLOR_ACCESS_BIT_EXT,
                 0,
                 VK_IMAGE_LAYOUT_GENERAL,
                 true);
    maker.cb.flags =
        VK_PIPELINE_COLOR_BLEND_STATE_CREATE_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_BIT_EXT;
    const DescriptorSet set = makeSet(VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT,
                                      {VK_NULL_HANDLE, target.view, VK_IMAGE_LAYOUT_GENERAL});
    maker.layout = makeLayout({set.layout});
    // Each triangle doubles what is there and adds one bit, or not.
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(location = 0) flat out int number;
void main() {
    int corner = gl_VertexIndex % 3;
    number = gl_VertexIndex / 3;
    gl_Position = vec4(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0.5, 1);
})",
                                             R"(#version 460
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput before;
layout(location = 0) flat in int number;
layout(location = 0) out vec4 result;
void main() {
    float bit = float(0x96 >> (number % 8) & 1);
    result = (mod(round(subpassLoad(before) * 255) * 2, 256) + bit) / 255;
})",
                                             target.extent);
    const VkFramebuffer framebuffer = makeFramebuffer(maker.renderPass, {target});
    run([&](VkCommandBuffer commands) {
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = maker.renderPass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, target.extent};
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, maker.layout, 0, 1, &set.set, 0, nullptr);
        vkCmdDraw(commands, 3 * 15, 1, 0, 0); // Numbers 0 … 14,
        vkCmdDraw(commands, 3 * 3, 1, 0, 0);  // and 0 … 2.
        vkCmdEndRenderPass(commands);
    });
    // Of the numbers 2, 3, … 7, 0, 1, … 6, 0, 1, 2: the last eight.
    uint32_t expected = 0;
    for (const uint32_t number : {2, 3, 4, 5, 6, 0, 1, 2}) {
        expected = expected << 1 | (0x96 >> number & 1);
    }
    EXPECT_THAT(read<uint32_t>(target), Each(expected * 0x01010101u));
}

/// An attachment that is sampled: after a barrier in the render pass instance, what was drawn.
TEST_F(GraphicsExtensions, SampleAttachments) {
    if (!hasExtension(VK_EXT_ATTACHMENT_FEEDBACK_LOOP_LAYOUT_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target target = makeTarget(
        {.extent = {70, 9},
         .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT});
    PipelineMaker maker;
    maker.flags = VK_PIPELINE_CREATE_COLOR_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
    maker.renderPass = makeLoop(target,
                                0,
                                VK_DEPENDENCY_FEEDBACK_LOOP_BIT_EXT,
                                VK_IMAGE_LAYOUT_ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT,
                                false);
    const VkSampler sampler = makeSampler(0, VK_FILTER_NEAREST);
    const DescriptorSet set =
        makeSet(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                {sampler, target.view, VK_IMAGE_LAYOUT_ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT});
    maker.layout = makeLayout({set.layout});
    const VkPipeline pipeline = makePipeline(maker,
                                             kFullTriangle,
                                             R"(#version 460
layout(set = 0, binding = 0) uniform sampler2D before;
layout(location = 0) out vec4 result;
void main() {
    result = texelFetch(before, ivec2(gl_FragCoord.xy), 0) * 2 + vec4(1.0 / 255);
})",
                                             target.extent);
    const VkFramebuffer framebuffer = makeFramebuffer(maker.renderPass, {target});
    run([&](VkCommandBuffer commands) {
        const VkClearColorValue black{};
        const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        vkCmdClearColorImage(commands, target.image, VK_IMAGE_LAYOUT_GENERAL, &black, 1, &range);
        barrier(commands);
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = maker.renderPass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, target.extent};
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, maker.layout, 0, 1, &set.set, 0, nullptr);
        for (uint32_t i = 0; i < 5; ++i) {
            vkCmdDraw(commands, 3, 1, 0, 0);
            VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
            memory.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
            memory.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
            vkCmdPipelineBarrier(commands,
                                 VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                 VK_DEPENDENCY_BY_REGION_BIT | VK_DEPENDENCY_FEEDBACK_LOOP_BIT_EXT,
                                 1,
                                 &memory,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
        }
        vkCmdEndRenderPass(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(0x1f1f1f1fu));
}

/// Accepted, and draws.
TEST_F(GraphicsExtensions, TakeRobustnessOfPipelines) {
    if (!hasExtension(VK_EXT_PIPELINE_ROBUSTNESS_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.extent = {4, 4}});
    VkPipelineRobustnessCreateInfoEXT robustness{
        VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT};
    robustness.storageBuffers = robustness.uniformBuffers = robustness.vertexInputs =
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT;
    robustness.images = VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_ROBUST_IMAGE_ACCESS_2_EXT;
    PipelineMaker maker;
    maker.next = &robustness;
    maker.addBinding(0, 4);
    maker.addAttribute(0, 0, VK_FORMAT_R32_SFLOAT, 0);
    // Vertices 1 and 2 lie beyond the buffer: they have zeros.
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(location = 0) in float beyond;
void main() {
    float at = beyond != 0 ? -1 : 3;
    gl_Position = vec4(gl_VertexIndex == 1 ? at : -1, gl_VertexIndex == 2 ? at : -1, 0.5, 1);
})",
                                             kWhite,
                                             target.extent);
    const vkt::Buffer vertices = makeBuffer(4, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    vertices.as<float>()[0] = 1;
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkDeviceSize offset = 0;
        vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &offset);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(~0u));
}

} // namespace
