// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/graphics_harness_test.h"

#include <cmath>
#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

/// Not round anywhere, so that the order of operations shows.
PrimitiveData examplePrimitive() {
    PrimitiveData primitive{};
    primitive.originX = 3.25f;
    primitive.originY = -1.75f;
    primitive.depth = {0.3f, 0.011f, -0.007f};
    primitive.inverseW = {0.7f, 0.013f, 0.029f};
    primitive.pointCoord[0] = {0.1f, 0.05f, 0.0f};
    primitive.pointCoord[1] = {0.2f, 0.0f, 0.07f};
    primitive.frontFacing = 1;
    primitive.primitiveId = 77;
    primitive.layer = 3;
    primitive.viewportIndex = 2;
    for (uint32_t n = 0; n < kMaxClipDistances; ++n) {
        primitive.clipDistance[n] = {float(n) * 0.3f, 0.1f, 0.01f};
    }
    return primitive;
}

std::vector<Plane> examplePlanes(uint32_t locations) {
    std::vector<Plane> planes;
    for (uint32_t n = 0; n < locations * 4; ++n) {
        planes.push_back({0.37f + float(n), 0.013f * float(n + 1), -0.017f * float(n + 2)});
    }
    return planes;
}

/// Shaders that want all of the example.
FragmentRun example(std::string glsl, uint32_t locations = 0) {
    FragmentRun fragments{std::move(glsl)};
    fragments.primitive = examplePrimitive();
    fragments.varyings = examplePlanes(locations);
    return fragments;
}

struct Pixel {
    float x, y; ///< Its centre.
};
Pixel centre(const FragmentRun& run, uint32_t fragment) {
    return {float(run.x + int32_t(pixelX(fragment))) + 0.5f,
            float(run.y + int32_t(pixelY(fragment))) + 0.5f};
}

float smooth(const FragmentRun& run, const Plane& plane, float x, float y) {
    const float w = 1.0f / at(run.primitive, run.primitive.inverseW, x, y);
    return at(run.primitive, plane, x, y) * w;
}

TEST(Fragment, varyingsAreInterpolated) {
    const FragmentRun fragments = example(
        "layout(location = 0) in vec4 a; layout(location = 1) noperspective in vec2 b;\n"
        "layout(location = 3) flat in vec2 c; layout(location = 4, component = 2) in float d;\n"
        "layout(location = 0) out vec4 r; layout(location = 2) out vec4 s;\n"
        "void main() { r = a; s = vec4(b.y, c, d); }",
        5);
    const FragmentResult result = run(fragments);
    EXPECT_EQ(result.active, 0xffffu);
    for (uint32_t n = 0; n < 16; ++n) {
        const auto [x, y] = centre(fragments, n);
        const auto& planes = fragments.varyings;
        for (uint32_t k = 0; k < 4; ++k) {
            EXPECT_EQ(result.number(k, n), smooth(fragments, planes[k], x, y));
        }
        EXPECT_EQ(result.number(0, n, 2), at(fragments.primitive, planes[5], x, y));
        EXPECT_EQ(result.number(1, n, 2), planes[12].atOrigin);
        EXPECT_EQ(result.number(2, n, 2), planes[13].atOrigin);
        EXPECT_EQ(result.number(3, n, 2), smooth(fragments, planes[18], x, y));
    }
    using enum Interpolation;
    const std::vector<Interpolation> expected{Smooth,
                                              Smooth,
                                              Smooth,
                                              Smooth,
                                              NoPerspective,
                                              NoPerspective,
                                              None,
                                              None,
                                              None,
                                              None,
                                              None,
                                              None,
                                              Flat,
                                              Flat,
                                              None,
                                              None,
                                              None,
                                              None,
                                              Smooth};
    EXPECT_EQ(result.image.varyings, expected);
    EXPECT_EQ(result.image.colorsWritten, 5);
    EXPECT_FALSE(result.image.discards);
    EXPECT_FALSE(result.image.perSample);
    EXPECT_FALSE(result.image.writesDepth);
    EXPECT_FALSE(result.image.writesMemory);
    EXPECT_FALSE(result.image.readsPointCoord);
    EXPECT_FALSE(result.image.earlyTests);
}

