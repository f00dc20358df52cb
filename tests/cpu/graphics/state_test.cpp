// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using testing::Each;
using testing::ElementsAre;
using vkt::kFullTriangle;
using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

class DrawState : public vkt::GraphicsTest {
protected:
    void draw(const Target& target, const std::function<void(VkCommandBuffer)>& commands) {
        run([&](VkCommandBuffer to) {
            Rendering rendering(target.extent);
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(to, &rendering());
            commands(to);
            vkCmdEndRendering(to);
        });
    }
};

TEST_F(DrawState, PushConstantsReachBothStages) {
    const Target target = makeTarget({.extent = {4, 1}});
    PipelineMaker maker;
    maker.layout = makeLayout({}, 16);
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(push_constant) uniform Push { float x; float color; };
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? x : -1, gl_VertexIndex == 2 ? 300 : -1, 0, 1);
})",
                                             R"(#version 460
layout(push_constant) uniform Push { float x; float color; };
layout(location = 0) out vec4 result;
void main() {
    result = vec4(color);
})",
                                             target.extent);
    const float values[] = {0.01f, 0.6f};
    draw(target, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdPushConstants(commands, maker.layout, kStages, 0, sizeof values, values);
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(0x99999999, 0x99999999, 0, 0));
}

/// Each stage has a dynamic buffer in a set of its own. In the layout of the fragment's library the
/// first set is missing, so its buffer is the first there but the second of what is bound.
TEST_F(DrawState, DynamicOffsetsReachTheirStage) {
    if (!hasExtension(VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    constexpr VkDescriptorType kType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    const Target target = makeTarget({.extent = {4, 1}});
    const vkt::Buffer buffer = makeBuffer(1024, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    std::fill_n(buffer.as<float>().begin(), 256, 0.0f);
    buffer.as<float>()[64] = 0.01f; // The vertex's, at 256.
    buffer.as<float>()[192] = 0.6f; // The fragment's, at 768.
    const VkDescriptorBufferInfo part{buffer.buffer, 0, 256};
    const vkt::DescriptorSet ofVertices = makeSet(kType, part, VK_SHADER_STAGE_VERTEX_BIT);
    const vkt::DescriptorSet ofFragments = makeSet(kType, part, VK_SHADER_STAGE_FRAGMENT_BIT);

    const std::string vertex = R"(#version 460
layout(set = 0, binding = 0) uniform Block { float x; };
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? x : -1, gl_VertexIndex == 2 ? 300 : -1, 0, 1);
})";
    const std::string fragment = R"(#version 460
layout(set = 1, binding = 0) uniform Block { float color; };
layout(location = 0) out vec4 result;
void main() {
    result = vec4(color);
})";
    constexpr VkPipelineLayoutCreateFlags kIndependent =
        VK_PIPELINE_LAYOUT_CREATE_INDEPENDENT_SETS_BIT_EXT;
    const VkPipelineLayout whole =
        makeLayout({ofVertices.layout, ofFragments.layout}, 0, kIndependent);
    PipelineMaker makers[3];
    makers[0].layout = makeLayout({ofVertices.layout, VK_NULL_HANDLE}, 0, kIndependent);
    makers[0].addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(vertex));
    makers[0].setViewport(4, 1);
    makers[0].setFormats({});
    makers[1].layout = makeLayout({VK_NULL_HANDLE, ofFragments.layout}, 0, kIndependent);
    makers[1].addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(fragment));
    const VkGraphicsPipelineLibraryFlagsEXT parts[] = {
        VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
        VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
        VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT |
            VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT};
    VkPipeline libraries[3];
    for (uint32_t i = 0; i < 3; ++i) {
        VkGraphicsPipelineLibraryCreateInfoEXT info{
            VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
        info.flags = parts[i];
        makers[i].next = &info;
        makers[i].flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
        libraries[i] = makePipeline(makers[i]);
    }
    VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    linked.libraryCount = 3;
    linked.pLibraries = libraries;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &linked};
    info.layout = whole;
    VkPipeline pipeline = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    atEnd([this, pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
    draw(target, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const uint32_t offsets[] = {256, 768};
        const VkDescriptorSet sets[] = {ofVertices.set, ofFragments.set};
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, whole, 0, 2, sets, 2, offsets);
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(0x99999999, 0x99999999, 0, 0));
}

