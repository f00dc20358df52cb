// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using vkt::PipelineMaker;

constexpr char kVertex[] = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 0) out vec4 color;
void main() {
    gl_Position = position;
    color = position * 0.5 + 0.5;
})";
constexpr char kFragment[] = R"(#version 460
layout(constant_id = 3) const float kScale = 1;
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 result;
void main() {
    result = color * kScale;
})";

class Pipelines : public vkt::GraphicsTest {
protected:
    void addVertices(PipelineMaker& maker) {
        maker.addBinding(0, 16);
        maker.addAttribute(0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0);
    }
    /// One of the four parts.
    VkPipeline makeLibrary(PipelineMaker& maker, VkGraphicsPipelineLibraryFlagsEXT parts) {
        VkGraphicsPipelineLibraryCreateInfoEXT info{
            VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
        info.flags = parts;
        maker.next = &info;
        maker.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
        const VkPipeline pipeline = makePipeline(maker);
        maker.next = nullptr;
        return pipeline;
    }
};

TEST_F(Pipelines, AreMade) {
    PipelineMaker maker;
    addVertices(maker);
    EXPECT_NE(makePipeline(maker, kVertex, kFragment, {16, 16}), VkPipeline(VK_NULL_HANDLE));
}

TEST_F(Pipelines, TellHowLongTheyTook) {
    PipelineMaker maker;
    addVertices(maker);
    VkPipelineCreationFeedback whole{};
    VkPipelineCreationFeedback stages[2]{};
    VkPipelineCreationFeedbackCreateInfo feedback{
        VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO};
    feedback.pPipelineCreationFeedback = &whole;
    feedback.pipelineStageCreationFeedbackCount = 2;
    feedback.pPipelineStageCreationFeedbacks = stages;
    maker.next = &feedback;
    makePipeline(maker, kVertex, kFragment, {16, 16});
    EXPECT_TRUE(whole.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    EXPECT_GT(whole.duration, 0u);
}

TEST_F(Pipelines, AreMadeWithoutCompilingOnceTheirShadersAreKnown) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    if (!std::strstr(properties.deviceName, "Glissade")) {
        GTEST_SKIP() << "others may compile for any state";
    }
    const float scale = 0.7531f;
    const VkSpecializationMapEntry entry{3, 0, sizeof scale};
    const VkSpecializationInfo specialization{1, &entry, sizeof scale, &scale};
    const VkShaderModule vertex = makeVertexShader(kVertex);
    const VkShaderModule fragment = makeFragmentShader(kFragment);
    const VkPipelineLayout layout = makeLayout();
    const auto describe = [&](PipelineMaker& maker) {
        addVertices(maker);
        maker.layout = layout;
        maker.setViewport(16, 16);
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, vertex);
        maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, fragment, &specialization);
    };
    PipelineMaker first;
    describe(first);
    makePipeline(first);
    // Other state, the same shaders.
    PipelineMaker second;
    describe(second);
    second.flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    second.rs.cullMode = VK_CULL_MODE_BACK_BIT;
    second.blends[0].blendEnable = VK_TRUE;
    second.setFormats({VK_FORMAT_R16G16B16A16_SFLOAT});
    EXPECT_NE(makePipeline(second), VkPipeline(VK_NULL_HANDLE));
}

TEST_F(Pipelines, LinkFromLibraries) {
    if (!hasExtension(VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    PipelineMaker input;
    addVertices(input);
    PipelineMaker vertex;
    vertex.layout = makeLayout();
    vertex.setViewport(16, 16);
    vertex.setFormats({}); // They are the output's.
    vertex.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kVertex));
    PipelineMaker fragment;
    fragment.layout = vertex.layout;
    fragment.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(kFragment));
    PipelineMaker output;
    const VkPipeline libraries[] = {
        makeLibrary(input, VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT),
        makeLibrary(vertex, VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT),
        makeLibrary(fragment, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT),
        makeLibrary(output, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT)};
    VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    linked.libraryCount = 4;
    linked.pLibraries = libraries;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &linked};
    info.layout = vertex.layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    EXPECT_NE(pipeline, VkPipeline(VK_NULL_HANDLE));
    vkDestroyPipeline(device(), pipeline, nullptr);
}

TEST_F(Pipelines, QueriesWithoutDrawsCountNothing) {
    const vkt::Target target = makeTarget({.extent = {8, 8}});
    const VkQueryPool statistics =
        makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS,
                    1,
                    VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT);
    const VkQueryPool occlusion = makeQueries(VK_QUERY_TYPE_OCCLUSION, 1);
    run([&](VkCommandBuffer commands) {
        vkCmdResetQueryPool(commands, statistics, 0, 1);
        vkCmdResetQueryPool(commands, occlusion, 0, 1);
        vkt::Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBeginQuery(commands, statistics, 0, 0);
        vkCmdBeginQuery(commands, occlusion, 0, VK_QUERY_CONTROL_PRECISE_BIT);
        vkCmdEndQuery(commands, occlusion, 0);
        vkCmdEndQuery(commands, statistics, 0);
        vkCmdEndRendering(commands);
    });
    uint64_t values[3] = {7, 7, 7};
    EXPECT_VK(
        vkGetQueryPoolResults(device(),
                              statistics,
                              0,
                              1,
                              sizeof values,
                              values,
                              sizeof values,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT));
    EXPECT_THAT(values, testing::ElementsAre(0, 0, 1));
    EXPECT_EQ(results(occlusion, 1)[0], 0u);
}

} // namespace
