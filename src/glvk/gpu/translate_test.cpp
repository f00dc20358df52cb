// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/translate.h"

#include <climits>
#include <gtest/gtest.h>

namespace glvk::translate {

namespace {

TEST(Translate, Topologies) {
    const struct {
        GLenum mode;
        VkPrimitiveTopology topology;
        VkPrimitiveTopology topologyClass;
    } table[] = {
        {GL_POINTS, VK_PRIMITIVE_TOPOLOGY_POINT_LIST, VK_PRIMITIVE_TOPOLOGY_POINT_LIST},
        {GL_LINES, VK_PRIMITIVE_TOPOLOGY_LINE_LIST, VK_PRIMITIVE_TOPOLOGY_LINE_LIST},
        {GL_LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_LINE_LIST},
        {GL_LINE_LOOP, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_LINE_LIST},
        {GL_TRIANGLES, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
        {GL_TRIANGLE_STRIP,
         VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
         VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
        {GL_TRIANGLE_FAN, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
    };
    for (const auto& row : table) {
        EXPECT_EQ(row.topology, topology(row.mode)) << row.mode;
        EXPECT_EQ(row.topologyClass, topologyClass(topology(row.mode))) << row.mode;
    }
}

TEST(Translate, Culling) {
    gl::State state;
    state.cullFace = GL_FRONT;
    EXPECT_EQ(VkCullModeFlags(VK_CULL_MODE_NONE), cullMode(state));
    state.cullEnabled = true;
    EXPECT_EQ(VkCullModeFlags(VK_CULL_MODE_FRONT_BIT), cullMode(state));
    state.cullFace = GL_BACK;
    EXPECT_EQ(VkCullModeFlags(VK_CULL_MODE_BACK_BIT), cullMode(state));
    state.cullFace = GL_FRONT_AND_BACK;
    EXPECT_EQ(VkCullModeFlags(VK_CULL_MODE_FRONT_AND_BACK), cullMode(state));
    // Rows are stored bottom first: what GL sees turn left turns right in Vulkan's coordinates.
    EXPECT_TRUE(clockwise(state));
    state.frontFace = GL_CW;
    EXPECT_FALSE(clockwise(state));
}

TEST(Translate, Comparisons) {
    const std::pair<GLenum, VkCompareOp> table[] = {
        {GL_NEVER, VK_COMPARE_OP_NEVER},
        {GL_LESS, VK_COMPARE_OP_LESS},
        {GL_EQUAL, VK_COMPARE_OP_EQUAL},
        {GL_LEQUAL, VK_COMPARE_OP_LESS_OR_EQUAL},
        {GL_GREATER, VK_COMPARE_OP_GREATER},
        {GL_NOTEQUAL, VK_COMPARE_OP_NOT_EQUAL},
        {GL_GEQUAL, VK_COMPARE_OP_GREATER_OR_EQUAL},
        {GL_ALWAYS, VK_COMPARE_OP_ALWAYS},
    };
    for (const auto& [gl, vulkan] : table) {
        EXPECT_EQ(vulkan, compareOp(gl)) << std::hex << gl;
    }
}

TEST(Translate, StencilOperations) {
    const std::pair<GLenum, VkStencilOp> table[] = {
        {GL_KEEP, VK_STENCIL_OP_KEEP},
        {GL_ZERO, VK_STENCIL_OP_ZERO},
        {GL_REPLACE, VK_STENCIL_OP_REPLACE},
        {GL_INCR, VK_STENCIL_OP_INCREMENT_AND_CLAMP},
        {GL_DECR, VK_STENCIL_OP_DECREMENT_AND_CLAMP},
        {GL_INVERT, VK_STENCIL_OP_INVERT},
        {GL_INCR_WRAP, VK_STENCIL_OP_INCREMENT_AND_WRAP},
        {GL_DECR_WRAP, VK_STENCIL_OP_DECREMENT_AND_WRAP},
    };
    for (const auto& [gl, vulkan] : table) {
        EXPECT_EQ(vulkan, stencilOp(gl)) << std::hex << gl;
    }
}

TEST(Translate, Blending) {
    const std::pair<GLenum, VkBlendOp> equations[] = {
        {GL_FUNC_ADD, VK_BLEND_OP_ADD},
        {GL_FUNC_SUBTRACT, VK_BLEND_OP_SUBTRACT},
        {GL_FUNC_REVERSE_SUBTRACT, VK_BLEND_OP_REVERSE_SUBTRACT},
        {GL_MIN, VK_BLEND_OP_MIN},
        {GL_MAX, VK_BLEND_OP_MAX},
    };
    for (const auto& [gl, vulkan] : equations) {
        EXPECT_EQ(vulkan, blendOp(gl)) << std::hex << gl;
    }
    const std::pair<GLenum, VkBlendFactor> factors[] = {
        {GL_ZERO, VK_BLEND_FACTOR_ZERO},
        {GL_ONE, VK_BLEND_FACTOR_ONE},
        {GL_SRC_COLOR, VK_BLEND_FACTOR_SRC_COLOR},
        {GL_ONE_MINUS_SRC_COLOR, VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR},
        {GL_DST_COLOR, VK_BLEND_FACTOR_DST_COLOR},
        {GL_ONE_MINUS_DST_COLOR, VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR},
        {GL_SRC_ALPHA, VK_BLEND_FACTOR_SRC_ALPHA},
        {GL_ONE_MINUS_SRC_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA},
        {GL_DST_ALPHA, VK_BLEND_FACTOR_DST_ALPHA},
        {GL_ONE_MINUS_DST_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA},
        {GL_CONSTANT_COLOR, VK_BLEND_FACTOR_CONSTANT_COLOR},
        {GL_ONE_MINUS_CONSTANT_COLOR, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR},
        {GL_CONSTANT_ALPHA, VK_BLEND_FACTOR_CONSTANT_ALPHA},
        {GL_ONE_MINUS_CONSTANT_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA},
        {GL_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_SRC_ALPHA_SATURATE},
    };
    for (const auto& [gl, vulkan] : factors) {
        EXPECT_EQ(vulkan, blendFactor(gl)) << std::hex << gl;
    }
}

TEST(Translate, SampleCoverage) {
    gl::State state;
    EXPECT_EQ(0u, sampleMask(state, 4)); // Off: all of them.
    state.sampleCoverage = true;
    EXPECT_EQ(0u, sampleMask(state, 1)); // Nothing to cover in parts.
    EXPECT_EQ(0u, sampleMask(state, 4)); // A value of one is all of them, too.
    state.sampleCoverageValue = 0.5f;
    EXPECT_EQ(0x3u, sampleMask(state, 4));
    state.sampleCoverageInvert = true;
    EXPECT_EQ(0xcu, sampleMask(state, 4)); // The two are complements.
    state.sampleCoverageInvert = false;
    state.sampleCoverageValue = 0;
    EXPECT_NE(0u, sampleMask(state, 4));
    EXPECT_EQ(0u, sampleMask(state, 4) & 0xf); // None is not "all".
    state.sampleCoverageInvert = true;
    EXPECT_EQ(0u, sampleMask(state, 4));
}

TEST(Translate, Intersections) {
    const auto expect = [](const gl::Rect& expected, const gl::Rect& a, const gl::Rect& b) {
        for (const gl::Rect& r : {intersect(a, b), intersect(b, a)}) {
            EXPECT_EQ(expected.x, r.x);
            EXPECT_EQ(expected.y, r.y);
            EXPECT_EQ(expected.width_px, r.width_px);
            EXPECT_EQ(expected.height_px, r.height_px);
        }
    };
    const gl::Rect target{0, 0, 100, 50};
    expect(target, target, {-10, -10, 1000, 1000});
    expect({10, 20, 5, 6}, target, {10, 20, 5, 6});
    expect({90, 40, 10, 10}, target, {90, 40, 20, 20});
    // Nothing, and no coordinate that Vulkan refuses.
    expect({0, 0, 0, 0}, target, {200, 200, 5, 5});
    expect({0, 0, 0, 0}, target, {-20, -20, 5, 5});
    // Sums beyond the range of the type.
    expect({1, 1, 99, 49}, target, {1, 1, INT_MAX, INT_MAX});
}

} // namespace

} // namespace glvk::translate
