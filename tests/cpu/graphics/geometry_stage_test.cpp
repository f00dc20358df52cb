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
using vkt::Target;

/// A vertex hands its number on, and lies in the middle of pixel (number, 0).
constexpr char kNumberVertex[] = R"(#version 460
layout(location = 0) out uint number;
void main() {
    gl_Position = vec4((gl_VertexIndex + 0.5) / 8 - 1, 0.5 / 8 - 1, 0, 1);
    gl_PointSize = 1;
    number = gl_VertexIndex;
})";
constexpr char kFlatFragment[] = R"(#version 460
layout(location = 0) flat in uvec4 value;
layout(location = 0) out uvec4 color;
void main() { color = value; })";

constexpr VkExtent2D kExtent = {16, 16};
using Texel = std::array<uint32_t, 4>;
constexpr Texel kNothing = {9, 9, 9, 9};

class GeometryStage : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (!HasFatalFailure() && !features().geometryShader) {
            GTEST_SKIP();
        }
    }

    void prepare(PipelineMaker& maker,
                 VkPrimitiveTopology topology,
                 const std::string& geometry,
                 const char* vertex = kNumberVertex,
                 const char* fragment = kFlatFragment) {
        maker.ia.topology = topology;
        maker.setFormats({VK_FORMAT_R32G32B32A32_UINT});
        maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(geometry));
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(vertex));
        maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(fragment));
        maker.setViewport(kExtent.width, kExtent.height);
        maker.layout = makeLayout();
    }
    Target makeWords(uint32_t layers = 1) {
        return makeTarget({VK_FORMAT_R32G32B32A32_UINT, kExtent, layers});
    }
    void draw(VkPipeline pipeline,
              const Target& target,
              const std::function<void(VkCommandBuffer)>& draws) {
        run([&](VkCommandBuffer commands) {
            Rendering rendering(kExtent);
            VkClearColorValue clear;
            std::ranges::copy(kNothing, clear.uint32);
            rendering.addColor(target, clear);
            rendering.info.layerCount = target.layers;
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            draws(commands);
            vkCmdEndRendering(commands);
            barrier(commands);
        });
    }
    std::vector<Texel> draw(VkPipeline pipeline, uint32_t vertices, uint32_t instances = 1) {
        const Target target = makeWords();
        draw(pipeline, target, [&](VkCommandBuffer commands) {
            vkCmdDraw(commands, vertices, instances, 0, 0);
        });
        return read<Texel>(target);
    }
    /// Of the first row as many as were drawn, from the left.
    static std::vector<Texel> firstOf(const std::vector<Texel>& texels) {
        std::vector<Texel> drawn;
        for (uint32_t x = 0; x < kExtent.width && texels[x] != kNothing; ++x) {
            drawn.push_back(texels[x]);
        }
        return drawn;
    }
};

/// Of each primitive a point in pixel (gl_PrimitiveIDIn, 0) with what its vertices are.
std::string inputShader(const char* input, const std::string& value) {
    return std::string("#version 460\nlayout(") + input + R"() in;
layout(points, max_vertices = 1) out;
layout(location = 0) in uint number[];
layout(location = 0) flat out uvec4 value;
void main() {
    gl_Position = vec4((gl_PrimitiveIDIn + 0.5) / 8 - 1, 0.5 / 8 - 1, 0, 1);
    gl_PointSize = 1;
    value = )" +
           value + R"(;
    EmitVertex();
})";
}

TEST_F(GeometryStage, LinesComeWithTheirNeighbours) {
    const std::string shader =
        inputShader("lines_adjacency", "uvec4(number[0], number[1], number[2], number[3])");
    PipelineMaker strip, list;
    prepare(strip, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY, shader);
    EXPECT_THAT(firstOf(draw(makePipeline(strip), 6)),
                ElementsAre(Texel{0, 1, 2, 3}, Texel{1, 2, 3, 4}, Texel{2, 3, 4, 5}));
    prepare(list, VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY, shader);
    EXPECT_THAT(firstOf(draw(makePipeline(list), 10)),
                ElementsAre(Texel{0, 1, 2, 3}, Texel{4, 5, 6, 7}));
}

