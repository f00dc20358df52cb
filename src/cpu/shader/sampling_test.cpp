// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Sampling instructions: what reaches the routine, and how it is found.
#include "cpu/shader/image_harness_test.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

constexpr uint32_t kR32Sfloat = 100;
constexpr uint32_t kR32Uint = 98;

/// 8 × 8 texels of x + 10 y + 100 layer + 1000 level, with four levels.
Image numbered(ViewType type = ViewType::D2, int32_t layers = 1, uint32_t vkFormat = kR32Sfloat) {
    Image image({vkFormat, type, 8, 8, 1, layers, 4}, 4);
    for (int32_t level = 0; level < 4; ++level) {
        const int32_t size = 8 >> level;
        for (int32_t layer = 0; layer < layers; ++layer) {
            for (int32_t y = 0; y < size; ++y) {
                for (int32_t x = 0; x < size; ++x) {
                    const int32_t value = x + 10 * y + 100 * layer + 1000 * level;
                    image.at(level, x, y, 0, layer) =
                        vkFormat == kR32Uint ? uint32_t(value) : bits(float(value));
                }
            }
        }
    }
    return image;
}

const SamplerData kNearest = makeSampler();
const SamplerData kLinear = makeSampler(true);
const SamplerData kEdge = makeSampler(false, Address::ClampToEdge);

ImageBinding combined(Image& image, const SamplerData& sampler) {
    return {BindingKind::CombinedImageSampler, {&image}, {&sampler}};
}

/// `expression` of i and the texture coordinate p, the centre of texel i (8 × 8).
void expectFloats(const std::string& declarations,
                  const std::string& expression,
                  const std::vector<ImageBinding>& bindings,
                  float (*expected)(int x, int y)) {
    const Words r =
        runImageBody(declarations,
                     "vec2 p = (vec2(i & 7u, i >> 3) + 0.5) / 8.0; ivec2 q = ivec2(i & 7u, i >> 3);"
                     "r[i] = floatBitsToUint(" +
                         expression + ");",
                     bindings);
    for (uint32_t i = 0; i < 64; ++i) {
        ASSERT_EQ(asFloat(r[i]), expected(int(i & 7), int(i >> 3)))
            << expression << ", texel " << i;
    }
}

const std::string k2D = "layout(binding = 1) uniform sampler2D s;\n";

float at(int x, int y) {
    return float((x & 7) + 10 * (y & 7));
}

TEST(Sampling, explicitLod) {
    Image image = numbered();
    const std::vector<ImageBinding> b{combined(image, kNearest)};
    expectFloats(k2D, "textureLod(s, p, 0.0).x", b, at);
    expectFloats(k2D, "textureLod(s, p, 1.0).x", b, [](int x, int y) {
        return float(x / 2 + 10 * (y / 2) + 1000);
    });
    expectFloats(k2D, "textureLod(s, p, float(i & 3u)).x", b, [](int x, int y) {
        const int level = x & 3;
        return float((x >> level) + 10 * (y >> level) + 1000 * level);
    });
    expectFloats(k2D, "textureLodOffset(s, p, 0.0, ivec2(1, -2)).x", b, [](int x, int y) {
        return at(x + 1, y - 2);
    });
    expectFloats(k2D, "textureProjLod(s, vec3(p * 2.0, 2.0), 0.0).x", b, at);
    expectFloats(k2D, "textureProjLod(s, vec4(p * 0.5, 9.0, 0.5), 0.0).x", b, at);
    expectFloats(
        k2D, "textureLod(s, p, 0.0).w + textureLod(s, p, 0.0).y", b, [](int, int) { return 1.0f; });
}

TEST(Sampling, gradients) {
    Image image = numbered();
    const std::vector<ImageBinding> b{combined(image, kNearest)};
    expectFloats(k2D, "textureGrad(s, p, vec2(0.125, 0.0), vec2(0.0, 0.125)).x", b, at);
    expectFloats(k2D, "textureGrad(s, p, vec2(0.5, 0.0), vec2(0.0, 0.125)).x", b, [](int x, int y) {
        return float((x >> 2) + 10 * (y >> 2) + 2000);
    });
    expectFloats(k2D,
                 "textureGradOffset(s, p, vec2(0.125, 0.0), vec2(0.0, 0.125), ivec2(2, 1)).x",
                 b,
                 [](int x, int y) { return at(x + 2, y + 1); });
}

