// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>

namespace {

using testing::ElementsAre;
using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Target;

/// Quarters of the target, two triangles each; from the fifth on they lie outside.
constexpr char kQuarters[] = R"(#version 460
void main() {
    int quarter = gl_VertexIndex / 6;
    vec2 corners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(0, 1), vec2(1, 0), vec2(1, 1));
    vec2 at = corners[gl_VertexIndex % 6] + vec2(quarter & 1, quarter >> 1) - 1;
    gl_Position = vec4(at, 0.5, 1);
})";

class Queries : public vkt::GraphicsTest {};

/// Exactly, where Vulkan leaves no choice. What it says of helper invocations and of clipped
/// primitives lets devices count more.
TEST_F(Queries, CountStages) {
    if (!features().pipelineStatisticsQuery) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.extent = {16, 16}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker, kQuarters, kWhite, target.extent);
    constexpr VkQueryPipelineStatisticFlags kAll =
        VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT |
        VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT |
        VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT |
        VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT |
        VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT |
        VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT |
        VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT;
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS, 3, kAll);
    const vkt::Buffer indices = makeBuffer(64, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    const uint16_t list[] = {0, 1, 2, 2, 1, 5};
    std::memcpy(indices.mapped, list, sizeof list);
    drawInto(target, pipeline, [&](VkCommandBuffer commands) {
        vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT16);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdBeginQuery(commands, pool, 0, 0);
        vkCmdDraw(commands, 18, 1, 0, 0); // Three quarters,
        vkCmdDraw(commands, 6, 1, 48, 0); // and what lies outside.
        vkCmdEndQuery(commands, pool, 0);
        vkCmdBeginQuery(commands, pool, 1, 0);
        vkCmdEndQuery(commands, pool, 1);
        vkCmdBeginQuery(commands, pool, 2, 0);
        vkCmdDrawIndexed(commands, 6, 3, 0, 0, 0);
        vkCmdEndQuery(commands, pool, 2);
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
    const std::vector<uint64_t> values = results(pool, 3, 7);
    const std::span<const uint64_t> first(values.data(), 7);
    EXPECT_EQ(first[0], 24u);
    EXPECT_EQ(first[1], 8u);
    EXPECT_EQ(first[2], 24u); // No vertex is there twice.
    EXPECT_EQ(first[3], 8u);
    // lavapipe counts helper invocations, as it may; that of Mesa 25 no primitive that is not cut,
    // as it may not.
    if (onLavapipe()) {
        EXPECT_GE(first[5], 3 * 64u);
    } else {
        EXPECT_EQ(first[4], 6u);
        EXPECT_EQ(first[5], 3 * 64u);
    }
    EXPECT_EQ(first[6], 0u);
    EXPECT_THAT(std::vector(values.begin() + 7, values.begin() + 14), testing::Each(0u));
    const std::span<const uint64_t> indexed(values.data() + 14, 7);
    EXPECT_EQ(indexed[0], 18u);
    EXPECT_EQ(indexed[1], 6u);
    EXPECT_GE(indexed[2],
              12u); // Four vertices for each instance, or more where they are not shared.
    EXPECT_LE(indexed[2], 18u);
    EXPECT_EQ(indexed[3], 6u);
    EXPECT_GE(indexed[5], 3 * 64u);
}

/// Samples that pass: less those of tests, masks and discards.
TEST_F(Queries, CountSamples) {
    if (!features().occlusionQueryPrecise) {
        GTEST_SKIP();
    }
    for (const VkSampleCountFlagBits samples : {VK_SAMPLE_COUNT_1_BIT, VK_SAMPLE_COUNT_4_BIT}) {
        SCOPED_TRACE(samples);
        const Target target = makeTarget({.extent = {16, 16}, .samples = samples});
        PipelineMaker maker;
        maker.ms.rasterizationSamples = samples;
        maker.dynamicStates = {VK_DYNAMIC_STATE_SCISSOR};
        const VkPipeline pipeline = makePipeline(maker, kQuarters, kWhite, target.extent);
        PipelineMaker discarding;
        discarding.ms.rasterizationSamples = samples;
        discarding.dynamicStates = maker.dynamicStates;
        const VkPipeline discards = makePipeline(discarding,
                                                 kQuarters,
                                                 R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    if (fract(gl_FragCoord.y / 4) < 0.25) {
        discard;
    }
    result = vec4(1);
})",
                                                 target.extent);
        const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_OCCLUSION, 4);
        drawInto(target, pipeline, [&](VkCommandBuffer commands) {
            const VkRect2D whole{{0, 0}, {16, 16}};
            const VkRect2D part{{3, 5}, {4, 2}};
            vkCmdSetScissor(commands, 0, 1, &whole);
            const auto count = [&](uint32_t query, uint32_t vertices) {
                vkCmdBeginQuery(commands, pool, query, VK_QUERY_CONTROL_PRECISE_BIT);
                vkCmdDraw(commands, vertices, 1, 0, 0);
                vkCmdEndQuery(commands, pool, query);
            };
            count(0, 12);
            vkCmdSetScissor(commands, 0, 1, &part);
            count(1, 24);
            vkCmdSetScissor(commands, 0, 1, &whole);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, discards);
            count(2, 24);
            count(3, 0);
        });
        const uint64_t n = samples;
        const std::vector<uint64_t> passed = results(pool, 4);
        EXPECT_EQ(passed[0], 128 * n);
        if (!onLavapipe() || n == 1) { // With four samples it counts some beyond the scissor.
            EXPECT_EQ(passed[1], 8 * n);
        }
        EXPECT_EQ(passed[2], 192 * n);
        EXPECT_EQ(passed[3], 0u);
    }
}

TEST_F(Queries, CopyTheirResults) {
    const Target target = makeTarget({.extent = {16, 16}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker, kQuarters, kWhite, target.extent);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_OCCLUSION, 3);
    const vkt::Buffer copy = makeBuffer(24, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    std::ranges::fill(copy.as<uint32_t>(), 77);
    drawInto(target, pipeline, [&](VkCommandBuffer commands) {
        for (const uint32_t query : {0, 2}) {
            vkCmdBeginQuery(commands, pool, query, VK_QUERY_CONTROL_PRECISE_BIT);
            vkCmdDraw(commands, 6 * (query + 1), 1, 0, 0);
            vkCmdEndQuery(commands, pool, query);
        }
    });
    run([&](VkCommandBuffer commands) {
        vkCmdCopyQueryPoolResults(
            commands, pool, 0, 3, copy.buffer, 0, 8, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
        barrier(commands);
    });
    if (onLavapipe()) { // It writes what is not available, too.
        copy.as<uint32_t>()[2] = 77;
    }
    EXPECT_THAT(copy.as<uint32_t>(), ElementsAre(64, 1, 77, 0, 192, 1));
}

/// In a render pass instance, in their order.
TEST_F(Queries, TellTheTimeOfDraws) {
    const Target target = makeTarget({.extent = {1024, 1024}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker, kQuarters, kWhite, target.extent);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_TIMESTAMP, 4);
    drawInto(target, pipeline, [&](VkCommandBuffer commands) {
        for (uint32_t i = 0; i < 4; ++i) {
            vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, i);
            vkCmdDraw(commands, 24, 1, 0, 0);
        }
    });
    const std::vector<uint64_t> times = results(pool, 4);
    for (uint32_t i = 1; i < 4; ++i) {
        EXPECT_GT(times[i], times[i - 1]);
    }
}

} // namespace
