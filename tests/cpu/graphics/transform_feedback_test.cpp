// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>

namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using vkt::PipelineMaker;
using vkt::Rendering;

/// Captures the vertex's number and the instance's.
constexpr char kNumbers[] = R"(#version 460
layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 8) flat out uint vertex;
layout(location = 1, xfb_buffer = 0, xfb_offset = 4) flat out uint instance;
void main() {
    gl_Position = vec4(0, 0, 0, 1);
    gl_PointSize = 1;
    vertex = gl_VertexIndex;
    instance = gl_InstanceIndex;
})";
constexpr uint32_t kUntouched = 0xabababab;

struct Vertex {
    uint32_t number, instance;
    friend bool operator==(const Vertex&, const Vertex&) = default;
};

class TransformFeedback : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (!hasExtension(VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME)) {
            GTEST_SKIP();
        }
    }
    vkt::Buffer makeOutput(VkDeviceSize size_B) {
        const vkt::Buffer buffer = makeBuffer(size_B,
                                              VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT |
                                                  VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        std::ranges::fill(buffer.as<uint32_t>(), kUntouched);
        return buffer;
    }
    vkt::Buffer makeCounter() {
        return makeBuffer(16,
                          VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT |
                              VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    }
    /// Nothing reaches the rasteriser.
    VkPipeline makeCapturing(const char* vertex, VkPrimitiveTopology topology, bool last = false) {
        PipelineMaker maker;
        VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
        provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        maker.rs.pNext = last ? &provoking : nullptr;
        maker.rs.rasterizerDiscardEnable = VK_TRUE;
        maker.ia.topology = topology;
        maker.setFormats({});
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(vertex));
        maker.layout = makeLayout();
        return makePipeline(maker);
    }
    static void bindOutput(VkCommandBuffer commands, const vkt::Buffer& buffer) {
        const VkDeviceSize offset = 0;
        vkCmdBindTransformFeedbackBuffersEXT(
            commands, 0, 1, &buffer.buffer, &offset, &buffer.size_B);
    }
    static void begin(VkCommandBuffer commands, const vkt::Buffer* counter = nullptr) {
        const VkDeviceSize offset = 4;
        vkCmdBeginTransformFeedbackEXT(commands,
                                       0,
                                       counter ? 1 : 0,
                                       counter ? &counter->buffer : nullptr,
                                       counter ? &offset : nullptr);
    }
    static void end(VkCommandBuffer commands, const vkt::Buffer* counter = nullptr) {
        const VkDeviceSize offset = 4;
        vkCmdEndTransformFeedbackEXT(commands,
                                     0,
                                     counter ? 1 : 0,
                                     counter ? &counter->buffer : nullptr,
                                     counter ? &offset : nullptr);
    }
    /// In a render pass instance without attachments.
    void render(const std::function<void(VkCommandBuffer)>& commands) {
        run([&](VkCommandBuffer to) {
            Rendering rendering({16, 16});
            vkCmdBeginRendering(to, &rendering());
            commands(to);
            vkCmdEndRendering(to);
            barrier(to);
        });
    }
    /// What is written of `room` vertices.
    std::vector<Vertex>
    capture(VkPipeline pipeline, uint32_t room, const std::function<void(VkCommandBuffer)>& draws) {
        const vkt::Buffer output = makeOutput(room * sizeof(Vertex));
        render([&](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            bindOutput(commands, output);
            begin(commands);
            draws(commands);
            end(commands);
        });
        std::vector<Vertex> vertices;
        for (const Vertex& vertex : output.as<Vertex>()) {
            if (vertex.number == kUntouched) {
                break;
            }
            vertices.push_back(vertex);
        }
        return vertices;
    }
    bool preservesProvokingVertex() {
        VkPhysicalDeviceProvokingVertexFeaturesEXT provoking{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT};
        VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                           &provoking};
        vkGetPhysicalDeviceFeatures2(physicalDevice(), &features);
        return provoking.transformFeedbackPreservesProvokingVertex;
    }
    bool preservesProvokingVertexOfFans() {
        VkPhysicalDeviceProvokingVertexPropertiesEXT provoking{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_PROPERTIES_EXT};
        VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &provoking};
        vkGetPhysicalDeviceProperties2(physicalDevice(), &all);
        return provoking.transformFeedbackPreservesTriangleFanProvokingVertex;
    }
};

/// Turned until the least comes first: what is left is the winding.
std::vector<uint32_t> turned(std::vector<uint32_t> corners) {
    std::ranges::rotate(corners, std::ranges::min_element(corners));
    return corners;
}

