// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using testing::Each;
using vkt::Rendering;
using vkt::Target;

class RenderPasses : public vkt::GraphicsTest {
protected:
    static VkAttachmentDescription2
    describe(const Target& target,
             VkAttachmentLoadOp load,
             VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT) {
        VkAttachmentDescription2 description{VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2};
        description.format = target.format;
        description.samples = samples;
        description.loadOp = description.stencilLoadOp = load;
        description.initialLayout = description.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
        return description;
    }
    static VkAttachmentReference2 refer(uint32_t attachment,
                                        VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT) {
        return {VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                nullptr,
                attachment,
                VK_IMAGE_LAYOUT_GENERAL,
                aspects};
    }
    static VkSubpassDescription2 subpass(const std::vector<VkAttachmentReference2>& colors) {
        VkSubpassDescription2 description{VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2};
        description.colorAttachmentCount = uint32_t(colors.size());
        description.pColorAttachments = colors.data();
        return description;
    }
    VkRenderPass makePass(const std::vector<VkAttachmentDescription2>& attachments,
                          const std::vector<VkSubpassDescription2>& subpasses) {
        VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
        info.attachmentCount = uint32_t(attachments.size());
        info.pAttachments = attachments.data();
        info.subpassCount = uint32_t(subpasses.size());
        info.pSubpasses = subpasses.data();
        return makeRenderPass(info);
    }
    static void clear(VkCommandBuffer commands, uint32_t color, float value, VkRect2D area) {
        VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, color, {}};
        std::fill_n(attachment.clearValue.color.float32, 4, value);
        const VkClearRect rect{area, 0, 1};
        vkCmdClearAttachments(commands, 1, &attachment, 1, &rect);
    }
};

VkClearValue white() {
    VkClearValue value;
    std::fill_n(value.color.float32, 4, 1.0f);
    return value;
}

