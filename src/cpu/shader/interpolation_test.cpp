// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/graphics_harness_test.h"

#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

/// As the harness has them.
constexpr float kSampleX[] = {0.375f, 0.875f, 0.125f, 0.625f};
constexpr float kSampleY[] = {0.125f, 0.375f, 0.625f, 0.875f};

/// Four samples, each with other fragments; the last fragments have all or none.
FragmentRun example(std::string glsl) {
    FragmentRun fragments{std::move(glsl)};
    fragments.primitive.originX = 5.5f;
    fragments.primitive.originY = 2.125f;
    fragments.primitive.depth = {0.25f, 0.01f, 0.03f};
    fragments.primitive.inverseW = {0.9f, -0.011f, 0.023f};
    for (uint32_t n = 0; n < 12; ++n) {
        fragments.varyings.push_back({0.7f - float(n), 0.031f * float(n + 1), 0.057f});
    }
    fragments.coverage = {0x8a53, 0x9335, 0xa196, 0xf01a};
    fragments.sampleCount = 4;
    return fragments;
}

struct Point {
    float x, y;
};
Point corner(const FragmentRun& run, uint32_t fragment) {
    return {float(run.x + int32_t(pixelX(fragment))), float(run.y + int32_t(pixelY(fragment)))};
}
Point centroid(const FragmentRun& run, uint32_t fragment) {
    const auto [x, y] = corner(run, fragment);
    uint32_t covered = 0;
    for (uint32_t sample = 0; sample < 4; ++sample) {
        covered |= (run.coverage[sample] >> fragment & 1) << sample;
    }
    if (covered == 0 || covered == 15) {
        return {x + 0.5f, y + 0.5f};
    }
    const int first = __builtin_ctz(covered);
    return {x + kSampleX[first], y + kSampleY[first]};
}
float smooth(const FragmentRun& run, const Plane& plane, Point point) {
    const float w = 1.0f / at(run.primitive, run.primitive.inverseW, point.x, point.y);
    return at(run.primitive, plane, point.x, point.y) * w;
}

TEST(Interpolation, centroidsLieWhereThePrimitiveIs) {
    const FragmentRun fragments = example(
        "layout(location = 0) centroid in vec2 a; layout(location = 1) in vec2 b;\n"
        "layout(location = 2) centroid noperspective in float c; layout(location = 0) out vec4 r;\n"
        "layout(location = 1) out vec4 s;\n"
        "void main() { r = vec4(a, b); s = vec4(c, interpolateAtCentroid(b.x), 0, 0); }");
    const FragmentResult result = run(fragments);
    EXPECT_EQ(result.active, 0xfbffu);
    for (uint32_t n = 0; n < 16; ++n) {
        if (!(result.active >> n & 1)) {
            continue;
        }
        const auto [x, y] = corner(fragments, n);
        const Point point = centroid(fragments, n);
        const auto& planes = fragments.varyings;
        EXPECT_EQ(result.number(0, n), smooth(fragments, planes[0], point));
        EXPECT_EQ(result.number(1, n), smooth(fragments, planes[1], point));
        EXPECT_EQ(result.number(2, n), smooth(fragments, planes[4], {x + 0.5f, y + 0.5f}));
        EXPECT_EQ(result.number(0, n, 1), at(fragments.primitive, planes[8], point.x, point.y));
        EXPECT_EQ(result.number(1, n, 1), smooth(fragments, planes[4], point));
    }
    EXPECT_FALSE(result.image.perSample);
}

TEST(Interpolation, samplesHaveTheirOwn) {
    FragmentRun fragments = example(
        "layout(location = 0) sample in float a; layout(location = 1) in vec2 b;\n"
        "layout(location = 2) centroid in float c;\n"
        "layout(location = 0) out vec4 r; layout(location = 1) out ivec2 s; layout(location = 2) "
        "out vec4 t;\n"
        "void main() { r = vec4(a, b.x, c, gl_FragCoord.y); s = ivec2(gl_SampleID, "
        "gl_SampleMaskIn[0]);\n"
        "t = vec4(gl_SamplePosition, gl_FragCoord.z, 0); }");
    for (int32_t sample = 0; sample < 4; ++sample) {
        fragments.sampleIndex = sample;
        const FragmentResult result = run(fragments);
        EXPECT_EQ(result.active, fragments.coverage[sample]);
        EXPECT_TRUE(result.image.perSample);
        for (uint32_t n = 0; n < 16; ++n) {
            if (!(result.active >> n & 1)) {
                continue;
            }
            const auto [x, y] = corner(fragments, n);
            const Point point{x + kSampleX[sample], y + kSampleY[sample]};
            EXPECT_EQ(result.number(0, n), smooth(fragments, fragments.varyings[0], point));
            EXPECT_EQ(result.number(1, n), smooth(fragments, fragments.varyings[4], point));
            EXPECT_EQ(result.number(2, n), smooth(fragments, fragments.varyings[8], point));
            EXPECT_EQ(result.number(3, n), point.y);
            EXPECT_EQ(result.color[1][0][n], uint32_t(sample));
            EXPECT_EQ(result.color[1][1][n], 1u << sample);
            EXPECT_EQ(result.number(0, n, 2), kSampleX[sample]);
            EXPECT_EQ(result.number(1, n, 2), kSampleY[sample]);
            EXPECT_EQ(result.number(2, n, 2),
                      at(fragments.primitive, fragments.primitive.depth, point.x, point.y));
        }
    }
}

