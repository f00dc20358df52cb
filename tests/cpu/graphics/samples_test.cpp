// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace {

using testing::ElementsAre;
using testing::FloatEq;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

/// Vulkan 1.3, "Multisampling": standard sample locations.
constexpr float kSampleX[4] = {0.375f, 0.875f, 0.125f, 0.625f};
constexpr float kSampleY[4] = {0.125f, 0.375f, 0.625f, 0.875f};

/// Everything to the left of `right` and above `bottom`, one of which is at the border, in pixels
/// of a target of `size` pixels. One triangle: no pixel belongs to two.
constexpr char kPart[] = R"(#version 460
layout(push_constant) uniform Push { vec2 size; float right; float bottom; };
layout(location = 0) out vec2 pixels;
layout(location = 1) noperspective centroid out vec2 inside;
layout(location = 2) out vec2 ofSample;
void main() {
    vec2 corner;
    if (bottom < size.y) {
        corner = vec2(gl_VertexIndex == 0 ? -20 : 20, bottom / size.y);
    } else {
        corner = vec2(right / size.x, gl_VertexIndex == 0 ? -20 : 20);
    }
    if (gl_VertexIndex == 2) {
        corner = bottom < size.y ? vec2(0.5, -0.5) : vec2(-0.5, 0.5);
    }
    gl_Position = vec4(corner * 2 - 1, clamp(0.25 + 0.5 * corner.x, 0, 1), 1);
    pixels = inside = ofSample = corner * size;
})";

class Samples : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        maker.ms.rasterizationSamples = VK_SAMPLE_COUNT_4_BIT;
        maker.setFormats({VK_FORMAT_R32G32B32A32_SFLOAT});
    }
    void prepare(VkExtent2D extent, const std::string& fragment) {
        m_extent = extent;
        maker.layout = makeLayout({}, 16);
        m_pipeline = makePipeline(maker, kPart, fragment, extent);
        m_samples = makeTarget({.format = VK_FORMAT_R32G32B32A32_SFLOAT,
                                .extent = extent,
                                .samples = VK_SAMPLE_COUNT_4_BIT});
        m_resolved = makeTarget({.format = VK_FORMAT_R32G32B32A32_SFLOAT, .extent = extent});
    }
    void push(VkCommandBuffer commands, float right, float bottom) const {
        const float values[] = {float(m_extent.width), float(m_extent.height), right, bottom};
        vkCmdPushConstants(commands,
                           maker.layout,
                           VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                           0,
                           sizeof values,
                           values);
    }
    /// Sums of the samples of each pixel, where there were zeros.
    using Sums = std::vector<std::array<float, 4>>;
    Sums draw(const std::function<void(VkCommandBuffer)>& commands) {
        run([&](VkCommandBuffer to) {
            Rendering rendering(m_extent);
            VkRenderingAttachmentInfo& color = rendering.addColor(m_samples, VkClearColorValue{});
            color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
            color.resolveImageView = m_resolved.view;
            color.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
            vkCmdBeginRendering(to, &rendering());
            vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_GRAPHICS, m_pipeline);
            commands(to);
            vkCmdEndRendering(to);
        });
        Sums sums = read<std::array<float, 4>>(m_resolved);
        for (auto& sum : sums) {
            std::ranges::transform(sum, sum.begin(), [](float average) { return average * 4; });
        }
        return sums;
    }
    Sums drawPart(float right, float bottom) {
        return draw([&](VkCommandBuffer commands) {
            push(commands, right, bottom);
            vkCmdDraw(commands, 3, 1, 0, 0);
        });
    }

    PipelineMaker maker;
    VkExtent2D m_extent{};
    VkPipeline m_pipeline = VK_NULL_HANDLE;
    Target m_samples, m_resolved;
};

