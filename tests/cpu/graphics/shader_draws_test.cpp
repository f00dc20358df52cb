// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Shader objects draw what pipelines of the same stages and state draw.
#include "shader_object_test.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace {

using testing::Each;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::ShaderMaker;
using vkt::Target;

constexpr VkExtent2D kExtent{24, 20};

struct Vertex {
    float place[4];
    float color[4];
};
constexpr Vertex kVertices[] = {{{-0.9f, -0.8f, 0.1f, 1}, {1, 0.2f, 0, 0.3f}},
                                {{0.8f, -0.7f, 0.9f, 1}, {0.1f, 1, 0.3f, 0.7f}},
                                {{-0.6f, 0.9f, 0.4f, 1}, {0, 0.4f, 1, 0.9f}},
                                {{0.9f, 0.8f, 0.3f, 1}, {1, 1, 0.2f, 0.6f}},
                                {{0.85f, -0.9f, 0.3f, 1}, {0, 0.9f, 0.8f, 1}},
                                {{-0.7f, 0.1f, 0.7f, 1}, {0.6f, 0, 1, 0.4f}}};
constexpr char kColored[] = R"(#version 460
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 shade;
void main() {
    gl_Position = place;
    shade = color;
})";
constexpr char kShaded[] = R"(#version 460
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 result;
void main() { result = shade; })";
/// Mirrored, and so something else.
constexpr char kMirrored[] = R"(#version 460
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 shade;
void main() {
    gl_Position = place * vec4(-1, 1, 1, 1);
    shade = color.bgra;
})";
constexpr char kInverted[] = R"(#version 460
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 result;
void main() { result = vec4(1) - shade; })";
constexpr char kReversing[] = R"(#version 460
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 changed;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[2 - i].gl_Position * vec4(0.5, 0.75, 1, 1);
        changed = shade[i];
        EmitVertex();
    }
})";
constexpr char kPassingControl[] = R"(#version 460
layout(vertices = 3) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 kept[];
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    kept[gl_InvocationID] = shade[gl_InvocationID];
    gl_TessLevelOuter[0] = 2;
    gl_TessLevelOuter[1] = 3;
    gl_TessLevelOuter[2] = 4;
    gl_TessLevelInner[0] = 5;
})";
constexpr char kBendingEvaluation[] = R"(#version 460
layout(triangles, equal_spacing, ccw) in;
layout(location = 0) in vec4 kept[];
layout(location = 0) out vec4 shade;
void main() {
    vec3 at = gl_TessCoord;
    gl_Position = gl_in[0].gl_Position * at.x + gl_in[1].gl_Position * at.y +
                  gl_in[2].gl_Position * at.z;
    gl_Position.xy *= 0.6 + 0.4 * at.x;
    shade = kept[0] * at.x + kept[1] * at.y + kept[2] * at.z;
})";

class ShaderDraws : public vkt::ShaderObjectTest {
protected:
    void SetUp() override {
        ShaderObjectTest::SetUp();
        if (HasFatalFailure() || IsSkipped()) {
            return;
        }
        m_vertices = makeBuffer(sizeof kVertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        std::memcpy(m_vertices.mapped, kVertices, sizeof kVertices);
        describe(maker);
    }
    /// Blended triangles, tested against depth.
    void describe(PipelineMaker& to) {
        to.addBinding(0, sizeof(Vertex));
        to.addAttribute(0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Vertex, place));
        to.addAttribute(1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Vertex, color));
        to.setFormats({VK_FORMAT_R8G8B8A8_UNORM}, VK_FORMAT_D32_SFLOAT);
        to.setViewport(kExtent.width, kExtent.height);
        to.ds.depthTestEnable = to.ds.depthWriteEnable = VK_TRUE;
        to.ds.depthCompareOp = VK_COMPARE_OP_LESS;
        to.blends[0].blendEnable = VK_TRUE;
        to.blends[0].srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
        to.blends[0].dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
        to.blends[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        to.layout = makeLayout();
    }
    /// Both attachments cleared, and vertices bound.
    std::vector<uint32_t> render(const std::function<void(VkCommandBuffer)>& commands) {
        const Target color = makeTarget({.extent = kExtent});
        const Target depth = makeTarget({VK_FORMAT_D32_SFLOAT, kExtent});
        run([&](VkCommandBuffer to) {
            Rendering rendering(kExtent);
            rendering.addColor(color, VkClearColorValue{{0.1f, 0.2f, 0.3f, 0.4f}});
            rendering.setDepth(depth, 0.8f);
            vkCmdBeginRendering(to, &rendering());
            const VkDeviceSize offset = 0;
            vkCmdBindVertexBuffers(to, 0, 1, &m_vertices.buffer, &offset);
            commands(to);
            vkCmdEndRendering(to);
            barrier(to);
        });
        return read<uint32_t>(color);
    }
    static void drawAll(VkCommandBuffer commands) { vkCmdDraw(commands, 6, 1, 0, 0); }
    std::vector<uint32_t> renderPipeline(VkPipeline pipeline) {
        return render([&](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            drawAll(commands);
        });
    }
    std::vector<uint32_t> renderShaders(std::initializer_list<vkt::BoundShader> shaders) {
        return render([&](VkCommandBuffer commands) {
            setState(commands, maker);
            bindOnly(commands, shaders);
            drawAll(commands);
        });
    }
    VkPipeline pipelineOf(const char* vertex, const char* fragment) {
        return makePipeline(maker, vertex, fragment, kExtent);
    }
    static bool drewSomething(const std::vector<uint32_t>& texels) {
        return std::ranges::any_of(texels, [&](uint32_t texel) { return texel != texels[0]; });
    }