/// Primitives in order, with their winding, the provoking vertex where it belongs.
TEST_F(TransformFeedback, TakesTopologiesApart) {
    struct Case {
        VkPrimitiveTopology topology;
        std::vector<std::vector<uint32_t>> primitives; ///< The provoking vertex first.
        std::vector<uint32_t> last;                    ///< The other provoking vertices.
    };
    const Case cases[] = {
        {VK_PRIMITIVE_TOPOLOGY_POINT_LIST, {{0}, {1}, {2}, {3}, {4}}, {0, 1, 2, 3, 4}},
        {VK_PRIMITIVE_TOPOLOGY_LINE_LIST, {{0, 1}, {2, 3}}, {1, 3}},
        {VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {1, 2, 3, 4}},
        {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, {{0, 1, 2}}, {2}},
        {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}, {2, 3, 4}},
        {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN, {{1, 2, 0}, {2, 3, 0}, {3, 4, 0}}, {2, 3, 4}},
    };
    const bool preserves = preservesProvokingVertex();
    const bool preservesFans = preservesProvokingVertexOfFans();
    for (const Case& one : cases) {
        for (const bool last : {false, true}) {
            SCOPED_TRACE(one.topology);
            SCOPED_TRACE(last);
            const VkPipeline pipeline = makeCapturing(kNumbers, one.topology, last);
            const std::vector<Vertex> vertices = capture(
                pipeline, 40, [](VkCommandBuffer commands) { vkCmdDraw(commands, 5, 2, 10, 7); });
            const size_t corners = one.primitives[0].size();
            ASSERT_EQ(vertices.size(), 2 * one.primitives.size() * corners);
            for (size_t n = 0; n < 2 * one.primitives.size(); ++n) {
                const size_t primitive = n % one.primitives.size();
                std::vector<uint32_t> got;
                for (size_t i = 0; i < corners; ++i) {
                    const Vertex& vertex = vertices[n * corners + i];
                    EXPECT_EQ(vertex.instance, 7 + n / one.primitives.size());
                    got.push_back(vertex.number - 10);
                }
                if (corners < 3) {
                    EXPECT_EQ(got, one.primitives[primitive]);
                } else {
                    EXPECT_EQ(turned(got), turned(one.primitives[primitive]));
                }
                const bool fan = one.topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
                if (preserves && (!fan || last || preservesFans)) {
                    EXPECT_EQ(last ? got.back() : got.front(),
                              last ? one.last[primitive] : one.primitives[primitive][0]);
                }
            }
        }
    }
}

/// More than what one worker takes at a time.
TEST_F(TransformFeedback, KeepsTheOrderOfManyPrimitives) {
    const VkPipeline pipeline = makeCapturing(kNumbers, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST);
    constexpr uint32_t kVertices = 3 * 1501;
    const std::vector<Vertex> vertices =
        capture(pipeline, 3 * kVertices + 30, [](VkCommandBuffer commands) {
            vkCmdDraw(commands, kVertices + 2, 3, 0, 0);
            vkCmdDraw(commands, 4, 1, 5, 9);
        });
    std::vector<Vertex> expected;
    for (uint32_t i = 0; i < 3 * kVertices; ++i) {
        expected.push_back({i % kVertices, i / kVertices});
    }
    expected.insert(expected.end(), {{5, 9}, {6, 9}, {7, 9}});
    EXPECT_EQ(vertices, expected);
}

TEST_F(TransformFeedback, FollowsIndicesAndRestarts) {
    PipelineMaker maker;
    maker.rs.rasterizerDiscardEnable = VK_TRUE;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    maker.ia.primitiveRestartEnable = VK_TRUE;
    maker.setFormats({});
    maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kNumbers));
    maker.layout = makeLayout();
    const VkPipeline pipeline = makePipeline(maker);
    const vkt::Buffer indices = makeBuffer(64, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    const uint16_t list[] = {4, 2, 9, 0xffff, 1, 0xffff, 2, 4};
    std::memcpy(indices.mapped, list, sizeof list);
    const std::vector<Vertex> vertices = capture(pipeline, 30, [&](VkCommandBuffer commands) {
        vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT16);
        vkCmdDrawIndexed(commands, 8, 1, 0, 100, 0);
    });
    EXPECT_THAT(vertices,
                ElementsAre(Vertex{104, 0},
                            Vertex{102, 0},
                            Vertex{102, 0},
                            Vertex{109, 0},
                            Vertex{102, 0},
                            Vertex{104, 0}));
}

