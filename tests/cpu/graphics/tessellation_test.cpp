// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <limits>

namespace {

using testing::ElementsAre;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

constexpr VkExtent2D kExtent = {16, 16};
using Texel = std::array<uint32_t, 4>;
constexpr Texel kNothing = {9, 9, 9, 9};

constexpr char kNumberVertex[] = R"(#version 460
layout(location = 0) out uint number;
void main() { number = gl_VertexIndex; })";
constexpr char kFlatFragment[] = R"(#version 460
layout(location = 0) flat in uvec4 value;
layout(location = 0) out uvec4 color;
void main() { color = value; })";

/// Levels are push constants.
std::string passingControl(uint32_t vertices) {
    return "#version 460\nlayout(vertices = " + std::to_string(vertices) + R"() out;
layout(push_constant) uniform Levels { vec4 outer; vec2 inner; } levels;
void main() {
    gl_TessLevelOuter[0] = levels.outer[0];
    gl_TessLevelOuter[1] = levels.outer[1];
    gl_TessLevelOuter[2] = levels.outer[2];
    gl_TessLevelOuter[3] = levels.outer[3];
    gl_TessLevelInner[0] = levels.inner[0];
    gl_TessLevelInner[1] = levels.inner[1];
})";
}
struct Levels {
    float outer[4];
    float inner[2];
};

class Tessellation : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (!HasFatalFailure() && !features().tessellationShader) {
            GTEST_SKIP();
        }
    }

    void prepare(PipelineMaker& maker,
                 const std::string& control,
                 const std::string& evaluation,
                 uint32_t patchVertices = 1,
                 const char* fragment = kFlatFragment,
                 const char* vertex = kNumberVertex) {
        maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
        maker.ts.patchControlPoints = patchVertices;
        maker.setFormats({VK_FORMAT_R32G32B32A32_UINT});
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(vertex));
        maker.addStage(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, makeControlShader(control));
        maker.addStage(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                       makeEvaluationShader(evaluation));
        maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(fragment));
        maker.setViewport(kExtent.width, kExtent.height);
        VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        const VkPushConstantRange range = {
            VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, 0, sizeof(Levels)};
        info.pushConstantRangeCount = 1;
        info.pPushConstantRanges = &range;
        EXPECT_VK(vkCreatePipelineLayout(device(), &info, nullptr, &maker.layout));
        m_layout = maker.layout;
        atEnd(
            [this, layout = maker.layout] { vkDestroyPipelineLayout(device(), layout, nullptr); });
    }
    std::vector<Texel> draw(VkPipeline pipeline,
                            const Levels& levels,
                            const std::function<void(VkCommandBuffer)>& draws) {
        const Target target = makeTarget({VK_FORMAT_R32G32B32A32_UINT, kExtent});
        run([&](VkCommandBuffer commands) {
            Rendering rendering(kExtent);
            VkClearColorValue clear;
            std::ranges::copy(kNothing, clear.uint32);
            rendering.addColor(target, clear);
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            vkCmdPushConstants(commands,
                               m_layout,
                               VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                               0,
                               sizeof levels,
                               &levels);
            draws(commands);
            vkCmdEndRendering(commands);
            barrier(commands);
        });
        return read<Texel>(target);
    }
    std::vector<Texel>
    draw(VkPipeline pipeline, const Levels& levels, uint32_t vertices, uint32_t instances = 1) {
        return draw(pipeline, levels, [&](VkCommandBuffer commands) {
            vkCmdDraw(commands, vertices, instances, 0, 0);
        });
    }
    static size_t drawnOf(const std::vector<Texel>& texels) {
        return texels.size() - size_t(std::ranges::count(texels, kNothing));
    }
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
};

/// The whole picture.
constexpr char kWholeQuad[] = R"(#version 460
layout(quads, equal_spacing, ccw) in;
layout(location = 0) flat out uvec4 value;
void main() {
    gl_Position = vec4(gl_TessCoord.xy * 2 - 1, 0, 1);
    value = uvec4(gl_PrimitiveID, gl_PatchVerticesIn, 0, 0);
})";

