// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/graphics_harness_test.h"

#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

Words floats(float (*number)(uint32_t)) {
    Words words;
    for (uint32_t n = 0; n < 16; ++n) {
        words.push_back(bits(number(n)));
    }
    return words;
}

constexpr uint32_t varying(uint32_t location, uint32_t component) {
    return kFirstVaryingSlot + 4 * location + component;
}

TEST(Vertex, attributesBecomePositionsAndVaryings) {
    VertexRun vertices{
        "layout(location = 0) in vec3 p; layout(location = 2) in vec2 t;\n"
        "layout(location = 0) out vec2 uv; layout(location = 3) out vec4 c;\n"
        "void main() { gl_Position = vec4(p * 2.0, 1.0); uv = t.yx; c = vec4(p, 0.5); }"};
    vertices.attributes[0] = {floats([](uint32_t n) { return float(n); }),
                              floats([](uint32_t n) { return float(n) * 0.25f; }),
                              floats([](uint32_t n) { return -float(n); })};
    vertices.attributes[2] = {floats([](uint32_t n) { return float(n) + 100; }),
                              floats([](uint32_t n) { return float(n) + 200; })};
    const VertexResult result = run(vertices);
    for (uint32_t n = 0; n < 16; ++n) {
        EXPECT_EQ(result.number(0, n), float(n) * 2);
        EXPECT_EQ(result.number(1, n), float(n) * 0.5f);
        EXPECT_EQ(result.number(2, n), -float(n) * 2);
        EXPECT_EQ(result.number(3, n), 1.0f);
        EXPECT_EQ(result.number(varying(0, 0), n), float(n) + 200);
        EXPECT_EQ(result.number(varying(0, 1), n), float(n) + 100);
        EXPECT_EQ(result.number(varying(3, 2), n), -float(n));
        EXPECT_EQ(result.number(varying(3, 3), n), 0.5f);
        EXPECT_EQ(result.slots[varying(0, 2)][n], kMarker);
    }
    EXPECT_EQ(result.image.attributesUsed, 5u);
    EXPECT_EQ(result.image.slotCount, kFirstVaryingSlot + 16);
    EXPECT_EQ(result.image.varyingComponents[0], 3);
    EXPECT_EQ(result.image.varyingComponents[1], 0);
    EXPECT_EQ(result.image.varyingComponents[3], 15);
    // glslang declares these in gl_PerVertex, whether they are used or not.
    EXPECT_FALSE(result.image.writesPointSize);
    EXPECT_EQ(result.image.clipDistances, 0);
    EXPECT_EQ(result.image.cullDistances, 0);
    EXPECT_FALSE(result.image.writesMemory);
    EXPECT_FALSE(result.image.writesLayer);
}

TEST(Vertex, builtInsAndIntegers) {
    VertexRun vertices{
        "#version 460\n#extension GL_EXT_multiview : require\n"
        "layout(location = 1) in uvec2 a; layout(location = 3) in ivec3 b;\n"
        "layout(location = 0) flat out ivec4 r; layout(location = 1) flat out uvec4 s;\n"
        "void main() { r = ivec4(gl_VertexIndex, gl_InstanceIndex, gl_BaseVertex, "
        "gl_BaseInstance);\n"
        "s = uvec4(gl_DrawID, gl_ViewIndex, a.x + a.y, b.z);\n"
        "gl_Position = vec4(0); gl_PointSize = float(gl_VertexIndex); }"};
    for (uint32_t n = 0; n < 16; ++n) {
        vertices.vertexIndex.push_back(n * 7 + 3);
        vertices.attributes[1][0].push_back(n);
        vertices.attributes[1][1].push_back(1000);
        vertices.attributes[3][2].push_back(~n);
    }
    vertices.instanceIndex = 11;
    vertices.baseVertex = uint32_t(-5);
    vertices.baseInstance = 9;
    vertices.drawIndex = 4;
    vertices.viewIndex = 2;
    const VertexResult result = run(vertices);
    for (uint32_t n = 0; n < 16; ++n) {
        const uint32_t expected[] = {n * 7 + 3, 11, uint32_t(-5), 9, 4, 2, 1000 + n, ~n};
        for (uint32_t k = 0; k < 8; ++k) {
            EXPECT_EQ(result.slots[varying(k / 4, k % 4)][n], expected[k]) << n << ' ' << k;
        }
        EXPECT_EQ(result.number(kPointSizeSlot, n), float(n * 7 + 3));
    }
    EXPECT_EQ(result.image.attributesUsed, 10u);
    EXPECT_TRUE(result.image.writesPointSize);
}

