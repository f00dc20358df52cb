// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using testing::Each;
using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Target;

/// Without vertex buffers: corners of a triangle over the left half of the target, by number.
constexpr char kHalf[] = R"(#version 460
void main() {
    vec2 corners[6] = vec2[](vec2(-1, -1), vec2(0, -1), vec2(-1, 1),
                             vec2(-1, 1), vec2(0, -1), vec2(0, 1));
    gl_Position = vec4(corners[gl_VertexIndex], 0.5, 1);
})";

class Draws : public vkt::GraphicsTest {
protected:
    /// Clears to black and draws.
    std::vector<uint32_t> draw(const Target& target,
                               VkPipeline pipeline,
                               const std::function<void(VkCommandBuffer)>& commands) {
        drawInto(target, pipeline, commands);
        return read<uint32_t>(target);
    }
    static void expectLeftHalf(const Target& target, const std::vector<uint32_t>& texels) {
        for (uint32_t y = 0; y < target.extent.height; ++y) {
            for (uint32_t x = 0; x < target.extent.width; ++x) {
                EXPECT_EQ(texels[y * target.extent.width + x],
                          2 * x < target.extent.width ? ~0u : 0u)
                    << x << ", " << y;
            }
        }
    }
};

TEST_F(Draws, CoverTheirPixels) {
    const Target target = makeTarget({.extent = {22, 18}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker, kHalf, kWhite, target.extent);
    expectLeftHalf(target, draw(target, pipeline, [](VkCommandBuffer commands) {
                       vkCmdDraw(commands, 6, 1, 0, 0);
                   }));
}

TEST_F(Draws, IndirectAndIndexed) {
    const Target target = makeTarget({.extent = {22, 18}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker, kHalf, kWhite, target.extent);
    const vkt::Buffer calls = makeBuffer(64, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    const VkDrawIndirectCommand triangles[] = {{3, 1, 0, 0}, {3, 1, 3, 0}};
    std::memcpy(calls.mapped, triangles, sizeof triangles);
    calls.as<uint32_t>()[15] = 2; // The count.
    expectLeftHalf(target, draw(target, pipeline, [&](VkCommandBuffer commands) {
                       vkCmdDrawIndirect(commands, calls.buffer, 0, 2, 16);
                   }));
    expectLeftHalf(target, draw(target, pipeline, [&](VkCommandBuffer commands) {
                       vkCmdDrawIndirectCount(commands, calls.buffer, 0, calls.buffer, 60, 3, 16);
                   }));
    const vkt::Buffer indices = makeBuffer(64, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    for (uint16_t i = 0; i < 6; ++i) {
        indices.as<uint16_t>()[1 + i] = uint16_t(5 - i + 2);
    }
    expectLeftHalf(target, draw(target, pipeline, [&](VkCommandBuffer commands) {
                       vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT16);
                       vkCmdDrawIndexed(commands, 6, 1, 1, -2, 0);
                   }));
}

TEST_F(Draws, LinkedLibrariesDrawTheSame) {
    if (!hasExtension(VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.extent = {22, 18}});
    PipelineMaker makers[4];
    const VkPipelineLayout layout = makeLayout();
    const VkGraphicsPipelineLibraryFlagsEXT parts[] = {
        VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
        VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
        VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
        VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT};
    makers[1].addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kHalf));
    makers[1].setFormats({}); // They are the output's.
    makers[1].dynamicStates = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    makers[2].addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(kWhite));
    VkPipeline libraries[4];
    for (uint32_t i = 0; i < 4; ++i) {
        VkGraphicsPipelineLibraryCreateInfoEXT info{
            VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
        info.flags = parts[i];
        makers[i].next = &info;
        makers[i].flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
        makers[i].layout = layout;
        libraries[i] = makePipeline(makers[i]);
    }
    VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    linked.libraryCount = 4;
    linked.pLibraries = libraries;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &linked};
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    atEnd([this, pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
    expectLeftHalf(target, draw(target, pipeline, [&](VkCommandBuffer commands) {
                       const VkViewport viewport{0, 0, 22, 18, 0, 1};
                       const VkRect2D scissor{{0, 0}, target.extent};
                       vkCmdSetViewport(commands, 0, 1, &viewport);
                       vkCmdSetScissor(commands, 0, 1, &scissor);
                       vkCmdDraw(commands, 6, 1, 0, 0);
                   }));
}

TEST_F(Draws, CountSamples) {
    const Target target = makeTarget({.extent = {16, 16}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker, kHalf, kWhite, target.extent);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_OCCLUSION, 1);
    draw(target, pipeline, [&](VkCommandBuffer commands) {
        vkCmdBeginQuery(commands, pool, 0, VK_QUERY_CONTROL_PRECISE_BIT);
        vkCmdDraw(commands, 6, 1, 0, 0);
        vkCmdEndQuery(commands, pool, 0);
    });
    EXPECT_EQ(results(pool, 1)[0], 128u);
}

} // namespace