TEST_F(Tessellation, QuadsOfAllLevelsCoverTheWhole) {
    PipelineMaker maker;
    prepare(maker, passingControl(1), kWholeQuad);
    const VkPipeline pipeline = makePipeline(maker);
    for (const float level : {1.0f, 1.5f, 2.0f, 5.0f, 63.5f, 1000.0f}) {
        const std::vector<Texel> texels = draw(pipeline, {{level, 3, 1, 2 * level}, {level, 4}}, 1);
        EXPECT_EQ(drawnOf(texels), texels.size()) << level;
        EXPECT_EQ(texels[0], (Texel{0, 1, 0, 0}));
    }
}

TEST_F(Tessellation, LevelsThatAreNotAboveZeroDiscard) {
    PipelineMaker maker;
    prepare(maker, passingControl(1), kWholeQuad);
    const VkPipeline pipeline = makePipeline(maker);
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float level : {0.0f, -0.0f, -1.0f, -kInfinity, kNaN}) {
        if (level != level && onLavapipe()) {
            continue; // "lower than or equal to zero, or NaN": it draws.
        }
        for (uint32_t edge = 0; edge < 4; ++edge) {
            Levels levels = {{1, 1, 1, 1}, {1, 1}};
            levels.outer[edge] = level;
            EXPECT_EQ(drawnOf(draw(pipeline, levels, 1)), 0u) << level;
        }
        // Inner levels are clamped.
        const std::vector<Texel> texels = draw(pipeline, {{2, 2, 2, 2}, {level, level}}, 1);
        EXPECT_EQ(drawnOf(texels), texels.size());
    }
    const std::vector<Texel> texels = draw(pipeline, {{kInfinity, 1e30f, 1, 1}, {kInfinity, 1}}, 1);
    EXPECT_EQ(drawnOf(texels), texels.size());
}

TEST_F(Tessellation, WindingIsSeenFromTheOrigin) {
    for (const bool clockwise : {false, true}) {
        for (const bool lowerLeft : {false, true}) {
            for (const char* domain : {"quads", "triangles"}) {
                PipelineMaker maker;
                prepare(maker,
                        passingControl(1),
                        std::string("#version 460\nlayout(") + domain +
                            (clockwise ? ", cw" : ", ccw") + R"() in;
layout(location = 0) flat out uvec4 value;
void main() { gl_Position = vec4(gl_TessCoord.xy * 2 - 1, 0, 1); value = uvec4(1); })");
                VkPipelineTessellationDomainOriginStateCreateInfo origin{
                    VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO};
                origin.domainOrigin = lowerLeft ? VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
                                                : VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT;
                maker.ts.pNext = &origin;
                // u is to the right and v down: as with the origin in the upper left corner.
                maker.rs.frontFace = VK_FRONT_FACE_CLOCKWISE;
                maker.rs.cullMode = VK_CULL_MODE_BACK_BIT;
                const VkPipeline pipeline = makePipeline(maker);
                const size_t drawn = drawnOf(draw(pipeline, {{3, 3, 3, 3}, {3, 3}}, 1));
                if (clockwise != lowerLeft) {
                    EXPECT_GT(drawn, 100u) << domain << clockwise << lowerLeft;
                } else {
                    EXPECT_EQ(drawn, 0u) << domain << clockwise << lowerLeft;
                }
            }
        }
    }
}

TEST_F(Tessellation, PointsAreThoseOfTheGrid) {
    PipelineMaker maker;
    prepare(maker, passingControl(1), R"(#version 460
layout(quads, equal_spacing, point_mode) in;
layout(location = 0) flat out uvec4 value;
void main() {
    gl_Position = vec4((gl_TessCoord.xy * 8 + 4.5) / 8 - 1, 0, 1);
    gl_PointSize = 1;
    value = uvec4(1);
})");
    const std::vector<Texel> texels = draw(makePipeline(maker), {{2, 4, 1, 8}, {4, 2}}, 1);
    const auto isPoint = [](uint32_t x, uint32_t y) {
        if (x > 8 || y > 8) {
            return false;
        }
        return (x == 0 && y % 4 == 0) || (y == 0 && x % 2 == 0) || (x == 8 && y % 8 == 0) ||
               y == 8 || (x % 2 == 0 && x > 0 && x < 8 && y == 4);
    };
    for (uint32_t y = 0; y < 16; ++y) {
        for (uint32_t x = 0; x < 16; ++x) {
            const bool drawn = x >= 4 && y >= 4 && isPoint(x - 4, y - 4);
            EXPECT_EQ(texels[y * 16 + x], drawn ? (Texel{1, 1, 1, 1}) : kNothing) << x << "," << y;
        }
    }
}