TEST(Fragment, builtIns) {
    const FragmentRun fragments = [] {
        FragmentRun run = example(
            "#version 460\n#extension GL_EXT_multiview : require\n"
            "layout(location = 0) out vec4 r; layout(location = 1) out ivec4 s;\n"
            "layout(location = 2) out vec4 t; layout(location = 3) out ivec2 u;\n"
            "in float gl_ClipDistance[3]; in float gl_CullDistance[1];\n"
            "void main() { r = gl_FragCoord; s = ivec4(gl_PrimitiveID, gl_Layer, gl_ViewportIndex, "
            "gl_FrontFacing);\n"
            "t = vec4(gl_PointCoord, gl_ClipDistance[1], gl_CullDistance[0]);\n"
            "u = ivec2(gl_ViewIndex, gl_HelperInvocation); }");
        run.viewIndex = 5;
        return run;
    }();
    const FragmentResult result = run(fragments);
    const PrimitiveData& primitive = fragments.primitive;
    for (uint32_t n = 0; n < 16; ++n) {
        const auto [x, y] = centre(fragments, n);
        EXPECT_EQ(result.number(0, n), x);
        EXPECT_EQ(result.number(1, n), y);
        EXPECT_EQ(result.number(2, n), at(primitive, primitive.depth, x, y));
        EXPECT_EQ(result.number(3, n), at(primitive, primitive.inverseW, x, y));
        const uint32_t integers[] = {77, 3, 2, 1};
        for (uint32_t k = 0; k < 4; ++k) {
            EXPECT_EQ(result.color[1][k][n], integers[k]);
        }
        EXPECT_EQ(result.number(0, n, 2), at(primitive, primitive.pointCoord[0], x, y));
        EXPECT_EQ(result.number(1, n, 2), at(primitive, primitive.pointCoord[1], x, y));
        const float w = 1 / at(primitive, primitive.inverseW, x, y);
        EXPECT_EQ(result.number(2, n, 2), at(primitive, primitive.clipDistance[1], x, y) * w);
        EXPECT_EQ(result.number(3, n, 2), at(primitive, primitive.clipDistance[3], x, y) * w);
        EXPECT_EQ(result.color[3][0][n], 5u);
        EXPECT_EQ(result.color[3][1][n], 0u);
    }
    EXPECT_TRUE(result.image.readsPointCoord);
    EXPECT_TRUE(result.image.readsClipDistance);
}

TEST(Fragment, outputsOfAllKinds) {
    FragmentRun fragments = example(
        "#version 460\n#extension GL_ARB_shader_stencil_export : require\n"
        "layout(location = 0, index = 0) out vec4 first; layout(location = 0, index = 1) out vec4 "
        "second;\n"
        "layout(location = 1) out uvec3 u; layout(location = 4) out float f[2];\n"
        "layout(location = 6, component = 1) out vec2 part;\n"
        "layout(depth_less) out float gl_FragDepth; layout(location = 7) out vec4 unused;\n"
        "void main() { first = gl_FragCoord; second = gl_FragCoord.yxwz; u = uvec3(1, 2, "
        "gl_FragCoord.x);\n"
        "f[int(gl_FragCoord.y) & 1] = 1.5; f[~int(gl_FragCoord.y) & 1] = 2.5; part = vec2(7, 8);\n"
        "gl_FragDepth = gl_FragCoord.z * 0.5; gl_FragStencilRefARB = int(gl_FragCoord.x) * 3;\n"
        "gl_SampleMask[0] = int(gl_FragCoord.y); }");
    fragments.coverage[0] = 0xfff7;
    const FragmentResult result = run(fragments);
    for (uint32_t n = 0; n < 16; ++n) {
        if (n == 3) {
            EXPECT_EQ(result.color[0][0][n], kMarker);
            continue;
        }
        const auto [x, y] = centre(fragments, n);
        EXPECT_EQ(result.number(0, n), x);
        EXPECT_EQ(asFloat(result.secondColor[0][n]), y);
        EXPECT_EQ(result.color[1][2][n], uint32_t(x));
        // What was not written is the same everywhere.
        EXPECT_EQ(result.color[1][3][n], 1u);
        EXPECT_EQ(result.number(0, n, 4), int(y) & 1 ? 2.5f : 1.5f);
        EXPECT_EQ(result.number(0, n, 5), int(y) & 1 ? 1.5f : 2.5f);
        EXPECT_EQ(result.number(3, n, 5), 1.0f);
        EXPECT_EQ(result.number(0, n, 6), 0.0f);
        EXPECT_EQ(result.number(1, n, 6), 7.0f);
        EXPECT_EQ(result.number(2, n, 6), 8.0f);
        const PrimitiveData& primitive = fragments.primitive;
        EXPECT_EQ(asFloat(result.depth[n]), at(primitive, primitive.depth, x, y) * 0.5f);
        EXPECT_EQ(result.stencil[n], uint32_t(x) * 3);
        EXPECT_EQ(result.sampleMask[n], uint32_t(y));
    }
    EXPECT_EQ(result.image.colorsWritten, 0x73);
    EXPECT_TRUE(result.image.writesSecondColor);
    EXPECT_TRUE(result.image.writesDepth);
    EXPECT_TRUE(result.image.writesStencil);
    EXPECT_TRUE(result.image.writesSampleMask);
    EXPECT_FALSE(result.image.discards);
}