TEST(Interpolation, sampleMasksOfPixels) {
    FragmentRun fragments =
        example("layout(location = 0) out uint r; void main() { r = gl_SampleMaskIn[0]; }");
    for (const uint32_t samples : {1u, 4u}) {
        fragments.sampleCount = samples;
        const FragmentResult result = run(fragments);
        for (uint32_t n = 0; n < 16; ++n) {
            uint32_t mask = 0;
            for (uint32_t sample = 0; sample < samples; ++sample) {
                mask |= (fragments.coverage[sample] >> n & 1) << sample;
            }
            EXPECT_EQ(result.color[0][0][n], mask ? mask : kMarker);
        }
        EXPECT_FALSE(result.image.perSample);
    }
}

TEST(Interpolation, anywhereInThePixel) {
    const FragmentRun fragments = example(
        "layout(location = 0) in vec2 a[2]; layout(location = 2) flat in float f;\n"
        "layout(location = 0) out vec4 r; layout(location = 1) out vec4 s;\n"
        "void main() { int k = int(gl_FragCoord.x) & 1; vec2 o = vec2(0.25, gl_FragCoord.y * "
        "0.01);\n"
        "r = vec4(interpolateAtOffset(a[k], o), interpolateAtSample(a[1], 2));\n"
        "s = vec4(interpolateAtSample(a[k], int(gl_FragCoord.y) & 3), interpolateAtOffset(f, o), "
        "interpolateAtOffset(a[0].y, vec2(-0.5))); }");
    const FragmentResult result = run(fragments);
    for (uint32_t n = 0; n < 16; ++n) {
        if (!(result.active >> n & 1)) {
            continue;
        }
        const auto [x, y] = corner(fragments, n);
        const uint32_t k = uint32_t(x) & 1;
        const uint32_t sample = uint32_t(y) & 3;
        const Point offset{x + (0.5f + 0.25f), y + (0.5f + (y + 0.5f) * 0.01f)};
        const Point second{x + kSampleX[2], y + kSampleY[2]};
        const Point own{x + kSampleX[sample], y + kSampleY[sample]};
        const auto& planes = fragments.varyings;
        for (uint32_t c = 0; c < 2; ++c) {
            EXPECT_EQ(result.number(c, n), smooth(fragments, planes[4 * k + c], offset));
            EXPECT_EQ(result.number(2 + c, n), smooth(fragments, planes[4 + c], second));
            EXPECT_EQ(result.number(c, n, 1), smooth(fragments, planes[4 * k + c], own));
        }
        EXPECT_EQ(result.number(2, n, 1), planes[8].atOrigin);
        EXPECT_EQ(result.number(3, n, 1), smooth(fragments, planes[1], {x, y}));
    }
}

TEST(Interpolation, inputAttachmentsAreReadAtThePixel) {
    Image image({.vkFormat = 98 /* VK_FORMAT_R32_UINT */,
                 .type = ViewType::D2Array,
                 .width_px = 12,
                 .height_px = 8,
                 .layers = 3},
                4);
    for (int32_t layer = 0; layer < 3; ++layer) {
        for (int32_t y = 0; y < 8; ++y) {
            for (int32_t x = 0; x < 12; ++x) {
                image.at(0, x, y, 0, layer) = uint32_t(x + 16 * y + 256 * layer);
            }
        }
    }
    FragmentRun fragments =
        example("layout(input_attachment_index = 0, binding = 0) uniform usubpassInput s;\n"
                "layout(location = 0) out uint r; void main() { r = subpassLoad(s).x; }");
    fragments.sampleCount = 1;
    fragments.coverage[0] = 0xffff;
    fragments.primitive.layer = 2;
    fragments.resources = {{BindingKind::InputAttachment, {}, &image}};
    const FragmentResult result = run(fragments);
    EXPECT_TRUE(result.image.readsInputAttachments);
    EXPECT_EQ(result.image.sites.size(), 1u);
    for (uint32_t n = 0; n < 16; ++n) {
        const auto [x, y] = corner(fragments, n);
        EXPECT_EQ(result.color[0][0][n], uint32_t(x) + 16 * uint32_t(y) + 512);
    }
}

} // namespace
} // namespace cpu::shader::test
