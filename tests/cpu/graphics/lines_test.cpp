// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <cmath>

namespace {

using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

/// Vertices are places in pixels.
constexpr char kPlaces[] = R"(#version 460
layout(push_constant) uniform Push { vec2 size; };
layout(location = 0) in vec2 place;
void main() {
    gl_Position = vec4(place / size * 2 - 1, 0, 1);
})";

struct Place {
    float x, y;
};

class Lines : public vkt::GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (!hasExtension(VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME)) {
            GTEST_SKIP();
        }
        vkGetPhysicalDeviceFeatures2(physicalDevice(), &m_all);
        maker.rs.pNext = &state;
        maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
        // Where smooth lines meet, the one that covers more counts.
        maker.blends[0].blendEnable = VK_TRUE;
        maker.blends[0].colorBlendOp = maker.blends[0].alphaBlendOp = VK_BLEND_OP_MAX;
        maker.addBinding(0, sizeof(Place));
        maker.addAttribute(0, 0, VK_FORMAT_R32G32_SFLOAT, 0);
    }
    enum class Stipple { Off, On };
    bool has(VkLineRasterizationModeEXT mode, Stipple stipple) const {
        const bool stippled = stipple == Stipple::On;
        switch (mode) {
        case VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT:
            return stippled ? m_features.stippledRectangularLines : m_features.rectangularLines;
        case VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT:
            return stippled ? m_features.stippledBresenhamLines : m_features.bresenhamLines;
        default:
            return stippled ? m_features.stippledSmoothLines : m_features.smoothLines;
        }
    }
    /// What is left where there were zeros.
    template <typename Texel>
    std::vector<Texel> draw(VkFormat format, VkExtent2D extent, const std::vector<Place>& places) {
        const Target target = makeTarget({.format = format, .extent = extent});
        maker.setFormats({format});
        maker.layout = makeLayout({}, 8);
        const VkPipeline pipeline = makePipeline(maker, kPlaces, kWhite, extent);
        const vkt::Buffer vertices =
            makeBuffer(places.size() * sizeof(Place), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        std::memcpy(vertices.mapped, places.data(), places.size() * sizeof(Place));
        run([&](VkCommandBuffer commands) {
            Rendering rendering(extent);
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            const float size[] = {float(extent.width), float(extent.height)};
            vkCmdPushConstants(commands,
                               maker.layout,
                               VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                               0,
                               sizeof size,
                               size);
            const VkDeviceSize offset = 0;
            vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &offset);
            if (indices.buffer) {
                vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT32);
                vkCmdDrawIndexed(commands, uint32_t(indices.size_B / sizeof(uint32_t)), 1, 0, 0, 0);
            } else {
                vkCmdDraw(commands, uint32_t(places.size()), 1, 0, 0);
            }
            vkCmdEndRendering(commands);
        });
        return read<Texel>(target);
    }

    PipelineMaker maker;
    VkPipelineRasterizationLineStateCreateInfoEXT state{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
    vkt::Buffer indices; ///< If there is one.

private:
    VkPhysicalDeviceLineRasterizationFeaturesEXT m_features{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 m_all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &m_features};
};

using Texels = std::vector<std::array<float, 4>>;

TEST_F(Lines, SmoothOnesHaveTheirCoverageInAlpha) {
    if (!has(VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT, Stipple::Off)) {
        GTEST_SKIP();
    }
    state.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT;
    constexpr VkFormat kFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
    for (const float width : {1.0f, 3.0f}) {
        maker.rs.lineWidth = width;
        for (const Place& to : {Place{27, 16.5f},
                                Place{5, 16.5f},
                                Place{16, 27},
                                Place{25, 22},
                                Place{8, 26},
                                Place{21, 6}}) {
            SCOPED_TRACE(testing::Message() << width << ": " << to.x << ", " << to.y);
            const Place from{16, 16.5f};
            const Texels texels = draw<std::array<float, 4>>(kFormat, {32, 32}, {from, to});
            float sum = 0;
            for (const auto& texel : texels) {
                EXPECT_GE(texel[3], 0);
                EXPECT_LE(texel[3], 1);
                EXPECT_TRUE(texel[0] == 0 || texel[0] == 1); // Colors stay as they are.
                EXPECT_TRUE(texel[3] == 0 || texel[0] == 1);
                sum += texel[3];
            }
            const float area = width * std::hypot(to.x - from.x, to.y - from.y);
            EXPECT_NEAR(sum, area, 0.2f * area);
        }
    }
    // Along a row, the row's pixels are covered; between two rows, half of both.
    maker.rs.lineWidth = 1;
    const Texels one = draw<std::array<float, 4>>(kFormat, {8, 8}, {{0, 4.5f}, {8, 4.5f}});
    const Texels two = draw<std::array<float, 4>>(kFormat, {8, 8}, {{0, 4}, {8, 4}});
    EXPECT_NEAR(one[4 * 8 + 4][3], 1, 0.05);
    EXPECT_NEAR(one[3 * 8 + 4][3], 0, 0.05);
    EXPECT_NEAR(two[4 * 8 + 4][3], 0.5, 0.1);
    EXPECT_NEAR(two[3 * 8 + 4][3], 0.5, 0.1);
    EXPECT_EQ(two[2 * 8 + 4][3], 0);
}

