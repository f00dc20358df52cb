// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

namespace {

using testing::ElementsAre;
using vkt::PipelineMaker;
using vkt::Rendering;

constexpr uint32_t kUntouched = 0xabababab;
constexpr char kNumber[] = R"(#version 460
layout(location = 0) out uint number;
void main() { number = gl_VertexIndex; gl_Position = vec4(0, 0, 0, 1); gl_PointSize = 1; })";

class GeometryCapture : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (!HasFatalFailure() && (!features().geometryShader ||
                                   !hasExtension(VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME))) {
            GTEST_SKIP();
        }
    }
    VkPipeline makeCapturing(const char* geometry, VkPrimitiveTopology topology) {
        PipelineMaker maker;
        maker.rs.rasterizerDiscardEnable = VK_TRUE;
        maker.ia.topology = topology;
        maker.setFormats({});
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kNumber));
        maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(geometry));
        maker.layout = makeLayout();
        return makePipeline(maker);
    }
    vkt::Buffer makeOutput(VkDeviceSize size_B) {
        const vkt::Buffer buffer =
            makeBuffer(size_B, VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT);
        std::ranges::fill(buffer.as<uint32_t>(), kUntouched);
        return buffer;
    }
    void capture(VkPipeline pipeline,
                 const std::vector<vkt::Buffer>& outputs,
                 const std::function<void(VkCommandBuffer)>& draws) {
        run([&](VkCommandBuffer commands) {
            Rendering rendering({16, 16});
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            for (uint32_t i = 0; i < outputs.size(); ++i) {
                const VkDeviceSize offset = 0;
                vkCmdBindTransformFeedbackBuffersEXT(
                    commands, i, 1, &outputs[i].buffer, &offset, &outputs[i].size_B);
            }
            draws(commands);
            vkCmdEndRendering(commands);
            barrier(commands);
        });
    }
};

/// Of vertex n a strip with n + 1 lines.
constexpr char kFans[] = R"(#version 460
layout(points) in;
layout(line_strip, max_vertices = 8) out;
layout(location = 0) in uint number[];
layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out uint value;
void main() {
    for (uint i = 0; i < number[0] + 2; ++i) {
        gl_Position = vec4(0);
        value = number[0] * 16 + i;
        EmitVertex();
    }
})";