TEST(Fragment, blocksAndArraysOfVaryings) {
    const FragmentRun fragments = example(
        "layout(location = 1) in B { vec3 v; layout(location = 5) noperspective mat2 m; } block;\n"
        "layout(location = 7) in vec4 w[3]; layout(location = 10) flat in ivec2 i;\n"
        "layout(location = 2) in L { vec2 a[2]; } s;\n"
        "layout(location = 0) out vec4 r; layout(location = 1) out vec4 t; layout(location = 2) "
        "out ivec4 u;\n"
        "void main() { int k = int(gl_FragCoord.x) % 3; r = w[k]; t = vec4(block.v.z, "
        "block.m[1].x, s.a[1]);\n"
        "u = ivec4(i, 0, 0); }",
        11);
    const FragmentResult result = run(fragments);
    const auto& planes = fragments.varyings;
    for (uint32_t n = 0; n < 16; ++n) {
        const auto [x, y] = centre(fragments, n);
        const uint32_t row = 7 + uint32_t(x) % 3;
        for (uint32_t k = 0; k < 4; ++k) {
            EXPECT_EQ(result.number(k, n), smooth(fragments, planes[row * 4 + k], x, y));
        }
        EXPECT_EQ(result.number(0, n, 1), smooth(fragments, planes[6], x, y));
        EXPECT_EQ(result.number(1, n, 1), at(fragments.primitive, planes[24], x, y));
        EXPECT_EQ(result.number(2, n, 1), smooth(fragments, planes[12], x, y));
        EXPECT_EQ(result.number(3, n, 1), smooth(fragments, planes[13], x, y));
        EXPECT_EQ(result.color[2][0][n], bits(planes[40].atOrigin));
        EXPECT_EQ(result.color[2][1][n], bits(planes[41].atOrigin));
    }
    EXPECT_EQ(result.image.varyings[24], Interpolation::NoPerspective);
    EXPECT_EQ(result.image.varyings[40], Interpolation::Flat);
}

/// Which fragments a discard of that condition leaves, by hand.
uint32_t fragmentsWhere(const FragmentRun& run, bool (*keeps)(Pixel)) {
    uint32_t mask = 0;
    for (uint32_t n = 0; n < 16; ++n) {
        mask |= uint32_t(keeps(centre(run, n))) << n;
    }
    return mask;
}