/// Which samples are covered, by drawing each with the sample mask, and by what the shader is told.
TEST_F(Samples, LieWhereTheStandardHasThem) {
    if (!hasExtension(VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    maker.dynamicStates = {VK_DYNAMIC_STATE_SAMPLE_MASK_EXT};
    prepare({1, 1}, R"(#version 460
layout(push_constant) uniform Push { vec2 size; float right; float bottom; };
layout(location = 0) out vec4 result;
void main() {
    result = vec4(size.y, 0, 0, 1);
})");
    for (uint32_t step = 0; step <= 16; ++step) {
        for (const bool across : {false, true}) {
            const float edge = float(step) / 16;
            const Sums sums = draw([&](VkCommandBuffer commands) {
                for (uint32_t s = 0; s < 4; ++s) {
                    const float values[] = {
                        1, float(1 << s), across ? edge : 1, (across ? 1 : edge) * float(1 << s)};
                    vkCmdPushConstants(commands,
                                       maker.layout,
                                       VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                       0,
                                       sizeof values,
                                       values);
                    const VkSampleMask mask = 1u << s;
                    vkCmdSetSampleMaskEXT(commands, VK_SAMPLE_COUNT_4_BIT, &mask);
                    vkCmdDraw(commands, 3, 1, 0, 0);
                }
            });
            uint32_t expected = 0;
            for (uint32_t s = 0; s < 4; ++s) {
                expected |= (across ? kSampleX[s] : kSampleY[s]) < edge ? 1u << s : 0;
            }
            EXPECT_EQ(sums[0][0], float(expected)) << step << across;
        }
    }
}

TEST_F(Samples, AreToldToShaders) {
    if (onLavapipe()) {
        GTEST_SKIP() << "it has other bits in gl_SampleMaskIn";
    }
    prepare({3, 1}, R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(gl_SampleMaskIn[0], 1, gl_FragCoord.xy);
})");
    const Sums sums = drawPart(1.5f, 1);
    EXPECT_THAT(sums[0], ElementsAre(60, 4, 2, 2));
    EXPECT_THAT(sums[1], ElementsAre(2 * 5, 2, 3, 1)); // Samples 0 and 2; of the pixel's centre.
    EXPECT_THAT(sums[2], ElementsAre(0, 0, 0, 0));
}

/// What the shader is told does not depend on tests.
TEST_F(Samples, AreToldAsRasterized) {
    if (onLavapipe()) {
        GTEST_SKIP() << "it has other bits in gl_SampleMaskIn";
    }
    const Target depth = makeTarget(
        {.format = VK_FORMAT_D32_SFLOAT, .extent = {1, 1}, .samples = VK_SAMPLE_COUNT_4_BIT});
    maker.setFormats({VK_FORMAT_R32G32B32A32_SFLOAT}, VK_FORMAT_D32_SFLOAT);
    maker.ds.depthTestEnable = VK_TRUE;
    maker.ds.depthCompareOp = VK_COMPARE_OP_LESS;
    prepare({1, 1}, R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(gl_SampleMaskIn[0], 1, 0, 0);
})");
    run([&](VkCommandBuffer to) {
        Rendering rendering(m_extent);
        VkRenderingAttachmentInfo& color = rendering.addColor(m_samples, VkClearColorValue{});
        color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        color.resolveImageView = m_resolved.view;
        color.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
        rendering.setDepth(depth, 0.5f); // Depth is 0.25 … 0.75 from left to right.
        vkCmdBeginRendering(to, &rendering());
        vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_GRAPHICS, m_pipeline);
        push(to, 1, 1);
        vkCmdDraw(to, 3, 1, 0, 0);
        vkCmdEndRendering(to);
    });
    const auto average = read<std::array<float, 4>>(m_resolved)[0];
    EXPECT_THAT(average, ElementsAre(15.0f / 2, 0.5f, 0, 0)); // Two pass.
}

/// With sample shading each sample has its own invocation, place and id.
TEST_F(Samples, AreShaded) {
    if (!features().sampleRateShading) {
        GTEST_SKIP();
    }
    for (const bool asked : {false, true}) {
        SCOPED_TRACE(asked);
        maker.ms.sampleShadingEnable = asked;
        maker.ms.minSampleShading = 1;
        prepare({2, 1},
                asked ? R"(#version 460
layout(location = 0) in vec2 pixels;
layout(location = 0) out vec4 result;
void main() {
    float own = gl_FragCoord.x > 1 ? 1 : 10;
    result = vec4(pixels.x * pixels.y, gl_FragCoord.x * gl_FragCoord.y, gl_SampleMaskIn[0], own);
})"
                      : R"(#version 460
layout(location = 0) in vec2 pixels;
layout(location = 0) out vec4 result;
void main() {
    vec2 at = gl_SamplePosition + floor(gl_FragCoord.xy);
    result = vec4(pixels.x * pixels.y, at.x * at.y, 1 << gl_SampleID, pow(10, gl_SampleID));
})");
        const Sums sums = drawPart(2, 1);
        for (uint32_t x = 0; x < 2; ++x) {
            float expected = 0;
            for (uint32_t s = 0; s < 4; ++s) {
                expected += (float(x) + kSampleX[s]) * kSampleY[s];
            }
            EXPECT_THAT(sums[x][0], testing::FloatNear(expected, 1e-4f));
            EXPECT_THAT(sums[x][1], testing::FloatNear(expected, 1e-4f));
            EXPECT_EQ(sums[x][2], 15);
            EXPECT_THAT(sums[x][3], FloatEq(!asked ? 1111 : x == 0 ? 40 : 4));
        }
    }
}