TEST_F(DrawState, ComesDynamically) {
    const Target target = makeTarget({.extent = {8, 1}});
    PipelineMaker maker;
    maker.vp.viewportCount = maker.vp.scissorCount = 0;
    maker.rs.cullMode = VK_CULL_MODE_FRONT_AND_BACK;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    maker.rs.rasterizerDiscardEnable = VK_TRUE;
    maker.dynamicStates = {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT,
                           VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
                           VK_DYNAMIC_STATE_CULL_MODE,
                           VK_DYNAMIC_STATE_FRONT_FACE,
                           VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
                           VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE};
    const VkPipeline pipeline = makePipeline(maker, kFullTriangle, kWhite, target.extent);
    draw(target, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkViewport viewport{0, 0, 8, 1, 0, 1};
        vkCmdSetViewportWithCount(commands, 1, &viewport);
        vkCmdSetPrimitiveTopology(commands, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST);
        vkCmdSetCullMode(commands, VK_CULL_MODE_BACK_BIT);
        vkCmdSetRasterizerDiscardEnable(commands, VK_FALSE);
        const auto drawAt = [&](int32_t x, VkFrontFace front) {
            const VkRect2D scissor{{x, 0}, {1, 1}};
            vkCmdSetScissorWithCount(commands, 1, &scissor);
            vkCmdSetFrontFace(commands, front);
            vkCmdDraw(commands, 3, 1, 0, 0);
        };
        drawAt(1, VK_FRONT_FACE_CLOCKWISE);
        drawAt(3, VK_FRONT_FACE_COUNTER_CLOCKWISE);
        vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
        drawAt(5, VK_FRONT_FACE_COUNTER_CLOCKWISE);
        vkCmdSetRasterizerDiscardEnable(commands, VK_TRUE);
        drawAt(7, VK_FRONT_FACE_CLOCKWISE);
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(0, ~0u, 0, 0, 0, ~0u, 0, 0));
}

TEST_F(DrawState, InstancesStepThroughTheirBinding) {
    const Target target = makeTarget({.extent = {8, 1}});
    PipelineMaker maker;
    maker.addBinding(2, 4, VK_VERTEX_INPUT_RATE_INSTANCE);
    maker.addAttribute(1, 2, VK_FORMAT_R32_SFLOAT, 0);
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(location = 1) in float x;
void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * vec2(0.25, 2);
    gl_Position = vec4(corner.x + x, corner.y - 1, 0, 1);
})",
                                             kWhite,
                                             target.extent);
    const vkt::Buffer offsets = makeBuffer(64, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    for (uint32_t i = 0; i < 4; ++i) {
        offsets.as<float>()[1 + i] = -1 + 0.5f * float(i);
    }
    const vkt::Buffer indices = makeBuffer(64, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    const uint32_t list[] = {0, 1, 2, 2, 1, 3};
    std::memcpy(indices.mapped, list, sizeof list);
    draw(target, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkDeviceSize offset = 4;
        vkCmdBindVertexBuffers(commands, 2, 1, &offsets.buffer, &offset);
        vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT32);
        vkCmdDrawIndexed(commands, 6, 3, 0, 0, 1);
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(0, 0, ~0u, 0, ~0u, 0, ~0u, 0));
}