/// Whole primitives only; those that do not fit are counted.
TEST_F(TransformFeedback, StopsWhereNothingFits) {
    const VkPipeline pipeline = makeCapturing(kNumbers, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST);
    const VkQueryPool queries = makeQueries(VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 1);
    const vkt::Buffer output = makeOutput(16 * sizeof(Vertex));
    const vkt::Buffer counter = makeCounter();
    render([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkDeviceSize offset_B = 8;
        const VkDeviceSize size_B = 8 * sizeof(Vertex); // Two triangles and two vertices.
        vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &output.buffer, &offset_B, &size_B);
        vkCmdBeginQueryIndexedEXT(commands, queries, 0, 0, 0);
        begin(commands);
        vkCmdDraw(commands, 3, 1, 20, 0);
        vkCmdDraw(commands, 9, 1, 30, 0);
        vkCmdDraw(commands, 3, 1, 40, 0);
        end(commands, &counter);
        vkCmdEndQueryIndexedEXT(commands, queries, 0, 0);
    });
    std::vector<uint32_t> numbers;
    for (const Vertex& vertex : output.as<Vertex>()) {
        numbers.push_back(vertex.number);
    }
    std::vector<uint32_t> expected(16, kUntouched);
    for (uint32_t i = 0; i < 3; ++i) {
        expected[1 + i] = 20 + i;
        expected[4 + i] = 30 + i;
    }
    EXPECT_EQ(numbers, expected);
    EXPECT_EQ(counter.as<uint32_t>()[1], 6 * sizeof(Vertex));
    EXPECT_THAT(results(queries, 1, 2), ElementsAre(2, 5));
}

/// With counters, capturing goes on where it ended; what is drawn meanwhile is not captured.
TEST_F(TransformFeedback, PausesAndResumes) {
    const VkPipeline pipeline = makeCapturing(kNumbers, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const VkQueryPool queries = makeQueries(VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 1);
    const vkt::Buffer output = makeOutput(32 * sizeof(Vertex));
    const vkt::Buffer counter = makeCounter();
    counter.as<uint32_t>()[1] = 2 * sizeof(Vertex);
    const auto bind = [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        bindOutput(commands, output);
    };
    render([&](VkCommandBuffer commands) {
        bind(commands);
        begin(commands, &counter);
        vkCmdDraw(commands, 2, 1, 10, 0);
        end(commands, &counter);
        vkCmdDraw(commands, 5, 1, 20, 0);
    });
    render([&](VkCommandBuffer commands) {
        bind(commands);
        vkCmdBeginQueryIndexedEXT(commands, queries, 0, 0, 0);
        vkCmdDraw(commands, 5, 1, 20, 0);
        begin(commands, &counter);
        vkCmdDraw(commands, 1, 1, 30, 0);
        end(commands, &counter);
        vkCmdEndQueryIndexedEXT(commands, queries, 0, 0);
    });
    EXPECT_EQ(counter.as<uint32_t>()[1], 5 * sizeof(Vertex));
    EXPECT_THAT(results(queries, 1, 2), ElementsAre(1, 1));
    render([&](VkCommandBuffer commands) {
        bind(commands);
        begin(commands, &counter);
        vkCmdDraw(commands, 1, 1, 40, 0);
        end(commands);
    });
    EXPECT_EQ(counter.as<uint32_t>()[1], 5 * sizeof(Vertex));
    std::vector<uint32_t> numbers;
    for (const Vertex& vertex : output.as<Vertex>().first(7)) {
        numbers.push_back(vertex.number);
    }
    EXPECT_THAT(numbers, ElementsAre(kUntouched, kUntouched, 10, 11, 30, 40, kUntouched));
}

/// Words that are not captured stay as they are.
TEST_F(TransformFeedback, FillsSeveralBuffersWithGaps) {
    const VkPipeline pipeline = makeCapturing(R"(#version 460
layout(xfb_buffer = 0, xfb_stride = 20) out gl_PerVertex {
    layout(xfb_offset = 4) vec4 gl_Position;
};
layout(location = 3, xfb_buffer = 2, xfb_offset = 4, xfb_stride = 12) out vec2 pair;
layout(location = 4) out vec2 uncaptured;
void main() {
    gl_Position = vec4(gl_VertexIndex, 1.5, -2, 4);
    pair = vec2(0.25, gl_VertexIndex);
    uncaptured = vec2(7);
})",
                                              VK_PRIMITIVE_TOPOLOGY_LINE_LIST);
    const vkt::Buffer first = makeOutput(60);
    const vkt::Buffer second = makeOutput(60);
    render([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkDeviceSize offset = 0;
        const VkDeviceSize size_B = VK_WHOLE_SIZE;
        vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &first.buffer, &offset, &size_B);
        vkCmdBindTransformFeedbackBuffersEXT(commands, 2, 1, &second.buffer, &offset, nullptr);
        begin(commands);
        vkCmdDraw(commands, 4, 1, 0, 0); // The second line does not fit into the first buffer.
        end(commands);
    });
    const float gap = std::bit_cast<float>(kUntouched);
    const auto floats = [](const vkt::Buffer& buffer) {
        const auto all = buffer.as<float>();
        return std::vector<float>(all.begin(), all.end());
    };
    EXPECT_THAT(
        floats(first),
        ElementsAreArray(
            {gap, 0.0f, 1.5f, -2.0f, 4.0f, gap, 1.0f, 1.5f, -2.0f, 4.0f, gap, gap, gap, gap, gap}));
    EXPECT_THAT(
        floats(second),
        ElementsAreArray(
            {gap, 0.25f, 0.0f, gap, 0.25f, 1.0f, gap, gap, gap, gap, gap, gap, gap, gap, gap}));
}