TEST_F(Tessellation, IsolinesAreBesideEachOther) {
    PipelineMaker maker;
    prepare(maker, passingControl(1), R"(#version 460
layout(isolines, equal_spacing) in;
layout(location = 0) flat out uvec4 value;
void main() {
    gl_Position = vec4(gl_TessCoord.x * 2 - 1, (gl_TessCoord.y * 16 + 0.5) / 8 - 1, 0, 1);
    value = uvec4(1);
})");
    const std::vector<Texel> texels = draw(makePipeline(maker), {{4, 3, 0, 0}, {0, 0}}, 1);
    for (uint32_t y = 0; y < 16; ++y) {
        for (uint32_t x = 1; x < 15; ++x) {
            EXPECT_EQ(texels[y * 16 + x], y % 4 == 0 ? (Texel{1, 1, 1, 1}) : kNothing);
        }
    }
}

TEST_F(Tessellation, InvocationsShareTheirOutputsAcrossBarriers) {
    // Three vertices come in and five go out, each knows of all.
    PipelineMaker maker;
    prepare(maker,
            R"(#version 460
layout(vertices = 5) out;
layout(location = 0) in uint number[];
layout(location = 0) out uint own[];
layout(location = 1) out uint sum[];
layout(location = 2) patch out uint list[5];
void main() {
    own[gl_InvocationID] = number[gl_InvocationID % 3] * 10 + gl_InvocationID;
    barrier();
    uint all = 0;
    for (int i = 0; i < 5; ++i) { all += own[i]; }
    sum[gl_InvocationID] = all;
    list[gl_InvocationID] = own[(gl_InvocationID + 1) % 5];
    barrier();
    if (gl_InvocationID == 4) {
        gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] =
            sum[0] == sum[3] && list[1] == own[2] ? 1 : 0;
        gl_TessLevelInner[0] = gl_PatchVerticesIn == 3 ? 1 : 0;
    }
})",
            R"(#version 460
layout(triangles) in;
layout(location = 0) in uint own[];
layout(location = 1) in uint sum[];
layout(location = 2) patch in uint list[5];
layout(location = 0) flat out uvec4 value;
void main() {
    // A square of 4 pixels for each patch, by triangles that are twice as large.
    vec2 at = vec2(gl_PrimitiveID % 4, gl_PrimitiveID / 4) * 4 + gl_TessCoord.xy * 4;
    gl_Position = vec4(at / 8 - 1, 0, 1);
    value = uvec4(own[4], sum[2], list[0] + list[3], gl_PatchVerticesIn);
})",
            3);
    const std::vector<Texel> texels = draw(makePipeline(maker), {}, 3 * 16);
    for (uint32_t patch = 0; patch < 16; ++patch) {
        const uint32_t n = patch * 3;
        const uint32_t own[5] = {n * 10, n * 10 + 11, n * 10 + 22, n * 10 + 3, n * 10 + 14};
        const uint32_t sum = own[0] + own[1] + own[2] + own[3] + own[4];
        EXPECT_EQ(texels[(patch / 4 * 4) * 16 + patch % 4 * 4],
                  (Texel{own[4], sum, own[1] + own[4], 5}))
            << patch;
    }
}

TEST_F(Tessellation, GeometryShadersComeBehind) {
    if (!features().geometryShader) {
        GTEST_SKIP();
    }
    if (onLavapipe()) {
        GTEST_SKIP() << "there gl_PrimitiveIDIn is no patch's";
    }
    PipelineMaker maker;
    prepare(maker, passingControl(1), R"(#version 460
layout(quads, equal_spacing) in;
layout(location = 0) out vec2 at;
void main() {
    at = gl_TessCoord.xy;
    gl_Position = vec4(0);
})");
    // Of each triangle the corner with the right angle.
    maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(R"(#version 460
layout(triangles) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in vec2 at[];
layout(location = 0) flat out uvec4 value;
void main() {
    vec2 middle = (min(at[0], min(at[1], at[2])) + max(at[0], max(at[1], at[2]))) / 2;
    gl_Position = vec4((floor(middle * 4) + gl_PrimitiveIDIn * 4 + 0.5) / 8 - 1, 0, 1);
    gl_PointSize = 1;
    value = uvec4(gl_PrimitiveIDIn);
    EmitVertex();
})"));
    const std::vector<Texel> texels = draw(makePipeline(maker), {{4, 4, 4, 4}, {4, 4}}, 3);
    for (uint32_t y = 0; y < 12; ++y) {
        for (uint32_t x = 0; x < 12; ++x) {
            const uint32_t patch = x / 4;
            EXPECT_EQ(texels[y * 16 + x],
                      y / 4 == patch ? (Texel{patch, patch, patch, patch}) : kNothing);
        }
    }
}