TEST(Fragment, discardedFragmentsStayForDerivatives) {
    for (const char* discard : {"discard", "demote", "stop()"}) {
        SCOPED_TRACE(discard);
        FragmentRun fragments = example(
            std::string("#version 460\n#extension GL_EXT_demote_to_helper_invocation : require\n"
                        "layout(location = 0) in vec2 a; layout(location = 0) out vec4 r;\n"
                        "layout(std430, binding = 0) buffer R { uint count; uint seen[]; };\n"
                        "void stop() { if (a.x > 100.0) return; discard; }\n"
                        "void main() { uint n = uint(gl_FragCoord.x) + 16u * "
                        "uint(gl_FragCoord.y);\n"
                        "vec2 v = a * a; if (mod(gl_FragCoord.x + gl_FragCoord.y, 3.0) < 1.5) ") +
                discard +
                ";\n"
                "atomicAdd(count, 1u); seen[n] = 1u; r = vec4(dFdxFine(v), dFdyFine(v)); }",
            1);
        fragments.resources = {{BindingKind::StorageBuffer, Words(257)}};
        fragments.coverage[0] = 0xefbf;
        const FragmentResult result = run(fragments);
        const uint32_t kept =
            fragmentsWhere(fragments, [](Pixel p) { return std::fmod(p.x + p.y, 3.0f) >= 1.5f; }) &
            fragments.coverage[0];
        EXPECT_EQ(result.active, kept);
        EXPECT_TRUE(result.image.discards);
        EXPECT_TRUE(result.image.writesMemory);
        EXPECT_EQ(result.buffers[0][0], uint32_t(__builtin_popcount(kept)));
        const auto squared = [&](uint32_t fragment, uint32_t component) {
            const auto [x, y] = centre(fragments, fragment);
            const float v = smooth(fragments, fragments.varyings[component], x, y);
            return v * v;
        };
        for (uint32_t n = 0; n < 16; ++n) {
            const auto [x, y] = centre(fragments, n);
            EXPECT_EQ(result.buffers[0][1 + uint32_t(x) + 16 * uint32_t(y)], kept >> n & 1);
            if (kept >> n & 1) {
                for (uint32_t k = 0; k < 2; ++k) {
                    EXPECT_EQ(result.number(k, n), squared(n | 1, k) - squared(n & ~1u, k));
                    EXPECT_EQ(result.number(2 + k, n), squared(n | 2, k) - squared(n & ~2u, k));
                }
            }
        }
    }
}

TEST(Fragment, variablesOfDiscardedFragmentsGoOn) {
    FragmentRun fragments = example(
        "layout(location = 0) in vec2 a; layout(location = 0) out vec4 r;\n"
        "void main() { int k = int(gl_FragCoord.y) & 1; vec2 v[3]; v[0] = vec2(0); if ((int("
        "gl_FragCoord.x) & 1) != k) discard;\n"
        "v[1] = a; v[2] = a * 2.0; v[k] = a * 3.0; r = vec4(dFdxFine(v[1 + k]), dFdyFine(v[2 - "
        "k])); }",
        1);
    const FragmentResult result = run(fragments);
    for (uint32_t n = 0; n < 16; ++n) {
        const auto v = [&](uint32_t fragment, uint32_t index, uint32_t component) {
            const auto [x, y] = centre(fragments, fragment);
            const uint32_t k = uint32_t(y) & 1;
            const float a = smooth(fragments, fragments.varyings[component], x, y);
            const uint32_t element = index == 0 ? 1 + k : 2 - k;
            return element == k ? a * 3.0f : element == 2 ? a * 2.0f : a;
        };
        ASSERT_EQ(result.active >> n & 1, pixelX(n) % 2 == pixelY(n) % 2 ? 1u : 0u);
        if (!(result.active >> n & 1)) {
            continue;
        }
        for (uint32_t c = 0; c < 2; ++c) {
            EXPECT_EQ(result.number(c, n), v(n | 1, 0, c) - v(n & ~1u, 0, c)) << n;
            EXPECT_EQ(result.number(2 + c, n), v(n | 2, 1, c) - v(n & ~2u, 1, c)) << n;
        }
    }
}

TEST(Fragment, quadsOfNoFragmentAreLeftOut) {
    FragmentRun fragments = example(
        "layout(location = 0) flat in int steps; layout(location = 0) out vec4 r;\n"
        "void main() { int k = 0; while (k != steps) k += gl_FragCoord.x < 10.0 ? steps : 0; r = "
        "vec4(k); }",
        1);
    // The quads at the right would never end.
    fragments.coverage[0] = 0x0101;
    fragments.varyings[0].atOrigin = asFloat(3);
    const FragmentResult result = run(fragments);
    EXPECT_EQ(result.number(0, 0), 3.0f);
    EXPECT_EQ(result.number(0, 8), 3.0f);
}

