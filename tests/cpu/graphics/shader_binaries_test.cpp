// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "shader_object_test.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace {

using testing::Each;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::ShaderMaker;
using vkt::Target;

constexpr char kWhole[] = R"(#version 460
void main() {
    gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4 - 1, 0, 1);
})";
constexpr char kConstant[] = R"(#version 460
layout(constant_id = 3) const uint kValue = 1;
layout(set = 0, binding = 0) uniform Added { uint added; };
layout(location = 0) out uint result;
void main() { result = kValue + added; })";

class ShaderBinaries : public vkt::ShaderObjectTest {
protected:
    void SetUp() override {
        ShaderObjectTest::SetUp();
        if (HasFatalFailure() || IsSkipped()) {
            return;
        }
        m_added = makeBuffer(16, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
        m_added.as<uint32_t>()[0] = 100;
        m_set = makeSet(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                        {m_added.buffer, 0, VK_WHOLE_SIZE},
                        VK_SHADER_STAGE_FRAGMENT_BIT);
        m_layout = makeLayout({m_set.layout});
    }
    ShaderMaker fragmentMaker() {
        ShaderMaker maker(VK_SHADER_STAGE_FRAGMENT_BIT, kConstant);
        maker.sets = {m_set.layout};
        maker.specialization = &m_special;
        return maker;
    }
    uint32_t draw(VkShaderEXT vertex, VkShaderEXT fragment) {
        PipelineMaker maker;
        maker.setFormats({VK_FORMAT_R32_UINT});
        maker.setViewport(4, 4);
        const Target target = makeTarget({.format = VK_FORMAT_R32_UINT, .extent = {4, 4}});
        run([&](VkCommandBuffer commands) {
            Rendering rendering({4, 4});
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(commands, &rendering());
            setState(commands, maker);
            vkCmdBindDescriptorSets(
                commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout, 0, 1, &m_set.set, 0, nullptr);
            bindOnly(
                commands,
                {{VK_SHADER_STAGE_VERTEX_BIT, vertex}, {VK_SHADER_STAGE_FRAGMENT_BIT, fragment}});
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
        const std::vector<uint32_t> texels = read<uint32_t>(target);
        EXPECT_THAT(texels, Each(texels[0]));
        return texels[0];
    }
    void expectRefusal(const VkShaderCreateInfoEXT& info, size_t where = 0) {
        std::vector<VkShaderEXT> shaders;
        EXPECT_EQ(makeShaders({info}, shaders), VK_INCOMPATIBLE_SHADER_BINARY_EXT) << where;
        EXPECT_EQ(shaders[0], VkShaderEXT(VK_NULL_HANDLE)) << where;
    }

    const uint32_t m_value = 42;
    const VkSpecializationMapEntry m_entry = {3, 0, 4};
    const VkSpecializationInfo m_special = {1, &m_entry, 4, &m_value};
    vkt::Buffer m_added;
    vkt::DescriptorSet m_set;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
};

TEST_F(ShaderBinaries, MakeTheSameShaders) {
    const ShaderMaker vertex(VK_SHADER_STAGE_VERTEX_BIT, kWhole);
    const ShaderMaker fragment = fragmentMaker();
    std::vector<VkShaderEXT> made;
    ASSERT_VK(makeShaders({vertex.info(), fragment.info()}, made));
    const std::vector<std::byte> binaries[] = {binaryOf(made[0]), binaryOf(made[1])};
    EXPECT_EQ(binaryOf(made[1]), binaries[1]); // Each time.
    std::vector<VkShaderEXT> again;
    ASSERT_VK(
        makeShaders({binaryInfo(vertex, binaries[0]), binaryInfo(fragment, binaries[1])}, again));
    EXPECT_EQ(binaryOf(again[0]), binaries[0]);
    EXPECT_EQ(binaryOf(again[1]), binaries[1]);
    EXPECT_EQ(draw(made[0], made[1]), 142u);
    EXPECT_EQ(draw(again[0], again[1]), 142u);
    EXPECT_EQ(draw(made[0], again[1]), 142u);
}

TEST_F(ShaderBinaries, OfAllStages) {
    const std::pair<VkShaderStageFlagBits, const char*> stages[] = {
        {VK_SHADER_STAGE_COMPUTE_BIT, "#version 460\nlayout(local_size_x = 2) in; void main() {}"},
        {VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
         "#version 460\nlayout(vertices = 2) out; void main() { gl_TessLevelOuter[0] = 2; }"},
        {VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
         "#version 460\nlayout(triangles, equal_spacing, ccw) in;"
         "void main() { gl_Position = gl_TessCoord.xyzz; }"},
        {VK_SHADER_STAGE_GEOMETRY_BIT,
         "#version 460\nlayout(points) in; layout(points, max_vertices = 1) out;"
         "void main() { gl_Position = vec4(1); EmitVertex(); }"}};
    for (const auto& [stage, glsl] : stages) {
        const ShaderMaker maker(stage, glsl);
        const std::vector<std::byte> binary = binaryOf(makeShader(maker));
        std::vector<VkShaderEXT> again;
        ASSERT_VK(makeShaders({binaryInfo(maker, binary)}, again)) << glsl;
        EXPECT_EQ(binaryOf(again[0]), binary) << glsl;
        // It is not taken for another stage's.
        VkShaderCreateInfoEXT other = binaryInfo(maker, binary);
        other.stage = VK_SHADER_STAGE_FRAGMENT_BIT;
        expectRefusal(other);
    }
}

TEST_F(ShaderBinaries, AreGivenWholeOrNotAtAll) {
    const VkShaderEXT shader = makeShader(VK_SHADER_STAGE_VERTEX_BIT, kWhole);
    const std::vector<std::byte> binary = binaryOf(shader);
    std::vector<std::byte> room(binary.size() + 1, std::byte(0x77));
    size_t size_B = binary.size() - 1;
    EXPECT_EQ(getShaderBinaryData(device(), shader, &size_B, room.data()), VK_INCOMPLETE);
    EXPECT_EQ(size_B, 0u);
    EXPECT_THAT(room, Each(std::byte(0x77)));
    size_B = room.size();
    EXPECT_VK(getShaderBinaryData(device(), shader, &size_B, room.data()));
    EXPECT_EQ(size_B, binary.size());
    EXPECT_TRUE(std::ranges::equal(std::span(room).first(size_B), binary));
    EXPECT_EQ(room.back(), std::byte(0x77));
}

TEST_F(ShaderBinaries, ThatAreDamagedOrForeignAreRefused) {
    const ShaderMaker fragment = fragmentMaker();
    const std::vector<std::byte> whole = binaryOf(makeShader(fragment));
    for (size_t at = 0; at < whole.size(); at += at < 256 ? 1 : 97) {
        std::vector<std::byte> damaged = whole;
        damaged[at] ^= std::byte(0x10);
        expectRefusal(binaryInfo(fragment, damaged), at);
    }
    for (size_t size_B = 0; size_B < whole.size(); size_B += size_B < 128 ? 1 : 211) {
        std::vector<std::byte> part(whole.begin(), whole.begin() + ptrdiff_t(size_B));
        expectRefusal(binaryInfo(fragment, part), size_B);
    }
    std::vector<std::byte> longer = whole;
    longer.push_back(std::byte(0));
    expectRefusal(binaryInfo(fragment, longer));
    std::vector<VkShaderEXT> shaders;
    EXPECT_VK(makeShaders({binaryInfo(fragment, whole)}, shaders));
}

} // namespace
