// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What goes into shader objects and what comes out of them, besides pixels.
#include "shader_object_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>

namespace {

using testing::Each;
using testing::ElementsAre;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::ShaderMaker;
using vkt::Target;

constexpr VkShaderStageFlagBits kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
/// Writes what specialization, push constants and the dispatch say.
constexpr char kNumbers[] = R"(#version 460
layout(local_size_x_id = 0) in;
layout(constant_id = 7) const uint kFactor = 1;
layout(push_constant) uniform Push { uint added; };
layout(set = 0, binding = 0) buffer Results { uint results[]; };
void main() {
    results[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x * kFactor + added;
})";
constexpr char kWhole[] = R"(#version 460
void main() {
    gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1, 0, 1);
})";

class ShaderStages : public vkt::ShaderObjectTest {
protected:
    ShaderMaker numbers(VkDescriptorSetLayout layout) {
        ShaderMaker maker(kCompute, kNumbers);
        maker.sets = {layout};
        maker.ranges = {{kCompute, 0, 4}};
        maker.specialization = &special;
        return maker;
    }
    VkPipelineLayout makeComputeLayout(VkDescriptorSetLayout set) {
        const VkPushConstantRange range{kCompute, 0, 4};
        VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        info.setLayoutCount = 1;
        info.pSetLayouts = &set;
        info.pushConstantRangeCount = 1;
        info.pPushConstantRanges = &range;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        EXPECT_VK(vkCreatePipelineLayout(device(), &info, nullptr, &layout));
        atEnd([this, layout] { vkDestroyPipelineLayout(device(), layout, nullptr); });
        return layout;
    }
    VkPipeline makeComputePipeline(const ShaderMaker& maker, VkPipelineLayout layout) {
        VkShaderModuleCreateInfo code{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        code.codeSize = maker.spirv.size() * sizeof(uint32_t);
        code.pCode = maker.spirv.data();
        VkShaderModule module = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateShaderModule(device(), &code, nullptr, &module));
        VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
        info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      nullptr,
                      0,
                      kCompute,
                      module,
                      "main",
                      maker.specialization};
        info.layout = layout;
        VkPipeline pipeline = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateComputePipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
        vkDestroyShaderModule(device(), module, nullptr);
        atEnd([this, pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
        return pipeline;
    }

    struct {
        uint32_t width = 4;
        uint32_t factor = 10;
    } constants;
    const VkSpecializationMapEntry entries[2] = {{0, 0, 4}, {7, 4, 4}};
    const VkSpecializationInfo special = {2, entries, sizeof constants, &constants};
};

TEST_F(ShaderStages, Compute) {
    const vkt::Buffer results = makeBuffer(32, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    const vkt::DescriptorSet set =
        makeSet(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {results.buffer, 0, VK_WHOLE_SIZE}, kCompute);
    const VkPipelineLayout layout = makeComputeLayout(set.layout);
    const VkShaderEXT shader = makeShader(numbers(set.layout));
    constants.factor = 100;
    const VkPipeline pipeline = makeComputePipeline(numbers(set.layout), layout);
    const VkShaderStageFlagBits stage = kCompute;
    const auto begin = [&](VkCommandBuffer commands, uint32_t added) {
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set.set, 0, nullptr);
        vkCmdPushConstants(commands, layout, kCompute, 0, 4, &added);
    };
    run([&](VkCommandBuffer commands) {
        begin(commands, 5);
        bind(commands, {{kCompute, shader}});
        vkCmdDispatch(commands, 2, 1, 1);
    });
    EXPECT_THAT(results.as<uint32_t>(), ElementsAre(5, 15, 25, 35, 45, 55, 65, 75));
    // Each of the two takes the other's place, and binding nothing takes both away.
    run([&](VkCommandBuffer commands) {
        begin(commands, 1);
        bind(commands, {{kCompute, shader}});
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdDispatch(commands, 1, 1, 1);
        cmdBindShaders(commands, 1, &stage, nullptr);
        vkCmdDispatch(commands, 2, 1, 1);
    });
    EXPECT_THAT(results.as<uint32_t>(), ElementsAre(1, 101, 201, 301, 45, 55, 65, 75));
    run([&](VkCommandBuffer commands) {
        begin(commands, 2);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        bind(commands, {{kCompute, shader}});
        vkCmdDispatchBase(commands, 1, 0, 0, 1, 1, 1);
    });
    EXPECT_THAT(results.as<uint32_t>(), ElementsAre(1, 101, 201, 301, 42, 52, 62, 72));
}

TEST_F(ShaderStages, TransformFeedback) {
    constexpr char kCaptured[] = R"(#version 460
        layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) flat out uint number;
        void main() {
            gl_Position = vec4(0, 0, 0, 1);
            number = gl_VertexIndex * 3;
        })";
    constexpr char kFromGeometry[] = R"(#version 460
        layout(points) in;
        layout(points, max_vertices = 2) out;
        layout(location = 0) flat in uint number[];
        layout(location = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) flat out uint result;
        void main() {
            for (uint i = 0; i < 2; ++i) {
                result = number[0] + 100 * i;
                EmitVertex();
                EndPrimitive();
            }
        })";
    PipelineMaker maker;
    maker.setFormats({});
    maker.rs.rasterizerDiscardEnable = VK_TRUE;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    maker.setViewport(16, 16);
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kCaptured);
    const VkShaderEXT geometry = makeShader(VK_SHADER_STAGE_GEOMETRY_BIT, kFromGeometry);
    const auto capture = [&](VkShaderEXT between) {
        const vkt::Buffer output =
            makeBuffer(32, VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT);
        std::ranges::fill(output.as<uint32_t>(), 9u);
        run([&](VkCommandBuffer commands) {
            Rendering rendering({16, 16});
            vkCmdBeginRendering(commands, &rendering());
            setState(commands, maker);
            bindOnly(
                commands,
                {{VK_SHADER_STAGE_VERTEX_BIT, vertex}, {VK_SHADER_STAGE_GEOMETRY_BIT, between}});
            const VkDeviceSize offset = 0;
            vkCmdBindTransformFeedbackBuffersEXT(
                commands, 0, 1, &output.buffer, &offset, &output.size_B);
            vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
            vkCmdDraw(commands, 3, 1, 1, 0);
            vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
            vkCmdEndRendering(commands);
            barrier(commands);
        });
        const std::span<uint32_t> words = output.as<uint32_t>();
        return std::vector<uint32_t>(words.begin(), words.end());
    };
    EXPECT_THAT(capture(VK_NULL_HANDLE), ElementsAre(3, 6, 9, 9, 9, 9, 9, 9));
    EXPECT_THAT(capture(geometry), ElementsAre(3, 103, 6, 106, 9, 109, 9, 9));
}