TEST_F(GeometryStage, TrianglesComeWithTheirNeighbours) {
    // Six numbers of four bits.
    const std::string shader = inputShader("triangles_adjacency",
                                           "uvec4(number[0] | number[1] << 4 | number[2] << 8, "
                                           "number[3] | number[4] << 4 | number[5] << 8, 0, 0)");
    PipelineMaker strip, list;
    prepare(strip, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY, shader);
    const VkPipeline strips = makePipeline(strip);
    // "Triangle Strips With Adjacency": only; first, middle (odd), last (even); last (odd).
    EXPECT_THAT(firstOf(draw(strips, 6)), ElementsAre(Texel{0x210, 0x345, 0, 0}));
    if (!onLavapipe()) { // It turns odd ones until the provoking vertex is the first.
        EXPECT_THAT(firstOf(draw(strips, 10)),
                    ElementsAre(Texel{0x210, 0x346, 0, 0},
                                Texel{0x204, 0x865, 0, 0},
                                Texel{0x624, 0x789, 0, 0}));
        EXPECT_THAT(firstOf(draw(strips, 9)),
                    ElementsAre(Texel{0x210, 0x346, 0, 0}, Texel{0x204, 0x765, 0, 0}));
    }
    prepare(list, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY, shader);
    EXPECT_THAT(firstOf(draw(makePipeline(list), 13)),
                ElementsAre(Texel{0x210, 0x543, 0, 0}, Texel{0x876, 0xba9, 0, 0}));
}

TEST_F(GeometryStage, PrimitivesAreNumberedAnewInEachInstance) {
    PipelineMaker maker;
    prepare(maker,
            VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
            R"(#version 460
layout(points) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in uint number[];
layout(location = 1) in uint instance[];
layout(location = 0) flat out uvec4 value;
void main() {
    gl_Position = vec4((vec2(number[0], instance[0]) + 0.5) / 8 - 1, 0, 1);
    gl_PointSize = 1;
    value = uvec4(gl_PrimitiveIDIn, number[0], instance[0], 1);
    EmitVertex();
})",
            R"(#version 460
layout(location = 0) out uint number;
layout(location = 1) out uint instance;
void main() { number = gl_VertexIndex; instance = gl_InstanceIndex; })");
    const std::vector<Texel> texels = draw(makePipeline(maker), 11, 3);
    for (uint32_t i = 0; i < 11 * 3; ++i) {
        EXPECT_EQ(texels[i / 11 * 16 + i % 11], (Texel{i % 11, i % 11, i / 11, 1}));
    }
}

TEST_F(GeometryStage, FragmentsSeeThePrimitiveIdThatWasEmitted) {
    PipelineMaker maker;
    prepare(maker,
            VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
            R"(#version 460
layout(points) in;
layout(points, max_vertices = 1) out;
void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_PointSize = gl_in[0].gl_PointSize;
    gl_PrimitiveID = gl_PrimitiveIDIn * 3 + 1;
    EmitVertex();
})",
            kNumberVertex,
            R"(#version 460
layout(location = 0) out uvec4 color;
void main() { color = uvec4(gl_PrimitiveID); })");
    EXPECT_THAT(firstOf(draw(makePipeline(maker), 3)),
                ElementsAre(Texel{1, 1, 1, 1}, Texel{4, 4, 4, 4}, Texel{7, 7, 7, 7}));
}

TEST_F(GeometryStage, FragmentsCountPrimitivesWithoutGeometryShaders) {
    PipelineMaker maker;
    maker.setFormats({VK_FORMAT_R32G32B32A32_UINT});
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    const VkPipeline pipeline = makePipeline(maker,
                                             kNumberVertex,
                                             R"(#version 460
layout(location = 0) out uvec4 color;
void main() { color = uvec4(gl_PrimitiveID); })",
                                             kExtent);
    EXPECT_THAT(firstOf(draw(pipeline, 3, 2)),
                ElementsAre(Texel{0, 0, 0, 0}, Texel{1, 1, 1, 1}, Texel{2, 2, 2, 2}));
}

TEST_F(GeometryStage, InvocationsComeInTheirOrder) {
    // All in one pixel: the last one is seen.
    PipelineMaker maker;
    prepare(maker, VK_PRIMITIVE_TOPOLOGY_POINT_LIST, R"(#version 460
layout(points, invocations = 5) in;
layout(points, max_vertices = 2) out;
layout(location = 0) in uint number[];
layout(location = 0) flat out uvec4 value;
void main() {
    for (int i = 0; i < 2; ++i) {
        gl_Position = vec4((vec2(gl_InvocationID == 4 ? 4 : 3, i * number[0]) + 0.5) / 8 - 1, 0, 1);
        gl_PointSize = 1;
        value = uvec4(gl_InvocationID, i, number[0], 1);
        EmitVertex();
    }
})");
    const std::vector<Texel> texels = draw(makePipeline(maker), 9);
    EXPECT_EQ(texels[3], (Texel{3, 0, 8, 1}));
    EXPECT_EQ(texels[4], (Texel{4, 0, 8, 1}));
    for (uint32_t y = 1; y < 9; ++y) {
        EXPECT_EQ(texels[y * 16 + 3], (Texel{3, 1, y, 1}));
        EXPECT_EQ(texels[y * 16 + 4], (Texel{4, 1, y, 1}));
    }
}