TEST(Vertex, clipAndCullDistancesLieTogether) {
    const VertexResult result = run(VertexRun{
        "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[3]; float gl_CullDistance[2]; "
        "};\n"
        "void main() { gl_Position = vec4(1); for (int i = 0; i < 3; ++i) gl_ClipDistance[i] = "
        "float(i + gl_VertexIndex);\n gl_CullDistance[1] = -1.0; }"});
    EXPECT_EQ(result.image.clipDistances, 3);
    EXPECT_EQ(result.image.cullDistances, 2);
    for (uint32_t n = 0; n < 16; ++n) {
        for (uint32_t k = 0; k < 3; ++k) {
            EXPECT_EQ(result.number(kClipDistanceSlot + k, n), float(k + n));
        }
        EXPECT_EQ(result.number(kClipDistanceSlot + 4, n), -1.0f);
    }
}

TEST(Vertex, layersAndViewports) {
    const VertexResult result =
        run(VertexRun{"#version 460\n#extension GL_ARB_shader_viewport_layer_array : require\n"
                      "void main() { gl_Position = vec4(0); gl_Layer = gl_VertexIndex * 2;\n"
                      "gl_ViewportIndex = 15 - gl_VertexIndex; }"});
    EXPECT_TRUE(result.image.writesLayer);
    EXPECT_TRUE(result.image.writesViewportIndex);
    for (uint32_t n = 0; n < 16; ++n) {
        EXPECT_EQ(result.slots[kLayerSlot][n], n * 2);
        EXPECT_EQ(result.slots[kViewportSlot][n], 15 - n);
    }
}

TEST(Vertex, structsArraysMatricesAndComponents) {
    VertexRun vertices{
        "struct S { float a; vec3 b[2]; };\n"
        "layout(location = 0) in mat3 m; layout(location = 4) in vec2 v[3];\n"
        "layout(location = 7, component = 1) in vec2 w; layout(location = 7, component = 3) in "
        "float x;\n"
        "layout(location = 1) out S s; layout(location = 5, component = 2) out vec2 t[2];\n"
        "layout(location = 8) out mat2 n; layout(location = 10) out B { vec4 first; "
        "layout(location = 14) float second; } b;\n"
        "void main() { gl_Position = vec4(v[gl_VertexIndex % 3], x, 1.0); s.a = m[1].y; s.b[0] = "
        "m[0];\n"
        "s.b[1] = m[2]; t[gl_VertexIndex & 1] = w; t[1 - (gl_VertexIndex & 1)] = -w;\n"
        "n = mat2(m); b.first = vec4(5.0); b.second = x; }"};
    for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t n = 0; n < 16; ++n) {
            vertices.attributes[row / 4][row % 4].push_back(bits(float(row * 16 + n)));
        }
    }
    const auto attribute = [](uint32_t location, uint32_t component, uint32_t vertex) {
        return float((location * 4 + component) * 16 + vertex);
    };
    const VertexResult result = run(vertices);
    EXPECT_EQ(result.image.attributesUsed, 0xf7u);
    for (uint32_t n = 0; n < 16; ++n) {
        EXPECT_EQ(result.number(0, n), attribute(4 + n % 3, 0, n));
        EXPECT_EQ(result.number(1, n), attribute(4 + n % 3, 1, n));
        EXPECT_EQ(result.number(2, n), attribute(7, 3, n));
        EXPECT_EQ(result.number(varying(1, 0), n), attribute(1, 1, n));
        for (uint32_t k = 0; k < 3; ++k) {
            EXPECT_EQ(result.number(varying(2, k), n), attribute(0, k, n));
            EXPECT_EQ(result.number(varying(3, k), n), attribute(2, k, n));
        }
        for (uint32_t k = 0; k < 2; ++k) {
            const float own = attribute(7, 1 + k, n);
            EXPECT_EQ(result.number(varying(5, 2 + k), n), n & 1 ? -own : own);
            EXPECT_EQ(result.number(varying(6, 2 + k), n), n & 1 ? own : -own);
            EXPECT_EQ(result.number(varying(8 + k, 0), n), attribute(k, 0, n));
            EXPECT_EQ(result.number(varying(8 + k, 1), n), attribute(k, 1, n));
        }
        EXPECT_EQ(result.number(varying(10, 3), n), 5.0f);
        EXPECT_EQ(result.number(varying(14, 0), n), attribute(7, 3, n));
    }
    EXPECT_EQ(result.image.varyingComponents[5], 12);
    EXPECT_EQ(result.image.varyingComponents[14], 1);
    EXPECT_EQ(result.image.slotCount, varying(14, 0) + 1);
}