TEST_F(TransformFeedback, TellsHowManyVerticesToDraw) {
    VkPhysicalDeviceTransformFeedbackPropertiesEXT properties{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties};
    vkGetPhysicalDeviceProperties2(physicalDevice(), &all);
    if (!properties.transformFeedbackDraw || onLavapipe()) {
        GTEST_SKIP(); // lavapipe does not subtract the offset.
    }
    const VkPipeline pipeline = makeCapturing(kNumbers, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
    const vkt::Buffer output = makeOutput(32 * sizeof(Vertex));
    const vkt::Buffer counter = makeCounter();
    counter.as<uint32_t>()[1] = 41; // Beyond 8: four times eight, and one more.
    render([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        bindOutput(commands, output);
        begin(commands);
        vkCmdDrawIndirectByteCountEXT(commands, 2, 3, counter.buffer, 4, 8, 8);
        end(commands);
    });
    std::vector<Vertex> vertices;
    for (const Vertex& vertex : output.as<Vertex>().first(9)) {
        vertices.push_back(vertex);
    }
    EXPECT_THAT(vertices,
                ElementsAre(Vertex{0, 3},
                            Vertex{1, 3},
                            Vertex{2, 3},
                            Vertex{3, 3},
                            Vertex{0, 4},
                            Vertex{1, 4},
                            Vertex{2, 4},
                            Vertex{3, 4},
                            Vertex{kUntouched, kUntouched}));
}

/// Of what is drawn to, too.
TEST_F(TransformFeedback, CapturesAndDraws) {
    const vkt::Target target = makeTarget({.extent = {4, 1}});
    PipelineMaker maker;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out float x;
void main() {
    x = (gl_VertexIndex + 0.5) / 2 - 1;
    gl_Position = vec4(x, 0, 0, 1);
    gl_PointSize = 1;
})",
                                             R"(#version 460
layout(location = 0) in float x;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(x * 0.5 + 0.5);
})",
                                             target.extent);
    const vkt::Buffer output = makeOutput(16);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        bindOutput(commands, output);
        begin(commands);
        vkCmdDraw(commands, 3, 1, 1, 0);
        end(commands);
        vkCmdEndRendering(commands);
        barrier(commands);
    });
    EXPECT_THAT(output.as<float>(),
                ElementsAre(-0.25f, 0.25f, 0.75f, std::bit_cast<float>(kUntouched)));
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(0, 0x60606060, 0x9f9f9f9f, 0xdfdfdfdf));
}

TEST_F(TransformFeedback, PrimitivesAreCounted) {
    if (!hasExtension(VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const VkPipeline pipeline = makeCapturing(kNumbers, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP);
    const VkQueryPool generated = makeQueries(VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT, 1);
    const VkQueryPool written = makeQueries(VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 1);
    const vkt::Buffer output = makeOutput(6 * sizeof(Vertex));
    render([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdDraw(commands, 7, 1, 0, 0);
        vkCmdBeginQueryIndexedEXT(commands, generated, 0, 0, 0);
        vkCmdBeginQueryIndexedEXT(commands, written, 0, 0, 0);
        vkCmdDraw(commands, 5, 2, 0, 0);
        bindOutput(commands, output);
        begin(commands);
        vkCmdDraw(commands, 5, 1, 0, 0);
        end(commands);
        vkCmdEndQueryIndexedEXT(commands, written, 0, 0);
        vkCmdEndQueryIndexedEXT(commands, generated, 0, 0);
        vkCmdDraw(commands, 5, 1, 0, 0);
    });
    EXPECT_THAT(results(generated, 1, 1), ElementsAre(9));
    if (!onLavapipe()) { // It also counts draws that are not captured.
        EXPECT_THAT(results(written, 1, 2), ElementsAre(2, 3));
    }
}

} // namespace