TEST_F(Tessellation, PatchSizeAndOriginAreDynamic) {
    if (!hasExtension(VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME) || onLavapipe()) {
        GTEST_SKIP();
    }
    PipelineMaker maker;
    prepare(maker,
            passingControl(1),
            R"(#version 460
layout(quads, cw) in;
layout(location = 0) flat out uvec4 value;
void main() {
    gl_Position = vec4((gl_TessCoord.xy + vec2(gl_PrimitiveID, 0)) / 4 - 1, 0, 1);
    value = uvec4(gl_PrimitiveID);
})",
            7);
    maker.rs.frontFace = VK_FRONT_FACE_CLOCKWISE;
    maker.rs.cullMode = VK_CULL_MODE_BACK_BIT;
    maker.dynamicStates = {VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT,
                           VK_DYNAMIC_STATE_TESSELLATION_DOMAIN_ORIGIN_EXT};
    const VkPipeline pipeline = makePipeline(maker);
    for (const bool lowerLeft : {false, true}) {
        const std::vector<Texel> texels =
            draw(pipeline, {{1, 1, 1, 1}, {1, 1}}, [&](VkCommandBuffer commands) {
                vkCmdSetPatchControlPointsEXT(commands, 4);
                vkCmdSetTessellationDomainOriginEXT(commands,
                                                    lowerLeft
                                                        ? VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
                                                        : VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT);
                vkCmdDraw(commands, 15, 1, 0, 0);
            });
        EXPECT_EQ(drawnOf(texels), lowerLeft ? 0u : 12u);
    }
}

TEST_F(Tessellation, ManyLargePatchesComeInTheirOrder) {
    // Each covers all of the picture; the last one is seen, everywhere.
    PipelineMaker maker;
    prepare(maker, passingControl(1), kWholeQuad);
    const uint32_t kPatches = onLavapipe() ? 16 : 300; // There the numbers begin anew.
    const std::vector<Texel> texels =
        draw(makePipeline(maker), {{20, 20, 20, 20}, {20, 20}}, kPatches);
    EXPECT_EQ(size_t(std::ranges::count(texels, Texel{kPatches - 1, 1, 0, 0})), texels.size());
}