TEST_F(RenderPasses, EqualsDynamicRendering) {
    const Target a = makeTarget({.extent = {13, 9}});
    const Target b = makeTarget({.extent = {13, 9}});
    const std::vector<VkAttachmentReference2> colors{refer(0)};
    const VkRenderPass pass =
        makePass({describe(a, VK_ATTACHMENT_LOAD_OP_CLEAR)}, {subpass(colors)});
    const VkFramebuffer framebuffer = makeFramebuffer(pass, {a});
    VkClearValue value{};
    value.color.float32[1] = 0.6f;
    run([&](VkCommandBuffer commands) {
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, a.extent};
        begin.clearValueCount = 1;
        begin.pClearValues = &value;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        clear(commands, 0, 0.2f, {{5, 3}, {6, 5}});
        vkCmdEndRenderPass(commands);

        Rendering rendering(b.extent);
        rendering.addColor(b, value.color);
        vkCmdBeginRendering(commands, &rendering());
        clear(commands, 0, 0.2f, {{5, 3}, {6, 5}});
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(a);
    EXPECT_EQ(texels, read<uint32_t>(b));
    EXPECT_EQ(texels[0], 0x00009900u);
    EXPECT_EQ(texels[4 * 13 + 6], 0x33333333u);
}

TEST_F(RenderPasses, SubpassesLoadWhatTheyUseFirst) {
    const Target a = makeTarget({.extent = {8, 8}});
    const Target b = makeTarget({.extent = {8, 8}});
    // The second subpass has the attachments the other way round.
    const std::vector<VkAttachmentReference2> first{refer(0)};
    const std::vector<VkAttachmentReference2> second{refer(1), refer(0)};
    VkSubpassDependency2 dependency{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2};
    dependency.dstSubpass = 1;
    dependency.srcStageMask = dependency.dstStageMask =
        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    dependency.srcAccessMask = dependency.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    const VkAttachmentDescription2 attachments[] = {describe(a, VK_ATTACHMENT_LOAD_OP_CLEAR),
                                                    describe(b, VK_ATTACHMENT_LOAD_OP_CLEAR)};
    const VkSubpassDescription2 subpasses[] = {subpass(first), subpass(second)};
    VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
    info.attachmentCount = 2;
    info.pAttachments = attachments;
    info.subpassCount = 2;
    info.pSubpasses = subpasses;
    info.dependencyCount = 1;
    info.pDependencies = &dependency;
    const VkRenderPass pass = makeRenderPass(info);
    const VkFramebuffer framebuffer = makeFramebuffer(pass, {a, b});
    VkClearValue values[2]{};
    values[1].color.float32[0] = 1;
    run([&](VkCommandBuffer commands) {
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, a.extent};
        begin.clearValueCount = 2;
        begin.pClearValues = values;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        clear(commands, 0, 1.0f, {{0, 0}, {8, 4}});
        vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
        clear(commands, 1, 1.0f, {{0, 6}, {8, 2}});
        vkCmdEndRenderPass(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(a);
    for (uint32_t y = 0; y < 8; ++y) {
        EXPECT_EQ(texels[y * 8], y < 4 || y >= 6 ? ~0u : 0u) << y;
    }
    EXPECT_THAT(read<uint32_t>(b), Each(0x000000ffu));
}

TEST_F(RenderPasses, ViewsAreLayers) {
    const Target target = makeTarget({.extent = {4, 4}, .layers = 3});
    const std::vector<VkAttachmentReference2> colors{refer(0)};
    VkSubpassDescription2 views = subpass(colors);
    views.viewMask = 5;
    const VkRenderPass pass = makePass({describe(target, VK_ATTACHMENT_LOAD_OP_CLEAR)}, {views});
    const VkFramebuffer framebuffer = makeFramebuffer(pass, {target});
    run([&](VkCommandBuffer commands) {
        const VkClearColorValue zero{};
        const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 3};
        vkCmdClearColorImage(commands, target.image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &range);
        barrier(commands);
        const VkClearValue value = white();
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, target.extent};
        begin.clearValueCount = 1;
        begin.pClearValues = &value;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        clear(commands, 0, 0.6f, {{1, 0}, {1, 1}});
        vkCmdEndRenderPass(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t layer = 0; layer < 3; ++layer) {
        const bool view = layer != 1;
        EXPECT_EQ(texels[layer * 16], view ? ~0u : 0u) << layer;
        EXPECT_EQ(texels[layer * 16 + 1], view ? 0x99999999u : 0u) << layer;
    }
}

TEST_F(RenderPasses, ViewsMayComeWhenThePassBegins) {
    const Target target = makeTarget({.extent = {4, 4}});
    const std::vector<VkAttachmentReference2> colors{refer(0)};
    const VkRenderPass pass =
        makePass({describe(target, VK_ATTACHMENT_LOAD_OP_CLEAR)}, {subpass(colors)});
    VkFramebufferAttachmentImageInfo image{VK_STRUCTURE_TYPE_FRAMEBUFFER_ATTACHMENT_IMAGE_INFO};
    image.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                  VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    image.width = image.height = 4;
    image.layerCount = 1;
    image.viewFormatCount = 1;
    image.pViewFormats = &target.format;
    VkFramebufferAttachmentsCreateInfo images{
        VK_STRUCTURE_TYPE_FRAMEBUFFER_ATTACHMENTS_CREATE_INFO};
    images.attachmentImageInfoCount = 1;
    images.pAttachmentImageInfos = &image;
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, &images};
    info.flags = VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT;
    info.renderPass = pass;
    info.attachmentCount = 1;
    info.width = info.height = 4;
    info.layers = 1;
    VkFramebuffer framebuffer = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateFramebuffer(device(), &info, nullptr, &framebuffer));
    atEnd([&, framebuffer] { vkDestroyFramebuffer(device(), framebuffer, nullptr); });
    run([&](VkCommandBuffer commands) {
        const VkClearValue value = white();
        VkRenderPassAttachmentBeginInfo views{VK_STRUCTURE_TYPE_RENDER_PASS_ATTACHMENT_BEGIN_INFO};
        views.attachmentCount = 1;
        views.pAttachments = &target.view;
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, &views};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, target.extent};
        begin.clearValueCount = 1;
        begin.pClearValues = &value;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdEndRenderPass(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(~0u));
}

TEST_F(RenderPasses, ResolveColorsAndDepth) {
    const Target color = makeTarget({.extent = {8, 8}, .samples = VK_SAMPLE_COUNT_4_BIT});
    const Target colorResolve = makeTarget({.extent = {8, 8}});
    const Target depth = makeTarget(
        {.format = VK_FORMAT_D32_SFLOAT, .extent = {8, 8}, .samples = VK_SAMPLE_COUNT_4_BIT});
    const Target depthResolve = makeTarget({.format = VK_FORMAT_D32_SFLOAT, .extent = {8, 8}});
    const std::vector<VkAttachmentReference2> colors{refer(0)};
    const std::vector<VkAttachmentReference2> resolves{refer(1)};
    const VkAttachmentReference2 depthReference = refer(2, VK_IMAGE_ASPECT_DEPTH_BIT);
    const VkAttachmentReference2 depthResolveReference = refer(3, VK_IMAGE_ASPECT_DEPTH_BIT);
    VkSubpassDescriptionDepthStencilResolve depthMode{
        VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE};
    depthMode.depthResolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    depthMode.stencilResolveMode = VK_RESOLVE_MODE_NONE;
    depthMode.pDepthStencilResolveAttachment = &depthResolveReference;
    VkSubpassDescription2 description = subpass(colors);
    description.pNext = &depthMode;
    description.pResolveAttachments = resolves.data();
    description.pDepthStencilAttachment = &depthReference;
    const VkRenderPass pass =
        makePass({describe(color, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_SAMPLE_COUNT_4_BIT),
                  describe(colorResolve, VK_ATTACHMENT_LOAD_OP_LOAD),
                  describe(depth, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_SAMPLE_COUNT_4_BIT),
                  describe(depthResolve, VK_ATTACHMENT_LOAD_OP_LOAD)},
                 {description});
    const VkFramebuffer framebuffer =
        makeFramebuffer(pass, {color, colorResolve, depth, depthResolve});
    run([&](VkCommandBuffer commands) {
        Rendering before(color.extent);
        before.addColor(colorResolve, VkClearColorValue{});
        before.setDepth(depthResolve, 0.0f);
        vkCmdBeginRendering(commands, &before());
        vkCmdEndRendering(commands);
        barrier(commands);
        VkClearValue values[4]{};
        values[0] = white();
        values[2].depthStencil.depth = 0.5f;
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, {8, 5}};
        begin.clearValueCount = 4;
        begin.pClearValues = values;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdEndRenderPass(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(colorResolve);
    const std::vector<float> depths = read<float>(depthResolve, VK_IMAGE_ASPECT_DEPTH_BIT);
    for (uint32_t y = 0; y < 8; ++y) {
        EXPECT_EQ(texels[y * 8 + 3], y < 5 ? ~0u : 0u) << y;
        EXPECT_EQ(depths[y * 8 + 3], y < 5 ? 0.5f : 0.0f) << y;
    }
}

TEST_F(RenderPasses, DynamicRenderingResolves) {
    const Target color = makeTarget({.extent = {8, 8}, .samples = VK_SAMPLE_COUNT_4_BIT});
    const Target resolve = makeTarget({.extent = {8, 8}});
    run([&](VkCommandBuffer commands) {
        Rendering rendering(color.extent);
        VkRenderingAttachmentInfo& attachment = rendering.addColor(color, white().color);
        attachment.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        attachment.resolveImageView = resolve.view;
        attachment.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
        vkCmdBeginRendering(commands, &rendering());
        clear(commands, 0, 0.2f, {{2, 2}, {1, 1}});
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(resolve);
    EXPECT_EQ(texels[0], ~0u);
    EXPECT_EQ(texels[2 * 8 + 2], 0x33333333u);
}

/// The second subpass copies what the first drew, view by view.
TEST_F(RenderPasses, InputAttachmentsAndViewsAreRead) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    if (std::strstr(properties.deviceName, "llvmpipe")) {
        GTEST_SKIP() << "it reads nothing in other views than the first";
    }
    const Target a =
        makeTarget({.extent = {4, 4}, .layers = 2, .usage = VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT});
    const Target b = makeTarget({.extent = {4, 4}, .layers = 2});
    const std::vector<VkAttachmentReference2> first{refer(0)};
    const std::vector<VkAttachmentReference2> second{refer(1)};
    const VkAttachmentReference2 input = refer(0);
    VkSubpassDescription2 subpasses[] = {subpass(first), subpass(second)};
    subpasses[0].viewMask = subpasses[1].viewMask = 3;
    subpasses[1].inputAttachmentCount = 1;
    subpasses[1].pInputAttachments = &input;
    const VkAttachmentDescription2 attachments[] = {describe(a, VK_ATTACHMENT_LOAD_OP_CLEAR),
                                                    describe(b, VK_ATTACHMENT_LOAD_OP_CLEAR)};
    VkSubpassDependency2 dependency{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2};
    dependency.dstSubpass = 1;
    dependency.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    dependency.dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    dependency.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    dependency.dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
    dependency.dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT | VK_DEPENDENCY_VIEW_LOCAL_BIT;
    VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
    info.attachmentCount = 2;
    info.pAttachments = attachments;
    info.subpassCount = 2;
    info.pSubpasses = subpasses;
    info.dependencyCount = 1;
    info.pDependencies = &dependency;
    const VkRenderPass pass = makeRenderPass(info);
    const VkFramebuffer framebuffer = makeFramebuffer(pass, {a, b});

    const vkt::DescriptorSet inputSet = makeSet(VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT,
                                                {VK_NULL_HANDLE, a.view, VK_IMAGE_LAYOUT_GENERAL});

    const std::string vertex = R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, 0, 1);
})";
    vkt::PipelineMaker draws;
    draws.renderPass = pass;
    const VkPipeline drawing = makePipeline(draws,
                                            vertex,
                                            R"(#version 460
#extension GL_EXT_multiview : require
layout(location = 0) out vec4 result;
void main() {
    result = vec4(gl_ViewIndex == 0 ? 0.2 : 0.6, floor(gl_FragCoord.xy) / 5, 0);
})",
                                            a.extent);
    vkt::PipelineMaker copies;
    copies.renderPass = pass;
    copies.subpass = 1;
    copies.layout = makeLayout({inputSet.layout});
    const VkPipeline copying = makePipeline(copies,
                                            vertex,
                                            R"(#version 460
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput from;
layout(location = 0) out vec4 result;
void main() {
    result = subpassLoad(from).bgra;
})",
                                            a.extent);
    run([&](VkCommandBuffer commands) {
        const VkClearValue values[2]{};
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, a.extent};
        begin.clearValueCount = 2;
        begin.pClearValues = values;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, drawing);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, copying);
        vkCmdBindDescriptorSets(commands,
                                VK_PIPELINE_BIND_POINT_GRAPHICS,
                                copies.layout,
                                0,
                                1,
                                &inputSet.set,
                                0,
                                nullptr);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRenderPass(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(b);
    for (uint32_t view = 0; view < 2; ++view) {
        for (uint32_t y = 0; y < 4; ++y) {
            for (uint32_t x = 0; x < 4; ++x) {
                const uint32_t expected = (view == 0 ? 51u : 153u) << 16 | x * 51 << 8 | y * 51;
                EXPECT_EQ(texels[(view * 4 + y) * 4 + x], expected)
                    << x << ", " << y << ", " << view;
            }
        }
    }
}