TEST(Fragment, loopsEndWhenCalleesDiscard) {
    FragmentRun fragments = example(
        "layout(location = 0) out vec4 r;\n"
        "void stop(int k) { if (k > int(gl_FragCoord.x)) discard; }\n"
        "void main() { int k = 0; while (true) { stop(k); if (gl_FragCoord.x > 9.0 && k == 7) "
        "break; ++k; }\n"
        "r = vec4(k); }");
    const FragmentResult result = run(fragments);
    EXPECT_EQ(result.active, fragmentsWhere(fragments, [](Pixel p) { return p.x > 9.0f; }));
    EXPECT_EQ(result.number(0, 1), 7.0f);
}

TEST(Fragment, discardsInLoopsAndSwitches) {
    FragmentRun fragments = example(
        "layout(location = 0) out vec4 r; layout(std430, binding = 0) buffer R { uint done[16]; "
        "};\n"
        "uint f(uint n) { switch (n & 3u) { case 0u: discard; case 1u: return n; case 2u: break; "
        "default: if (n > 10u) discard; } return 100u + n; }\n"
        "void main() { uvec2 p = uvec2(gl_FragCoord) & 3u; uint n = p.x + 4u * p.y; uint s = 0u;\n"
        "for (uint k = 0u; k < 16u; ++k) { if (k == n) { s += f(n); } if (k > n + 3u) { if (n == "
        "5u) discard; break; } s += k; }\n"
        "done[n] = s; r = vec4(s); }");
    fragments.resources = {{BindingKind::StorageBuffer, Words(16)}};
    const FragmentResult result = run(fragments);
    for (uint32_t fragment = 0; fragment < 16; ++fragment) {
        const uint32_t n = pixelX(fragment) + 4 * pixelY(fragment);
        const bool gone = n % 4 == 0 || (n % 4 == 3 && n > 10) || n == 5;
        uint32_t sum = n % 4 == 1 ? n : 100 + n;
        for (uint32_t k = 0; k < 16 && k <= n + 3; ++k) {
            sum += k;
        }
        EXPECT_EQ(result.active >> fragment & 1, gone ? 0u : 1u) << n;
        EXPECT_EQ(result.buffers[0][n], gone ? 0 : sum) << n;
        if (!gone) {
            EXPECT_EQ(result.number(0, fragment), float(sum));
        }
    }
}

TEST(Fragment, everythingDiscardedIsNothing) {
    FragmentRun fragments =
        example("layout(location = 0) out vec4 r; void main() { r = vec4(1); discard; }");
    EXPECT_EQ(run(fragments).active, 0u);
    fragments.glsl =
        "layout(location = 0) out vec4 r; layout(std430, binding = 0) buffer R { uint done; };\n"
        "void main() { if (gl_FragCoord.x > 0.0) discard; done = 1u; r = vec4(1); }";
    fragments.resources = {{BindingKind::StorageBuffer, Words(1)}};
    const FragmentResult result = run(fragments);
    EXPECT_EQ(result.active, 0u);
    EXPECT_EQ(result.buffers[0][0], 0u);
}

TEST(Fragment, helpersKnowThatTheyAre) {
    FragmentRun fragments =
        example("#version 460\n#extension GL_EXT_demote_to_helper_invocation : require\n"
                "layout(location = 0) out vec4 r;\n"
                "void main() { float before = float(gl_HelperInvocation); bool own = false;\n"
                "if (gl_FragCoord.x > 9.0 && gl_FragCoord.x < 10.0) { demote; own = "
                "helperInvocationEXT(); }\n"
                "float after = float(helperInvocationEXT()) + (own ? 10.0 : 0.0);\n"
                "r = vec4(dFdxFine(before), dFdxFine(after), before, after); }");
    // The lower right pixel of the first quad is not covered.
    fragments.coverage[0] = 0xfff7;
    const FragmentResult result = run(fragments);
    EXPECT_EQ(result.active,
              fragmentsWhere(fragments, [](Pixel p) { return p.x < 9.0f || p.x > 10.0f; }));
    EXPECT_EQ(result.number(0, 0), 0.0f);
    EXPECT_EQ(result.number(1, 0), 11.0f); // Pixel (9, 4) was demoted.
    EXPECT_EQ(result.number(0, 2), 1.0f);  // Pixel (9, 5) was a helper from the beginning.
    EXPECT_EQ(result.number(1, 2), 11.0f);
    EXPECT_EQ(result.number(2, 0), 0.0f);
    EXPECT_EQ(result.number(1, 4), 0.0f);
}