TEST_F(GeometryStage, LanesEmitDifferentNumbersOfVertices) {
    // Primitive n has n points, in its column; then n * 7 % 16.
    for (const uint32_t factor : {1u, 7u}) {
        PipelineMaker maker;
        prepare(maker,
                VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                R"(#version 460
layout(points) in;
layout(points, max_vertices = 16) out;
layout(location = 0) in uint number[];
layout(location = 0) flat out uvec4 value;
void main() {
    for (int i = 0; i < int(number[0]) * )" +
                    std::to_string(factor) +
                    R"( % 16; ++i) {
        gl_Position = vec4((vec2(number[0], i) + 0.5) / 8 - 1, 0, 1);
        gl_PointSize = 1;
        value = uvec4(number[0], i, 7, 1);
        if ((i & 1) == 0) { EmitVertex(); } else { value.z = 8; EmitVertex(); }
    }
})");
        const std::vector<Texel> texels = draw(makePipeline(maker), 16);
        for (uint32_t y = 0; y < 16; ++y) {
            for (uint32_t x = 0; x < 16; ++x) {
                EXPECT_EQ(texels[y * 16 + x],
                          y < x * factor % 16 ? (Texel{x, y, 7 + (y & 1), 1}) : kNothing);
            }
        }
    }
}

TEST_F(GeometryStage, NothingIsEmittedBeyondTheMost) {
    PipelineMaker maker;
    prepare(maker, VK_PRIMITIVE_TOPOLOGY_POINT_LIST, R"(#version 460
layout(points) in;
layout(points, max_vertices = 3) out;
layout(location = 0) in uint number[];
layout(location = 0) flat out uvec4 value;
void main() {
    for (int i = 0; i < 1000 * int(number[0]); ++i) {
        gl_Position = vec4((vec2(number[0], min(i, 15)) + 0.5) / 8 - 1, 0, 1);
        gl_PointSize = 1;
        value = uvec4(i);
        EmitVertex();
    }
})");
    if (onLavapipe()) {
        GTEST_SKIP() << "it is undefined behaviour";
    }
    const std::vector<Texel> texels = draw(makePipeline(maker), 3);
    for (uint32_t y = 0; y < 16; ++y) {
        EXPECT_EQ(texels[y * 16], kNothing);
        EXPECT_EQ(texels[y * 16 + 1], y < 3 ? (Texel{y, y, y, y}) : kNothing);
        EXPECT_EQ(texels[y * 16 + 2], y < 3 ? (Texel{y, y, y, y}) : kNothing);
    }
}

/// Two strips of triangles of four vertices, and what is too short for one.
constexpr char kStrips[] = R"(#version 460
layout(points) in;
layout(triangle_strip, max_vertices = 12) out;
layout(location = 0) flat out uvec4 value;
int count = 0;
void emit(vec2 at) {
    gl_Position = vec4(at / 8 - 1, 0, 1);
    value = uvec4(count++);
    EmitVertex();
}
void main() {
    emit(vec2(0, 0)); emit(vec2(4, 0)); emit(vec2(0, 4)); emit(vec2(4, 4));
    EndPrimitive();
    emit(vec2(0, 0)); emit(vec2(16, 16));
    EndPrimitive();
    EndPrimitive();
    emit(vec2(8, 8)); emit(vec2(12, 8)); emit(vec2(8, 12)); emit(vec2(12, 12));
})";

TEST_F(GeometryStage, StripsEndWhereTheyAreEnded) {
    for (const bool last : {false, true}) {
        PipelineMaker maker;
        prepare(maker, VK_PRIMITIVE_TOPOLOGY_POINT_LIST, kStrips);
        VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
        provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        maker.rs.pNext = last ? &provoking : nullptr;
        maker.rs.cullMode = VK_CULL_MODE_FRONT_BIT; // The first triangle is clockwise, y down.
        const std::vector<Texel> texels = draw(makePipeline(maker), 1);
        for (uint32_t y = 0; y < 16; ++y) {
            for (uint32_t x = 0; x < 16; ++x) {
                const uint32_t strip = x < 4 && y < 4                         ? 0
                                       : x >= 8 && x < 12 && y >= 8 && y < 12 ? 6
                                                                              : 9;
                const uint32_t second = x % 4 + y % 4 >= 4 ? 1 : 0;
                const uint32_t number = strip + second + (last ? 2 : 0);
                if (x % 4 + y % 4 != 3) { // On the edge, whose texels are either's.
                    EXPECT_EQ(texels[y * 16 + x],
                              strip == 9 ? kNothing : (Texel{number, number, number, number}))
                        << x << ", " << y << (last ? ", last" : "");
                }
            }
        }
    }
}

TEST_F(GeometryStage, TrianglesGoToLayersAndViewports) {
    constexpr uint32_t kLayers = 3;
    PipelineMaker maker;
    prepare(maker,
            VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
            R"(#version 460
layout(triangles, invocations = 3) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) flat out uvec4 value;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[i].gl_Position;
        gl_Layer = gl_InvocationID;
        gl_ViewportIndex = gl_InvocationID;
        value = uvec4(10 + gl_InvocationID);
        EmitVertex();
    }
})",
            R"(#version 460