TEST(Vertex, inactiveVerticesDoNothing) {
    VertexRun vertices{
        "layout(std430, binding = 0) buffer R { uint r[]; };\n"
        "void main() { gl_Position = vec4(0); uint n = uint(gl_VertexIndex);\n"
        // Without an end for what inactive lanes hold.
        "uint k = 0u; while (k * k < n) { ++k; } atomicAdd(r[0], 1u); r[1u + n] = k; }",
        {{BindingKind::StorageBuffer, Words(17)}}};
    vertices.active = 0x5a5d;
    for (uint32_t n = 0; n < 16; ++n) {
        vertices.vertexIndex.push_back(vertices.active >> n & 1 ? n : 0xffffffff);
    }
    const VertexResult result = run(vertices);
    EXPECT_TRUE(result.image.writesMemory);
    EXPECT_EQ(result.buffers[0][0], uint32_t(__builtin_popcount(vertices.active)));
    for (uint32_t n = 0; n < 16; ++n) {
        uint32_t k = 0;
        while (k * k < n) {
            ++k;
        }
        EXPECT_EQ(result.buffers[0][1 + n], vertices.active >> n & 1 ? k : 0) << n;
    }
}

TEST(Vertex, uniformsTexturesAndFunctions) {
    Image image({.vkFormat = 100 /* VK_FORMAT_R32_SFLOAT */, .width_px = 16}, 4);
    for (int32_t x = 0; x < 16; ++x) {
        image.at(0, x, 0, 0, 0) = bits(float(x) * 3);
    }
    const SamplerData sampler = makeSampler();
    VertexRun vertices{
        "layout(binding = 0) uniform U { mat4 m; }; layout(binding = 1) uniform sampler2D s;\n"
        "layout(location = 0) out float r;\n"
        "void place(inout vec4 p, out float o) { p = m * p; o = texture(s, vec2((p.x + 0.5) / "
        "16.0, 0.5)).x; }\n"
        "void main() { vec4 p = vec4(float(gl_VertexIndex), 1, 0, 1); place(p, r); gl_Position = "
        "p; }",
        {{BindingKind::UniformBuffer}, {BindingKind::CombinedImageSampler, {}, &image, &sampler}}};
    for (uint32_t n = 0; n < 16; ++n) {
        vertices.resources[0].words.push_back(bits(n % 5 == 0 ? 1.0f : n == 13 ? 2.0f : 0.0f));
    }
    const VertexResult result = run(vertices);
    EXPECT_EQ(result.image.sites.size(), 1u);
    for (uint32_t n = 0; n < 16; ++n) {
        EXPECT_EQ(result.number(0, n), float(n));
        EXPECT_EQ(result.number(1, n), 3.0f);
        EXPECT_EQ(result.number(varying(0, 0), n), float(n) * 3);
    }
}

TEST(Vertex, transformFeedbackIsToldOf) {
    const VertexResult result = run(VertexRun{
        "layout(xfb_buffer = 1, xfb_stride = 48) out;\n"
        "layout(xfb_buffer = 1, xfb_offset = 16) out gl_PerVertex { vec4 gl_Position; float "
        "gl_PointSize; };\n"
        "layout(location = 2, component = 1, xfb_buffer = 1, xfb_offset = 4) out vec2 a;\n"
        "layout(location = 3, xfb_buffer = 2, xfb_stride = 40, xfb_offset = 8) out float b[2];\n"
        "layout(location = 6) out vec4 c; layout(location = 7, xfb_buffer = 2, xfb_offset = 24) "
        "flat out double d;\n"
        "void main() { gl_Position = vec4(1); gl_PointSize = 2.0; a = vec2(3); b[0] = b[1] = 4.0; "
        "c = vec4(5); d = 6.0lf; }"});
    const std::vector<Capture> expected{{varying(2, 1), 1, 4},
                                        {varying(2, 2), 1, 8},
                                        {0, 1, 16},
                                        {1, 1, 20},
                                        {2, 1, 24},
                                        {3, 1, 28},
                                        {kPointSizeSlot, 1, 32},
                                        {varying(3, 0), 2, 8},
                                        {varying(4, 0), 2, 12},
                                        {varying(7, 0), 2, 24},
                                        {varying(7, 1), 2, 28}};
    EXPECT_EQ(result.image.captures, expected);
    EXPECT_EQ(result.image.captureStrides_B, (std::array<uint32_t, 4>{0, 48, 40, 0}));
    EXPECT_EQ(result.slots[varying(7, 1)][3], 0x40180000u);
}

TEST(Vertex, otherStagesAreRefused) {
    const Words vertex =
        compileGlsl("void main() { gl_Position = vec4(0); }", false, spirv::Stage::Vertex);
    const Words compute = compileGlsl("layout(local_size_x = 1) in; void main() {}");
    EXPECT_FALSE(compile<VertexImage>({compute, "main", {}, {}}, {}, Level::V2));
    EXPECT_FALSE(compile<FragmentImage>({vertex, "main", {}, {}}, {}, Level::V2));
    EXPECT_FALSE(compile<VertexImage>({vertex, "other", {}, {}}, {}, Level::V2));
    EXPECT_FALSE(compile<ComputeImage>({vertex, "main", {}, {}}, {}, Level::V2));
}

} // namespace
} // namespace cpu::shader::test