TEST(Fragment, helpersWriteNoImages) {
    Image image({.vkFormat = 98 /* VK_FORMAT_R32_UINT */, .width_px = 4, .height_px = 4}, 4);
    FragmentRun fragments =
        example("layout(binding = 0, r32ui) uniform uimage2D im;\n"
                "void main() { ivec2 p = ivec2(gl_FragCoord) & 3; if (p.x == 2) discard;\n"
                "imageStore(im, p, uvec4(p.x + 5)); imageAtomicAdd(im, p, 100u); }");
    fragments.resources = {{BindingKind::StorageImage, {}, &image}};
    fragments.coverage[0] = 0x7fff;
    const FragmentResult result = run(fragments);
    EXPECT_TRUE(result.image.writesMemory);
    for (int32_t y = 0; y < 4; ++y) {
        for (int32_t x = 0; x < 4; ++x) {
            const bool written = x != 2 && (x != 3 || y != 3);
            EXPECT_EQ(image.at(0, x, y, 0, 0), written ? uint32_t(x) + 105 : 0) << x << ' ' << y;
        }
    }
}

TEST(Fragment, samplingFindsTheLevelFromTheQuad) {
    Image image(
        {.vkFormat = 100 /* VK_FORMAT_R32_SFLOAT */, .width_px = 16, .height_px = 16, .levels = 5},
        4);
    for (int32_t level = 0; level < 5; ++level) {
        for (int32_t y = 0; y < 16 >> level; ++y) {
            for (int32_t x = 0; x < 16 >> level; ++x) {
                image.at(level, x, y, 0, 0) = bits(float(level));
            }
        }
    }
    const SamplerData sampler = makeSampler();
    for (int32_t level = 0; level < 4; ++level) {
        FragmentRun fragments =
            example("layout(binding = 0) uniform sampler2D s; layout(location = 0) in vec2 uv;\n"
                    "layout(location = 0) out vec4 r;\n"
                    "void main() { if (gl_FragCoord.y > 6.0 && gl_FragCoord.x < 10.0) discard; r = "
                    "texture(s, uv); }",
                    1);
        fragments.resources = {{BindingKind::CombinedImageSampler, {}, &image, &sampler}};
        // One fragment of a quad, with all the others helpers.
        fragments.coverage[0] = 0x1248;
        fragments.primitive.inverseW = {1, 0, 0};
        fragments.varyings[0] = {0, float(1 << level) / 16, 0};
        fragments.varyings[1] = {0, 0, float(1 << level) / 16};
        const FragmentResult result = run(fragments);
        ASSERT_EQ(result.active, 0x1048u);
        for (const uint32_t n : {3u, 6u, 12u}) {
            EXPECT_EQ(result.number(0, n), float(level));
        }
    }
}

TEST(Fragment, earlyTestsAndRefusals) {
    const FragmentResult result = run(FragmentRun{
        "layout(early_fragment_tests) in; layout(location = 0) out vec4 r; void main() { r = "
        "vec4(1); }"});
    EXPECT_TRUE(result.image.earlyTests);
    const auto refused = [](const char* glsl, std::string_view why) {
        const Words words = compileGlsl(glsl, false, spirv::Stage::Fragment);
        const auto image = compile<FragmentImage>({words, "main", {}, {}}, {}, Level::V2);
        ASSERT_FALSE(image) << glsl;
        EXPECT_NE(image.error().message.find(why), std::string::npos) << image.error().message;
    };
    refused("layout(location = 8) out vec4 r; void main() { r = vec4(1); }", "no color");
    refused("layout(location = 31) in vec4 r[2]; layout(location = 0) out vec4 o; void main() { o "
            "= r[1]; }",
            "location");
    refused("layout(pixel_center_integer) in vec4 gl_FragCoord; layout(location = 0) out vec4 o;\n"
            "void main() { o = gl_FragCoord; }",
            "");
}

} // namespace
} // namespace cpu::shader::test