TEST_F(GeometryCapture, StripsBecomeLines) {
    const VkPipeline pipeline = makeCapturing(kFans, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const vkt::Buffer output = makeOutput(14 * 4);
    capture(pipeline, {output}, [&](VkCommandBuffer commands) {
        vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    });
    EXPECT_THAT(output.as<uint32_t>(),
                ElementsAre(0, 1, 16, 17, 17, 18, 32, 33, 33, 34, 34, 35, kUntouched, kUntouched));
}

TEST_F(GeometryCapture, QueriesTellWhatFitted) {
    const VkPipeline pipeline = makeCapturing(kFans, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const vkt::Buffer output = makeOutput(7 * 4);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 1);
    capture(pipeline, {output}, [&](VkCommandBuffer commands) {
        vkCmdBeginQuery(commands, pool, 0, 0);
        vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdDraw(commands, 3, 2, 0, 0);
        vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdEndQuery(commands, pool, 0);
    });
    EXPECT_THAT(output.as<uint32_t>(), ElementsAre(0, 1, 16, 17, 17, 18, kUntouched));
    EXPECT_THAT(results(pool, 1, 2), ElementsAre(3, 12));
}

TEST_F(GeometryCapture, WhatIsGeneratedIsCountedWithoutCapture) {
    if (!hasExtension(VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const VkPipeline pipeline = makeCapturing(kFans, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT, 1);
    capture(pipeline, {}, [&](VkCommandBuffer commands) {
        vkCmdDraw(commands, 5, 1, 0, 0);
        vkCmdBeginQuery(commands, pool, 0, 0);
        vkCmdDraw(commands, 3, 2, 0, 0);
        vkCmdDraw(commands, 1, 1, 2, 0);
        vkCmdEndQuery(commands, pool, 0);
        vkCmdDraw(commands, 5, 1, 0, 0);
    });
    EXPECT_EQ(results(pool, 1)[0], 2u * 6 + 3);
}

TEST_F(GeometryCapture, ManyPrimitivesComeInTheirOrder) {
    const VkPipeline pipeline = makeCapturing(R"(#version 460
layout(points, invocations = 2) in;
layout(points, max_vertices = 3) out;
layout(location = 0) in uint number[];
layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out uint value;
void main() {
    for (uint i = 0; i < number[0] % 4; ++i) {
        gl_Position = vec4(0);
        gl_PointSize = 1;
        value = number[0] * 8 + gl_InvocationID * 4 + i;
        EmitVertex();
    }
})",
                                              VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    constexpr uint32_t kVertices = 3000;
    const vkt::Buffer output = makeOutput(kVertices * 3 * 4);
    capture(pipeline, {output}, [&](VkCommandBuffer commands) {
        vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdDraw(commands, kVertices / 2, 1, 0, 0);
        vkCmdDraw(commands, kVertices / 2, 1, kVertices / 2, 0);
        vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    });
    const auto words = output.as<uint32_t>();
    size_t at = 0;
    for (uint32_t n = 0; n < kVertices; ++n) {
        for (uint32_t i = 0; i < 2 * (n % 4); ++i) {
            ASSERT_EQ(words[at++], n * 8 + i / (n % 4) * 4 + i % (n % 4));
        }
    }
    EXPECT_EQ(at, words.size());
}

TEST_F(GeometryCapture, StripsOfLanesEndByThemselves) {
    constexpr char kShader[] = R"(#version 460
layout(points) in;
layout(triangle_strip, max_vertices = 9) out;
layout(location = 0) in uint number[];
layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out uint value;
void main() {
    uint n = number[0];
    for (uint i = 0; i < n * 7 % 10; ++i) {
        gl_Position = vec4(0);
        value = n * 16 + i;
        if ((n * 5 + i) % 3 != 1) {
            EmitVertex();
            if ((n + i) % 4 == 3) {
                EndPrimitive();
            }
        } else if (n % 2 == 0) {
            value += 8;
            EmitVertex();
        }
    }
})";
    constexpr uint32_t kVertices = 100;
    std::vector<uint32_t> expected;
    for (uint32_t n = 0; n < kVertices; ++n) {
        std::vector<uint32_t> strip;
        const auto emit = [&](uint32_t value) {
            strip.push_back(value);
            if (const size_t count = strip.size(); count >= 3) {
                const size_t odd = count % 2 == 0;
                expected.push_back(strip[count - 3]);
                expected.push_back(strip[count - 2 + odd]);
                expected.push_back(strip[count - 1 - odd]);
            }
        };
        for (uint32_t i = 0; i < n * 7 % 10; ++i) {
            if ((n * 5 + i) % 3 != 1) {
                emit(n * 16 + i);
                if ((n + i) % 4 == 3) {
                    strip.clear();
                }
            } else if (n % 2 == 0) {
                emit(n * 16 + i + 8);
            }
        }
    }
    const VkPipeline pipeline = makeCapturing(kShader, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const vkt::Buffer output = makeOutput((expected.size() + 1) * 4);
    capture(pipeline, {output}, [&](VkCommandBuffer commands) {
        vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdDraw(commands, kVertices, 1, 0, 0);
        vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    });
    expected.push_back(kUntouched);
    EXPECT_TRUE(std::ranges::equal(output.as<uint32_t>(), expected));
}

TEST_F(GeometryCapture, StreamsGoToBuffersOfTheirOwn) {
    VkPhysicalDeviceTransformFeedbackPropertiesEXT feedback{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           &feedback};
    vkGetPhysicalDeviceProperties2(physicalDevice(), &properties);
    if (feedback.maxTransformFeedbackStreams < 2) {
        GTEST_SKIP();
    }
    const VkPipeline pipeline = makeCapturing(R"(#version 460
layout(points) in;
layout(points, max_vertices = 8) out;
layout(location = 0) in uint number[];
layout(stream = 0, location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out uint first;
layout(stream = 1, location = 1, xfb_buffer = 1, xfb_offset = 4, xfb_stride = 8) out uint second;
void main() {
    gl_PointSize = 1;
    gl_Position = vec4(0);
    for (uint i = 0; i < 3; ++i) {
        first = number[0] * 4 + i;
        EmitStreamVertex(0);
        EndStreamPrimitive(0);
        if (i < 2) {
            second = 100 + number[0] * 4 + i;
            EmitStreamVertex(1);
            EndStreamPrimitive(1);
        }
    }
})",
                                              VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const vkt::Buffer first = makeOutput(7 * 4);
    const vkt::Buffer second = makeOutput(6 * 4);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 2);
    capture(pipeline, {first, second}, [&](VkCommandBuffer commands) {
        vkCmdBeginQueryIndexedEXT(commands, pool, 0, 0, 0);
        vkCmdBeginQueryIndexedEXT(commands, pool, 1, 0, 1);
        vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdDraw(commands, 2, 1, 0, 0);
        vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdEndQueryIndexedEXT(commands, pool, 1, 1);
        vkCmdEndQueryIndexedEXT(commands, pool, 0, 0);
    });
    EXPECT_THAT(first.as<uint32_t>(), ElementsAre(0, 1, 2, 4, 5, 6, kUntouched));
    EXPECT_THAT(second.as<uint32_t>(),
                ElementsAre(kUntouched, 100, kUntouched, 101, kUntouched, 104));
    EXPECT_THAT(results(pool, 2, 2), ElementsAre(6, 6, 3, 4));
}

} // namespace
