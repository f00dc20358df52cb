// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

namespace {

using testing::Each;
using vkt::Rendering;
using vkt::Target;

class Clears : public vkt::GraphicsTest {};

/// As little-endian words, from the first byte on.
std::vector<uint8_t> firstTexel(const std::vector<std::byte>& bytes, size_t size_B) {
    std::vector<uint8_t> texel(size_B);
    std::memcpy(texel.data(), bytes.data(), size_B);
    return texel;
}

VkClearColorValue color(float r, float g, float b, float a) {
    VkClearColorValue value;
    value.float32[0] = r;
    value.float32[1] = g;
    value.float32[2] = b;
    value.float32[3] = a;
    return value;
}

TEST_F(Clears, LoadOperationEncodesTheFormat) {
    struct Case {
        VkFormat format;
        VkClearColorValue value;
        std::vector<uint8_t> texel;
    };
    VkClearColorValue integers;
    integers.uint32[0] = 7;
    integers.uint32[1] = integers.uint32[2] = integers.uint32[3] = 0xffffffff;
    const Case cases[] = {
        {VK_FORMAT_R8G8B8A8_UNORM, color(1, 0.2f, 0, 0.4f), {255, 51, 0, 102}},
        {VK_FORMAT_B8G8R8A8_UNORM, color(1, 0.2f, 0, 0.4f), {0, 51, 255, 102}},
        {VK_FORMAT_R8G8B8A8_SRGB, color(1, 0.5f, 0, 0.4f), {255, 188, 0, 102}},
        {VK_FORMAT_R5G6B5_UNORM_PACK16, color(1, 0, 1, 0), {0x1f, 0xf8}},
        {VK_FORMAT_R16G16B16A16_SFLOAT, color(1, -2, 0.5f, 0), {0, 0x3c, 0, 0xc0, 0, 0x38, 0, 0}},
        {VK_FORMAT_R32_UINT, integers, {7, 0, 0, 0}},
        {VK_FORMAT_R32_SFLOAT, color(1, 0, 0, 0), {0, 0, 0x80, 0x3f}},
    };
    for (const Case& one : cases) {
        if (!hasAttachment(one.format)) {
            continue;
        }
        const Target target = makeTarget({.format = one.format, .extent = {19, 7}});
        run([&](VkCommandBuffer commands) {
            Rendering rendering(target.extent);
            rendering.addColor(target, one.value);
            vkCmdBeginRendering(commands, &rendering());
            vkCmdEndRendering(commands);
        });
        const std::vector<std::byte> bytes = readBytes(target, VK_IMAGE_ASPECT_COLOR_BIT);
        EXPECT_EQ(firstTexel(bytes, one.texel.size()), one.texel) << one.format;
        // All texels are the same.
        EXPECT_EQ(std::memcmp(bytes.data(),
                              bytes.data() + one.texel.size(),
                              bytes.size() - one.texel.size()),
                  0)
            << one.format;
    }
}

TEST_F(Clears, LoadOperationKeepsToTheArea) {
    const Target target = makeTarget({.extent = {21, 13}});
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, color(0, 0, 0, 0));
        vkCmdBeginRendering(commands, &rendering());
        vkCmdEndRendering(commands);
        barrier(commands);
        Rendering part(target.extent);
        part.info.renderArea = {{3, 2}, {10, 5}};
        part.addColor(target, color(1, 1, 1, 1));
        vkCmdBeginRendering(commands, &part());
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t y = 0; y < 13; ++y) {
        for (uint32_t x = 0; x < 21; ++x) {
            const bool inside = x >= 3 && x < 13 && y >= 2 && y < 7;
            EXPECT_EQ(texels[y * 21 + x], inside ? ~0u : 0u) << x << ", " << y;
        }
    }
}

TEST_F(Clears, DepthAndStencilAreApart) {
    for (const VkFormat format : {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT}) {
        if (!hasAttachment(format)) {
            continue;
        }
        const Target target = makeTarget({.format = format, .extent = {9, 9}});
        const auto clear = [&](std::optional<float> depth, std::optional<uint32_t> stencil) {
            run([&](VkCommandBuffer commands) {
                Rendering rendering(target.extent);
                rendering.setDepth(target, depth);
                rendering.setStencil(target, stencil);
                vkCmdBeginRendering(commands, &rendering());
                vkCmdEndRendering(commands);
            });
        };
        const auto depths = [&] {
            std::vector<uint32_t> values = read<uint32_t>(target, VK_IMAGE_ASPECT_DEPTH_BIT);
            for (uint32_t& value : values) {
                value &= format == VK_FORMAT_D24_UNORM_S8_UINT ? 0xffffff : ~0u;
            }
            return values;
        };
        const uint32_t one = format == VK_FORMAT_D24_UNORM_S8_UINT ? 0xffffff : 0x3f800000;
        clear(1.0f, 0x5a);
        EXPECT_THAT(depths(), Each(one));
        EXPECT_THAT(read<uint8_t>(target, VK_IMAGE_ASPECT_STENCIL_BIT), Each(0x5a));
        clear(0.0f, {});
        EXPECT_THAT(depths(), Each(0));
        EXPECT_THAT(read<uint8_t>(target, VK_IMAGE_ASPECT_STENCIL_BIT), Each(0x5a));
        clear({}, 0x133);
        EXPECT_THAT(depths(), Each(0));
        EXPECT_THAT(read<uint8_t>(target, VK_IMAGE_ASPECT_STENCIL_BIT), Each(0x33));
    }
}

