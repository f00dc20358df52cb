// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What this device does where caches are the driver's own matter.
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <array>
#include <chrono>

namespace {

using vkt::PipelineMaker;

constexpr VkPipelineCreateFlags kCachedOnly =
    VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
constexpr VkPipelineCreateFlags kReturnEarly = VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;

class PipelineCaches : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
        if (!std::strstr(properties.deviceName, "Glissade")) {
            GTEST_SKIP() << "caches are the driver's own matter";
        }
        m_layout = makeLayout();
    }

    /// A number in shaders that nobody has compiled before.
    static std::string newNumber() {
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        return std::to_string(uint32_t(now) % 8'000'000) + ".0";
    }
    VkShaderModule newVertexShader() {
        return makeVertexShader(R"(#version 460
            void main() {
                vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1;
                gl_Position = vec4(corner, 0, 1) * )" +
                                newNumber() + R"( / )" + newNumber() + R"(;
            })");
    }
    /// Gives red, and in green whether the shader is this one.
    VkShaderModule newFragmentShader() {
        return makeFragmentShader(R"(#version 460
            layout(location = 0) out vec4 color;
            void main() { color = vec4(1, gl_FragCoord.x < )" +
                                  newNumber() + R"( + 1000 ? 1 : 0, 0, 1); })");
    }

    struct Made {
        VkResult result = VK_SUCCESS;
        VkPipeline pipeline = VK_NULL_HANDLE;
        VkPipelineCreationFeedback whole{};
        std::array<VkPipelineCreationFeedback, 2> stages{};
    };
    static bool hit(const VkPipelineCreationFeedback& feedback) {
        EXPECT_TRUE(feedback.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
        return feedback.flags & VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
    }
    void describe(PipelineMaker& maker, VkShaderModule vertex, VkShaderModule fragment) const {
        maker.layout = m_layout;
        maker.setViewport(16, 16);
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, vertex);
        maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, fragment);
    }
    Made make(VkShaderModule vertex,
              VkShaderModule fragment,
              VkPipelineCache cache = VK_NULL_HANDLE,
              VkPipelineCreateFlags flags = 0) {
        Made made;
        VkPipelineCreationFeedbackCreateInfo feedback{
            VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO};
        feedback.pPipelineCreationFeedback = &made.whole;
        feedback.pipelineStageCreationFeedbackCount = uint32_t(made.stages.size());
        feedback.pPipelineStageCreationFeedbacks = made.stages.data();
        PipelineMaker maker;
        describe(maker, vertex, fragment);
        maker.next = &feedback;
        maker.flags = flags;
        made.result =
            vkCreateGraphicsPipelines(device(), cache, 1, &maker.info(), nullptr, &made.pipeline);
        atEnd([this, pipeline = made.pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
        return made;
    }
    /// That the pipeline fills a target with red.
    void expectToDraw(VkPipeline pipeline) {
        const vkt::Target target = makeTarget({.extent = {16, 16}});
        run([&](VkCommandBuffer commands) {
            vkt::Rendering rendering(target.extent);
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
        EXPECT_THAT(read<uint32_t>(target), testing::Each(0xff00ffffu));
    }

    VkPipelineLayout m_layout = VK_NULL_HANDLE;
};

TEST_F(PipelineCaches, SayWhatTheyHadOfEachStage) {
    const VkShaderModule vertex = newVertexShader();
    const VkShaderModule one = newFragmentShader();
    const VkShaderModule two = newFragmentShader();
    const VkPipelineCache cache = makePipelineCache();
    const Made first = make(vertex, one, cache);
    ASSERT_VK(first.result);
    EXPECT_FALSE(hit(first.whole));
    EXPECT_FALSE(hit(first.stages[0]));
    EXPECT_FALSE(hit(first.stages[1]));
    for (const VkPipelineCreationFeedback& stage : first.stages) {
        EXPECT_GT(stage.duration, 0u);
        EXPECT_GE(first.whole.duration, stage.duration);
    }
    const Made again = make(vertex, one, cache);
    EXPECT_TRUE(hit(again.whole));
    EXPECT_TRUE(hit(again.stages[0]));
    EXPECT_TRUE(hit(again.stages[1]));
    // The vertex shader is there, the other is not.
    const Made half = make(vertex, two, cache);
    EXPECT_FALSE(hit(half.whole));
    EXPECT_TRUE(hit(half.stages[0]));
    EXPECT_FALSE(hit(half.stages[1]));
    // What the driver has for itself is no hit.
    const Made without = make(vertex, one, VK_NULL_HANDLE, kCachedOnly);
    ASSERT_VK(without.result);
    EXPECT_FALSE(hit(without.whole));
    const VkPipelineCache other = makePipelineCache();
    EXPECT_FALSE(hit(make(vertex, one, other).whole));
    EXPECT_TRUE(hit(make(vertex, one, other).whole));
}

TEST_F(PipelineCaches, GoWithTheirDataAndMerge) {
    const VkShaderModule vertex = newVertexShader();
    const VkShaderModule one = newFragmentShader();
    const VkShaderModule two = newFragmentShader();
    const VkPipelineCache cache = makePipelineCache();
    make(vertex, one, cache);
    make(vertex, two, cache);
    const std::vector<uint8_t> data = dataOf(cache);
    const VkPipelineCache given = makePipelineCache(data);
    EXPECT_EQ(dataOf(given).size(), data.size());
    const Made from = make(vertex, two, given);
    EXPECT_TRUE(hit(from.whole));
    expectToDraw(from.pipeline);
    const VkPipelineCache merged = makePipelineCache();
    const VkPipelineCache half = makePipelineCache();
    make(vertex, one, half);
    const VkPipelineCache sources[] = {half, makePipelineCache()};
    ASSERT_VK(vkMergePipelineCaches(device(), merged, 2, sources));
    EXPECT_TRUE(hit(make(vertex, one, merged).whole));
    EXPECT_FALSE(hit(make(vertex, two, merged).whole));

    // Too small a buffer gets whole entries.
    std::vector<uint8_t> part(data.size());
    size_t size_B = data.size() - 1;
    EXPECT_EQ(vkGetPipelineCacheData(device(), cache, &size_B, part.data()), VK_INCOMPLETE);
    part.resize(size_B);
    const VkPipelineCache less = makePipelineCache(part);
    EXPECT_LT(int(hit(make(vertex, one, less).whole)) + int(hit(make(vertex, two, less).whole)), 3);
}

/// Data of another device or driver, or damaged, is taken, but nothing is found there.
TEST_F(PipelineCaches, IgnoreDamagedData) {
    const VkShaderModule vertex = newVertexShader();
    const VkShaderModule fragment = newFragmentShader();
    const VkPipelineCache cache = makePipelineCache();
    make(vertex, fragment, cache);
    const std::vector<uint8_t> data = dataOf(cache);
    constexpr size_t kHeader_B = sizeof(VkPipelineCacheHeaderVersionOne);
    std::vector<uint8_t> foreign = data;
    foreign[offsetof(VkPipelineCacheHeaderVersionOne, pipelineCacheUUID)] ^= 1;
    EXPECT_FALSE(hit(make(vertex, fragment, makePipelineCache(foreign)).whole));
    // One damaged byte anywhere loses a stage, or both; what is made is right all the same.
    for (size_t at = kHeader_B; at < data.size(); at += data.size() / 40 + 1) {
        std::vector<uint8_t> damaged = data;
        damaged[at] ^= 0x55;
        const Made made = make(vertex, fragment, makePipelineCache(damaged));
        ASSERT_VK(made.result) << at;
        EXPECT_FALSE(hit(made.whole)) << at;
    }
    for (const size_t size_B : {kHeader_B - 1, kHeader_B, kHeader_B + 10, data.size() - 1}) {
        const Made made = make(
            vertex, fragment, makePipelineCache({data.begin(), data.begin() + ptrdiff_t(size_B)}));
        ASSERT_VK(made.result) << size_B;
        EXPECT_FALSE(hit(made.whole)) << size_B;
    }
    expectToDraw(make(vertex, fragment, makePipelineCache(foreign)).pipeline);
}

TEST_F(PipelineCaches, TellWhatWouldHaveToBeCompiled) {
    const VkShaderModule vertex = newVertexShader();
    const VkShaderModule known = newFragmentShader();
    const VkShaderModule unknown = newFragmentShader();
    const Made missing = make(vertex, known, VK_NULL_HANDLE, kCachedOnly);
    EXPECT_EQ(missing.result, VK_PIPELINE_COMPILE_REQUIRED);
    EXPECT_EQ(missing.pipeline, VkPipeline(VK_NULL_HANDLE));
    ASSERT_VK(make(vertex, known).result);

    const auto makeThree = [&](VkPipelineCreateFlags flags,
                               std::array<VkPipelineCreationFeedback, 3>& feedbacks) {
        std::array<PipelineMaker, 3> makers;
        std::array<VkPipelineCreationFeedbackCreateInfo, 3> chains{};
        std::array<VkGraphicsPipelineCreateInfo, 3> infos;
        for (size_t i = 0; i < 3; ++i) {
            describe(makers[i], vertex, i == 1 ? unknown : known);
            chains[i].sType = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO;
            chains[i].pPipelineCreationFeedback = &feedbacks[i];
            makers[i].next = &chains[i];
            makers[i].flags = flags;
            infos[i] = makers[i].info();
        }
        std::array<VkPipeline, 3> pipelines;
        EXPECT_EQ(vkCreateGraphicsPipelines(
                      device(), VK_NULL_HANDLE, 3, infos.data(), nullptr, pipelines.data()),
                  VK_PIPELINE_COMPILE_REQUIRED);
        for (const VkPipeline pipeline : pipelines) {
            vkDestroyPipeline(device(), pipeline, nullptr);
        }
        return pipelines;
    };
    std::array<VkPipelineCreationFeedback, 3> feedbacks{};
    const auto all = makeThree(kCachedOnly, feedbacks);
    EXPECT_NE(all[0], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(all[1], VkPipeline(VK_NULL_HANDLE));
    EXPECT_NE(all[2], VkPipeline(VK_NULL_HANDLE));
    feedbacks.fill({~0u, ~0ull});
    const auto some = makeThree(kCachedOnly | kReturnEarly, feedbacks);
    EXPECT_NE(some[0], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(some[1], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(some[2], VkPipeline(VK_NULL_HANDLE));
    EXPECT_TRUE(feedbacks[0].flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    EXPECT_EQ(feedbacks[2].flags, 0u); // It was not tried.
}

} // namespace
