// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What lies between a draw and the moment somebody looks: draws may be carried out late and many
// together, but nobody may be able to tell.
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

namespace {

using testing::Each;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

/// A rectangle in pixels of a target of 200 × 150, as a strip of four vertices.
constexpr char kRectangle[] = R"(#version 460
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
void main() {
    vec2 corner = mix(area.xy, area.zw, vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1));
    gl_Position = vec4(corner / vec2(100, 75) - 1, 0.5, 1);
})";
constexpr char kPushedColor[] = R"(#version 460
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
layout(location = 0) out uvec4 result;
void main() {
    result = color;
})";
constexpr VkExtent2D kExtent{200, 150};

struct Area {
    uint32_t x0, y0, x1, y1;
    bool has(uint32_t x, uint32_t y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
};
constexpr Area kAll{0, 0, kExtent.width, kExtent.height};

class Scenes : public vkt::GraphicsTest {
protected:
    Target makeNumbers(uint32_t layers = 1, VkImageUsageFlags usage = 0) {
        return makeTarget({VK_FORMAT_R32_UINT, kExtent, layers, VK_SAMPLE_COUNT_1_BIT, usage});
    }
    /// Of rectangles, unless the maker has stages.
    VkPipeline makeNumberPipeline(PipelineMaker& maker,
                                  const std::string& vertex = kRectangle,
                                  const std::string& fragment = kPushedColor) {
        maker.setFormats({VK_FORMAT_R32_UINT});
        maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        if (!maker.layout) {
            maker.layout = makeLayout({}, 32);
        }
        return makePipeline(maker, vertex, fragment, kExtent);
    }
    static void
    push(VkCommandBuffer commands, const PipelineMaker& maker, const Area& area, uint32_t color) {
        struct {
            float area[4];
            uint32_t color[4];
        } const data = {{float(area.x0), float(area.y0), float(area.x1), float(area.y1)},
                        {color, 0, 0, 0}};
        vkCmdPushConstants(commands,
                           maker.layout,
                           VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                           0,
                           sizeof data,
                           &data);
    }
    static void
    draw(VkCommandBuffer commands, const PipelineMaker& maker, const Area& area, uint32_t color) {
        push(commands, maker, area, color);
        vkCmdDraw(commands, 4, 1, 0, 0);
    }
    static void clear(VkCommandBuffer commands, const Area& area, uint32_t color) {
        VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
        attachment.clearValue.color.uint32[0] = color;
        const VkClearRect rect{
            {{int32_t(area.x0), int32_t(area.y0)}, {area.x1 - area.x0, area.y1 - area.y0}}, 0, 1};
        vkCmdClearAttachments(commands, 1, &attachment, 1, &rect);
    }
    /// What is left of rectangles that came in this order, on 0.
    struct Painted {
        Area area;
        uint32_t color;
    };
    static void expectPainted(const std::vector<uint32_t>& texels,
                              const std::vector<Painted>& painted,
                              size_t layer = 0) {
        for (uint32_t y = 0; y < kExtent.height; ++y) {
            for (uint32_t x = 0; x < kExtent.width; ++x) {
                uint32_t expected = 0;
                for (const Painted& one : painted) {
                    expected = one.area.has(x, y) ? one.color : expected;
                }
                const size_t at = (layer * kExtent.height + y) * kExtent.width + x;
                ASSERT_EQ(texels[at], expected) << x << ", " << y << " of layer " << layer;
            }
        }
    }
};

/// Rectangles here and there, over and beside each other.
Area someArea(uint32_t i) {
    const uint32_t x = i * 37 % 150;
    const uint32_t y = i * 53 % 100;
    return {x, y, x + 1 + i * 7 % 50, y + 1 + i * 11 % 50};
}

TEST_F(Scenes, KeepTheOrderOfDraws) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker);
    std::vector<Painted> painted;
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        for (uint32_t i = 1; i < 300; ++i) {
            draw(commands, maker, someArea(i), i);
            painted.push_back({someArea(i), i});
        }
        vkCmdEndRendering(commands);
    });
    expectPainted(read<uint32_t>(target), painted);
}