TEST_F(RenderPasses, SecondaryCommandBuffersDrawInThem) {
    const Target target = makeTarget({.extent = {4, 1}});
    const std::vector<VkAttachmentReference2> colors{refer(0)};
    const VkRenderPass pass =
        makePass({describe(target, VK_ATTACHMENT_LOAD_OP_CLEAR)}, {subpass(colors)});
    const VkFramebuffer framebuffer = makeFramebuffer(pass, {target});
    vkt::PipelineMaker maker;
    maker.renderPass = pass;
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 0 : -1, gl_VertexIndex == 2 ? 3e6 : -1, 0, 1);
})",
                                             R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
})",
                                             target.extent);
    const VkQueryPool queries = makeQueries(VK_QUERY_TYPE_OCCLUSION, 1);
    const bool counts = features().inheritedQueries;

    VkCommandBufferInheritanceInfo inherited{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    inherited.renderPass = pass;
    inherited.framebuffer = framebuffer;
    if (counts) {
        inherited.occlusionQueryEnable = VK_TRUE;
        inherited.queryFlags = VK_QUERY_CONTROL_PRECISE_BIT;
    }
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
    begin.pInheritanceInfo = &inherited;
    const VkCommandBuffer secondary = makeCommandBuffer(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    EXPECT_VK(vkBeginCommandBuffer(secondary, &begin));
    vkCmdBindPipeline(secondary, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdDraw(secondary, 3, 1, 0, 0);
    EXPECT_VK(vkEndCommandBuffer(secondary));
    run([&](VkCommandBuffer commands) {
        const VkClearValue value{};
        VkRenderPassBeginInfo passBegin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        passBegin.renderPass = pass;
        passBegin.framebuffer = framebuffer;
        passBegin.renderArea = {{0, 0}, target.extent};
        passBegin.clearValueCount = 1;
        passBegin.pClearValues = &value;
        if (counts) {
            vkCmdBeginQuery(commands, queries, 0, VK_QUERY_CONTROL_PRECISE_BIT);
        }
        vkCmdBeginRenderPass(commands, &passBegin, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
        vkCmdExecuteCommands(commands, 1, &secondary);
        vkCmdEndRenderPass(commands);
        if (counts) {
            vkCmdEndQuery(commands, queries, 0);
        }
    });
    EXPECT_THAT(read<uint32_t>(target), testing::ElementsAre(~0u, ~0u, 0, 0));
    if (counts) {
        EXPECT_EQ(results(queries, 1)[0], 2u);
    }
}

} // namespace
