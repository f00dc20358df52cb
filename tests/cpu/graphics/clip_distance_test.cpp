// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

class ClipDistances : public vkt::GraphicsTest {};

/// Clip and cull distances that fragments read are what a varying of the same values is, with
/// perspective.
TEST_F(ClipDistances, AreInterpolatedAsVaryings) {
    if (!features().shaderClipDistance || !features().shaderCullDistance) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.format = VK_FORMAT_R32G32B32A32_SFLOAT, .extent = {32, 32}});
    PipelineMaker maker;
    maker.setFormats({target.format});
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[2];
    float gl_CullDistance[1];
};
layout(location = 0) out vec2 same;
void main() {
    float w = gl_VertexIndex == 2 ? 8 : 1;
    vec2 corner = vec2(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1);
    gl_Position = vec4(corner * w, 0, w);
    gl_ClipDistance[0] = 5;
    gl_ClipDistance[1] = gl_VertexIndex * gl_VertexIndex - 0.5;
    gl_CullDistance[0] = 3 - gl_VertexIndex;
    same = vec2(gl_ClipDistance[1], gl_CullDistance[0]);
})",
                                             R"(#version 460
in float gl_ClipDistance[2];
in float gl_CullDistance[1];
layout(location = 0) in vec2 same;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(gl_ClipDistance[1], gl_CullDistance[0], same);
})",
                                             target.extent);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{{-9, -9, -9, -9}});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdDraw(commands, 3, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    uint32_t drawn = 0;
    for (const auto& [clip, cull, sameClip, sameCull] : read<std::array<float, 4>>(target)) {
        if (clip == -9) {
            continue; // Cut off.
        }
        ++drawn;
        EXPECT_GE(clip, -0.001f);
        EXPECT_NEAR(clip, sameClip, 1e-4f);
        EXPECT_NEAR(cull, sameCull, 1e-4f);
    }
    EXPECT_GT(drawn, 400u);
    EXPECT_LT(drawn, 1024u);
}

/// A primitive with some cull distance negative at all of its vertices is not drawn; others are
/// drawn whole.
TEST_F(ClipDistances, CullWholePrimitives) {
    if (!features().shaderCullDistance) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.extent = {4, 4}});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
out gl_PerVertex {
    vec4 gl_Position;
    float gl_CullDistance[2];
};
layout(location = 0) flat out float brightness;
void main() {
    int corner = gl_VertexIndex % 3;
    gl_Position = vec4(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0, 1);
    int which = gl_VertexIndex / 3;
    brightness = which == 1 ? 0.2 : 1.0;
    gl_CullDistance[0] = which == 0 && corner != 2 ? -1 : 1;
    gl_CullDistance[1] = which == 1 || corner == 2 ? -1 : 1;
})",
                                             R"(#version 460
layout(location = 0) flat in float brightness;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(brightness);
})",
                                             target.extent);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdDraw(commands, 6, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), testing::Each(~0u));
}

} // namespace
