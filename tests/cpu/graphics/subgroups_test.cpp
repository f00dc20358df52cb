// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <map>

namespace {

using vkt::kFullTriangle;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

constexpr VkSubgroupFeatureFlags kUsed =
    VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT |
    VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT |
    VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT;

class Subgroups : public vkt::GraphicsTest {
protected:
    VkPhysicalDeviceVulkan11Properties properties() const {
        VkPhysicalDeviceVulkan11Properties properties{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
        VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        &properties};
        vkGetPhysicalDeviceProperties2(physicalDevice(), &all);
        return properties;
    }
    using Texels = std::vector<std::array<uint32_t, 4>>;
    Texels draw(PipelineMaker& maker,
                const std::string& vertex,
                const std::string& fragment,
                VkExtent2D extent,
                uint32_t vertices) {
        const Target target = makeTarget({.format = VK_FORMAT_R32G32B32A32_UINT, .extent = extent});
        maker.setFormats({target.format});
        const VkPipeline pipeline = makePipeline(maker, vertex, fragment, extent);
        run([&](VkCommandBuffer commands) {
            Rendering rendering(extent);
            VkClearColorValue clear;
            std::fill_n(clear.uint32, 4, 0xdead);
            rendering.addColor(target, clear);
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            vkCmdDraw(commands, vertices, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
        return read<std::array<uint32_t, 4>>(target);
    }
};

/// Quads of fragments are those of derivatives.
TEST_F(Subgroups, OfFragmentsHaveQuads) {
    const VkPhysicalDeviceVulkan11Properties device = properties();
    if (!(device.subgroupSupportedStages & VK_SHADER_STAGE_FRAGMENT_BIT) ||
        (device.subgroupSupportedOperations & kUsed) != kUsed) {
        GTEST_SKIP();
    }
    PipelineMaker maker;
    constexpr VkExtent2D kExtent{12, 8};
    const Texels texels = draw(maker,
                               kFullTriangle,
                               R"(#version 460
#extension GL_KHR_shader_subgroup_quad : require
layout(location = 0) out uvec4 result;
void main() {
    uint own = uint(gl_FragCoord.x) + 100 * uint(gl_FragCoord.y);
    result = uvec4(subgroupQuadSwapHorizontal(own),
                   subgroupQuadSwapVertical(own),
                   subgroupQuadSwapDiagonal(own),
                   subgroupQuadBroadcast(own, 2));
})",
                               kExtent,
                               3);
    for (uint32_t y = 0; y < kExtent.height; ++y) {
        for (uint32_t x = 0; x < kExtent.width; ++x) {
            const std::array<uint32_t, 4> expected{(x ^ 1) + 100 * y,
                                                   x + 100 * (y ^ 1),
                                                   (x ^ 1) + 100 * (y ^ 1),
                                                   (x & ~1u) + 100 * (y | 1)};
            EXPECT_EQ(texels[y * kExtent.width + x], expected) << x << ", " << y;
        }
    }
}

/// Every fragment is in one subgroup, which agrees on what it has in common.
TEST_F(Subgroups, OfFragmentsAgree) {
    const VkPhysicalDeviceVulkan11Properties device = properties();
    if (!(device.subgroupSupportedStages & VK_SHADER_STAGE_FRAGMENT_BIT) ||
        (device.subgroupSupportedOperations & kUsed) != kUsed) {
        GTEST_SKIP();
    }
    PipelineMaker maker;
    constexpr VkExtent2D kExtent{16, 16};
    const Texels texels = draw(maker,
                               kFullTriangle,
                               R"(#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
layout(location = 0) out uvec4 result;
void main() {
    uint own = uint(gl_FragCoord.x) + 16 * uint(gl_FragCoord.y);
    uvec4 ballot = subgroupBallot(true);
    uint first = subgroupBroadcastFirst(own);
    bool same = subgroupShuffle(own, gl_SubgroupInvocationID) == own &&
                subgroupAll(first == subgroupMin(first)) && subgroupAny(subgroupElect()) &&
                gl_SubgroupInvocationID < gl_SubgroupSize;
    uint odd = 0;
    if ((own & 1) != 0) {
        odd = subgroupAdd(1);
    }
    result = uvec4(first, subgroupAdd(own), bitCount(ballot.x), same ? odd : 99);
})",
                               kExtent,
                               3);
    // By subgroup: those with the same first invocation, or several such.
    std::map<uint32_t, std::vector<uint32_t>> groups;
    for (uint32_t i = 0; i < texels.size(); ++i) {
        groups[texels[i][0]].push_back(i);
    }
    for (const auto& [first, members] : groups) {
        uint32_t sum = 0;
        uint32_t odd = 0;
        for (const uint32_t i : members) {
            sum += i;
            odd += i & 1;
        }
        EXPECT_LE(members.size(), device.subgroupSize);
        for (const uint32_t i : members) {
            EXPECT_EQ(texels[i][1], sum) << i;
            EXPECT_EQ(texels[i][2], members.size()) << i;
            EXPECT_EQ(texels[i][3], i & 1 ? odd : 0) << i;
        }
    }
}

/// Vertices tell their subgroup's sums; all together they are those of all vertices.
TEST_F(Subgroups, OfVerticesAddUp) {
    const VkPhysicalDeviceVulkan11Properties device = properties();
    if (!(device.subgroupSupportedStages & VK_SHADER_STAGE_VERTEX_BIT) ||
        (device.subgroupSupportedOperations & kUsed) != kUsed) {
        GTEST_SKIP();
    }
    PipelineMaker maker;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    constexpr uint32_t kCount = 37;
    const Texels texels = draw(maker,
                               R"(#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(location = 0) flat out uvec4 values;
void main() {
    gl_Position = vec4((gl_VertexIndex + 0.5) / 37 * 2 - 1, 0, 0, 1);
    gl_PointSize = 1;
    uint own = gl_VertexIndex;
    values = uvec4(subgroupBroadcastFirst(own),
                   subgroupAdd(own),
                   subgroupBallotBitCount(subgroupBallot(true)),
                   subgroupExclusiveAdd(1) == subgroupBallotExclusiveBitCount(subgroupBallot(true)));
})",
                               R"(#version 460
layout(location = 0) flat in uvec4 values;
layout(location = 0) out uvec4 result;
void main() {
    result = values;
})",
                               {kCount, 1},
                               kCount);
    std::map<uint32_t, std::vector<uint32_t>> groups;
    for (uint32_t i = 0; i < kCount; ++i) {
        groups[texels[i][0]].push_back(i);
    }
    for (const auto& [first, members] : groups) {
        uint32_t sum = 0;
        for (const uint32_t i : members) {
            sum += i;
        }
        EXPECT_LE(members.size(), device.subgroupSize);
        for (const uint32_t i : members) {
            EXPECT_EQ(texels[i][1], sum) << i;
            EXPECT_EQ(texels[i][2], members.size()) << i;
            EXPECT_EQ(texels[i][3], 1u) << i;
        }
    }
}

} // namespace