/// As many invocations as the fraction asks for.
TEST_F(Samples, AreShadedAsOftenAsAsked) {
    if (!features().sampleRateShading || !features().pipelineStatisticsQuery || onLavapipe()) {
        GTEST_SKIP(); // lavapipe counts the invocations of all samples as one.
    }
    const VkQueryPool pool =
        makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS,
                    1,
                    VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT);
    // Without a fraction sample shading is off.
    const auto invocations = [&](std::optional<float> least) {
        maker.ms.sampleShadingEnable = least.has_value();
        maker.ms.minSampleShading = least.value_or(1);
        prepare({8, 8}, R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
})");
        vkResetQueryPool(device(), pool, 0, 1);
        draw([&](VkCommandBuffer commands) {
            vkCmdBeginQuery(commands, pool, 0, 0);
            push(commands, 8, 8);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndQuery(commands, pool, 0);
        });
        return results(pool, 1)[0];
    };
    const uint64_t once = invocations(std::nullopt);
    EXPECT_GE(once, 64u);
    EXPECT_EQ(invocations(0.25f), once);
    EXPECT_GE(invocations(0.5f), 2 * once);
    EXPECT_EQ(invocations(1), 4 * once);
}

TEST_F(Samples, InterpolateWhereAsked) {
    if (!features().sampleRateShading) {
        GTEST_SKIP();
    }
    prepare({2, 1}, R"(#version 460
layout(location = 0) in vec2 pixels;
layout(location = 1) noperspective centroid in vec2 inside;
layout(location = 0) out vec4 result;
void main() {
    vec2 moved = interpolateAtOffset(pixels, vec2(0.25, -0.375));
    float sum = 0;
    for (int s = 0; s < 4; ++s) {
        vec2 there = interpolateAtSample(pixels, s);
        sum += (s + 1) * (there.x + 10 * there.y);
    }
    vec2 covered = interpolateAtCentroid(pixels);
    result = vec4(moved.x + 100 * moved.y, sum, covered.x, inside.x);
})");
    const Sums sums = drawPart(1.25f, 1); // Of the second pixel, sample 2 alone.
    float expected = 0;
    for (uint32_t s = 0; s < 4; ++s) {
        expected += float(s + 1) * (kSampleX[s] + 10 * kSampleY[s]);
    }
    EXPECT_THAT(sums[0][0] / 4, testing::FloatNear(0.75f + 12.5f, 1e-4f));
    EXPECT_THAT(sums[0][1] / 4, testing::FloatNear(expected, 1e-4f));
    for (const uint32_t place : {2, 3}) { // Anywhere in the pixel.
        EXPECT_GE(sums[0][place], 0);
        EXPECT_LE(sums[0][place], 4);
    }
    EXPECT_THAT(sums[1][0], testing::FloatNear(1.75f + 12.5f, 1e-4f));
    EXPECT_THAT(sums[1][1], testing::FloatNear(expected + 10, 1e-4f));
    for (const uint32_t place : {2, 3}) { // Within the part that is covered.
        EXPECT_GE(sums[1][place], 1);
        EXPECT_LE(sums[1][place], 1.25f);
    }
}

/// A shader with a `sample` input runs for each sample.
TEST_F(Samples, InterpolateForThemselves) {
    if (!features().sampleRateShading) {
        GTEST_SKIP();
    }
    prepare({1, 1}, R"(#version 460
layout(location = 0) in vec2 pixels;
layout(location = 2) sample in vec2 ofSample;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(ofSample * ofSample, 1, 0);
})");
    const Sums sums = drawPart(1, 1);
    float x = 0;
    float y = 0;
    for (uint32_t s = 0; s < 4; ++s) {
        x += kSampleX[s] * kSampleX[s];
        y += kSampleY[s] * kSampleY[s];
    }
    EXPECT_THAT(sums[0][0], testing::FloatNear(x, 1e-4f));
    EXPECT_THAT(sums[0][1], testing::FloatNear(y, 1e-4f));
}

TEST_F(Samples, AlphaCoversThem) {
    maker.ms.alphaToCoverageEnable = VK_TRUE;
    for (const bool one : {false, true}) {
        if (one && !features().alphaToOne) {
            continue;
        }
        maker.ms.alphaToOneEnable = one;
        prepare({9, 1}, R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1, 1, 1, floor(gl_FragCoord.x) / 8);
})");
        const Sums sums = drawPart(9, 1);
        EXPECT_EQ(sums[0][0], 0);
        EXPECT_EQ(sums[8][0], 4);
        for (uint32_t x = 1; x < 9; ++x) {
            EXPECT_GE(sums[x][0], sums[x - 1][0]);
            EXPECT_LE(std::fabs(sums[x][0] - float(x) / 2), 1);
            EXPECT_EQ(sums[x][3], one ? sums[x][0] : sums[x][0] * float(x) / 8);
        }
    }
}