TEST_F(Scenes, ClearBetweenDraws) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker);
    constexpr Area kMiddle{50, 30, 140, 120};
    constexpr Area kCorner{100, 90, 200, 150};
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{.uint32 = {9}});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        draw(commands, maker, {0, 0, 120, 100}, 1);
        clear(commands, kMiddle, 2);
        draw(commands, maker, kCorner, 3);
        clear(commands, {110, 100, 111, 101}, 4);
        vkCmdEndRendering(commands);
    });
    expectPainted(
        read<uint32_t>(target),
        {{kAll, 9}, {{0, 0, 120, 100}, 1}, {kMiddle, 2}, {kCorner, 3}, {{110, 100, 111, 101}, 4}});
}

TEST_F(Scenes, ClearedOnLoadWithoutDraws) {
    const Target target = makeNumbers();
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{.uint32 = {7}});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdEndRendering(commands);
        rendering.info.renderArea = {{10, 20}, {70, 80}};
        rendering.info.colorAttachmentCount = 0;
        rendering.addColor(target, VkClearColorValue{.uint32 = {8}});
        barrier(commands);
        vkCmdBeginRendering(commands, &rendering());
        vkCmdEndRendering(commands);
    });
    expectPainted(read<uint32_t>(target), {{kAll, 7}, {{10, 20, 80, 100}, 8}});
}

/// The fragments of a pass read pixels far from those that the pass before wrote.
TEST_F(Scenes, AreThereForTheNextPass) {
    const Target from = makeNumbers(1, VK_IMAGE_USAGE_STORAGE_BIT);
    const Target to = makeNumbers();
    const vkt::DescriptorSet bound = makeSet(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                             {VK_NULL_HANDLE, from.view, VK_IMAGE_LAYOUT_GENERAL});

    PipelineMaker writer;
    const VkPipeline writing = makeNumberPipeline(writer);
    PipelineMaker reader;
    reader.layout = makeLayout({bound.layout}, 32);
    const VkPipeline reading = makeNumberPipeline(reader, kRectangle, R"(#version 460
layout(set = 0, binding = 0, r32ui) uniform readonly uimage2D other;
layout(location = 0) out uvec4 result;
void main() {
    result = imageLoad(other, ivec2(199, 149) - ivec2(gl_FragCoord.xy)) + 1;
})");
    run([&](VkCommandBuffer commands) {
        Rendering first(kExtent);
        first.addColor(from, VkClearColorValue{});
        vkCmdBeginRendering(commands, &first());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, writing);
        draw(commands, writer, {20, 30, 90, 60}, 5);
        vkCmdEndRendering(commands);
        barrier(commands);
        Rendering second(kExtent);
        second.addColor(to, VkClearColorValue{});
        vkCmdBeginRendering(commands, &second());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, reading);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, reader.layout, 0, 1, &bound.set, 0, nullptr);
        draw(commands, reader, kAll, 0);
        vkCmdEndRendering(commands);
    });
    expectPainted(read<uint32_t>(to), {{kAll, 1}, {{110, 90, 180, 120}, 6}});
}

