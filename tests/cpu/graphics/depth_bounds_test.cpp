// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using testing::ElementsAre;
using vkt::kFullTriangle;
using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

/// It writes its own depth: tests come after it.
constexpr char kLate[] = R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
    gl_FragDepth = 0.5;
})";
constexpr uint32_t kWidth = 9;

class DepthBounds : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (!features().depthBounds) {
            GTEST_SKIP();
        }
    }
    /// Draws where depth is 0, 1/8, … 1 from left to right.
    void draw(const Target& color,
              const Target& depth,
              const std::function<void(VkCommandBuffer)>& commands) {
        run([&](VkCommandBuffer to) {
            Rendering rendering(color.extent);
            rendering.addColor(color, VkClearColorValue{});
            rendering.setDepth(depth, 0.0f);
            if (depth.aspects & VK_IMAGE_ASPECT_STENCIL_BIT) {
                rendering.setStencil(depth, 7);
            }
            vkCmdBeginRendering(to, &rendering());
            for (uint32_t x = 0; x < kWidth; ++x) {
                VkClearAttachment clear{VK_IMAGE_ASPECT_DEPTH_BIT};
                clear.clearValue.depthStencil.depth = float(x) / 8;
                const VkClearRect rect{{{int32_t(x), 0}, {1, 1}}, 0, 1};
                vkCmdClearAttachments(to, 1, &clear, 1, &rect);
            }
            commands(to);
            vkCmdEndRendering(to);
        });
    }
};

TEST_F(DepthBounds, AreOfWhatIsStored) {
    for (const VkFormat format : {VK_FORMAT_D16_UNORM,
                                  VK_FORMAT_X8_D24_UNORM_PACK32,
                                  VK_FORMAT_D32_SFLOAT,
                                  VK_FORMAT_D24_UNORM_S8_UINT,
                                  VK_FORMAT_D32_SFLOAT_S8_UINT}) {
        if (!hasAttachment(format)) {
            continue;
        }
        for (const char* fragment : {kWhite, kLate}) {
            SCOPED_TRACE(format);
            const Target color = makeTarget({.extent = {kWidth, 1}});
            const Target depth = makeTarget({.format = format, .extent = {kWidth, 1}});
            PipelineMaker maker;
            const bool stencils = depth.aspects & VK_IMAGE_ASPECT_STENCIL_BIT;
            maker.setFormats(
                {VK_FORMAT_R8G8B8A8_UNORM}, format, stencils ? format : VK_FORMAT_UNDEFINED);
            maker.ds.depthBoundsTestEnable = VK_TRUE;
            maker.ds.minDepthBounds = 0.2f;
            maker.ds.maxDepthBounds = 0.7f;
            // What is out of bounds does not reach the stencil test either.
            maker.ds.stencilTestEnable = stencils;
            maker.ds.front.passOp = maker.ds.front.failOp = maker.ds.front.depthFailOp =
                VK_STENCIL_OP_INCREMENT_AND_CLAMP;
            maker.ds.front.compareMask = maker.ds.front.writeMask = 255;
            maker.ds.back = maker.ds.front;
            maker.ds.depthTestEnable = maker.ds.depthWriteEnable = VK_TRUE;
            maker.ds.depthCompareOp = VK_COMPARE_OP_LESS;
            const VkPipeline pipeline = makePipeline(maker, kFullTriangle, fragment, color.extent);
            draw(color, depth, [&](VkCommandBuffer commands) {
                vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
                vkCmdDraw(commands, 3, 1, 0, 0);
            });
            // Within: 2/8 … 5/8; of those, 0.5 is less than the last.
            EXPECT_THAT(read<uint32_t>(color), ElementsAre(0, 0, 0, 0, 0, ~0u, 0, 0, 0));
            if (stencils) {
                EXPECT_THAT(read<uint8_t>(depth, VK_IMAGE_ASPECT_STENCIL_BIT),
                            ElementsAre(7, 7, 8, 8, 8, 8, 7, 7, 7));
            }
            if (format == VK_FORMAT_D32_SFLOAT) {
                EXPECT_THAT(read<float>(depth, VK_IMAGE_ASPECT_DEPTH_BIT),
                            ElementsAre(0, 0.125f, 0.25f, 0.375f, 0.5f, 0.5f, 0.75f, 0.875f, 1));
            }
        }
    }
}

/// Without a depth test, bounds included, and as dynamic state says.
TEST_F(DepthBounds, ComeDynamically) {
    const Target color = makeTarget({.extent = {kWidth, 4}});
    const Target depth = makeTarget({.format = VK_FORMAT_D32_SFLOAT, .extent = {kWidth, 4}});
    PipelineMaker maker;
    maker.setFormats({VK_FORMAT_R8G8B8A8_UNORM}, VK_FORMAT_D32_SFLOAT);
    maker.ds.minDepthBounds = 0.9f;
    maker.ds.maxDepthBounds = 0.95f;
    maker.dynamicStates = {VK_DYNAMIC_STATE_DEPTH_BOUNDS,
                           VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE,
                           VK_DYNAMIC_STATE_SCISSOR};
    const VkPipeline pipeline = makePipeline(maker, kFullTriangle, kWhite, color.extent);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(color.extent);
        rendering.addColor(color, VkClearColorValue{});
        rendering.setDepth(depth, 0.5f);
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const auto drawRow = [&](int32_t y, VkBool32 tests, float least, float most) {
            const VkRect2D scissor{{0, y}, {kWidth, 1}};
            vkCmdSetScissor(commands, 0, 1, &scissor);
            vkCmdSetDepthBoundsTestEnable(commands, tests);
            vkCmdSetDepthBounds(commands, least, most);
            vkCmdDraw(commands, 3, 1, 0, 0);
        };
        drawRow(0, VK_TRUE, 0.5f, 0.5f);
        drawRow(1, VK_TRUE, 0.0f, 0.4375f);
        drawRow(2, VK_FALSE, 0.0f, 0.25f);
        drawRow(3, VK_TRUE, 0.625f, 1.0f);
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(color);
    for (uint32_t i = 0; i < texels.size(); ++i) {
        const uint32_t row = i / kWidth;
        EXPECT_EQ(texels[i], row == 0 || row == 2 ? ~0u : 0u) << i;
    }
}

} // namespace