TEST(Sampling, filters) {
    Image image = numbered();
    expectFloats(k2D,
                 "textureLod(s, p + vec2(1.0 / 16.0, 0.0), 0.0).x",
                 {combined(image, makeSampler(true, Address::ClampToEdge))},
                 [](int x, int y) { return x == 7 ? at(7, y) : at(x, y) + 0.5f; });
}

TEST(Sampling, fetches) {
    Image image = numbered();
    const std::vector<ImageBinding> b{combined(image, kNearest)};
    expectFloats(k2D, "texelFetch(s, q, 0).x", b, at);
    expectFloats(k2D, "texelFetch(s, q >> 1, 1).x", b, [](int x, int y) {
        return float(x / 2 + 10 * (y / 2) + 1000);
    });
    expectFloats(k2D, "texelFetch(s, q, 3).x", b, [](int x, int y) {
        return x == 0 && y == 0 ? 3000.0f : 0.0f;
    });
    expectFloats(k2D, "texelFetchOffset(s, q, 0, ivec2(1, 0)).x", b, [](int x, int y) {
        return x == 7 ? 0.0f : at(x + 1, y);
    });
    Image integers = numbered(ViewType::D2, 1, kR32Uint);
    expectFloats("layout(binding = 1) uniform usampler2D s;\n",
                 "float(texelFetch(s, q, 0).x)",
                 {combined(integers, kNearest)},
                 at);
    Image arrays = numbered(ViewType::D2Array, 3);
    expectFloats("layout(binding = 1) uniform sampler2DArray s;\n",
                 "texelFetch(s, ivec3(q, 2), 0).x + textureLod(s, vec3(p, 1.2), 0.0).x",
                 {combined(arrays, kNearest)},
                 [](int x, int y) { return 2 * at(x, y) + 300; });
}

TEST(Sampling, gathers) {
    Image image = numbered();
    const std::vector<ImageBinding> b{combined(image, kEdge)};
    const std::string corner = "p + vec2(1.0 / 16.0)";
    expectFloats(k2D,
                 "dot(textureGather(s, " + corner + "), vec4(1.0, 3.0, 5.0, 7.0))",
                 b,
                 [](int x, int y) {
                     const int x1 = std::min(x + 1, 7), y1 = std::min(y + 1, 7);
                     return at(x, y1) + 3 * at(x1, y1) + 5 * at(x1, y) + 7 * at(x, y);
                 });
    expectFloats(k2D, "textureGather(s, p, 3).z", b, [](int, int) { return 1.0f; });
    expectFloats(k2D,
                 "dot(textureGatherOffsets(s, " + corner +
                     ", ivec2[4](ivec2(0, 0), ivec2(1, 0),"
                     " ivec2(0, 2), ivec2(-1, 1))), vec4(1.0, 3.0, 5.0, 7.0))",
                 b,
                 [](int x, int y) {
                     const auto edge = [](int u, int v) {
                         return at(std::clamp(u, 0, 7), std::clamp(v, 0, 7));
                     };
                     return edge(x, y) + 3 * edge(x + 1, y) + 5 * edge(x, y + 2) +
                            7 * edge(x - 1, y + 1);
                 });
}

TEST(Sampling, references) {
    Image image = numbered();
    const SamplerData less = makeSampler(false, Address::Repeat, true, Compare::Less);
    const std::string shadow = "layout(binding = 1) uniform sampler2DShadow s;\n";
    const std::vector<ImageBinding> b{combined(image, less)};
    // The reference is less than the texel.
    expectFloats(shadow, "textureLod(s, vec3(p, 33.0), 0.0)", b, [](int x, int y) {
        return 33 < at(x, y) ? 1.0f : 0.0f;
    });
    expectFloats(shadow, "textureProjLod(s, vec4(p * 2.0, 66.0, 2.0), 0.0)", b, [](int x, int y) {
        return 33 < at(x, y) ? 1.0f : 0.0f;
    });
    expectFloats(shadow, "textureGather(s, p + vec2(1.0 / 16.0), 33.0).w", b, [](int x, int y) {
        return 33 < at(x, y) ? 1.0f : 0.0f;
    });
}