/// A subpass depends on itself: each draw adds to what the one before left, through an input
/// attachment.
TEST_F(Scenes, ReadInputAttachmentsBehindBarriers) {
    const Target target = makeNumbers(1, VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT);
    const vkt::DescriptorSet bound =
        makeSet(VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT,
                {VK_NULL_HANDLE, target.view, VK_IMAGE_LAYOUT_GENERAL});

    VkAttachmentDescription2 attachment{VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2};
    attachment.format = target.format;
    attachment.samples = VK_SAMPLE_COUNT_1_BIT;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    attachment.initialLayout = attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    const VkAttachmentReference2 reference{VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                                           nullptr,
                                           0,
                                           VK_IMAGE_LAYOUT_GENERAL,
                                           VK_IMAGE_ASPECT_COLOR_BIT};
    VkSubpassDescription2 subpass{VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2};
    subpass.colorAttachmentCount = subpass.inputAttachmentCount = 1;
    subpass.pColorAttachments = subpass.pInputAttachments = &reference;
    VkSubpassDependency2 dependency{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2};
    dependency.srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    dependency.dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    dependency.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    dependency.dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
    dependency.dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT;
    VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
    info.attachmentCount = info.subpassCount = info.dependencyCount = 1;
    info.pAttachments = &attachment;
    info.pSubpasses = &subpass;
    info.pDependencies = &dependency;
    const VkRenderPass pass = makeRenderPass(info);

    PipelineMaker maker;
    maker.layout = makeLayout({bound.layout}, 32);
    maker.renderPass = pass;
    const VkPipeline pipeline = makeNumberPipeline(maker, kRectangle, R"(#version 460
layout(input_attachment_index = 0, set = 0, binding = 0) uniform usubpassInput before;
layout(location = 0) out uvec4 result;
void main() {
    result = subpassLoad(before) * 2 + 1;
})");
    const VkFramebuffer framebuffer = makeFramebuffer(pass, {target});
    run([&](VkCommandBuffer commands) {
        const VkClearValue value{};
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, kExtent};
        begin.clearValueCount = 1;
        begin.pClearValues = &value;
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, maker.layout, 0, 1, &bound.set, 0, nullptr);
        for (int i = 0; i < 5; ++i) {
            draw(commands, maker, kAll, 0);
            VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
            memory.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
            memory.dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
            vkCmdPipelineBarrier(commands,
                                 VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                 VK_DEPENDENCY_BY_REGION_BIT,
                                 1,
                                 &memory,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
        }
        vkCmdEndRenderPass(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(31u));
}

/// Vertices may leave something in memory for the vertices of later draws of the same pass.
TEST_F(Scenes, ShowVerticesWhatEarlierOnesStored) {
    if (!features().vertexPipelineStoresAndAtomics) {
        GTEST_SKIP();
    }
    constexpr uint32_t kVertices = 256; // So few that several draws would run at once.
    const vkt::Buffer buffer = makeBuffer(2 * kVertices * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::ranges::fill(buffer.as<uint32_t>(), 0);
    const vkt::DescriptorSet bound =
        makeSet(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                VkDescriptorBufferInfo{buffer.buffer, 0, VK_WHOLE_SIZE},
                VK_SHADER_STAGE_VERTEX_BIT);
    VkAttachmentDescription2 attachment{VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2};
    attachment.format = VK_FORMAT_R32_UINT;
    attachment.samples = VK_SAMPLE_COUNT_1_BIT;
    attachment.initialLayout = attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    VkSubpassDescription2 subpass{VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2};
    VkSubpassDependency2 dependency{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2};
    dependency.srcStageMask = dependency.dstStageMask = VK_PIPELINE_STAGE_VERTEX_SHADER_BIT;
    dependency.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    dependency.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
    VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
    info.attachmentCount = info.subpassCount = info.dependencyCount = 1;
    info.pAttachments = &attachment;
    info.pSubpasses = &subpass;
    info.pDependencies = &dependency;
    PipelineMaker maker;
    maker.renderPass = makeRenderPass(info);
    maker.layout = makeLayout({bound.layout}, 32);
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    maker.rs.rasterizerDiscardEnable = VK_TRUE;
    // The first vertices of a draw need what the last ones of the draw before left.
    maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(R"(#version 460
layout(push_constant) uniform Push { vec4 area; uvec4 round; };
layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };
void main() {
    uint count = numbers.length() / 2;
    uint here = round.x % 2 * count + gl_VertexIndex;
    uint there = (round.x + 1) % 2 * count + count - 1 - gl_VertexIndex;
    uint number = numbers[there];
    for (int i = 0; i < 2000; ++i) {
        number = number * 1664525 + 1013904223;
    }
    numbers[here] = number;
    gl_Position = vec4(0);
    gl_PointSize = 1;
})"));
    const VkPipeline pipeline = makePipeline(maker);
    const Target target = makeNumbers();
    const VkFramebuffer framebuffer = makeFramebuffer(maker.renderPass, {target});
    constexpr uint32_t kRounds = 64;
    run([&](VkCommandBuffer commands) {
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = maker.renderPass;
        begin.framebuffer = framebuffer;
        begin.renderArea = {{0, 0}, {1, 1}};
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, maker.layout, 0, 1, &bound.set, 0, nullptr);
        for (uint32_t round = 0; round < kRounds; ++round) {
            push(commands, maker, kAll, round);
            vkCmdDraw(commands, kVertices, 1, 0, 0);
            VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
            memory.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
            memory.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
            vkCmdPipelineBarrier(commands,
                                 VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                                 VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                                 0,
                                 1,
                                 &memory,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
        }
        vkCmdEndRenderPass(commands);
    });
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 2000 * kRounds; ++i) {
        expected = expected * 1664525 + 1013904223;
    }
    EXPECT_THAT(buffer.as<uint32_t>().last(kVertices), Each(expected));
}