/// Each stage names the sets that it uses, and no others; those before them have dynamic offsets.
TEST_F(ShaderStages, LeaveOutSetsThatTheyDoNotUse) {
    constexpr char kPlaced[] = R"(#version 460
        layout(set = 0, binding = 0) uniform Scale { vec4 scale; };
        void main() {
            vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1;
            gl_Position = vec4(corner, 0, 1) * scale;
        })";
    constexpr char kColored[] = R"(#version 460
        layout(set = 1, binding = 0) uniform Color { uvec4 color; };
        layout(location = 0) out uint result;
        void main() { result = color.x; })";
    const vkt::Buffer scales = makeBuffer(512, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    const vkt::Buffer colors = makeBuffer(512, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    std::ranges::fill(scales.as<float>().subspan(64, 4), 1.0f); // Elsewhere nothing is seen.
    colors.as<uint32_t>()[0] = 1;
    colors.as<uint32_t>()[32] = 2;
    colors.as<uint32_t>()[64] = 3;
    const auto kDynamic = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    const vkt::DescriptorSet scale =
        makeSet(kDynamic, {scales.buffer, 0, 16}, VK_SHADER_STAGE_VERTEX_BIT);
    const vkt::DescriptorSet color =
        makeSet(kDynamic, {colors.buffer, 0, 16}, VK_SHADER_STAGE_FRAGMENT_BIT);
    const VkPipelineLayout layout = makeLayout({scale.layout, color.layout});
    ShaderMaker vertex(VK_SHADER_STAGE_VERTEX_BIT, kPlaced);
    vertex.sets = {scale.layout};
    ShaderMaker fragment(VK_SHADER_STAGE_FRAGMENT_BIT, kColored);
    fragment.sets = {VK_NULL_HANDLE, color.layout};
    const VkShaderEXT vertexShader = makeShader(vertex);
    const VkShaderEXT fragmentShader = makeShader(fragment);
    PipelineMaker maker;
    maker.setFormats({VK_FORMAT_R32_UINT});
    maker.setViewport(8, 8);
    const Target target = makeTarget({.format = VK_FORMAT_R32_UINT, .extent = {8, 8}});
    const VkDescriptorSet sets[] = {scale.set, color.set};
    const uint32_t offsets[] = {256, 128};
    run([&](VkCommandBuffer commands) {
        Rendering rendering({8, 8});
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        setState(commands, maker);
        bindOnly(commands,
                 {{VK_SHADER_STAGE_VERTEX_BIT, vertexShader},
                  {VK_SHADER_STAGE_FRAGMENT_BIT, fragmentShader}});
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 2, sets, 2, offsets);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(2u));
}

TEST_F(ShaderStages, SpecializedAndPushedTo) {
    constexpr char kPushed[] = R"(#version 460
        layout(constant_id = 7) const uint kFactor = 1;
        layout(push_constant) uniform Push { uint before, value; };
        layout(location = 0) out uint result;
        void main() { result = value * kFactor; })";
    ShaderMaker fragment(VK_SHADER_STAGE_FRAGMENT_BIT, kPushed);
    fragment.ranges = {{VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, 8}};
    fragment.specialization = &special;
    const VkShaderEXT specialized = makeShader(fragment);
    fragment.specialization = nullptr;
    const VkShaderEXT plain = makeShader(fragment);
    const VkShaderEXT vertex = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kWhole);
    const VkPipelineLayout layout = makeLayout({}, 8);
    PipelineMaker maker;
    maker.setFormats({VK_FORMAT_R32_UINT});
    maker.setViewport(2, 1);
    const Target target = makeTarget({.format = VK_FORMAT_R32_UINT, .extent = {2, 1}});
    run([&](VkCommandBuffer commands) {
        Rendering rendering({2, 1});
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        setState(commands, maker);
        const uint32_t values[] = {0, 7};
        vkCmdPushConstants(commands,
                           layout,
                           VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                           0,
                           8,
                           values);
        bindOnly(
            commands,
            {{VK_SHADER_STAGE_VERTEX_BIT, vertex}, {VK_SHADER_STAGE_FRAGMENT_BIT, specialized}});
        vkCmdDraw(commands, 3, 1, 0, 0);
        const VkRect2D right{{1, 0}, {1, 1}};
        vkCmdSetScissorWithCount(commands, 1, &right);
        bind(commands, {{VK_SHADER_STAGE_FRAGMENT_BIT, plain}});
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), ElementsAre(70, 7));
}