TEST_F(DrawState, SamplesAreResolved) {
    const Target target = makeTarget({.extent = {3, 1}, .samples = VK_SAMPLE_COUNT_4_BIT});
    const Target resolve = makeTarget({.extent = {3, 1}});
    PipelineMaker maker;
    maker.ms.rasterizationSamples = VK_SAMPLE_COUNT_4_BIT;
    // Half of the middle pixel: two samples are left of its centre.
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 0 : -1, gl_VertexIndex == 2 ? 3e6 : -1, 0, 1);
})",
                                             kWhite,
                                             target.extent);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        VkRenderingAttachmentInfo& color = rendering.addColor(target, VkClearColorValue{});
        color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        color.resolveImageView = resolve.view;
        color.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(resolve), ElementsAre(~0u, 0x80808080, 0));
}

TEST_F(DrawState, MultiDrawAndConditions) {
    if (!hasExtension(VK_EXT_MULTI_DRAW_EXTENSION_NAME) ||
        !hasExtension(VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.extent = {8, 1}});
    PipelineMaker maker;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
void main() {
    gl_Position = vec4((gl_VertexIndex + 0.5) / 4 - 1, 0, 0, 1);
    gl_PointSize = 1;
})",
                                             kWhite,
                                             target.extent);
    const vkt::Buffer condition = makeBuffer(4, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT);
    condition.as<uint32_t>()[0] = 0;
    draw(target, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkMultiDrawInfoEXT draws[] = {{0, 1}, {5, 0}, {3, 2}};
        vkCmdDrawMultiEXT(commands, 3, draws, 1, 0, sizeof draws[0]);
        VkConditionalRenderingBeginInfoEXT begin{
            VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT};
        begin.buffer = condition.buffer;
        vkCmdBeginConditionalRenderingEXT(commands, &begin);
        vkCmdDraw(commands, 1, 1, 6, 0);
        vkCmdEndConditionalRenderingEXT(commands);
        vkCmdDraw(commands, 1, 1, 7, 0);
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(~0u, 0, 0, ~0u, ~0u, 0, 0, ~0u));
}

TEST_F(DrawState, DepthAndBlending) {
    const Target target = makeTarget({.extent = {4, 1}});
    const Target depth = makeTarget({.format = VK_FORMAT_D32_SFLOAT, .extent = {4, 1}});
    PipelineMaker maker;
    maker.setFormats({VK_FORMAT_R8G8B8A8_UNORM}, VK_FORMAT_D32_SFLOAT);
    maker.ds.depthTestEnable = maker.ds.depthWriteEnable = VK_TRUE;
    maker.ds.depthCompareOp = VK_COMPARE_OP_LESS;
    maker.blends[0].blendEnable = VK_TRUE;
    maker.blends[0].srcColorBlendFactor = maker.blends[0].dstColorBlendFactor =
        VK_BLEND_FACTOR_CONSTANT_COLOR;
    maker.blends[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    maker.dynamicStates = {VK_DYNAMIC_STATE_BLEND_CONSTANTS, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipeline pipeline = makePipeline(maker, kFullTriangle, kWhite, target.extent);
    run([&](VkCommandBuffer commands) {
        for (const float clear : {1.0f, 0.25f}) {
            Rendering rendering(target.extent);
            rendering.info.renderArea = {{clear == 1 ? 0 : 2, 0}, {2, 1}};
            rendering.addColor(target, VkClearColorValue{});
            rendering.setDepth(depth, clear);
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            const float constants[4] = {0.2f, 0.4f, 0.6f, 0};
            vkCmdSetBlendConstants(commands, constants);
            const VkRect2D scissor{{1, 0}, {3, 1}};
            vkCmdSetScissor(commands, 0, 1, &scissor);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdDraw(commands, 3, 1, 0, 0); // It is not less.
            vkCmdEndRendering(commands);
            barrier(commands);
        }
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(0, 0xff996633, 0, 0));
    EXPECT_THAT(read<float>(depth, VK_IMAGE_ASPECT_DEPTH_BIT),
                ElementsAre(1.0f, 0.5f, 0.25f, 0.25f));
}

} // namespace