TEST(Sampling, implicitLod) {
    Image image = numbered();
    // Quads are four invocations in a row: derivatives along x alone.
    const std::string derivatives = "#extension GL_NV_compute_shader_derivatives : require\n"
                                    "layout(derivative_group_linearNV) in;\n";
    const std::vector<ImageBinding> b{combined(image, kNearest)};
    expectFloats(derivatives + k2D,
                 "textureOffset(s, p, ivec2(1)).x + dFdx(p.x) * 8.0",
                 b,
                 [](int x, int y) {
                     // The second row of the quad is two texels on: level 1.
                     const int u = (x / 2 + 1) & 3, v = (y / 2 + 1) & 3;
                     return float(u + 10 * v + 1000) + 1.0f;
                 });
    expectFloats(derivatives + k2D, "texture(s, p, -1.0).x", b, at);
    expectFloats(derivatives + k2D,
                 "textureQueryLod(s, p).x * 10.0 + textureQueryLod(s, p).y",
                 b,
                 [](int, int) { return 11.0f; });
    expectFloats(derivatives + k2D, "fwidth(p.x) * 8.0 + dFdyFine(p.x) * 80.0", b, [](int, int) {
        return 23.0f;
    });
    // Plain derivatives are those that implicit levels come from: of a quad's first row and column.
    expectFloats(derivatives + k2D,
                 "textureGrad(s, p * p * 8.0, dFdx(p * p * 8.0), dFdy(p * p * 8.0)).x - "
                 "texture(s, p * p * 8.0).x + dFdx(p.x * p.x) - dFdxCoarse(p.x * p.x)",
                 b,
                 [](int, int) { return 0.0f; });
}

TEST(Sampling, separateSamplers) {
    Image image = numbered();
    expectFloats(
        "#extension GL_EXT_samplerless_texture_functions : require\n"
        "layout(binding = 1) uniform texture2D m; layout(binding = 2) uniform sampler s;\n",
        "textureLod(sampler2D(m, s), p, 0.0).x + texelFetch(m, q, 0).x",
        {{BindingKind::SampledImage, {&image}, {}}, {BindingKind::Sampler, {}, {&kNearest}}},
        [](int x, int y) { return 2 * at(x, y); });
}

TEST(Sampling, unbound) {
    Image image = numbered();
    expectFloats(k2D,
                 "textureLod(s, p, 0.0).w + texelFetch(s, q, 0).w",
                 {{BindingKind::CombinedImageSampler, {nullptr}, {&kNearest}}},
                 [](int, int) { return 0.0f; });
    expectFloats(k2D,
                 "textureLod(s, p, 0.0).w",
                 {{BindingKind::CombinedImageSampler, {&image}, {nullptr}}},
                 [](int, int) { return 0.0f; });
}

TEST(Sampling, divergentDescriptors) {
    Image a = numbered(), b = numbered(ViewType::D2, 1, kR32Sfloat);
    for (int32_t x = 0; x < 8; ++x) {
        b.at(0, x, 0, 0, 0) = bits(500.0f + float(x));
    }
    // Lanes choose the image and the sampler, each on its own.
    const Words r = runImageBody(
        "layout(binding = 1) uniform texture2D m[3]; layout(binding = 2) uniform sampler s[2];\n",
        "if ((i & 8u) == 0u) r[i] = floatBitsToUint(textureLod(sampler2D(m[nonuniformEXT(i % 3u)],"
        " s[nonuniformEXT((i >> 1) & 1u)]), vec2(1.5 / 8.0 + 1.0, 0.5 / 8.0), 0.0).x); else r[i] = "
        "7u;",
        {{BindingKind::SampledImage, {&a, &b, nullptr}, {}},
         {BindingKind::Sampler, {}, {&kNearest, &kEdge}}});
    for (uint32_t i = 0; i < 64; ++i) {
        if (i & 8) {
            EXPECT_EQ(r[i], 7u);
            continue;
        }
        const float x = i >> 1 & 1 ? 7 : 1;
        EXPECT_EQ(asFloat(r[i]), i % 3 == 0 ? x : i % 3 == 1 ? 500 + x : 0) << i;
    }
}