constexpr uint16_t kPattern = 0xb39c;
constexpr VkLineRasterizationModeEXT kModes[] = {VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT,
                                                 VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT,
                                                 VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT};

bool isOn(uint32_t pixel, uint32_t factor) {
    return kPattern >> (pixel / factor % 16) & 1;
}

/// The pattern goes on from segment to segment of a strip, however many there are, and begins anew
/// where the strip restarts.
TEST_F(Lines, StipplesGoOnInStrips) {
    if (onLavapipe()) {
        GTEST_SKIP() << "its patterns begin anew with each segment";
    }
    constexpr uint32_t kWidth = 700;
    constexpr uint32_t kRestart = 257; // After 256 segments.
    for (const VkLineRasterizationModeEXT mode : kModes) {
        if (!has(mode, Stipple::On)) {
            continue;
        }
        for (const uint32_t factor : {1u, 3u, 256u}) {
            SCOPED_TRACE(testing::Message() << mode << " factor " << factor);
            state.lineRasterizationMode = mode;
            state.stippledLineEnable = VK_TRUE;
            state.lineStippleFactor = factor;
            state.lineStipplePattern = kPattern;
            maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
            maker.ia.primitiveRestartEnable = VK_TRUE;
            std::vector<Place> places;
            for (uint32_t i = 0; i <= kWidth; ++i) {
                // Bresenham's segments begin in the pixel that they are to have.
                const bool centres = mode == VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
                places.push_back({float(i) + (centres ? 0.5f : 0.0f), 0.5f});
            }
            indices = makeBuffer((kWidth + 3) * 4, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
            uint32_t count = 0;
            for (uint32_t i = 0; i <= kWidth; ++i) {
                indices.as<uint32_t>()[count++] = i;
                if (i == kRestart - 1) {
                    indices.as<uint32_t>()[count++] = ~0u;
                    indices.as<uint32_t>()[count++] = i;
                }
            }
            const auto texels = draw<uint32_t>(VK_FORMAT_R8G8B8A8_UNORM, {kWidth, 1}, places);
            for (uint32_t x = 0; x < kWidth; ++x) {
                const uint32_t pixel = x < kRestart - 1 ? x : x - (kRestart - 1);
                EXPECT_EQ(texels[x] >> 31, isOn(pixel, factor)) << x;
            }
        }
    }
}

TEST_F(Lines, StipplesBeginWithEachLine) {
    if (onLavapipe()) {
        GTEST_SKIP() << "it draws stippled Bresenham lines as rectangles";
    }
    for (const VkLineRasterizationModeEXT mode : kModes) {
        if (!has(mode, Stipple::On)) {
            continue;
        }
        SCOPED_TRACE(mode);
        state.lineRasterizationMode = mode;
        state.stippledLineEnable = VK_TRUE;
        state.lineStippleFactor = 2;
        state.lineStipplePattern = kPattern;
        const float centre = mode == VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT ? 0.5f : 0;
        // To the right, to the left, and down.
        const auto texels = draw<uint32_t>(VK_FORMAT_R8G8B8A8_UNORM,
                                           {64, 64},
                                           {{centre, 0.5f},
                                            {40 + centre, 0.5f},
                                            {40 - centre, 2.5f},
                                            {-centre, 2.5f},
                                            {50.5f, 3 + centre},
                                            {50.5f, 43 + centre}});
        for (uint32_t i = 0; i < 40; ++i) {
            const uint32_t expected = isOn(i, 2);
            EXPECT_EQ(texels[i] >> 31, expected) << i;
            EXPECT_EQ(texels[2 * 64 + 39 - i] >> 31, expected) << i;
            EXPECT_EQ(texels[(3 + i) * 64 + 50] >> 31, expected) << i;
        }
    }
}

} // namespace