TEST_F(Scenes, CountForEachQuery) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker);
    const VkQueryPool samples = makeQueries(VK_QUERY_TYPE_OCCLUSION, 4);
    const VkQueryPool statistics =
        makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS,
                    1,
                    VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT);
    const VkQueryControlFlags precise = VK_QUERY_CONTROL_PRECISE_BIT;
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginQuery(commands, samples, 0, precise); // Of two render passes.
        for (uint32_t round = 0; round < 2; ++round) {
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            draw(commands, maker, {0, 0, 10, 10}, 1);
            vkCmdEndRendering(commands);
            barrier(commands);
        }
        vkCmdEndQuery(commands, samples, 0);
        vkCmdBeginRendering(commands, &rendering());
        draw(commands, maker, kAll, 2);
        vkCmdBeginQuery(commands, samples, 1, precise);
        draw(commands, maker, {0, 0, 7, 5}, 3);
        vkCmdBeginQuery(commands, statistics, 0, 0); // Across the ends of others.
        draw(commands, maker, {100, 100, 103, 102}, 3);
        vkCmdEndQuery(commands, samples, 1);
        draw(commands, maker, kAll, 4);
        vkCmdBeginQuery(commands, samples, 2, precise);
        vkCmdEndQuery(commands, samples, 2);
        vkCmdBeginQuery(commands, samples, 3, precise);
        draw(commands, maker, {63, 63, 65, 66}, 3);
        vkCmdEndQuery(commands, samples, 3);
        vkCmdEndQuery(commands, statistics, 0);
        draw(commands, maker, kAll, 4);
        vkCmdEndRendering(commands);
    });
    EXPECT_EQ(results(samples, 4), (std::vector<uint64_t>{200, 41, 0, 6}));
    EXPECT_EQ(results(statistics, 1, 2), (std::vector<uint64_t>{12, 6}));
}

/// What lies between two timestamps has been shaded between them.
TEST_F(Scenes, AreShadedBeforeTimestamps) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker, kRectangle, R"(#version 460
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
layout(location = 0) out uvec4 result;
void main() {
    uint number = uint(gl_FragCoord.x);
    for (int i = 0; i < 500; ++i) {
        number = number * 1664525 + color.x;
    }
    result = uvec4(number);
})");
    const VkQueryPool times = makeQueries(VK_QUERY_TYPE_TIMESTAMP, 3);
    double best = 0; // Anything may happen between two timestamps, but not each time.
    for (int attempt = 0; attempt < 5; ++attempt) {
        run([&](VkCommandBuffer commands) {
            Rendering rendering(kExtent);
            rendering.addColor(target, VkClearColorValue{});
            vkCmdResetQueryPool(commands, times, 0, 3);
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            const auto stage = VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
            vkCmdWriteTimestamp(commands, stage, times, 0);
            draw(commands, maker, kAll, 1);
            vkCmdWriteTimestamp(commands, stage, times, 1);
            vkCmdWriteTimestamp(commands, stage, times, 2);
            vkCmdEndRendering(commands);
        });
        const std::vector<uint64_t> at = results(times, 3);
        ASSERT_LE(at[0], at[1]);
        ASSERT_LE(at[1], at[2]);
        best = std::max(best, double(at[1] - at[0]) / double(at[2] - at[1] + 1));
    }
    EXPECT_GT(best, 10);
}