    PipelineMaker maker;
    vkt::Buffer m_vertices;
};

TEST_F(ShaderDraws, TellThatTheyAreThere) {
    VkPhysicalDeviceShaderObjectFeaturesEXT features{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 allFeatures{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features};
    vkGetPhysicalDeviceFeatures2(physicalDevice(), &allFeatures);
    EXPECT_TRUE(features.shaderObject);
    VkPhysicalDeviceShaderObjectPropertiesEXT properties{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties};
    vkGetPhysicalDeviceProperties2(physicalDevice(), &all);
    EXPECT_TRUE(std::ranges::any_of(properties.shaderBinaryUUID, [](uint8_t b) { return b != 0; }));
    EXPECT_GT(properties.shaderBinaryVersion, 0u);
}

TEST_F(ShaderDraws, AreThoseOfThePipeline) {
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const std::vector<uint32_t> expected = renderPipeline(pipelineOf(kColored, kShaded));
    ASSERT_TRUE(drewSomething(expected));
    EXPECT_EQ(renderShaders(
                  {{VK_SHADER_STAGE_VERTEX_BIT, vertex}, {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}}),
              expected);
}

TEST_F(ShaderDraws, DoNotDependOnTheOrderOfBindingAndState) {
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const std::vector<uint32_t> expected = renderPipeline(pipelineOf(kColored, kShaded));
    EXPECT_EQ(render([&](VkCommandBuffer commands) {
                  bind(commands, {{VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
                  setState(commands, maker);
                  bind(commands, {{VK_SHADER_STAGE_VERTEX_BIT, vertex}});
                  drawAll(commands);
              }),
              expected);
}

TEST_F(ShaderDraws, WithLinkedStages) {
    ShaderMaker vertex(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    ShaderMaker fragment(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    vertex.flags = fragment.flags = VK_SHADER_CREATE_LINK_STAGE_BIT_EXT;
    vertex.nextStage = VK_SHADER_STAGE_FRAGMENT_BIT;
    std::vector<VkShaderEXT> linked;
    ASSERT_VK(makeShaders({vertex.info(), fragment.info()}, linked));
    EXPECT_EQ(renderShaders({{VK_SHADER_STAGE_VERTEX_BIT, linked[0]},
                             {VK_SHADER_STAGE_FRAGMENT_BIT, linked[1]}}),
              renderPipeline(pipelineOf(kColored, kShaded)));
}

TEST_F(ShaderDraws, MixStages) {
    const char* const vertexGlsl[] = {kColored, kMirrored};
    const char* const fragmentGlsl[] = {kShaded, kInverted};
    VkShaderEXT vertices[2], fragments[2];
    for (int i = 0; i < 2; ++i) {
        vertices[i] = makeShader(VK_SHADER_STAGE_VERTEX_BIT, vertexGlsl[i]);
        fragments[i] = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, fragmentGlsl[i]);
    }
    std::vector<std::vector<uint32_t>> seen;
    for (int v = 0; v < 2; ++v) {
        for (int f = 0; f < 2; ++f) {
            seen.push_back(renderShaders({{VK_SHADER_STAGE_VERTEX_BIT, vertices[v]},
                                          {VK_SHADER_STAGE_FRAGMENT_BIT, fragments[f]}}));
            EXPECT_EQ(seen.back(), renderPipeline(pipelineOf(vertexGlsl[v], fragmentGlsl[f])))
                << v << f;
        }
    }
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
}

TEST_F(ShaderDraws, OneStageIsBoundAnewBetweenDraws) {
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT mirrored = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kMirrored);
    const VkShaderEXT shaded = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const VkShaderEXT inverted = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kInverted);
    const VkPipeline first = pipelineOf(kColored, kShaded);
    const VkPipeline second = pipelineOf(kColored, kInverted);
    const VkPipeline third = pipelineOf(kMirrored, kInverted);
    const auto half = [](VkCommandBuffer commands, uint32_t which) {
        vkCmdDraw(commands, 2, 1, 0, 0); // Nothing: no whole triangle.
        vkCmdDraw(commands, 3, 1, which, 0);
    };
    const std::vector<uint32_t> expected = render([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, first);
        half(commands, 0);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, second);
        half(commands, 1);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, third);
        half(commands, 3);
    });
    EXPECT_EQ(render([&](VkCommandBuffer commands) {
                  setState(commands, maker);
                  bindOnly(commands,
                           {{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                            {VK_SHADER_STAGE_FRAGMENT_BIT, shaded}});
                  half(commands, 0);
                  bind(commands, {{VK_SHADER_STAGE_FRAGMENT_BIT, inverted}});
                  half(commands, 1);
                  bind(commands, {{VK_SHADER_STAGE_VERTEX_BIT, mirrored}});
                  half(commands, 3);
              }),
              expected);
}

TEST_F(ShaderDraws, WithAGeometryShader) {
    maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(kReversing));
    const std::vector<uint32_t> expected = renderPipeline(pipelineOf(kColored, kShaded));
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT geometry = makeShader(VK_SHADER_STAGE_GEOMETRY_BIT, kReversing);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const std::vector<uint32_t> without = renderShaders(
        {{VK_SHADER_STAGE_VERTEX_BIT, vertex}, {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
    EXPECT_EQ(renderShaders({{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                             {VK_SHADER_STAGE_GEOMETRY_BIT, geometry},
                             {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}}),
              expected);
    EXPECT_NE(without, expected);
}

TEST_F(ShaderDraws, WithTessellation) {
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    maker.ts.patchControlPoints = 3;
    maker.addStage(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, makeControlShader(kPassingControl));
    maker.addStage(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                   makeEvaluationShader(kBendingEvaluation));
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT control =
        makeShader(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, kPassingControl);
    const VkShaderEXT evaluation =
        makeShader(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, kBendingEvaluation);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const std::vector<uint32_t> expected = renderPipeline(pipelineOf(kColored, kShaded));
    ASSERT_TRUE(drewSomething(expected));
    EXPECT_EQ(renderShaders({{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                             {VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, control},
                             {VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, evaluation},
                             {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}}),
              expected);

    // And a geometry shader behind it.
    maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(kReversing));
    const VkShaderEXT geometry = makeShader(VK_SHADER_STAGE_GEOMETRY_BIT, kReversing);
    const std::vector<uint32_t> reversed = renderPipeline(pipelineOf(kColored, kShaded));
    EXPECT_NE(reversed, expected);
    EXPECT_EQ(renderShaders({{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                             {VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, control},
                             {VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, evaluation},
                             {VK_SHADER_STAGE_GEOMETRY_BIT, geometry},
                             {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}}),
              reversed);
}

TEST_F(ShaderDraws, TakeTurnsWithPipelines) {
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT geometry = makeShader(VK_SHADER_STAGE_GEOMETRY_BIT, kReversing);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kInverted);
    const VkPipeline plain = pipelineOf(kColored, kShaded);
    const VkPipeline inverted = pipelineOf(kColored, kInverted);
    maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(kReversing));
    const VkPipeline reversed = pipelineOf(kColored, kInverted);
    const auto third = [](VkCommandBuffer commands, uint32_t first) {
        vkCmdDraw(commands, 3, 1, first, 0);
    };
    const VkPipeline order[] = {plain, reversed, plain, inverted};
    const std::vector<uint32_t> expected = render([&](VkCommandBuffer commands) {
        for (uint32_t i = 0; i < 4; ++i) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, order[i]);
            third(commands, i);
        }
    });
    EXPECT_EQ(
        render([&](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain);
            third(commands, 0);
            bind(commands,
                 {{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                  {VK_SHADER_STAGE_GEOMETRY_BIT, geometry},
                  {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
            setState(commands, maker);
            third(commands, 1);
            // All stages are unbound, those that the pipeline lacks, too.
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, plain);
            third(commands, 2);
            bind(commands,
                 {{VK_SHADER_STAGE_VERTEX_BIT, vertex}, {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
            setState(commands, maker);
            third(commands, 3);
        }),
        expected);
}

TEST_F(ShaderDraws, AreNoneWithoutAVertexShader) {
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const VkPipeline pipeline = pipelineOf(kColored, kShaded);
    const std::vector<uint32_t> nothing = render([](VkCommandBuffer) {});
    EXPECT_THAT(nothing, Each(nothing[0]));
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_VERTEX_BIT;
    EXPECT_EQ(render([&](VkCommandBuffer commands) {
                  setState(commands, maker);
                  bindOnly(commands,
                           {{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                            {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
                  cmdBindShaders(commands, 1, &stage, nullptr);
                  drawAll(commands);
              }),
              nothing);
    // The pipeline's stages are gone with the first shader object, or with none.
    for (const VkShaderEXT other : {fragment, VkShaderEXT(VK_NULL_HANDLE)}) {
        EXPECT_EQ(render([&](VkCommandBuffer commands) {
                      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
                      bind(commands, {{VK_SHADER_STAGE_FRAGMENT_BIT, other}});
                      setState(commands, maker);
                      drawAll(commands);
                  }),
                  nothing);
    }
}

TEST_F(ShaderDraws, WithoutAFragmentShaderWriteDepthAlone) {
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kColored);
    const VkShaderEXT fragment = makeShader(VK_SHADER_STAGE_FRAGMENT_BIT, kShaded);
    const std::vector<uint32_t> nothing = render([](VkCommandBuffer) {});
    const std::vector<uint32_t> after = render([&](VkCommandBuffer commands) {
        setState(commands, maker);
        bindOnly(commands, {{VK_SHADER_STAGE_VERTEX_BIT, vertex}});
        drawAll(commands);
        // What is behind or as near as what was drawn is not seen.
        bind(commands, {{VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
        drawAll(commands);
    });
    EXPECT_EQ(after, nothing);
}

TEST_F(ShaderDraws, ShadeEachSampleOnlyIfTheShaderSaysSo) {
    PipelineMaker sampled;
    sampled.setFormats({VK_FORMAT_R32_UINT});
    sampled.ms.rasterizationSamples = VK_SAMPLE_COUNT_4_BIT;
    sampled.ms.sampleShadingEnable = VK_TRUE;
    sampled.ms.minSampleShading = 1;
    constexpr char kWhole[] = R"(#version 460
        void main() {
            gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1, 0, 1);
        })";
    constexpr char kCounting[] = R"(#version 460
        layout(set = 0, binding = 0) buffer Count { uint count; };
        layout(location = 0) out uint result;
        void main() { result = atomicAdd(count, 1); })";
    const vkt::Buffer count = makeBuffer(4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    const vkt::DescriptorSet set = makeSet(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           {count.buffer, 0, VK_WHOLE_SIZE},
                                           VK_SHADER_STAGE_FRAGMENT_BIT);
    sampled.layout = makeLayout({set.layout});
    const VkPipeline pipeline = makePipeline(sampled, kWhole, kCounting, {4, 4});
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kWhole);
    ShaderMaker counting(VK_SHADER_STAGE_FRAGMENT_BIT, kCounting);
    counting.sets = {set.layout};
    const VkShaderEXT fragment = makeShader(counting);
    const Target target = makeTarget(
        {.format = VK_FORMAT_R32_UINT, .extent = {4, 4}, .samples = VK_SAMPLE_COUNT_4_BIT});
    const auto countOf = [&](bool shaders) {
        count.as<uint32_t>()[0] = 0;
        run([&](VkCommandBuffer commands) {
            Rendering rendering({4, 4});
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindDescriptorSets(commands,
                                    VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    sampled.layout,
                                    0,
                                    1,
                                    &set.set,
                                    0,
                                    nullptr);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            if (shaders) {
                setState(commands, sampled);
                bindOnly(commands,
                         {{VK_SHADER_STAGE_VERTEX_BIT, vertex},
                          {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
            }
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndRendering(commands);
            barrier(commands);
        });
        return count.as<uint32_t>()[0];
    };
    EXPECT_EQ(countOf(false), 64u);
    EXPECT_EQ(countOf(true), 16u);
}

} // namespace