TEST_F(ShaderStages, ThatFailAreNullAndOthersStay) {
    ShaderMaker vertex(VK_SHADER_STAGE_VERTEX_BIT, kWhole);
    ShaderMaker broken = vertex;
    broken.spirv.resize(broken.spirv.size() / 2);
    const std::vector<std::byte> foreign(256, std::byte(0x11));
    std::vector<VkShaderEXT> shaders;
    const VkShaderEXT none = VK_NULL_HANDLE;
    EXPECT_EQ(makeShaders({vertex.info(), broken.info(), vertex.info()}, shaders),
              VK_ERROR_INITIALIZATION_FAILED);
    EXPECT_NE(shaders[0], none);
    EXPECT_EQ(shaders[1], none);
    // The result is about the first that is null.
    EXPECT_EQ(makeShaders({vertex.info(), binaryInfo(vertex, foreign), broken.info()}, shaders),
              VK_INCOMPATIBLE_SHADER_BINARY_EXT);
    EXPECT_NE(shaders[0], none);
    EXPECT_EQ(shaders[1], none);
    EXPECT_EQ(shaders[2], none);
    EXPECT_EQ(makeShaders({broken.info(), binaryInfo(vertex, foreign)}, shaders),
              VK_ERROR_INITIALIZATION_FAILED);
    EXPECT_THAT(shaders, Each(none));
}

} // namespace