/// Rasterizer discard is behind clipping, which statistics count, and takes nothing from others.
TEST_F(Scenes, DiscardAmongDraws) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    maker.dynamicStates = {VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE};
    const VkPipeline pipeline = makeNumberPipeline(maker);
    const VkQueryPool samples = makeQueries(VK_QUERY_TYPE_OCCLUSION, 1);
    const VkQueryPool statistics =
        makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS,
                    1,
                    VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT);
    constexpr Area kLeft{0, 0, 80, 150};
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdSetRasterizerDiscardEnable(commands, VK_FALSE);
        draw(commands, maker, kLeft, 1);
        vkCmdBeginQuery(commands, samples, 0, VK_QUERY_CONTROL_PRECISE_BIT);
        vkCmdBeginQuery(commands, statistics, 0, 0);
        vkCmdSetRasterizerDiscardEnable(commands, VK_TRUE);
        draw(commands, maker, kAll, 2);
        vkCmdEndQuery(commands, statistics, 0);
        vkCmdEndQuery(commands, samples, 0);
        vkCmdSetRasterizerDiscardEnable(commands, VK_FALSE);
        draw(commands, maker, {10, 10, 20, 20}, 3);
        vkCmdEndRendering(commands);
    });
    expectPainted(read<uint32_t>(target), {{kLeft, 1}, {{10, 10, 20, 20}, 3}});
    EXPECT_EQ(results(samples, 1), std::vector<uint64_t>{0});
    const std::vector<uint64_t> counted = results(statistics, 1, 2);
    EXPECT_GE(counted[0], 4u);
    EXPECT_EQ(counted[1], 0u);
}

TEST_F(Scenes, GoOnInSecondaryCommandBuffers) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker);
    const VkFormat format = VK_FORMAT_R32_UINT;
    VkCommandBufferInheritanceRenderingInfo rendered{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO};
    rendered.colorAttachmentCount = 1;
    rendered.pColorAttachmentFormats = &format;
    rendered.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    const VkCommandBufferInheritanceInfo inherited{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO, &rendered};
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
    begin.pInheritanceInfo = &inherited;
    std::vector<Painted> painted;
    std::array<VkCommandBuffer, 5> secondaries;
    for (uint32_t i = 0; i < secondaries.size(); ++i) {
        const VkCommandBuffer commands = makeCommandBuffer(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        secondaries[i] = commands;
        ASSERT_VK(vkBeginCommandBuffer(commands, &begin));
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        for (uint32_t j = 0; j < 4; ++j) {
            const uint32_t number = i * 4 + j + 1;
            draw(commands, maker, someArea(number * 3), number);
            painted.push_back({someArea(number * 3), number});
        }
        ASSERT_VK(vkEndCommandBuffer(commands));
    }
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        rendering.info.flags = VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT;
        vkCmdBeginRendering(commands, &rendering());
        vkCmdExecuteCommands(commands, uint32_t(secondaries.size()), secondaries.data());
        vkCmdEndRendering(commands);
    });
    expectPainted(read<uint32_t>(target), painted);
}

/// One pixel for each instance, round and round: far more than what a scene keeps at a time.
TEST_F(Scenes, AreNotBoundByMemory) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker,
                                                   R"(#version 460
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
layout(location = 0) flat out uint number;
layout(location = 1) out vec4 more[6];
void main() {
    uint pixel = gl_InstanceIndex % 30000;
    vec2 corner = vec2(pixel % 200, pixel / 200) + vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner / vec2(100, 75) - 1, 0.5, 1);
    number = gl_InstanceIndex;
    for (int i = 0; i < 6; ++i) {
        more[i] = vec4(i);
    }
})",
                                                   R"(#version 460
layout(location = 0) flat in uint number;
layout(location = 1) in vec4 more[6];
layout(location = 0) out uvec4 result;
void main() {
    vec4 sum = more[0] + more[1] + more[2] + more[3] + more[4] + more[5];
    result = uvec4(number + uint(round(sum.x)));
})");
    constexpr uint32_t kInstances = 70000;
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        push(commands, maker, kAll, 0);
        vkCmdDraw(commands, 4, 10, 0, 20000);
        vkCmdDraw(commands, 4, kInstances, 0, 0);
        vkCmdDraw(commands, 4, 1, 0, 100);
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t pixel = 0; pixel < texels.size(); ++pixel) {
        const uint32_t last = pixel == 100 ? 100 : pixel + (pixel < 10000 ? 60000 : 30000);
        ASSERT_EQ(texels[pixel], last + 15) << pixel;
    }
}