const std::string kTwoSites =
    "layout(local_size_x = 64) in;\n"
    "layout(std430, binding = 0) buffer R { uint r[]; };\n"
    "layout(binding = 1) uniform sampler2D s[2];\n"
    "void main() { uint i = gl_GlobalInvocationID.x; vec2 p = (vec2(i & 7u, i >> 3) + 0.5) / 8.0;\n"
    "float sum = 0.0; for (int k = 0; k < 3; ++k) sum += textureLod(s[0], p + vec2(k, 0.01), "
    "0.0).x;\n"
    "r[i] = floatBitsToUint(sum + textureGather(s[1], p).x); }";

TEST(Slots, resolveOncePerSite) {
    Image image = numbered();
    const std::vector<ImageBinding> b{
        {BindingKind::CombinedImageSampler, {&image, &image}, {&kNearest, &kLinear}}};
    for (const Level level : levels()) {
        EXPECT_EQ(runImages(kTwoSites, b, level).resolved, 2u);
    }
}

TEST(Slots, stableSitesAreInlined) {
    Image image = numbered();
    const std::vector<ImageBinding> b{
        {BindingKind::CombinedImageSampler, {&image, &image}, {&kNearest, &kLinear}}};
    const StableSite right[] = {{0, idsOf(image, &kNearest)}, {1, idsOf(image, &kLinear)}};
    const StableSite wrong[] = {{0, idsOf(image, &kLinear)}, {1, idsOf(image, &kNearest)}};
    for (const Level level : levels()) {
        const ImageRun generic = runImages(kTwoSites, b, level);
        const ImageRun inlined = runImages(kTwoSites, b, level, right);
        EXPECT_EQ(inlined.resolved, 0u);
        EXPECT_EQ(inlined.result, generic.result);
        // Other descriptors than those it was made for: the slot answers.
        const ImageRun other = runImages(kTwoSites, b, level, wrong);
        EXPECT_EQ(other.resolved, 2u);
        EXPECT_EQ(other.result, generic.result);
    }
}

TEST(Slots, withoutOneOfTheStableSitesAllAreAskedFor) {
    Image image = numbered();
    const std::vector<ImageBinding> b{
        {BindingKind::CombinedImageSampler, {&image, &image}, {&kNearest, &kLinear}}};
    const StableSite half[] = {{0, idsOf(image, &kNearest)}, {1, idsOf(image, &kNearest)}};
    for (const Level level : levels()) {
        const ImageRun run = runImages(kTwoSites, b, level, half);
        EXPECT_EQ(run.resolved, 2u);
        EXPECT_EQ(run.result, runImages(kTwoSites, b, level).result);
    }
}

TEST(Slots, sitesOfChosenDescriptorsAreInlinedOnTheirOwn) {
    Image image = numbered();
    const std::vector<ImageBinding> b{
        {BindingKind::CombinedImageSampler, {&image, &image}, {&kNearest, &kLinear}}};
    // Which descriptor it is, is not known in front of everything.
    const std::string chosen =
        "layout(local_size_x = 64) in;\n"
        "layout(std430, binding = 0) buffer R { uint r[]; };\n"
        "layout(binding = 1) uniform sampler2D s[2];\n"
        "void main() { uint i = gl_GlobalInvocationID.x; vec2 p = vec2(i & 7u, i >> 3) / 8.0;\n"
        "float sum = textureLod(s[0], p, 0.0).x + textureLod(s[0], p.yx, 0.0).x;\n"
        "for (int k = 0; k < 2; ++k) sum += textureLod(s[k], p, 0.0).x;\n"
        "r[i] = floatBitsToUint(sum); }";
    const uint64_t nearest = idsOf(image, &kNearest);
    const StableSite stable[] = {{0, nearest}, {1, nearest}, {2, nearest}};
    for (const Level level : levels()) {
        const ImageRun run = runImages(chosen, b, level, stable);
        EXPECT_EQ(run.resolved, 1u);
        EXPECT_EQ(run.result, runImages(chosen, b, level).result);
    }
}

} // namespace
} // namespace cpu::shader::test