/// The shader's mask takes away what it has not.
TEST_F(Samples, ShadersTakeThemAway) {
    prepare({2, 1}, R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    gl_SampleMask[0] = gl_FragCoord.x < 1 ? 6 : 8;
    result = vec4(1);
})");
    const Sums sums = drawPart(1.75f, 1);
    EXPECT_EQ(sums[0][0], 2);
    EXPECT_EQ(sums[1][0], 1);
}

TEST_F(Samples, OfDepthAndStencilAreResolved) {
    VkPhysicalDeviceVulkan12Properties properties{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties};
    vkGetPhysicalDeviceProperties2(physicalDevice(), &all);
    constexpr VkFormat kFormat = VK_FORMAT_D32_SFLOAT_S8_UINT;
    const Target samples =
        makeTarget({.format = kFormat, .extent = {1, 1}, .samples = VK_SAMPLE_COUNT_4_BIT});
    maker.setFormats({}, kFormat, kFormat);
    maker.ds.depthTestEnable = maker.ds.depthWriteEnable = maker.ds.stencilTestEnable = VK_TRUE;
    maker.ds.front.passOp = VK_STENCIL_OP_REPLACE;
    maker.ds.front.compareMask = maker.ds.front.writeMask = 255;
    maker.ds.back = maker.ds.front;
    maker.dynamicStates = {VK_DYNAMIC_STATE_STENCIL_REFERENCE};
    prepare({1, 1}, R"(#version 460
void main() {})");
    struct Mode {
        VkResolveModeFlagBits mode;
        float depth;
        uint8_t stencil;
    };
    // Depth is 0.25 + x / 2 where x is the sample's; samples 0 and 2 get the second stencil.
    const Mode modes[] = {{VK_RESOLVE_MODE_SAMPLE_ZERO_BIT, 0.4375f, 30},
                          {VK_RESOLVE_MODE_MIN_BIT, 0.3125f, 30},
                          {VK_RESOLVE_MODE_MAX_BIT, 0.6875f, 90},
                          {VK_RESOLVE_MODE_AVERAGE_BIT, 0.5f, 0}};
    for (const Mode& mode : modes) {
        SCOPED_TRACE(mode.mode);
        const bool ofDepth = properties.supportedDepthResolveModes & mode.mode;
        const bool ofStencil = properties.supportedStencilResolveModes & mode.mode;
        if (!ofDepth || (!ofStencil && !properties.independentResolveNone)) {
            continue;
        }
        const Target resolved = makeTarget({.format = kFormat, .extent = {1, 1}});
        run([&](VkCommandBuffer commands) {
            Rendering rendering({1, 1});
            for (const bool stencil : {false, true}) {
                VkRenderingAttachmentInfo& info =
                    stencil ? rendering.setStencil(samples, 1) : rendering.setDepth(samples, 1.0f);
                if (stencil ? ofStencil : ofDepth) {
                    info.resolveMode = mode.mode;
                    info.resolveImageView = resolved.view;
                    info.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
                }
            }
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_pipeline);
            vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, 90);
            push(commands, 1, 1);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, 30);
            push(commands, 0.5f, 1);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
        EXPECT_THAT(read<float>(resolved, VK_IMAGE_ASPECT_DEPTH_BIT),
                    ElementsAre(testing::FloatNear(mode.depth, 1e-6f)));
        if (ofStencil) {
            EXPECT_THAT(read<uint8_t>(resolved, VK_IMAGE_ASPECT_STENCIL_BIT),
                        ElementsAre(mode.stencil));
        }
    }
}

/// Without attachments, each pipeline has samples of its own.
TEST_F(Samples, ChangeWithoutAttachments) {
    if (!features().variableMultisampleRate || !features().occlusionQueryPrecise) {
        GTEST_SKIP();
    }
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_OCCLUSION, 3);
    maker.setFormats({});
    const std::string nothing = R"(#version 460
void main() {})";
    prepare({4, 4}, nothing);
    const VkPipeline four = m_pipeline;
    PipelineMaker single;
    single.ia.topology = maker.ia.topology;
    single.setFormats({});
    single.layout = maker.layout;
    const VkPipeline one = makePipeline(single, kPart, nothing, {4, 4});
    run([&](VkCommandBuffer commands) {
        Rendering rendering({4, 4});
        vkCmdBeginRendering(commands, &rendering());
        for (uint32_t i = 0; i < 3; ++i) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, i == 1 ? four : one);
            push(commands, 4, 4);
            vkCmdBeginQuery(commands, pool, i, VK_QUERY_CONTROL_PRECISE_BIT);
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndQuery(commands, pool, i);
        }
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(results(pool, 3), ElementsAre(16, 64, 16));
}

} // namespace