/// Very many small draws, each with state of its own.
TEST_F(Scenes, HaveRoomForManyDraws) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    maker.dynamicStates = {VK_DYNAMIC_STATE_SCISSOR};
    const VkPipeline pipeline = makeNumberPipeline(maker);
    constexpr uint32_t kDraws = 12000;
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        for (uint32_t i = 0; i < kDraws; ++i) {
            const uint32_t x = i % 5000 % 200;
            const uint32_t y = i % 5000 / 200;
            const VkRect2D scissor{{int32_t(x), int32_t(y)}, {1, 1}};
            vkCmdSetScissor(commands, 0, 1, &scissor);
            draw(commands, maker, {x, y, x + 4, y + 4}, i + 1);
        }
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t pixel = 0; pixel < texels.size(); ++pixel) {
        const uint32_t last = pixel < 2000 ? pixel + 10001 : pixel + 5001;
        ASSERT_EQ(texels[pixel], pixel < 5000 ? last : 0) << pixel;
    }
}

TEST_F(Scenes, DrawIntoLayers) {
    if (!features12().shaderOutputLayer) {
        GTEST_SKIP();
    }
    const Target target = makeNumbers(3);
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker, R"(#version 460
#extension GL_ARB_shader_viewport_layer_array : require
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
void main() {
    vec2 corner = mix(area.xy, area.zw, vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1));
    gl_Position = vec4(corner / vec2(100, 75) - 1, 0.5, 1);
    gl_Layer = gl_InstanceIndex;
})");
    constexpr Area kSmall{60, 60, 70, 70};
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.info.layerCount = 3;
        rendering.addColor(target, VkClearColorValue{.uint32 = {1}});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        push(commands, maker, {10, 10, 100, 100}, 2);
        vkCmdDraw(commands, 4, 2, 0, 1); // Layers 1 and 2.
        VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
        attachment.clearValue.color.uint32[0] = 3;
        const VkClearRect rect{{{20, 20}, {60, 60}}, 0, 2}; // Layers 0 and 1.
        vkCmdClearAttachments(commands, 1, &attachment, 1, &rect);
        push(commands, maker, kSmall, 4);
        vkCmdDraw(commands, 4, 3, 0, 0);
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    const Painted drawn{{10, 10, 100, 100}, 2};
    const Painted cleared{{20, 20, 80, 80}, 3};
    expectPainted(texels, {{kAll, 1}, cleared, {kSmall, 4}}, 0);
    expectPainted(texels, {{kAll, 1}, drawn, cleared, {kSmall, 4}}, 1);
    expectPainted(texels, {{kAll, 1}, drawn, {kSmall, 4}}, 2);
}

TEST_F(Scenes, DrawIntoViews) {
    const Target target = makeNumbers(3);
    PipelineMaker maker;
    maker.rendering.viewMask = 5;
    const VkPipeline pipeline = makeNumberPipeline(maker,
                                                   R"(#version 460
#extension GL_EXT_multiview : require
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
void main() {
    vec2 corner = mix(area.xy, area.zw, vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1));
    gl_Position = vec4((corner + gl_ViewIndex * 10) / vec2(100, 75) - 1, 0.5, 1);
})",
                                                   R"(#version 460
#extension GL_EXT_multiview : require
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
layout(location = 0) out uvec4 result;
void main() {
    result = color + gl_ViewIndex;
})");
    run([&](VkCommandBuffer commands) {
        const VkClearColorValue zero{};
        const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 3};
        vkCmdClearColorImage(commands, target.image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &range);
        barrier(commands);
        Rendering rendering(kExtent);
        rendering.info.viewMask = 5;
        rendering.addColor(target, VkClearColorValue{.uint32 = {1}});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        draw(commands, maker, {0, 0, 100, 100}, 10);
        clear(commands, {50, 50, 70, 70}, 20);
        draw(commands, maker, {60, 60, 65, 65}, 30);
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    const Painted cleared{{50, 50, 70, 70}, 20};
    expectPainted(texels, {{kAll, 1}, {{0, 0, 100, 100}, 10}, cleared, {{60, 60, 65, 65}, 30}}, 0);
    expectPainted(texels, {}, 1);
    expectPainted(
        texels, {{kAll, 1}, {{20, 20, 120, 120}, 12}, cleared, {{80, 80, 85, 85}, 32}}, 2);
}