void main() { gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, 0, 1); })",
            R"(#version 460
layout(location = 0) flat in uvec4 value;
layout(location = 0) out uvec4 color;
void main() { color = uvec4(value.x, gl_Layer, gl_ViewportIndex, 0); })");
    const VkViewport viewports[] = {{0, 0, 8, 8, 0, 1}, {8, 0, 8, 8, 0, 1}, {0, 8, 8, 8, 0, 1}};
    const VkRect2D scissors[] = {{{0, 0}, {16, 16}}, {{0, 0}, {16, 16}}, {{0, 0}, {16, 16}}};
    maker.vp.viewportCount = maker.vp.scissorCount = 3;
    maker.dynamicStates = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const Target target = makeWords(kLayers);
    draw(makePipeline(maker), target, [&](VkCommandBuffer commands) {
        vkCmdSetViewport(commands, 0, 3, viewports);
        vkCmdSetScissor(commands, 0, 3, scissors);
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
    const std::vector<Texel> texels = read<Texel>(target);
    for (uint32_t layer = 0; layer < kLayers; ++layer) {
        for (uint32_t y = 0; y < 16; ++y) {
            for (uint32_t x = 0; x < 16; ++x) {
                const bool inside = x / 8 == (layer == 1) && y / 8 == (layer == 2);
                EXPECT_EQ(texels[(layer * 16 + y) * 16 + x],
                          inside ? (Texel{10 + layer, layer, layer, 0}) : kNothing);
            }
        }
    }
}

TEST_F(GeometryStage, DoublesAndArraysComeThrough) {
    PipelineMaker maker;
    prepare(maker,
            VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
            R"(#version 460
layout(lines) in;
layout(points, max_vertices = 2) out;
layout(location = 0) in Block { dvec2 pair; float list[3]; } block[2];
layout(location = 6) in uint number[2];
layout(location = 0) flat out uvec4 value;
void main() {
    for (int i = 0; i < 2; ++i) {
        gl_Position = vec4((number[i] + 0.5) / 8 - 1, 0.5 / 8 - 1, 0, 1);
        gl_PointSize = 1;
        value = uvec4(uint(block[i].pair.x), uint(block[1 - i].pair.y),
                      uint(block[i].list[number[i] % 3]), 0);
        EmitVertex();
    }
})",
            R"(#version 460
layout(location = 0) out Block { dvec2 pair; float list[3]; } block;
layout(location = 6) out uint number;
void main() {
    number = gl_VertexIndex;
    block.pair = dvec2(100 + gl_VertexIndex, 200 + gl_VertexIndex);
    for (int i = 0; i < 3; ++i) { block.list[i] = 10 * gl_VertexIndex + i; }
})");
    if (!features().shaderFloat64) {
        GTEST_SKIP();
    }
    EXPECT_THAT(firstOf(draw(makePipeline(maker), 4)),
                ElementsAre(Texel{100, 201, 0, 0},
                            Texel{101, 200, 11, 0},
                            Texel{102, 203, 22, 0},
                            Texel{103, 202, 30, 0}));
}

TEST_F(GeometryStage, StatisticsCountWhatItDid) {
    if (!features().pipelineStatisticsQuery) {
        GTEST_SKIP();
    }
    PipelineMaker maker;
    prepare(maker, VK_PRIMITIVE_TOPOLOGY_LINE_LIST, R"(#version 460
layout(lines, invocations = 3) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) flat out uvec4 value;
void main() {
    for (int i = 0; i < 4; ++i) { gl_Position = vec4(i / 4.0, 0, 0, 1); value = uvec4(1); EmitVertex(); }
})");
    const VkPipeline pipeline = makePipeline(maker);
    const VkQueryPool pool =
        makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS,
                    1,
                    VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_GEOMETRY_SHADER_INVOCATIONS_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_GEOMETRY_SHADER_PRIMITIVES_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT);
    draw(pipeline, makeWords(), [&](VkCommandBuffer commands) {
        vkCmdBeginQuery(commands, pool, 0, 0);
        vkCmdDraw(commands, 14, 2, 0, 0);
        vkCmdEndQuery(commands, pool, 0);
    });
    const std::vector<uint64_t> counts = results(pool, 1, 4);
    EXPECT_EQ(counts[0], 14u);
    if (!onLavapipe()) { // It does not count invocations of a primitive by themselves.
        EXPECT_EQ(counts[1], 14u * 3);
    }
    EXPECT_EQ(counts[2], 14u * 3 * 3);
    EXPECT_EQ(counts[3], 14u * 3 * 3);
}

} // namespace