TEST_F(Clears, AttachmentsByRectangleAndLayer) {
    const Target first = makeTarget({.extent = {8, 8}, .layers = 3});
    const Target second = makeTarget({.extent = {8, 8}, .layers = 3});
    run([&](VkCommandBuffer commands) {
        Rendering rendering(first.extent);
        rendering.info.layerCount = 3;
        rendering.addColor(first, color(0, 0, 0, 0));
        rendering.addColor(second, color(0, 0, 0, 0));
        vkCmdBeginRendering(commands, &rendering());
        VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, 1, {}};
        attachment.clearValue.color = color(1, 1, 1, 1);
        const VkClearRect rects[] = {{{{1, 1}, {2, 3}}, 1, 2}, {{{7, 7}, {1, 1}}, 0, 1}};
        vkCmdClearAttachments(commands, 1, &attachment, 2, rects);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(first), Each(0));
    const std::vector<uint32_t> texels = read<uint32_t>(second);
    for (uint32_t layer = 0; layer < 3; ++layer) {
        for (uint32_t y = 0; y < 8; ++y) {
            for (uint32_t x = 0; x < 8; ++x) {
                const bool inside = (layer > 0 && x >= 1 && x < 3 && y >= 1 && y < 4) ||
                                    (layer == 0 && x == 7 && y == 7);
                EXPECT_EQ(texels[(layer * 8 + y) * 8 + x], inside ? ~0u : 0u)
                    << x << ", " << y << " of layer " << layer;
            }
        }
    }
}

TEST_F(Clears, SecondaryCommandBuffersFindTheAttachments) {
    const Target target = makeTarget({.extent = {8, 8}});
    VkCommandBufferInheritanceRenderingInfo rendered{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO};
    rendered.colorAttachmentCount = 1;
    rendered.pColorAttachmentFormats = &target.format;
    rendered.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    const VkCommandBufferInheritanceInfo inherited{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO, &rendered};
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
    begin.pInheritanceInfo = &inherited;
    VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
    attachment.clearValue.color = color(1, 1, 1, 1);
    VkCommandBuffer secondaries[2];
    for (int32_t i = 0; i < 2; ++i) {
        secondaries[i] = makeCommandBuffer(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        EXPECT_VK(vkBeginCommandBuffer(secondaries[i], &begin));
        const VkClearRect rect{{{4 * i, 0}, {2, 8}}, 0, 1};
        vkCmdClearAttachments(secondaries[i], 1, &attachment, 1, &rect);
        EXPECT_VK(vkEndCommandBuffer(secondaries[i]));
    }
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.info.flags = VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT;
        rendering.addColor(target, color(0, 0, 0, 0));
        vkCmdBeginRendering(commands, &rendering());
        vkCmdExecuteCommands(commands, 2, secondaries);
        vkCmdEndRendering(commands);
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t x = 0; x < 8; ++x) {
        EXPECT_EQ(texels[x], x % 4 < 2 ? ~0u : 0u) << x;
    }
}

TEST_F(Clears, SuspendedRenderingIsLoadedOnce) {
    const Target target = makeTarget({.extent = {8, 8}});
    VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
    attachment.clearValue.color = color(1, 1, 1, 1);
    run([&](VkCommandBuffer commands) {
        for (int32_t i = 0; i < 2; ++i) {
            Rendering rendering(target.extent);
            rendering.info.flags = i == 0 ? VK_RENDERING_SUSPENDING_BIT : VK_RENDERING_RESUMING_BIT;
            rendering.addColor(target, color(0, 0, 0, 0));
            vkCmdBeginRendering(commands, &rendering());
            const VkClearRect rect{{{4 * i, 0}, {2, 8}}, 0, 1};
            vkCmdClearAttachments(commands, 1, &attachment, 1, &rect);
            vkCmdEndRendering(commands);
        }
    });
    const std::vector<uint32_t> texels = read<uint32_t>(target);
    for (uint32_t x = 0; x < 8; ++x) {
        EXPECT_EQ(texels[x], x % 4 < 2 ? ~0u : 0u) << x;
    }
}

TEST_F(Clears, ConditionsDropThem) {
    if (!hasExtension(VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const Target target = makeTarget({.extent = {8, 1}});
    const vkt::Buffer conditions = makeBuffer(8, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT);
    conditions.as<uint32_t>()[0] = 0;
    conditions.as<uint32_t>()[1] = 5;
    VkClearAttachment attachment{VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
    attachment.clearValue.color = color(1, 1, 1, 1);
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, color(0, 0, 0, 0));
        vkCmdBeginRendering(commands, &rendering());
        for (int32_t i = 0; i < 4; ++i) {
            VkConditionalRenderingBeginInfoEXT condition{
                VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT};
            condition.buffer = conditions.buffer;
            condition.offset = 4 * VkDeviceSize(i % 2);
            condition.flags = i < 2 ? 0 : VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT;
            vkCmdBeginConditionalRenderingEXT(commands, &condition);
            const VkClearRect rect{{{2 * i, 0}, {1, 1}}, 0, 1};
            vkCmdClearAttachments(commands, 1, &attachment, 1, &rect);
            vkCmdEndConditionalRenderingEXT(commands);
        }
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), testing::ElementsAre(0, 0, ~0u, 0, ~0u, 0, 0, 0));
}

} // namespace