/// A render pass instance over two command buffers of a submission.
TEST_F(Scenes, AreSuspendedAndResumed) {
    const Target target = makeNumbers();
    PipelineMaker maker;
    const VkPipeline pipeline = makeNumberPipeline(maker);
    std::array<VkCommandBuffer, 2> parts;
    for (uint32_t i = 0; i < 2; ++i) {
        parts[i] = record([&](VkCommandBuffer commands) {
            Rendering rendering(kExtent);
            rendering.addColor(target, VkClearColorValue{.uint32 = {1}});
            rendering.info.flags = i == 0 ? VK_RENDERING_SUSPENDING_BIT : VK_RENDERING_RESUMING_BIT;
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            draw(commands, maker, {i * 50, i * 50, i * 50 + 70, i * 50 + 70}, i + 2);
            vkCmdEndRendering(commands);
        });
    }
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 2;
    info.pCommandBuffers = parts.data();
    ASSERT_VK(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE));
    ASSERT_VK(vkQueueWaitIdle(queue()));
    expectPainted(read<uint32_t>(target),
                  {{kAll, 1}, {{0, 0, 70, 70}, 2}, {{50, 50, 120, 120}, 3}});
}

/// A stipple goes on along a strip, however many lines it has, and begins anew behind a restart,
/// wherever that is.
TEST_F(Scenes, StipplesFollowStrips) {
    if (!hasExtension(VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    constexpr uint32_t kLines = 600; // In a strip, of a pixel each.
    constexpr uint32_t kFirst = 256; // As many before the restart.
    const Target target = makeTarget({VK_FORMAT_R32_UINT, {1024, 4}, 1, VK_SAMPLE_COUNT_1_BIT, 0});
    VkPipelineRasterizationLineStateCreateInfoEXT lines{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
    lines.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
    lines.stippledLineEnable = VK_TRUE;
    lines.lineStippleFactor = 3;
    lines.lineStipplePattern = 0x2b71;
    PipelineMaker maker;
    maker.rs.pNext = &lines;
    maker.setFormats({VK_FORMAT_R32_UINT});
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    maker.ia.primitiveRestartEnable = VK_TRUE;
    maker.layout = makeLayout({}, 32);
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(push_constant) uniform Push { vec4 area; uvec4 color; };
void main() {
    gl_Position = vec4((gl_VertexIndex + 0.5) / 512.0 - 1, area.y / 2 - 1 + 0.25, 0.5, 1);
})",
                                             kPushedColor,
                                             target.extent);
    // Strip 0 … kLines; strip 0 … kFirst and, a restart later, kFirst … kLines.
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i <= kLines; ++i) {
        indices.push_back(i);
    }
    const auto whole = uint32_t(indices.size());
    for (uint32_t i = 0; i <= kFirst; ++i) {
        indices.push_back(i);
    }
    indices.push_back(~0u);
    for (uint32_t i = kFirst; i <= kLines; ++i) {
        indices.push_back(i);
    }
    const vkt::Buffer buffer = makeBuffer(indices.size() * 4, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    std::copy(indices.begin(), indices.end(), buffer.as<uint32_t>().begin());
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdBindIndexBuffer(commands, buffer.buffer, 0, VK_INDEX_TYPE_UINT32);
        push(commands, maker, {0, 0, 0, 0}, 1);
        vkCmdDrawIndexed(commands, whole, 1, 0, 0, 0);
        push(commands, maker, {0, 2, 0, 0}, 1);
        vkCmdDrawIndexed(commands, uint32_t(indices.size()) - whole, 1, whole, 0, 0);
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    const auto bit = [&](uint32_t pixel) {
        return lines.lineStipplePattern >> pixel / 3 % 16 & 1u;
    };
    for (uint32_t x = 0; x < kLines; ++x) {
        ASSERT_EQ(texels[x], bit(x)) << x;
        ASSERT_EQ(texels[2 * 1024 + x], bit(x < kFirst ? x : x - kFirst)) << x;
    }
}

} // namespace