TEST_F(Tessellation, AllStagesOfLibrariesReadAndWriteMemory) {
    if (!features().geometryShader || !features().vertexPipelineStoresAndAtomics ||
        !features().shaderFloat64 ||
        !hasExtension(VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT |
                                           VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT |
                                           VK_SHADER_STAGE_GEOMETRY_BIT;
    const vkt::Buffer buffer = makeBuffer(64, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::ranges::fill(buffer.as<uint32_t>(), 0);
    buffer.as<uint32_t>()[8] = 40;
    const vkt::DescriptorSet bound =
        makeSet(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                VkDescriptorBufferInfo{buffer.buffer, 0, VK_WHOLE_SIZE},
                kStages);
    const std::string memory =
        "#version 460\nlayout(set = 0, binding = 0) buffer Words { uint words[]; };\n";
    // Numbers go through as doubles, in blocks of vertices and of the patch.
    PipelineMaker stages;
    stages.layout = makeLayout({bound.layout});
    stages.ts.patchControlPoints = 2;
    stages.setViewport(kExtent.width, kExtent.height);
    stages.setFormats({});
    stages.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kNumberVertex));
    stages.addStage(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, makeControlShader(memory + R"(
layout(vertices = 3) out;
layout(location = 0) in uint number[];
layout(location = 0) out Vertex { dvec3 place; int list[2]; } vertices[];
layout(location = 4) patch out Patch { double sum; } whole;
void main() {
    atomicAdd(words[0], 1);
    vertices[gl_InvocationID].place = dvec3(number[1], gl_InvocationID, words[8]);
    vertices[gl_InvocationID].list[gl_InvocationID & 1] = 7 + gl_InvocationID;
    barrier();
    if (gl_InvocationID == 1) {
        whole.sum = vertices[0].place.y + vertices[1].place.y + vertices[2].place.y;
        gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] =
            gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1;
    }
})"));
    stages.addStage(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, makeEvaluationShader(memory + R"(
layout(quads, point_mode) in;
layout(location = 0) in Vertex { dvec3 place; int list[2]; } vertices[];
layout(location = 4) patch in Patch { double sum; } whole;
layout(location = 0) out dvec2 found;
void main() {
    gl_Position = vec4(0);
    found = dvec2(vertices[2].place.z + whole.sum, vertices[2].list[0] + vertices[1].list[1]);
    atomicAdd(words[1], uint(vertices[0].place.x));
})"));
    stages.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(memory + R"(
layout(points) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in dvec2 found[];
layout(location = 0) flat out uvec4 value;
void main() {
    atomicAdd(words[2], 1);
    gl_Position = vec4((gl_PrimitiveIDIn + 0.5) / 8 - 1, 0.5 / 8 - 1, 0, 1);
    gl_PointSize = 1;
    value = uvec4(found[0].x, found[0].y, gl_PrimitiveIDIn, words[8]);
    EmitVertex();
})"));
    PipelineMaker input;
    input.ia.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    PipelineMaker fragment;
    fragment.layout = stages.layout;
    fragment.setFormats({VK_FORMAT_R32G32B32A32_UINT});
    fragment.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(kFlatFragment));
    PipelineMaker output;
    output.setFormats({VK_FORMAT_R32G32B32A32_UINT});
    std::vector<VkPipeline> libraries;
    const auto add = [&](PipelineMaker& maker, VkGraphicsPipelineLibraryFlagsEXT part) {
        VkGraphicsPipelineLibraryCreateInfoEXT info{
            VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
        info.flags = part;
        maker.next = &info;
        maker.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
        libraries.push_back(makePipeline(maker));
    };
    add(input, VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT);
    add(stages, VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT);
    add(fragment, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT);
    add(output, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT);
    VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    linked.libraryCount = uint32_t(libraries.size());
    linked.pLibraries = libraries.data();
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &linked};
    info.layout = stages.layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    atEnd([this, pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });

    const Target target = makeTarget({VK_FORMAT_R32G32B32A32_UINT, kExtent});
    run([&](VkCommandBuffer commands) {
        Rendering rendering(kExtent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, stages.layout, 0, 1, &bound.set, 0, nullptr);
        vkCmdDraw(commands, 10, 1, 0, 0);
        vkCmdEndRendering(commands);
        barrier(commands);
    });
    const std::vector<Texel> texels = read<Texel>(target);
    EXPECT_EQ(buffer.as<uint32_t>()[0], 5u * 3);
    if (onLavapipe()) {
        return; // There gl_PrimitiveIDIn is no patch's, and points are shaded again and again.
    }
    EXPECT_EQ(buffer.as<uint32_t>()[1], 4u * (1 + 3 + 5 + 7 + 9));
    EXPECT_EQ(buffer.as<uint32_t>()[2], 5u * 4);
    for (uint32_t x = 0; x < 5; ++x) {
        EXPECT_EQ(texels[x], (Texel{43, 9 + 8, x, 40}));
    }
    EXPECT_EQ(texels[5], Texel{});
}

TEST_F(Tessellation, StatisticsCountWhatItDid) {
    if (!features().pipelineStatisticsQuery) {
        GTEST_SKIP();
    }
    PipelineMaker maker;
    prepare(maker, passingControl(1), kWholeQuad);
    const VkPipeline pipeline = makePipeline(maker);
    const VkQueryPool pool =
        makeQueries(VK_QUERY_TYPE_PIPELINE_STATISTICS,
                    1,
                    VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_TESSELLATION_CONTROL_SHADER_PATCHES_BIT |
                        VK_QUERY_PIPELINE_STATISTIC_TESSELLATION_EVALUATION_SHADER_INVOCATIONS_BIT);
    draw(pipeline, {{2, 2, 2, 2}, {2, 2}}, [&](VkCommandBuffer commands) {
        vkCmdBeginQuery(commands, pool, 0, 0);
        vkCmdDraw(commands, 5, 2, 0, 0);
        vkCmdEndQuery(commands, pool, 0);
    });
    const std::vector<uint64_t> counts = results(pool, 1, 3);
    EXPECT_EQ(counts[0], 10u * 8);
    EXPECT_EQ(counts[1], 10u);
    EXPECT_GE(counts[2], 10u * 9); // Vertices may be shaded more than once.
}

} // namespace
